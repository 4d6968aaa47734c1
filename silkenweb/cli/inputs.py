"""What the commands are given, read: replay files, editions, seats."""

from __future__ import annotations

from collections.abc import Sequence

import click

from silkenweb.cli.terminal import plain
from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, SilkenwebError, quote
from silkenweb.game.narration import counted
from silkenweb.replay import Replay
from silkenweb.replay.branch_file import beside, included
from silkenweb.replay.merge import Merged


def load_edition(edition: str | None) -> Edition | None:
    """The edition that an option names."""
    return None if edition is None else Edition.load(edition)


def load_replay(file: str, edition: str | None) -> Replay:
    """The replay in a file; a ReplayError says where it fails."""
    return Replay.load(file, edition=load_edition(edition))


def load_with_branches(file: str, edition: str | None, branches: bool, err: bool = True) -> Replay:
    """The replay in a file, with what its branches file holds if `branches`.

    Says what that was, on standard error if `err`, so that the output can be piped.

    Raises SilkenwebError if the branches file cannot be read, or is of another game.
    """
    replay = load_replay(file, edition)
    if not branches:
        return replay
    try:
        found = included(replay)
    except (ReplayError, OSError) as error:
        reason = error.reason if isinstance(error, ReplayError) else error.strerror or str(error)
        path = beside(replay)
        raise SilkenwebError(f"{path}: {reason}; --no-branches leaves this file out") from error
    if found is not None:
        path, merged = found
        click.echo(f"Included   {plain(path.name)}: {told(merged)}", err=err)
    return replay


def told(merged: Merged) -> str:
    """What a merge changed, counted."""
    parts = []
    if merged.added:
        parts.append(f"{counted(merged.added, 'node')} added")
    if merged.removed:
        parts.append(f"{counted(merged.removed, 'node')} deleted")
    if merged.notes:
        parts.append(f"{counted(merged.notes, 'note')} changed")
    return ", ".join(parts) or "no changes"


def find_seat(text: str | None, characters: Sequence[str]) -> int | None:
    """The seat that `--seat` names, by its number from 0 or its character."""
    if text is None:
        return None
    seats = {str(seat): seat for seat in range(len(characters))}
    seats |= {character: seat for seat, character in enumerate(characters)}
    if text not in seats:
        told = ", ".join(f"{seat} ({character})" for seat, character in enumerate(characters))
        raise click.BadParameter(f"there is no seat {quote(text)}; the seats are {told}", param_hint="--seat")
    return seats[text]

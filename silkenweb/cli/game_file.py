"""Game files as the commands take them: reading one, its seats, who played and how the game ended."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from rich.text import Text

from silkenweb.cli.table_text import BOLD, DIM, shorten, wrap
from silkenweb.cli.terminal import plain
from silkenweb.edition import Edition, Threat
from silkenweb.errors import ReplayError, SilkenwebError, quote
from silkenweb.replay import Replay
from silkenweb.replay.branch_file import beside, included
from silkenweb.replay.merge import Merged
from silkenweb.text import Words
from silkenweb.text.catalogue import ENGLISH
from silkenweb.text.names import counted, listed
from silkenweb.text.refusals import Cause

STDOUT = "-"
STOPPED = 130
"""The exit code of a command that Ctrl-C has stopped."""


def check_folder(output: str | None) -> None:
    """Raise SilkenwebError if no file can be at `output`; call this before any work."""
    if output in (None, STDOUT):
        return
    target = Path(output)
    if not target.parent.is_dir():
        raise SilkenwebError(f"{plain(output)}: there is no such folder")
    if target.is_dir():
        raise SilkenwebError(f"{quote(output, 200)}: this is a folder; name a file")


def load_edition(edition: str | None) -> Edition | None:
    """Return the edition that an option names."""
    return None if edition is None else Edition.load(edition)


def load_replay(file: str, edition: str | None) -> Replay:
    """Return the replay in a file. Raises ReplayError with the place of the first error."""
    return Replay.load(file, edition=load_edition(edition))


def load_with_branches(
    file: str, edition: str | None, branches: bool, err: bool = True, notes: bool = True, every: bool = True
) -> Replay:
    """Return the replay in a file, with the contents of its branches file if `branches`.

    Prints what that file added, to standard error if `err`, so that the output can be piped. If the output
    has no `notes`, they are not counted; nothing is counted if it does not show `every` node.

    Raises SilkenwebError if the branches file cannot be read, or belongs to another game.
    """
    replay = load_replay(file, edition)
    if not branches:
        return replay
    try:
        found = included(replay)
    except (ReplayError, OSError) as error:
        broken = plain(str(beside(replay)))
        reason = Cause(error).text(Words(ENGLISH))
        raise SilkenwebError(f"{broken}: {reason}; --no-branches leaves this file out") from error
    if found is not None:
        path, merged = found
        merged = merged if notes else merged._replace(notes=0)
        what = changes(merged) if every else "as far as the lens shows it"
        if notes or merged.added or merged.removed:
            click.echo(f"Included   {plain(path.name)}: {what}", err=err)
    return replay


def changes(merged: Merged) -> str:
    """Return what a merge changed, counted: `one node added, two notes changed`."""
    parts = []
    if merged.added:
        parts.append(f"{counted(merged.added, 'node')} added")
    if merged.removed:
        parts.append(f"{counted(merged.removed, 'node')} deleted")
    if merged.notes:
        parts.append(f"{counted(merged.notes, 'note')} changed")
    return ", ".join(parts) or "no changes"


def find_seat(text: str | None, characters: Sequence[str]) -> int | None:
    """Return the seat that `--seat` names, by its number from 0 or its character."""
    if text is None:
        return None
    seats = {str(seat): seat for seat in range(len(characters))}
    seats |= {character: seat for seat, character in enumerate(characters)}
    if text not in seats:
        listed_seats = ", ".join(f"{seat} ({character})" for seat, character in enumerate(characters))
        message = f"expected one of the seats {listed_seats}, got {quote(text)}"
        raise click.BadParameter(message, param_hint="--seat")
    return seats[text]


TITLE, NAME = 200, 30  # columns


def title(replay: Replay, width: int) -> list[Text]:
    """Return the game's title, if it has one, its players, and which card data are reconstructed."""
    name = replay.meta.get("title")
    lines = wrap(Text(shorten(name, TITLE), BOLD), width) if name else []
    lines += wrap(Text(players_of(replay), DIM), width)
    unprinted = reconstructed(replay)
    if unprinted:
        said = f"Fully or partly reconstructed: {listed(unprinted)} (see silkenweb edition show)."
        lines += wrap(Text(said, DIM), width)
    return lines


def reconstructed(replay: Replay) -> list[str]:
    """Return the kinds of card data in this game that are fully or partly reconstructed."""
    edition = replay.edition
    equipment = [card for key in replay.characters for card in edition.characters[key].cards]
    threats = [key for key, card in edition.cards.items() if isinstance(card, Threat)]
    levels = [f"levels.{level.level}" for level in edition.levels]
    abilities = [f"{key}.ability" for key in replay.characters]
    groups = {"Equipment": equipment, "Threats": threats, "levels": levels, "abilities": abilities}
    return [
        name
        for name, values in groups.items()
        if any(edition.provenance(value).reconstructed for value in values)
    ]


def players_of(replay: Replay) -> str:
    """Return the characters with the people's names, clockwise."""
    characters = replay.edition.characters
    said = []
    for player in replay.players:
        person = f" ({shorten(player.name, NAME)})" if player.name else ""
        said.append(f"{characters[player.character].name}{person}")
    return plain(", ".join(said))


def outcome(replay: Replay) -> str:
    """Return how the game ended: `won with three Relics`."""
    phase, level, score = replay.outcome
    if phase == "won":
        return f"won with {counted(score or 0, 'Relic')}"
    return f"lost at level {level}" if phase == "lost" else f"unfinished at level {level}"

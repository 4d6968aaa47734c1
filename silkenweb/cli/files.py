"""What the commands are given, read: replay files, editions, seats."""

from __future__ import annotations

from collections.abc import Sequence

import click

from silkenweb.edition import Edition
from silkenweb.errors import quote
from silkenweb.replay import Replay


def load_edition(edition: str | None) -> Edition | None:
    """The edition that an option names."""
    return None if edition is None else Edition.load(edition)


def load_replay(file: str, edition: str | None) -> Replay:
    """The replay in a file; a ReplayError says where it fails."""
    return Replay.load(file, edition=load_edition(edition))


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

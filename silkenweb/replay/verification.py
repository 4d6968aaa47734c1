"""What a replay says of a position, to tell whether it was re-run as it was recorded."""

from __future__ import annotations

from hashlib import blake2b
from typing import NamedTuple

from silkenweb.game.notation import position_text
from silkenweb.game.state import LOST, WON, State


class Result(NamedTuple):
    """How a recorded game ended: `phase` is won, lost or open; `score` counts the Relics where it was won."""

    phase: str
    level: int
    score: int | None


def result_of(state: State) -> Result:
    """The result of a game that stands here."""
    phase = state.phase if state.phase in (WON, LOST) else "open"
    return Result(phase, state.level, state.held_relics().bit_count() if phase == WON else None)


def check_of(state: State) -> str:
    """16 hex digits: BLAKE2b of the position text."""
    return blake2b(position_text(state).encode(), digest_size=8).hexdigest()

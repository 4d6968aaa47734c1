"""The acts that the solver's lines are made of: what is done, by whom; Rests go without saying."""

from __future__ import annotations

from typing import NamedTuple

from silkenweb.study.solver.model import Node

PLAY, STORED, RELIC, CLAIM, END, BLESSING = "play", "stored", "relic", "claim", "end", "blessing"
ROTATE, RESOLVE, DRAW, RECOVER = "rotate", "resolve", "draw", "recover"
PLAYS = (PLAY, STORED, RELIC)
ABILITIES = (ROTATE, RESOLVE, DRAW, RECOVER)


class Act(NamedTuple):
    """One thing done by a seat (for a Blessing, by the seat whose Rest loses it)."""

    kind: str
    seat: int
    face: int = 0  # in frame 0 of the owner's hand, or as it lies in a storage
    owner: int = -1  # whose hand or storage the card comes from; A1: who draws
    turned: int = -1  # how the seat's hand must lie; -1: no matter
    targets: tuple[int, ...] = ()  # places of the line
    faces: int = 0  # A4: the faces taken, in frame 0


Child = tuple[Act, Node | None]
"""An act and the node after it; None where the level is cleared."""

"""The acts that the solver's lines are made of: what is done, by whom; Rests go without saying."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from silkenweb.game.move import Move
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


CLEARABLE, NOT_CLEARABLE, UNKNOWN = "clearable", "not clearable", "unknown"


class Price(NamedTuple):
    """What clearing a level costs. Prices compare in this order: the less the better, but for Relics
    gained."""

    blessings: int
    abilities: int
    relics: int
    gained: int

    def order(self) -> tuple[int, int, int, int]:
        """To sort by: the best price first."""
        return self.blessings, self.abilities, self.relics, -self.gained


@dataclass(frozen=True)
class Clearing:
    """A line that clears the level, and its price."""

    price: Price
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class LevelSolution:
    """Whether a level can still be cleared, with everything open, and at what price.

    `status` is "clearable", "not clearable" or "unknown" (within the budget).
    `best` is the best line found; `least` says whether no line has a better price.
    `pareto`, where it was asked for, are lines of which none is better than another in every respect, by
    price; `complete` says whether no further one exists.
    `reason` is a sentence for people. `nodes` is what the search took of its budget.
    """

    status: str
    reason: str
    nodes: int
    best: Clearing | None = None
    least: bool = False
    pareto: tuple[Clearing, ...] = ()
    complete: bool = False

    @property
    def clearable(self) -> bool | None:
        """True, False, or None where the budget did not suffice to tell."""
        return {CLEARABLE: True, NOT_CLEARABLE: False}.get(self.status)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the best line; none where there is no line."""
        return self.best.moves if self.best else ()

    @property
    def price(self) -> Price | None:
        """The price of the best line."""
        return self.best.price if self.best else None

"""A practice position: a small position, a goal that the engine checks, and the partner who plays along.

Whether the goal can still be reached is found by exhaustive search: the positions are small enough.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

from silkenweb.edition import Edition, Equipment
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import Move, Position

Line: TypeAlias = tuple[Position, int]
"""A position, and the number of turns taken to reach it."""

MOST_LINES: Final = 50_000
"""The most positions that one search looks at."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What has to become true. Each field that is not None is one condition, and all must hold.

    `cleared`: the level is cleared. `claimed`: this Relic was claimed. `chain`: the number of Rests in a row.
    `blessings`: the least number of Blessings; once fewer are left, the goal is out of reach.
    """

    cleared: bool | None = None
    claimed: str | None = None
    chain: int | None = None
    blessings: int | None = None

    def reached(self, start: Position, position: Position) -> bool:
        """Return whether all conditions hold."""
        return (
            not self.missed(position)
            and (self.cleared is None or _cleared(start, position))
            and (self.claimed is None or any(self.claimed in seat.discards for seat in position.seats))
            and (self.chain is None or position.rests == self.chain)
        )

    def missed(self, position: Position) -> bool:
        """Return whether no later move can reach the goal, whatever the turns left."""
        return position.phase == "lost" or (
            self.blessings is not None and position.blessings < self.blessings
        )


def _cleared(start: Position, position: Position) -> bool:
    return position.phase == "won" or position.level > start.level


@dataclass(frozen=True)
class PracticePosition:
    """A position of a theme. `number` counts from 1 within the theme.

    `turns`: the most turns of the game until the goal must be reached; a choice of what to keep, a rotation
    and a drawn card each count as one. `seats`: those that the learner plays; a partner plays the others, by
    fixed rules (`partner_move`). `decisions`: in a guided level, the number of the learner's moves after
    which the position is solved if the goal is still in reach; the next position continues the level.
    `solution`: the learner's moves of one line that does it. `trap`: a line whose last move is the tempting
    mistake.
    """

    theme: str
    number: int
    start: Position
    goal: Goal
    turns: int
    solution: tuple[str, ...]
    trap: tuple[str, ...]
    seats: tuple[int, ...]
    decisions: int | None = None
    _reachable: dict[Line, bool] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """Theme and number, such as "locking.2"."""
        return f"{self.theme}.{self.number}"

    def apply(self, line: Line, move: str) -> Line:
        """Return the line after a move of the learner and the partner's answer.

        Raises IllegalMove or NotationError.
        """
        after = _advance(line, Move.parse(move))
        while after[0].seat is not None and after[0].seat not in self.seats and not self.is_over(after):
            after = _advance(after, partner_move(after[0]))
        return after

    def is_over(self, line: Line) -> bool:
        """Return whether the goal is reached or no turn is left."""
        position, turns = line
        return self.goal.reached(self.start, position) or turns >= self.turns

    def is_solved(self, line: Line) -> bool:
        """Return whether the goal is reached in time."""
        return line[1] <= self.turns and self.goal.reached(self.start, line[0])

    def is_reachable(self, line: Line) -> bool:
        """Return whether some line from here reaches the goal. Raises SilkenwebError past MOST_LINES."""
        known = self._reachable.get(line)
        if known is None:
            if len(self._reachable) > MOST_LINES:
                raise SilkenwebError(f"practice position {self.name} is too large to search")
            known = self._reachable[line] = self._search(line)
        return known

    def _search(self, line: Line) -> bool:
        if self.is_solved(line):
            return True
        position, turns = line
        if turns >= self.turns or position.seat is None or self.goal.missed(position):
            return False
        return any(self.is_reachable(self.apply(line, move)) for move in position.legal_moves())


def _advance(line: Line, move: Move) -> Line:
    """Return the line after one move: a turn is over once the next decision is another seat's or kind's."""
    position, turns = line
    after = position.apply(move)
    same = after.phase == position.phase == "turn" and after.seat == position.seat and move.kind not in _WHOLE
    return after, turns if same else turns + 1


_WHOLE: Final = ("end", "rest", "ability")


# -- the partner ---------------------------------------------------------------------------------------


def partner_move(position: Position) -> Move:
    """Return the move of the partner, who plays by rules that a learner can predict.

    The partner plays every card that fits, in the order of the cards' names; cards that show the icon under
    Tang Sanzang's marker come first. If the marker is on an icon of the partner's sheet that only the rotated
    hand shows, the partner rests and rotates. Otherwise the partner rests and leaves the hand as it is.
    """
    legal = position.legal_moves()
    seat = position.seats[position.seat or 0]
    wanted = position.marker.partition(".")[2] if position.marker.startswith(f"{seat.character}.") else ""
    if position.phase != "turn":
        return legal[0]
    shown = {shows(position.edition, card) for card in seat.hand}
    if wanted and wanted not in shown and position.turn == "-":
        turned = {shows(position.edition, card, rotated=True) for card in seat.hand}
        if wanted in turned:
            return Move("rest ~")
    plays = [move for move in legal if move.kind == "play"]
    if plays:
        return min(plays, key=lambda move: (_face(position, move) != wanted, move))
    return Move("end") if "end" in legal else Move("rest")


def shows(edition: Edition, card: str, *, rotated: bool = False) -> str:
    """Return the upright icon of a card in hand, or the other one if the hand is `rotated`; "" of a Relic."""
    found = edition.cards[card.rstrip("'")]
    return found.faces[card.endswith("'") != rotated] if isinstance(found, Equipment) else ""


def _face(position: Position, move: Move) -> str:
    hand = position.seats[position.seat or 0].hand
    return next((shows(position.edition, card) for card in hand if card.rstrip("'") == move.card), "")


# -- the positions that come with the package ----------------------------------------------------------


@cache
def themes() -> dict[str, tuple[PracticePosition, ...]]:
    """Return all practice positions by theme, in the order of the course."""
    data = json.loads((files(__package__) / "practice.json").read_text(encoding="utf-8"))
    return {
        theme["theme"]: tuple(
            _read(theme["theme"], number, each) for number, each in enumerate(theme["positions"], 1)
        )
        for theme in data["themes"]
    }


def of_theme(theme: str) -> tuple[PracticePosition, ...]:
    """Return the positions of a theme. Raises SilkenwebError for an unknown one, and lists the themes."""
    found = themes().get(theme)
    if found is None:
        raise SilkenwebError(f"there is no theme {quote(theme)}; the themes are {', '.join(themes())}")
    return found


def _read(theme: str, number: int, data: Mapping[str, Any]) -> PracticePosition:
    start = Position.parse(data["position"])
    return PracticePosition(
        theme,
        number,
        start,
        Goal(**data["goal"]),
        data["turns"],
        tuple(data["solution"]),
        tuple(data["trap"]),
        tuple(data.get("seats", range(len(start.characters)))),
        data.get("decisions"),
    )

"""Puzzle: a decision to think about, as the seat sees it that has to take it, and the answer with reasons."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from types import EllipsisType
from typing import Any, Literal, NamedTuple, Self

from silkenweb import arguments
from silkenweb.edition.argument import EditionLike, edition_or_none
from silkenweb.errors import IllegalMove, NotationError
from silkenweb.game import Event, Move, Position, View
from silkenweb.game.wording import move_words
from silkenweb.study.belief import Belief
from silkenweb.study.html import bullets, paragraph, table
from silkenweb.study.puzzles.situation import situation
from silkenweb.study.puzzles.wording import in_100
from silkenweb.study.review.racing import Mean

State = Literal["untried", "right", "not yet"]


class Cost(NamedTuple):
    """What a legal move costs against the best one, in chances to win, and the standard error of that."""

    move: str
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What `Puzzle.check` says: `state` is "untried", "right" or "not yet"."""

    state: State
    text: str

    def __repr__(self) -> str:
        return f"{self.state}: {self.text}"

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.state)}</b>: {escape(self.text)}</p>"


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A decision with one clearly best choice, by what the seat knows that takes it.

    `view` and `seen` are all that there is of the position: what the seat sees, and the level's events as it
    saw them. `answers` are the right moves, `costs` what each legal move costs. `found` says where it is from
    and how it was weighed. `Puzzle.load` reads one, `sw.puzzles()` gives those that come with the package;
    `sw.svg(puzzle.view)` is its picture.
    """

    view: View
    seen: tuple[Event, ...]
    title: str
    answers: tuple[str, ...]
    tolerance: float
    costs: tuple[Cost, ...]
    hints: tuple[str, ...]
    explanation: str
    found: Mapping[str, Any]
    name: str = field(default="", kw_only=True)
    """The name of its file, without what all end in; empty for one that was in none."""

    @classmethod
    def load(cls, path: str | os.PathLike[str], edition: EditionLike | None = None) -> Self:
        """The puzzle in a file, everything in it checked.

        Raises ReplayError (what, where, what would be right), NotationError for a view that no seat can have,
        SilkenwebError where answers are not legal. `edition` is needed for one that is not built in.
        """
        from silkenweb.study.puzzles.files import load

        return load(cls, arguments.path("path", path), edition_or_none(edition))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; the same puzzle always gives the same text."""
        from silkenweb.study.puzzles.files import dumps, write

        write(arguments.path("path", path), dumps(self))

    @cached_property
    def _world(self) -> Position:
        """Some world that agrees with what the seat knows: its legal moves are those of all of them."""
        return next(Belief(self.view, self.seen).worlds("any"))

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves to choose from, sorted."""
        return self._world.legal_moves()

    @property
    def who(self) -> str:
        """The character that decides."""
        return self.view.tables.names[self.view.viewer]

    @property
    def level(self) -> int:
        """The level, from 1."""
        level: int = self.view.level
        return level

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.view.characters)

    def words(self, move: str) -> str:
        """A legal move in words: "Play WK3 (Combat) on T12 (Combat)"."""
        move = arguments.choice("move", move, self.legal)
        return move_words(self._world.state, Move(move))

    def check(self, move: str | EllipsisType | None = None) -> Verdict:
        """Whether a move is one of the right ones; what it costs if not. None (or ...) is not yet tried."""
        if move is None or move is ...:
            return Verdict("untried", "put in a move, for instance one of puzzle.legal")
        try:
            self._world.apply(Move.parse(str(move)))
        except (IllegalMove, NotationError) as error:
            return Verdict("not yet", str(error))
        cost = next(each for each in self.costs if each.move == str(Move.parse(str(move))))
        if cost.move in self.answers:
            others = [answer for answer in self.answers if answer != cost.move]
            also = f"; as good: {', '.join(others)}" if others else ""
            return Verdict("right", f"{self.words(cost.move)}{also}")
        told = f"costs {in_100(Mean(cost.loss, cost.error))} against the best"
        return Verdict("not yet", f"{self.words(cost.move)}: {told}")

    def hint(self, number: int = 1) -> str:
        """The first, second, ... hint, each telling more. Raises SilkenwebError where there is none."""
        return self.hints[arguments.whole("number", number, 1, len(self.hints)) - 1]

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return f"<Puzzle{name}: {self.title} {len(self.legal)} moves to choose from>"

    def _repr_html_(self) -> str:
        """The question with what lies open and the own hand, and the moves in words; not the answer."""
        rows = [(str(move), self.words(move)) for move in self.legal]
        return (
            f"<div>{paragraph(self.title, strong=True)}{bullets(situation(self.view))}"
            f"{table(('move', 'what it is'), rows)}"
            f"{paragraph('puzzle.check(move), puzzle.hint(1), sw.svg(puzzle.view)')}</div>"
        )

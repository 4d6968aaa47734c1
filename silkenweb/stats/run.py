"""Run: a simulation that was played, in memory or in a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import polars as pl

from silkenweb import arguments, bots
from silkenweb.bots.registry import check_seat
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Replay
from silkenweb.stats.columns import TABLES, empty
from silkenweb.stats.rates import wilson
from silkenweb.stats.run_folder import Folder, not_kept
from silkenweb.stats.task import Task

Frame: TypeAlias = pl.DataFrame | pl.LazyFrame


class Rate(NamedTuple):
    """How often games were won, with the 95% interval after Wilson; all from 0 to 1."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.rate:.1f}% [{100 * self.low:.1f}, {100 * self.high:.1f}]"


class Run:
    """The games of a simulation. `games`, `levels`, `decisions`, `cards` are its tables (see `sw.frames`).

    In memory they are DataFrames; of a run in a folder LazyFrames, which read what is there when they are
    collected, also while it is still being played.
    """

    def __init__(
        self, task: Task, folder: Folder | None = None, parts: Mapping[str, pl.DataFrame] | None = None
    ) -> None:
        """For `sw.simulate` and `Run.open`."""
        self.task = task
        self.folder = folder
        self._parts = parts or {}
        self._of_file = False

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Run:
        """The run in a folder that `simulate(out=...)` made."""
        folder = Folder(arguments.path("path", path))
        made = cls(Task.of(folder.settings()), folder)
        made._of_file = True
        return made

    def table(self, name: str) -> Frame:
        """One of the tables. Raises SilkenwebError where the run did not keep it."""
        arguments.choice("name", name, TABLES)
        if name not in self.task.tables:
            raise SilkenwebError(not_kept(name))
        if self.folder is not None:
            return self.folder.scan(name, self.task.edition)
        return self._parts.get(name, empty(name, self.task.edition))

    @property
    def games(self) -> Frame:
        """A row a game."""
        return self.table("games")

    @property
    def levels(self) -> Frame:
        """A row a level."""
        return self.table("levels")

    @property
    def decisions(self) -> Frame:
        """A row a decision, where the run kept them."""
        return self.table("decisions")

    @property
    def cards(self) -> Frame:
        """A row a use of a card, where the run kept them."""
        return self.table("cards")

    def __len__(self) -> int:
        """How many games were played."""
        return self._counts()[1]

    @property
    def seed(self) -> str:
        """The seed of the run; game n has the seed `f"{run.seed}|{n}"`."""
        return self.task.seed

    @property
    def win_rate(self) -> Rate:
        """How often the games were won."""
        won, played = self._counts()
        return Rate(won / played if played else 0.0, *wilson(won, played))

    def _counts(self) -> tuple[int, int]:
        counts = self.games.lazy().select(pl.col("won").sum(), pl.len().alias("played")).collect()
        return counts.item(0, "won"), counts.item(0, "played")

    def replay(self, number: int) -> Replay:
        """Game `number` again, as a replay, whose seed it has: the same moves, if its bots have no clock.

        Raises SilkenwebError if this run was opened from a folder that names bots out of bounds (see
        `silkenweb.bots.registry`).
        """
        if self._of_file:
            for bot in self.task.bots:
                check_seat(bot)
        number = arguments.whole("number", number)
        seating = self.task.seating(number)
        return bots.play(
            seating,
            self.task.bots_of(len(seating)),
            seed=self.task.seed_of(number),
            blessings=self.task.blessings,
            edition=self.task.edition,
            names=self.task.bots_of(len(seating)),
        )

    def __repr__(self) -> str:
        where = f" in {self.folder.path}" if self.folder is not None else ""
        return f"<Run {self.task.name!r}{where}: {len(self):,} games, {self.win_rate} won>"

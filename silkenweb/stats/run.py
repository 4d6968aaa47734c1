"""Run: a simulation that has been played, in memory or in a folder.

In a folder, `run.json` holds the settings, and each table has a folder of Parquet parts. `run.json` is
written first. A part is named by its games, `00000100-00000199.parquet`; the part of `games` is written after
those of the other tables, so a chunk is complete if its part of `games` exists. A run that was stopped at any
moment can therefore be read, and resumes with the missing games, whatever the sizes of the chunks. Only one
program at a time writes to a folder: it holds the lock of `run.json`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, TypeAlias

import polars as pl

from silkenweb import arguments, bots, files
from silkenweb.bots.limits import check_seat
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError, quote
from silkenweb.replay import Replay
from silkenweb.stats.columns import TABLES, empty
from silkenweb.stats.rates import wilson
from silkenweb.stats.task import Task

FORMAT: Final = "silkenweb-run"
VERSION: Final = 1
ABOUT: Final = "run.json"
MOST_BYTES: Final = 1 << 24
"""The size of `run.json` at most; it may hold an edition."""

_PART = re.compile(r"(\d{8,})-(\d{8,})\.parquet")
_OWN = re.compile(rf"\.{re.escape(ABOUT)}\..*(lock|tmp)")  # beside `run.json`: its lock, and what a kill left


class RunFolder:
    """The folder of a run."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @staticmethod
    def exists(path: str | os.PathLike[str]) -> bool:
        """Whether there is a run at this path."""
        return os.path.isfile(Path(path) / ABOUT)

    # -- what is played ------------------------------------------------------------------------------

    @contextmanager
    def locked(self, settings: Mapping[str, Any], resume: bool) -> Iterator[None]:
        """Begin a run in the folder, or with `resume` continue the one that is there, and keep others out.

        Raises SilkenwebError if another program is playing it, if it has other settings, or if the folder has
        something else in it.
        """
        if not (resume and self.exists(self.path)):
            self._check_empty()
        with ExitStack() as stack:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                stack.enter_context(files.lock(self.path / ABOUT, timeout=0))
            except TimeoutError:
                raise SilkenwebError(
                    f"{self.path}: another program is playing this run; wait until it has ended, or choose "
                    "another folder"
                ) from None
            except OSError as error:
                raise SilkenwebError(
                    f"{self.path}: this can't be the folder of a run: {error.strerror}"
                ) from error
            if resume and self.exists(self.path):
                self._continue(settings)
            else:
                self._begin(settings)
            yield

    def _check_empty(self) -> None:
        if self.exists(self.path):
            raise SilkenwebError(f"{self.path}: there is a run; resume=True (or --resume) continues it")
        if self.path.is_dir():
            found = [each.name for each in self.path.iterdir() if not _OWN.fullmatch(each.name)]
        else:
            found = [self.path.name] if self.path.exists() else []
        if found:
            raise SilkenwebError(f"{self.path}: there is something else; choose a new or empty folder")

    def _begin(self, settings: Mapping[str, Any]) -> None:
        self._check_empty()
        data = {"format": FORMAT, "version": VERSION, **settings}
        _write(self.path / ABOUT, json.dumps(data, indent=2).encode())
        self._make_tables(settings)

    def _make_tables(self, settings: Mapping[str, Any]) -> None:
        for table in settings["tables"]:
            (self.path / table).mkdir(exist_ok=True)

    def settings(self) -> dict[str, Any]:
        """The settings of the run. Raises SilkenwebError if they can't be read."""
        try:
            data = json.loads(files.read(self.path / ABOUT, MOST_BYTES))
            known = data.pop("format") == FORMAT and data.pop("version") == VERSION
        except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise SilkenwebError(f"{self.path / ABOUT}: this does not tell of a run ({reason})") from error
        if not known:
            raise SilkenwebError(f"{self.path / ABOUT}: not a run of version {VERSION}")
        return dict(data)

    def _continue(self, settings: Mapping[str, Any]) -> None:
        """Check that the run has these settings, and remove what a stop has left half done."""
        there = self.settings()
        wanted = json.loads(json.dumps(settings))
        for key, value in wanted.items():
            if there.get(key) != value:
                found = f"{key}={quote(there.get(key))}, not {quote(value)}"
                raise SilkenwebError(f"{self.path}: the run there has other settings ({found})")
        self._make_tables(settings)
        whole = {_name(games) for games in self.done()}
        for table in settings["tables"]:
            for path in (self.path / table).iterdir():
                half = _PART.fullmatch(path.name) or (path.name.startswith(".") and path.suffix == ".tmp")
                if half and path.name not in whole:
                    path.unlink()

    # -- parts ---------------------------------------------------------------------------------------

    def done(self) -> list[range]:
        """The games that are there, in order. Raises SilkenwebError where some are there twice."""
        place = self.path / "games"
        names = [_PART.fullmatch(path.name) for path in place.iterdir()] if place.is_dir() else []
        found = sorted((int(name[1]), int(name[2]) + 1) for name in names if name)
        for (_, end), (first, _) in pairwise(found):
            if first < end:
                raise SilkenwebError(f"{self.path}: two parts have game {first}; delete one of them")
        return [range(first, end) for first, end in found]

    def missing(self, games: int) -> list[range]:
        """The games of the first so many that are not there."""
        gaps, at = [], 0
        for there in self.done():
            gaps.append(range(at, min(there.start, games)))
            at = there.stop
        if at > games:
            raise SilkenwebError(
                f"{self.path}: there are {at:,} games already, more than the {games:,} asked for"
            )
        return [gap for gap in (*gaps, range(at, games)) if gap]

    def add(self, first: int, frames: Mapping[str, pl.DataFrame]) -> None:
        """Write the parts of a chunk."""
        name = _name(range(first, first + frames["games"].height))
        for table in sorted(frames, key="games".__eq__):  # `games` last
            _write(self.path / table / name, frames[table].write_parquet)

    def scan(self, table: str, edition: Edition) -> pl.LazyFrame:
        """A table as far as it is there, in the order of the games."""
        if table not in self.settings()["tables"]:
            raise SilkenwebError(missing_table(table))
        parts = [self.path / table / _name(games) for games in self.done()]
        return pl.scan_parquet(parts) if parts else empty(table, edition).lazy()


def missing_table(table: str) -> str:
    """What is told to who asks for a table that a run has not."""
    if table not in TABLES:
        return f"there is no table {quote(table)}; there are {', '.join(TABLES)}"
    return f"this run kept no {table}: simulate(..., tables=sw.frames.TABLES) keeps all tables"


def _name(games: range) -> str:
    return f"{games.start:08}-{games.stop - 1:08}.parquet"


def _write(path: Path, content: bytes | Callable[[BinaryIO], object]) -> None:
    try:
        files.write(path, content)
    except OSError as error:
        raise SilkenwebError(f"{path}: this can't be written: {error.strerror}") from error


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
        self, task: Task, folder: RunFolder | None = None, parts: Mapping[str, pl.DataFrame] | None = None
    ) -> None:
        """For `sw.simulate` and `Run.open`."""
        self.task = task
        self.folder = folder
        self._parts = parts or {}
        self._from_folder = False

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Run:
        """The run in a folder that `simulate(out=...)` made."""
        folder = RunFolder(arguments.path("path", path))
        made = cls(Task.from_settings(folder.settings()), folder)
        made._from_folder = True
        return made

    def table(self, name: str) -> Frame:
        """One of the tables. Raises SilkenwebError where the run did not keep it."""
        arguments.choice("name", name, TABLES)
        if name not in self.task.tables:
            raise SilkenwebError(missing_table(name))
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
        `silkenweb.bots.limits`).
        """
        if self._from_folder:
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

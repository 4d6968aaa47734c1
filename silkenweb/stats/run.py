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
from silkenweb.bots.registry import check_seat
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError, escaped, quote, shorten
from silkenweb.replay import Replay
from silkenweb.stats.columns import TABLES, empty
from silkenweb.stats.rates import wilson
from silkenweb.stats.task import Task

FORMAT: Final = "silkenweb-run"
VERSION: Final = 1
ABOUT: Final = "run.json"
MOST_BYTES: Final = 1 << 24
"""Maximum size of `run.json`, which may contain an edition."""

_PART = re.compile(r"(\d{8,})-(\d{8,})\.parquet")
_OWN = re.compile(
    rf"\.{re.escape(ABOUT)}\..*(lock|tmp)"
)  # beside `run.json`: its lock, and leftovers of a killed process


class RunFolder:
    """The folder of a run."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @staticmethod
    def exists(path: str | os.PathLike[str]) -> bool:
        """Return whether there is a run at this path."""
        return os.path.isfile(Path(path) / ABOUT)

    # -- settings ------------------------------------------------------------------------------------

    @contextmanager
    def locked(self, settings: Mapping[str, Any], resume: bool) -> Iterator[None]:
        """Begin a run in the folder, or with `resume` continue the existing one, and lock the folder.

        Raises SilkenwebError if another program has locked it, if the run has other settings, or if the
        folder contains other files.
        """
        if not (resume and self.exists(self.path)):
            self._check_empty()
        with ExitStack() as stack:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                stack.enter_context(files.lock(self.path / ABOUT, timeout=0))
            except TimeoutError:
                raise SilkenwebError(
                    f"{self.path}: another program is playing this run; wait until it ends, or choose "
                    "another folder"
                ) from None
            except OSError as error:
                raise SilkenwebError(
                    f"{self.path}: cannot use this as the folder of a run: {error.strerror}"
                ) from error
            if resume and self.exists(self.path):
                self._continue(settings)
            else:
                self._begin(settings)
            yield

    def _check_empty(self) -> None:
        if self.exists(self.path):
            raise SilkenwebError(
                f"{self.path}: this folder already contains a run; resume=True (or --resume) continues it"
            )
        if self.path.is_dir():
            found = [each.name for each in self.path.iterdir() if not _OWN.fullmatch(each.name)]
        else:
            found = [self.path.name] if self.path.exists() else []
        if found:
            raise SilkenwebError(f"{self.path}: this contains other files; choose a new or empty folder")

    def _begin(self, settings: Mapping[str, Any]) -> None:
        self._check_empty()
        data = {"format": FORMAT, "version": VERSION, **settings}
        _write(self.path / ABOUT, json.dumps(data, indent=2).encode())
        self._make_tables(settings)

    def _make_tables(self, settings: Mapping[str, Any]) -> None:
        for table in settings["tables"]:
            (self.path / table).mkdir(exist_ok=True)

    def settings(self) -> dict[str, Any]:
        """Return the settings of the run. Raises SilkenwebError if they can't be read."""
        try:
            data = json.loads(files.read(self.path / ABOUT, MOST_BYTES))
            known = data.pop("format") == FORMAT and data.pop("version") == VERSION
        except (OSError, ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise SilkenwebError(f"{self.path / ABOUT}: this is not the file of a run ({reason})") from error
        if not known:
            raise SilkenwebError(f"{self.path / ABOUT}: not a run of version {VERSION}")
        return dict(data)

    def _continue(self, settings: Mapping[str, Any]) -> None:
        """Check that the run has these settings, and remove unfinished parts."""
        there = self.settings()
        wanted = json.loads(json.dumps(settings))
        for key, value in wanted.items():
            if there.get(key) != value:
                found = f"{key}={_setting(there.get(key))}, not {_setting(value)}"
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
        """Return the ranges of games on disk, in order. Raises SilkenwebError if parts overlap."""
        place = self.path / "games"
        names = [_PART.fullmatch(path.name) for path in place.iterdir()] if place.is_dir() else []
        found = sorted((int(name[1]), int(name[2]) + 1) for name in names if name)
        for (_, end), (first, _) in pairwise(found):
            if first < end:
                raise SilkenwebError(f"{self.path}: two parts contain game {first}; delete one of them")
        return [range(first, end) for first, end in found]

    def missing(self, games: int) -> list[range]:
        """Return the missing ranges among the first `games` games."""
        gaps, at = [], 0
        for there in self.done():
            gaps.append(range(at, min(there.start, games)))
            at = there.stop
        if at > games:
            raise SilkenwebError(
                f"{self.path}: expected at most {games:,} games, but the run already has {at:,}"
            )
        return [gap for gap in (*gaps, range(at, games)) if gap]

    def add(self, first: int, frames: Mapping[str, pl.DataFrame]) -> None:
        """Write the parts of a chunk."""
        name = _name(range(first, first + frames["games"].height))
        for table in sorted(frames, key="games".__eq__):  # `games` last
            _write(self.path / table / name, frames[table].write_parquet)

    def scan(self, table: str, edition: Edition) -> pl.LazyFrame:
        """Return the existing part of a table, in the order of the games."""
        if table not in self.settings()["tables"]:
            raise SilkenwebError(missing_table(table))
        parts = [self.path / table / _name(games) for games in self.done()]
        return pl.scan_parquet(parts) if parts else empty(table, edition).lazy()


def missing_table(table: str) -> str:
    """Return the error message for a table that a run does not have."""
    if table not in TABLES:
        return f"there is no table {quote(table)}; the tables are {', '.join(TABLES)}"
    return f"this run did not keep {table}: simulate(..., tables=sw.frames.TABLES) keeps all tables"


def _setting(value: object) -> str:
    """Return a setting for a message, with the contents of a list or an object."""
    if isinstance(value, list | dict):
        return shorten(escaped(json.dumps(value, ensure_ascii=False)))
    return quote(value)


def _name(games: range) -> str:
    return f"{games.start:08}-{games.stop - 1:08}.parquet"


def _write(path: Path, content: bytes | Callable[[BinaryIO], object]) -> None:
    try:
        files.write(path, content)
    except OSError as error:
        raise SilkenwebError(f"{path}: cannot write this file: {error.strerror}") from error


Frame: TypeAlias = pl.DataFrame | pl.LazyFrame


class Rate(NamedTuple):
    """A win rate with its 95% Wilson interval; all values from 0 to 1."""

    rate: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.rate:.1f}% [{100 * self.low:.1f}, {100 * self.high:.1f}]"


class Run:
    """The games of a simulation. `games`, `levels`, `decisions`, `cards` are its tables (see `sw.frames`).

    A run in memory has DataFrames. A run in a folder has LazyFrames, which read the existing parts when they
    are collected, even while it is still running.
    """

    def __init__(
        self, task: Task, folder: RunFolder | None = None, parts: Mapping[str, pl.DataFrame] | None = None
    ) -> None:
        """Create a run; used by `sw.simulate` and `Run.open`."""
        self.task = task
        self.folder = folder
        self._parts = parts or {}
        self._from_folder = False

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Run:
        """Open the run in a folder that `simulate(out=...)` wrote."""
        folder = RunFolder(arguments.path("path", path))
        made = cls(Task.from_settings(folder.settings()), folder)
        made._from_folder = True
        return made

    def table(self, name: str) -> Frame:
        """Return one of the tables. Raises SilkenwebError if the run did not keep it."""
        arguments.choice("name", name, TABLES)
        if name not in self.task.tables:
            raise SilkenwebError(missing_table(name))
        if self.folder is not None:
            return self.folder.scan(name, self.task.edition)
        return self._parts.get(name, empty(name, self.task.edition))

    @property
    def games(self) -> Frame:
        """One row per game."""
        return self.table("games")

    @property
    def levels(self) -> Frame:
        """One row per level."""
        return self.table("levels")

    @property
    def decisions(self) -> Frame:
        """One row per decision, if the run kept them."""
        return self.table("decisions")

    @property
    def cards(self) -> Frame:
        """One row per use of a card, if the run kept them."""
        return self.table("cards")

    def __len__(self) -> int:
        """Return the number of games played."""
        return self._counts()[1]

    @property
    def seed(self) -> str:
        """The seed of the run; game n has the seed `f"{run.seed}|{n}"`."""
        return self.task.seed

    @property
    def win_rate(self) -> Rate:
        """The share of games won, with its 95% interval."""
        won, played = self._counts()
        return Rate(won / played if played else 0.0, *wilson(won, played))

    def _counts(self) -> tuple[int, int]:
        counts = self.games.lazy().select(pl.col("won").sum(), pl.len().alias("played")).collect()
        return counts.item(0, "won"), counts.item(0, "played")

    def replay(self, number: int) -> Replay:
        """Play game `number` again and return its replay: the same moves, if its bots use no clock.

        Raises SilkenwebError if this run was opened from a folder and a bot exceeds the limits of
        `silkenweb.bots.registry`.
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

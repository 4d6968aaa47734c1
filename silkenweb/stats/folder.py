"""A run on disk: `run.json` says what is played, and each table has a folder of Parquet parts.

A part is named by its games, `00000100-00000199.parquet`. It is written under another name, then renamed,
that of `games` after those of the other tables: a chunk is there if its part of `games` is. So at any moment
what can be read is whole, and a run that was stopped goes on with the games that are missing, whatever the
sizes of the chunks.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import polars as pl

from silkenweb import files
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError, quote
from silkenweb.stats.dtypes import empty
from silkenweb.stats.schema import TABLES

FORMAT: Final = "silkenweb-run"
VERSION: Final = 1
ABOUT: Final = "run.json"
MOST_BYTES: Final = 4 << 20
"""Of `run.json`, which may hold a whole edition."""
_PART = re.compile(r"(\d{8,})-(\d{8,})\.parquet")


class Folder:
    """The folder of a run."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    @staticmethod
    def is_one(path: str | os.PathLike[str]) -> bool:
        """Whether there is a run at this path."""
        return os.path.isfile(Path(path) / ABOUT)

    # -- what is played ------------------------------------------------------------------------------

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Make the folder. Raises SilkenwebError where there is something in it."""
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            what = (
                "a run: resume=True (or --resume) goes on with it"
                if self.is_one(self.path)
                else "something else"
            )
            raise SilkenwebError(f"{self.path}: there is {what}")
        for table in settings["tables"]:
            (self.path / table).mkdir(parents=True, exist_ok=True)
        told = {"format": FORMAT, "version": VERSION, **settings}
        _write(self.path / ABOUT, lambda file: file.write(json.dumps(told, indent=2).encode()))

    def settings(self) -> dict[str, Any]:
        """What `begin` was given. Raises SilkenwebError where that can't be read."""
        try:
            told = json.loads(files.read(self.path / ABOUT, MOST_BYTES))
            known = told.pop("format") == FORMAT and told.pop("version") == VERSION
        except (OSError, ValueError, KeyError, AttributeError, TypeError) as error:
            raise SilkenwebError(f"{self.path / ABOUT}: this does not tell of a run ({error})") from error
        if not known:
            raise SilkenwebError(f"{self.path / ABOUT}: not a run of version {VERSION}")
        return dict(told)

    def go_on(self, settings: Mapping[str, Any]) -> None:
        """Check that the run is one of these settings, and remove what a stop has left half done."""
        there = self.settings()
        wanted = json.loads(json.dumps(settings))
        for key, value in wanted.items():
            if there.get(key) != value:
                found = f"{key}={quote(there.get(key))}, not {quote(value)}"
                raise SilkenwebError(f"{self.path}: the run there has other settings ({found})")
        whole = {_name(games) for games in self.done()}
        for table in settings["tables"]:
            for path in (self.path / table).iterdir():
                if path.name not in whole:
                    path.unlink()

    # -- parts ---------------------------------------------------------------------------------------

    def done(self) -> list[range]:
        """The games that are there, in order. Raises SilkenwebError where some are there twice."""
        names = (_PART.fullmatch(path.name) for path in (self.path / "games").iterdir())
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
            raise SilkenwebError(not_kept(table))
        parts = [self.path / table / _name(games) for games in self.done()]
        return pl.scan_parquet(parts) if parts else empty(table, edition).lazy()


def not_kept(table: str) -> str:
    """What is told to who asks for a table that a run has not."""
    if table not in TABLES:
        return f"there is no table {quote(table)}; there are {', '.join(TABLES)}"
    return f"this run kept no {table}: simulate(..., tables=sw.frames.TABLES) keeps all tables"


def _name(games: range) -> str:
    return f"{games.start:08}-{games.stop - 1:08}.parquet"


def _write(path: Path, write: Any) -> None:
    """Have a file written as a whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

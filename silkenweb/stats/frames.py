"""Games as polars frames: `games`, `levels`, `decisions`, `cards`, from replays, folders of them, and runs.

Each takes a Replay, an iterable of them, the path of a replay, of a folder of replays or of a simulated run,
or a `Run`. What comes from paths is a LazyFrame, read when it is collected; what is in memory is a DataFrame.
`describe` tells what the columns are; the rows of one game have the same `run` and `game` in all tables
(KEYS).

>>> import silkenweb as sw
>>> replay = sw.play(["wukong", "bajie"], "random", seed="class-7")
>>> sw.frames.games(replay).select("team", "players", "result", "level").rows()
[(None, 2, 'lost', 2)]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import polars as pl
from polars.io.plugins import register_io_source

from silkenweb.edition import Edition
from silkenweb.errors import ReplayError
from silkenweb.stats.dtypes import describe, dtypes, to_frame
from silkenweb.stats.folder import Folder
from silkenweb.stats.rates import survival, wilson, win_rates
from silkenweb.stats.run import Run
from silkenweb.stats.schema import KEYS, TABLES
from silkenweb.stats.sources import PathLike, Read, Replays

__all__ = [
    "KEYS",
    "TABLES",
    "Frames",
    "cards",
    "decisions",
    "describe",
    "dtypes",
    "games",
    "levels",
    "read",
    "survival",
    "wilson",
    "win_rates",
]

Frame: TypeAlias = "pl.DataFrame | pl.LazyFrame"
Source: TypeAlias = "Run | Replays"

BATCH = 100
"""Replays that are made into a frame at once where they come from files."""


class Frames(NamedTuple):
    """The four tables of the same games."""

    games: pl.DataFrame
    levels: pl.DataFrame
    decisions: pl.DataFrame
    cards: pl.DataFrame


def games(
    source: Source, *, edition: Edition | None = None, faults: list[ReplayError] | None = None
) -> Frame:
    """A row a game. See the module for `source`.

    `edition` is needed for replays that were not played with a built-in one. A replay that cannot be trusted
    raises its ReplayError; given a list, it goes there, and the others are read.
    """
    return _table("games", source, Read(edition, False, faults))


def levels(
    source: Source, *, edition: Edition | None = None, faults: list[ReplayError] | None = None
) -> Frame:
    """A row for each level that was dealt. Parameters as for `games`."""
    return _table("levels", source, Read(edition, False, faults))


def decisions(
    source: Source,
    *,
    branches: bool = False,
    edition: Edition | None = None,
    faults: list[ReplayError] | None = None,
) -> Frame:
    """A row for each deal and decision of the games as played; with `branches` of all alternatives too, which
    have a `line`. Other parameters as for `games`.
    """
    return _table("decisions", source, Read(edition, branches, faults))


def cards(
    source: Source, *, edition: Edition | None = None, faults: list[ReplayError] | None = None
) -> Frame:
    """A row for each use of a card in a level, and for each card that was not used. Parameters as for
    `games`.
    """
    return _table("cards", source, Read(edition, False, faults))


def read(
    source: Source,
    *,
    branches: bool = False,
    edition: Edition | None = None,
    faults: list[ReplayError] | None = None,
) -> Frames:
    """All four tables in memory; replays are read only once for it. Parameters as for `decisions`."""
    run = _as_run(source)
    if run is not None:
        return Frames(*(run.table(table).lazy().collect() for table in TABLES))
    assert not isinstance(source, Run)
    made: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
    for found, rows in Read(edition, branches, faults).rows(source, list(TABLES), BATCH):
        for table, columns in rows.columns().items():
            made[table].append(to_frame(table, columns, found))
    return Frames(*(pl.concat(parts) for parts in made.values()))


def _table(table: str, source: Source, how: Read) -> Frame:
    run = _as_run(source)
    if run is not None:
        return run.table(table)
    assert not isinstance(source, Run)
    if isinstance(source, str | os.PathLike):
        return _lazy(table, source, how)
    return pl.concat(
        to_frame(table, rows.columns()[table], edition) for edition, rows in how.rows(source, [table], BATCH)
    )


def _as_run(source: Source) -> Run | None:
    if isinstance(source, Run):
        return source
    if isinstance(source, str | os.PathLike) and Folder.is_one(source):
        return Run.open(source)
    return None


def _lazy(table: str, path: PathLike, how: Read) -> pl.LazyFrame:
    """A frame that reads replays when it is collected, a batch at a time, and only as many rows as are
    needed.
    """

    def batches(
        columns: Sequence[str] | None, predicate: pl.Expr | None, n_rows: int | None, _size: int | None
    ) -> Iterator[pl.DataFrame]:
        for edition, rows in how.rows(path, [table], BATCH):
            frame = to_frame(table, rows.columns()[table], edition)
            if n_rows is not None:
                frame = frame.head(n_rows)
                n_rows -= frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame if columns is None else frame.select(columns)
            if n_rows == 0:
                return

    return register_io_source(batches, schema=dtypes(table, how.edition))

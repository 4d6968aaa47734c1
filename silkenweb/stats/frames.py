"""Games as polars frames: `games`, `levels`, `decisions`, `cards` and `reviews`.

Each function takes a Replay, the path of one, the name of a sample, an iterable of these, the path of a
folder of replays or of a simulated run, or a `Run` (which has no reviews). Paths give a LazyFrame, which is
read when it is collected; objects in memory give a DataFrame. `describe` lists the columns; the rows of one
game have the same `run` and `game` in all tables (KEYS).

>>> import silkenweb as sw
>>> replay = sw.play(["wukong", "bajie"], "random", seed="class-7")
>>> sw.frames.games(replay).select("team", "players", "result", "level").rows()
[(None, 2, 'lost', 2)]
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import polars as pl
from polars.io.plugins import register_io_source

from silkenweb import arguments
from silkenweb.edition.card_data import EditionLike, edition_or_none
from silkenweb.errors import ReplayError, SilkenwebError
from silkenweb.replay import Replay, sample, samples
from silkenweb.stats.columns import KEYS, TABLES, describe, dtypes, to_frame
from silkenweb.stats.rates import survival, wilson, win_rates
from silkenweb.stats.replay_rows import ReplayReader, Replays, read_reviews
from silkenweb.stats.run import Run, RunFolder
from silkenweb.study.review.grades import kept

__all__ = [
    "KEYS",
    "TABLES",
    "Frames",
    "cards",
    "decisions",
    "describe",
    "dtypes",
    "forecasts",
    "games",
    "levels",
    "read",
    "reviews",
    "survival",
    "wilson",
    "win_rates",
]


def __dir__() -> list[str]:
    return sorted(__all__)


Frame: TypeAlias = "pl.DataFrame | pl.LazyFrame"
Source: TypeAlias = "Run | Replays"

BATCH = 100
"""Replay files per frame."""


class Frames(NamedTuple):
    """The four tables of the same games."""

    games: pl.DataFrame
    levels: pl.DataFrame
    decisions: pl.DataFrame
    cards: pl.DataFrame


def games(
    source: Source, *, edition: EditionLike | None = None, faults: list[ReplayError] | None = None
) -> Frame:
    """Return one row per game. See the module for `source`.

    `edition` is needed for replays that were not played with a built-in edition. An invalid replay raises
    ReplayError; with a list `faults`, the error is added to the list and reading continues.
    """
    return _table("games", _source(source), _how(edition, False, faults))


def levels(
    source: Source, *, edition: EditionLike | None = None, faults: list[ReplayError] | None = None
) -> Frame:
    """Return one row per level that was dealt. Parameters as for `games`."""
    return _table("levels", _source(source), _how(edition, False, faults))


def decisions(
    source: Source,
    *,
    branches: bool = False,
    edition: EditionLike | None = None,
    faults: list[ReplayError] | None = None,
) -> Frame:
    """Return one row per deal and decision of the recorded lines.

    With `branches`, also of all variations, which have a `line`. Other parameters as for `games`.
    """
    return _table("decisions", _source(source), _how(edition, branches, faults))


def cards(
    source: Source, *, edition: EditionLike | None = None, faults: list[ReplayError] | None = None
) -> Frame:
    """Return one row per use of a card in a level, and one per unused card. Parameters as for `games`."""
    return _table("cards", _source(source), _how(edition, False, faults))


def reviews(
    source: Source,
    *,
    branches: bool = False,
    edition: EditionLike | None = None,
    faults: list[ReplayError] | None = None,
) -> Frame:
    """Return one row per deal and decision that `sw.review` has evaluated. Parameters as for `decisions`.

    Replays without reviews have no rows. Invalid reviews are skipped: they are added to `faults`, or there is
    a warning. Raises SilkenwebError for a run.
    """
    source = _source(source)
    if _as_run(source) is not None or isinstance(source, Run):
        raise SilkenwebError("a run has no reviews; review some of its games with sw.review(run.replay(17))")
    how = _how(edition, branches, faults)
    if isinstance(source, str | os.PathLike):
        return _lazily("reviews", how, partial(_review_frames, how, source))
    return pl.concat(_review_frames(how, source))


def forecasts() -> pl.DataFrame:
    """Return forecasts of reviews for 2,000 games, one decision each, compared with the results.

    There is one row per tenth of the forecast chance to win, with the number of `forecasts`, their `mean`,
    the `rate` of games won, and its 95% interval from `low` to `high`. The command that made them is in
    `silkenweb.study.review.grades.kept()`.
    """
    tenths = [tenth for tenth in kept().tenths if tenth is not None]
    made = pl.DataFrame(
        [(tenth.forecasts, tenth.mean, tenth.rate) for tenth in tenths],
        schema={"forecasts": pl.Int32, "mean": pl.Float64, "rate": pl.Float64},
        orient="row",
    )
    bounds = [wilson(round(tenth.rate * tenth.forecasts), tenth.forecasts) for tenth in tenths]
    low, high = zip(*bounds, strict=True)
    return made.with_columns(pl.Series("low", low), pl.Series("high", high))


def _review_frames(how: ReplayReader, source: Replays) -> Iterator[pl.DataFrame]:
    for edition, columns in read_reviews(how, source, BATCH):
        yield to_frame("reviews", columns, edition)


def read(
    source: Source,
    *,
    branches: bool = False,
    edition: EditionLike | None = None,
    faults: list[ReplayError] | None = None,
) -> Frames:
    """Return all four tables in memory, reading replays only once. Parameters as for `decisions`."""
    source, how = _source(source), _how(edition, branches, faults)
    run = _as_run(source)
    if run is not None:
        return Frames(*(run.table(table).lazy().collect() for table in TABLES))
    assert not isinstance(source, Run)
    made: dict[str, list[pl.DataFrame]] = {table: [] for table in TABLES}
    for found, rows in how.rows(source, list(TABLES), BATCH):
        for table, columns in rows.columns().items():
            made[table].append(to_frame(table, columns, found))
    return Frames(*(pl.concat(parts) for parts in made.values()))


def _source(source: Source) -> Source:
    """Return the argument `source` with names of samples replaced by samples, also within an iterable."""
    expected = (
        "a Replay, a Run, the path of a replay or of a folder, the name of a sample, or a list of these"
    )
    if isinstance(source, Run | Replay | os.PathLike):
        return source
    if isinstance(source, str):
        return _sample_or_path(source)
    each = arguments.instance("source", source, Iterable, expected)
    if isinstance(source, Mapping | bytes):
        raise arguments.wrong("source", expected, source)
    return (_checked(one, expected) for one in each)


def _checked(one: Any, expected: str) -> Replay | str | os.PathLike[str]:
    if isinstance(one, str):
        return _sample_or_path(one)
    if not isinstance(one, Replay | os.PathLike):
        raise arguments.wrong("source", expected, one)
    return one


def _sample_or_path(text: str) -> Replay | str:
    return sample(text) if text in samples() and not os.path.exists(text) else text


def _how(edition: EditionLike | None, branches: bool, faults: list[ReplayError] | None) -> ReplayReader:
    if faults is not None:
        arguments.instance("faults", faults, list, "a list to add errors to, or None")
    return ReplayReader(edition_or_none(edition), arguments.flag("branches", branches), faults)


def _table(table: str, source: Source, how: ReplayReader) -> Frame:
    run = _as_run(source)
    if run is not None:
        return run.table(table)
    assert not isinstance(source, Run)
    if isinstance(source, str | os.PathLike):
        return _lazily(table, how, partial(_frames, table, how, source))
    return pl.concat(_frames(table, how, source))


def _frames(table: str, how: ReplayReader, source: Replays) -> Iterator[pl.DataFrame]:
    for edition, rows in how.rows(source, [table], BATCH):
        yield to_frame(table, rows.columns()[table], edition)


def _as_run(source: Source) -> Run | None:
    if isinstance(source, Run):
        return source
    if isinstance(source, str | os.PathLike) and RunFolder.exists(source):
        return Run.open(source)
    return None


def _lazily(table: str, how: ReplayReader, frames: Callable[[], Iterator[pl.DataFrame]]) -> pl.LazyFrame:
    """Return a frame that reads replays when it is collected, in batches, and only the rows it needs."""

    def batches(
        columns: Sequence[str] | None, predicate: pl.Expr | None, n_rows: int | None, _size: int | None
    ) -> Iterator[pl.DataFrame]:
        for frame in frames():
            if n_rows is not None:
                frame = frame.head(n_rows)
                n_rows -= frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame if columns is None else frame.select(columns)
            if n_rows == 0:
                return

    return register_io_source(batches, schema=dtypes(table, how.edition))

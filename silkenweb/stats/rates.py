"""Win rates and survival, with confidence intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import polars as pl

from silkenweb import arguments

Z = 1.959963984540054
"""Standard deviations on either side of a normal mean that contain 95%."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of a rate: (low, high) from 0 to 1; (0, 1) without games.

    >>> low, high = wilson(18, 100)
    >>> round(low, 3), round(high, 3)
    (0.117, 0.267)
    """
    games = arguments.whole("games", games)
    wins = arguments.whole("wins", wins, 0, games)
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, Z * Z
    centre = (rate + square / (2 * games)) / (1 + square / games)
    half = Z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return centre - half if wins else 0.0, centre + half if wins < games else 1.0


def with_interval(counts: pl.DataFrame | pl.LazyFrame) -> pl.DataFrame:
    """Return the frame with `rate`, `low` and `high` (95%, Wilson) added to `wins` and `games`."""
    wins, games, square = pl.col("wins").cast(pl.Float64), pl.col("games").cast(pl.Float64), Z * Z
    rate = wins / games
    centre = (rate + square / (2 * games)) / (1 + square / games)
    half = Z * (rate * (1 - rate) / games + square / (4 * games * games)).sqrt() / (1 + square / games)
    low = (
        pl.when(wins == 0).then(0.0).otherwise(centre - half)
    )  # exactly 0: the formula would be off by 1e-18
    high = pl.when(wins == games).then(1.0).otherwise(centre + half)
    return counts.lazy().with_columns(rate.alias("rate"), low.alias("low"), high.alias("high")).collect()


def win_rates(games: pl.DataFrame | pl.LazyFrame, by: str | Sequence[str] = ()) -> pl.DataFrame:
    """Return how often games were won, one row per value of `by` (columns of the table `games`).

    Columns: those of `by`, `games`, `wins`, `rate` (0 to 1), `low`, `high` (95%, Wilson). Unfinished games do
    not count.
    """
    _check(games, "games")
    keys = _keys(by)
    ended = games.lazy().filter(pl.col("won").is_not_null())
    counted = [_count().alias("games"), pl.col("won").sum().cast(pl.Int64).alias("wins")]
    return with_interval(ended.group_by(keys).agg(counted).sort(keys) if keys else ended.select(counted))


def survival(levels: pl.DataFrame | pl.LazyFrame, by: str | Sequence[str] = ()) -> pl.DataFrame:
    """Return how many games get past each level, one row per level and value of `by` (columns of `levels`).

    `games` are all finished games and `wins` those that cleared the level; the other columns are as in
    `win_rates`. `tried` are the games that reached the level.
    """
    _check(levels, "levels")
    keys = _keys(by)
    game = ["run", "game"]
    ended = levels.lazy().group_by(game).agg((pl.col("end") != "open").all().alias("ended")).filter("ended")
    there = levels.lazy().join(ended, on=game, how="semi")
    number = pl.struct(game).n_unique().cast(pl.Int64).alias("games")
    begun = there.group_by(keys).agg(number) if keys else there.select(number)
    cleared = pl.col("cleared").sum().cast(pl.Int64).alias("wins")
    passed = there.group_by("level", *keys).agg(_count().alias("tried"), cleared)
    every = begun.join(there.select("level").unique(), how="cross")
    counts = every.join(passed, on=["level", *keys], how="left", nulls_equal=True)
    filled = counts.with_columns(pl.col("tried", "wins").fill_null(0))
    return with_interval(filled.select("level", *keys, "tried", "games", "wins").sort(*keys, "level"))


def _check(frame: pl.DataFrame | pl.LazyFrame, name: str) -> None:
    expected = f"a polars frame, such as run.{name} or sw.frames.{name}(replay)"
    arguments.instance(name, frame, (pl.DataFrame, pl.LazyFrame), expected)


def _keys(by: str | Sequence[str]) -> list[str]:
    if isinstance(by, str):
        return [by]
    return list(arguments.texts("by", by, "the name of a column, or a list of names"))


def _count() -> pl.Expr:
    """Return the number of rows as a signed integer, so that differences can be negative."""
    return pl.len().cast(pl.Int64)

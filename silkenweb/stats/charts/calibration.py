"""Charts that summarise reviews: losses by player, and the calibration of forecasts."""

from __future__ import annotations

import altair as alt
import polars as pl

from silkenweb.stats.charts.look import (
    WIDTH,
    Chart,
    Frame,
    Look,
    character_name,
    layered,
    percent,
    quantity,
    require_rows,
    select_columns,
    tooltip,
)
from silkenweb.stats.rates import Z
from silkenweb.study.review import GRADES


def grade_colours(look: Look) -> dict[str, str]:
    """Return a colour for each grade, the best first."""
    hues = (look.series[1], look.series[0], look.series[4], look.series[2], look.accent)
    return dict(zip(GRADES, hues, strict=True))


def players(reviews: Frame, *, dark: bool | None = None) -> Chart:
    """Draw the mean informed loss of each player's decisions with a choice, and their grades.

    The mean has its 95% interval. For one reviewed game or several, by character.
    """
    look = Look(dark)
    whole = select_columns(reviews, "run", "game", "line", "character", "loss", "loss_error", "grade")
    data = require_rows(
        whole.filter(pl.col("line").is_null() & pl.col("loss").is_not_null()),
        "reviewed decision with a choice",
    )
    each = _means(data)
    order = each["who"].to_list()
    y = alt.Y("who:N", title=None, sort=order)
    tips = [
        tooltip("who:N", "player"),
        tooltip("mean:Q", "mean loss", ".2%"),
        tooltip("low:Q", "95% from", ".2%"),
        tooltip("high:Q", "95% to", ".2%"),
        tooltip("decisions:Q", form=","),
        tooltip("total:Q", "in total (games)", ".2f"),
    ]
    base = alt.Chart(each).encode(y, tooltip=tips)
    axis = alt.Axis(format=".1%", tickCount=4, labelFlush=False)
    x = alt.X("low:Q", title="chance to win lost per decision", axis=axis)
    rule = base.mark_rule(strokeWidth=3, opacity=0.55, color=look.series[0]).encode(x, alt.X2("high:Q"))
    point = base.mark_point(filled=True, size=90, opacity=1, color=look.series[0]).encode(alt.X("mean:Q"))
    left = layered(rule, point).properties(width=WIDTH // 2, height=alt.Step(34))
    games = data.select(pl.struct("run", "game").n_unique()).item()
    summary = ", ".join(f"{row['who']} {percent(row['mean'])}" for row in each.rows(named=True))
    beside = alt.hconcat(left, _graded(data, order, look), spacing=18)
    both: alt.HConcatChart = beside.resolve_scale(y="shared")
    finished: Chart = look.finish(
        both,
        "What each player's decisions lost",
        [f"{quantity(data.height, 'decision')} with a choice in {quantity(games, 'game')}; 95% intervals"],
        f"Mean loss per decision in win chance, given what could be known: {summary}.",
    )
    return finished


def _means(data: pl.DataFrame) -> pl.DataFrame:
    """Return the mean loss of each player with its interval.

    The interval covers only the rollouts if there is one game, and also the decisions if there are more.
    """
    loss, error, count = pl.col("loss"), pl.col("loss_error"), pl.len()
    grouped = data.group_by("character", maintain_order=True).agg(
        loss.mean().alias("mean"), loss.sum().alias("total"), count.alias("decisions"),
        ((error**2).sum().sqrt() / count).alias("playouts"),
        (loss.std().fill_null(0) / count.sqrt()).alias("many"),
        pl.struct("run", "game").n_unique().alias("games"),
    )  # fmt: skip
    half = Z * pl.when(pl.col("games") > 1).then(pl.max_horizontal("playouts", "many")).otherwise(
        pl.col("playouts")
    )
    mean = pl.col("mean")
    return _named(grouped.with_columns((mean - half).alias("low"), (mean + half).alias("high"))).sort("mean")


def _named(frame: pl.DataFrame) -> pl.DataFrame:
    who = pl.col("character").cast(pl.String).map_elements(character_name, return_dtype=pl.String)
    return frame.with_columns(who.alias("who")).drop("character")


def _graded(data: pl.DataFrame, order: list[str], look: Look) -> alt.Chart:
    hues = grade_colours(look)
    counts = _named(data.group_by("character", "grade").agg(pl.len().alias("count")))
    whole = counts.with_columns(
        pl.col("grade").cast(pl.String),
        (pl.col("count") / pl.col("count").sum().over("who")).alias("share"),
        pl.col("grade").cast(pl.String).replace_strict(list(hues), list(range(len(hues)))).alias("rank"),
    ).sort("who", "rank")
    there = [grade for grade in hues if grade in set(whole["grade"])]
    scale = alt.Scale(domain=there, range=[hues[grade] for grade in there])
    axis = alt.Axis(format="%", labelFlush=False)
    chart: alt.Chart = (
        alt.Chart(whole)
        .mark_bar(stroke=look.surface, strokeWidth=1)
        .encode(
            alt.Y("who:N", title=None, sort=order, axis=None),
            alt.X("share:Q", title="share of decisions", axis=axis, stack="normalize"),
            alt.Color("grade:N", title=None, scale=scale, sort=there),
            alt.Order("rank:Q"),
            tooltip=[
                tooltip("who:N", "player"),
                tooltip("grade:N"),
                tooltip("count:Q", "decisions"),
                tooltip("share:Q", form=".0%"),
            ],
        )
        .properties(width=WIDTH // 2, height=alt.Step(34))
    )
    return chart


def calibration(forecasts: Frame, *, dark: bool | None = None) -> Chart:
    """Draw forecast chances to win, in tenths, against the share of games won; on the diagonal they agree.

    `forecasts` is the frame of `frames.forecasts()`.
    """
    look = Look(dark)
    data = require_rows(select_columns(forecasts, "forecasts", "mean", "rate", "low", "high"), "forecast")
    tips = [
        tooltip("mean:Q", "forecast", ".1%"),
        tooltip("rate:Q", "won", ".1%"),
        tooltip("low:Q", "95% from", ".1%"),
        tooltip("high:Q", "95% to", ".1%"),
        tooltip("forecasts:Q", "games", ","),
    ]
    whole = alt.Scale(domain=[0, 1], nice=False)
    axis = alt.Axis(format="%", tickCount=6)
    base = alt.Chart(data).encode(alt.X("mean:Q", title="forecast chance to win", scale=whole, axis=axis))
    low = alt.Y("low:Q", title="games won", scale=whole, axis=axis)
    reach = base.mark_rule(strokeWidth=2, color=look.series[0], opacity=0.6).encode(low, alt.Y2("high:Q"))
    size = alt.Size("forecasts:Q", title="games", scale=alt.Scale(range=[40, 500]))
    point = base.mark_point(filled=True, opacity=1, color=look.series[0]).encode(
        alt.Y("rate:Q"), size=size, tooltip=tips
    )
    ends = pl.DataFrame({"x": [0.0, 1.0]})
    line = alt.Chart(ends).mark_line(strokeDash=[4, 3], strokeWidth=1, color=look.muted)
    games = int(data["forecasts"].sum())
    off = float(((data["mean"] - data["rate"]) * data["forecasts"]).sum()) / games
    return look.finish(
        layered(line.encode(alt.X("x:Q"), alt.Y("x:Q")), reach, point).properties(width=360, height=360),
        "Are the forecasts of reviews calibrated?",
        [
            f"{quantity(games, 'game')} by the bot convention, one decision of each; 95% intervals (Wilson)",
            f"On average {100 * abs(off):.1f} points too {'high' if off > 0 else 'low'}; dashed: perfect "
            f"calibration",
        ],
        "Share of games won by forecast chance to win: "
        + ", ".join(
            f"{percent(row['mean'])} forecast, {percent(row['rate'])} won" for row in data.rows(named=True)
        )
        + ".",
    )

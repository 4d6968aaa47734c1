"""Charts of one reviewed game: its value, the losses of decisions, and the luck of the deals."""

from __future__ import annotations

from math import log
from typing import Any, Final

import altair as alt
import polars as pl

from silkenweb.errors import SilkenwebError
from silkenweb.stats.charts.calibration import grade_colours
from silkenweb.stats.charts.look import (
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
from silkenweb.stats.charts.trajectory import POINT, WIDE, stacked
from silkenweb.stats.rates import Z

ENDS: Final = (0.005, 0.995)
"""Chances beyond these limits are drawn at the limit, because the scale of odds is infinite."""

TICKS: Final = (0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)
MARKS: Final = {
    "inaccuracy": "triangle-down",
    "mistake": "diamond",
    "blunder": "cross",
    "brilliant": "triangle-up",
    "unlucky": "square",
    "lucky": "circle",
}
"""The shape of each mark on the curve."""

_ONE = ["run", "game", "line", "path", "step", "level", "turn", "character", "move"]


def value(reviews: Frame, *, dark: bool | None = None) -> Chart:
    """Draw the chance to win after each deal and decision of a game, with its 95% interval.

    The moments where the game was lost or saved are marked. On the scale of odds, 95% to 90% is as far as
    50% to 32%, so that small losses in a good position are visible. A click on a point selects it, under the
    name POINT, by its `path`.
    """
    look = Look(dark)
    data = _one(reviews, "value", "value_error", "open", "loss", "best", "grade", "label", "lost_level")
    points = data.with_columns(
        _odds(pl.col("value")).alias("y"), _odds(pl.col("open")).alias("visible"),
        _odds(pl.col("value") - Z * pl.col("value_error")).alias("low"),
        _odds(pl.col("value") + Z * pl.col("value_error")).alias("high"),
        _mark().alias("mark"),
    )  # fmt: skip
    labels = "format(1 / (1 + exp(-datum.value)), '.0%')"
    axis = alt.Axis(values=[_logit(tick) for tick in TICKS], labelExpr=labels)
    scale = alt.Scale(domain=[_logit(ENDS[0]), _logit(ENDS[1])], nice=False)
    x = alt.X("step:Q")
    y = alt.Y("y:Q")
    base = alt.Chart(points).encode(x)
    band = base.mark_area(opacity=0.35, color=look.series[0], interpolate="step-after").encode(
        alt.Y("low:Q", title="chance to win (a scale of odds)", scale=scale, axis=axis), alt.Y2("high:Q")
    )
    dotted = base.mark_line(strokeWidth=1, color=look.muted, interpolate="step-after", strokeDash=[2, 2])
    line = base.mark_line(strokeWidth=2, color=look.ink, interpolate="step-after").encode(y)
    click = alt.selection_point(name=POINT, fields=["path"], nearest=True, on="click", empty=False)
    dots = base.mark_point(filled=True, size=50, color=look.accent).encode(
        y, opacity=alt.condition(click, alt.value(1), alt.value(0)), tooltip=_tooltips()
    )
    chart = layered(
        *_levels(data, look), band, dotted.encode(alt.Y("visible:Q")), line, *_rules(points, look),
        _marked(points, look, y), dots.add_params(click),
    )  # fmt: skip
    lost = points.filter(pl.col("mark").is_in(["mistake", "blunder"])).height
    return look.finish(
        chart.properties(width=WIDE, height=300),
        "Value of the game",
        [
            f"After {data.height} deals and decisions, given what the seat could know; band: 95% interval",
            "Dotted: with all cards visible; red line: the level could no longer be cleared",
        ],
        f"Chance to win over {data.height} deals and decisions, from {percent(data['value'][0])} to"
        f" {percent(data['value'][-1])}; {quantity(lost, 'mistake')} marked.",
    )


def losses(reviews: Frame, *, dark: bool | None = None) -> Chart:
    """Draw the win chance lost by each decision of a game.

    The upper panel is given what its seat could know, the lower one with all cards visible. A square-root
    scale makes small losses visible beside large ones.
    """
    look = Look(dark)
    both = ("loss", "loss_error", "hindsight", "hindsight_error", "best", "best_open")
    data = _one(reviews, *both, "grade", "label")
    decided = require_rows(data.filter(pl.col("loss").is_not_null()), "decision with a choice")
    top = max(*decided["loss"], *decided["hindsight"], 0.02)
    click = alt.selection_point(name=POINT, fields=["path"], on="click", empty=False)
    panels = [
        _lost(decided, data, ("loss", "given what could be known"), top, look, click, last=False),
        _lost(decided, data, ("hindsight", "with all cards visible"), top, look, click, last=True),
    ]
    known, visible = map(percent, decided.select(pl.col("loss", "hindsight").mean()).row(0))
    return look.finish(
        stacked(panels),
        "Win chance lost by decisions",
        [
            f"{quantity(decided.height, 'decision')} with a choice; thin: standard error; square-root scale",
            f"On average {known} given what could be known, {visible} with all cards visible",
        ],
        f"Losses of {decided.height} decisions: on average {known} given what could be known and {visible} "
        f"with"
        " all cards visible.",
    )


def deals(reviews: Frame, *, dark: bool | None = None) -> Chart:
    """Draw the luck of each deal of a game: the chance to win after it, minus the expected chance."""
    look = Look(dark)
    whole = _one(reviews, "luck", "luck_error", "open")
    data = require_rows(whole.filter(pl.col("luck").is_not_null()), "deal").with_columns(
        (pl.col("luck") - Z * pl.col("luck_error")).alias("low"),
        (pl.col("luck") + Z * pl.col("luck_error")).alias("high"),
    )
    reach = max(0.05, *(abs(each) for each in (*data["low"], *data["high"]))) * 1.1
    scale = alt.Scale(domain=[-reach, reach], nice=False)
    tips = [
        tooltip("level:O"),
        tooltip("luck:Q", "luck", "+.1%"),
        tooltip("luck_error:Q", "standard error", ".1%"),
        tooltip("open:Q", "chance to win after it", ".1%"),
        tooltip("path:N", "node"),
    ]
    x = alt.X("level:O", title="level dealt", axis=alt.Axis(labelAngle=0))
    base = alt.Chart(data).encode(x, tooltip=tips)
    axis = alt.Axis(format="+.0%", tickCount=5)
    y = alt.Y("luck:Q", title="change of the chance to win", scale=scale, axis=axis)
    good = alt.condition("datum.luck >= 0", alt.value(look.series[1]), alt.value(look.series[2]))
    bars = base.mark_bar(size=26).encode(y, color=good)
    error = base.mark_rule(color=look.ink).encode(alt.Y("low:Q"), alt.Y2("high:Q"))
    zero = alt.Chart(pl.DataFrame({"y": [0.0]})).mark_rule(color=look.edge).encode(alt.Y("y:Q"))
    summary = ", ".join(
        f"level {level} {100 * luck:+.0f}%" for level, luck in data.select("level", "luck").rows()
    )
    return look.finish(
        layered(bars, error, zero).properties(width=WIDE // 2, height=240),
        "The luck of the deals",
        [f"{quantity(data.height, 'deal')}; after it, less expected before; thin: 95% interval"],
        f"Luck of each deal, as a change of the chance to win: {summary}.",
    )


# -- parts -------------------------------------------------------------------------------------------------


def _one(reviews: Frame, *columns: str) -> pl.DataFrame:
    """Return the recorded line of one reviewed game."""
    data = select_columns(reviews, *_ONE, *columns).filter(pl.col("line").is_null())
    found = require_rows(data, "deal or decision that was reviewed")
    games = found.select(pl.struct("run", "game").n_unique()).item()
    if games > 1:
        raise SilkenwebError(f"expected one game, got {games}: filter the frame by run and game")
    who = pl.col("character").cast(pl.String).map_elements(character_name, return_dtype=pl.String)
    decision = pl.coalesce("move", pl.lit("deal")).alias("decision")
    return found.with_columns(who.fill_null("").alias("who"), decision).drop("character", "move", "line")


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


def _odds(chance: pl.Expr) -> pl.Expr:
    clipped = chance.clip(*ENDS)
    return (clipped / (1 - clipped)).log()


def _mark() -> pl.Expr:
    """Return the mark of a node: the label if it says more than the grade."""
    grade, label = pl.col("grade").cast(pl.String), pl.col("label").cast(pl.String)
    return (
        pl.when(label.is_in(["brilliant", "unlucky", "lucky"]))
        .then(label)
        .when(grade.is_in(["inaccuracy", "mistake", "blunder"]))
        .then(grade)
    )


def _marked(points: pl.DataFrame, look: Look, y: alt.Y) -> alt.Chart:
    marked = points.filter(pl.col("mark").is_not_null())
    there = [mark for mark in MARKS if mark in set(marked["mark"])]
    good = {"brilliant": look.series[1], "lucky": look.series[4], "unlucky": look.series[3]}
    colours = [good.get(mark, look.accent) for mark in there]
    chart = alt.Chart(marked if there else points.clear())
    points_of = chart.mark_point(filled=True, size=75, opacity=1, stroke=look.surface, strokeWidth=1)
    drawn: alt.Chart = points_of.encode(
        alt.X("step:Q"), y,
        color=alt.Color("mark:N", title=None, scale=alt.Scale(domain=there, range=colours)),
        shape=alt.Shape(
            "mark:N", title=None, scale=alt.Scale(domain=there, range=[MARKS[mark] for mark in there])
        ),
        tooltip=_tooltips(),
    )  # fmt: skip
    return drawn


def _tooltips() -> list[alt.Tooltip]:
    return [
        tooltip("decision:N"),
        tooltip("who:N", "by"),
        tooltip("level:O"),
        tooltip("value:Q", "chance to win", ".1%"),
        tooltip("value_error:Q", "standard error", ".1%"),
        tooltip("open:Q", "with all cards visible", ".1%"),
        tooltip("loss:Q", "loss", ".1%"),
        tooltip("best:N", "better"),
        tooltip("grade:N"),
        tooltip("label:N"),
        tooltip("path:N", "node"),
    ]


def _rules(points: pl.DataFrame, look: Look) -> list[alt.Chart]:
    """Return rules where the level could no longer be cleared."""
    lost = points.filter(pl.col("lost_level"))
    if lost.is_empty():
        return []
    return [alt.Chart(lost).mark_rule(color=look.accent, strokeWidth=1.5).encode(alt.X("step:Q"))]


def _below(shown: bool) -> Any:
    return alt.Axis(title="deals and decisions", tickMinStep=1, grid=False, format="d") if shown else None


def _levels(data: pl.DataFrame, look: Look, shown: bool = True) -> list[alt.Chart]:
    """Return shading for every other level, and the numbers of the levels above."""
    ends = [(pl.col("step").min() - 0.5).alias("from"), (pl.col("step").max() + 0.5).alias("to")]
    bands = data.group_by("level", maintain_order=True).agg(ends)
    bands = bands.with_columns(((pl.col("from") + pl.col("to")) / 2).alias("middle"))
    scale = alt.Scale(domain=[0.5, float(data["step"].max()) + 0.5], nice=False)  # type: ignore[arg-type]
    even = alt.Chart(bands.filter(pl.col("level") % 2 == 0)).mark_rect(color=look.thread, opacity=0.28)
    layers = [even.encode(alt.X("from:Q", axis=_below(shown), scale=scale), alt.X2("to:Q"))]
    number = alt.Chart(bands).mark_text(dy=-7, color=look.muted, fontSize=11)
    return [*layers, number.encode(alt.X("middle:Q"), y=alt.value(0), text="level:O")]


def _lost(
    decided: pl.DataFrame, data: pl.DataFrame, what: tuple[str, str], top: float, look: Look,
    click: alt.Parameter, *, last: bool,
) -> alt.LayerChart:  # fmt: skip
    column, words = what
    shown = decided.with_columns(
        pl.col(column).clip(lower_bound=0).alias("lost"),
        (pl.col(column) - pl.col(f"{column}_error")).clip(lower_bound=0).alias("low"),
        (pl.col(column) + pl.col(f"{column}_error")).clip(0, top * 1.1).alias("high"),
    )
    scale = alt.Scale(type="sqrt", domain=[0, top * 1.1], nice=False)
    ticks = [each for each in (0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.8) if each <= top * 1.1]
    axis = alt.Axis(format=".0%", values=ticks)
    y = alt.Y("lost:Q", title=None, scale=scale, axis=axis)
    hues = grade_colours(look)
    there = [grade for grade in hues if grade in set(shown["grade"])]
    scheme = alt.Scale(domain=there, range=[hues[grade] for grade in there])
    colour = alt.Color("grade:N", title="grade", scale=scheme)
    best = "best" if column == "loss" else "best_open"
    tips = [
        tooltip("decision:N"),
        tooltip("who:N", "by"),
        tooltip("level:O"),
        tooltip(f"{column}:Q", words, ".1%"),
        tooltip(f"{column}_error:Q", "standard error", ".1%"),
        tooltip(f"{best}:N", "better"),
        tooltip("grade:N"),
        tooltip("label:N"),
        tooltip("path:N", "node"),
    ]
    base = alt.Chart(shown).encode(alt.X("step:Q"), tooltip=tips)
    error = base.mark_rule(color=look.muted).encode(alt.Y("low:Q", title=None), alt.Y2("high:Q"))
    bar = base.mark_bar(size=5).encode(
        y, color=colour, stroke=alt.condition(click, alt.value(look.ink), alt.value(None))
    )
    heading = look.heading(words, color=look.muted, fontWeight="normal", offset=16)
    chart = layered(*_levels(data, look, last), error, bar.add_params(click))
    return chart.properties(width=WIDE, height=130, title=heading)

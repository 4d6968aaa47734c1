"""Charts of levels: icons required and held, length, and Blessings lost."""

from __future__ import annotations

from typing import Any, Final

import altair as alt
import polars as pl

from silkenweb import arguments
from silkenweb.edition.icons import ICONS
from silkenweb.stats.charts.look import (
    WIDTH,
    Chart,
    Frame,
    Look,
    layered,
    quantity,
    require_rows,
    select_columns,
    tooltip,
)
from silkenweb.stats.charts.win_rates import levels_note
from silkenweb.stats.columns import TARGET_ICONS

LENGTHS: Final = {"decisions": "decisions", "turns": "turns", "plays": "cards played", "rests": "Rests"}
LEFT: Final = "left at the end"


def icons(levels: Frame, *, dark: bool | None = None) -> Chart:
    """Draw how many of each icon a level requires, and how many the players hold, on average.

    Required: by Threats and segments that accept only this icon, plus flexible ones. Held after discarding:
    upright in hands and storages, and the icons that the same hands would show after a rotation. Relics are
    left out.
    """
    look = Look(dark)
    columns = [f"{what}_{icon}" for what in ("need", "may", "held", "turned") for icon in TARGET_ICONS]
    whole = require_rows(select_columns(levels, "run", "game", "level", "source", *columns), "level")
    mean = whole.group_by("level").agg(pl.len().alias("games"), pl.col(columns).mean()).sort("level")
    parts = [_of_icon(mean, icon) for icon in TARGET_ICONS]
    tops = [part.select(pl.max_horizontal("most", "held", "turned")).to_series() for part in parts]
    top = max(float(max(each.drop_nulls())) for each in tops)
    panels = [
        _icon_panel(part, icon, place, top, look)
        for place, (part, icon) in enumerate(zip(parts, TARGET_ICONS, strict=True))
    ]
    last = [
        (ICONS[icon].name, part.row(-1, named=True)) for icon, part in zip(TARGET_ICONS, parts, strict=True)
    ]
    summary = ", ".join(
        f"{name} {row['need']:.1f} required and {row['held'] or 0:.1f} held" for name, row in last
    )
    odd = (whole["source"] == "reconstructed").any()
    return look.finish(
        alt.concat(*panels, columns=2, spacing=20),
        "Icons required and held, by level",
        [
            f"{quantity(whole.height, 'level')}, on average; bars: required, pale: including flexible "
            f"targets",
            "Filled points: held upright; hollow: after a rotation of the hands",
            "Most cards' icons are reconstructed, not printed" if odd else "",
        ],
        f"Icons that levels require and players hold; at level {mean['level'][-1]}: {summary}.",
    )


def _of_icon(mean: pl.DataFrame, icon: str) -> pl.DataFrame:
    need, may = pl.col(f"need_{icon}"), pl.col(f"may_{icon}")
    held, turned = pl.col(f"held_{icon}").alias("held"), pl.col(f"turned_{icon}").alias("turned")
    return mean.select("level", "games", need.alias("need"), (need + may).alias("most"), held, turned)


def _icon_panel(data: pl.DataFrame, icon: str, place: int, top: float, look: Look) -> alt.LayerChart:
    """Return the panel of one icon: bars for required, points for held icons."""
    colour = look.icons[icon]
    tips = [
        tooltip("level:O"),
        tooltip("need:Q", "required", ".1f"),
        tooltip("most:Q", "including flexible ones", ".1f"),
        tooltip("held:Q", "held upright", ".1f"),
        tooltip("turned:Q", "held after a rotation", ".1f"),
        tooltip("games:Q", form=","),
    ]
    x = alt.X("level:O", title="level" if place > 1 else None, axis=alt.Axis(labelAngle=0))
    base = alt.Chart(data).encode(x, tooltip=tips)
    y = alt.Y("most:Q", title="icons" if place % 2 == 0 else None, scale=alt.Scale(domain=[0, top * 1.05]))
    pale = base.mark_bar(color=colour, opacity=0.35).encode(y)
    bar = base.mark_bar(color=colour, opacity=0.85).encode(alt.Y("need:Q"))
    point: dict[str, Any] = {"filled": True, "size": 70, "stroke": look.ink, "strokeWidth": 1.5, "opacity": 1}
    turned = base.mark_point(fill=look.surface, **point).encode(alt.Y("turned:Q"))
    held = base.mark_point(fill=look.ink, **point).encode(alt.Y("held:Q"))
    heading = look.heading(f"{ICONS[icon].name} ({ICONS[icon].letter})", color=colour)
    chart = layered(pale, bar, turned, held)
    return chart.properties(width=WIDTH // 2 - 20, height=150, title=heading)


def level_length(levels: Frame, what: str = "decisions", *, dark: bool | None = None) -> Chart:
    """Draw how long cleared and lost levels take: median, middle half, and middle 80%.

    `what` is decisions, turns, plays or rests.
    """
    look = Look(dark)
    arguments.choice("what", what, LENGTHS)
    whole = select_columns(levels, "run", "game", "level", "end", "source", what)
    ended = require_rows(whole.filter(pl.col("end") != "open"), "level that ended")
    shares = {"p10": 0.1, "p25": 0.25, "middle": 0.5, "p75": 0.75, "p90": 0.9}
    numbers = [pl.col(what).quantile(share, "linear").alias(name) for name, share in shares.items()]
    grouped = ended.group_by("level", pl.col("end").cast(pl.String).alias("series"))
    data = grouped.agg(pl.len().alias("levels"), *numbers).sort("level", "series")
    colours = {"cleared": look.series[1], "lost": look.series[2]}
    series = [each for each in colours if each in set(data["series"])]
    tips = [
        tooltip("level:O"),
        tooltip("series:N", "the level was"),
        tooltip("middle:Q", f"median {LENGTHS[what]}"),
        tooltip("p25:Q", "half from"),
        tooltip("p75:Q", "half to"),
        tooltip("p10:Q", "80 of 100 from"),
        tooltip("p90:Q", "80 of 100 to"),
        tooltip("levels:Q", form=","),
    ]
    scale = alt.Scale(domain=series, range=[colours[each] for each in series])
    base = alt.Chart(data).encode(
        alt.X("level:O", title="level", axis=alt.Axis(labelAngle=0)),
        alt.XOffset("series:N", sort=series),
        alt.Color("series:N", title="the level was", scale=scale),
        tooltip=tips,
    )
    y = alt.Y("p10:Q", title=f"{LENGTHS[what]} in the level", scale=alt.Scale(zero=True))
    thin = base.mark_rule(strokeWidth=2).encode(y, alt.Y2("p90:Q"))
    thick = base.mark_bar(size=12, opacity=0.75).encode(alt.Y("p25:Q"), alt.Y2("p75:Q"))
    point = base.mark_point(filled=True, size=55, opacity=1, fill=look.surface, stroke=look.ink)
    middle = point.encode(alt.Y("middle:Q"), shape=look.shape(series, "the level was"))
    chart = layered(thin, thick, middle)
    of = data.filter(pl.col("series") == series[0]).rows(named=True)
    summary = ", ".join(f"level {row['level']} {row['middle']:.0f}" for row in of)
    marks = "point: median; thick: middle half; thin: middle 80%"
    return look.finish(
        chart.properties(width=WIDTH, height=280),
        f"How long levels take, in {LENGTHS[what]}",
        [f"{quantity(ended.height, 'level')}; {marks}", levels_note(ended)],
        f"{LENGTHS[what].capitalize()} in a level, median of those {series[0]}: {summary}.",
    )


def blessings(levels: Frame, by: str = "players", *, dark: bool | None = None) -> Chart:
    """Draw how many Blessings are lost at each level and left at the end, on average per game.

    `by` is a column of `levels` (players, run).
    """
    look = Look(dark)
    whole = require_rows(
        select_columns(levels, "run", "game", "level", "blessings_start", "blessings_lost", by), "level"
    )
    data, games = _spent(whole, by)
    names = data["name"].unique(maintain_order=True).to_list()
    there = [level for level in data["level"].unique().sort().to_list() if level]
    order = [*(f"lost at level {level}" for level in there), LEFT]
    colours = [*(look.ramp[(level - 1) % len(look.ramp)] for level in there), look.series[4]]
    tips = [
        tooltip("name:N", by),
        tooltip("series:N", "which"),
        tooltip("each:Q", "per game", ".2f"),
        tooltip("games:Q", form=","),
    ]
    base = alt.Chart(data).encode(alt.Y("name:N", title=None, sort=names), tooltip=tips)
    bars = base.mark_bar(stroke=look.surface, strokeWidth=1).encode(
        alt.X("from:Q", title="Blessings per game, on average"),
        alt.X2("to:Q"),
        alt.Color("series:N", title=None, sort=order, scale=alt.Scale(domain=order, range=colours)),
    )
    left = [f"{row['name']} {row['each']:.2f}" for row in data.filter(pl.col("level") == 0).rows(named=True)]
    return look.finish(
        layered(bars).properties(width=WIDTH, height=alt.Step(38)),
        "Where the Blessings go",
        [f"{quantity(games, 'game')}; a team loses one when all have rested in a row (B1)"],
        f"Blessings lost at each level and left at the end, on average per game; left: {'; '.join(left)}.",
    )


def _spent(levels: pl.DataFrame, by: str) -> tuple[pl.DataFrame, int]:
    """Return the Blessings per game for each value of `by` and each level, and the number of games.

    Level 0 stands for those left at the end. The values are given as adjacent bars.
    """
    totals = [pl.col("blessings_start").first(), pl.col("blessings_lost").sum()]
    games = levels.sort("level").group_by(*dict.fromkeys(["run", "game", by])).agg(totals)
    number = games.group_by(by).agg(pl.len().alias("games"))
    lost = levels.select(
        by, pl.col("level").cast(pl.Int64), pl.col("blessings_lost").cast(pl.Int64).alias("n")
    )
    left = pl.col("blessings_start").cast(pl.Int64) - pl.col("blessings_lost")
    rows = pl.concat([lost, games.select(by, pl.lit(0, pl.Int64).alias("level"), left.alias("n"))])
    sums = rows.group_by(by, "level").agg(pl.col("n").sum()).join(number, on=by)
    last = pl.col("level") == 0
    at = sums.with_columns((pl.col("n") / pl.col("games")).alias("each")).sort(by, last, "level")
    end = pl.col("each").cum_sum().over(by)
    name = pl.col(by).cast(pl.String) + (" players" if by == "players" else "")
    words = pl.when(last).then(pl.lit(LEFT)).otherwise("lost at level " + pl.col("level").cast(pl.String))
    named = at.with_columns(
        end.alias("to"), (end - pl.col("each")).alias("from"), name.alias("name"), words.alias("series")
    )
    return named, games.height

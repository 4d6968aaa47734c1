"""Charts of win rates: by any column, by characters, by level, and as the number of games grows."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

from silkenweb import arguments
from silkenweb.errors import SilkenwebError
from silkenweb.stats import rates
from silkenweb.stats.charts.look import (
    WIDTH,
    Chart,
    Frame,
    Look,
    categories,
    character_name,
    edition_note,
    layered,
    percent,
    quantity,
    require_rows,
    select_columns,
    tooltip,
)
from silkenweb.stats.charts.themes import MIDDLE

TITLES = {"players": "number of players", "team": "bot or team", "character_set": "characters"}
HEADINGS = {"run": "Games won in each run", "edition": "Games won with each edition"}
"""Titles for columns with which "Games won by" would be misleading."""

POINTS = 400
"""Maximum points of a curve."""

SHARE = alt.Axis(format="%", tickCount=5)
INTERVAL = "95% interval (Wilson)"


def win_rate(
    games: Frame, by: str = "players", colour: str | None = None, *, dark: bool | None = None
) -> Chart:
    """Draw the win rate for each value of a column of `games`, with its interval.

    `by` is players, team (that is, by bot), character_set, or any other column; `colour` is a second column
    that splits each value.
    """
    look = Look(dark)
    if colour is not None:
        arguments.text("colour", colour, "the name of a column, or None")
    keys = [by, *([colour] if colour else [])]
    whole = select_columns(games, *keys, "won", "edition")
    data = _named(require_rows(rates.win_rates(whole, keys), "game that ended"), by, colour)
    order, series = (data[column].unique(maintain_order=True).to_list() for column in ("name", "series"))
    by_title, title = TITLES.get(by, by), TITLES.get(colour or by, colour or by)
    split = [tooltip("series:N", title)] if colour else []
    base = alt.Chart(data).encode(
        alt.Y("name:N", title=None, sort=order),
        *([alt.YOffset("series:N", sort=series)] if colour else []),
        tooltip=[tooltip("name:N", by_title), *split, *_tooltips("won")],
    )
    hue, shape = _marks(look, series, title if colour else "")
    low = alt.X("low:Q", title="games won", axis=SHARE, scale=alt.Scale(domainMin=0))
    rule = base.mark_rule(strokeWidth=3, opacity=0.55).encode(low, alt.X2("high:Q"), color=hue)
    point = base.mark_point(filled=True, size=90, opacity=1).encode(alt.X("rate:Q"), color=hue, shape=shape)
    text = base.mark_text(align="left", dx=8).encode(alt.X("high:Q"), text="label:N")
    chart = layered(rule, point, text).properties(width=WIDTH, height=alt.Step(20 if colour else 30))
    summary = [f"{row['told']} {percent(row['rate'])} of {row['games']:,}" for row in data.rows(named=True)]
    return look.finish(
        chart,
        HEADINGS.get(by, f"Games won by {by_title}"),
        [f"{quantity(int(data['games'].sum()), 'game')}; bars: {INTERVAL}", edition_note(whole["edition"])],
        f"Share of games won by {by_title}: {_listed(summary)}.",
    )


def _named(data: pl.DataFrame, by: str, colour: str | None) -> pl.DataFrame:
    """Add display names to the values; sort sets of characters by win rate."""
    if by == "character_set":
        data = data.sort("rate", descending=True)
    names = [_name(by, value) for value in data[by]]
    series = [_name(colour, value) for value in data[colour]] if colour else [""] * data.height
    labels = [f"{percent(rate)} of {n:,}" for rate, n in data.select("rate", "games").rows()]
    summary = [f"{name} {other}".strip() for name, other in zip(names, series, strict=True)]
    texts = {"name": names, "series": series, "label": labels, "told": summary}
    made = data.select("games", "wins", "rate", "low", "high")
    return made.with_columns(pl.Series(name, values, dtype=pl.String) for name, values in texts.items())


def _name(column: str | None, value: object) -> str:
    if value is None:
        return "not given"
    if column == "players":
        return f"{value} players"
    return character_name(str(value)) if column == "character_set" else str(value)


def _listed(summary: list[str], most: int = 8) -> str:
    """Return the first few items, to keep the sentence short."""
    more = f"; and {len(summary) - most} more" if len(summary) > most else ""
    return "; ".join(summary[:most]) + more


def _tooltips(what: str) -> list[alt.Tooltip]:
    percents = [
        tooltip("rate:Q", what, ".1%"),
        tooltip("low:Q", "95% from", ".1%"),
        tooltip("high:Q", "to", ".1%"),
    ]
    return [*percents, tooltip("games:Q", form=",")]


def _marks(look: Look, series: list[str], title: str) -> tuple[Any, Any]:
    """Return colour and shape for each series; a single series has no title."""
    if not title:
        return alt.value(look.series[0]), alt.value("circle")
    return look.colour(series, title), look.shape(series, title)


def characters(games: Frame, *, dark: bool | None = None) -> Chart:
    """Draw a heatmap of the win rate of games with two given characters, by number of players.

    With two players that is each set of characters; on the diagonal are all games of a character. If all
    games have the same characters there is nothing to compare: if another number of players is present, it
    is left out.
    """
    look = Look(dark)
    whole = select_columns(games, "run", "game", "players", "character_set", "characters", "won", "edition")
    ended = require_rows(whole.filter(pl.col("won").is_not_null()), "game that ended")
    sets = ended.group_by("players").agg(pl.col("character_set").n_unique().alias("sets"))
    if sets["sets"].max() != 1:
        ended = ended.join(sets.filter(pl.col("sets") > 1), on="players", how="semi")
    data = _pairs(ended)
    names = [
        character_name(key)
        for key in categories(ended, "characters")
        if character_name(key) in set(data["one"])
    ]
    panels = [
        _heat(data.filter(pl.col("table") == table), names, float(max(data["rate"])) or 0.01, look, table)
        for table in data["table"].unique(maintain_order=True)
    ]
    chart = alt.concat(*panels, columns=2, spacing=24)
    summary = "Heatmap of the share of games won in which two characters played together"
    pairs = data.filter(pl.col("one") != pl.col("other")).sort("rate").rows(named=True)
    ends = [f"{percent(row['rate'])} ({row['one']} and {row['other']}, {row['table']})" for row in pairs]
    return look.finish(
        chart,
        "Games won by pairs of characters",
        [
            f"{quantity(ended.height, 'game')}; diagonal: all games of a character",
            edition_note(ended["edition"]),
        ],
        f"{summary}, from {ends[0]} to {ends[-1]}." if ends else f"{summary}.",
    )


def _pairs(ended: pl.DataFrame) -> pl.DataFrame:
    """Return the win rate of each two characters (and of each alone), by number of players."""
    one = ended.select("run", "game", "players", "won", pl.col("characters").alias("one")).explode("one")
    other = ended.select("run", "game", pl.col("characters").alias("other")).explode("other")
    both = one.join(other, on=["run", "game"])
    once = both.filter(pl.col("other").to_physical() <= pl.col("one").to_physical())
    counts = rates.win_rates(once, ["players", "one", "other"])
    return counts.with_columns(
        pl.col("one", "other").cast(pl.String).map_elements(character_name, return_dtype=pl.String),
        (pl.col("players").cast(pl.String) + " players").alias("table"),
        pl.col("rate").map_elements(percent, return_dtype=pl.String).alias("label"),
    )


def _heat(data: pl.DataFrame, names: list[str], limit: float, look: Look, title: str) -> alt.LayerChart:
    ends = [look.ramp[0], look.ramp[3], look.ramp[6]]
    base = alt.Chart(data).encode(
        alt.X("other:N", title=None, sort=names, axis=alt.Axis(labelAngle=-40)),
        alt.Y("one:N", title=None, sort=names),
        tooltip=[tooltip("one:N", "with"), tooltip("other:N", "and"), *_tooltips("won")],
    )
    colour = alt.Color(
        "rate:Q",
        title="games won",
        scale=alt.Scale(domain=[0, limit], range=ends, interpolate="lab"),
        legend=alt.Legend(format="%", gradientLength=160),
    )
    cell = base.mark_rect(stroke=look.surface, strokeWidth=2).encode(colour)
    inks = alt.Scale(
        type="threshold",  # the share of the ramp from which each ink is the one that can be read
        domain=[0.34 * limit, 0.56 * limit],
        range=[look.ink, MIDDLE[look.dark], look.surface],
    )
    ink = alt.Color("rate:Q", scale=inks, legend=None)
    text = base.mark_text(fontSize=11).encode(text="label:N", color=ink)
    size = {"width": 44 * len(names), "height": 30 * len(names)}
    heat: alt.LayerChart = layered(cell, text).resolve_scale(color="independent")
    return heat.properties(**size, title=look.heading(title))


def survival(levels: Frame, by: str | None = None, *, dark: bool | None = None) -> Chart:
    """Draw how many of all games get past each level, with intervals.

    By a column of `levels` (players, run), or all together.
    """
    look = Look(dark)
    whole = select_columns(levels, "run", "game", "level", "end", "cleared", "source", *([by] if by else []))
    counts = require_rows(rates.survival(whole, by or ()), "game that ended")
    names = [_name(by, value) for value in counts[by]] if by else [""] * counts.height
    data = counts.with_columns(pl.Series("series", names, dtype=pl.String))
    series = data["series"].unique(maintain_order=True).to_list()
    title = TITLES.get(by, by) if by else ""
    split = [tooltip("series:N", title)] if by else []
    base = alt.Chart(data).encode(
        alt.X("level:O", title="level", axis=alt.Axis(labelAngle=0)),
        *([alt.XOffset("series:N", sort=series)] if by else []),
        tooltip=[tooltip("level:O"), *split, *_tooltips("got past"), tooltip("tried:Q", "got there", ",")],
    )
    hue, shape = _marks(look, series, title)
    low = alt.Y("low:Q", title="games that got past it", axis=SHARE, scale=alt.Scale(domain=[0, 1]))
    line = base.mark_line(strokeWidth=1.5, opacity=0.6).encode(alt.Y("rate:Q"), color=hue)
    rule = base.mark_rule(strokeWidth=3, opacity=0.5).encode(low, alt.Y2("high:Q"), color=hue)
    point = base.mark_point(filled=True, size=80, opacity=1).encode(alt.Y("rate:Q"), color=hue, shape=shape)
    layers = [rule, point] if by else [line, rule, point]
    last = data.filter(pl.col("level") == data["level"].max()).rows(named=True)
    summary = _listed([f"{row['series'] or 'all games'} {percent(row['rate'])}" for row in last])
    number = int(sum(row["games"] for row in last))
    return look.finish(
        layered(*layers).properties(width=WIDTH, height=280),
        "How far games get",
        [f"{quantity(number, 'game')}; bars: {INTERVAL}", levels_note(whole)],
        f"Share of games that got past each level; past level {last[0]['level']}: {summary}.",
    )


def levels_note(levels: pl.DataFrame) -> str:
    """Return a note on the levels whose numbers are reconstructed."""
    found = sorted(levels.filter(pl.col("source") == "reconstructed")["level"].unique().to_list())
    if not found:
        return ""
    run = found == list(range(found[0], found[-1] + 1)) and len(found) > 1
    where = f"{found[0]} to {found[-1]}" if run else ", ".join(map(str, found))
    what = f"level{'s' if len(found) > 1 else ''} {where}"
    return f"Cards drawn and discarded and the segments in {what} are reconstructed, not printed"


def convergence(games: Frame, by: str | None = None, *, dark: bool | None = None) -> Chart:
    """Draw the win rate as games are added, with its interval.

    This shows how certain the rate is after any number of games. By a column of `games`, or all together.
    """
    look = Look(dark)
    whole = select_columns(games, "run", "game", "won", "edition", *([by] if by else []))
    ended = require_rows(whole.filter(pl.col("won").is_not_null()).sort("run", "game"), "game that ended")
    parts = ended.sort(by, maintain_order=True).partition_by(by, maintain_order=True) if by else [ended]
    if len(parts) > len(look.series):
        raise SilkenwebError(
            f"too many curves to distinguish ({len(parts)}); filter the frame, or leave out by="
        )
    curves = [_curve(part, _name(by, part[by][0]) if by else "all games") for part in parts]
    data = pl.concat(curves)
    series = data["series"].unique(maintain_order=True).to_list()
    title = TITLES.get(by, by) if by else ""
    hue = _marks(look, series, title)[0]
    axis = alt.Axis(format=",d", tickCount=6, tickMinStep=1)
    base = alt.Chart(data).encode(
        alt.X("games:Q", title="games played", axis=axis, scale=alt.Scale(nice=False))
    )
    low = alt.Y("low:Q", title="games won", axis=SHARE)
    band = base.mark_area(opacity=0.2).encode(low, alt.Y2("high:Q"), color=hue)
    tips = [*([tooltip("series:N", title)] if by else []), *_tooltips("won")]
    line = base.mark_line(strokeWidth=2).encode(alt.Y("rate:Q"), color=hue, tooltip=tips)
    last = pl.concat(curve.tail(1) for curve in curves)
    end = alt.Chart(last).encode(alt.X("games:Q"), color=hue, tooltip=tips)
    reach = end.mark_rule(strokeWidth=2).encode(alt.Y("low:Q"), alt.Y2("high:Q"))
    point = end.mark_point(filled=True, size=60, opacity=1).encode(alt.Y("rate:Q"))
    ends = last.rows(named=True)
    summary = [f"{row['name']} {_whole(row)} after {row['games']:,}" for row in ends]
    return look.finish(
        layered(band, line, reach, point).properties(width=WIDTH, height=280),
        "How certain the win rate is",
        [
            f"{quantity(ended.height, 'game')}; band: {INTERVAL}"
            + ("" if by else f"; at the end {percent(ends[0]['rate'])}"),
            edition_note(ended["edition"]),
        ],
        f"Win rate as games are added, with its 95% interval: {_listed(summary)}.",
    )


def _whole(row: dict[str, Any]) -> str:
    return f"{percent(row['rate'])} [{percent(row['low'])} to {percent(row['high'])}]"


def _curve(games: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return the win rate after each number of games, for at most POINTS of them."""
    wins = games["won"].cast(pl.Int64).cum_sum()
    counts = pl.DataFrame(
        {"games": pl.int_range(1, games.height + 1, dtype=pl.Int64, eager=True), "wins": wins}
    )
    step = max(games.height // POINTS, 1)
    drawn = (pl.col("games") % step == 0) | (pl.col("games") <= 20) | (pl.col("games") == games.height)
    curve = rates.with_interval(counts.filter(drawn))
    last = percent(curve["rate"][-1])
    return curve.with_columns(pl.lit(f"{name}: {last}").alias("series"), pl.lit(name).alias("name"))

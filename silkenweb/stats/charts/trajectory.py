"""Charts of the course of games: the state of the table after each decision; and clicks on their points."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import altair as alt
import polars as pl

from silkenweb import arguments
from silkenweb.edition.colours import THEME
from silkenweb.errors import SilkenwebError
from silkenweb.stats.charts.look import (
    Chart,
    Frame,
    Look,
    layered,
    quantity,
    require_rows,
    select_columns,
    tooltip,
)
from silkenweb.stats.charts.themes import TEXT, mime_bundle, pairs

MEASURES: Final = {
    "row": "cards in the Threat Row",
    "deck": "cards in the Threat Deck",
    "hands": "cards in all hands",
    "equipment": "cards in all Equipment Decks",
    "blessings": "Blessings",
    "rests": "Rests in a row",
    "relics": "Relics held",
    "committed": "committed cards",
    "segments": "segments left",
    "locks": "locking cards in the row",
}
"""The columns of `decisions` that can be drawn, and what they count."""

SHOWN: Final = ("row", "deck", "hands", "blessings", "rests")
KEY: Final = ["run", "game"]
STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
PANEL: Final = 78
WIDE: Final = 680
STILL_ON: Final = 0.05
"""The spread of many games is drawn while at least this share of them continues."""

POINT: Final = "node"
"""The name of the selection made by a click; its `path` is that of a node of the replay."""


def trajectory(decisions: Frame, what: tuple[str, ...] = SHOWN, *, dark: bool | None = None) -> Chart:
    """Draw the course of a game: cards in row, Threat Deck and hands, Blessings, Rests in a row.

    Variations (`frames.decisions(replay, branches=True)`) are overlaid, dashed. For several games, the chart
    shows the mean and the range of the middle 80%. `what`: columns of `decisions`, see MEASURES. A click on a
    point selects it by its `path`, in the selection POINT.
    """
    look = Look(dark)
    what = arguments.texts("what", what, f"a list of one or more of {', '.join(MEASURES)}")
    unknown = [each for each in what if each not in MEASURES]
    if unknown or not what:
        raise SilkenwebError(f"what: expected one or more of {', '.join(MEASURES)}, got {unknown}")
    columns = [*KEY, "line", "path", "step", "level", "turn", "character", "move", *what]
    data = require_rows(select_columns(decisions, *columns), "deal or decision")
    if data.select(pl.struct(KEY).n_unique()).item() == 1:
        return _one(data, what, look)
    return _many(require_rows(data.filter(pl.col("line").is_null()), "game as played"), what, look)


def _axis(top: float) -> alt.Axis:
    """Return an axis with three or four whole numbers; all panels have the same left edge."""
    step = next(size for size in STEPS if 3 * size >= top or size == STEPS[-1])
    return alt.Axis(values=list(range(0, int(top) + 1, step)), format="d", minExtent=28)


def _below(place: int, what: tuple[str, ...]) -> Any:
    """Return the axis of decisions, which only the last panel shows."""
    last = place == len(what) - 1
    return alt.Axis(title="deals and decisions", tickMinStep=1, grid=False, format="d") if last else None


def stacked(panels: list[alt.LayerChart]) -> alt.VConcatChart:
    """Return stacked panels with one axis of decisions and one selection."""
    with warnings.catch_warnings():
        # All panels intentionally share one selection, so that a click in one selects in all.
        warnings.filterwarnings("ignore", "Automatically deduplicated selection parameter")
        chart: alt.VConcatChart = alt.vconcat(*panels, spacing=8).resolve_scale(x="shared")
    if not isinstance(chart.params, alt.utils.schemapi.UndefinedType):
        layers = [layer for panel in chart.vconcat for layer in panel.layer]
        chart.params[0].views = [layer.name for layer in layers if layer.name is not alt.Undefined]
    return chart


# -- one game ----------------------------------------------------------------------------------------


class _Game:
    """The frames for the panels of one game."""

    def __init__(self, data: pl.DataFrame) -> None:
        who = pl.col("character").cast(pl.String).fill_null("")
        decision = pl.coalesce("move", pl.lit("deal"))
        shown = data.with_columns(decision.alias("decision"), who.alias("who"), pl.col("line").fill_null(""))
        self.points = shown.drop("character", "move", *KEY)
        self.played = require_rows(self.points.filter(pl.col("line") == ""), "game as played")
        self.branches = self.points.filter(pl.col("line") != "")
        self.alternatives = self.branches["line"].n_unique()
        self.bands = self.played.group_by("level", maintain_order=True).agg(
            (pl.col("step").min() - 0.5).alias("from"), (pl.col("step").max() + 0.5).alias("to")
        )
        self.end = float(max(self.points["step"])) + 0.5

    def lines(self, which: str) -> pl.DataFrame:
        """Return the steps of the recorded line, or those of the variations from their branch points.

        The last state of a line is extended by half a step, so that it is visible.
        """
        points = self.played if which == "played" else self._joined()
        last = points.group_by("line", maintain_order=True).last().select(points.columns)
        steps = pl.col("step").cast(pl.Float64)
        both = [points.with_columns(steps), last.with_columns(steps + 0.5)]
        return pl.concat(both).sort("line", "step", maintain_order=True)

    def _joined(self) -> pl.DataFrame:
        heads = self.branches.group_by("line", maintain_order=True).agg(pl.col("step").min() - 1)
        parents = pl.Series(
            "line", ["/".join(line.split("/")[:-2]) for line in heads["line"]], dtype=pl.String
        )
        links = heads.with_columns(pl.col("line").alias("branch")).with_columns(parents)
        begun = links.join(self.points, on=["line", "step"], how="inner")
        named = begun.with_columns(pl.col("branch").alias("line")).select(self.points.columns)
        return pl.concat([named, self.branches])


def _one(data: pl.DataFrame, what: tuple[str, ...], look: Look) -> Chart:
    game = _Game(data)
    click = alt.selection_point(name=POINT, fields=["path"], nearest=True, on="click", empty=False)
    panels = [
        _panel(game, each, _below(place, what), place == 0, click, look) for place, each in enumerate(what)
    ]
    last = game.played.row(-1, named=True)
    summary = ", ".join(f"{last[each]} {MEASURES[each]}" for each in what)
    dashed = f"; dashed: {quantity(game.alternatives, 'variation')}" if game.alternatives else ""
    return look.finish(
        stacked(panels),
        "How the game went",
        [f"After each deal and decision; numbered bands are levels{dashed}"],
        f"A game of {game.played.height:,} deals and decisions to level {last['level']};"
        f" at the end: {summary}.",
    )


def _panel(
    game: _Game, each: str, below: Any, first: bool, click: alt.Parameter, look: Look
) -> alt.LayerChart:
    """Return the panel of one measure: level bands, variations, the recorded line, and clickable points."""
    top = max(*game.points[each], 1)
    scale = alt.Scale(domain=[0, top * 1.08], nice=False)
    y = alt.Y(f"{each}:Q", title=None, scale=scale, axis=_axis(top))
    layers = _bands(game, below, first, look)
    if game.alternatives:
        other = alt.Chart(game.lines("branches")).encode(alt.X("step:Q"), y, detail="line:N")
        mark = other.mark_line(interpolate="step-after", strokeWidth=1.5, color=look.accent)
        layers.append(mark.encode(strokeDash=alt.value([4, 3])))
    line = alt.Chart(game.lines("played")).encode(alt.X("step:Q"), y)
    layers.append(line.mark_line(interpolate="step-after", strokeWidth=2, color=look.ink))
    points = alt.Chart(game.points).mark_point(filled=True, size=45, tooltip=_tooltip(each)).encode(
        alt.X("step:Q"), y,
        color=alt.condition("datum.line == ''", alt.value(look.ink), alt.value(look.accent)),
        opacity=alt.condition(click, alt.value(1), alt.value(0)),
    )  # fmt: skip
    layers.append(points.add_params(click))
    heading = look.heading(MEASURES[each], color=look.muted, fontWeight="normal", offset=18 if first else 4)
    chart = layered(*layers)
    return chart.properties(width=WIDE, height=PANEL, title=heading)


def _tooltip(each: str) -> alt.ExprRef:
    """Return the tooltip of a point as an expression.

    For selections of the nearest point, the mouse is over a cell whose `datum` is the point, and Vega-Lite 6
    would show "undefined" for texts.
    """
    lines = {"decision": "decision", "by": "who", "level": "level", "turn": "turn"}
    lines |= {MEASURES[each]: each, "node": "path"}
    summary = ", ".join(
        f"{json.dumps(name)}: (datum.datum || datum).{column}" for name, column in lines.items()
    )
    return alt.ExprRef("{" + summary + "}")


def _bands(game: _Game, below: Any, first: bool, look: Look) -> list[alt.Chart]:
    """Return shading for every other level; above the first panel also the numbers of the levels."""
    x = alt.Scale(domain=[0.5, game.end], nice=False)
    bands = game.bands.with_columns(((pl.col("from") + pl.col("to")) / 2).alias("middle"))
    even = bands.filter(pl.col("level") % 2 == 0)
    base = alt.Chart(even if not even.is_empty() else bands.clear())
    shaded = base.mark_rect(color=look.thread, opacity=0.28)
    layers = [shaded.encode(alt.X("from:Q", axis=below, scale=x), alt.X2("to:Q"))]
    if first:
        number = alt.Chart(bands).mark_text(dy=-8, color=look.muted, fontSize=11)
        layers.append(number.encode(alt.X("middle:Q"), y=alt.value(0), text="level:O"))
    return layers


# -- many games --------------------------------------------------------------------------------------


def _many(data: pl.DataFrame, what: tuple[str, ...], look: Look) -> Chart:
    games = data.select(pl.struct(KEY).n_unique()).item()
    panels = [_spread(data, each, games, _below(place, what), look) for place, each in enumerate(what)]
    summary = ", ".join(MEASURES[each] for each in what)
    return look.finish(
        stacked(panels),
        "How the games went",
        [
            f"{quantity(games, 'game')}; drawn while {STILL_ON:.0%} of them continue",
            "Line: mean of the games that continue; band: middle 80%",
        ],
        f"Mean and spread over {quantity(games, 'game')}, by deal and decision, of: {summary}.",
    )


def _spread(data: pl.DataFrame, each: str, games: int, below: Any, look: Look) -> alt.LayerChart:
    value = pl.col(each)
    numbers = [
        value.quantile(0.1).alias("low"),
        value.mean().alias("mean"),
        value.quantile(0.9).alias("high"),
    ]
    every = data.group_by("step").agg(*numbers, pl.len().alias("games")).sort("step")
    spread = every.filter(pl.col("games") >= STILL_ON * games)
    top = max(*spread["high"], 1)
    base = alt.Chart(spread).encode(alt.X("step:Q", axis=below, scale=alt.Scale(nice=False)))
    scale = alt.Scale(domain=[0, top * 1.08], nice=False)
    low = alt.Y("low:Q", title=None, axis=_axis(top), scale=scale)
    band = base.mark_area(opacity=0.25, color=look.series[0], interpolate="step-after").encode(
        low, alt.Y2("high:Q")
    )
    tips = [
        tooltip("step:Q", "deals and decisions"),
        tooltip("mean:Q", form=".2f"),
        tooltip("low:Q", "10% below"),
        tooltip("high:Q", "10% above"),
        tooltip("games:Q", "games that continue", ","),
    ]
    line = base.mark_line(strokeWidth=2, color=look.series[0]).encode(alt.Y("mean:Q"), tooltip=tips)
    heading = look.heading(MEASURES[each], color=look.muted, fontWeight="normal")
    chart = layered(band, line)
    return chart.properties(width=WIDE, height=PANEL, title=heading)


_DARK: Final = (
    ":is([data-jp-theme-light='false'], .vscode-dark, html[theme='dark'], .marimo .dark) .vega-embed"
)
"""The selector for charts in a dark page: JupyterLab, VS Code, Colab, marimo."""


def _rules() -> str:
    """Return CSS that replaces the light colours: attributes in Vega's SVG, and a surface style."""
    light, dark = THEME["surface"]
    surface = ", ".join(map(str, bytes.fromhex(light.removeprefix("#"))))
    rules = [f"{_DARK} svg[style*='rgb({surface})'] {{ background-color: {dark} !important; }}"]
    for light, dark in pairs().items():
        rules += [f"{_DARK} [{what}='{light}'] {{ {what}: {dark}; }}" for what in ("fill", "stroke")]
    return "\n".join(rules)


class Clickable(alt.JupyterChart):
    """A clickable chart that needs no server. A saved notebook contains its picture and description."""

    _css = alt.JupyterChart._css + _rules()

    def __init__(self, chart: Chart) -> None:
        self.enable_offline()
        super().__init__(chart, embed_options={"renderer": "svg"})
        self.still = chart

    def __repr__(self) -> str:
        return f"<Clickable chart: {self.still.description}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, with a picture and a description for viewers without widgets."""
        made = super()._repr_mimebundle_(**kwargs)
        data, *more = made if isinstance(made, tuple) else (made,)
        if not isinstance(data, dict):
            return made
        data = {**data, **mime_bundle(self.still.to_dict()), TEXT: repr(self)}
        return (data, *more) if more else data


Clicked: TypeAlias = alt.JupyterChart


def on_click(chart: Chart | Clicked, call: Callable[[str], None]) -> Clicked:
    """Return a chart that calls `call(path)` once per click on a point, with the path of its node.

    `chart` is a trajectory of one game, a chart of its review (`value`, `losses`), or an `alt.JupyterChart`
    of one, which is returned as it is. Raises SilkenwebError for a chart whose points have no nodes.
    """
    kinds = (alt.JupyterChart, alt.TopLevelMixin)
    arguments.instance("chart", chart, kinds, "a chart, such as sw.charts.trajectory(...)")
    arguments.function("call", call, "a function of the path of a node")
    shown = chart if isinstance(chart, alt.JupyterChart) else Clickable(chart)
    if POINT not in shown.selections.trait_names():
        raise SilkenwebError("only the points of a trajectory of one game, or of its review, can be clicked")

    def clicked(change: Any) -> None:
        points = (change.new[POINT]["value"] or {}).get("path", [])
        if points:
            # Clear the selection at once: otherwise a second click on the same point, after the player has
            # moved elsewhere, would not be a change. The browser still draws it.
            shown._vl_selections = {**change.new, POINT: {"value": None, "store": []}}
            call(points[0])

    shown.observe(clicked, "_vl_selections")
    return shown

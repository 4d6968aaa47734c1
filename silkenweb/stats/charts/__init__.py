"""Charts: each function takes a frame (see `sw.frames`) and returns an Altair chart.

A frame may come from polars or any other library that Altair reads (pandas, PyArrow). Each chart has a title,
units, tooltips and a text alternative (its `description`). Nothing is drawn until the chart is shown.

You can join and change the charts like any Altair chart: `a | b`, `a & b`, `a + b`, `a.facet("series:N")`,
`a.configure_axis(grid=False)`. Their look is added when they are shown: silkenweb's own, or that of the
enabled Altair theme. `dark=True` or `dark=False` fixes the dark or the light look. Otherwise a picture in a
notebook follows the colour scheme of the reader's screen. The look is also available as themes for your own
charts: `alt.theme.enable("silkenweb")`, `"silkenweb-light"` or `"silkenweb-dark"`.

>>> import silkenweb as sw
>>> run = sw.simulate(20, players=2, bots="random", progress=False)
>>> sw.charts.survival(run.levels).description[:40]
'Share of games that got past each level;'
"""

from __future__ import annotations

import altair as alt

from silkenweb import arguments
from silkenweb.stats.charts import themes
from silkenweb.stats.charts.calibration import calibration, players
from silkenweb.stats.charts.card_use import card_uses, scores
from silkenweb.stats.charts.levels import blessings, icons, level_length
from silkenweb.stats.charts.look import Chart, Look
from silkenweb.stats.charts.reviewed_game import deals, losses, value
from silkenweb.stats.charts.themes import renderer, themed
from silkenweb.stats.charts.trajectory import MEASURES, POINT, on_click, trajectory
from silkenweb.stats.charts.win_rates import characters, convergence, survival, win_rate

__all__ = [
    "MEASURES",
    "POINT",
    "blessings",
    "calibration",
    "card_uses",
    "characters",
    "convergence",
    "deals",
    "icons",
    "level_length",
    "losses",
    "offline",
    "on_click",
    "players",
    "scores",
    "survival",
    "together",
    "trajectory",
    "value",
    "win_rate",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def offline(interactive: bool = False, *, theme: bool = True) -> None:
    """Show every Altair chart of this notebook without a server from now on, all with the same look.

    The charts are shown as pictures, which are saved with the notebook, or with `interactive` as widgets with
    tooltips (1 MB per chart). They get the theme `silkenweb`, unless you have enabled another one or pass
    `theme=False`. silkenweb's charts do not need this call: they are shown as pictures unless you have chosen
    another renderer in Altair. By default, Altair's own charts load their renderer from a server.
    """
    if arguments.flag("interactive", interactive):
        alt.JupyterChart.enable_offline()
    alt.renderers.enable("jupyter" if interactive else RENDERER)
    if arguments.flag("theme", theme) and not themes.theme_chosen():
        alt.theme.enable(themes.NAMES[None])


def together(*charts: Chart, columns: int = 2, dark: bool | None = None) -> alt.ConcatChart:
    """Show several charts as one, each with its own scales; `dark` as for a single chart."""
    for chart in charts:
        arguments.instance("charts", chart, alt.TopLevelMixin, "charts of sw.charts")
    columns = arguments.whole("columns", columns, 1)
    dark = Look(dark).requested
    whole = alt.concat(*charts, columns=columns).resolve_scale(color="independent", shape="independent")
    summary = " ".join(str(chart.description) for chart in charts)
    named: alt.ConcatChart = themed(whole.properties(description=summary), dark)
    return named


RENDERER = "silkenweb"
"""The name of the renderer that draws all charts as pictures."""

themes.register()
alt.renderers.register(RENDERER, renderer)

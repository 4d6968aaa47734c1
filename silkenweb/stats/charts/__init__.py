"""Charts: a frame in (see `sw.frames`), an Altair chart out. Nothing is drawn or read until it is shown.

Each has a title, units, tooltips and a sentence for who can't see it (its `description`), and takes
`dark=True` for the night-blue theme. `together` puts several beside each other.

>>> import silkenweb as sw
>>> run = sw.simulate(2, bots="random", games=20, progress=False)
>>> sw.charts.survival(run.levels).description[:40]
'Share of games that got past each level;'
"""

from __future__ import annotations

from typing import Any

import altair as alt

from silkenweb import arguments
from silkenweb.stats.charts.cards import card_uses, scores
from silkenweb.stats.charts.clicking import on_click
from silkenweb.stats.charts.levels import blessings, icons, level_length
from silkenweb.stats.charts.look import Chart, Look
from silkenweb.stats.charts.rates import characters, convergence, survival, win_rate
from silkenweb.stats.charts.review import deals, losses, value
from silkenweb.stats.charts.showing import MARK, draw_ours
from silkenweb.stats.charts.summing import calibration, players
from silkenweb.stats.charts.trajectory import MEASURES, POINT, trajectory

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


def offline(interactive: bool = False) -> None:
    """From now on show all of Altair's charts in a notebook without asking any server.

    As pictures, which are saved with the notebook; or `interactive`, with tooltips (1 MB a chart). The charts
    made here are shown as pictures without this, unless another way was chosen in Altair; others of Altair's
    are not: by default they ask a server for what draws them.
    """
    if arguments.flag("interactive", interactive):
        alt.JupyterChart.enable_offline()
    alt.renderers.enable("jupyter" if interactive else "svg")


def together(*charts: Chart, columns: int = 2, dark: bool = False) -> alt.ConcatChart:
    """Several charts as one. (A chart with a look of its own can't be put beside another as it is.)"""
    for chart in charts:
        arguments.instance("charts", chart, alt.TopLevelMixin, "charts of sw.charts")
    columns = arguments.whole("columns", columns, 1)
    bare: list[Any] = [chart.copy(deep=False) for chart in charts]
    for chart in bare:
        chart.config = chart.usermeta = alt.Undefined
    whole = alt.concat(*bare, columns=columns).resolve_scale(color="independent", shape="independent")
    told = " ".join(str(chart.description) for chart in bare)
    named: alt.ConcatChart = whole.properties(description=told, usermeta=MARK)
    looking: alt.ConcatChart = named.configure(**Look(dark).config())
    return looking


draw_ours()

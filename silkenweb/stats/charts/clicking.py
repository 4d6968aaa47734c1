"""Charts that can be clicked in a notebook, so that something in Python follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import altair as alt

from silkenweb import arguments
from silkenweb.errors import SilkenwebError
from silkenweb.stats.charts.look import Chart
from silkenweb.stats.charts.trajectory import POINT

Clicked: TypeAlias = alt.JupyterChart
Clickable: TypeAlias = Chart | Clicked


def on_click(chart: Clickable, call: Callable[[str], None]) -> Clicked:
    """A chart to show, which calls `call(path)` once for each click on a point: the path of its node.

    `chart` is a trajectory of one game or a chart of its review (`value`, `losses`), or a JupyterChart of one
    (which is given back). It is drawn without
    asking any server. Raises SilkenwebError for a chart whose points have no nodes.
    """
    kinds = (alt.JupyterChart, alt.TopLevelMixin)
    arguments.instance("chart", chart, kinds, "a chart, such as sw.charts.trajectory(...)")
    arguments.function("call", call, "a function of the path of a node")
    if isinstance(chart, alt.JupyterChart):
        shown = chart
    else:
        alt.JupyterChart.enable_offline()
        shown = alt.JupyterChart(chart)
    if POINT not in shown.selections.trait_names():
        raise SilkenwebError("only the points of a trajectory of one game, or of its review, can be clicked")

    def clicked(change: Any) -> None:
        points = (change.new[POINT]["value"] or {}).get("path", [])
        if points:
            # Forgotten at once: else a second click on the same point, when the player has gone elsewhere,
            # would be no change. The browser keeps drawing it.
            shown._vl_selections = {**change.new, POINT: {"value": None, "store": []}}
            call(points[0])

    shown.observe(clicked, "_vl_selections")
    return shown

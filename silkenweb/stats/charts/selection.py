"""Charts whose clicks in a notebook call a Python function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import altair as alt

from silkenweb import arguments
from silkenweb.edition.colours import THEME
from silkenweb.errors import SilkenwebError
from silkenweb.stats.charts.look import Chart
from silkenweb.stats.charts.themes import TEXT, mime_bundle, pairs
from silkenweb.stats.charts.trajectory import POINT

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

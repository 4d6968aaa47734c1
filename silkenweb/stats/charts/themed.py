"""Altair's charts with a look of their own, which is added when they are shown or written.

The look is no `config` of the chart: so charts can be joined (`|`, `&`, `+`, `facet`), configured, and given
another Altair theme, like any other. What is joined by these keeps the look; what `alt.hconcat` and its like
make is Altair's own, and looks as the theme says that is enabled.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from typing import Any, Final, Literal, Self

import altair as alt
from altair.utils.core import update_nested

from silkenweb.stats.charts.display import bundle
from silkenweb.stats.charts.themes import chosen, theme


class Themed:
    """What our charts do otherwise than Altair's."""

    _dark: bool | None = None
    """The look asked for: dark, light, or that of the enabled theme, if there is one."""

    def copy(self, deep: bool | Iterable[Any] = True, ignore: list[str] | None = None) -> Self:
        """Return a copy of the chart with the same look."""
        above: Any = super()
        made: Self = as_asked(above.copy(deep=deep, ignore=ignore), self._dark)
        return made

    def to_dict(
        self,
        validate: bool = True,
        *,
        format: Literal["vega-lite", "vega"] = "vega-lite",
        ignore: list[str] | None = None,
        context: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Return the chart as a dictionary for JSON, with its look unless it is part of another chart."""
        chart: Any = self
        whole = (context or {}).get("top_level", True)
        if whole and (self._dark is not None or not chosen()):
            chart = self.copy(deep=False)
            for key, value in theme(self._dark).items():
                chart[key] = update_nested(value, _plain(chart._get(key)), copy=True)
        above: Any = super(Themed, chart)
        made: dict[str, Any] = above.to_dict(validate, format=format, ignore=ignore, context=context)
        return made

    def _repr_mimebundle_(self, *args: Any, **kwds: Any) -> Any:
        """A picture made here, without asking any server, unless another renderer was chosen in Altair."""
        if alt.renderers.active == "default" and find_spec("vl_convert") is not None:
            return bundle(self.to_dict(context={"pre_transform": False}))
        above: Any = super()
        return above._repr_mimebundle_(*args, **kwds)

    def __or__(self, other: Any) -> Any:
        above: Any = super()
        return themed(above.__or__(other), self._dark)

    def __and__(self, other: Any) -> Any:
        above: Any = super()
        return themed(above.__and__(other), self._dark)

    def __add__(self, other: Any) -> Any:
        above: Any = super()
        return themed(above.__add__(other), self._dark)

    def facet(self, *args: Any, **kwds: Any) -> Any:
        """Return a chart of small multiples in the same look; parameters as in Altair."""
        above: Any = super()
        return themed(above.facet(*args, **kwds), self._dark)


class Chart(Themed, alt.Chart):
    """A chart with one mark."""


class LayerChart(Themed, alt.LayerChart):
    """A chart of layers."""


class ConcatChart(Themed, alt.ConcatChart):
    """Charts in rows."""


class HConcatChart(Themed, alt.HConcatChart):
    """Charts beside each other."""


class VConcatChart(Themed, alt.VConcatChart):
    """Charts below each other."""


class FacetChart(Themed, alt.FacetChart):
    """Small multiples."""


_OURS: Final[dict[type[Any], type[Any]]] = {
    alt.Chart: Chart,
    alt.LayerChart: LayerChart,
    alt.ConcatChart: ConcatChart,
    alt.HConcatChart: HConcatChart,
    alt.VConcatChart: VConcatChart,
    alt.FacetChart: FacetChart,
}


def themed(chart: Any, dark: bool | None) -> Any:
    """One of Altair's charts with our look; `dark` as for the functions that draw."""
    ours = _OURS.get(type(chart), type(chart))
    return as_asked(ours(*chart._args, **chart._kwds), dark)


def as_asked(chart: Any, dark: bool | None) -> Any:
    """The chart, which from now on has this look."""
    object.__setattr__(chart, "_dark", dark)  # Altair takes other attributes for properties of the chart
    return chart


def _plain(value: Any) -> dict[str, Any]:
    if value is alt.Undefined:
        return {}
    made: dict[str, Any] = value if isinstance(value, dict) else value.to_dict()
    return made

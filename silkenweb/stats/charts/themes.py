"""The look of all charts: Altair themes, charts that carry their look, and pictures in both colour schemes.

Importing the charts registers three themes and enables none: `silkenweb` (light; its pictures in a notebook
turn dark if the reader's screen is dark), `silkenweb-light` and `silkenweb-dark` (always as named).
`alt.theme.enable("silkenweb-dark")` applies one to every Altair chart.

silkenweb's charts get their look when they are shown or written, not through their `config`. They can
therefore be joined (`|`, `&`, `+`, `facet`), configured, and given another Altair theme, like any chart.
Charts joined with these operators keep the look; those made by `alt.hconcat` and the like are Altair's own,
and look as the enabled theme says. Pictures are SVG that needs no server and turns dark if the screen
is dark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import partial
from hashlib import blake2b
from importlib.util import find_spec
from itertools import zip_longest
from typing import Any, Final, Literal, Self

import altair as alt
from altair.utils.core import update_nested
from altair.utils.mimebundle import spec_to_mimebundle

from silkenweb.edition.colours import RAMP, SERIES, THEME, Pair
from silkenweb.edition.icons import ICONS, RELIC

SANS: Final = "DejaVu Sans, Segoe UI, system-ui, sans-serif"
SERIF: Final = "DejaVu Serif, Palatino, Georgia, serif"

MIDDLE: Final = Pair("#241e18", "#131929")
"""The colour of text on the middle of RAMP, for the light and the dark theme."""

FOLLOWS: Final = {"silkenweb": "follows the reader's colour scheme"}
"""The `usermeta` of a chart whose picture follows the colour scheme."""

NAMES: Final[dict[bool | None, str]] = {
    None: "silkenweb",
    False: "silkenweb-light",
    True: "silkenweb-dark",
}
"""The theme for each value of `dark`."""

DARK_THEMES: Final = frozenset({"dark", "carbong90", "carbong100"})
"""Vega's own themes with a dark background, which only the browser knows."""


def pairs() -> dict[str, str]:
    """Return the dark colour for each light one."""
    icons = {icon.light: icon.dark for icon in (*ICONS.values(), RELIC)}
    return icons | {pair.light: pair.dark for pair in (*THEME.values(), *SERIES, *RAMP, MIDDLE)}


def config(dark: bool) -> dict[str, Any]:
    """Return Vega-Lite's configuration of this look."""
    ink, muted, thread, edge, surface = (
        THEME[name][dark] for name in ("ink", "muted", "thread", "edge", "surface")
    )
    series, ramp = [pair[dark] for pair in SERIES], [pair[dark] for pair in RAMP]
    text = {"labelColor": ink, "titleColor": muted, "labelFont": SANS, "titleFont": SANS}
    sizes = {"labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal"}
    return {
        "background": surface,
        "padding": 14,
        "font": SANS,
        "title": {
            "color": ink, "font": SERIF, "fontSize": 17, "fontWeight": "bold", "anchor": "start",
            "offset": 12, "subtitleColor": muted, "subtitleFont": SANS, "subtitleFontSize": 12,
            "subtitlePadding": 5, "subtitleLineHeight": 16,
        },
        "axis": {
            **text, **sizes, "gridColor": thread, "gridOpacity": 0.6, "domainColor": edge,
            "tickColor": edge, "titlePadding": 8, "labelLimit": 300,
        },
        "legend": {**text, **sizes, "symbolSize": 90, "labelLimit": 300, "symbolOpacity": 1},
        "header": {**text, "labelFontSize": 13, "labelFontWeight": "bold", "titleFontSize": 12},
        "view": {"stroke": None, "continuousWidth": 300, "continuousHeight": 300},
        "mark": {"color": series[0]},
        "rule": {"color": ink},
        "text": {"color": ink, "font": SANS, "fontSize": 12},
        "range": {"category": series, "ordinal": ramp, "ramp": ramp, "heatmap": ramp},
    }  # fmt: skip


def theme(dark: bool | None) -> dict[str, Any]:
    """Return what Altair adds to a chart: the configuration, and whether it follows the colour scheme."""
    return {"config": config(bool(dark))} | ({"usermeta": FOLLOWS} if dark is None else {})


def register() -> None:
    """Make the themes known to Altair by their names."""
    for dark, name in NAMES.items():
        alt.theme.register(name, enable=False)(partial(theme, dark))  # type: ignore[arg-type]


def theme_chosen() -> bool:
    """Return whether a theme other than Altair's default is enabled."""
    return alt.theme.active != "default"


def dark_now() -> bool:
    """Return whether the active theme has a dark background."""
    made: Any = alt.theme.get()
    spec = made() if made is not None else {}
    named = spec.get("usermeta", {}).get("embedOptions", {}).get("theme")
    background = str(spec.get("config", {}).get("background", ""))
    return named in DARK_THEMES or (len(background) == 7 and _is_dark(background))


def _is_dark(colour: str) -> bool:
    try:
        red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    except ValueError:
        return False
    return 0.3 * red + 0.59 * green + 0.11 * blue < 128


SVG, TEXT = "image/svg+xml", "text/plain"

_TAG: Final = re.compile(r"<[a-zA-Z][^<>]*>")
_ID: Final = re.compile(r' id="([^"]*)"')
_COLOUR: Final = re.compile(r'(fill|stroke|stop-color)="(#[0-9a-f]{6}|rgb\([^"]*\))"')
_CLASS: Final = re.compile(r'\bclass="')
_RGB: Final = re.compile(r"rgb\((\d+), *(\d+), *(\d+)\)")
_HEX: Final = re.compile(r"#[0-9a-f]{6}\b")


def picture(spec: dict[str, Any]) -> str:
    """Return a Vega-Lite chart as SVG, with both sets of colours if it follows the colour scheme."""
    light = _svg(spec)
    if any(spec.get("usermeta", {}).get(key) != value for key, value in FOLLOWS.items()):
        return light
    return _both(light, _svg(_darkened(spec)))


def mime_bundle(spec: dict[str, Any]) -> dict[str, str]:
    """Return what a notebook saves of a chart: its picture and its description."""
    summary = spec.get("description") or "A chart."
    return {SVG: picture(spec), TEXT: str(summary)}


def renderer(spec: dict[str, Any], **_options: Any) -> dict[str, str]:
    """Render a chart as a picture; a renderer for Altair."""
    return mime_bundle(spec)


def _svg(spec: dict[str, Any]) -> str:
    made: Any = spec_to_mimebundle(spec, format="svg", mode="vega-lite")
    return _unique_names(str(made[SVG]))


def _unique_names(svg: str) -> str:
    """Return the picture with unique names for gradients and clips.

    Vega numbers them globally, so that two pictures of one chart would differ, and pictures of two charts in
    one page might share names.
    """
    names = list(dict.fromkeys(_ID.findall(svg)))
    for place, name in enumerate(names):
        svg = _renamed(svg, name, f"part-{place}")
    own = blake2b(svg.encode(), digest_size=6).hexdigest()
    for place in range(len(names)):
        svg = _renamed(svg, f"part-{place}", f"sw-{own}-{place}")
    return svg


def _renamed(svg: str, name: str, other: str) -> str:
    return svg.replace(f' id="{name}"', f' id="{other}"').replace(f"url(#{name})", f"url(#{other})")


def _darkened(spec: dict[str, Any]) -> Any:
    """Return the chart with each light colour replaced by the dark one; its data do not change."""
    dark = pairs()
    colours = json.dumps({key: value for key, value in spec.items() if key != "datasets"})
    turned = json.loads(_HEX.sub(lambda found: dark.get(found[0], found[0]), colours))
    return turned | {key: value for key, value in spec.items() if key == "datasets"}


def _both(light: str, dark: str) -> str:
    """Return the light picture, with the colours of the dark one in a style sheet, by class.

    A class is named by its effect, so that pictures in one page do not interfere.
    """
    rules: dict[str, str] = {}
    tags = list(zip_longest(_TAG.findall(light), _TAG.findall(dark), fillvalue=""))
    if any(one.split()[:1] != other.split()[:1] for one, other in tags):
        return light  # different elements: keep the light picture
    others = (other for _, other in tags)
    turned = _TAG.sub(lambda found: _classed(found[0], next(others), rules), light)
    style = "".join(f".{name}{{{rule}}}" for name, rule in sorted(rules.items()))
    sheet = f"<style>@media (prefers-color-scheme:dark){{{style}}}</style>"
    return turned.replace(">", f">{sheet}", 1)


def _hex(found: re.Match[str]) -> str:
    return "#" + bytes(map(int, found.groups())).hex()


def _classed(tag: str, other: str, rules: dict[str, str]) -> str:
    """Return a tag with a class for each colour that differs in the dark."""
    dark = dict(_COLOUR.findall(other))
    names = []
    for what, colour in _COLOUR.findall(tag):
        if dark.get(what, colour) != colour:
            value = _RGB.sub(_hex, dark[what])
            name = f"sw-{what}-{value.strip('#')}"
            rules[name] = f"{what}:{value}"
            names.append(name)
    if not names:
        return tag
    summary = " ".join(names)
    if _CLASS.search(tag):
        return _CLASS.sub(f'class="{summary} ', tag, count=1)
    return re.sub(r"^<[\w:]+", lambda found: f'{found[0]} class="{summary}"', tag)


class ThemedChart:
    """The look and the display that silkenweb's charts add to Altair's."""

    _dark: bool | None = None
    """The requested look: dark, light, or None for that of the enabled theme."""

    def copy(self, deep: bool | Iterable[Any] = True, ignore: list[str] | None = None) -> Self:
        """Return a copy of the chart with the same look."""
        above: Any = super()
        made: Self = with_look(above.copy(deep=deep, ignore=ignore), self._dark)
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
        if whole and (self._dark is not None or not theme_chosen()):
            chart = self.copy(deep=False)
            for key, value in theme(self._dark).items():
                chart[key] = update_nested(value, _plain(chart._get(key)), copy=True)
        above: Any = super(ThemedChart, chart)
        made: dict[str, Any] = above.to_dict(validate, format=format, ignore=ignore, context=context)
        return made

    def _repr_mimebundle_(self, *args: Any, **kwds: Any) -> Any:
        """Return a picture made without a server, unless another renderer was chosen in Altair."""
        if alt.renderers.active == "default" and find_spec("vl_convert") is not None:
            return mime_bundle(self.to_dict(context={"pre_transform": False}))
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


class Chart(ThemedChart, alt.Chart):
    """A chart with one mark."""


class LayerChart(ThemedChart, alt.LayerChart):
    """A chart of layers."""


class ConcatChart(ThemedChart, alt.ConcatChart):
    """Charts in a grid."""


class HConcatChart(ThemedChart, alt.HConcatChart):
    """Charts side by side."""


class VConcatChart(ThemedChart, alt.VConcatChart):
    """Charts stacked vertically."""


class FacetChart(ThemedChart, alt.FacetChart):
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
    """Return an Altair chart with silkenweb's look; `dark` as for the chart functions."""
    ours = _OURS.get(type(chart), type(chart))
    return with_look(ours(*chart._args, **chart._kwds), dark)


def with_look(chart: Any, dark: bool | None) -> Any:
    """Set the look of the chart, and return it."""
    object.__setattr__(chart, "_dark", dark)  # Altair treats ordinary attributes as properties
    return chart


def _plain(value: Any) -> dict[str, Any]:
    if value is alt.Undefined:
        return {}
    made: dict[str, Any] = value if isinstance(value, dict) else value.to_dict()
    return made

"""The look of all charts as Altair themes: ink on silk, light or dark.

Importing the charts registers three themes and enables none: `silkenweb` (light; its pictures in a notebook
turn dark where the reader's screen does), `silkenweb-light` and `silkenweb-dark` (always as they are).
`alt.theme.enable("silkenweb-dark")` gives any of them to every Altair chart.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import altair as alt

from silkenweb.edition.colours import RAMP, SERIES, THEME, Pair
from silkenweb.edition.icons import ICONS, RELIC

SANS: Final = "DejaVu Sans, Segoe UI, system-ui, sans-serif"
SERIF: Final = "DejaVu Serif, Palatino, Georgia, serif"

MIDDLE: Final = Pair("#241e18", "#131929")
"""Text on the middle of RAMP: ink on the light colours, the surface on the dark ones, which are paler."""

FOLLOWS: Final = {"silkenweb": "follows the reader's colour scheme"}
"""The `usermeta` of a chart whose picture may turn dark."""

NAMES: Final[dict[bool | None, str]] = {
    None: "silkenweb",
    False: "silkenweb-light",
    True: "silkenweb-dark",
}
"""The theme for each value of `dark`."""

DARK_THEMES: Final = frozenset({"dark", "carbong90", "carbong100"})
"""Themes of Vega's own with a dark background, which only the browser knows."""


def pairs() -> dict[str, str]:
    """The dark colour for each light one."""
    icons = {icon.light: icon.dark for icon in (*ICONS.values(), RELIC)}
    return icons | {pair.light: pair.dark for pair in (*THEME.values(), *SERIES, *RAMP, MIDDLE)}


def config(dark: bool) -> dict[str, Any]:
    """Vega-Lite's configuration of this look."""
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
    """What Altair adds to a chart: the configuration, and whether its picture may turn dark."""
    return {"config": config(bool(dark))} | ({"usermeta": FOLLOWS} if dark is None else {})


def register() -> None:
    """Make the themes known to Altair by their names."""
    for dark, name in NAMES.items():
        alt.theme.register(name, enable=False)(partial(theme, dark))  # type: ignore[arg-type]


def chosen() -> bool:
    """Whether somebody has enabled another theme than Altair's own."""
    return alt.theme.active != "default"


def dark_now() -> bool:
    """Whether the active theme has a dark background."""
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

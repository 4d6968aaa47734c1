"""The colours of surfaces, text and series, in both themes. Icon colours are in `silkenweb.edition.icons`.

All widgets and charts use the colours of these two modules.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, NamedTuple


class Pair(NamedTuple):
    """A colour for the light and for the dark theme, as `#rrggbb`."""

    light: str
    dark: str


THEME: Final = MappingProxyType(
    {
        "surface": Pair("#faf5e9", "#121828"),
        "panel": Pair("#f2ead8", "#1a2236"),
        "card": Pair("#fffdf6", "#222c45"),
        "ink": Pair("#231d17", "#f1e8d4"),
        "muted": Pair("#5d5346", "#b9b09c"),
        "accent": Pair("#a01f2b", "#ff8f8f"),  # variations and warnings
        "accent-wash": Pair("#f8e7e0", "#2d1e2c"),
        "lens": Pair("#57389a", "#c4abf7"),  # a seat's view
        "lens-wash": Pair("#f5eef6", "#1d1b3a"),
        "good": Pair("#00734f", "#3fc79a"),  # the best move, a level cleared
        "thread": Pair("#cdbf9f", "#3d4a6b"),
        "edge": Pair("#877a62", "#8490b0"),
    }
)
"""The colours of surfaces, text and lines."""

SERIES: Final = (
    Pair("#22308c", "#4f6dff"),  # indigo
    Pair("#18938c", "#9af2dd"),  # teal
    Pair("#a33b30", "#f2553f"),  # brick
    Pair("#9168d6", "#b48bd6"),  # violet
    Pair("#a08519", "#fff07a"),  # ochre
    Pair("#400d2b", "#a85a72"),  # plum
)
"""Colours for the series of a chart: seats, bots, numbers of players and so on.

They are distinguishable with any kind of colour vision, and on either surface (contrast 3:1). They never
represent icons. A second sign (a shape, a place, a name) accompanies each.
"""

RAMP: Final = (
    Pair("#c9dcd3", "#2f4763"),
    Pair("#a3c6c0", "#33637c"),
    Pair("#7aadb0", "#3f8190"),
    Pair("#56919f", "#58a0a0"),
    Pair("#3c738c", "#80bdb0"),
    Pair("#2b5477", "#aed6c4"),
    Pair("#22305c", "#dcefe0"),
)
"""Colours for ordered values from low to high: levels, scores, shares. Contrast rises with the value."""

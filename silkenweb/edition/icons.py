"""The icons: their names in words, their letters, their colours, and what pays for what.

Whatever shows an icon, be it a widget, a chart or a text, takes name, letter and colour from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon as it stands on a card.

    `name` is for people, `letter` the second sign beside the picture, so that none is told by colour alone.
    An Equipment face with this icon brings `worth` of the icon `pays` (C5). `light` and `dark` are its
    colours on the light and on the dark surface, as `#rrggbb`.
    """

    key: str
    name: str
    letter: str
    pays: str
    worth: int
    light: str
    dark: str


# The hues are those of Okabe and Ito, which people with any kind of colour vision can tell apart; darkened
# for the light surface until a letter in them can be read there (contrast 4.5:1), and lightened for the dark.
_TABLE: Final = (
    Icon("combat", "Combat", "C", "combat", 1, "#0067a1", "#5fb0e5"),
    Icon("combat2", "Combat x2", "2", "combat", 2, "#9c3f74", "#e09bc2"),
    Icon("ranged", "Ranged Combat", "R", "combat", 1, "#1d6f95", "#8ed0f5"),
    Icon("web", "Web", "W", "web", 1, "#6f6200", "#f0e442"),
    Icon("door", "Door", "D", "door", 1, "#8f5a00", "#e8a71a"),
    Icon("fire", "Fire", "F", "fire", 1, "#b54a00", "#f08a4b"),
)

ICONS: Final = MappingProxyType({icon.key: icon for icon in _TABLE})
"""All icons that a face can show, by key, in the order in which they are listed to people (C2)."""

TARGETS: Final = tuple(icon.key for icon in _TABLE if icon.pays == icon.key)
"""What a Threat or a segment can ask for: Combat x2 is `combat` twice, Ranged Combat stands on faces only."""

RELIC: Final = Icon("relic", "Relic", "*", "", 0, "#00734f", "#3fc79a")
"""How a Relic is shown. No icon of the rules: a Relic pays for any one target, whatever it asks for (T7)."""


def brings(face: str, icon: str) -> int:
    """How many of the asked-for `icon` a face brings (C5): 0 where it does not match. Knows only `ICONS`."""
    known = ICONS[face]
    return known.worth if known.pays == icon else 0


def asked(icons: Sequence[str], count: int) -> str:
    """What a Threat or a segment asks for, in words: `Web`, `Combat x2`, `Door or Fire`."""
    names = " or ".join(ICONS[icon].name for icon in icons)
    return names if count == 1 else f"{names} x{count}"

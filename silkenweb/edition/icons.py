"""The icons: their names, letters and colours, and what each icon pays.

Everything that shows an icon takes its name, letter and colour from here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon of a card.

    `name` is for people; `letter` accompanies the picture, so that colour is never the only distinction. An
    Equipment face with this icon provides `worth` of the icon `pays` (C5). `light` and `dark` are its colours
    on the light and on the dark surface, as `#rrggbb`.
    """

    key: str
    name: str
    letter: str
    pays: str
    worth: int
    light: str
    dark: str


# The hues are those of Okabe and Ito, which are distinguishable with any kind of colour vision. They are
# darkened for the light surface until a letter is legible (contrast 4.5:1), and lightened for the dark one.
_TABLE: Final = (
    Icon("combat", "Combat", "C", "combat", 1, "#0067a1", "#5fb0e5"),
    Icon("combat2", "Combat x2", "2", "combat", 2, "#9c3f74", "#e09bc2"),
    Icon("ranged", "Ranged Combat", "R", "combat", 1, "#1d6f95", "#8ed0f5"),
    Icon("web", "Web", "W", "web", 1, "#6f6200", "#f0e442"),
    Icon("door", "Door", "D", "door", 1, "#8f5a00", "#e8a71a"),
    Icon("fire", "Fire", "F", "fire", 1, "#b54a00", "#f08a4b"),
)

ICONS: Final = MappingProxyType({icon.key: icon for icon in _TABLE})
"""All icons that a face can show, by key, in display order (C2)."""

TARGETS: Final = tuple(icon.key for icon in _TABLE if icon.pays == icon.key)
"""The icons that targets can require: Combat x2 is two `combat`; Ranged Combat is only on faces."""

RELIC: Final = Icon("relic", "Relic", "*", "", 0, "#00734f", "#3fc79a")
"""The icon that represents a Relic. The rules have no such icon: a Relic pays any one target (T7)."""


def brings(face: str, icon: str) -> int:
    """Return how many of the required `icon` a face provides (C5); 0 if it does not match."""
    known = ICONS[face]
    return known.worth if known.pays == icon else 0


def asked(icons: Sequence[str], count: int) -> str:
    """Return the requirement of a target in words: `Web`, `Combat x2`, `Door or Fire`."""
    names = " or ".join(ICONS[icon].name for icon in icons)
    return names if count == 1 else f"{names} x{count}"

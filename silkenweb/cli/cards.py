"""Cards in words and colours. No meaning hangs on a colour: each icon has its word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rich.color import Color
from rich.style import Style
from rich.text import Text

from silkenweb.edition import Edition, Equipment, Segment, Threat
from silkenweb.edition.icons import ICONS, RELIC, brings
from silkenweb.game.records import Committed

DIM = Style(dim=True)
BOLD = Style(bold=True)

_SHORTER = {"ranged": "Ranged"}


def icon_word(icon: str) -> str:
    """An icon's name, short."""
    return _SHORTER.get(icon, ICONS[icon].name)


@cache
def icon_style(icon: str) -> Style:
    """The icon's colour, as bright as can be read on black and on white: nobody knows a terminal's ground."""
    shown = RELIC if icon == RELIC.key else ICONS[icon]
    return Style(bold=True, color=Color.from_rgb(*_midway(shown.light)))


def _midway(colour: str) -> tuple[float, float, float]:
    """`#rrggbb` at the relative luminance of 0.18: a contrast of 4.6:1 to black and to white."""
    linear = [(int(colour[place : place + 2], 16) / 255) ** 2.2 for place in (1, 3, 5)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    red, green, blue = (255 * min(1.0, part * 0.18 / luminance) ** (1 / 2.2) for part in linear)
    return red, green, blue


def held(edition: Edition, text: str) -> Text:
    """A card that a player has: its id, what it shows, and its other face in brackets."""
    card = edition.cards[text.rstrip("'")]
    shown = Text(f"{text:<4} ")
    if not isinstance(card, Equipment):
        return shown.append("Relic", icon_style(RELIC.key))
    upright, other = card.faces[::-1] if text.endswith("'") else card.faces
    shown.append(icon_word(upright), icon_style(upright))
    return shown.append(f" ({icon_word(other).lower()})", DIM)


def as_it_lies(edition: Edition, text: str) -> Text:
    """A card on the table: its id and what it shows."""
    card = edition.cards[text.rstrip("'")]
    icon = card.faces[text.endswith("'")] if isinstance(card, Equipment) else RELIC.key
    word = icon_word(icon) if isinstance(card, Equipment) else "Relic"
    return Text.assemble(f"{text} ", (word, icon_style(icon)))


def asks(target: Threat | Segment) -> Text:
    """What a Threat or a segment asks for, in words."""
    said = Text(" or ").join(Text(icon_word(icon), icon_style(icon)) for icon in target.icons)
    return said.append(f" x{target.count}", BOLD) if target.count > 1 else said


def missing(edition: Edition, target: Threat | Segment, committed: Sequence[Committed]) -> int:
    """How many icons a target still needs (T4)."""
    paid = 0
    for slip in committed:
        card = edition.cards[slip.card.rstrip("'")]
        if isinstance(card, Equipment):
            face = card.faces[slip.card.endswith("'")]
            paid += max(brings(face, icon) for icon in target.icons)
    return target.count - paid

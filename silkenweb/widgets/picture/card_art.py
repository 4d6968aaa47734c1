"""Drawings of cards in a box of 60 x 84, the same as in the player."""

from __future__ import annotations

from typing import Final

from silkenweb.edition import Edition, Equipment, Segment, Threat
from silkenweb.edition.icons import RELIC
from silkenweb.widgets import drawings
from silkenweb.widgets.picture.ink import at, group, shape, spans, words

BOX: Final = (60, 84)
_THREADS: Final = (
    "M30 8V76M8 24 52 60M52 24 8 60"
    "M30 22Q38 33 49 32 43 42 49 52 38 51 30 62 22 51 11 52 17 42 11 32 22 33 30 22Z"
)
_BARS: Final = "M10 19 50 61M50 19 10 61"


def icon(key: str, x: float, y: float, size: float, colour: str | None = None) -> str:
    """Return an icon in its own colour, with its upper left corner at x, y."""
    return _strokes(drawings.icons()[key].path, x, y, size, colour or key)


def mark(character: str, x: float, y: float, size: float, colour: str = "ink") -> str:
    """Return the mark of a character, or the first letter of one that has no mark."""
    path = drawings.marks().get(character)
    if path is not None:
        return _strokes(path, x, y, size, colour)
    letter = character[:1].upper()
    return words(
        x + size / 2, y + size * 0.75, letter, size * 0.75,
        colour=colour, serif=True, font_weight="600", text_anchor="middle",
    )  # fmt: skip


def _strokes(path: str, x: float, y: float, size: float, colour: str) -> str:
    return shape("path", stroke=colour, stroke_width=1.9, transform=at(x, y, size / 24), d=path)


def card(edition: Edition, text: str, width: float, assumed: bool = False) -> str:
    """Return a card that is face up, by its text; Equipment with a ' is upside down.

    An assumed card has a dotted edge and a question mark.
    """
    found = edition.cards[text.rstrip("'")]
    if isinstance(found, Equipment):
        faces = found.faces[::-1] if text.endswith("'") else found.faces
        inside = _equipment(found, faces[0], faces[1])
    elif isinstance(found, Threat):
        inside = _threat(found)
    else:
        inside = _relic(text)
    return _scaled([*inside, *_guessed()] if assumed else inside, width)


def _edge_of_dots() -> str:
    dots = "0.1 4.2"
    return shape(
        "rect", stroke="ink", stroke_width=2.2, stroke_dasharray=dots, x=1, y=1, width=58, height=82, rx=5
    )


def _guessed() -> list[str]:
    return [
        shape("rect", stroke="card", stroke_width=3.2, x=1, y=1, width=58, height=82, rx=5),
        _edge_of_dots(),
        shape("circle", fill="card", stroke="ink", stroke_width=1, cx=24, cy=9.5, r=6),
        words(24, 13.2, "?", 10, colour="ink", font_weight="700", text_anchor="middle"),
    ]


def back(width: float) -> str:
    """Return the back of an unknown card: silk."""
    threads = shape("path", stroke="thread", stroke_width=0.9, d=_THREADS)
    return _scaled([_sheet("panel"), threads], width)


def segment(asks: Segment, width: float, state: str) -> str:
    """Return a segment of the Spider Spirit, with round corners: `resolved`, `next` or `later`."""
    edge = 2.4 if state == "next" else 1.2
    drawn = [
        shape("rect", fill="card", stroke="ink", stroke_width=edge, x=1, y=1, width=58, height=68, rx=29),
        group(*_asked(asks), _letters(asks), transform=at(0, -12)),
    ]
    if state == "resolved":
        drawn = [
            group(*drawn, opacity=0.4),
            shape("path", stroke="ink", stroke_width=4, d="M17 35 27 46 44 21"),
        ]
    return _scaled(drawn, width)


def slip_icon(edition: Edition, text: str) -> str:
    """Return the upright icon of a committed card."""
    found = edition.cards[text.rstrip("'")]
    return found.faces[text.endswith("'")] if isinstance(found, Equipment) else RELIC.key


def _scaled(inside: list[str], width: float) -> str:
    return group(*inside, transform=f"scale({width / BOX[0]:.4g})")


def _sheet(fill: str = "card", stroke: str = "edge", stroke_width: float = 1) -> str:
    return shape(
        "rect", fill=fill, stroke=stroke, stroke_width=stroke_width, x=1, y=1, width=58, height=82, rx=5
    )


def _id(text: str, x: float = 55, y: float = 13.5) -> str:
    return words(x, y, text, 10, colour="muted", font_weight="500", text_anchor="end")


def _letter(key: str, x: float, y: float, size: float) -> str:
    letter = drawings.icons()[key].letter
    return words(x, y, letter, size, colour=key, serif=True, font_weight="700", text_anchor="middle")


def _equipment(found: Equipment, up: str, down: str) -> list[str]:
    return [
        _sheet(),
        mark(found.owner, 4, 3.5, 13, "muted"),
        _id(found.id),
        icon(up, 5, 19, 33),
        _letter(up, 48, 42, 15),
        shape("path", stroke="thread", stroke_width=1, d="M5 58H55"),
        group(icon(down, 13, 61, 18), _letter(down, 40, 75, 12), transform="rotate(180 30 70)"),
    ]


def _relic(text: str) -> list[str]:
    return [
        _sheet("card", RELIC.key, 2),
        _id(text),
        icon(RELIC.key, 12, 20, 36),
        _letter(RELIC.key, 30, 72, 15),
    ]


def _threat(found: Threat) -> list[str]:
    drawn = [_sheet("card", "ink", 1.2), *_asked(found, locking=found.locking)]
    if found.locking:
        drawn += _lock()
    return [*drawn, _id(found.id, 51.5, 16.5) if found.locking else _id(found.id), _letters(found)]


def _asked(target: Threat | Segment, *, locking: bool = False) -> list[str]:
    """Return the required icons: one in the middle, a pair side by side, two with a slash, more in rows."""
    icons = target.icons
    if len(icons) == 1 and target.count == 2:
        return [icon(icons[0], 5, 24, 24), icon(icons[0], 31, 24, 24)]
    if len(icons) == 1:
        return [icon(icons[0], 10, 20, 40) if locking else icon(icons[0], 13, 21, 34)]
    if len(icons) == 2:
        slash = shape("path", stroke="muted", stroke_width=1.2, d="M14 61 44 21")
        return [icon(icons[0], 5, 17, 25), icon(icons[1], 30, 36, 25), slash]
    size, across = (15, 3) if len(icons) > 4 else (20, 2)
    return [
        icon(key, 8 + place % across * (size + 3), 17 + place // across * (size + 2), size)
        for place, key in enumerate(icons)
    ]


def _letters(target: Threat | Segment) -> str:
    """Return `2x C` or `W/F` below the icons, each letter in its icon's colour."""
    parts: list[tuple[str, float, str]] = [(f"{target.count}x ", 12, "ink")] if target.count > 1 else []
    for place, key in enumerate(target.icons):
        parts += [("/", 12, "ink")] if place else []
        parts.append((drawings.icons()[key].letter, 15, key))
    return spans(30, 76, parts, text_anchor="middle", font_weight="700")


def _lock() -> list[str]:
    """Return crossed bars over the icon and a thick double edge, so that a locking card stands out."""
    return [
        shape("rect", stroke="ink", stroke_width=3.6, x=2, y=2, width=56, height=80, rx=5),
        shape("rect", stroke="ink", stroke_width=1.4, x=6, y=6, width=48, height=72, rx=3),
        shape("path", stroke="card", stroke_width=5, opacity=0.9, d=_BARS),
        shape("path", stroke="ink", stroke_width=2.6, d=_BARS),
    ]

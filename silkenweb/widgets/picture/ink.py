"""The elements of a picture as SVG text: shapes and words in the project's colours, for light and dark.

Light colours are attributes, which every viewer knows; a style sheet with one media query replaces them with
the dark ones, by class. Nothing here refers to another element or file, so several pictures can be in one
page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.widgets.assets import COLOURS

SERIF: Final = (
    "'Iowan Old Style','Palatino Linotype',Palatino,'Noto Serif','DejaVu Serif',Georgia,"
    "'Noto Serif CJK TC','Songti TC','Microsoft JhengHei',serif"
)
SANS: Final = (
    "system-ui,-apple-system,'Segoe UI','DejaVu Sans','Liberation Sans','Noto Sans CJK TC',"
    "'PingFang TC','Microsoft JhengHei',sans-serif"
)

_COLOURS: Final = {**COLOURS, **{icon.key: (icon.light, icon.dark) for icon in (*ICONS.values(), RELIC)}}
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def style() -> str:
    """Return the style sheet of the dark theme."""
    rules = "".join(
        f".sw-f-{name}{{fill:{dark}}}.sw-s-{name}{{stroke:{dark}}}" for name, (_, dark) in _COLOURS.items()
    )
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def shape(tag: str, *, fill: str | None = None, stroke: str | None = None, **attributes: str | float) -> str:
    """Return an element in the colours with these names; without `fill` hollow, without `stroke` edgeless.

    An underscore in an attribute's name becomes a hyphen.
    """
    return f"<{tag}{_colours(fill, stroke)}{_attributes(attributes)}/>"


def words(
    x: float,
    y: float,
    text: str,
    size: float,
    *,
    colour: str = "ink",
    serif: bool = False,
    **attributes: str | float,
) -> str:
    """Return a line of text with its baseline at x, y: its start or, by `text_anchor`, its end or middle."""
    family = f" font-family={quoteattr(SERIF)}" if serif else ""
    place = f' x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}"'
    return f"<text{place}{_colours(colour, None)}{family}{_attributes(attributes)}>{plain(text)}</text>"


def vertical(
    x: float, y: float, text: str, size: float, *, upright: bool, colour: str = "ink", serif: bool = False
) -> str:
    """Return a vertical line of text, centred at x, y.

    It is turned on its side or, if `upright`, has its characters below each other.
    """
    weight = "600" if serif else "400"
    if not upright:
        place = f"{at(x, y)} rotate(-90)"
        return words(
            0, 0, text, size, colour=colour, serif=serif,
            font_weight=weight, text_anchor="middle", transform=place,
        )  # fmt: skip
    first = y - (len(text) / 2 - 0.85) * size
    return "".join(
        words(
            x - size * 0.35, first + place * size, character, size, colour=colour, serif=serif,
            font_weight=weight, text_anchor="middle",
        )
        for place, character in enumerate(text)
    )  # fmt: skip


def spans(x: float, y: float, parts: Sequence[tuple[str, float, str]], **attributes: str | float) -> str:
    """Return a line of serif text in separate pieces: text, size, colour."""
    inside = "".join(
        f'<tspan font-size="{_number(size)}"{_colours(colour, None)}>{plain(text)}</tspan>'
        for text, size, colour in parts
    )
    place = f' x="{_number(x)}" y="{_number(y)}" font-family={quoteattr(SERIF)}'
    return f"<text{place}{_attributes(attributes)}>{inside}</text>"


def group(*inside: str, **attributes: str | float) -> str:
    """Return elements that share attributes."""
    return f"<g{_attributes(attributes)}>{''.join(inside)}</g>"


def at(x: float, y: float, scale: float = 1) -> str:
    """Return the transform that moves a drawing to x, y."""
    place = f"translate({_number(x)} {_number(y)})"
    return place if scale == 1 else f"{place} scale({_number(scale)})"


def plain(text: str) -> str:
    """Return text that XML can contain, with all markup escaped."""
    return escape(_NOT_XML.sub("\ufffd", text))


def _colours(fill: str | None, stroke: str | None) -> str:
    named = [(key, name) for key, name in (("fill", fill), ("stroke", stroke)) if name is not None]
    classes = " ".join(f"sw-{key[0]}-{name}" for key, name in named)
    values = "".join(f' {key}="{_COLOURS[name][0]}"' for key, name in named)
    return f' class="{classes}"{values}' if named else ""


def _attributes(attributes: dict[str, str | float]) -> str:
    said = {
        key.replace("_", "-"): value if isinstance(value, str) else _number(value)
        for key, value in attributes.items()
    }
    return "".join(f" {key}={quoteattr(value)}" for key, value in said.items())


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


# -- the width of a text, whatever the font ----------------------------------------------------------

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[] /-")
_BROAD: Final = frozenset("mwMW@%")
_WIDE: Final = "\u2e80-\u9fff\uff00-\uffef"
# No line begins with a closing punctuation mark.
_PIECES: Final = re.compile(rf"(\s*)([{_WIDE}][、。），：；」]*|[^\s{_WIDE}]+)")


def width(text: str, size: float) -> float:
    """Return the approximate width of a line of text in units, rather too large than too small."""
    return size * sum(map(_letter, text))


def _letter(letter: str) -> float:
    if letter in _NARROW:
        return 0.38
    if letter in _BROAD:
        return 0.98
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    return 0.72 if letter.isupper() else 0.62


def fit(text: str, size: float, most: float) -> str:
    """Return the text on one line of at most `most` units, cut if it is longer."""
    line = " ".join(text[:400].split())
    if width(line, size) <= most:
        return line
    while line and width(f"{line}…", size) > most:
        line = line[:-1]
    return f"{line.rstrip()}…"


def wrap(text: str, size: float, most: float) -> list[str]:
    """Return the text in lines of at most `most` units, broken between words or Chinese characters."""
    lines: list[str] = []
    for space, word in _PIECES.findall(text.strip()):
        longer = f"{lines[-1]}{' ' if space else ''}{word}" if lines else word
        if lines and width(longer, size) <= most:
            lines[-1] = longer
        else:
            lines.append(fit(word, size, most))
    return lines

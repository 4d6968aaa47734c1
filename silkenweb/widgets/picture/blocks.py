"""Parts of a picture that know their size, and layouts of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from silkenweb.widgets.picture.ink import at, group, shape, words


class Block(NamedTuple):
    """A part of a picture, drawn from its upper left corner."""

    svg: str
    width: float
    height: float

    def at(self, x: float, y: float) -> str:
        """Return the part at this place."""
        return group(self.svg, transform=at(x, y)) if self.svg else ""


def stack(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks below each other."""
    drawn, y, broadest = [], 0.0, 0.0
    for block in blocks:
        drawn.append(block.at(0, y))
        y += block.height + gap
        broadest = max(broadest, block.width)
    return Block("".join(drawn), broadest, max(0, y - gap))


def flow(blocks: Iterable[Block], most: float, gap: float) -> Block:
    """Return blocks side by side from the left, in as many lines as the width requires."""
    lines: list[list[Block]] = []
    x = 0.0
    for block in blocks:
        if not lines or x + block.width > most:
            lines.append([])
            x = 0
        lines[-1].append(block)
        x += block.width + gap
    return stack((beside(line, gap) for line in lines), gap)


def beside(blocks: Iterable[Block], gap: float) -> Block:
    """Return blocks side by side, in one line."""
    drawn, x, tallest = [], 0.0, 0.0
    for block in blocks:
        drawn.append(block.at(x, 0))
        x += block.width + gap
        tallest = max(tallest, block.height)
    return Block("".join(drawn), max(0, x - gap), tallest)


def lines(
    texts: list[str], size: float, *, colour: str = "ink", serif: bool = False, **attributes: str | float
) -> Block:
    """Return lines of text; the first baseline is one line below the upper edge."""
    drawn = [
        words(0, (line + 0.8) * size * 1.2, text, size, colour=colour, serif=serif, **attributes)
        for line, text in enumerate(texts)
    ]
    return Block("".join(drawn), 0, len(texts) * size * 1.2)


def pile(count: int, caption: list[str], width: float, height: float, fill: str) -> Block:
    """Return a pile of cards with its count and caption. An empty pile is only an outline."""
    if count:
        drawn = [_sheet(2.5, width, height, fill=fill), _sheet(0.5, width, height, fill=fill)]
    else:
        drawn = [_sheet(0.5, width, height, stroke_dasharray="3 3")]
    middle = (width - 3) / 2
    first = (height - 3 - 15 - 10 * len(caption)) / 2 + 14
    drawn.append(words(middle, first, str(count), 16, serif=True, font_weight="600", text_anchor="middle"))
    drawn += [
        words(middle, first + 11 + 10 * place, line, 9, colour="muted", text_anchor="middle")
        for place, line in enumerate(caption)
    ]
    return Block("".join(drawn), width, height)


def _sheet(corner: float, width: float, height: float, *, fill: str | None = None, **attributes: str) -> str:
    return shape(
        "rect",
        fill=fill,
        stroke="edge",
        x=corner,
        y=corner,
        width=width - 3,
        height=height - 3,
        rx=5,
        **attributes,
    )

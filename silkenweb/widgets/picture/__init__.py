"""A position as a static picture: one self-contained SVG text that looks like the player.

It is made from a perspective (`silkenweb.game.perspective`), so a seat's picture shows no more than the seat
knows.
"""

from __future__ import annotations

from typing import Any

from silkenweb import arguments
from silkenweb.errors import SilkenwebError
from silkenweb.game import Position, View
from silkenweb.game.perspective import sight
from silkenweb.replay import Node
from silkenweb.replay.assumed import sight_of
from silkenweb.text import Words
from silkenweb.widgets.picture import board, description
from silkenweb.widgets.picture.blocks import Block, lines, stack
from silkenweb.widgets.picture.description import Shown
from silkenweb.widgets.picture.html_image import image
from silkenweb.widgets.picture.ink import SANS, group, plain, shape, style
from silkenweb.widgets.picture.seat_strip import strip

WIDTH = 900
MARGIN = 18
SVG, TEXT = "image/svg+xml", "text/plain"


class Picture(str):
    """The text of an SVG picture, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _mime_(self) -> tuple[str, str]:
        """Return an image for marimo, which would put the elements of the picture into the page.

        As an image it follows the colours of the page.
        """
        return "text/html", image(self, "max-width: 100%; height: auto")

    def __repr__(self) -> str:
        return f"<Picture of {len(self):,} characters>"


def svg(
    position: Position | View | Node, seat: int | str | None = None, *, language: str | None = None
) -> Picture:
    """Return a picture of a position as SVG text.

    It shows everything, or what one seat (its number from 0, or its character) sees of it. Of a Node it
    shows the position after it, with the players' names. It needs no script, font or other file, is light or
    dark like the viewer's system, and includes a description in words. The same position always gives the
    same text. `language`: `en` or `zh-Hant`, by default what the environment variable SILKENWEB_LANGUAGE
    names, else English.

    Raises SilkenwebError if there is no such seat, the View is another seat's, or the language is unknown.
    """
    return _draw(seen(position, seat, language))


def seen(
    position: Position | View | Node, seat: int | str | None = None, language: str | None = None
) -> Shown:
    """Return what such a picture shows."""
    advice = "a replay's last position is `replay.end`"
    arguments.instance("position", position, (Position, View, Node), "a Position, View or Node", advice)
    what = position.position if isinstance(position, Node) else position
    if seat is not None:
        seat = arguments.seat(seat, what.characters)
    if isinstance(what, View) and seat not in (None, what.viewer):
        raise SilkenwebError(f"this is the view of seat {what.viewer}; seat {seat} sees other things")
    if isinstance(position, Node):
        names = tuple(player.name for player in position.replay.players)
        return Shown.of(sight_of(position, seat, names), Words(language))
    return Shown.of(sight(what, seat), Words(language))


def words(of: Shown) -> str:
    """Return a picture as plain text, for viewers without pictures."""
    return "\n".join([description.title(of), *description.sentences(of)])


def _draw(of: Shown) -> Picture:
    seats = stack((strip(of, seat) for seat in range(len(of.areas))), 3)
    inside = stack([stack([board.head(of), board.middle(of), _thread()], 8), seats], 4)
    if of.assumed:
        inside = stack([inside, lines([description.assumed(of)], 11, colour="muted")], 8)
    height = inside.height + 2 * MARGIN
    drawn = group(
        shape("rect", fill="surface", x=0, y=0, width=WIDTH, height=height, rx=8),
        inside.at(MARGIN, MARGIN),
        fill="none", font_family=SANS, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    title, told = (
        plain(description.title(of)),
        plain(of.words("list.sentences").join(description.sentences(of))),
    )
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}"'
        f' height="{height:.0f}" role="img"'
        f' lang="{of.words.language}"><title>{title}</title><desc>{told}</desc>{style()}{drawn}</svg>\n'
    )


def _thread() -> Block:
    return Block(shape("path", stroke="thread", d=f"M0 0H{board.INNER}"), board.INNER, 1)


def with_picture(bundle: Any, node: Node, viewer: int | None, language: str | None = None) -> Any:
    """Add the position after `node` to a widget's mime bundle, as a picture and as text.

    The position is as the seat `viewer` sees it; None shows everything.
    """
    data, *more = bundle if isinstance(bundle, tuple) else (bundle,)
    if not isinstance(data, dict):
        return bundle
    text = f"{data.get(TEXT, '')}\n{words(seen(node, viewer, language))}".strip()
    data = {**data, TEXT: text, SVG: str(svg(node, viewer, language=language))}
    return (data, *more) if more else data

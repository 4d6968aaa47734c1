"""The Threat Row as cards that lie side by side, the next in line first, the Threat Deck at its end."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from silkenweb.cli.cards import BOLD, DIM, icon_style, icon_word, missing
from silkenweb.cli.layout import fit
from silkenweb.cli.output import Look
from silkenweb.edition import Threat
from silkenweb.edition.icons import RELIC
from silkenweb.game.records import Target
from silkenweb.game.sight import Sight

INSIDE = 8  # columns between a card's edges
GAP = 1


@dataclass(frozen=True, slots=True)
class Edges:
    """The six pieces of a card's edge: corners from the upper left clockwise, then level and upright."""

    corners: str
    level: str
    upright: str


_PLAIN = Edges("┌┐┘└", "─", "│")
_DOUBLE = Edges("╔╗╝╚", "═", "║")  # a card that locks is seen before it is read
_PLAIN_ASCII = Edges("++++", "-", "|")
_DOUBLE_ASCII = Edges("####", "=", "#")


@dataclass(frozen=True, slots=True)
class Card:
    """A card to be drawn: what stands on it, and below it."""

    lines: tuple[Text, ...]
    locking: bool = False
    below: str = ""
    back: str = ""


def draw_row(sight: Sight, look: Look) -> list[Text]:
    """The row and the deck in as many lines of cards as the width asks for."""
    cards = [_target(sight, place, target) for place, target in enumerate(sight.row)]
    if sight.deck_count:
        cards.append(_deck(sight, look))
    inside = max([INSIDE, *(line.cell_len for card in cards for line in card.lines)])
    inside = min(inside, look.width - 2)
    across = max(1, (look.width + GAP) // (inside + 2 + GAP))
    lines = []
    for first in range(0, len(cards), across):
        lines += _side_by_side(cards[first : first + across], inside, look)
    return lines


def _target(sight: Sight, place: int, target: Target) -> Card:
    card = sight.edition.cards[target.card]
    below = "next" if place == 0 else ""
    lines = [Text(f" {target.card}" + " ?" * (target.card in sight.assumed), BOLD)]
    locking = False
    if isinstance(card, Threat):
        locking = card.locking
        lines += _icons(card)
        if target.committed:
            lines.append(Text(f" needs {missing(sight.edition, card, target.committed)}"))
        lines += [Text(f" +{slip.card}@{slip.seat}") for slip in target.committed]
        if locking:
            lines.append(Text(" locks"))
    else:
        lines.append(Text(" Relic", icon_style(RELIC.key)))
    if sight.marker == target.card:
        lines.append(Text(" marker", BOLD))
    return Card(tuple(lines), locking, below)


def _icons(card: Threat) -> list[Text]:
    signs = [" "] + ["/"] * (len(card.icons) - 1)
    lines = [
        Text.assemble(sign, (icon_word(icon), icon_style(icon)))
        for sign, icon in zip(signs, card.icons, strict=True)
    ]
    return [*lines, Text(f" x{card.count}", BOLD)] if card.count > 1 else lines


def _deck(sight: Sight, look: Look) -> Card:
    back = look.sign("░", ":")
    count = f" {sight.deck_count} ".center(INSIDE, back)
    return Card((Text(), Text(count)), below="deck", back=back)


def _side_by_side(cards: list[Card], inside: int, look: Look) -> list[Text]:
    tall = max(3, *(len(card.lines) for card in cards))
    lines = [Text(" " * GAP).join(_edge(card, inside, look, top=True) for card in cards)]
    for height in range(tall):
        lines.append(Text(" " * GAP).join(_inner(card, height, inside, look) for card in cards))
    lines.append(Text(" " * GAP).join(_edge(card, inside, look, top=False) for card in cards))
    if any(card.below for card in cards):
        below = Text(" " * GAP).join(Text(card.below.center(inside + 2), DIM) for card in cards)
        below.rstrip()
        lines.append(below)
    return lines


def _edges(card: Card, look: Look) -> Edges:
    if look.ascii:
        return _DOUBLE_ASCII if card.locking else _PLAIN_ASCII
    return _DOUBLE if card.locking else _PLAIN


def _edge(card: Card, inside: int, look: Look, *, top: bool) -> Text:
    edges = _edges(card, look)
    left, right = (edges.corners[0], edges.corners[1]) if top else (edges.corners[3], edges.corners[2])
    return Text(left + edges.level * inside + right, BOLD if card.locking else "")


def _inner(card: Card, height: int, inside: int, look: Look) -> Text:
    upright = _edges(card, look).upright
    if card.back and not (height < len(card.lines) and card.lines[height]):
        content = Text(card.back * inside, DIM)
    else:
        line = card.lines[height] if height < len(card.lines) else Text()
        content = fit(line, inside)
    style = BOLD if card.locking else ""
    return Text.assemble((upright, style), content, (upright, style))

"""The table as text: lines of a given width that are cut, filled, in columns, or wrapped behind a label.

Widths are in columns of the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rich.cells import cell_len, set_cell_size
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.text import Text

from silkenweb.cli.terminal import Look, plain
from silkenweb.edition import Edition, Equipment, Segment, Threat
from silkenweb.edition.icons import ICONS, RELIC, brings
from silkenweb.game.areas import Committed, Target
from silkenweb.game.perspective import Area, Sight
from silkenweb.text import Words, english
from silkenweb.text.decision_text import decision
from silkenweb.text.names import Naming

GAP = 2  # the space between two columns of items
_WRAPPER = Console(markup=False, emoji=False, highlight=False)


def fit(text: Text, width: int) -> Text:
    """Return a copy in exactly `width` columns: cut or filled with blanks."""
    made = text.copy()
    made.truncate(width, overflow="ellipsis", pad=True)
    return made


def shorten(text: str, width: int) -> str:
    """Return untrusted text, escaped, on one line, in at most `width` columns."""
    shown = plain(text[: width + 1])
    return shown if cell_len(shown) <= width else f"{set_cell_size(shown, width - 1).rstrip()}…"


def wrap(text: Text, width: int) -> list[Text]:
    """Return the text in lines of at most `width`."""
    return [_stripped(line) for line in text.wrap(_WRAPPER, width)]


def behind(label: Text | str, lines: Sequence[Text], indent: int) -> list[Text]:
    """Return the lines indented by `indent`, with the label before the first."""
    shown = fit(Text(label) if isinstance(label, str) else label, indent)
    blank = Text(" " * indent)
    return [(shown if number == 0 else blank) + line for number, line in enumerate(lines)]


def in_columns(items: Sequence[Text], width: int, widest: int = 0) -> list[Text]:
    """Return items in aligned columns, as many as fit, read line by line; each at least `widest` wide."""
    widest = max([widest, *(item.cell_len for item in items)])
    across = max(1, (width + GAP) // (widest + GAP))
    rows = [items[first : first + across] for first in range(0, len(items), across)]
    return [_stripped(Text(" " * GAP).join(fit(item, widest) for item in row)) for row in rows]


def _stripped(line: Text) -> Text:
    line.rstrip()
    return line


DIM = Style(dim=True)
BOLD = Style(bold=True)


def icon_word(words: Words, icon: str) -> str:
    """Return the short name of an icon."""
    return words("terminal.ranged" if icon == "ranged" else f"icon.{icon}")


@cache
def icon_style(icon: str) -> Style:
    """Return the style of an icon: its colour, legible on black and on white.

    The background of a terminal is unknown.
    """
    shown = RELIC if icon == RELIC.key else ICONS[icon]
    return Style(bold=True, color=Color.from_rgb(*_midway(shown.light)))


def _midway(colour: str) -> tuple[float, float, float]:
    """Return `#rrggbb` at the relative luminance of 0.18: a contrast of 4.6:1 to black and to white."""
    linear = [(int(colour[place : place + 2], 16) / 255) ** 2.2 for place in (1, 3, 5)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    red, green, blue = (255 * min(1.0, part * 0.18 / luminance) ** (1 / 2.2) for part in linear)
    return red, green, blue


def held(words: Words, edition: Edition, text: str) -> Text:
    """Return a player's card: its id, the icon it shows, and its other face in brackets."""
    card = edition.cards[text.rstrip("'")]
    shown = Text(f"{text:<4} ")
    if not isinstance(card, Equipment):
        return shown.append(words("icon.relic"), icon_style(RELIC.key))
    upright, other = card.faces[::-1] if text.endswith("'") else card.faces
    shown.append(icon_word(words, upright), icon_style(upright))
    return shown.append(words("terminal.face", icon=icon_word(words, other).lower()), DIM)


def table_card(words: Words, edition: Edition, text: str) -> Text:
    """Return a card on the table: its id and the icon it shows."""
    card = edition.cards[text.rstrip("'")]
    icon = card.faces[text.endswith("'")] if isinstance(card, Equipment) else RELIC.key
    return Text.assemble(f"{text} ", (icon_word(words, icon), icon_style(icon)))


def requirement(words: Words, target: Threat | Segment) -> Text:
    """Return the requirement of a Threat or a segment, in words."""
    icons = [Text(icon_word(words, icon), icon_style(icon)) for icon in target.icons]
    said = Text(words("list.or")).join(icons)
    return said.append(" " + words("terminal.times", count=target.count), BOLD) if target.count > 1 else said


def missing(edition: Edition, target: Threat | Segment, committed: Sequence[Committed]) -> int:
    """Return how many icons a target still needs (T4)."""
    paid = 0
    for slip in committed:
        card = edition.cards[slip.card.rstrip("'")]
        if isinstance(card, Equipment):
            face = card.faces[slip.card.endswith("'")]
            paid += max(brings(face, icon) for icon in target.icons)
    return target.count - paid


INSIDE = 8  # columns between a card's edges
CARD_GAP = 1


@dataclass(frozen=True, slots=True)
class Edges:
    """The six pieces of a card's edge: the corners clockwise from the upper left, horizontal, vertical."""

    corners: str
    level: str
    upright: str


_PLAIN = Edges("┌┐┘└", "─", "│")
_DOUBLE = Edges("╔╗╝╚", "═", "║")  # so that a locking card stands out
_PLAIN_ASCII = Edges("++++", "-", "|")
_DOUBLE_ASCII = Edges("####", "=", "#")


@dataclass(frozen=True, slots=True)
class Card:
    """A card to be drawn: the lines on it, and the word below it."""

    lines: tuple[Text, ...]
    locking: bool = False
    below: str = ""
    back: str = ""


def draw_row(sight: Sight, look: Look, words: Words) -> list[Text]:
    """Return the row and the deck in as many lines of cards as the width requires."""
    cards = [_target(sight, place, target, words) for place, target in enumerate(sight.row)]
    if sight.deck_count:
        cards.append(_threat_deck(sight, look, words))
    inside = max([INSIDE, *(line.cell_len for card in cards for line in card.lines)])
    inside = min(inside, look.width - 2)
    across = max(1, (look.width + CARD_GAP) // (inside + 2 + CARD_GAP))
    lines = []
    for first in range(0, len(cards), across):
        lines += _side_by_side(cards[first : first + across], inside, look)
    return lines


def _target(sight: Sight, place: int, target: Target, words: Words) -> Card:
    card = sight.edition.cards[target.card]
    below = words("terminal.card.next") if place == 0 else ""
    lines = [Text(f" {target.card}" + " ?" * (target.card in sight.assumed), BOLD)]
    locking = False
    if isinstance(card, Threat):
        locking = card.locking
        lines += _icons(card, words)
        if target.committed:
            count = missing(sight.edition, card, target.committed)
            lines.append(Text(" " + words("terminal.card.needs", count=count)))
        lines += [Text(f" +{slip.card}@{slip.seat}") for slip in target.committed]
        if locking:
            lines.append(Text(" " + words("terminal.card.locks")))
    else:
        lines.append(Text(" " + words("icon.relic"), icon_style(RELIC.key)))
    if sight.marker == target.card:
        lines.append(Text(" " + words("terminal.card.marker"), BOLD))
    return Card(tuple(lines), locking, below)


def _icons(card: Threat, words: Words) -> list[Text]:
    signs = [" "] + ["/"] * (len(card.icons) - 1)
    lines = [
        Text.assemble(sign, (icon_word(words, icon), icon_style(icon)))
        for sign, icon in zip(signs, card.icons, strict=True)
    ]
    return [*lines, Text(" " + words("terminal.times", count=card.count), BOLD)] if card.count > 1 else lines


def _threat_deck(sight: Sight, look: Look, words: Words) -> Card:
    back = look.sign("░", ":")
    count = f" {sight.deck_count} ".center(INSIDE, back)
    return Card((Text(), Text(count)), below=words("terminal.card.deck"), back=back)


def _side_by_side(cards: list[Card], inside: int, look: Look) -> list[Text]:
    tall = max(3, *(len(card.lines) for card in cards))
    lines = [Text(" " * CARD_GAP).join(_edge(card, inside, look, top=True) for card in cards)]
    for height in range(tall):
        lines.append(Text(" " * CARD_GAP).join(_inner(card, height, inside, look) for card in cards))
    lines.append(Text(" " * CARD_GAP).join(_edge(card, inside, look, top=False) for card in cards))
    if any(card.below for card in cards):
        below = Text(" " * CARD_GAP).join(Text(_centred(card.below, inside + 2), DIM) for card in cards)
        below.rstrip()
        lines.append(below)
    return lines


def _centred(text: str, width: int) -> str:
    return text.center(width - cell_len(text) + len(text))


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


SEAT_LABEL = 15  # columns for the labels at the left
NAME = 30  # maximum columns for a person's name


def draw_seats(sight: Sight, look: Look, naming: Naming) -> list[Text]:
    """Return all areas in seat order; the cards of all hands are in the same columns."""
    shown = [_held(sight, card, naming.words) for area in sight.areas for card in _with_faces(area)]
    drawing = _Drawing(sight, look, naming, max([0, *(card.cell_len for card in shown)]))
    return [line for seat in range(len(sight.areas)) for line in (Text(), *drawing.seat(seat))]


def _with_faces(area: Area) -> tuple[str, ...]:
    """Return the cards of an area whose faces matter, as far as they can be seen."""
    seen = area.seen
    return (*(seen.hand or ()), *seen.storage, *(card[1:] for card in seen.chosen or ()))


def _held(sight: Sight, card: str, words: Words) -> Text:
    """Return a card, with a question mark if its place or side is only assumed."""
    shown = held(words, sight.edition, card)
    return shown.append(" ?", BOLD) if card.rstrip("'") in sight.assumed else shown


class _Drawing:
    def __init__(self, sight: Sight, look: Look, naming: Naming, widest: int) -> None:
        self.sight, self.look, self.naming, self.widest = sight, look, naming, widest
        self.words = naming.words
        self.width = look.width - SEAT_LABEL

    def seat(self, seat: int) -> list[Text]:
        area = self.sight.areas[seat]
        seen = area.seen
        lines = [*self._head(seat, area), *self._faces("terminal.hand", seen.hand, seen.hand_count)]
        if seen.storage:
            lines += self._faces("terminal.storage", seen.storage, len(seen.storage))
        lines += self._chosen_cards(area)
        lines += self._pile("terminal.deck", area.deck, seen.deck_count)
        lines += self._pile("terminal.discards", seen.discards, len(seen.discards))
        if seen.relics:
            said = Text(self.words("terminal.relics.hidden", cards=" ".join(seen.relics)), DIM)
            lines += behind("  " + self.words("terminal.relics"), wrap(said, self.width), SEAT_LABEL)
        return lines

    def _head(self, seat: int, area: Area) -> list[Text]:
        words, decides = self.words, seat == self.sight.seat
        line = Text.assemble((self.naming.who(seat), BOLD))
        if area.player:
            line.append(words("terminal.player", player=shorten(area.player, NAME)))
        said = [words("terminal.seat", seat=seat)]
        said.append(words("terminal.seat.left" if area.seen.unflipped else "terminal.seat.used"))
        if self.sight.viewer == seat:
            said.append(words("terminal.seat.viewer"))
        if decides:
            said.append(words("terminal.seat.decides"))
        line.append(f"  {words('list.comma').join(said)}", DIM)
        sign = self.look.sign("► ", "> ") if decides else ""
        return behind(sign, wrap(line, self.look.width - 2), 2)

    def _chosen_cards(self, area: Area) -> list[Text]:
        """Return the cards chosen in the keep phase and not yet revealed (S5, S6)."""
        chosen = area.seen.chosen
        if chosen is None:
            count = area.seen.chosen_count
            return self._faces("terminal.discarding", None, count) if count else []
        lines = []
        for sign, label in (("-", "terminal.discarding"), ("^", "terminal.storing")):
            cards = tuple(card[1:] for card in chosen if card[0] == sign)
            lines += self._faces(label, cards, len(cards)) if cards else []
        return lines

    def _faces(self, label: str, cards: tuple[str, ...] | None, count: int) -> list[Text]:
        if not cards:
            return self._pile(label, cards, count)
        shown = [_held(self.sight, card, self.words) for card in cards]
        return self._behind(label, count, in_columns(shown, self.width, self.widest))

    def _pile(self, label: str, cards: tuple[str, ...] | None, count: int) -> list[Text]:
        """Return cards by their ids, or as many backs."""
        if cards is not None:
            cards = tuple(card + "?" * (card.rstrip("'") in self.sight.assumed) for card in cards)
        names = cards if cards is not None else (self.look.sign("▒▒", "??"),) * count
        said = Text(" ".join(names) or "-", DIM)
        return self._behind(label, count, wrap(said, self.width))

    def _behind(self, label: str, count: int, lines: list[Text]) -> list[Text]:
        return behind(f"  {self.words(label, count=count)}", lines, SEAT_LABEL)


LABEL = 14  # columns for the labels at the left
MOST_SIGNS = 20  # the most signs drawn for a number


def draw(sight: Sight, look: Look, words: Words | None = None) -> list[Text]:
    """Return the table as lines of at most the look's width, by default in English."""
    words, empty = words or english(), [Text()]
    naming = Naming(words, sight.edition, [area.character for area in sight.areas])
    lines = [_track(sight, words), *wrap(Text(decision(sight, naming), BOLD), look.width), *empty]
    lines += _tokens(sight, look, naming) + empty
    lines += [Text(words("terminal.row"), BOLD)]
    lines += draw_row(sight, look, words) or [Text(words("terminal.row.empty"), DIM)]
    lines += _commitments(sight, look, naming) + _deck(sight, look, naming) + _spirit(sight, look, naming)
    lines += draw_seats(sight, look, naming)
    if sight.assumed:
        lines += [Text(), *wrap(Text(words("terminal.assumed"), DIM), look.width)]
    return lines


# -- the tokens ----------------------------------------------------------------------------------------


def _track(sight: Sight, words: Words) -> Text:
    line = Text(words("terminal.level") + " ")
    for level in range(1, len(sight.edition.levels) + 1):
        line += Text(f"[{level}]", BOLD) if level == sight.level else Text(f" {level} ", DIM)
    line.rstrip()
    return line


def _tokens(sight: Sight, look: Look, naming: Naming) -> list[Text]:
    words, width = naming.words, look.width - LABEL
    blessings = f"{look.sign('●', 'o') * min(sight.blessings, MOST_SIGNS)} {sight.blessings}".strip()
    lines = behind(words("blessings.title"), [Text(blessings)], LABEL)
    lines += behind(words("rests.title"), wrap(Text(_rests(sight, look, words)), width), LABEL)
    if sight.marker != "-":
        lines += behind(words("terminal.marker"), wrap(Text(_marker(sight, naming)), width), LABEL)
    return lines


def _rests(sight: Sight, look: Look, words: Words) -> str:
    players = len(sight.areas)
    left = players - sight.rests
    chain = look.sign("■", "#") * sight.rests + look.sign("□", ".") * left
    if sight.phase != "turn":
        return words("terminal.rests", chain=chain, rests=sight.rests, players=players)
    key = "terminal.rests.blessing" if sight.blessings else "terminal.rests.game"
    return words(key, chain=chain, rests=sight.rests, players=players, left=left)


def _marker(sight: Sight, naming: Naming) -> str:
    words = naming.words
    if sight.marker == "x":
        return words("terminal.marker.gone")
    character, dot, icon = sight.marker.partition(".")
    if not dot:
        return words("terminal.marker.card", card=sight.marker)
    who = words.character(sight.edition, character)
    return words("terminal.marker.sheet", who=who, icon=naming.icon(icon))


# -- the middle of the table ---------------------------------------------------------------------------


def _commitments(sight: Sight, look: Look, naming: Naming) -> list[Text]:
    lines = []
    for target in sight.row:
        if target.committed:
            lines += behind(target.card, _slips(sight, target.committed, look, naming), LABEL)
    return lines


def _slips(sight: Sight, committed: tuple[Committed, ...], look: Look, naming: Naming) -> list[Text]:
    words = naming.words
    said = [
        table_card(words, sight.edition, slip.card) + Text(words("terminal.slip", who=naming.who(slip.seat)))
        for slip in committed
    ]
    return [line for slip in said for line in wrap(slip, look.width - LABEL)]


def _deck(sight: Sight, look: Look, naming: Naming) -> list[Text]:
    words, width = naming.words, look.width - LABEL
    said = naming.counted(sight.deck_count, "card") if sight.deck_count else words("terminal.pile.empty")
    locks = [target.card for target in sight.row if _locks(sight, target.card)]
    if sight.deck_count and locks:
        said = words("terminal.pile.locked", cards=said, card=locks[-1])
    lines = behind(words("row.deck"), wrap(Text(said), width), LABEL)
    if sight.deck:
        label = "  " + words("terminal.pile.next")
        lines += behind(label, wrap(Text(" ".join(sight.deck), DIM), width), LABEL)
    done = words("list.nothing")
    if sight.done:
        count = naming.counted(len(sight.done), "card")
        done = words("terminal.pile.done", count=count, cards=" ".join(sight.done))
    return lines + behind(words("row.done"), wrap(Text(done), width), LABEL)


def _locks(sight: Sight, card: str) -> bool:
    threat = sight.edition.cards[card]
    return isinstance(threat, Threat) and threat.locking


def _spirit(sight: Sight, look: Look, naming: Naming) -> list[Text]:
    if sight.spirit is None:
        return []
    words = naming.words
    segments = sight.edition.levels[sight.level - 1].segments
    done, after = look.sign("✓", "x"), look.sign("·", ".")
    parts = []
    for place, segment in enumerate(segments):
        sign = done if place < sight.spirit.resolved else ">" if place == sight.spirit.resolved else after
        parts.append(Text(f"{sign} ") + requirement(words, segment))
        if sign == ">" and sight.spirit.committed:
            count = missing(sight.edition, segment, sight.spirit.committed)
            parts[-1].append(words("terminal.segment.needs", count=count))
    lines = behind(words("row.spirit"), in_columns(parts, look.width - LABEL), LABEL)
    return lines + behind("", _slips(sight, sight.spirit.committed, look, naming), LABEL)

"""The names of things of the game in a language: cards, targets, counts, lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from silkenweb.edition import Edition, Equipment, Relic
from silkenweb.edition.icons import ICONS
from silkenweb.text.catalogue import Words, english

MOST_IN_WORDS = 10
"""Counts up to this have a word of their own in some languages (`number.3`)."""


def number_in(words: Words, count: int) -> str:
    """Return a small count in words, if the language writes it so."""
    return words(f"number.{count}") if 0 <= count <= MOST_IN_WORDS else str(count)


def listed_in(words: Words, parts: Iterable[str]) -> str:
    """Return "a", "a and b", "a, b and c", or that there is nothing."""
    most = list(parts)
    if not most:
        return words("list.nothing")
    last = most.pop()
    return f"{words('list.comma').join(most)}{words('list.and')}{last}" if most else last


def counted(count: int, noun: str) -> str:
    """Return a number and a regular noun in English: "one card", "two cards"."""
    return f"{number_in(english(), count)} {noun}{'' if count == 1 else 's'}"


def listed(parts: Iterable[str]) -> str:
    """Return a list in English, as `listed_in` does."""
    return listed_in(english(), parts)


class Naming:
    """The names of the things of one edition, as the sentences of events and moves need them.

    `characters`: the key of each seat's character.
    """

    def __init__(self, words: Words, edition: Edition, characters: Sequence[str]) -> None:
        self.words = words
        self.edition = edition
        self.characters = characters
        self._who: dict[int, str] = {}
        self._cards: dict[str, str] = {}
        self._pile_cards: dict[str, str] = {}
        self._by_seat: dict[tuple[str, int], str] = {}
        self._counts: dict[tuple[int, str], str] = {}

    def who(self, seat: int) -> str:
        """Return the name of a seat's character."""
        name = self._who.get(seat)
        if name is None:
            name = self._who[seat] = self.words.character(self.edition, self.characters[seat])
        return name

    def by_seat(self, key: str, seat: int) -> str:
        """Return a text that names only the seat's character, as `{who}`."""
        made = self._by_seat.get((key, seat))
        if made is None:
            made = self._by_seat[key, seat] = self.words(key, who=self.who(seat))
        return made

    def number(self, count: int) -> str:
        """Return a small count in words, if the language writes it so."""
        return number_in(self.words, count)

    def counted(self, count: int, what: str) -> str:
        """Return a count of things, "two cards": `what` is the middle of the key `counted.card.many`."""
        made = self._counts.get((count, what))
        if made is None:
            form = "one" if count == 1 else "many"
            made = self._counts[count, what] = self.words(f"counted.{what}.{form}", number=self.number(count))
        return made

    def listed(self, parts: Iterable[str]) -> str:
        """Return "a, b and c", or that there is nothing."""
        return listed_in(self.words, parts)

    def needs(self, icons: Sequence[str], count: int) -> str:
        """Return what a Threat or a segment requires."""
        names = self.words("list.or").join(self.icon(icon) for icon in icons)
        return names if count == 1 else self.words("needs.times", icons=names, count=count)

    def icon(self, key: str) -> str:
        """Return an icon's name."""
        assert key in ICONS
        return self.words(f"icon.{key}")

    def card(self, text: str) -> str:
        """Return a card's text with its upright icon or its requirement: "WK3' (Door)"."""
        named = self._cards.get(text)
        if named is None:
            named = self._cards[text] = self._card(text)
        return named

    def _card(self, text: str) -> str:
        card = self.edition.cards[text.rstrip("'")]
        if isinstance(card, Equipment):
            return self.words("tell.card", id=text, icon=self.icon(card.faces[text.endswith("'")]))
        if isinstance(card, Relic):
            return self.words("tell.relic", id=text)
        key = "tell.threat.locking" if card.locking else "tell.threat"
        return self.words(key, id=text, needs=self.needs(card.icons, card.count))

    def cards(self, texts: Iterable[str]) -> str:
        """Return a list of cards."""
        return self.listed(map(self.card, texts))

    def pile_card(self, text: str) -> str:
        """Return a card of a Discard Pile, which has no orientation: "WK3 (Combat/Door)"."""
        named = self._pile_cards.get(text)
        if named is None:
            named = self._pile_cards[text] = self._pile_card(text)
        return named

    def _pile_card(self, text: str) -> str:
        card = self.edition.cards[text]
        if not isinstance(card, Equipment):
            return self.card(text)
        one, other = map(self.icon, card.faces)
        return self.words("tell.discarded", id=text, one=one, other=other)

    def segment(self, level: int, number: int) -> str:
        """Return the Spider Spirit's segment of that number, from 0."""
        segment = self.edition.levels[level - 1].segments[number]
        needs = self.needs(segment.icons, segment.count)
        return self.words("tell.segment", number=number + 1, needs=needs)

    def sheet_icon(self, character: str, icon: str) -> str:
        """Return the name of an icon on a character's sheet, where the marker may be."""
        who = self.words.character(self.edition, character)
        return self.words("tell.sheet", who=who, icon=self.icon(icon))

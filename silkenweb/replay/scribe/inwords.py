"""Facts in the words of the table, as methods; what they become is in facts.py."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from silkenweb import arguments
from silkenweb.errors import NotationError
from silkenweb.game.tables import Tables

Cards = str | Iterable[str]
"""Cards as one text with spaces, or one by one."""


class InWords:
    """For a Scribe, which knows how to take facts."""

    tables: Tables
    characters: Sequence[str]
    _names: list[str | None] | None

    def tell(self, *texts: str, level: int | None = None, after: int | None = None) -> Self:
        """See Scribe.tell."""
        raise NotImplementedError

    def move(self, text: str) -> Self:
        """See Scribe.move."""
        raise NotImplementedError

    def row(self, cards: Cards, *, level: int | None = None) -> Self:
        """The Threats turned up as the level began, left to right (S3); `?` for one nobody remembers."""
        return self.tell(f"row {words_of(cards)}", level=level)

    def reveal(self, cards: Cards, *, after: int | None = None, level: int | None = None) -> Self:
        """The Threats that the last move turned up (T9), or the move number `after`."""
        return self.tell(f"reveal {words_of(cards)}", level=level, after=after)

    def keep(
        self,
        who: str | int,
        discards: Cards = (),
        stores: Cards = (),
        *,
        rotated: bool | None = None,
        level: int | None = None,
    ) -> Self:
        """S5: what a player discarded, and stored (S6: `WJ4'` as it lay), as far as it is known; and whether
        the hand was rotated, which mostly only its owner can tell."""
        turned = "" if rotated is None else "~" if arguments.flag("rotated", rotated) else "="
        laid = [f"-{card}" for card in words_of(discards, "discards").split()] + [
            f"^{card}" for card in words_of(stores, "stores").split()
        ]
        return self.tell(" ".join(filter(None, ["keep", self._key(who), turned, *laid])), level=level)

    def dealt(self, who: str | int, cards: Cards, *, level: int | None = None) -> Self:
        """S4: cards that a player drew as the level began, as they lay before any rotation."""
        return self.tell(f"dealt {self._key(who)} {words_of(cards)}", level=level)

    def knows(
        self,
        who: str | int,
        *,
        hand: Cards | None = None,
        whole_hand: Cards | None = None,
        deck: Cards | None = None,
        level: int | None = None,
        after: int | None = None,
    ) -> Self:
        """What a player tells of a moment: cards of the hand, the whole hand, or (when all lies open) the
        Equipment Deck from the top. `WK3` lies first face up, `WK3'` second, `WK3?` either way."""
        key = self._key(who)
        told = [] if hand is None else [f"hand {key} {words_of(hand, 'hand')}"]
        told += (
            [] if whole_hand is None else [f"hand {key} only {words_of(whole_hand, 'whole_hand')}".rstrip()]
        )
        told += [] if deck is None else [f"deck {key} {words_of(deck, 'deck')}".rstrip()]
        return self.tell(*told, level=level, after=after)

    def threat_deck(self, cards: Cards, *, level: int | None = None, after: int | None = None) -> Self:
        """What is left of the Threat Deck, next first, when all lies open."""
        return self.tell(f"threats {words_of(cards)}".rstrip(), level=level, after=after)

    def took(self, who: str | int, card: str, *, level: int | None = None) -> Self:
        """A1: the card that this player drew, in the orientation that was chosen."""
        return self.tell(f"took {self._key(who)} {_one(card, 'card', 'a card')}", level=level)

    def play(self, text: str, *, showing: str | None = None) -> Self:
        """`WK6>T25`, `WK3>T12+T13`, `WK3>spirit`; `showing`: the icon that was up, if it could be either."""
        icon = "" if showing is None else f" showing {_one(showing, 'showing', 'an icon, or None')}"
        return self.move(f"play {_one(text, 'text', 'a card and its target, as in WK6>T25')}{icon}")

    def end(self) -> Self:
        """The player has played enough (T2)."""
        return self.move("end")

    def rest(self, rotating: bool | None = False) -> Self:
        """T12; None where nobody remembers whether the hand was rotated."""
        if rotating is None:
            return self.move("rest ?")
        return self.move("rest ~" if arguments.flag("rotating", rotating) else "rest")

    def claim(self, relic: str) -> Self:
        """T11."""
        return self.move(f"claim {_one(relic, 'relic', 'a Relic, as in R04')}")

    def signal(self, place: str) -> Self:
        """A5: where Tang Sanzang put the marker."""
        return self.move(f"signal {_one(place, 'place', 'a place of the marker')}")

    def ability(self, what: str = "") -> Self:
        """A1-A4, as in replays: `-BJ3 wukong`, `T12`, nothing, `+BH3 +BH5'`."""
        return self.move(f"ability {_one(what, 'what', 'what the ability does, as in replays')}".rstrip())

    def _key(self, who: str | int) -> str:
        """A seat, by its character, its number or its player's name."""
        if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < self.tables.players:
            return self.characters[who]
        if isinstance(who, str):
            if who in self.tables.seats_by_name:
                return who
            named = [
                key for key, name in zip(self.characters, self._names or (), strict=False) if name == who
            ]
            if len(named) == 1:
                return named[0]
        known = ", ".join(self.characters)
        if isinstance(who, str):
            raise NotationError(f"nobody sits here by that name; there are {known}", where="who", text=who)
        raise arguments.unreadable("who", f"a seat, or a name of one; there are {known}", who)


def _one(value: str, name: str, expected: str) -> str:
    return arguments.text(name, value, expected)


def words_of(cards: Cards, name: str = "cards") -> str:
    """The cards as one text; `name` is that of the parameter."""
    if isinstance(cards, str):
        return " ".join(cards.split())
    return " ".join(arguments.texts(name, cards, 'cards, as in "WK1 WK7" or ["WK1", "WK7"]'))

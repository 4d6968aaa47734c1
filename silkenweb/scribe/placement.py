"""The possible places of each player's cards: a perfect matching of cards and places must exist."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from silkenweb.game.state import Illegal
from silkenweb.text.catalogue import CharacterName

Allowed = Mapping[str, Collection[tuple[int, int]]]


def match(
    allowed: Allowed, places: Sequence[int], prefer: Callable[[str, int], int] | None = None
) -> dict[str, int] | None:
    """Return a place (its kind) for each card, or None if there is no matching.

    `allowed`: the possible places of each card, each with a side; `places`: each kind once for every card
    that it holds. `prefer` gives the order in which places are tried.
    """
    if len(allowed) != len(places):
        return None
    slots_of: dict[int, list[int]] = {}
    for slot, place in enumerate(places):
        slots_of.setdefault(place, []).append(slot)
    kinds: dict[str, list[int]] = {}
    for card, options in allowed.items():
        kinds[card] = list(dict.fromkeys(place for place, _ in options if place in slots_of))
        if prefer is not None:
            kinds[card] = [
                place for _, place in sorted((prefer(card, place), place) for place in kinds[card])
            ]
    holder: list[str | None] = [None] * len(places)
    for card in sorted(kinds, key=lambda each: len(kinds[each])):
        if not _place(card, kinds, slots_of, holder, set()):
            return None
    return {card: places[slot] for slot, card in enumerate(holder) if card is not None}


def _place(
    card: str,
    kinds: Mapping[str, Sequence[int]],
    slots_of: Mapping[int, Sequence[int]],
    holder: list[str | None],
    tried: set[int],
) -> bool:
    """Find a slot for a card, moving other cards if necessary (Kuhn's augmenting paths)."""
    slots = [slot for kind in kinds[card] for slot in slots_of[kind]]
    for slot in slots:
        if holder[slot] is None:
            holder[slot] = card
            return True
    for slot in slots:
        if slot in tried:
            continue
        tried.add(slot)
        other = holder[slot]
        assert other is not None
        if _place(other, kinds, slots_of, holder, tried):
            holder[slot] = card
            return True
    return False


HAND, DISCARDED, STORED, DECK = 0, 1, 2, 3
"""Kinds of places; DECK + n is place n of the Equipment Deck, where 0 is the top."""

Option = tuple[int, int]
"""A place and the side that was up (0 is the first face): after keep for a card of the hand, a discarded or a
stored card; as dealt for a card of the deck; as taken for a drawn card (A1)."""

Sides = tuple[int, ...]

Options = Mapping[str, frozenset[Option]]


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of cards in each kind of place after keep."""

    hand: int
    laid: int
    stored: int
    deck: int

    @property
    def places(self) -> tuple[int, ...]:
        """Each kind of place once for every card that it holds."""
        piles = (HAND,) * self.hand + (DISCARDED,) * self.laid + (STORED,) * self.stored
        return piles + tuple(range(DECK, DECK + self.deck))


@dataclass(frozen=True, slots=True)
class Ledger:
    """The remaining possibilities for a player's cards in a level, given the facts so far.

    It is immutable: each method returns a new ledger, or raises Illegal with the rule if no possibility is
    left.

    `turned`: the possibilities if the hand was not, and was, rotated in keep; None if that is impossible.
    `turns`: the number of later rotations. `drawn`: the number of rotations at each draw (A1). `under`: the
    possible sides of a drawn card while it was in the deck. `inhand`: cards that came into the hand openly
    (A4), as (card, side, rotations by then). `gone`: cards that left the hand.
    """

    who: CharacterName
    counts: Counts
    turned: tuple[Options | None, Options | None]
    turns: int = 0
    under: tuple[tuple[str, tuple[int, ...]], ...] = ()
    drawn: tuple[int, ...] = ()
    inhand: tuple[tuple[str, int, int], ...] = ()
    gone: frozenset[str] = frozenset()

    @classmethod
    def start(cls, who: CharacterName, cards: Iterable[str], counts: Counts) -> Ledger:
        """Return a ledger without facts: any card may be in any place except storage, either side up.

        A Relic has only one side, but is treated as if either could be up; no fact is about its side.
        """
        places = [place for place in dict.fromkeys(counts.places) if place != STORED]
        options: Options = {
            card: frozenset((place, side) for place in places for side in (0, 1)) for card in cards
        }
        return cls(who, counts, (options, options))

    @property
    def cards(self) -> frozenset[str]:
        """The player's cards of this level, except those stored earlier."""
        return frozenset(self.turned[0] or self.turned[1] or ())

    # -- facts ------------------------------------------------------------------------------

    def keeps(
        self, laid: Iterable[str], stored: Mapping[str, tuple[int, ...]], rotated: bool | None
    ) -> Ledger:
        """Apply a keep: the cards discarded (S5) and stored (S6), and whether the hand was rotated."""
        wanted = {card: frozenset([(DISCARDED, 0), (DISCARDED, 1)]) for card in laid}
        wanted |= {card: frozenset((STORED, side) for side in sides) for card, sides in stored.items()}
        if len(wanted) > self.counts.laid + self.counts.stored:
            raise Illegal("S5", "fact.discards", who=self.who, count=self.counts.laid + self.counts.stored)
        self._check_cards(wanted, "S5")
        widened = self
        if stored:
            options = tuple(
                None if each is None else {**each, **{card: each[card] | wanted[card] for card in stored}}
                for each in self.turned
            )
            widened = replace(self, turned=(options[0], options[1]))
        told = widened._narrow(lambda card, option, _: card not in wanted or option in wanted[card], "S5")
        if rotated is None:
            return told
        left = (None, told.turned[1]) if rotated else (told.turned[0], None)
        if left == (None, None):
            raise Illegal("S5", "fact.not.rotated" if rotated else "fact.rotated", who=self.who)
        return replace(told, turned=left)

    def dealt(self, cards: Mapping[str, tuple[int, ...]]) -> Ledger:
        """Apply a deal (S4): cards drawn at the start, as they were before any rotation."""
        self._check_cards(cards, "S4")
        count = self.counts.hand + self.counts.laid + self.counts.stored
        if len(cards) > count:
            raise Illegal("S4", "fact.draws", who=self.who, count=count)

        def fits(card: str, option: Option, turned: bool) -> bool:
            place, side = option
            if card not in cards:
                return len(cards) < count or place >= DECK
            return place < DECK and side ^ turned in cards[card]

        return self._narrow(fits, "S4")

    def holds(self, cards: Mapping[str, tuple[int, ...]], whole: bool) -> Ledger:
        """Apply the fact that the hand has these cards now; only these if `whole`."""
        open_ones = {card: (side + self.turns - turns) % 2 for card, side, turns in self.inhand}
        self._check_cards({card: sides for card, sides in cards.items() if card not in open_ones}, "T1")
        for card, sides in cards.items():
            if card in open_ones:
                if open_ones[card] not in sides:
                    raise Illegal("C4", "fact.side", card=card)
            elif card in self.gone:
                raise Illegal("T1", "fact.left", card=card, who=self.who)
        if whole and set(open_ones) - cards.keys():
            missing = ", ".join(sorted(set(open_ones) - cards.keys()))
            raise Illegal("A4", "fact.taken", who=self.who, cards=missing)

        def fits(card: str, option: Option, _turned: bool) -> bool:
            if card in open_ones or card in self.gone:
                return True
            if card in cards:
                return self._in_hand_as(card, option, cards[card])
            return not (whole and self._side_in_hand(option) is not None)

        return self._narrow(fits, "T1")

    def may_hold(self, card: str) -> bool:
        """Return whether the hand can have this card now."""
        try:
            self.holds({card: (0, 1)}, whole=False)
        except Illegal:
            return False
        return True

    def leaves(self, card: str, sides: tuple[int, ...]) -> Ledger:
        """Apply a card's leaving the hand openly with one of these sides up: played, or discarded (A1)."""
        held = self.holds({card: sides}, whole=False)
        return replace(
            held, gone=held.gone | {card}, inhand=tuple(each for each in held.inhand if each[0] != card)
        )

    def recovers(self, card: str, side: int, in_pile: bool) -> Ledger:
        """Apply a card's return from the Discard Pile (A4); `in_pile`: whether it went there openly."""
        told = self
        if not in_pile:
            if card in self.gone or card not in self.cards:
                raise Illegal("A4", "fact.pile", card=card, who=self.who)
            told = self._narrow(lambda each, option, _: each != card or option[0] == DISCARDED, "A4")
        return replace(told, gone=told.gone - {card}, inhand=(*told.inhand, (card, side, told.turns)))

    def turn(self) -> Ledger:
        """Apply a rotation of the whole hand (T12, A3)."""
        return replace(self, turns=self.turns + 1)

    def draws(self, told: Mapping[str, tuple[int, ...]]) -> Ledger:
        """Apply a draw (A1): the top card of the deck with a chosen side; `told` has the card, if known."""
        place = DECK + len(self.drawn)
        after = self._lift_top(place)
        if not told:
            return after
        self._check_cards(told, "A1")
        ((card, sides),) = told.items()
        return after._narrow(
            lambda each, option, _: (
                option[0] != place if each != card else option[0] == place and option[1] in sides
            ),
            "A1",
        )

    def _lift_top(self, place: int) -> Ledger:
        """Move the card of this place into the hand, where either side may be up."""
        under: dict[str, tuple[int, ...]] = {}
        freed: list[Options | None] = []
        for options in self.turned:
            if options is None:
                freed.append(None)
                continue
            widened = dict(options)
            for card, of in options.items():
                sides = tuple(sorted(side for where, side in of if where == place))
                if sides:
                    under[card] = sides
                    widened[card] = of | {(place, side) for side in (0, 1)}
            freed.append(widened)
        return replace(
            self,
            turned=(freed[0], freed[1]),
            drawn=(*self.drawn, self.turns),
            under=(*self.under, *under.items()),
        )

    def deck_is(self, cards: tuple[tuple[str, tuple[int, ...]], ...]) -> Ledger:
        """Apply the cards of the current Equipment Deck, from the top."""
        first = DECK + len(self.drawn)
        if len(cards) != self.counts.deck - len(self.drawn):
            count = self.counts.deck - len(self.drawn)
            raise Illegal("S4", "fact.deck", who=self.who, count=count, found=len(cards))
        self._check_cards(dict(cards), "S4")
        at = {card: (first + index, sides) for index, (card, sides) in enumerate(cards)}

        def fits(card: str, option: Option, _turned: bool) -> bool:
            if card not in at:
                return option[0] < first
            return option[0] == at[card][0] and option[1] in at[card][1]

        return self._narrow(fits, "S4")

    def stored_as(self, card: str, sides: tuple[int, ...]) -> Ledger:
        """Apply the fact that a stored card had one of these sides up (A6)."""
        return self._narrow(
            lambda each, option, _: each != card or option[0] != STORED or option[1] in sides, "A6"
        )

    # -- consequences ------------------------------------------------------------------------------

    def _side_in_hand(self, option: Option) -> int | None:
        """Return which side of a card is up now, if it is in the hand; else None."""
        place, side = option
        if place == HAND:
            return (side + self.turns) % 2
        if DECK <= place < DECK + len(self.drawn):
            return (side + self.turns - self.drawn[place - DECK]) % 2
        return None

    def _in_hand_as(self, card: str, option: Option, sides: tuple[int, ...]) -> bool:
        now = self._side_in_hand(option)
        return now is not None and now in sides

    def _check_cards(self, cards: Iterable[str], rule: str) -> None:
        for card in cards:
            if card not in self.cards:
                raise Illegal(rule, "fact.level", card=card, who=self.who)

    def _narrow(self, fits: Callable[[str, Option, bool], bool], rule: str) -> Ledger:
        """Keep only the options that fit."""
        left: list[Options | None] = []
        for turned, options in enumerate(self.turned):
            if options is None:
                left.append(None)
                continue
            narrowed = {
                card: frozenset([option for option in of if fits(card, option, bool(turned))])
                for card, of in options.items()
            }
            left.append(narrowed if match(narrowed, self.counts.places) is not None else None)
        if left == [None, None]:
            raise self._nothing_left(fits, rule)
        return replace(self, turned=(left[0], left[1]))

    def _nothing_left(self, fits: Callable[[str, Option, bool], bool], rule: str) -> Illegal:
        """Return why no deal and keep is possible."""
        for turned, options in enumerate(self.turned):
            for card, of in (options or {}).items():
                if any(fits(card, option, bool(turned)) for option in of):
                    continue
                turned_over = any(fits(card, (place, 1 - side), bool(turned)) for place, side in of)
                if turned_over:
                    return Illegal("C4", "fact.hand.side", card=card, who=self.who)
                return Illegal(rule, "fact.hand" if rule == "T1" else "fact.place", card=card, who=self.who)
        held = self.counts.hand + self.counts.laid + self.counts.stored
        gone = held - self.counts.hand
        rule = "S5" if rule == "T1" else rule
        return Illegal(rule, "fact.places", who=self.who, drawn=held, discarded=gone)

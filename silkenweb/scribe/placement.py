"""Each card in a place that it may lie in, each place with one card: a perfect matching, or none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from silkenweb.game.state import Illegal
from silkenweb.text.catalogue import CharacterName

Allowed = Mapping[str, Collection[tuple[int, int]]]


def match(
    allowed: Allowed, places: Sequence[int], prefer: Callable[[str, int], int] | None = None
) -> dict[str, int] | None:
    """A place (its kind) for each card, or None. `allowed`: the places that a card may lie in, each with a
    side; `places`: each kind as often as it holds a card. `prefer` orders what is tried first.
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
    """Find the card a slot, moving others on where they have another (Kuhn's augmenting path)."""
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


HAND, LAID, STORED, DECK = 0, 1, 2, 3
"""Kinds of places; DECK + n is the n-th of the Equipment Deck from the top (0 the top)."""

Option = tuple[int, int]
"""A place and the side that was up (0 first face): of a kept or laid card after the hand was turned or not,
of a card of the deck as it lay there, of a drawn one (A1) as it was taken."""

Sides = tuple[int, ...]

Options = Mapping[str, frozenset[Option]]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards lie in each kind of place after keep."""

    hand: int
    laid: int
    stored: int
    deck: int

    @property
    def places(self) -> tuple[int, ...]:
        """Each place once for every card that it holds."""
        piles = (HAND,) * self.hand + (LAID,) * self.laid + (STORED,) * self.stored
        return piles + tuple(range(DECK, DECK + self.deck))


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is left, given what was told so far. Never changed: each method gives the next one, or raises
    Illegal with the rule that leaves nothing.

    `turned`: what is left if the hand was not, or was, turned in keep; None where that can't have been.
    `turns`: how often the hand has been turned since. `drawn`: the count of turns at each draw (A1).
    `under`: which ways up a drawn card can have lain in the deck, as far as that was told.
    `inhand`: cards that came into the hand openly (A4), as (side, turns by then). `gone`: cards that left it.
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
        """Nothing told: any card may lie anywhere, either way up, but not in storage.

        A Relic has one side; it is treated here as if either could be up, and nothing is told of its side.
        """
        places = [place for place in dict.fromkeys(counts.places) if place != STORED]
        options: Options = {
            card: frozenset((place, side) for place in places for side in (0, 1)) for card in cards
        }
        return cls(who, counts, (options, options))

    @property
    def cards(self) -> frozenset[str]:
        """The player's cards of this level, storage apart."""
        return frozenset(self.turned[0] or self.turned[1] or ())

    # -- what is told ------------------------------------------------------------------------------

    def keeps(
        self, laid: Iterable[str], stored: Mapping[str, tuple[int, ...]], rotated: bool | None
    ) -> Ledger:
        """S5, S6."""
        wanted = {card: frozenset([(LAID, 0), (LAID, 1)]) for card in laid}
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
        """S4: the cards drawn at the start, as they lay before the hand was turned or not."""
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
        """The hand holds these cards now; all of it, where `whole`."""
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
        """Whether the hand can hold this card now."""
        try:
            self.holds({card: (0, 1)}, whole=False)
        except Illegal:
            return False
        return True

    def leaves(self, card: str, sides: tuple[int, ...]) -> Ledger:
        """A card leaves the hand openly, one of these sides up: played, or discarded for A1."""
        held = self.holds({card: sides}, whole=False)
        return replace(
            held, gone=held.gone | {card}, inhand=tuple(each for each in held.inhand if each[0] != card)
        )

    def recovers(self, card: str, side: int, in_pile: bool) -> Ledger:
        """A4: a card comes back from the Discard Pile; `in_pile`: it was seen to go there."""
        told = self
        if not in_pile:
            if card in self.gone or card not in self.cards:
                raise Illegal("A4", "fact.pile", card=card, who=self.who)
            told = self._narrow(lambda each, option, _: each != card or option[0] == LAID, "A4")
        return replace(told, gone=told.gone - {card}, inhand=(*told.inhand, (card, side, told.turns)))

    def turn(self) -> Ledger:
        """The whole hand is turned (T12, A3)."""
        return replace(self, turns=self.turns + 1)

    def draws(self, told: Mapping[str, tuple[int, ...]]) -> Ledger:
        """A1: the top card of the deck comes into the hand, its side chosen; `told` names it, or nothing."""
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
        """The card of this place is in the hand now: which way up it lay no longer binds."""
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
        """The Equipment Deck as it lies now, from the top."""
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
        """A6: which side of a stored card was up."""
        return self._narrow(
            lambda each, option, _: each != card or option[0] != STORED or option[1] in sides, "A6"
        )

    # -- what follows ------------------------------------------------------------------------------

    def _side_in_hand(self, option: Option) -> int | None:
        """The side up now of a card dealt so, if it is in the hand."""
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
        """Only what fits is left."""
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
        """Why no deal and keep is left, in words."""
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

"""Hidden cards as a seat knows them: exact chances, and complete worlds that agree with all it saw.

A world is a Position with the seat's View, in which cards that were recovered openly (A4) are in the hands
that must still hold them. It is as likely as the deals that lead to it, all of which are equally likely. So
all worlds are equally likely too, except that in phase `take` the card being drawn counts for both ways it
may have lain. Other players' choices say more, if you trust them to choose in a certain way: see `by` and
`weigh`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product, repeat
from math import factorial, perm, sqrt
from random import Random
from typing import Any, NamedTuple

from silkenweb import arguments
from silkenweb.bots.knowledge import Agreements, inferences_from
from silkenweb.bots.worlds import HandSampler, unseen_threats
from silkenweb.errors import SilkenwebError, quote, shorten
from silkenweb.game.events import Event
from silkenweb.game.legality import may_store
from silkenweb.game.position import Position
from silkenweb.game.state import KEEP, TAKE, State
from silkenweb.game.tables import bits
from silkenweb.game.view import View
from silkenweb.replay import Node
from silkenweb.study.chances import HandChances, hand_chances, known_cards


class Placement(NamedTuple):
    """Where the hidden cards of one player are, as masks of faces; the deck from the top."""

    hand: int
    chosen: int
    storing: int
    taking: int
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HiddenSeat:
    """What is public about one player's hidden cards.

    `cards`: first faces of those that may be in any hidden place; `known`: faces that are in the hand.
    `hand`, `set_aside`, `taking` and `deck` say how many of `cards` are in each place. `stores`: whether
    cards that were set aside may be for the storage (S6). `absent`: faces that are not in the hand.
    """

    cards: tuple[int, ...]
    upright: int
    known: int
    hand: int
    set_aside: int
    taking: int
    deck: int
    stores: bool
    absent: int

    def sampler(self) -> HandSampler:
        """Return a sampler of the hand, and of the other cards after it."""
        return HandSampler(self.cards, self.upright, self.hand, self.absent)

    def draw(self, sampler: HandSampler, rng: Random) -> Placement:
        """Return one placement, drawn with its probability."""
        hand, rest = sampler.draw(rng)
        down = rest[: self.set_aside]
        storing = sum(face for face in down if rng.random() < 0.5) if self.stores else 0
        taken = sum(rest[self.set_aside : self.set_aside + self.taking])
        deck = tuple(rest[self.set_aside + self.taking :])
        return Placement(hand | self.known, sum(down) - storing, storing, self._first(taken), deck)

    def ways(self, sampler: HandSampler) -> Iterator[tuple[Placement, int]]:
        """Yield all placements, each with the number of equally likely deals that lead to it."""
        for hand in combinations(self.cards, self.hand):
            rest = [card for card in self.cards if card not in hand]
            for faces in product(*(self._possible_faces(sampler, card) for card in hand)):
                for placement, deals in self._rest(rest):
                    yield placement._replace(hand=sum(faces) | self.known), deals

    def _rest(self, rest: list[int]) -> Iterator[tuple[Placement, int]]:
        for down in combinations(rest, self.set_aside):
            left = [card for card in rest if card not in down]
            for faces in product(*map(self._sides, down)):
                for stored in self._stored(faces):
                    for order in permutations(left):
                        for taken, deals, deck in self._piles(order):
                            yield Placement(0, sum(faces) - stored, stored, taken, deck), deals

    def _stored(self, faces: tuple[int, ...]) -> Iterator[int]:
        if not self.stores:
            yield 0
            return
        for flags in product((0, 1), repeat=len(faces)):
            yield sum(face for face, flag in zip(faces, flags, strict=True) if flag)

    def _piles(self, order: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        taken = sum(order[: self.taking])
        deals = len(self._sides(taken)) if taken else 1  # A1: its orientation is not seen before it is taken
        for deck in product(*map(self._sides, order[self.taking :])):
            yield taken, deals, deck

    def count(self, sampler: HandSampler) -> int:
        """Return the number of placements, counted as deals.

        A card being taken is one way up or the other.
        """
        equipment = sum(card & self.upright > 0 for card in self.cards)
        hands = sampler.totals[0][self.hand]  # in units of sets of cards; a rotated one counts as half
        rest = len(self.cards) - self.hand
        orders = factorial(rest) // factorial(self.set_aside)
        return round(hands * (1 << equipment)) * orders << (self.set_aside if self.stores else 0)

    def _possible_faces(self, sampler: HandSampler, card: int) -> tuple[int, ...]:
        return tuple(face for face in self._sides(card) if not face & sampler.absent)

    def _sides(self, card: int) -> tuple[int, ...]:
        return (card, card << 1) if card & self.upright else (card,)

    def _first(self, face: int) -> int:
        return face >> 1 if face >> 1 & self.upright else face


EXACT = 2_000
"""The most worlds for which `chance` examines every one."""

Weigh = Callable[[Position], float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over worlds, its standard error (0 if every world was examined), and the number of worlds."""

    value: float
    error: float
    worlds: int

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f} ({self.worlds:,} worlds)"


def belief(
    view: View | Position | Node,
    seat: int | str | Sequence[Event] | None = None,
    seen: Sequence[Event] = (),
    *,
    by: str | None = None,
) -> Belief:
    """Return what a seat can know.

    The seat is the viewer of a View, or `seat` (number or character) at a Position or Node. `seen`: the
    level's events as the seat saw them, by default those of a Node (`node.seen(seat)`). They may directly
    follow a View: `belief(view, seen)`.

    `by="convention"` assumes that the others keep to the agreements of that bot, so that a Rest means that
    the hand, as it was, had no Equipment for the target next in line. A player who cannot have kept to them
    is not believed.
    """
    if isinstance(seat, Sequence) and not isinstance(seat, str):
        seen, seat = seat, None
    arguments.instance("view", view, (View, Position, Node), "a View, or a Position or Node and a seat")
    if isinstance(view, View):
        if seat is not None and arguments.seat(seat, view.characters) != view.viewer:
            raise arguments.wrong("seat", f"{view.viewer}, whose view this is", seat)
        return Belief(view, seen, by)
    if seat is None:
        raise arguments.wrong("seat", "the number of a seat or its character", seat)
    if isinstance(view, Node) and seen == ():
        seen = view.seen(seat)
    return Belief(view.view(seat), seen, by)


class Belief:
    """A seat's knowledge of hidden cards. Made by `belief`."""

    def __init__(self, view: View, seen: Sequence[Event] = (), by: str | None = None) -> None:
        if by is not None:
            arguments.choice("by", by, ("convention",))
        self.view = view
        self.seen = arguments.items("seen", seen, "a list of events")
        for event in self.seen:
            arguments.instance("seen", event, Event, "a list of events")
        self.by = by
        known = known_cards(view, self.seen)
        absent = inferences_from(view, self.seen, Agreements()).absent if by else [0] * view.tables.players
        players = range(view.tables.players)
        self._seats = [self._hidden(seat, known.get(seat, set()), absent[seat]) for seat in players]
        self._draws = [seat.sampler() for seat in self._seats]
        pools = [sum(seat.cards) | seat.known & view.tables.relic_mask for seat in self._seats]
        pools[view.viewer] |= self._own()
        self._threats = unseen_threats(view.open_state, pools)

    def __repr__(self) -> str:
        who = self.view.characters[self.view.viewer]
        return f"<Belief of {who} (seat {self.view.viewer}): {self.count:,} worlds>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Belief, (self.view, self.seen, self.by)

    def _seat(self, seat: int | str) -> int:
        return arguments.seat(seat, self.view.characters)

    def _own(self) -> int:
        """Return what the viewer holds and sees, as first faces."""
        state, seat = self.view.open_state, self.view.viewer
        own = state.hands[seat] | state.chosen[seat] | state.storing[seat] | state.stores[seat]
        own |= state.taking if state.seat == seat else 0
        return self.view.tables.without_orientation(seat, own)

    def _hidden(self, seat: int, known: set[str], absent: int) -> HiddenSeat:
        view, tables = self.view, self.view.tables
        state, area = view.open_state, view.seats[seat]
        mine = seat == view.viewer
        faces = sum(tables.face_of[seat][card] for card in known) if not mine else 0
        away = state.discards[seat] | state.stores[seat] | faces
        away |= sum(face for _, owner, face, _ in state.commits if owner == seat)
        away = tables.without_orientation(seat, away) | (self._own() if mine else 0)
        relics = sum(tables.face_of[seat][relic] for relic in area.relics)
        return HiddenSeat(
            cards=tuple(bits((tables.upright_mask[seat] | relics) & ~away)),
            upright=tables.upright_mask[seat],
            known=faces,
            hand=0 if mine else area.hand_count - len(known),
            set_aside=0 if mine else area.chosen_count,
            taking=int(not mine and state.phase == TAKE and state.seat == seat),
            deck=area.deck_count,
            stores=state.phase == KEEP and may_store(state, seat),
            absent=0 if mine else absent,
        )

    # -- exact chances -------------------------------------------------------------------------------

    @property
    def hands(self) -> dict[int, HandChances]:
        """The chance of each icon in each other seat's hand, by counting (without `by`)."""
        return hand_chances(self.view, self.seen)

    def holds(self, seat: int | str, *cards: str) -> float:
        """Return the exact chance that a seat's hand holds at least one of these cards.

        Cards are as written: `WK3` upright, `WK3'` on its other face, or a Relic.
        """
        tables, seat = self.view.tables, self._seat(seat)
        faces = 0
        for card in arguments.texts("cards", cards, 'cards such as "WK3"'):
            if card not in tables.face_of[seat]:
                raise SilkenwebError(
                    f"cards: {shorten(card)} is neither a card of {tables.characters[seat]} nor a Relic"
                )
            faces |= tables.face_of[seat][card]
        return self._holds(seat, faces)

    def serves(self, seat: int | str, target: str) -> float:
        """Return the exact chance that a seat's hand has Equipment that serves a target.

        Its upright icon must match a Threat Card, or the next segment (`spirit`).
        """
        tables, state, seat = self.view.tables, self.view.open_state, self._seat(seat)
        arguments.text("target", target, 'a Threat Card such as "T12", or "spirit"')
        if target == "spirit":
            if state.all_segments_done():
                raise SilkenwebError("there is no segment left")
            match = tables.segment_match[seat][state.level][state.segments]
        elif target in tables.target_of:
            match = tables.match[seat][tables.target_of[target]]
        else:
            raise SilkenwebError(f"target: the edition has no Threat Card {quote(target)}")
        return self._holds(seat, match & ~tables.relic_mask)

    def _holds(self, seat: int, faces: int) -> float:
        if faces & (self._seats[seat].known | self.view.open_state.hands[seat]):
            return 1.0
        return self._draws[seat].chance_to_hold(faces) if self._seats[seat].hand else 0.0

    def in_deck(self, seat: int | str, card: str) -> float:
        """Return the exact chance that a card is in a seat's Equipment Deck, either way up.

        The card is named without `'`.
        """
        seat, card = self._seat(seat), arguments.text("card", card, 'a card such as "WK3"')
        hidden, tables = self._seats[seat], self.view.tables
        face = tables.face_of[seat].get(card.rstrip("'"), 0)
        if face not in hidden.cards:
            return 0.0
        rest = len(hidden.cards) - hidden.hand
        both = face | face << 1 if face & hidden.upright else face
        return (1 - self._holds(seat, both)) * hidden.deck / rest if rest else 0.0

    @property
    def threats(self) -> dict[str, float]:
        """For each Threat Card that is not face up anywhere, the exact chance that it is in the Threat Deck.

        Divide it by the number of cards in the deck for the chance that the card comes next.
        """
        unseen = self._threats
        share = self.view.deck_count / len(unseen) if unseen else 0.0
        return {self.view.tables.targets[target]: share for target in unseen}

    def next_asks(self) -> dict[str, float]:
        """Return the exact chances of what the next card of the Threat Deck lists: each icon, or `relic`."""
        of = self.view.tables.of
        counts: dict[str, int] = {}
        for target in self._threats if self.view.deck_count else ():
            for icon in of.icons[target] or ("relic",):
                counts[icon] = counts.get(icon, 0) + 1
        return {icon: count / len(self._threats) for icon, count in sorted(counts.items())}

    # -- worlds --------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of worlds, counted as deals."""
        total = perm(len(self._threats), self.view.deck_count)
        for seat, draw in zip(self._seats, self._draws, strict=True):
            total *= seat.count(draw)
        return total

    def worlds(self, seed: str | int | Random | None = "belief") -> Iterator[Position]:
        """Yield worlds drawn with their probabilities, without end; the same for the same seed."""
        given = arguments.seed_or_rng(seed)
        rng = Random(given) if isinstance(given, str) else given
        return (Position._of(self.draw(rng)) for _ in repeat(None))

    def draw(self, rng: Random) -> State:
        """Return one world, as the engine's record."""
        arguments.instance("rng", rng, Random, "a random.Random")
        placements = [seat.draw(draw, rng) for seat, draw in zip(self._seats, self._draws, strict=True)]
        return self._world(tuple(rng.sample(self._threats, self.view.deck_count)), placements)

    def all_worlds(self) -> Iterator[tuple[Position, int]]:
        """Yield every world with the number of deals that lead to it.

        There can be far too many to iterate over: check `count`.
        """
        ways = [list(seat.ways(draw)) for seat, draw in zip(self._seats, self._draws, strict=True)]
        for deck in permutations(self._threats, self.view.deck_count):
            for chosen in product(*ways):
                weight = 1
                for _, deals in chosen:
                    weight *= deals
                yield Position._of(self._world(deck, [placement for placement, _ in chosen])), weight

    def _world(self, deck: tuple[int, ...], placements: Sequence[Placement]) -> State:
        state, viewer = self.view.open_state.copy(), self.view.viewer
        placements = list(placements)
        placements[viewer] = placements[viewer]._replace(
            hand=state.hands[viewer], chosen=state.chosen[viewer], storing=state.storing[viewer]
        )
        state.deck = deck
        state.hands = tuple(placement.hand for placement in placements)
        state.chosen = tuple(placement.chosen for placement in placements)
        state.storing = tuple(placement.storing for placement in placements)
        state.decks = tuple(placement.deck for placement in placements)
        state.taking |= sum(placement.taking for placement in placements)
        return state

    def chance(
        self,
        what: Callable[[Position], float],
        *,
        worlds: int = 1_000,
        seed: str | int | None = "belief",
        weigh: Weigh | None = None,
    ) -> Estimate:
        """Return the mean of `what` over worlds: a chance, if it returns True or False.

        If there are at most EXACT worlds, all of them are examined; otherwise `worlds` of them are drawn.
        `weigh` reweights worlds, for example by how likely the others would have acted as they did in that
        world, which `acted` of silkenweb.study computes. Raises SilkenwebError if it excludes every world.
        """
        arguments.function("what", what, "a function of a Position")
        if weigh is not None:
            arguments.function("weigh", weigh, "a function of a Position, or None")
        worlds, seed = arguments.whole("worlds", worlds, 1), arguments.seed(seed)
        if self.count <= EXACT:
            pairs = [(world, float(deals)) for world, deals in self.all_worlds()]
            exact = True
        else:
            pairs = [(world, 1.0) for world, _ in zip(self.worlds(seed), range(worlds), strict=False)]
            exact = False
        weights = [deals * weigh(world) if weigh else deals for world, deals in pairs]
        total = sum(weights)
        if not total > 0:
            raise SilkenwebError("no world is left: `weigh` (or `worlds`) excludes them all")
        values = [
            float(what(world)) if weight else 0.0 for (world, _), weight in zip(pairs, weights, strict=True)
        ]
        mean = sum(w * v for w, v in zip(weights, values, strict=True)) / total
        spread = sum((w * (v - mean)) ** 2 for w, v in zip(weights, values, strict=True))
        return Estimate(mean, 0.0 if exact else sqrt(spread) / total, len(pairs))

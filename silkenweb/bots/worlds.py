"""Worlds that a seat cannot tell from the true one, drawn at random: what lies hidden is dealt anew.

What others have told by their Rests holds in every world; beyond that each world is as likely as its deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from silkenweb.bots.hidden import HandDraw, laid, unseen_threats
from silkenweb.bots.policy import Policy
from silkenweb.bots.reckoning import Look, Told
from silkenweb.game.applying import apply
from silkenweb.game.state import KEEP, State
from silkenweb.game.targets import bits


class Worlds:
    """Worlds for one decision. `look` is of a View; `known` are faces that must lie in other seats' hands
    (A4).
    """

    def __init__(
        self,
        look: Look,
        deck_counts: list[int],
        threats: int,
        policy: Policy,
        known: Mapping[int, int] | None = None,
    ) -> None:
        self.look, self.policy = look, policy
        self.known = known or {}
        self.tables = look.tables
        self.deck_counts, self.threats = deck_counts, threats
        self.unseen = unseen_threats(look.state, look.pools)
        state = look.state
        self.keeping = state.phase == KEEP
        self.draws = [None if seat == look.seat else self._other(seat) for seat in range(self.tables.players)]
        own = look.pools[look.seat] & ~self.tables.without_orientation(look.seat, look.hand)
        self.own_deck = list(bits(own))

    def _other(self, seat: int) -> HandDraw:
        # Where what was told cannot be, somebody did not keep to the agreements: then nothing is known.
        known = self.known.get(seat, 0)
        cards = self.look.pools[seat] & ~self.tables.without_orientation(seat, known)
        held = self._drawn(seat) - known.bit_count()
        return HandDraw(list(bits(cards)), self.tables.upright_mask[seat], held, self.look.told.absent[seat])

    def _drawn(self, seat: int) -> int:
        """How many cards a hand holds; in `keep` as it was drawn."""
        if self.keeping:
            return self.look.pools[seat].bit_count() - self.deck_counts[seat]
        return self.look.counts[seat]

    def draw(self, rng: Random) -> State:
        """One world."""
        state = self.look.state.copy()
        state.deck = tuple(rng.sample(self.unseen, self.threats))
        decks, hands = [], list(state.hands)
        for seat, draw in enumerate(self.draws):
            if draw is None:
                deck = laid(self.own_deck, self.tables.upright_mask[seat], rng)
            else:
                hand, deck = draw.draw(rng)
                hands[seat] = hand | self.known.get(seat, 0)
            decks.append(tuple(deck))
        state.decks, state.hands = tuple(decks), tuple(hands)
        return self._until_me(state) if self.keeping else state

    def _until_me(self, state: State) -> State:
        """S5: those who have chosen before chose as the policy does."""
        n, me = self.tables.players, self.look.seat
        state.queue = tuple((state.start + k) % n for k in range(n))
        state.seat = state.start
        state.chosen = state.storing = (0,) * n
        told = Told(self.tables)
        while state.seat != me:
            state = apply(state, self.policy.decide(Look.of_world(state, state.seat, told)))
        return state

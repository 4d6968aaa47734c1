"""Hidden cards dealt at random: other seats' hands, the Equipment Decks and the Threat Deck.

A card that is not face up anywhere is equally likely to be in each hidden place of the same size, either way
up, apart from faces that are known to be absent from a hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from random import Random

from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import Inferences, Observation
from silkenweb.game.state import KEEP, State
from silkenweb.game.tables import bits
from silkenweb.game.transition import apply


def unseen_threats(state: State, hidden: Sequence[int]) -> list[int]:
    """Return the Threat Cards in the Threat Deck and the Reserve.

    These are the cards in neither the row nor the Resolved pile, nor held by a player. `hidden` gives for
    each seat its cards that are not face up anywhere.
    """
    tables = state.tables
    held = reduce(or_, (*hidden, *state.discards, *state.stores)) & tables.relic_mask
    away = state.done | sum(1 << target for target in state.row)
    return [
        t for t in tables.all_targets if not away >> t & 1 and not tables.relic_of_target.get(t, 0) & held
    ]


def shuffled(cards: Sequence[int], upright: int, rng: Random) -> list[int]:
    """Return first faces in random order, each rotated at random (a Relic has no orientation)."""
    random = rng.random
    turned = [card << 1 if card & upright and random() < 0.5 else card for card in cards]
    rng.shuffle(turned)
    return turned


class HandSampler:
    """Samples a hand of `held` of these cards (first faces) with no face in `absent`, and what remains.

    Each hand is drawn with its probability. If no hand avoids `absent`, then `absent` is ignored.
    """

    def __init__(self, cards: Sequence[int], upright: int, held: int, absent: int = 0) -> None:
        self.held, self.upright = held, upright
        self.cards = list(cards)
        self.absent = absent
        self._set_weights()
        if not self.totals[0][held]:
            self.absent = 0
            self._set_weights()

    def _set_weights(self) -> None:
        self.faces = [self._faces(card) for card in self.cards]
        pairs = zip(self.cards, self.faces, strict=True)
        self.weights = [len(faces) / (2 if card & self.upright else 1) for card, faces in pairs]
        self.totals = self._chances(self.weights)

    def _faces(self, card: int) -> list[int]:
        sides = (card, card << 1) if card & self.upright else (card,)
        return [face for face in sides if not face & self.absent]

    def _chances(self, weights: list[float]) -> list[list[float]]:
        """Return in [j][r] the total weight of all ways to take r of the cards from the j-th on."""
        rows = [[1.0] + [0.0] * self.held]
        for weight in reversed(weights):
            last = rows[-1]
            rows.append([1.0] + [last[r] + weight * last[r - 1] for r in range(1, self.held + 1)])
        return rows[::-1]

    def draw(self, rng: Random) -> tuple[int, list[int]]:
        """Return a hand, and the other cards in random order."""
        hand, left, deck = 0, self.held, []
        random, totals = rng.random, self.totals
        for j, card in enumerate(self.cards):
            if left and random() * totals[j][left] < self.weights[j] * totals[j + 1][left - 1]:
                faces = self.faces[j]
                hand |= faces[0] if len(faces) == 1 or random() < 0.5 else faces[1]
                left -= 1
            else:
                deck.append(card)
        return hand, shuffled(deck, self.upright, rng)

    def chance_to_hold(self, cards: int) -> float:
        """Return the chance that the hand holds at least one of these faces."""
        without = [
            sum(not face & cards for face in faces) / (2 if card & self.upright else 1)
            for card, faces in zip(self.cards, self.faces, strict=True)
        ]
        return 1 - self._chances(without)[0][self.held] / self.totals[0][self.held]


class Worlds:
    """Samples worlds for one decision.

    `observation` comes from a View; `known` are faces that must be in other seats' hands (A4).
    """

    def __init__(
        self,
        observation: Observation,
        deck_counts: list[int],
        threats: int,
        policy: Policy,
        known: Mapping[int, int] | None = None,
    ) -> None:
        self.observation, self.policy = observation, policy
        self.known = known or {}
        self.tables = observation.tables
        self.deck_counts, self.threats = deck_counts, threats
        self.unseen = unseen_threats(observation.state, observation.pools)
        state = observation.state
        self.keeping = state.phase == KEEP
        self.draws = [
            None if seat == observation.seat else self._other(seat) for seat in range(self.tables.players)
        ]
        own = observation.pools[observation.seat] & ~self.tables.without_orientation(
            observation.seat, observation.hand
        )
        self.own_deck = list(bits(own))

    def _other(self, seat: int) -> HandSampler:
        # If the inferences are impossible, somebody broke the agreements: then nothing is known.
        known = self.known.get(seat, 0)
        cards = self.observation.pools[seat] & ~self.tables.without_orientation(seat, known)
        held = self._drawn(seat) - known.bit_count()
        return HandSampler(
            list(bits(cards)), self.tables.upright_mask[seat], held, self.observation.inferences.absent[seat]
        )

    def _drawn(self, seat: int) -> int:
        """Return how many cards a hand holds; in `keep`, as it was drawn."""
        if self.keeping:
            return self.observation.pools[seat].bit_count() - self.deck_counts[seat]
        return self.observation.counts[seat]

    def draw(self, rng: Random) -> State:
        """Return one world."""
        state = self.observation.state.copy()
        state.deck = tuple(rng.sample(self.unseen, self.threats))
        decks, hands = [], list(state.hands)
        for seat, draw in enumerate(self.draws):
            if draw is None:
                deck = shuffled(self.own_deck, self.tables.upright_mask[seat], rng)
            else:
                hand, deck = draw.draw(rng)
                hands[seat] = hand | self.known.get(seat, 0)
            decks.append(tuple(deck))
        state.decks, state.hands = tuple(decks), tuple(hands)
        return self._until_me(state) if self.keeping else state

    def _until_me(self, state: State) -> State:
        """Let the seats that chose earlier choose as the policy does (S5)."""
        n, me = self.tables.players, self.observation.seat
        state.queue = tuple((state.start + k) % n for k in range(n))
        state.seat = state.start
        state.chosen = state.storing = (0,) * n
        inferences = Inferences(self.tables)
        while state.seat != me:
            state = apply(state, self.policy.decide(Observation.of_world(state, state.seat, inferences)))
        return state

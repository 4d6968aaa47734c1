"""What lies hidden, dealt anew at random: another seat's hand and deck, the Threat Deck.

Every card that lies nowhere open is as likely in one hidden place as the sizes of the places say, either way
up, but for faces that are known not to lie in a hand.
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
    """The Threat Cards that lie neither in the row nor in the Resolved pile, nor with a player: those of the
    Threat Deck and of the Reserve. `hidden`: of each seat the cards that lie nowhere open.
    """
    tables = state.tables
    held = reduce(or_, (*hidden, *state.discards, *state.stores)) & tables.relic_mask
    away = state.done | sum(1 << target for target in state.row)
    return [
        t for t in tables.all_targets if not away >> t & 1 and not tables.relic_of_target.get(t, 0) & held
    ]


def shuffled(cards: Sequence[int], upright: int, rng: Random) -> list[int]:
    """First faces in a random order, each turned by lot (a Relic has no orientation)."""
    random = rng.random
    turned = [card << 1 if card & upright and random() < 0.5 else card for card in cards]
    rng.shuffle(turned)
    return turned


class HandSampler:
    """Draws a hand of `held` of these cards (first faces), and what is left: every set by its odds, no face
    of the hand one of `absent`. Where that can't be, `absent` is taken as not told.
    """

    def __init__(self, cards: Sequence[int], upright: int, held: int, absent: int = 0) -> None:
        self.held, self.up = held, upright
        self.cards = list(cards)
        self.absent = absent
        self._set_weights()
        if not self.odds[0][held]:
            self.absent = 0
            self._set_weights()

    def _set_weights(self) -> None:
        self.faces = [self._faces(card) for card in self.cards]
        pairs = zip(self.cards, self.faces, strict=True)
        self.weights = [len(faces) / (2 if card & self.up else 1) for card, faces in pairs]
        self.odds = self._chances(self.weights)

    def _faces(self, card: int) -> list[int]:
        sides = (card, card << 1) if card & self.up else (card,)
        return [face for face in sides if not face & self.absent]

    def _chances(self, weights: list[float]) -> list[list[float]]:
        """[j][r]: the weight of all ways to take r of the cards from the j-th on."""
        rows = [[1.0] + [0.0] * self.held]
        for weight in reversed(weights):
            last = rows[-1]
            rows.append([1.0] + [last[r] + weight * last[r - 1] for r in range(1, self.held + 1)])
        return rows[::-1]

    def draw(self, rng: Random) -> tuple[int, list[int]]:
        """A hand, and the other cards in a random order."""
        hand, left, deck = 0, self.held, []
        random, odds = rng.random, self.odds
        for j, card in enumerate(self.cards):
            if left and random() * odds[j][left] < self.weights[j] * odds[j + 1][left - 1]:
                faces = self.faces[j]
                hand |= faces[0] if len(faces) == 1 or random() < 0.5 else faces[1]
                left -= 1
            else:
                deck.append(card)
        return hand, shuffled(deck, self.up, rng)

    def chance_to_hold(self, cards: int) -> float:
        """The chance that the hand holds one of these faces at least."""
        without = [
            sum(not face & cards for face in faces) / (2 if card & self.up else 1)
            for card, faces in zip(self.cards, self.faces, strict=True)
        ]
        return 1 - self._chances(without)[0][self.held] / self.odds[0][self.held]


class Worlds:
    """Worlds for one decision. `look` is of a View; `known` are faces that must lie in other seats' hands
    (A4).
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
        # Where what was told cannot be, somebody did not keep to the agreements: then nothing is known.
        known = self.known.get(seat, 0)
        cards = self.observation.pools[seat] & ~self.tables.without_orientation(seat, known)
        held = self._drawn(seat) - known.bit_count()
        return HandSampler(
            list(bits(cards)), self.tables.upright_mask[seat], held, self.observation.inferences.absent[seat]
        )

    def _drawn(self, seat: int) -> int:
        """How many cards a hand holds; in `keep` as it was drawn."""
        if self.keeping:
            return self.observation.pools[seat].bit_count() - self.deck_counts[seat]
        return self.observation.counts[seat]

    def draw(self, rng: Random) -> State:
        """One world."""
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
        """S5: those who have chosen before chose as the policy does."""
        n, me = self.tables.players, self.observation.seat
        state.queue = tuple((state.start + k) % n for k in range(n))
        state.seat = state.start
        state.chosen = state.storing = (0,) * n
        inferences = Inferences(self.tables)
        while state.seat != me:
            state = apply(state, self.policy.decide(Observation.of_world(state, state.seat, inferences)))
        return state

"""Worlds that a seat cannot tell from the true one, drawn at random: what lies hidden is dealt anew.

What others have told by their Rests holds in every world; beyond that each world is as likely as its deal.
"""

from __future__ import annotations

from random import Random

from silkenweb.bots.policy import Policy
from silkenweb.bots.reckoning import Look, Told
from silkenweb.game.applying import apply
from silkenweb.game.state import KEEP, State
from silkenweb.game.targets import bits


class Worlds:
    """Worlds for one decision. `look` is of a View."""

    def __init__(self, look: Look, deck_counts: list[int], threats: int, policy: Policy) -> None:
        self.look, self.policy = look, policy
        self.tables = look.tables
        self.deck_counts, self.threats = deck_counts, threats
        self.unseen = self._unseen()
        state = look.state
        self.keeping = state.phase == KEEP
        self.draws = [
            None if seat == look.seat else _Draw(look, seat, self._drawn(seat))
            for seat in range(self.tables.players)
        ]
        own = look.pools[look.seat] & ~self.tables.without_orientation(look.seat, look.hand)
        self.own_deck = list(bits(own))

    def _drawn(self, seat: int) -> int:
        """How many cards a hand holds; in `keep` as it was drawn."""
        if self.keeping:
            return self.look.pools[seat].bit_count() - self.deck_counts[seat]
        return self.look.counts[seat]

    def _unseen(self) -> list[int]:
        """The Threat Cards that may lie in the Threat Deck."""
        tables, state = self.tables, self.look.state
        held = 0
        for pool, pile, store in zip(self.look.pools, state.discards, state.stores, strict=True):
            held |= pool | pile | store
        held &= tables.relic_mask
        away = state.done | sum(1 << target for target in state.row)
        return [
            t for t in tables.all_targets if not away >> t & 1 and not tables.relic_of_target.get(t, 0) & held
        ]

    def draw(self, rng: Random) -> State:
        """One world."""
        state = self.look.state.copy()
        state.deck = tuple(rng.sample(self.unseen, self.threats))
        decks, hands = [], list(state.hands)
        for seat, draw in enumerate(self.draws):
            if draw is None:
                deck = _laid(self.own_deck, self.tables.upright_mask[seat], rng)
            else:
                hands[seat], deck = draw.draw(rng)
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


class _Draw:
    """Draws another seat's hand and deck: every set of its unseen cards by its odds, given which faces
    are absent."""

    def __init__(self, look: Look, seat: int, held: int) -> None:
        tables = look.tables
        self.held, self.up = held, tables.upright_mask[seat]
        self.cards = list(bits(look.pools[seat]))
        absent = look.told.absent[seat]
        self.faces = [self._faces(card, absent) for card in self.cards]
        self.odds = self._chances(
            [len(faces) / (2 if card & self.up else 1) for card, faces in self._pairs()]
        )
        if not self.odds[0][held]:
            # somebody did not keep to the agreements: then nothing is known
            self.faces = [self._faces(card, 0) for card in self.cards]
            self.odds = self._chances([1.0] * len(self.cards))

    def _pairs(self) -> zip[tuple[int, list[int]]]:
        return zip(self.cards, self.faces, strict=True)

    def _faces(self, card: int, absent: int) -> list[int]:
        sides = (card, card << 1) if card & self.up else (card,)
        return [face for face in sides if not face & absent]

    def _chances(self, weights: list[float]) -> list[list[float]]:
        """[j][r]: the weight of all ways to take r of the cards from the j-th on."""
        self.weights = weights
        rows = [[1.0] + [0.0] * self.held]
        for weight in reversed(weights):
            last = rows[-1]
            rows.append([1.0] + [last[r] + weight * last[r - 1] for r in range(1, self.held + 1)])
        return rows[::-1]

    def draw(self, rng: Random) -> tuple[int, list[int]]:
        """A hand and a deck."""
        hand, left, deck = 0, self.held, []
        random, odds = rng.random, self.odds
        for j, card in enumerate(self.cards):
            if left and random() * odds[j][left] < self.weights[j] * odds[j + 1][left - 1]:
                faces = self.faces[j]
                hand |= faces[0] if len(faces) == 1 or random() < 0.5 else faces[1]
                left -= 1
            else:
                deck.append(card)
        return hand, _laid(deck, self.up, rng)


def _laid(cards: list[int], upright: int, rng: Random) -> list[int]:
    """First faces in a random order, each turned by lot (a Relic has no orientation)."""
    random = rng.random
    turned = [card << 1 if card & upright and random() < 0.5 else card for card in cards]
    rng.shuffle(turned)
    return turned

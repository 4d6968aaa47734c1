"""What one player's hidden cards can be: drawn at random, or all ways one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import factorial
from random import Random
from typing import NamedTuple

from silkenweb.bots.worlds import HandDraw


class Hiding(NamedTuple):
    """Where the hidden cards of one player lie, as masks of faces; the deck top first."""

    hand: int
    chosen: int
    storing: int
    taking: int
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HiddenSeat:
    """What is open about one player's hidden cards.

    `cards`: first faces of those that may lie in any hidden place; `known`: faces that lie in the hand.
    `hand`, `laid_down`, `taking` and `deck` are how many of `cards` lie in each place. `stores`: whether
    cards that were laid down may be for the storage (S6). `absent`: faces that don't lie in the hand.
    """

    cards: tuple[int, ...]
    upright: int
    known: int
    hand: int
    laid_down: int
    taking: int
    deck: int
    stores: bool
    absent: int

    def drawing(self) -> HandDraw:
        """What draws the hand; the other cards after it."""
        return HandDraw(self.cards, self.upright, self.hand, self.absent)

    def draw(self, drawing: HandDraw, rng: Random) -> Hiding:
        """One way, by its odds."""
        hand, rest = drawing.draw(rng)
        down = rest[: self.laid_down]
        storing = sum(face for face in down if rng.random() < 0.5) if self.stores else 0
        taken = sum(rest[self.laid_down : self.laid_down + self.taking])
        deck = tuple(rest[self.laid_down + self.taking :])
        return Hiding(hand | self.known, sum(down) - storing, storing, self._first(taken), deck)

    def ways(self, drawing: HandDraw) -> Iterator[tuple[Hiding, int]]:
        """All ways, each with how many deals it stands for, among which all are alike likely."""
        for hand in combinations(self.cards, self.hand):
            rest = [card for card in self.cards if card not in hand]
            for lying in product(*(self._lying(drawing, card) for card in hand)):
                for hiding, deals in self._rest(rest):
                    yield hiding._replace(hand=sum(lying) | self.known), deals

    def _rest(self, rest: list[int]) -> Iterator[tuple[Hiding, int]]:
        for down in combinations(rest, self.laid_down):
            left = [card for card in rest if card not in down]
            for faces in product(*map(self._sides, down)):
                for stored in self._stored(faces):
                    for order in permutations(left):
                        for taken, deals, deck in self._piles(order):
                            yield Hiding(0, sum(faces) - stored, stored, taken, deck), deals

    def _stored(self, faces: tuple[int, ...]) -> Iterator[int]:
        if not self.stores:
            yield 0
            return
        for flags in product((0, 1), repeat=len(faces)):
            yield sum(face for face, flag in zip(faces, flags, strict=True) if flag)

    def _piles(self, order: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        taken = sum(order[: self.taking])
        deals = len(self._sides(taken)) if taken else 1  # A1: how it lay is not seen before it is taken
        for deck in product(*map(self._sides, order[self.taking :])):
            yield taken, deals, deck

    def count(self, drawing: HandDraw) -> int:
        """How many ways there are, counted as deals (a card being taken lies one way or the other)."""
        equipment = sum(card & self.upright > 0 for card in self.cards)
        hands = drawing.odds[0][self.hand]  # in units of sets of cards, a turned one counted as half
        rest = len(self.cards) - self.hand
        orders = factorial(rest) // factorial(self.laid_down)
        return round(hands * (1 << equipment)) * orders << (self.laid_down if self.stores else 0)

    def _lying(self, drawing: HandDraw, card: int) -> tuple[int, ...]:
        return tuple(face for face in self._sides(card) if not face & drawing.absent)

    def _sides(self, card: int) -> tuple[int, ...]:
        return (card, card << 1) if card & self.upright else (card,)

    def _first(self, face: int) -> int:
        return face >> 1 if face >> 1 & self.upright else face

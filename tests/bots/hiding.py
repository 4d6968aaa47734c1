"""Positions that a seat cannot tell apart: everything hidden from it is drawn anew."""

from __future__ import annotations

from random import Random

from silkenweb.game import Position
from silkenweb.game.state import State, put
from silkenweb.game.tables import bits


def another_world(position: Position, viewer: int, rng: Random) -> Position:
    """A position with the same View for `viewer`, in which all that it cannot know (K2, K3) is drawn anew."""
    state = position.state.copy()
    _shuffle_threats(state, rng)
    for seat in range(state.tables.players):
        if seat == viewer:
            state.decks = _with(state.decks, seat, _laid(state, seat, list(state.decks[seat]), rng))
        else:
            _shuffle_seat(state, seat, rng)
    return Position.parse(Position._of(state).text, position.edition)


def _with(decks: tuple[tuple[int, ...], ...], seat: int, deck: list[int]) -> tuple[tuple[int, ...], ...]:
    return (*decks[:seat], tuple(deck), *decks[seat + 1 :])


def _shuffle_threats(state: State, rng: Random) -> None:
    tables = state.tables
    open_ = set(state.row) | {bit.bit_length() - 1 for bit in bits(state.done)}
    held = state.held_relics()
    pool = [t for t in tables.all_targets if t not in open_ and not tables.relic_of_target.get(t, 0) & held]
    state.deck = tuple(rng.sample(pool, len(state.deck)))


def _laid(state: State, seat: int, cards: list[int], rng: Random) -> list[int]:
    """Cards in a new order, each turned by lot."""
    rng.shuffle(cards)
    tables = state.tables
    return [tables.rotated(seat, card) if rng.random() < 0.5 else card for card in cards]


def _shuffle_seat(state: State, seat: int, rng: Random) -> None:
    chosen = (state.chosen[seat] | state.storing[seat]).bit_count()
    places = (state.hands[seat], state.chosen[seat], state.storing[seat])
    cards = [bit for mask in places for bit in bits(mask)] + list(state.decks[seat])
    cards = _laid(state, seat, cards, rng)
    hand = state.hands[seat].bit_count()
    stored = rng.randint(0, chosen) if state.storing[seat] else 0
    state.hands = put(state.hands, seat, sum(cards[:hand]))
    state.storing = put(state.storing, seat, sum(cards[hand : hand + stored]))
    state.chosen = put(state.chosen, seat, sum(cards[hand + stored : hand + chosen]))
    state.decks = _with(state.decks, seat, cards[hand + chosen :])

"""Bots do not peek: a bot makes the same move in every world that its seat cannot distinguish from the true
one.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silkenweb import bots
from silkenweb.game import Event, Position, deal
from silkenweb.game.view import seen_events
from tests.twins import shuffled

CHARACTERS = ("tang", "wukong", "bajie", "wujing", "bailoong")
CHEAP = {"search": "search:samples=2"}


def compare(spec: str, characters: list[str], seed: str, most: int) -> int:
    """Play a game of `spec`.

    At each decision a twin of the bot decides in another world. Returns the number of comparisons.
    """
    position = Position.start(characters, blessings=2)
    players = [bots.make(spec, seed, seat) for seat in range(len(characters))]
    twins = [bots.make(spec, seed, seat) for seat in range(len(characters))]
    shuffling = Random(seed)
    seen: list[list[Event]] = [[] for _ in characters]
    decisions = 0
    while not position.over and decisions < most:
        seat = position.seat
        if seat is None:
            seen = [[] for _ in characters]
            step = position.step(deal(position, seed))
        else:
            other = shuffled(position, seat, shuffling)
            view, same = position.view(seat), other.view(seat)
            assert view == same
            assert view.text == same.text
            assert position.legal_moves() == other.legal_moves()
            move = players[seat].choose(view, position.legal_moves(), tuple(seen[seat]))
            assert twins[seat].choose(same, other.legal_moves(), tuple(seen[seat])) == move, view.text
            step = position.step(move)
            decisions += 1
        for viewer, events in enumerate(seen):
            events.extend(seen_events(step.events, viewer))
        position = step.position
    return decisions


@pytest.mark.parametrize("name", bots.names())
@settings(max_examples=12)
@given(
    everybody=st.permutations(CHARACTERS),
    players=st.integers(2, 5),
    seed=st.integers(0, 10**6).map(str),
)
def test_no_bot_peeks(name: str, everybody: list[str], players: int, seed: str) -> None:
    """For all registered bots: hidden cards are shuffled; with the same view, events and generator, the move
    is the same.
    """
    assert compare(CHEAP.get(name, name), everybody[:players], seed, 60 if name in CHEAP else 400)


def test_a_peeping_bot_would_be_caught() -> None:
    """The worlds of the test above differ in what is hidden."""
    position = Position.start(list(CHARACTERS[:3]))
    position = position.apply(deal(position, "teeth"))
    worlds = {shuffled(position, 0, Random(str(k))).text for k in range(20)}
    assert len(worlds) == 20
    assert {position.view(0).text} == {Position.parse(world).view(0).text for world in worlds}

"""The level solver: its answers against plain exhaustive search, its lines through the engine."""

from __future__ import annotations

import pytest

import silkenweb as sw
from silkenweb.study import Price, solve_level
from tests.study.exhaustive import Exhaustive, TooBig
from tests.study.small import small_position

EDITION = sw.Edition.load()


def replayed(position: sw.Position, moves: tuple[sw.Move, ...]) -> sw.Position:
    """The position after a line of moves, each checked by the engine."""
    for move in moves:
        position = position.apply(move)
    return position


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_agrees_with_exhaustive_search(first: int) -> None:
    """On small positions of all kinds status and least price are those of plain exhaustive search."""
    compared = 0
    for number in range(first, first + 20):
        position = small_position(EDITION, number)
        try:
            prices = Exhaustive(8_000).prices(position)
        except TooBig:
            continue
        compared += 1
        solution = solve_level(position)
        assert solution.clearable == bool(prices), position.text
        if prices:
            assert solution.least, position.text
            assert solution.price == min(prices, key=Price.order), position.text
            assert replayed(position, solution.moves).phase in ("deal", "won")
    assert compared >= 8


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_level_from_its_keeps(players: int) -> None:
    """From a keep phase the line begins with everybody's keep, and clears the level."""
    start = sw.Position.start(list(EDITION.characters)[:players])
    position = start.apply(sw.deal(start, seed="solver"))
    solution = sw.solve_level(position)
    assert solution.status == "clearable"
    assert [move.kind for move in solution.moves[:players]] == ["keep"] * players
    assert replayed(position, solution.moves).level == 2


def test_no_level_under_way() -> None:
    """Where a deal must come there is nothing to solve."""
    with pytest.raises(sw.SilkenwebError, match="no level"):
        solve_level(sw.Position.start(["tang", "bajie"]))


def test_out_of_budget_is_no_guess() -> None:
    """Without budget the answer is unknown, unless a bound tells."""
    start = sw.Position.start(["tang", "bajie", "wukong"])
    solution = solve_level(start.apply(sw.deal(start, seed="solver")), budget=0)
    assert solution.status == "unknown"
    assert solution.clearable is None

"""The level solver: its answers against plain exhaustive search, its lines through the engine."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import silkenweb as sw
from silkenweb.study import Price, solve_level
from silkenweb.study.solver.bounds import Shortage
from silkenweb.text import Words
from tests.study.exhaustive import Exhaustive, TooBig
from tests.study.small import keep_position, small_position, tiny_edition, twin_edition, walked_position
from tests.study.starts import level_start

EDITION = sw.Edition.load()


def replayed(position: sw.Position, moves: tuple[sw.Move, ...]) -> sw.Position:
    """The position after a line of moves, each checked by the engine."""
    for move in moves:
        position = position.apply(move)
    return position


def compare(position: sw.Position, limit: int) -> bool:
    """Compare the whole solution with exhaustive search; return False if that would take too long."""
    try:
        prices = Exhaustive(limit).prices(position)
    except TooBig:
        return False
    solution = solve_level(position, pareto=True)
    assert solution.clearable == bool(prices), position.text
    assert solution.complete, position.text
    assert {line.price for line in solution.pareto} == prices, position.text
    if prices:
        assert solution.least, position.text
        assert solution.price == min(prices, key=Price.order), position.text
    for line in solution.pareto:
        end = replayed(position, line.moves)
        assert end.phase == "won" or end.level == position.level + 1
        blessings = position.blessings - end.blessings
        assert blessings == line.price.blessings
    return True


@pytest.mark.parametrize(
    ("make", "edition", "count", "least"),
    [
        (small_position, EDITION, 150, 100),
        (walked_position, EDITION, 100, 70),
        (walked_position, twin_edition(), 50, 35),
        (keep_position, tiny_edition(), 40, 20),
    ],
    ids=["small", "walked", "twin abilities", "keep"],
)
def test_agrees_with_exhaustive_search(
    make: Callable[[sw.Edition, int], sw.Position], edition: sw.Edition, count: int, least: int
) -> None:
    """Status, least price and all unbeaten prices are those of plain exhaustive search."""
    assert sum(compare(make(edition, number), 5_000) for number in range(count)) >= least


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_lines_from_the_start_of_every_level(players: int) -> None:
    """From a keep phase the line begins with everyone's keep, and the engine confirms that it clears the
    level.
    """
    for level in range(1, 8):
        position = level_start(EDITION, level, players, 1)
        solution = sw.solve_level(position)
        assert solution.status == "clearable"
        assert [move.kind for move in solution.moves[:players]] == ["keep"] * players
        end = replayed(position, solution.moves)
        assert end.phase == "won" if level == 7 else end.level == level + 1


def position(row: str, wukong: str, bajie: str, blessings: int = 0, deck: str = "-") -> sw.Position:
    """Level 2 with Wukong (to move) and Bajie, both sheets flipped, all other cards in the decks."""
    hands, fields = {"wukong": wukong, "bajie": bajie}, []
    for key, hand in hands.items():
        held = {card.rstrip("'") for card in hand.split(",")}
        rest = ",".join(card for card in EDITION.characters[key].cards if card not in held)
        fields.append(f"{key}=u/{hand}/{rest}/-/-/-")
    left = [card for card in f"{row},{deck}".split(",") if card != "-"]
    done = [f"R{k:02}" for k in range(1, 11) if f"R{k:02}" not in left][: 4 - len(left)]
    text = (
        f"level=2 phase=turn seat=0 start=0 blessings={blessings} rests=0 turn=- row={row} deck={deck} "
        f"done={','.join(done) or '-'} spirit=- marker=- queue=- taking=- {' '.join(fields)}"
    )
    return sw.Position.parse(text)


def test_a_bound_is_the_reason() -> None:
    """With two Doors and one card with a Door, the reason is the bound."""
    solution = solve_level(position("T19,T20", "WK2,WK3", "BJ2"))
    assert solution.status == "not clearable"
    assert solution.reason == "what only Door can pay needs 2 icons; the remaining cards provide at most 1"
    assert solution.nodes == 0


def test_a_shortage_is_told_in_every_language() -> None:
    """Counts have their form, and no English appears within a Chinese sentence."""
    two = Shortage(("combat", "door"), 3, 1, 0, "icons")
    one = Shortage(("web",), 1, 0, 2, "cards")
    assert two.text(Words("en")) == (
        "what only Combat and Door can pay needs 3 icons; the remaining cards provide at most 1"
    )
    assert one.text(Words("en")) == (
        "what only Web can pay needs 1 card, after 2 resolved without cards; "
        "the remaining cards provide at most 0"
    )
    assert not re.search("[A-Za-z]", two.text(Words("zh-Hant")) + one.text(Words("zh-Hant")))


def test_a_rotation_needs_two_others_acts() -> None:
    """T12, B1: Wukong holds both required cards, one on each face; nobody can act while he rests."""
    stuck = position("T01,T19", "WK3,WK7", "-")
    solution = solve_level(stuck)
    assert solution.status == "not clearable"
    assert solution.reason.startswith("every line was followed")


def test_a_blessing_takes_the_front() -> None:
    """B1: with a Blessing the same position is cleared, at that price."""
    solution = solve_level(position("T01,T19", "WK3,WK7", "-", blessings=1))
    assert solution.price == Price(blessings=1, abilities=0, relics=0, gained=0)
    assert solution.least


def test_no_level_under_way() -> None:
    """If a deal comes next, there is nothing to solve."""
    with pytest.raises(sw.SilkenwebError, match="no level"):
        solve_level(sw.Position.start(["tang", "bajie"]))


def test_a_lost_game_is_not_clearable() -> None:
    """B2: a lost game is not clearable."""
    lost = replayed(position("T01", "WK2'", "-"), (sw.Move("rest"), sw.Move("rest")))
    assert lost.phase == "lost"
    assert solve_level(lost).clearable is False


def test_out_of_budget_is_no_guess() -> None:
    """Without a budget the answer is unknown, unless a bound decides."""
    solution = solve_level(level_start(EDITION, 3, 3, 0), budget=0)
    assert solution.status == "unknown"
    assert solution.clearable is None
    assert solution.moves == ()


def test_the_same_answer_every_time() -> None:
    """The budget counts nodes, so nothing depends on the machine."""
    start = level_start(EDITION, 7, 2, 66)
    assert solve_level(start, budget=500) == solve_level(start, budget=500)

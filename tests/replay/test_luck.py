"""Deals of alternatives come from the replay's seed, or from the luck of a variation's first deal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import silkenweb as sw
from silkenweb.replay.luck import DEFAULT_LUCK
from tests.replay.replay_files import Data, data_of, fault, played, text_of


def clearing(replay: sw.Replay, level: int = 1) -> sw.Node:
    """Return the recorded node that clears a level."""
    return next(node for node in replay.main_line() if node.position.phase == "deal" and node.level == level)


def game(seeded: bool = True) -> sw.Replay:
    """Play at random, with enough Blessings to clear a level or two."""
    return played("luck", 400, seeded=seeded, blessings=60)


def branch_into_level_2(replay: sw.Replay, luck: str | None = None) -> sw.Node:
    """Return the node of an alternative that clears level 1 in a different way."""
    node = clearing(replay).parent
    assert node is not None
    node = node.parent or node
    taken = {child.move for child in node.children}
    move = next(move for move in node.position.legal_moves() if move not in taken)
    node = node.branch(move, luck=luck)
    while node.position.phase != "deal":
        node = node.branch(node.position.legal_moves()[-1], luck=luck)
    assert node.next is not None
    return node


def test_a_branch_meets_the_deals_of_the_replays_seed() -> None:
    """A variation gets the same cards at the next level as the game."""
    replay = game()
    node = branch_into_level_2(replay)
    assert node.next is not None
    assert node.next.deal == sw.deal(node.position, "luck")
    assert node.next.luck is None
    assert node.next.check is not None
    assert sw.Replay.loads(replay.dumps()).dumps() == replay.dumps()


def test_without_a_seed_the_branchs_first_deal_carries_the_luck_of_all_its_deals() -> None:
    replay = game(seeded=False)
    node = branch_into_level_2(replay).next
    assert node is not None
    assert node.luck == DEFAULT_LUCK
    while not (node.position.phase == "deal" or node.position.over):
        node = node.branch(node.position.legal_moves()[-1])
    assert not node.position.over
    assert node.next is not None
    assert node.next.luck is None
    assert node.next.deal == sw.deal(node.position, DEFAULT_LUCK)
    assert sw.Replay.loads(replay.dumps()).dumps() == replay.dumps()


def test_the_luck_of_a_branch_can_be_chosen() -> None:
    replay = game(seeded=False)
    node = branch_into_level_2(replay, "mine").next
    assert node is not None
    assert node.luck == "mine"
    with pytest.raises(sw.ReplayError) as caught:
        branch_into_level_2(game(), "mine")
    assert caught.value.kind == "luck"


@pytest.mark.parametrize("seeded", [True, False])
def test_what_if_the_cards_had_lain_otherwise(seeded: bool) -> None:
    """An alternative to a recorded deal has its own luck, with or without a seed."""
    replay = game(seeded)
    before = clearing(replay)
    other = before.branch(luck="otherwise")
    assert other.parent is before
    assert (other.luck, other.path) == ("otherwise", f"{int(before.path) + 1}/1/1")
    assert before.branch(luck="otherwise") is other
    node = other
    while node.position.phase != "deal":
        node = node.branch(node.position.legal_moves()[-1])
    assert node.next is not None
    assert node.next.deal == sw.deal(node.position, "otherwise")
    assert sw.Replay.loads(replay.dumps()).dumps() == replay.dumps()


def test_the_first_deal_can_be_asked_about_too() -> None:
    replay = game()
    other = replay.root.branch(luck="otherwise")
    assert other.path == "1/1/1"
    assert replay.root.branch() is replay.root.next, "the seed's deal is the recorded one"


def test_a_deal_is_given_by_its_luck_and_not_by_hand() -> None:
    replay = game()
    before = clearing(replay)
    assert before.branch(sw.deal(before.position, "x"), luck="x").luck == "x"
    with pytest.raises(sw.ReplayError) as caught:
        before.branch(sw.deal(before.position, "y"))
    assert caught.value.kind == "luck"
    with pytest.raises(sw.IllegalMove):
        before.branch("rest")
    with pytest.raises(sw.IllegalMove):
        clearing(replay).parent.branch(sw.deal(before.position, "y"))  # type: ignore[union-attr]


def no_luck(data: Data) -> None:
    deal_in_branch(data).pop("luck")


def deal_in_branch(data: Data) -> Data:
    """Return the last deal of the first alternative that has one."""
    for node in data["line"]:
        for line in node.get("alternatives", []):
            for each in reversed(line):
                if "deal" in each:
                    found: Data = each
                    return found
    raise AssertionError


@pytest.mark.parametrize(
    ("seeded", "change", "told"),
    [
        (False, no_luck, "the replay has no seed"),
        (False, lambda data: deal_in_branch(data).update(luck="another"), "does not match its seed"),
        (
            True,
            lambda data: deal_in_branch(data).update(luck="luck"),
            "only an alternative that begins with a deal",
        ),
        (True, lambda data: data.update(seed="another"), "does not match its seed"),
        (
            True,
            lambda data: deal_in_branch(data)["deal"]["threats"].reverse(),
            "does not match its seed",
        ),
    ],
)
def test_a_file_with_other_luck_is_refused(seeded: bool, change: Callable[[Data], None], told: str) -> None:
    replay = game(seeded)
    place = branch_into_level_2(replay).next
    assert place is not None
    data = data_of(replay)
    deal_in_branch(data).pop("check")
    change(data)
    error = fault(data)
    assert (error.kind, error.node) == ("luck", place.path)
    assert told in error.reason


@pytest.mark.parametrize("seeded", [True, False])
def test_the_recorded_line_and_moves_have_no_luck(seeded: bool) -> None:
    for index in (0, 1):
        data = data_of(game(seeded))
        data["line"][index]["luck"] = "x"
        assert (fault(data).kind, fault(data).node) == ("luck", str(index + 1))


def test_an_alternative_within_a_branch_may_repeat_the_branchs_luck() -> None:
    """The format requires it on the first deal of a variation, nested or not."""
    replay = game(seeded=False)
    first = branch_into_level_2(replay, "mine")
    node = first.next
    assert node is not None
    node = node.branch(node.position.legal_moves()[0])
    assert node.parent is not None
    node = node.parent.branch(node.parent.position.legal_moves()[1])
    while node.position.phase != "deal":
        node = node.branch(node.position.legal_moves()[-1])
    assert node.next is not None
    assert node.next.luck is None
    data = data_of(replay)

    def deals(line: list[Data]) -> list[Data]:
        found = [each for each in line if "deal" in each]
        return found + [x for each in line for inner in each.get("alternatives", []) for x in deals(inner)]

    level_3 = [each for each in deals(data["line"]) if each["deal"]["level"] == 3][-1]
    level_3["luck"] = "mine"
    assert data_of(sw.Replay.loads(text_of(data))) == data


def test_an_edit_that_would_leave_a_deal_with_the_wrong_luck_is_refused() -> None:
    """In a replay with a seed, a deal with luck must begin an alternative, even after edits."""
    replay = game()
    cleared = branch_into_level_2(replay)
    seeds = cleared.next
    assert seeds is not None
    other = cleared.branch(luck="otherwise")
    before = replay.dumps()
    for edit in (other.promote, seeds.delete):
        with pytest.raises(sw.ReplayError) as caught:
            edit()
        assert caught.value.kind == "luck"
        assert replay.dumps() == before
    other.delete()
    seeds.delete()
    assert cleared.next is None
    assert sw.Replay.loads(replay.dumps()).node(cleared.path).next is None
    assert cleared.branch() is not seeds
    assert cleared.next is not None
    assert cleared.next.deal == seeds.deal

"""The tree of a replay: the properties of nodes, their paths, branching, and the data of the game."""

from __future__ import annotations

import copy
import doctest
import pickle

import pytest

import silkenweb as sw
from silkenweb.replay import game_record
from silkenweb.replay.schema import MAX_DEPTH
from tests.replay.replay_files import REST, branched, nested, played, rested, same_tree, two_ways

# -- nodes ---------------------------------------------------------------------------------------------


def test_a_node_tells_its_move_or_deal_and_the_position_after_it() -> None:
    replay = played("a", 30)
    position = replay.root.position
    assert (replay.root.move, replay.root.deal, replay.root.parent, replay.root.path) == (
        None,
        None,
        None,
        "0",
    )
    for number, node in enumerate(replay.main_line(), 1):
        assert (node.move is None) != (node.deal is None)
        what = node.move if node.move is not None else node.deal
        assert what is not None
        step = position.step(what)
        assert node.position == step.position
        assert node.events == step.events
        assert node.level == position.level
        assert node.seat == position.seat
        assert node.path == str(number)
        assert node.recorded
        position = step.position
    assert replay.end.position == position


def test_positions_of_a_loaded_replay_come_in_any_order() -> None:
    """They are computed on demand, from the last known one."""
    replay = played("a", 60)
    again = sw.Replay.loads(replay.dumps())
    for node in reversed(list(replay.nodes())):
        assert again.node(node.path).position == node.position


def test_a_view_and_what_a_seat_has_seen_belong_to_a_node() -> None:
    """`seen` has the events of the level as the seat saw them, up to and including the node."""
    replay = played("a", 120, blessings=30)
    for node in replay.main_line()[-30:]:
        level = [
            each
            for each in replay.main_line()
            if each.level == node.level and int(each.path) <= int(node.path)
        ]
        for seat in (0, 1):
            assert node.view(seat) == node.position.view(seat)
            assert node.seen(seat) == tuple(event.seen_by(seat) for each in level for event in each.events)
    assert replay.root.seen(0) == ()


def test_turns_count_from_one_in_each_level_and_are_not_begun_while_cards_are_kept() -> None:
    """A turn with a signal, several plays, or another player's choice is one turn."""
    replay = played("turns", 400, characters=("tang", "wukong", "bajie"), blessings=40)
    begun = 0
    for node in replay.main_line():
        begun = 0 if node.deal is not None else begun
        assert node.turn == begun
        begun += sum(type(event).__name__ == "TurnBegan" for event in node.events)
    assert {node.level for node in replay.main_line()} > {1}


def test_children_are_first_the_line_then_its_alternatives() -> None:
    replay = rested()
    before = replay.node(str(REST))
    other = before.branch("rest ~")
    assert before.children == (replay.node(str(REST + 1)), other)
    assert before.next is before.children[0]
    assert before.next is not None
    assert before.next.alternatives == (other,)
    assert other.alternatives == ()
    assert list(other.line()) == [other]
    assert [node.path for node in replay.nodes()] == ["0", *"123456", "6/1/1", *"789"]


# -- paths ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_path_names_its_node_and_survives_saving(seed: int) -> None:
    replay = branched(played(str(seed), 60), str(seed), 20)
    again = sw.Replay.loads(replay.dumps())
    paths = [node.path for node in replay.nodes()]
    assert len(set(paths)) == len(paths) == replay.count + 1
    for node in replay.nodes():
        assert replay.node(node.path) is node
        assert again.node(node.path).move == node.move
    assert any(path.count("/") > 2 for path in paths)


@pytest.mark.parametrize(
    "path", ["", "00", "01", "1/1", "1/0/1", "-1", "1/1/1/", " 1", "1 ", "٣", "1/1/0", "a", "9" * 100, "1.0"]
)
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(sw.ReplayError) as caught:
        rested().node(path)
    assert caught.value.kind == "path"


@pytest.mark.parametrize("path", ["99", "6/1/1", "9/1/1", "999999"])
def test_a_path_of_no_node_tells_what_there_is(path: str) -> None:
    with pytest.raises(sw.ReplayError) as caught:
        rested().node(path)
    assert (caught.value.kind, caught.value.node) == ("path", path)
    assert caught.value.found


# -- branching -----------------------------------------------------------------------------------------


def test_variations_adds_an_alternative_or_returns_the_child_that_is_there() -> None:
    replay = rested()
    before = replay.node(str(REST))
    assert before.branch("rest") is before.next
    other = before.branch("rest ~")
    assert (other.path, other.recorded, other.parent) == ("6/1/1", False, before)
    assert before.branch("rest ~") is other
    assert replay.count == 10
    assert other.branch("rest").path == "6/1/2"
    assert other.branch("rest ~").path == "6/1/2/1/1"


def test_an_illegal_move_is_no_branch() -> None:
    replay = rested()
    with pytest.raises(sw.IllegalMove) as caught:
        replay.root.children[0].branch("rest")
    assert caught.value.rule == "S5"
    with pytest.raises(sw.IllegalMove):
        replay.node("5").branch()
    with pytest.raises(sw.NotationError):
        replay.node("5").branch("fly")
    assert replay.count == 9
    assert not replay.undo()


def test_the_recorded_line_ends_where_the_game_was_broken_off() -> None:
    """A file can't have a branch after the last node: it would be the game itself."""
    replay = rested()
    with pytest.raises(sw.ReplayError) as caught:
        replay.end.branch("rest")
    assert (caught.value.kind, caught.value.node) == ("edit", replay.end.path)
    assert "record" in caught.value.expected
    replay.record("rest")
    assert replay.end.path == "10"


def test_a_game_that_is_over_cannot_go_on() -> None:
    replay = rested(4, blessings=0)
    assert replay.outcome == ("lost", 1, None)
    with pytest.raises(sw.IllegalMove):
        replay.end.branch("rest")
    with pytest.raises(sw.IllegalMove):
        replay.record("rest")


def test_alternatives_go_64_deep_and_no_deeper() -> None:
    heads = nested(MAX_DEPTH)
    assert heads[-1].path.count("/") == 2 * MAX_DEPTH
    with pytest.raises(sw.ReplayError) as caught:
        two_ways(heads[-1])
    assert caught.value.kind == "bound"
    replay = heads[0].replay
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)


# -- the replay ----------------------------------------------------------------------------------------


def test_a_replay_tells_who_played_what_and_how_it_ended() -> None:
    replay = sw.Replay.start(["tang", "bajie"], names=["Ana", None], seed="s", meta={"title": "t"})
    assert replay.players == (("tang", "Ana"), ("bajie", None))
    assert (replay.characters, replay.blessings, replay.seed) == (("tang", "bajie"), 2, "s")
    assert (replay.meta, replay.edition) == ({"title": "t"}, sw.Edition.load())
    assert replay.outcome == ("open", 1, None)
    assert replay.main_line() == []
    assert sw.Replay.loads(replay.dumps()).main_line() == []
    assert repr(replay) == "<Replay of tang, bajie: open at level 1, 0 nodes>"


@pytest.mark.parametrize("names", [["x" * 201, None], [1, None], ["\ud800", None]])
def test_names_are_short_texts(names: list[str]) -> None:
    with pytest.raises(sw.ReplayError):
        sw.Replay.start(["tang", "bajie"], names=names)


def test_the_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(game_record).failed == 0
    assert doctest.testmod(game_record).attempted > 0


def test_a_game_at_a_real_table_has_its_deals_given() -> None:
    replay = sw.Replay.start(["tang", "bajie"])
    with pytest.raises(sw.ReplayError) as caught:
        replay.record()
    assert caught.value.kind == "deal"
    replay.record(sw.deal(replay.end.position, "any").to_dict())
    assert replay.end.deal == sw.deal(replay.root.position, "any")
    with pytest.raises(sw.IllegalMove):
        replay.record()


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda replay: pickle.loads(pickle.dumps(replay))]
)
def test_a_copy_is_a_replay_of_its_own(again: object) -> None:
    replay = branched(played("a", 40), "a")
    other = again(replay)  # type: ignore[operator]
    assert other.dumps() == replay.dumps()
    other.end.comment = "only here"
    assert replay.end.comment != "only here"


def test_text_of_a_file_is_only_ever_text() -> None:
    """Names and comments round-trip any text, escaped as JSON requires."""
    hostile = "</script><img src=x onerror=alert(1)>\u202e\x00\x1b[31m \"'\\ {{7*7}} \n"
    replay = sw.Replay.start(["tang", "bajie"], names=[hostile, hostile], seed="s", meta={"title": hostile})
    replay.record().comment = hostile
    again = sw.Replay.loads(replay.dumps())
    assert again.players[0].name == again.meta["title"] == again.end.comment == hostile
    assert "\x1b" not in again.dumps()

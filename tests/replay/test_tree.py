"""The tree: children and paths, branch, promote, delete, notes, undo and redo. The recorded line stays."""

from __future__ import annotations

import copy
import doctest
import pickle

import pytest

import silkenweb as sw
from silkenweb.replay import tree
from silkenweb.replay.schema import MAX_DEPTH
from tests.replay.build import branched, played, same_tree


def rested(rests: int = 4, blessings: int = 9) -> sw.Replay:
    """Four players who only rest, after keeping whatever comes first."""
    replay = sw.Replay.start(["wukong", "bajie", "wujing", "bailoong"], seed="class-7", blessings=blessings)
    replay.record()
    for _ in range(4):
        replay.record(replay.end.position.legal_moves()[0])
    for _ in range(rests):
        replay.record("rest")
    return replay


REST = 5  # the node after which the first rest comes


def two_ways(node: sw.Node) -> tuple[sw.Node, sw.Node]:
    """The node's children by two moves, whatever must come before: the second one begins an alternative."""
    while node.position.phase == "deal":
        assert node.next is not None
        node = node.next
    moves = node.position.legal_moves()
    one, other = ("rest", "rest ~") if "rest" in moves else moves[:2]
    return node.branch(one), node.branch(other)


def nested(deep: int) -> list[sw.Node]:
    """The first nodes of alternatives, each within the one before."""
    found = [rested(1, 2000).node(str(REST)).branch("rest ~")]
    while len(found) < deep:
        found.append(two_ways(found[-1])[1])
    return found


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
    """They are worked out when asked for, from wherever the last one is known."""
    replay = played("a", 60)
    again = sw.Replay.loads(replay.dumps())
    for node in reversed(list(replay.nodes())):
        assert again.node(node.path).position == node.position


def test_a_view_and_what_a_seat_has_seen_belong_to_a_node() -> None:
    """`seen` is all of the level as the seat saw it, the node with it."""
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
    """A turn with a signal, several plays, or another's choice within it is one turn."""
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
    "path", ["", "00", "01", "1/1", "1/0/1", "-1", "1/1/1/", " 1", "1 ", "٣", "1/1/0", "a", "9" * 100, 1]
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


def test_branching_adds_an_alternative_or_returns_the_child_that_is_there() -> None:
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
    """There is no place in a file for a branch after the last node: it would be the game itself."""
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


# -- promoting and deleting ----------------------------------------------------------------------------


def three() -> tuple[sw.Replay, list[sw.Node]]:
    """A game with three alternatives to one node, the last two nodes long."""
    replay = sw.Replay.start(["tang", "bajie"], seed="class-7", blessings=9)
    replay.record()
    for _ in range(2):
        replay.record(replay.end.position.legal_moves()[0])
    replay.record("rest")
    replay.record("rest")
    before = replay.node("3" if replay.node("3").position.seat == 0 else "4")
    signals = [move for move in before.position.legal_moves() if move.startswith("signal")][:3]
    nodes = [before.branch(move) for move in signals]
    nodes.append(nodes[-1].branch("rest"))
    return replay, nodes


def test_promoting_puts_an_alternative_first_but_never_before_the_recorded_line() -> None:
    replay, (one, two, last, inner) = three()
    parent = one.parent
    assert parent is not None
    recorded = parent.next
    assert inner.promote() is inner
    assert parent.children == (recorded, last, one, two)
    two.promote()
    assert parent.children == (recorded, two, last, one)
    two.promote()
    assert parent.children == (recorded, two, last, one)
    assert [replay.undo() for _ in range(2)] == [True, True]
    assert parent.children == (recorded, one, two, last)
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)


def test_within_alternatives_promoting_swaps_the_lines() -> None:
    replay, (_, _, last, inner) = three()
    other = last.branch("rest ~")
    deeper = other.branch("rest")
    assert (inner.path, deeper.path) == (f"{last.path[:-1]}2", f"{inner.path}/1/2")
    deeper.promote()
    assert last.children == (other, inner)
    assert (deeper.path, inner.path) == (f"{last.path[:-1]}3", f"{other.path}/1/1")
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)


def test_promoting_never_makes_a_tree_too_deep() -> None:
    """The line that makes way lies one deeper then."""
    heads = nested(MAX_DEPTH - 1)
    line, other = two_ways(heads[-1])
    other.promote()
    assert (other.path.count("/"), line.path.count("/")) == (2 * MAX_DEPTH - 2, 2 * MAX_DEPTH)
    line.promote()
    two_ways(line)
    with pytest.raises(sw.ReplayError) as caught:
        other.promote()
    assert caught.value.kind == "bound"


def test_deleting_removes_a_node_and_all_that_follows() -> None:
    replay, (one, two, last, inner) = three()
    count = replay.count
    last.delete()
    assert replay.count == count - 2
    assert one.parent is not None
    assert one.parent.children[1:] == (one, two)
    assert replay.undo()
    assert replay.node(inner.path) is inner
    inner.delete()
    assert last.children == ()


def test_deleting_the_first_of_a_line_lets_the_next_alternative_take_its_place() -> None:
    replay, (_, _, last, inner) = three()
    other = last.branch("rest ~")
    inner.delete()
    assert last.children == (other,)
    assert other.path == f"{last.path[:-1]}2"
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)


@pytest.mark.parametrize("path", ["0", "1", "4"])
def test_the_recorded_line_is_neither_deleted_nor_promoted(path: str) -> None:
    replay = rested()
    before = replay.dumps()
    for edit in (replay.node(path).delete, replay.node(path).promote):
        with pytest.raises(sw.ReplayError) as caught:
            edit()
        assert caught.value.kind == "edit"
    assert replay.dumps() == before


def test_a_deleted_node_cannot_be_edited_until_it_is_back() -> None:
    replay = rested()
    other = replay.node("5").branch("rest ~")
    child = other.branch("rest")
    other.delete()
    for node in (other, child):
        with pytest.raises(sw.ReplayError, match="deleted"):
            node.branch("rest")
        with pytest.raises(sw.ReplayError, match="deleted"):
            node.comment = "x"
        with pytest.raises(sw.ReplayError, match="deleted"):
            node.delete()
    replay.undo()
    child.comment = "x"


def test_a_node_of_another_replay_is_refused() -> None:
    one, other = rested(), rested()
    with pytest.raises(sw.ReplayError, match="another replay"):
        one.branch(other.node("3"), "rest ~")


# -- notes ---------------------------------------------------------------------------------------------


def test_comments_and_glyphs_go_on_any_node_but_the_root() -> None:
    replay = rested()
    for node in (replay.node("1"), replay.node("5"), replay.node("5").branch("rest ~")):
        node.comment, node.glyph = "Why?", "?!"
        assert (node.comment, node.glyph) == ("Why?", "?!")
        node.comment = ""
        node.glyph = None
        assert (node.comment, node.glyph) == (None, None)
    with pytest.raises(sw.ReplayError):
        replay.root.comment = "x"


@pytest.mark.parametrize("text", ["x" * 20_001, "\ud800", 7, ["a"]])
def test_a_comment_is_a_text_of_20000_characters(text: str) -> None:
    replay = rested()
    with pytest.raises(sw.ReplayError) as caught:
        replay.end.comment = text
    assert caught.value.node == replay.end.path
    replay.end.comment = "🐉" * 20_000
    assert sw.Replay.loads(replay.dumps()).end.comment == "🐉" * 20_000


@pytest.mark.parametrize("glyph", ["???", "x", 1, ["!"]])
def test_a_glyph_is_one_of_six(glyph: str) -> None:
    with pytest.raises(sw.ReplayError):
        rested().end.glyph = glyph


def test_a_review_names_its_analysis() -> None:
    replay = rested()
    replay.end.review = {"by": "solver 1", "loss": 0.5}
    assert replay.end.review == {"by": "solver 1", "loss": 0.5}
    for review in (
        {"loss": 1},
        {"by": 1},
        {"by": "a", "b": float("nan")},
        {"by": "a", 1: 2},
        {"by": "a", "b": {1}},
    ):
        with pytest.raises(sw.ReplayError):
            replay.end.review = review
    assert replay.undo()
    assert replay.end.review is None


def test_the_users_own_keys_can_be_set_and_nothing_else() -> None:
    replay = rested()
    replay.annotate(replay.end, "x_mine", [1])
    assert replay.end.extra == {"x_mine": [1]}
    for name in ("luck", "check", "move", "alternatives", "other"):
        with pytest.raises(sw.ReplayError):
            replay.annotate(replay.end, name, "x")


def test_what_is_told_about_a_game_can_be_changed() -> None:
    replay = rested()
    replay.meta = {"title": "A title", "tags": ["a"]}
    assert sw.Replay.loads(replay.dumps()).meta == {"title": "A title", "tags": ["a"]}
    for meta in ({"other": 1}, {"title": 1}, {"tags": "a"}):
        with pytest.raises(sw.ReplayError):
            replay.meta = meta
    assert replay.undo()
    assert replay.meta == {}


# -- undo and redo -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_all_edits_are_undone_and_redone(seed: int) -> None:
    replay = played(str(seed), 60)
    before = replay.dumps()
    after = branched(replay, str(seed)).dumps()
    steps = 0
    while replay.undo():
        steps += 1
    assert replay.dumps() == before
    assert not replay.undo()
    for _ in range(steps):
        assert replay.redo()
    assert replay.dumps() == after
    assert not replay.redo()


def test_a_new_edit_forgets_what_was_undone() -> None:
    replay = rested()
    replay.end.comment = "one"
    replay.undo()
    replay.end.comment = "two"
    assert not replay.redo()
    assert replay.end.comment == "two"


def test_setting_what_is_there_already_is_no_edit() -> None:
    replay = rested()
    replay.end.comment = None
    assert not replay.undo()


def test_edits_can_be_one_step() -> None:
    """As when bots go on to the end of a turn; an exception takes all of it back."""
    replay = rested()
    before = replay.dumps()
    with replay.one_step():
        node = replay.node("5").branch("rest ~")
        node.branch("rest").comment = "so"
    replay.undo()
    assert replay.dumps() == before
    replay.redo()
    after = replay.dumps()
    with pytest.raises(sw.IllegalMove), replay.one_step():
        replay.node("6").branch("rest ~").branch("hold")
    assert replay.dumps() == after
    assert replay.undo()
    assert replay.dumps() == before


def test_a_recorded_move_is_no_edit() -> None:
    replay = rested()
    replay.node("5").branch("rest ~")
    replay.record("rest")
    replay.undo()
    assert replay.end.path == "10"
    assert replay.count == 10


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
    assert doctest.testmod(tree).failed == 0
    assert doctest.testmod(tree).attempted > 0


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
    """Names and comments keep whatever they hold, and are escaped where JSON needs it."""
    hostile = "</script><img src=x onerror=alert(1)>\u202e\x00\x1b[31m \"'\\ {{7*7}} \n"
    replay = sw.Replay.start(["tang", "bajie"], names=[hostile, hostile], seed="s", meta={"title": hostile})
    replay.record().comment = hostile
    again = sw.Replay.loads(replay.dumps())
    assert again.players[0].name == again.meta["title"] == again.end.comment == hostile
    assert "\x1b" not in again.dumps()

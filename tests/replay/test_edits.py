"""Edits of a tree: promote, delete, annotate, undo and redo. The recorded line never changes."""

from __future__ import annotations

import pytest

import silkenweb as sw
from silkenweb.replay.history import Label
from silkenweb.replay.schema import MAX_DEPTH
from tests.replay.replay_files import branched, nested, played, rested, same_tree, two_ways

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
    """The line that it replaces is then nested one level deeper."""
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


def test_a_key_with_null_is_not_a_missing_key() -> None:
    """Undo restores exactly the earlier state."""
    text = rested().dumps().replace('{"move": "rest"}', '{"move": "rest", "x_own": null}', 1)
    replay = sw.Replay.loads(text)
    before = replay.dumps()
    node = next(node for node in replay.main_line() if "x_own" in node.extra)
    replay.annotate(node, "x_own", 5)
    assert replay.undo()
    assert replay.dumps() == before
    replay.annotate(node, "x_own", None)
    assert "x_own" not in node.extra
    assert replay.undo()
    assert replay.dumps() == before


def test_each_step_says_what_it_did() -> None:
    """`history.last` is the step that undo would undo, `history.next` the one that redo would redo."""
    replay = sw.Replay.loads(rested().dumps())
    history = replay.history
    node = replay.node("5").branch("rest ~")
    labels = [history.last and history.last.label]
    node.comment = "why?"
    labels.append(history.last and history.last.label)
    node.comment = "why?"
    with replay.one_step():
        node.glyph = "?"
    labels.append(history.last and history.last.label)
    with replay.one_step():
        node.glyph = "!"
        node.branch("rest")
    labels.append(history.last and history.last.label)
    node.delete()
    labels.append(history.last and history.last.label)
    assert labels == [
        Label("add", node), Label("comment", node), Label("glyph", node), Label("several", None, 2),
        Label("delete", node),
    ]  # fmt: skip
    replay.undo()
    assert history.next is not None
    assert history.next.label == Label("delete", node)
    assert history.last is not None
    assert history.last.label == Label("several", None, 2)


def test_an_edit_refused_within_a_step_leaves_nothing_of_itself() -> None:
    """The step continues without it."""
    replay = rested()
    before = replay.dumps()
    with replay.one_step():
        node = replay.node("5").branch("rest ~")
        with pytest.raises(sw.IllegalMove), replay.one_step():
            node.branch("rest").branch("hold")
        assert node.children == ()
    replay.undo()
    assert replay.dumps() == before


def test_edits_can_be_one_step() -> None:
    """As when bots continue to the end of a turn; an exception undoes all of it."""
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

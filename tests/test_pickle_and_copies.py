"""Public objects: pickles are small and of any depth, and nothing that they return changes a replay."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import silkenweb as sw


def game() -> sw.Replay:
    """A short game with a review and notes."""
    replay = sw.play(["wukong", "bajie"], "random", seed="class-7", meta={"x_tags": ["a"]})
    replay.node(3).comment = "why?"
    return replay


def long_game() -> sw.Replay:
    """A game of more than 5,000 decisions: five players always rest, with 1,000 Blessings."""
    replay = sw.Replay.start(list(sw.Edition.load().characters), seed="1", blessings=1_000)
    while not (position := replay.end.position).over:
        legal = position.legal_moves()
        replay.record(None if not legal else "rest" if "rest" in legal else legal[0])
    return replay


def test_nodes_and_reports_of_one_replay_are_pickled_and_copied_together() -> None:
    """The nodes of a copy belong to one copy of the replay."""
    replay = game()
    report = sw.review(replay, worlds=8, error=0.5, solver=0)
    again: list[Any] = [pickle.loads(pickle.dumps((replay, replay.node(3), report))), None]
    again[1] = copy.deepcopy((replay, replay.node(3), report))
    for other, node, told in again:
        assert other is not replay
        assert other.dumps() == replay.dumps()
        assert node is other.node(3)
        assert told.replay is other
        assert [each.path for each, _ in told.main.entries] == [each.path for each, _ in report.main.entries]
        assert told.finding(node) == report.finding(replay.node(3))
    assert copy.copy(replay.node(3)) is replay.node(3)


def test_a_tree_of_any_depth_is_pickled_and_copied() -> None:
    """More than 5,000 nodes in a line."""
    end = long_game().end
    assert int(end.path) > 5_000
    assert pickle.loads(pickle.dumps(end)).path == copy.deepcopy(end).path == end.path


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_small(protocol: int) -> None:
    """They omit the engine's tables and the data of a built-in edition."""
    replay = game()
    node, puzzle = replay.node(3), sw.puzzles()[0]
    file = len(replay.dumps().encode())
    sizes: list[tuple[Any, int]] = [
        (node.view(0), 1_000), (node.position, 1_000), (replay.node(1).deal, 1_000), (puzzle, 4_000),
        (sw.belief(node, 0), 5_000), (replay, file + 500), (node, file + 600),
    ]  # fmt: skip
    for value, most in sizes:
        assert len(pickle.dumps(value, protocol)) < most, type(value)
    again = pickle.loads(pickle.dumps((node.view(0), replay.node(1).deal, puzzle, node.state), protocol))
    assert again[:2] == (node.view(0), replay.node(1).deal)
    assert (again[2].view, again[2].seen, again[2].answers) == (puzzle.view, puzzle.seen, puzzle.answers)
    assert again[3].key() == node.state.key()


def test_a_deleted_node_says_so() -> None:
    """It has neither a path nor a pickle."""
    replay = game()
    node = replay.node(2)
    move = next(move for move in node.position.legal_moves() if move != replay.node(3).move)
    branch = node.branch(move)
    branch.delete()
    for act in (lambda: branch.path, lambda: pickle.dumps(branch)):
        with pytest.raises(sw.ReplayError, match="this node has been deleted"):
            act()


def test_what_a_replay_hands_out_does_not_change_it() -> None:
    """States, heads, notes and deals are read-only or copies."""
    replay = game()
    sw.review(replay, worlds=8, error=0.5, solver=0)
    text, node = replay.dumps(), replay.node(3)
    for state in (node.state, node.position.state, node.view(0).open_state, replay.root.state):
        with pytest.raises(AttributeError, match="read-only"):
            state.blessings = 99
        assert state.copy().blessings == state.blessings
    with pytest.raises(TypeError):
        replay.head["seed"] = 5  # type: ignore[index]
    for name in ("head", "root", "end", "count", "added"):
        with pytest.raises(AttributeError):
            setattr(replay, name, None)
    replay.head["players"][0]["character"] = "tang"
    replay.meta["x_tags"].append("b")
    node.review["with"]["bot"] = "greedy"  # type: ignore[index]
    deal = replay.node(1).deal
    assert deal is not None
    with pytest.raises(TypeError):
        deal.decks["wukong"] = ()  # type: ignore[index]
    assert replay.dumps() == text
    assert (replay.blessings, replay.seed) == (node.position.blessings, "class-7")


def test_what_a_replay_is_given_does_not_change_it_later() -> None:
    """Dicts and lists are copied when they are given."""
    meta, note = {"x_tags": ["a"]}, {"by": "me", "x_more": [1]}
    decks = {"wukong": ["WK1"]}
    deal = sw.Deal(1, ("T01",), decks)  # type: ignore[arg-type]
    decks["wukong"].append("WK2")
    assert deal.decks["wukong"] == ("WK1",)
    replay = sw.Replay.start(["wukong", "bajie"], seed=7, meta=meta)
    replay.record()
    replay.end.review = note
    meta["x_tags"].append("b")
    note["x_more"].append(2)  # type: ignore[attr-defined]
    assert replay.meta == {"x_tags": ["a"]}
    assert replay.end.review == {"by": "me", "x_more": [1]}
    changed = replay.meta
    changed["x_tags"] = ["c"]
    replay.meta = changed
    changed["x_tags"].append("d")
    assert replay.meta == {"x_tags": ["c"]}

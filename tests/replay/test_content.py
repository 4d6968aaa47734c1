"""A replay as a sequence of the recorded nodes, and as a value."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy

import pytest

import silkenweb as sw

EDITS: dict[str, Callable[[sw.Replay], object]] = {
    "branch": lambda replay: replay.node(7).branch("rest ~"),
    "comment": lambda replay: replay.annotate(4, "comment", "mine"),
    "own key": lambda replay: replay.annotate(4, "x_own", [1]),
    "title": lambda replay: setattr(replay, "meta", {"title": "another"}),
}


def copied() -> sw.Replay:
    """A sample, loaded for itself."""
    return sw.Replay.loads(sw.sample("lesson-what-silence-costs").dumps())


def test_a_replay_is_the_sequence_of_its_recorded_nodes() -> None:
    """Variations are not among them; a game that has not begun has none, and is still true."""
    replay = sw.sample("lesson-what-silence-costs")
    assert list(replay) == replay.main_line()
    assert len(replay) == len(replay.main_line()) == 17
    empty = sw.Replay.start(["wukong", "bajie"])
    assert (list(empty), len(empty), bool(empty)) == ([], 0, True)


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_replays_compare_by_content(edit: Callable[[sw.Replay], object]) -> None:
    """A copy is equal until one of the two is edited, and again after the same edit; the hash stays."""
    one, two = copied(), copied()
    assert one == two
    assert len({one, two}) == 1
    before = hash(one)
    edit(one)
    assert one != two
    edit(two)
    assert one == two
    one.undo()
    assert one != two
    one.redo()
    assert hash(one) == hash(two) == before
    assert one == pickle.loads(pickle.dumps(one)) == deepcopy(one)


def test_other_games_and_other_things_are_not_equal() -> None:
    """Even before the first deal, and to the text of the file."""
    one = sw.Replay.start(["wukong", "bajie"], seed="1")
    assert one == sw.Replay.start(["wukong", "bajie"], seed=1)
    assert one != sw.Replay.start(["wukong", "bajie"], seed="2")
    assert one != sw.Replay.start(["bajie", "wukong"], seed="1")
    assert one != one.dumps()


def test_equal_replays_stay_apart() -> None:
    """Each has its own history, autosave and nodes, although the two are equal."""
    one, two = copied(), copied()
    one.node(4).comment = "mine"
    two.node(4).comment = "mine"
    assert one == two
    one.undo()
    assert two.node(4).comment == "mine"
    assert one.history is not two.history
    assert one.node(4) != two.node(4)

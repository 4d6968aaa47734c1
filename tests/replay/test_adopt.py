"""Readers' additions to one copy of a game are merged into another; listeners hear of every edit."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import silkenweb as sw
from silkenweb.replay.history import Label, Step
from tests.replay.replay_files import branched, played, same_tree


def copy_of(replay: sw.Replay) -> sw.Replay:
    return sw.Replay.loads(replay.dumps())


def lines(replay: sw.Replay) -> set[tuple[str, ...]]:
    """Return every path through the tree, regardless of the order of alternatives."""
    found = set()
    for node in replay.nodes():
        way = []
        at: sw.Node | None = node
        while at is not None:
            way.append(str(at.move or at.deal))
            at = at.parent
        found.add(tuple(reversed(way)))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_what_readers_added_comes_back_whole(seed: int) -> None:
    """A game without branches that adopts a copy with branches equals that copy, including the order."""
    plain = played(f"adopt-{seed}", 40, seeded=seed % 3 > 0)
    full = branched(copy_of(plain), str(seed))
    count = plain.adopt(full)
    assert count == full.count - len(full.main_line())
    assert same_tree(plain, full)
    assert plain.dumps() == full.dumps()
    assert sw.Replay.loads(plain.dumps()).dumps() == plain.dumps()


@pytest.mark.parametrize("seed", range(12))
def test_two_readers_branches_are_joined(seed: int) -> None:
    """Nothing is lost, nothing is duplicated, and the merged file is valid."""
    plain = played(f"join-{seed}", 40, seeded=seed % 3 > 0)
    one, two = branched(copy_of(plain), f"one {seed}"), branched(copy_of(plain), f"two {seed}")
    both = lines(one) | lines(two)
    before = one.dumps()
    one.adopt(two)
    assert lines(one) == both
    assert one.count == len(both) - 1
    assert sw.Replay.loads(one.dumps()).dumps() == one.dumps()
    assert one.adopt(two) == 0
    one.undo()
    assert one.dumps() == before


def test_notes_of_the_other_count_before_those_that_stand_here() -> None:
    """Comments, glyphs and own keys are adopted; those that the other copy lacks are kept."""
    mine = played()
    other = copy_of(mine)
    mine.node("3").comment, mine.node("3").glyph, mine.node("4").comment = "mine", "?", "stays"
    other.node("3").comment = "other"
    other.annotate(other.node("5"), "x_mark", [1])
    mine.adopt(other)
    assert (mine.node("3").comment, mine.node("3").glyph) == ("other", "?")
    assert (mine.node("4").comment, mine.node("5").extra) == ("stays", {"x_mark": [1]})


def test_the_order_of_alternatives_is_the_others() -> None:
    """What a reader promoted stays promoted."""
    mine = played()
    node = next(node for node in mine.main_line()[2:] if len(node.position.legal_moves()) > 3)
    for move in node.position.legal_moves():
        node.branch(move)
    other = copy_of(mine)
    other.node(node.path).children[-1].promote()
    mine.adopt(other)
    assert mine.dumps() == other.dumps()


def test_a_copy_recorded_less_far_is_adopted() -> None:
    """A game that continues keeps its earlier branches."""
    short = played(moves=20)
    longer = played(moves=30)
    branched(short, "early")
    longer.adopt(short)
    assert lines(longer) >= lines(short)


def test_what_readers_added_is_told_from_what_the_file_had() -> None:
    """Regardless of whether it was added here or adopted from another copy."""
    mine = sw.Replay.loads(branched(played(), "in the file").dumps())
    assert mine.added == set()
    other = branched(copy_of(mine), "other")
    here = mine.node("4").branch(next(move for move in mine.node("4").position.legal_moves()))
    count = mine.adopt(other)
    new = {node for node in mine.nodes() if node in mine.added}
    assert len(new) == count + (here in new)
    assert not any(node.recorded for node in mine.added)


def test_another_game_is_refused_and_nothing_changes() -> None:
    """The error gives the first difference: the setup, the recorded line, or a longer record."""
    mine = played(moves=20)
    before = mine.dumps()
    for other, words in (
        (played(moves=20, blessings=5), "the Blessings differ"),
        (played(moves=20, characters=("bajie", "wukong")), "the characters differ"),
        (played(moves=20, seeded=False), "the seed differs"),
        (played(moves=21), "it continues after node 20"),
    ):
        branched(other, "x", 3)
        with pytest.raises(sw.ReplayError, match=words):
            mine.adopt(other)
    other = sw.Replay.start(mine.characters, seed="a", blessings=6)
    other.record()
    moves = mine.node("1").position.legal_moves()
    other.record(next(move for move in moves if move != mine.node("2").move))
    with pytest.raises(sw.ReplayError, match="differs at node 2"):
        mine.adopt(other)
    assert mine.dumps() == before
    assert not mine.undo()


def test_what_would_be_too_deep_is_refused_whole() -> None:
    """If adopting would exceed the limit on nested alternatives, nothing is adopted."""
    mine = played(moves=30)
    mine.adopt(branched(copy_of(mine), "deep", 30))
    before = mine.dumps()
    limit = pytest.MonkeyPatch()
    limit.setattr("silkenweb.replay.edits.MAX_DEPTH", 0)
    try:
        with pytest.raises(sw.ReplayError, match="nested too deeply"):
            mine.adopt(branched(copy_of(mine), "deeper"))
    finally:
        limit.undo()
    assert mine.dumps() == before


def test_a_replay_remembers_its_file(tmp_path: Path) -> None:
    """It is the file that it was loaded from or first saved to; a sample has none."""
    replay = played()
    assert replay.file is None
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    replay.save(first)
    replay.save(second)
    assert replay.file == first
    assert sw.Replay.load(second).file == second
    assert sw.Replay.salvage(second)[0].file == second
    assert sw.sample("two-won").file is None


class Ear:
    def __init__(self, replay: sw.Replay) -> None:
        self.heard = 0
        replay.history.listen(self.hear)

    def hear(self) -> None:
        self.heard += 1


def test_who_listens_hears_each_step_once() -> None:
    """Edits, undo, redo and recording; once for a step of many edits; never after the listener is gone."""
    replay = played()
    ear = Ear(replay)
    node = replay.node("5")
    with replay.one_step():
        for move in node.position.legal_moves():
            node.branch(move)
    assert ear.heard == 1
    replay.undo()
    replay.redo()
    assert ear.heard == 3
    assert not replay.redo()
    with pytest.raises(sw.IllegalMove):
        node.branch("claim R99")
    assert ear.heard == 3
    if not replay.end.position.over:
        replay.record(Random(1).choice(replay.end.position.legal_moves()))
        assert ear.heard == 4
    del ear
    replay.undo()
    assert replay.history._listeners == []


def test_steps_can_be_joined_and_forgotten() -> None:
    """Joined steps are undone together; forgotten steps cannot be undone."""
    replay = played()
    node = max(replay.main_line(), key=lambda node: len(node.position.legal_moves()))
    before = replay.dumps()
    steps: list[Step] = []
    for move in node.position.legal_moves():
        node.branch(move)
        if replay.history.last is not None and replay.history.last not in steps:
            steps.append(replay.history.last)
    assert replay.history.length > 1
    replay.history.join(steps, Label("bots", count=len(steps)))
    assert replay.history.length == 1
    assert replay.history.last is not None
    assert replay.history.last.label == Label("bots", count=len(steps))
    replay.undo()
    assert replay.dumps() == before
    replay.redo()
    replay.history.forget()
    assert not replay.undo()
    assert replay.dumps() != before

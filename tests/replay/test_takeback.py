"""Taking back recorded moves: they become an alternative, and the file stays valid."""

from __future__ import annotations

import pytest

import silkenweb as sw
from silkenweb.replay.edits import TAKEN_BACK, Takeback
from silkenweb.replay.schema import MAX_DEPTH


def resting(turns: int) -> sw.Replay:
    """Play a game with a number of Rests only."""
    replay = sw.Replay.start(["wukong", "bajie"], seed="rests", blessings=99)
    while turns:
        legal = [str(move) for move in replay.end.position.legal_moves()]
        replay.record(("rest" if "rest" in legal else legal[0]) if legal else None)
        turns -= "rest" in legal
    return replay


def test_what_was_taken_back_is_marked_and_stays() -> None:
    """As an alternative to what was recorded in its place."""
    replay = resting(3)
    takeback, last = Takeback(replay), replay.end
    assert last.parent is not None
    takeback.to(last.parent)
    takeback.attach(replay.record("rest ~"))
    assert [str(node.move) for node in last.parent.children] == ["rest ~", "rest"]
    assert last.extra[TAKEN_BACK] is True
    assert sw.Replay.loads(replay.dumps()).dumps() == replay.dumps()


def test_it_ends_where_alternatives_would_lie_too_deep_to_be_read_again() -> None:
    """Each time, one Rest earlier, everything is nested one level deeper; the game still continues."""
    replay = resting(MAX_DEPTH + 5)
    takeback = Takeback(replay)
    rests = [node for node in replay.main_line() if str(node.move) == "rest"]
    for number, node in enumerate(reversed(rests)):
        assert node.parent is not None
        if number == MAX_DEPTH:
            with pytest.raises(sw.ReplayError, match="too deep"):
                takeback.to(node.parent)
            break
        takeback.to(node.parent)
        takeback.attach(replay.record("rest ~"))
    replay.record("rest")
    assert sw.Replay.loads(replay.dumps()).count == replay.count

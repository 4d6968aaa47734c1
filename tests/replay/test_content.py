"""A replay as a sequence of the recorded nodes."""

from __future__ import annotations

import silkenweb as sw


def test_a_replay_is_the_sequence_of_its_recorded_nodes() -> None:
    """Variations are not among them; a game that has not begun has none, and is still true."""
    replay = sw.sample("lesson-what-silence-costs")
    assert list(replay) == replay.main_line()
    assert len(replay) == len(replay.main_line()) == 17
    empty = sw.Replay.start(["wukong", "bajie"])
    assert (list(empty), len(empty), bool(empty)) == ([], 0, True)

"""The recorder: the file is complete at any time, and lacks at most the current decision."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import silkenweb as sw


def test_the_file_is_up_to_date_after_each_decision(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    recorder = sw.Recorder(sw.Replay.start(["tang", "bajie"], seed="s", blessings=9), path)
    assert sw.Replay.load(path).main_line() == []
    for _ in range(20):
        legal = recorder.replay.end.position.legal_moves()
        node = recorder.record(legal[-1] if legal else None)
        saved = sw.Replay.load(path)
        assert saved.end.path == node.path
        assert saved.end.position == node.position
    assert list(tmp_path.iterdir()) == [path]


def test_an_illegal_decision_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    recorder = sw.Recorder(sw.Replay.start(["tang", "bajie"], seed="s"), path)
    recorder.record()
    before = path.read_bytes()
    with pytest.raises(sw.IllegalMove):
        recorder.record("rest")
    assert path.read_bytes() == before


def test_a_game_broken_off_is_gone_on_with(tmp_path: Path) -> None:
    """Loaded from its file, including alternatives."""
    path = tmp_path / "game.json"
    recorder = sw.Recorder(sw.Replay.start(["tang", "bajie"], seed="s"), path)
    for _ in range(4):
        legal = recorder.replay.end.position.legal_moves()
        recorder.record(legal[0] if legal else None)
    recorder.replay.node("3").branch("rest ~")
    again = sw.Recorder(sw.Replay.load(path), path)
    again.replay.node("3").branch("rest ~")
    again.record(again.replay.end.position.legal_moves()[0])
    assert sw.Replay.load(path).count == 6


CRASHING = """
import sys
import silkenweb as sw
from random import Random
random = Random(1)
recorder = sw.Recorder(sw.Replay.start(["tang", "bajie"], seed="s", blessings=1000), sys.argv[1])
print("begun", flush=True)
while not recorder.replay.end.position.over:
    legal = recorder.replay.end.position.legal_moves()
    recorder.record(random.choice(legal) if legal else None)
"""


def test_a_process_that_is_killed_leaves_a_whole_file(tmp_path: Path, root: Path) -> None:
    """If killed at any time, the file is a replay of all decisions except perhaps the last."""
    path = tmp_path / "game.json"
    counts = []
    for wait in (0.05, 0.2, 0.4):
        process = subprocess.Popen(
            [sys.executable, "-c", CRASHING, str(path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(root)},
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(wait)
        process.kill()
        process.wait()
        process.stdout.close()
        counts.append(sw.Replay.load(path).count)
    assert counts[-1] > 5

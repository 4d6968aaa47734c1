"""A run of many games needs no more memory than a run of few."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import resource, sys
import silkenweb as sw
from tests.stats.players import register

register()
games, out, tables = int(sys.argv[1]), sys.argv[2], sw.frames.TABLES
run = sw.simulate(players=2, bots="resting", blessings=0, games=games, out=out, tables=tables, progress=False)
print(len(run), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
MEGABYTE = 1024 if sys.platform != "darwin" else 1 << 20  # in the units of ru_maxrss


@pytest.mark.skipif(sys.platform == "win32", reason="there is no module resource")
def test_memory_does_not_grow_with_the_games(root: Path, tmp_path: Path) -> None:
    """1,000 and 10,000 games with all four tables: the peaks of memory differ little."""
    peaks = []
    for games in (1_000, 10_000):
        command = [sys.executable, "-c", CODE, str(games), str(tmp_path / str(games))]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        played, peak = map(int, done.stdout.split())
        assert played == games
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 20 * MEGABYTE, peaks

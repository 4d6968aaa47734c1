"""The time to turn 1,000 recorded games into the four tables, each file read and checked by the rules.

    python -m tests.bench.bench_frames --games 1000
    python3 run.py bench tests/bench/bench_frames.py -s

CPU time of this process, all its threads together, so that it is what one core needs. Reading the files and
making frames of them are reported separately.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import pytest

import silkenweb as sw
from tests.bench.bench_replay import recorded

MOST = 10.0
"""Seconds that 1,000 replays of 100 decisions may take."""


def measure(games: int) -> tuple[float, float, int]:
    """Seconds for reading alone, seconds for frames from files, and rows of all tables."""
    with tempfile.TemporaryDirectory() as folder:
        for number, text in enumerate(recorded(games)):
            Path(folder, f"{number:05}.json").write_text(text, encoding="utf-8")
        began = time.process_time()
        for path in sorted(Path(folder).iterdir()):
            sw.Replay.load(path)
        read = time.process_time() - began
        began = time.process_time()
        frames = sw.frames.read(folder)
        return read, time.process_time() - began, sum(frame.height for frame in frames)


def told(games: int, found: tuple[float, float, int]) -> str:
    """The report in words."""
    read, whole, rows = found
    return (
        f"{games:,} replays: {whole:.1f} s to frames of {rows:,} rows, of which {read:.1f} s is reading them"
    )


@pytest.mark.bench
def test_a_thousand_replays_become_frames_in_ten_seconds() -> None:
    """All four tables at once."""
    found = measure(1000)
    print("\n" + told(1000, found))
    assert found[1] < MOST


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1000)
    options = parser.parse_args()
    print(told(options.games, measure(options.games)))


if __name__ == "__main__":
    main()

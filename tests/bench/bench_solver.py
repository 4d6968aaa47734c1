"""The time of the level solver for random level starts, and how much it leaves undecided.

    python -m tests.bench.bench_solver --players 4 --levels 1 2 3 --starts 100

`settled`: within the default budget and two seconds the answer was complete, either a line with a proof that
none is cheaper, or a proof that there is none. `unknown`: it was not even found out whether there is a line.
Time is that of the one core used, so other work on the machine does not count.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import pytest

import silkenweb as sw
from tests.study.starts import level_start

LEVELS, PLAYERS, LIMIT = range(1, 8), range(2, 6), 2.0


@dataclass(frozen=True)
class Figures:
    """The results for one level and number of players."""

    starts: int
    median: float  # seconds
    high: float  # seconds, 95th percentile
    longest: float
    settled: float  # shares
    clearable: float
    unknown: float

    def __str__(self) -> str:
        times = (
            f"median {1000 * self.median:.1f} ms, 95% {1000 * self.high:.1f} ms, longest {self.longest:.2f} s"
        )
        shares = f"settled {self.settled:.0%}, clearable {self.clearable:.0%}, unknown {self.unknown:.0%}"
        return f"{times}; {shares} of {self.starts}"


def measure(level: int, players: int, starts: int) -> Figures:
    """Solve `starts` level starts, one after the other."""
    edition = sw.Edition.load()
    taken, settled, clearable, unknown = [], 0, 0, 0
    for number in range(starts):
        position = level_start(edition, level, players, number)
        began = time.process_time()
        solution = sw.solve_level(position)
        taken.append(time.process_time() - began)
        settled += taken[-1] <= LIMIT and (solution.least or solution.clearable is False)
        clearable += bool(solution.clearable)
        unknown += solution.clearable is None
    taken.sort()
    return Figures(
        starts,
        taken[starts // 2],
        taken[min(starts - 1, starts * 95 // 100)],
        taken[-1],
        settled / starts,
        clearable / starts,
        unknown / starts,
    )


@pytest.mark.bench
@pytest.mark.parametrize("players", PLAYERS)
def test_how_long_random_starts_take(players: int) -> None:
    """For each level; the aim is that 95 of 100 are settled in two seconds."""
    for level in LEVELS:
        figures = measure(level, players, 100)
        print(f"\n{players} players, level {level}: {figures}", end="")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, nargs="+", default=list(PLAYERS))
    parser.add_argument("--levels", type=int, nargs="+", default=list(LEVELS))
    parser.add_argument("--starts", type=int, default=100)
    options = parser.parse_args()
    for players in options.players:
        for level in options.levels:
            print(f"{players} players, level {level}: {measure(level, players, options.starts)}", flush=True)


if __name__ == "__main__":
    main()

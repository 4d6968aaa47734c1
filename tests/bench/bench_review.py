"""The processor time of a review, which uses one thread, and its precision.

python -m tests.bench.bench_review --players 3 --games 3
"""

from __future__ import annotations

import argparse
import time
from random import Random
from statistics import mean

import pytest

import silkenweb as sw


def one(players: int, number: int) -> tuple[int, float, float, float]:
    """Decisions, seconds, the largest error of a value, the mean error of a loss."""
    characters = Random(f"review|{players}|{number}").sample(list(sw.Edition.load().characters), players)
    replay = sw.play(characters, "greedy", seed=f"review-{players}-{number}")
    began = time.process_time()
    report = sw.review(replay)
    seconds = time.process_time() - began
    found = [finding for _, finding in report.main.entries]
    losses = [finding.loss.error for finding in found if finding.loss is not None and finding.best]
    decisions = sum(node.move is not None for node in replay.main_line())
    return decisions, seconds, max(finding.value.error for finding in found), mean(losses)


@pytest.mark.bench
def test_150_decisions_take_less_than_a_minute() -> None:
    """A game of three at the default budget, and no value's error above 0.03."""
    decisions, seconds, worst, _ = one(3, 0)
    assert seconds * 150 / decisions < 60
    assert worst <= 0.03


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, nargs="+", default=[3])
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    for players in options.players:
        for number in range(options.games):
            decisions, seconds, worst, loss = one(players, number)
            print(
                f"{players} players, {decisions:3} decisions: {seconds:5.1f} s, "
                f"{1000 * seconds / decisions:.0f} ms each; "
                f"error of a value at most {worst:.3f}, of a loss {loss:.3f} on average"
            )


if __name__ == "__main__":
    main()

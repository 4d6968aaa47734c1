"""Games per second in a simulation, the effect of two processes, and where the time goes.

    python -m tests.bench.bench_simulate greedy --games 200 --rounds 5
    python3 run.py bench tests/bench/bench_simulate.py -s

Games of 2 to 5 players in turn, all four tables written to Parquet. CPU time is what counts for one process;
for two against one it is the time on the clock, in alternating rounds, of which the median of the ratios is
told. What a busy machine gives to two processes is not twice what it gives to one: so a bare loop, shared out
among two processes in the same rounds, stands beside it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest

import silkenweb as sw
from silkenweb import bots
from silkenweb.bots import Bot
from silkenweb.game import Deal, Event, Move, View
from silkenweb.stats.columns import TABLES
from silkenweb.stats.rows import Follower, GameInfo, Rows
from silkenweb.stats.task import Task

PLAYERS = (2, 3, 4, 5)
LOOPS = 20_000_000


class Shares(NamedTuple):
    """Seconds of CPU time for so many games: what the bots think, what the engine does (deals, legal moves,
    steps, views, events), what is written down.
    """

    games: int
    thinking: float
    engine: float
    rows: float

    def __str__(self) -> str:
        whole = self.thinking + self.engine + self.rows
        parts = zip(("bots", "engine", "rows"), self[1:], strict=True)
        told = ", ".join(f"{name} {part / whole:.0%}" for name, part in parts)
        return f"{self.games / whole:.1f} games/s without frames and files; {told}"


class Timed:
    """A bot whose thinking is timed."""

    def __init__(self, bot: Bot, spent: list[float]) -> None:
        self.bot = bot
        self.spent = spent

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        began = time.process_time()
        move = self.bot.choose(view, legal, seen)
        self.spent[0] += time.process_time() - began
        return move


def shares(bot: str, games: int, seed: str = "bench") -> Shares:
    """Measure where the time of a simulation goes."""
    task = Task("", seed, PLAYERS, (), (bot,), None, sw.Edition.load(), tuple(TABLES))
    rows, thinking = Rows(TABLES), [0.0]
    writing = 0.0
    began = time.process_time()
    for number in range(games):
        start = task.start(number)
        follower = Follower(start.state, GameInfo("", number), rows)
        seats: list[str | Bot] = [
            Timed(each, thinking) for each in bots.seat_bots(start.characters, bot, task.seed_of(number))
        ]
        for taken in bots.game(start, bots.seat_bots(start.characters, seats, ""), task.seed_of(number)):
            before = time.process_time()
            state = taken.step.position.state
            if isinstance(taken.what, Deal):
                follower.deal(taken.what, state)
            else:
                follower.move(taken.what, state)
            writing += time.process_time() - before
        follower.close()
    whole = time.process_time() - began
    return Shares(games, thinking[0], whole - thinking[0] - writing, writing)


def rate(bot: str, games: int, seed: str = "bench") -> float:
    """Games per second of CPU time, everything included, in one process."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.process_time()
        sw.simulate(
            players=PLAYERS,
            bots=bot,
            games=games,
            seed=seed,
            tables=TABLES,
            out=Path(folder, "run"),
            progress=False,
        )
        return games / (time.process_time() - began)


def clock(bot: str, games: int, jobs: int, seed: str) -> float:
    """Seconds on the clock for a simulation in `jobs` processes, including their start and end."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "run")
        began = time.perf_counter()
        sw.simulate(players=PLAYERS, bots=bot, games=games, seed=seed, jobs=jobs, out=out, progress=False)
        return time.perf_counter() - began


def spin(loops: int) -> int:
    """Work that needs only a processor."""
    total = 0
    for number in range(loops):
        total += number * number
    return total


def spin_clock(jobs: int) -> float:
    """Seconds on the clock that LOOPS take, shared out among so many processes."""
    began = time.perf_counter()
    workers = [multiprocessing.Process(target=spin, args=(LOOPS // jobs,)) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - began


class Speedup(NamedTuple):
    """How many times as fast two processes are as one, in simulations and in a bare loop."""

    games: float
    loop: float


def speedups(bot: str, games: int, rounds: int) -> list[Speedup]:
    """Measure round by round, each with its own games."""
    return [
        Speedup(clock(bot, games, 1, str(n)) / clock(bot, games, 2, str(n)), spin_clock(1) / spin_clock(2))
        for n in range(rounds)
    ]


def told(found: Sequence[Speedup]) -> str:
    """The medians, and each round."""
    games, loop = (median(each) for each in zip(*found, strict=True))
    rounds = ", ".join(f"{each.games:.2f}/{each.loop:.2f}" for each in found)
    return f"{games:.2f} times as fast as one; a bare loop {loop:.2f} (rounds: {rounds})"


@pytest.mark.bench
def test_how_much_faster_two_processes_are() -> None:
    """Three rounds of 400 greedy games; the aim is 1.7 times as fast on two idle cores."""
    found = speedups("greedy", 400, 3)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0
    print(f"\ntwo processes: {told(found)}, load {load:.1f}")


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bot", nargs="?", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    shares(options.bot, 8)  # tables and caches are made
    print(
        f"{options.bot}: {rate(options.bot, options.games):.1f} games/s, everything included, in one process"
    )
    print(shares(options.bot, options.games))
    found = speedups(options.bot, options.games, options.rounds)
    print(f"two processes: {told(found)}")


if __name__ == "__main__":
    main()

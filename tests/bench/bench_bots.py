"""How often a bot wins, with its 95% Wilson interval.

    python -m tests.bench.bench_bots greedy --players 2 3 --games 1000

Game k of n players seats n characters drawn by `Random(f"{seed}|{k}|{n}")` and is dealt from
`f"{seed}-{n}-{k}"`, so a figure comes out the same anywhere for bots without a clock.
`convention:without=places` leaves one agreement out. `clairvoyant`, who sees everything, is no bot of the
registry but can be measured too.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from math import sqrt
from random import Random

import silkenweb as sw
from silkenweb import bots
from silkenweb.bots.search import clairvoyant_game


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95% interval of a rate."""
    rate, square = wins / games, z * z
    centre = (rate + square / (2 * games)) / (1 + square / games)
    half = z * sqrt(rate * (1 - rate) / games + square / (4 * games * games)) / (1 + square / games)
    return centre - half, centre + half


def one(bot: str, players: int, seed: str, number: int) -> sw.Position:
    """The last position of one game."""
    everybody = list(sw.Edition.load().characters)
    characters = Random(f"{seed}|{number}|{players}").sample(everybody, players)
    dealt = f"{seed}-{players}-{number}"
    last = start = sw.Position.start(characters)
    if bot == "clairvoyant":
        taking = clairvoyant_game(start, dealt)
    else:
        taking = bots.game(start, bots.seat_bots(characters, bot, dealt), dealt)
    for taken in taking:
        last = taken.step.position
    return last


def measure(bot: str, players: int, games: int, seed: str) -> str:
    """Return one line of the report."""
    began = time.perf_counter()
    lost: Counter[int] = Counter()
    for number in range(games):
        last = one(bot, players, seed, number)
        if last.phase == "lost":
            lost[last.level] += 1
    wins = games - sum(lost.values())
    low, high = wilson(wins, games)
    rate = games / (time.perf_counter() - began)
    where = " ".join(f"{level}:{lost[level]}" for level in range(1, 8))
    interval = f"[{100 * low:4.1f}, {100 * high:4.1f}]"
    counted = f"{bot:>12} {players} players {100 * wins / games:5.1f}% {interval} of {games}"
    return f"{counted}  lost at {where}  {rate:.1f} games/s"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", nargs="+")
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4, 5])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="bench")
    options = parser.parse_args()
    for bot in options.bot:
        for players in options.players:
            print(measure(bot, players, options.games, options.seed), flush=True)


if __name__ == "__main__":
    main()

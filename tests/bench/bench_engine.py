"""The speed of the engine, compared with OpenSpiel's Hanabi.

    python -m tests.bench.bench_engine --rounds 9 --seconds 1
    python3 run.py bench tests/bench/bench_engine.py -s

Both play random games through their Python interfaces, on one core: list all legal moves, choose one, apply
it, to the end. Ours has 2 to 5 players with random characters, Hanabi four. Chance is sampled in two ways on
each side: our deals come from a seed (as recorded games have them) or from a generator (for playouts);
Hanabi's outcomes are drawn as OpenSpiel's own example does, by `numpy.random.choice`, or by the leaner
`random.choices`.

What is counted: decisions (a player's moves; no deals here, no chance there), and beside that everything
applied. Time is the processor's. Rounds alternate between the two, and what counts is the median of the
rounds' ratios, since machines drift. Nothing here passes or fails by speed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import silkenweb as sw
from silkenweb.game import Position

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

try:
    import numpy
    import pyspiel
except ImportError:
    pyspiel = None

MISSING = "OpenSpiel is not installed (pip install open-spiel): nothing to compare with"
HANABI = "hanabi(players=4)"


class Rate(NamedTuple):
    """A number per second of processor time."""

    decisions: float
    applied: float


# -- playouts ---------------------------------------------------------------------------------------


def play_one(rng: random.Random, seed: str | None) -> tuple[int, int]:
    """A random game of ours: decisions and deals."""
    edition = sw.Edition.load()
    position = Position.start(rng.sample(list(edition.characters), rng.randint(2, 5)), edition)
    choice = rng.choice
    decisions = deals = 0
    while True:
        moves = position.legal_moves()
        if moves:
            position = position.apply(choice(moves))
            decisions += 1
        elif position.over:
            return decisions, deals
        else:
            deal = sw.deal(position, rng=rng) if seed is None else sw.deal(position, seed)
            position = position.apply(deal)
            deals += 1


def play_one_of_hanabi(
    game: Any, rng: random.Random, np_choice: Callable[..., Any] | None
) -> tuple[int, int]:
    """A random game of Hanabi: decisions and outcomes of chance."""
    state = game.new_initial_state()
    choice, choices = rng.choice, rng.choices
    decisions = chances = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(np_choice(outcomes, p=odds) if np_choice else choices(outcomes, odds)[0])
            chances += 1
        else:
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
    return decisions, chances


def timed(seconds: float, play: Callable[[int], tuple[int, int]]) -> Rate:
    """The rates of many games. The clock, which is slow on some machines, is read every forty games."""
    decisions = chances = games = 0
    began = process_time()
    while process_time() - began < seconds:
        for _ in range(40):
            games += 1
            decided, by_chance = play(games)
            decisions += decided
            chances += by_chance
    took = process_time() - began
    return Rate(decisions / took, (decisions + chances) / took)


def playouts(seconds: float, rng: random.Random, seeded: bool) -> Rate:
    """Random games of ours."""
    return timed(seconds, lambda game: play_one(rng, f"bench-{game}" if seeded else None))


def hanabi_playouts(seconds: float, rng: random.Random, numpy_sampling: bool) -> Rate:
    """Random games of Hanabi."""
    np_choice = numpy.random.choice if numpy_sampling else None
    game = pyspiel.load_game(HANABI)
    return timed(seconds, lambda _: play_one_of_hanabi(game, rng, np_choice))


# -- one new position -------------------------------------------------------------------------------


def our_positions(number: int, rng: random.Random) -> list[tuple[Position, str]]:
    """Positions of random games with a legal move of each, decisions of all kinds as they come."""
    everybody = list(sw.Edition.load().characters)
    found: list[tuple[Position, str]] = []
    while len(found) < number:
        position = Position.start(rng.sample(everybody, rng.randint(2, 5)))
        while not position.over:
            if position.phase == "deal":
                position = position.apply(sw.deal(position, rng=rng))
                continue
            move = rng.choice(position.legal_moves())
            found.append((position, move))
            position = position.apply(move)
    return rng.sample(found, number)


def hanabi_positions(number: int, rng: random.Random) -> list[tuple[Any, int]]:
    """The same of Hanabi."""
    game = pyspiel.load_game(HANABI)
    found: list[tuple[Any, int]] = []
    while len(found) < number:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            action = rng.choice(state.legal_actions())
            found.append((state.clone(), action))
            state.apply_action(action)
    return rng.sample(found, number)


def new_positions(seconds: float, pairs: list[tuple[Position, str]]) -> float:
    """Calls of `apply` per second: a new position from an unchanged old one."""
    made = 0
    began = process_time()
    while process_time() - began < seconds:
        for position, move in pairs:
            position.apply(move)
        made += len(pairs)
    return made / (process_time() - began)


def hanabi_new_positions(seconds: float, pairs: list[tuple[Any, int]]) -> float:
    """Calls of `clone` and `apply_action` per second."""
    made = 0
    began = process_time()
    while process_time() - began < seconds:
        for state, action in pairs:
            state.clone().apply_action(action)
        made += len(pairs)
    return made / (process_time() - began)


# -- the report -------------------------------------------------------------------------------------


def rounds(number: int, seconds: float) -> dict[str, list[float]]:
    """The results of each contestant in each round, in turns; every other round in the opposite order."""
    rng = random.Random(5)
    ours, theirs = our_positions(1000, rng), hanabi_positions(1000, rng)
    contestants: dict[str, Callable[[], Rate | float]] = {
        "ours, deals from seeds": lambda: playouts(seconds, rng, seeded=True),
        "Hanabi, numpy.random.choice": lambda: hanabi_playouts(seconds, rng, numpy_sampling=True),
        "ours, deals from a generator": lambda: playouts(seconds, rng, seeded=False),
        "Hanabi, random.choices": lambda: hanabi_playouts(seconds, rng, numpy_sampling=False),
        "ours, apply": lambda: new_positions(seconds, ours),
        "Hanabi, clone + apply_action": lambda: hanabi_new_positions(seconds, theirs),
    }
    found: dict[str, list[float]] = {}
    for each in range(number):
        for name in list(contestants)[:: 1 if each % 2 == 0 else -1]:
            made = contestants[name]()
            for kind, value in (
                made._asdict().items() if isinstance(made, Rate) else [("new positions", made)]
            ):
                found.setdefault(f"{name}: {kind}", []).append(value)
    return found


PAIRS = [
    # (ours, Hanabi's, what is compared, the aim)
    ("ours, deals from a generator", "Hanabi, random.choices", "decisions", "1.5, better 2"),
    ("ours, deals from seeds", "Hanabi, random.choices", "decisions", ""),
    ("ours, deals from a generator", "Hanabi, numpy.random.choice", "decisions", "1.5, better 2"),
    ("ours, deals from seeds", "Hanabi, numpy.random.choice", "decisions", ""),
    ("ours, deals from a generator", "Hanabi, random.choices", "applied", ""),
    ("ours, deals from a generator", "Hanabi, numpy.random.choice", "applied", ""),
    ("ours, apply", "Hanabi, clone + apply_action", "new positions", "0.5"),
]


def report(number: int, seconds: float) -> str:
    """All rates per second and all ratios: medians over the rounds."""
    found = rounds(number, seconds)
    lines = [f"{number} rounds of {seconds:g} s each, in turns; medians; per second of processor time", ""]
    lines += [f"  {name:<46} {median(values):>9,.0f}/s" for name, values in found.items()]
    lines += ["", "  ratio ours / Hanabi, median of the rounds (least to most)"]
    for ours, theirs, kind, aim in PAIRS:
        pairs = zip(found[f"{ours}: {kind}"], found[f"{theirs}: {kind}"], strict=True)
        ratios = [mine / other for mine, other in pairs]
        what = f"{kind}: {ours.removeprefix('ours, ')} / {theirs.removeprefix('Hanabi, ')}"
        spread = f"({min(ratios):.2f} to {max(ratios):.2f})"
        lines.append(f"  {what:<66} {median(ratios):5.2f} {spread}{f'  aim: {aim}' if aim else ''}")
    return "\n".join(lines)


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    if pyspiel is None:
        print(MISSING)
        return 0
    print(report(options.rounds, options.seconds))
    return 0


# -- for pytest: the report, and single calls -------------------------------------------------------


@pytest.mark.bench
@pytest.mark.skipif(pyspiel is None, reason=MISSING)
def test_report() -> None:
    """Three short rounds, printed with `-s`."""
    print("\n" + report(3, 0.5))


CALLS: dict[str, Callable[[Position, str], object]] = {
    "legal moves": lambda position, _: position.legal_moves(),
    "apply": lambda position, move: position.apply(move),
    "step, with events and sentences": lambda position, move: position.step(move),
    "text": lambda position, _: position.text,
    "parse": lambda position, _: Position.parse(position.text),
    "view": lambda position, _: position.view(0),
    "view's text": lambda position, _: position.view(0).text,
    "hash": lambda position, _: hash(position),
}


@pytest.mark.bench
@pytest.mark.parametrize("call", CALLS)
def test_call(call: str, benchmark: BenchmarkFixture) -> None:
    """One kind of call, on 500 positions of random games."""
    pairs, what = our_positions(500, random.Random(5)), CALLS[call]
    benchmark(lambda: [what(position, move) for position, move in pairs])


if __name__ == "__main__":
    sys.exit(main())

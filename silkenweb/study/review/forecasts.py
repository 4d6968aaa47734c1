"""Are the chances that a review tells those with which games are won? Predicted against happened, in tenths.

python -m silkenweb.study.review.forecasts --games 2000 -o silkenweb/study/review/forecasts.json

From each game by the convention one decision is taken by lot; the value after it, by what its seat knew, is
the forecast of how that game ends.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from pathlib import Path
from random import Random

import msgspec

from silkenweb.bots import play
from silkenweb.edition import Edition
from silkenweb.replay import Replay
from silkenweb.study.review.decision import known_value
from silkenweb.study.review.evaluation import Judge, Parameters

TENTHS = 10


class Tenth(msgspec.Struct, frozen=True):
    """Forecasts of one tenth: how many, their mean, the rate of games won, and its standard error."""

    forecasts: int
    mean: float
    rate: float
    error: float


class Forecasts(msgspec.Struct, frozen=True):
    """By tenths of the chance that was told; and over all the mean forecast, the rate of wins, Brier's score
    (the mean square of forecast less outcome), and what it would be for who always tells the rate.
    """

    edition: str
    games: int
    reading: str | None
    worlds: int
    tenths: tuple[Tenth | None, ...]
    mean: float
    rate: float
    brier: float
    brier_of_rate: float
    command: str


@lru_cache(maxsize=1)
def kept() -> Forecasts:
    """Those that come with the package."""
    text = files("silkenweb.study.review").joinpath("forecasts.json").read_bytes()
    return msgspec.json.decode(text, type=Forecasts)


def forecasts(
    edition: Edition, games: int, parameters: Parameters, seed: str
) -> Iterator[tuple[float, bool]]:
    """For each game the chance that was told at some decision, and whether it was won."""
    for number in range(games):
        rng = Random(f"{seed}|{number}")
        characters = rng.sample(list(edition.characters), 2 + number % 4)
        replay = play(characters, "convention", seed=f"{seed}|{number}", edition=edition)
        yield _forecast(replay, parameters, rng), replay.outcome.phase == "won"


def _forecast(replay: Replay, parameters: Parameters, rng: Random) -> float:
    node = rng.choice([node for node in replay.main_line() if node.move is not None])
    return known_value(Judge(replay.root.state.tables, parameters), node).value


def in_tenths(told: Sequence[tuple[float, bool]]) -> tuple[Tenth | None, ...]:
    """What was told and what happened, by tenths of what was told."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(TENTHS)]
    for value, won in told:
        bins[min(TENTHS - 1, int(value * TENTHS))].append((value, won))
    return tuple(_tenth(each) if each else None for each in bins)


def _tenth(told: Sequence[tuple[float, bool]]) -> Tenth:
    count = len(told)
    rate = sum(won for _, won in told) / count
    spread = (rate * count + 1) / (count + 2)  # never 0, however few there are
    error = sqrt(spread * (1 - spread) / count)
    return Tenth(count, round(sum(value for value, _ in told) / count, 4), round(rate, 4), round(error, 4))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--reading", choices=["convention"])
    parser.add_argument("--seed", default="forecast")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    edition = Edition.load()
    parameters = Parameters(worlds=options.worlds, error=0.001, reading=options.reading)
    told = list(forecasts(edition, options.games, parameters, options.seed))
    rate = sum(won for _, won in told) / len(told)
    reading = f" --reading {options.reading}" if options.reading else ""
    made = Forecasts(
        edition=edition.sha256,
        games=len(told),
        reading=options.reading,
        worlds=options.worlds,
        tenths=in_tenths(told),
        mean=round(sum(value for value, _ in told) / len(told), 4),
        rate=round(rate, 4),
        brier=round(sum((value - won) ** 2 for value, won in told) / len(told), 4),
        brier_of_rate=round(rate * (1 - rate), 4),
        command=f"python -m silkenweb.study.review.forecasts --games {options.games}"
        f" --worlds {options.worlds}{reading} --seed {options.seed} -o {options.output}",
    )
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


if __name__ == "__main__":
    main()

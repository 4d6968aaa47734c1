"""Compare the chances that reviews predict with the results of games, in tenths of the predicted chance.

python -m tools.forecast_calibration --games 2000 -o silkenweb/study/review/forecasts.json

One random decision is taken from each game by `convention`. Its value after the decision, by what its seat
knew, is the forecast of the result of that game.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random

import msgspec

from silkenweb.bots import play
from silkenweb.edition import Edition
from silkenweb.replay import Replay
from silkenweb.study.review.decision import informed_value
from silkenweb.study.review.evaluation import Evaluator, Parameters
from silkenweb.study.review.grades import Forecasts, Tenth

TENTHS = 10


def forecasts(
    edition: Edition, games: int, parameters: Parameters, seed: str
) -> Iterator[tuple[float, bool]]:
    """Yield for each game the forecast at a random decision, and whether the game was won."""
    for number in range(games):
        rng = Random(f"{seed}|{number}")
        characters = rng.sample(list(edition.characters), 2 + number % 4)
        replay = play(characters, "convention", seed=f"{seed}|{number}", edition=edition)
        yield _forecast(replay, parameters, rng), replay.outcome.phase == "won"


def _forecast(replay: Replay, parameters: Parameters, rng: Random) -> float:
    node = rng.choice([node for node in replay.main_line() if node.move is not None])
    return informed_value(Evaluator(replay.root.state.tables, parameters), node).value


def in_tenths(pairs: Sequence[tuple[float, bool]]) -> tuple[Tenth | None, ...]:
    """Sort forecasts and results into tenths of the forecast."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(TENTHS)]
    for value, won in pairs:
        bins[min(TENTHS - 1, int(value * TENTHS))].append((value, won))
    return tuple(_tenth(each) if each else None for each in bins)


def _tenth(pairs: Sequence[tuple[float, bool]]) -> Tenth:
    count = len(pairs)
    rate = sum(won for _, won in pairs) / count
    spread = (rate * count + 1) / (count + 2)  # never 0, even for few games
    error = sqrt(spread * (1 - spread) / count)
    return Tenth(count, round(sum(value for value, _ in pairs) / count, 4), round(rate, 4), round(error, 4))


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--reading", choices=["convention"])
    parser.add_argument("--seed", default="forecast")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    edition = Edition.load()
    parameters = Parameters(worlds=options.worlds, error=0.001, reading=options.reading)
    pairs = list(forecasts(edition, options.games, parameters, options.seed))
    rate = sum(won for _, won in pairs) / len(pairs)
    reading = f" --reading {options.reading}" if options.reading else ""
    made = Forecasts(
        edition=edition.sha256,
        games=len(pairs),
        reading=options.reading,
        worlds=options.worlds,
        tenths=in_tenths(pairs),
        mean=round(sum(value for value, _ in pairs) / len(pairs), 4),
        rate=round(rate, 4),
        brier=round(sum((value - won) ** 2 for value, won in pairs) / len(pairs), 4),
        brier_of_rate=round(rate * (1 - rate), 4),
        command=f"python -m tools.forecast_calibration --games {options.games}"
        f" --worlds {options.worlds}{reading} --seed {options.seed} -o {options.output}",
    )
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


if __name__ == "__main__":
    main()

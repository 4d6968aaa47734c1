"""Make `continuation.json` anew: games by the policy with itself, and a logistic model fitted to who won.

python -m silkenweb.bots.fitting --games 5000 -o silkenweb/bots/continuation.json
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import exp
from pathlib import Path
from random import Random

import msgspec

from silkenweb.bots.continuation import FEATURES, Model, features_of
from silkenweb.bots.playout import finish_level
from silkenweb.bots.policy import Policy
from silkenweb.bots.reckoning import Told
from silkenweb.edition import Edition
from silkenweb.game.deal import apply_deal, deal_at_random
from silkenweb.game.state import DEAL, WON, start_state
from silkenweb.game.tables import tables_for

Rows = list[tuple[list[float], bool]]
RIDGE = 1.0  # pulls weights that few games speak of to 0


def play(edition: Edition, players: int, games: int, rng: Random) -> dict[int, Rows]:
    """By level: what held as it was dealt, and whether the game was won. Blessings vary, so that all are
    met."""
    rows: dict[int, Rows] = defaultdict(list)
    for _ in range(games):
        tables = tables_for(edition, tuple(rng.sample(list(edition.characters), players)))
        policy = Policy(tables)
        state = start_state(tables, rng.choice((0, 1, edition.blessings[players])))
        met = []
        while state.phase == DEAL:
            met.append((state.level, features_of(state)))
            state = finish_level(apply_deal(state, deal_at_random(state, rng), None), policy, Told(tables))
        for level, features in met:
            rows[level].append((features, state.phase == WON))
    return rows


def fit(rows: Rows, rounds: int = 12) -> tuple[float, ...]:
    """Weights of a logistic model, by Newton's method with a ridge."""
    size = len(FEATURES)
    weights = [0.0] * size
    for _ in range(rounds):
        slope = [-RIDGE * w for w in weights]
        curve = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for features, won in rows:
            odds = 1 / (
                1 + exp(-max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, features, strict=True)))))
            )
            spread = odds * (1 - odds)
            used = [i for i, x in enumerate(features) if x]
            for i in used:
                slope[i] += (won - odds) * features[i]
                line = curve[i]
                for j in used:
                    line[j] += spread * features[i] * features[j]
        weights = [w + step for w, step in zip(weights, _solve(curve, slope), strict=True)]
    return tuple(round(w, 4) for w in weights)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination with pivots."""
    size = len(right)
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda i: abs(lines[i][column]))
        lines[column], lines[pivot] = lines[pivot], lines[column]
        for i in range(size):
            if i != column:
                factor = lines[i][column] / lines[column][column]
                lines[i] = [a - factor * b for a, b in zip(lines[i], lines[column], strict=True)]
    return [line[-1] / line[i] for i, line in enumerate(lines)]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="for each number of players")
    parser.add_argument("--edition", default="reconstructed")
    parser.add_argument("--seed", default="fit")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    edition = Edition.load(options.edition)
    weights = {}
    for players in range(2, 6):
        rows = play(edition, players, options.games, Random(f"{options.seed}|{players}"))
        for level in sorted(rows):
            weights[f"{players}/{level}"] = fit(rows[level])
    model = Model(edition.sha256, options.games, FEATURES, weights)
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n")


if __name__ == "__main__":
    main()

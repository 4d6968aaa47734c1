"""Fit the win model and the level model to games that the policy of `convention` plays with itself.

Both are logistic: one predicts whether the game is won, the other the share of remaining levels cleared.

python -m tools.win_model_fit --games 5000 -o silkenweb/bots/win_model.json
python -m tools.win_model_fit --what levels --games 1000 -o silkenweb/bots/level_model.json
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import exp, sqrt
from pathlib import Path
from random import Random

import msgspec

from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import Inferences
from silkenweb.bots.rollout import finish_level
from silkenweb.bots.win_model import FEATURES, LevelModel, WinModel, features_of
from silkenweb.edition import Edition
from silkenweb.game.deal import apply_deal, deal_at_random
from silkenweb.game.state import DEAL, WON, start_state
from silkenweb.game.tables import tables_for

Rows = list[tuple[list[float], float]]
RIDGE = 1.0  # pulls weights with little evidence towards 0
FIFTHS = 5


def play(edition: Edition, players: int, games: int, rng: Random, levels: bool = False) -> dict[int, Rows]:
    """Play games and return rows by level: the features before its deal, and 1 if the game was won, else 0.

    With `levels`, the second value is the share of the levels from there on that was cleared. The number of
    Blessings at the start varies, so that the data cover all of them.
    """
    rows: dict[int, Rows] = defaultdict(list)
    for _ in range(games):
        tables = tables_for(edition, tuple(rng.sample(list(edition.characters), players)))
        policy = Policy(tables)
        state = start_state(tables, rng.choice((0, 1, edition.blessings[players])))
        reached = []
        while state.phase == DEAL:
            reached.append((state.level, features_of(state)))
            state = finish_level(
                apply_deal(state, deal_at_random(state, rng), None), policy, Inferences(tables)
            )
        cleared, total = state.level - (state.phase != WON), len(edition.levels)
        for level, features in reached:
            share = (cleared - level + 1) / (total - level + 1)
            rows[level].append((features, share if levels else float(state.phase == WON)))
    return rows


def fit(rows: Rows, rounds: int = 12) -> tuple[float, ...]:
    """Fit the weights of a logistic model by Newton's method with a ridge penalty."""
    size = len(FEATURES)
    weights = [0.0] * size
    for _ in range(rounds):
        gradient = [-RIDGE * w for w in weights]
        hessian = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for features, won in rows:
            odds = _predicted(weights, features)
            spread = odds * (1 - odds)
            used = [i for i, x in enumerate(features) if x]
            for i in used:
                gradient[i] += (won - odds) * features[i]
                line = hessian[i]
                for j in used:
                    line[j] += spread * features[i] * features[j]
        weights = [w + step for w, step in zip(weights, _solve(hessian, gradient), strict=True)]
    return tuple(round(w, 4) for w in weights)


def _predicted(weights: list[float] | tuple[float, ...], features: list[float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, features, strict=True))))))


def held_out_error(
    weights: dict[str, tuple[float, ...]], held: dict[str, Rows], total: int
) -> tuple[float, float]:
    """Return the `error` and `spread` of a LevelModel, from held-out games by `players/level`."""
    squares, count, fifths = 0.0, 0, []
    for key, rows in held.items():
        left = total - int(key.split("/")[1]) + 1
        pairs = sorted((left * _predicted(weights[key], features), left * share) for features, share in rows)
        squares += sum((expected - actual) ** 2 for expected, actual in pairs)
        count += len(pairs)
        for fifth in range(FIFTHS):
            some = pairs[len(pairs) * fifth // FIFTHS : len(pairs) * (fifth + 1) // FIFTHS]
            if some:
                gap = sum(expected - actual for expected, actual in some) / len(some)
                fifths.append((len(some), gap**2))
    error = sqrt(sum(size * gap for size, gap in fifths) / sum(size for size, _ in fifths))
    return round(error, 4), round(sqrt(squares / count), 4)


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve a linear system by Gaussian elimination with pivoting."""
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
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5000, help="games for each number of players")
    parser.add_argument("--what", choices=["wins", "levels"], default="wins")
    parser.add_argument("--edition", default="reconstructed")
    parser.add_argument("--seed", default="fit")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    edition, levels = Edition.load(options.edition), options.what == "levels"
    weights, held = {}, {}
    for players in range(2, 6):
        rows = play(edition, players, options.games, Random(f"{options.seed}|{players}"), levels)
        for level in sorted(rows):
            weights[f"{players}/{level}"] = fit(rows[level])
        if levels:
            other = play(edition, players, options.games // 3, Random(f"{options.seed}|held|{players}"), True)
            held.update({f"{players}/{level}": each for level, each in sorted(other.items())})
    made: WinModel | LevelModel = WinModel(edition.sha256, options.games, FEATURES, weights)
    if levels:
        command = (
            f"python -m tools.win_model_fit --what levels --games {options.games} "
            f"--seed {options.seed} -o {options.output}"
        )
        error, spread = held_out_error(weights, held, len(edition.levels))
        held_out = options.games // 3
        made = LevelModel(edition.sha256, options.games, FEATURES, weights, held_out, error, spread, command)
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


if __name__ == "__main__":
    main()

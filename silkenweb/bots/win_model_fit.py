"""Make `win_model.json` and `level_model.json` anew: games by the policy with itself, and logistic models of
who won them, and of how many of the levels to come were cleared.

python -m silkenweb.bots.win_model_fit --games 5000 -o silkenweb/bots/win_model.json
python -m silkenweb.bots.win_model_fit --what levels --games 1000 -o silkenweb/bots/level_model.json
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import exp, sqrt
from pathlib import Path
from random import Random

import msgspec

from silkenweb.bots.knowledge import Told
from silkenweb.bots.policy import Policy
from silkenweb.bots.rollout import finish_level
from silkenweb.bots.win_model import FEATURES, LevelModel, Model, features_of
from silkenweb.edition import Edition
from silkenweb.game.deal import apply_deal, deal_at_random
from silkenweb.game.state import DEAL, WON, start_state
from silkenweb.game.tables import tables_for

Rows = list[tuple[list[float], float]]
RIDGE = 1.0  # pulls weights that few games speak of to 0
FIFTHS = 5


def play(edition: Edition, players: int, games: int, rng: Random, levels: bool = False) -> dict[int, Rows]:
    """By level: what held as it was dealt, and whether the game was won (1 or 0); or, where `levels` are
    asked for, the share of them that was cleared from there on. Blessings vary, so that all are met."""
    rows: dict[int, Rows] = defaultdict(list)
    for _ in range(games):
        tables = tables_for(edition, tuple(rng.sample(list(edition.characters), players)))
        policy = Policy(tables)
        state = start_state(tables, rng.choice((0, 1, edition.blessings[players])))
        met = []
        while state.phase == DEAL:
            met.append((state.level, features_of(state)))
            state = finish_level(apply_deal(state, deal_at_random(state, rng), None), policy, Told(tables))
        cleared, total = state.level - (state.phase != WON), len(edition.levels)
        for level, features in met:
            share = (cleared - level + 1) / (total - level + 1)
            rows[level].append((features, share if levels else float(state.phase == WON)))
    return rows


def fit(rows: Rows, rounds: int = 12) -> tuple[float, ...]:
    """Weights of a logistic model, by Newton's method with a ridge."""
    size = len(FEATURES)
    weights = [0.0] * size
    for _ in range(rounds):
        slope = [-RIDGE * w for w in weights]
        curve = [[RIDGE * (i == j) for j in range(size)] for i in range(size)]
        for features, won in rows:
            odds = _told(weights, features)
            spread = odds * (1 - odds)
            used = [i for i, x in enumerate(features) if x]
            for i in used:
                slope[i] += (won - odds) * features[i]
                line = curve[i]
                for j in used:
                    line[j] += spread * features[i] * features[j]
        weights = [w + step for w, step in zip(weights, _solve(curve, slope), strict=True)]
    return tuple(round(w, 4) for w in weights)


def _told(weights: list[float] | tuple[float, ...], features: list[float]) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, sum(w * x for w, x in zip(weights, features, strict=True))))))


def off(weights: dict[str, tuple[float, ...]], held: dict[str, Rows], total: int) -> tuple[float, float]:
    """LevelModel's `error` and `spread` in games that were not fitted to, by `players/level`."""
    squares, count, fifths = 0.0, 0, []
    for key, rows in held.items():
        left = total - int(key.split("/")[1]) + 1
        pairs = sorted((left * _told(weights[key], features), left * share) for features, share in rows)
        squares += sum((told - happened) ** 2 for told, happened in pairs)
        count += len(pairs)
        for fifth in range(FIFTHS):
            some = pairs[len(pairs) * fifth // FIFTHS : len(pairs) * (fifth + 1) // FIFTHS]
            if some:
                gap = sum(told - happened for told, happened in some) / len(some)
                fifths.append((len(some), gap**2))
    error = sqrt(sum(size * gap for size, gap in fifths) / sum(size for size, _ in fifths))
    return round(error, 4), round(sqrt(squares / count), 4)


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
    made: Model | LevelModel = Model(edition.sha256, options.games, FEATURES, weights)
    if levels:
        command = (
            f"python -m silkenweb.bots.win_model_fit --what levels --games {options.games} "
            f"--seed {options.seed} -o {options.output}"
        )
        error, spread = off(weights, held, len(edition.levels))
        held_out = options.games // 3
        made = LevelModel(edition.sha256, options.games, FEATURES, weights, held_out, error, spread, command)
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


if __name__ == "__main__":
    main()

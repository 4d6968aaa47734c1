"""Fit the grade thresholds of reviews to the losses of bots in this game.

python -m tools.grade_fit --games 4 -o silkenweb/study/review/grades.json
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

import msgspec

from silkenweb.bots import play
from silkenweb.edition import Edition
from silkenweb.study.review.decision import review_node
from silkenweb.study.review.evaluation import Evaluator, Parameters
from silkenweb.study.review.findings import Finding
from silkenweb.study.review.grades import Thresholds

BOTS = ("greedy", "convention")
PLACES = {"inaccuracy": 0.85, "mistake": 0.93, "blunder": 0.98}
BRILLIANT = 0.98
PROMISE_KEPT = (0.5, 0.75, 0.85, 0.9, 0.93, 0.95, 0.98, 0.99)


def findings(edition: Edition, games: int, seed: str) -> list[Finding]:
    """Review every decision that has a choice, in `games` games for each bot and number of players."""
    found = []
    for players in range(2, 6):
        for bot in BOTS:
            for number in range(games):
                name = f"{seed}|{players}|{bot}|{number}"
                characters = Random(name).sample(list(edition.characters), players)
                replay = play(characters, bot, seed=name, edition=edition)
                evaluator = Evaluator(replay.root.state.tables, Parameters())
                made = [review_node(evaluator, node) for node in replay.main_line() if node.move is not None]
                found += [finding for finding in made if finding.loss is not None]
                print(f"{players} players, {bot}, game {number}: {len(found)} decisions", file=sys.stderr)
    return found


def quantile(values: list[float], place: float) -> float:
    """Return the value below which the share `place` of the values lies."""
    return sorted(values)[min(len(values) - 1, int(place * len(values)))]


def thresholds_of(found: list[Finding], edition: Edition, games: int, command: str) -> Thresholds:
    """Return the thresholds that the distributions of losses and leads give."""
    losses = [max(0.0, finding.loss.value) for finding in found if finding.loss is not None]
    leads = [finding.lead.value if finding.lead is not None else 0.0 for finding in found]
    return Thresholds(
        **{name: round(quantile(losses, place), 3) for name, place in PLACES.items()},
        brilliant=round(quantile(leads, BRILLIANT), 3),
        edition=edition.sha256,
        bots=BOTS,
        games=games,
        decisions=len(found),
        quantiles={str(place): round(quantile(losses, place), 4) for place in PROMISE_KEPT},
        command=command,
    )


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="games for each bot and number of players")
    parser.add_argument("--seed", default="grades")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    edition = Edition.load()
    found = findings(edition, options.games, options.seed)
    command = f"python -m tools.grade_fit --games {options.games} --seed {options.seed} -o {options.output}"
    made = thresholds_of(found, edition, options.games * 8, command)
    options.output.write_bytes(msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n")


if __name__ == "__main__":
    main()

"""Weigh puzzles again, in other worlds and with players of other habits, from what their files hold alone.

python -m silkenweb.study.puzzles.recheck replays/puzzles --seed again
"""

from __future__ import annotations

import argparse
from pathlib import Path

from silkenweb.study.puzzles.answers import Scales
from silkenweb.study.puzzles.puzzle import SUFFIX, Puzzle
from silkenweb.study.review.comparison import Mean
from silkenweb.study.review.evaluation import Judge, Parameters

RIVALS = 3  # of the moves that are not right, those that cost least
AGAIN = "again"  # the seed of those worlds
SURE = 2.0  # standard errors by which the best move has to be ahead


def lead_again(puzzle: Puzzle, worlds: int, seed: str) -> Mean:
    """By how much the best right move leads a wrong one in so many new worlds: the least sure of its leads
    over the RIVALS wrong moves that cost least.
    """
    judge = Judge(puzzle.view.tables, Parameters(worlds=worlds, seed=seed))
    scales = Scales(judge, puzzle.view, puzzle.seen, puzzle.legal)
    by_cost = sorted(puzzle.costs, key=lambda cost: cost.loss)
    best = next(cost.move for cost in by_cost if cost.move in puzzle.answers)
    rivals = [cost.move for cost in by_cost if cost.move not in puzzle.answers][:RIVALS]
    scales.go_on([best, *rivals], worlds)
    leads = [scales.found.better(best, rival) for rival in rivals]
    return min(leads, key=lambda lead: lead.value - SURE * lead.error)


def holds(lead: Mean) -> bool:
    """Whether a lead is beyond SURE standard errors."""
    return lead.value > SURE * lead.error


def main() -> None:
    """The command line: a line for each puzzle, and how many hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--worlds", type=int, default=240)
    parser.add_argument("--seed", default=AGAIN)
    options = parser.parse_args()
    paths = sorted(options.folder.glob(f"*{SUFFIX}"))
    held = 0
    for path in paths:
        puzzle = Puzzle.load(path)
        lead = lead_again(puzzle, options.worlds, options.seed)
        held += holds(lead)
        told = f"{lead.value:.3f} ± {lead.error:.3f}{'' if holds(lead) else ', NOT BEYOND DOUBT'}"
        print(f"{puzzle.name}: {told}", flush=True)  # noqa: T201
    print(f"{held} of {len(paths)} hold")  # noqa: T201


if __name__ == "__main__":
    main()

"""Generate the puzzles in `replays/puzzles/`, or check them again in other worlds.

`generate` plays games by bots from a seed, finds puzzles in them, and keeps the best ones that a second
evaluation confirms. `check` evaluates the puzzles of a folder again, with other worlds and playing styles,
from their files alone.

python -m tools.puzzle_collection generate --games 0 1 2 3 --keep 30 -o replays/puzzles
python -m tools.puzzle_collection check replays/puzzles --seed again
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from random import Random

from silkenweb.bots import play
from silkenweb.edition import Edition
from silkenweb.game import Move
from silkenweb.replay import Replay
from silkenweb.study.puzzles.answers import LEAD, MoveSampler
from silkenweb.study.puzzles.finder import promising, puzzle_of
from silkenweb.study.puzzles.puzzle import SUFFIX, Puzzle, dumps, write
from silkenweb.study.review.evaluation import Evaluator, Mean, Parameters

TEAMS = ("convention", "greedy", "convention")
LOOKS = 24  # the most decisions per level that are fully evaluated
EACH = 2  # the most puzzles per game and level
SPARE = (0, 1, None)
"""Blessings of successive games (None: as printed). The fewer there are, the more each decision matters."""

RIVALS = 3  # how many of the cheapest wrong moves are checked again
AGAIN = "again"  # the default seed of those worlds
SURE = 2.0  # standard errors by which the best move must lead


def games(edition: Edition, numbers: Iterable[int], seed: str, novice: bool = False) -> Iterator[Replay]:
    """Play the games with these numbers, for two to five players in turn, with one bot at all seats.

    With `novice`, one random seat chooses its moves at random and the others play `convention`.
    """
    for number in numbers:
        name = f"{seed}|novice|{number}" if novice else f"{seed}|{number}"
        rng = Random(name)
        characters = rng.sample(list(edition.characters), 2 + number % 4)
        turn = number // 4
        bot, blessings = TEAMS[turn % len(TEAMS)], SPARE[turn // len(TEAMS) % len(SPARE)]
        bots = [bot] * len(characters)
        if novice:
            bots, blessings = ["convention"] * len(characters), None
            bots[rng.randrange(len(bots))] = "random"
        replay = play(characters, bots, seed=name, edition=edition, blessings=blessings)
        seats = "one random seat, the others" if novice else "all seats"
        replay.meta = {"title": f"game {number}, {seats} {'convention' if novice else bot}"}
        yield replay


def some(replay: Replay, worlds: int, seed: str) -> Iterator[Puzzle]:
    """Find at most EACH puzzles per level of a game.

    Its decisions are examined in random order, and at most LOOKS of a level in full.
    """
    evaluator = Evaluator(replay.root.state.tables, Parameters(worlds=worlds, seed=seed))
    nodes = replay.main_line()
    Random(f"{seed}|{replay.seed}").shuffle(nodes)
    looks: Counter[int] = Counter()
    for node in nodes:
        if looks[node.level] >= LOOKS:
            continue
        scene = promising(evaluator, node)
        if scene is None:
            continue
        puzzle = puzzle_of(evaluator, scene)
        looks[node.level] += 1 if puzzle is None else LOOKS // EACH
        if puzzle is not None:
            yield puzzle


def chosen(found: Iterable[Puzzle], keep: int) -> list[Puzzle]:
    """Choose the best puzzles, with a mixture of player counts, levels and kinds of moves.

    Puzzles that both bots got wrong come first, then those with the greater lead. At most EACH come from one
    game and level. Puzzles that only a random player got wrong are left out, since they show nothing.
    """
    left = sorted((puzzle for puzzle in found if _wrong(puzzle)), key=_rank)
    made: list[Puzzle] = []
    players: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    levels: Counter[int] = Counter()
    taken: Counter[tuple[str, int]] = Counter()
    while left and len(made) < keep:
        best = min(left, key=lambda p: (players[p.players] + levels[p.level] + kinds[_kind(p)] / 2, _rank(p)))
        left.remove(best)
        source = (str(best.found.get("game")), best.level)
        if taken[source] >= EACH:
            continue
        taken[source] += 1
        players[best.players] += 1
        levels[best.level] += 1
        kinds[_kind(best)] += 1
        made.append(best)
    return made


def _kind(puzzle: Puzzle) -> str:
    return Move(puzzle.answers[0]).kind


def _wrong(puzzle: Puzzle) -> int:
    """Return how many of the bots got it wrong."""
    return sum(move not in puzzle.answers for move in puzzle.found["bots"].values())


def _rank(puzzle: Puzzle) -> tuple[float, float, str]:
    return -_wrong(puzzle), -_lead(puzzle), puzzle.view.text


def _lead(puzzle: Puzzle) -> float:
    """Return the cost of the next-best move."""
    return min(cost.loss for cost in puzzle.costs if cost.move not in puzzle.answers)


def confirmed(puzzle: Puzzle, worlds: int) -> bool:
    """Return whether a puzzle passes in other worlds too, and every wrong move costs at least LEAD.

    That cost is against the best move, not only against the worst of the accepted ones.
    """
    return _lead(puzzle) >= LEAD and significant(lead_again(puzzle, worlds, AGAIN))


def lead_again(puzzle: Puzzle, worlds: int, seed: str) -> Mean:
    """Measure in `worlds` new worlds by how much the best right move leads the wrong ones.

    Of its leads over the RIVALS wrong moves that cost least, return the least certain.
    """
    evaluator = Evaluator(puzzle.view.tables, Parameters(worlds=worlds, seed=seed))
    sampler = MoveSampler(evaluator, puzzle.view, puzzle.seen, puzzle.legal)
    by_cost = sorted(puzzle.costs, key=lambda cost: cost.loss)
    best = next(cost.move for cost in by_cost if cost.move in puzzle.answers)
    rivals = [cost.move for cost in by_cost if cost.move not in puzzle.answers][:RIVALS]
    sampler.sample([best, *rivals], worlds)
    leads = [sampler.found.better(best, rival) for rival in rivals]
    return min(leads, key=lambda lead: lead.value - SURE * lead.error)


def significant(lead: Mean) -> bool:
    """Return whether a lead is greater than SURE standard errors."""
    return lead.value > SURE * lead.error


def save(found: Iterable[Puzzle], folder: Path) -> list[Path]:
    """Write puzzles into a folder, with file names that give players and level."""
    count: Counter[str] = Counter()
    paths = []
    for puzzle in found:
        stem = f"{puzzle.players}-players-level-{puzzle.level}"
        count[stem] += 1
        path = folder / f"{stem}-{count[stem]}{SUFFIX}"
        write(path, dumps(puzzle))
        paths.append(path)
    return paths


def generate(options: argparse.Namespace) -> None:
    """Generate the puzzles of a folder."""
    found: list[Puzzle] = []
    edition = Edition.load()
    played = games(edition, options.games, options.seed)
    for replay in chain(played, games(edition, options.novice, options.seed, novice=True)):
        found += some(replay, options.worlds, options.seed)
        print(f"{replay.meta['title']}: {len(found)} puzzles so far", file=sys.stderr, flush=True)
    options.output.mkdir(parents=True, exist_ok=True)
    best = chosen(found, options.keep)
    save((puzzle for puzzle in best if confirmed(puzzle, options.worlds)), options.output)


def check(options: argparse.Namespace) -> None:
    """Evaluate the puzzles of a folder again: print a line for each, and how many pass."""
    paths = sorted(options.folder.glob(f"*{SUFFIX}"))
    passed = 0
    for path in paths:
        puzzle = Puzzle.load(path)
        lead = lead_again(puzzle, options.worlds, options.seed)
        passed += significant(lead)
        verdict = "" if significant(lead) else ", NOT SIGNIFICANT"
        print(f"{puzzle.name}: {lead.value:.3f} ± {lead.error:.3f}{verdict}", flush=True)
    print(f"{passed} of {len(paths)} pass")


def main() -> None:
    """Run the program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    generator = commands.add_parser("generate", help="play games, and write the best puzzles found in them")
    generator.add_argument("--games", type=int, nargs="+", default=range(24), help="numbers of the games")
    generator.add_argument("--novice", type=int, nargs="*", default=[], help="numbers of games with a novice")
    generator.add_argument("--keep", type=int, default=30, help="the most puzzles to keep")
    generator.add_argument("--worlds", type=int, default=240)
    generator.add_argument("--seed", default="puzzles")
    generator.add_argument("-o", "--output", type=Path, required=True)
    generator.set_defaults(run=generate)
    checker = commands.add_parser("check", help="evaluate the puzzles of a folder again")
    checker.add_argument("folder", type=Path)
    checker.add_argument("--worlds", type=int, default=240)
    checker.add_argument("--seed", default=AGAIN)
    checker.set_defaults(run=check)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()

"""Make the puzzles of `replays/puzzles/` anew: games by bots from a seed, and the best puzzles found in them,
less those that do not hold when weighed again.

python -m silkenweb.study.puzzles.generator --games 0 1 2 3 --keep 30 -o replays/puzzles
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
from silkenweb.study.puzzles.answers import LEAD
from silkenweb.study.puzzles.finder import promising, puzzle_of
from silkenweb.study.puzzles.puzzle import SUFFIX, Puzzle, dumps, write
from silkenweb.study.puzzles.recheck import AGAIN, holds, lead_again
from silkenweb.study.review.evaluation import Judge, Parameters

TEAMS = ("convention", "greedy", "convention")
LOOKS = 24  # decisions of a level that are weighed in full, at most
EACH = 2  # puzzles of a game and level, at most
SPARE = (0, 1, None)
"""Blessings of the games in turn (None: as printed): with few of them more hangs on a decision."""


def games(edition: Edition, numbers: Iterable[int], seed: str, novice: bool = False) -> Iterator[Replay]:
    """The games of these numbers: two to five players in turn, all by one bot; or, with a `novice`, by the
    convention but for one seat that chooses by lot.
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
        told = "one seat by lot, the others" if novice else "all seats"
        replay.meta = {"title": f"game {number}, {told} {'convention' if novice else bot}"}
        yield replay


def some(replay: Replay, worlds: int, seed: str) -> Iterator[Puzzle]:
    """At most EACH puzzles of each level of a game: its decisions are looked at in an order drawn by lot, and
    not all of them closely.
    """
    judge = Judge(replay.root.state.tables, Parameters(worlds=worlds, seed=seed))
    nodes = replay.main_line()
    Random(f"{seed}|{replay.seed}").shuffle(nodes)
    looks: Counter[int] = Counter()
    for node in nodes:
        if looks[node.level] >= LOOKS:
            continue
        scene = promising(judge, node)
        if scene is None:
            continue
        puzzle = puzzle_of(judge, scene)
        looks[node.level] += 1 if puzzle is None else LOOKS // EACH
        if puzzle is not None:
            yield puzzle


def chosen(found: Iterable[Puzzle], keep: int) -> list[Puzzle]:
    """The best, mixed by numbers of players, levels and kinds of moves, few from one game and level.

    Better are those that both bots got wrong, then those with the greater lead. What only a player by lot
    got wrong is left out: that shows nothing.
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
    """How many of the bots got it wrong."""
    return sum(move not in puzzle.answers for move in puzzle.found["bots"].values())


def _rank(puzzle: Puzzle) -> tuple[float, float, str]:
    return -_wrong(puzzle), -_lead(puzzle), puzzle.view.text


def _lead(puzzle: Puzzle) -> float:
    """What the next best costs."""
    return min(cost.loss for cost in puzzle.costs if cost.move not in puzzle.answers)


def sure(puzzle: Puzzle, worlds: int) -> bool:
    """Whether a puzzle holds in other worlds too, and every wrong move costs LEAD against the best one, not
    only against the last of those that are as good.
    """
    return _lead(puzzle) >= LEAD and holds(lead_again(puzzle, worlds, AGAIN))


def save(found: Iterable[Puzzle], folder: Path) -> list[Path]:
    """Write puzzles into a folder, named by players and level."""
    count: Counter[str] = Counter()
    paths = []
    for puzzle in found:
        stem = f"{puzzle.players}-players-level-{puzzle.level}"
        count[stem] += 1
        path = folder / f"{stem}-{count[stem]}{SUFFIX}"
        write(path, dumps(puzzle))
        paths.append(path)
    return paths


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=range(24), help="their numbers")
    parser.add_argument("--novice", type=int, nargs="*", default=[], help="of those with a novice")
    parser.add_argument("--keep", type=int, default=30)
    parser.add_argument("--worlds", type=int, default=240)
    parser.add_argument("--seed", default="puzzles")
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    found: list[Puzzle] = []
    edition = Edition.load()
    played = games(edition, options.games, options.seed)
    for replay in chain(played, games(edition, options.novice, options.seed, novice=True)):
        found += some(replay, options.worlds, options.seed)
        print(f"{replay.meta['title']}: {len(found)} puzzles so far", file=sys.stderr, flush=True)  # noqa: T201
    options.output.mkdir(parents=True, exist_ok=True)
    best = chosen(found, options.keep)
    save((puzzle for puzzle in best if sure(puzzle, options.worlds)), options.output)


if __name__ == "__main__":
    main()

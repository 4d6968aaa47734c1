"""The speed of loading replays, with all rules applied, compared with python-chess reading PGN.

    python -m tests.bench.bench_replay --games 1000 --rounds 5
    python3 run.py bench tests/bench/bench_replay.py -s

Both read games of 100 random moves from memory, in alternating rounds; the figure is the median of the
rounds' ratios. CPU time is what counts, since other work on a machine would only blur it. The
aim is 5; nothing here passes or fails by time.
"""

from __future__ import annotations

import argparse
import gc
import io
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import NamedTuple

import pytest

import silkenweb as sw

MOVES = 100
BLESSINGS = 8  # enough for random play to last long


class Round(NamedTuple):
    """Decisions and plies per second in one round."""

    decisions: float
    plies: float

    @property
    def ratio(self) -> float:
        """How many times as many decisions as plies."""
        return self.decisions / self.plies


def recorded(count: int, seed: str = "bench") -> list[str]:
    """Texts of replays with 100 decisions each, not counting deals, by 2 to 5 players who decide at
    random.
    """
    texts: list[str] = []
    number = 0
    while len(texts) < count:
        number += 1
        random = Random(f"{seed}|{number}")
        characters = random.sample(list(sw.Edition.load().characters), random.randint(2, 5))
        replay = sw.Replay.start(characters, seed=f"{seed}|{number}", blessings=BLESSINGS)
        decisions = 0
        while decisions < MOVES and not replay.end.position.over:
            legal = replay.end.position.legal_moves()
            replay.record(random.choice(legal) if legal else None)
            decisions += bool(legal)
        if decisions == MOVES:
            texts.append(replay.dumps())
    return texts


def pgns(count: int, seed: str = "bench") -> list[str]:
    """PGN texts of chess games of 100 plies, both sides moving at random."""
    import chess
    import chess.pgn

    texts: list[str] = []
    random = Random(seed)
    while len(texts) < count:
        board = chess.Board()
        while len(board.move_stack) < MOVES and not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        if len(board.move_stack) == MOVES:
            texts.append(str(chess.pgn.Game.from_board(board)))
    return texts


def rate(read: Callable[[str], object], texts: Sequence[str]) -> float:
    """Moves read per second."""
    gc.collect()
    began = time.process_time()
    for text in texts:
        read(text)
    return MOVES * len(texts) / (time.process_time() - began)


def measure(games: int, rounds: int) -> list[Round]:
    """Alternating rounds over the same texts. There are fewer chess games, because each takes longer."""
    import chess.pgn

    replays, chesses = recorded(games), pgns(max(1, games // 5))
    return [
        Round(
            rate(sw.Replay.loads, replays), rate(lambda text: chess.pgn.read_game(io.StringIO(text)), chesses)
        )
        for _ in range(rounds)
    ]


def report(found: Sequence[Round]) -> str:
    """The figures in words."""
    lines = [
        f"{each.decisions:9,.0f} decisions/s {each.plies:8,.0f} plies/s {each.ratio:5.2f}x" for each in found
    ]
    return "\n".join([*lines, f"median ratio {median(each.ratio for each in found):.2f}"])


@pytest.mark.bench
def test_replays_load_some_times_as_fast_as_python_chess_reads_pgn() -> None:
    """1,000 games of 100 decisions, loaded, re-run and checked."""
    pytest.importorskip("chess")
    found = measure(1000, 5)
    print("\n" + report(found))
    assert len(found) == 5


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(report(measure(options.games, options.rounds)))


if __name__ == "__main__":
    main()

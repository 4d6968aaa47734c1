"""A script such as a user writes: it runs, and type checkers know the type of every result.

`python3 run.py check` reads it with mypy, `.ci/run` with pyright too, and tests/test_package.py runs it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import assert_type

import silkenweb as sw


class Patient:
    """Rests half of the time if that is allowed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: sw.View, legal: Sequence[sw.Move], seen: Sequence[sw.Event]) -> sw.Move:
        """Return one of the legal moves."""
        rests = [move for move in legal if move.kind == "rest"]
        return rests[0] if rests and self.rng.random() < 0.5 else self.rng.choice(legal)


def first_level() -> sw.Position:
    """Start a game, deal the first level, and keep the first hand that each seat may keep."""
    start = sw.Position.start(["wukong", "bajie"])
    position = start.apply(sw.deal(start, seed="class-7"))
    while position.phase == "keep":
        position = position.apply(position.legal_moves()[0])
    return position


def main() -> None:
    """Use the parts of the package that a script uses."""
    position = first_level()
    assert_type(position.legal_moves(), tuple[sw.Move, ...])
    assert_type(position.view(0), sw.View)
    assert_type(position.step("rest"), sw.Step)
    assert_type(sw.solve_level(position).status, str)

    replay = assert_type(sw.sample("lesson-what-silence-costs"), sw.Replay)
    assert_type(replay.main_line(), list[sw.Node])
    tried = assert_type(replay.node("7").branch("play BJ8>T11"), sw.Node)
    print(tried.path, tried.position.phase)

    sw.bots.register("patient", Patient)
    game = assert_type(sw.play(["wukong", "bajie"], "patient", seed=7), sw.Replay)
    print(sw.frames.win_rates(sw.frames.games(game)))


if __name__ == "__main__":
    main()

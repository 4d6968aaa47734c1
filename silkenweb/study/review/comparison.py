"""Moves compared in the same worlds: who falls behind is dropped, and the best two meet again in new ones.

The best of many means is too good by luck. So what a move loses is measured only in worlds that had no part
in saying which move is best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from silkenweb.bots.knowledge import Told
from silkenweb.game.state import State
from silkenweb.game.transition import apply
from silkenweb.study.review.evaluation import Judge, Outcome

ROUND = 8  # worlds between two looks at who has fallen behind
LEAST = 24  # new worlds; fewer can look alike by luck, and the error then too small
EXPLORE = 32  # worlds in which the best move is looked for
BEHIND = 2.0  # standard errors from which a move is dropped
CLEAR = 3.0  # standard errors from which a difference needs no more worlds
FINER = 0.6  # a loss is measured so much finer than a value

World = Callable[[], State]


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float


class Weighed(NamedTuple):
    """What a race found of the move played.

    `value` after it; `clears`, `levels`: the chance that this level is cleared, the levels cleared in all.
    `best`: the best move found. `loss`: its value less that of the move played; `lead`: where the move played
    is the best, by how much it is better than the next. `others`: the other moves, the best first,
    with their values; their errors are those of the difference to the move played.
    """

    value: Mean
    clears: float
    levels: Mean
    worlds: int
    best: str
    loss: Mean
    lead: Mean | None
    others: tuple[tuple[str, Mean], ...]


class Race:
    """The moves of one decision. `world` gives the next world, `told` what was told before it."""

    def __init__(self, judge: Judge, world: World, told: Told, moves: Sequence[str], played: str) -> None:
        self.judge, self.world, self.told, self.played = judge, world, told, played
        self.results: dict[str, list[float]] = {move: [] for move in {played: 0, **dict.fromkeys(moves)}}
        self.outcomes: list[Outcome] = []
        self.number = 0

    def run(self, most: int, explore: int = EXPLORE) -> Weighed:
        """Compare in at most so many worlds."""
        racing = list(self.results)
        while len(racing) > 1 and self.number < min(explore, most):
            self._round(racing)
            racing = self._in_front(racing)
        best = self._best(racing)
        rival = best if best != self.played else self._next(racing)
        since = self.number
        least = min(LEAST, most)
        while self.number < max(most, since + least) and not self._settled(rival, since + least):
            self._round([self.played] if rival is None else [self.played, rival])
        return self._weighed(rival, best != self.played, since)

    def _round(self, moves: Sequence[str]) -> None:
        agreed = self.judge.policy.agreed
        for _ in range(ROUND):
            world = self.world()
            for move in moves:
                told = self.told.copy()
                told.moved(world, move, agreed)
                outcome = self.judge.run(apply(world, move), told, self.number)
                self.results[move].append(outcome.value)
                if move == self.played:
                    self.outcomes.append(outcome)
            self.number += 1

    def _in_front(self, racing: Sequence[str]) -> list[str]:
        best = self._best(racing)
        kept = []
        for move in racing:
            lead = difference(self.results[best], self.results[move])
            if move in (best, self.played) or lead.value <= BEHIND * lead.error or not lead.value:
                kept.append(move)
        return kept

    def _beside(self, values: Sequence[float]) -> Mean:
        """A move's value: that of the move played, and how much better it was in the worlds both met."""
        more = difference(values, self.results[self.played])
        return Mean(mean(self.results[self.played]).value + more.value, more.error)

    def _next(self, moves: Sequence[str]) -> str | None:
        others = [move for move in moves if move != self.played]
        return self._best(others) if others else None

    def _best(self, moves: Sequence[str]) -> str:
        """The one with the highest mean; of equals the first, so the move played wins ties."""
        return max(moves, key=lambda move: sum(self.results[move]) / max(1, len(self.results[move])))

    def _settled(self, rival: str | None, least: int) -> bool:
        error = self.judge.parameters.error
        if self.number < least or mean(self.results[self.played]).error > error:
            return False
        if rival is None:
            return True
        lead = difference(self.results[self.played], self.results[rival])
        return lead.error <= FINER * error or abs(lead.value) > CLEAR * lead.error

    def _weighed(self, rival: str | None, better: bool, since: int) -> Weighed:
        played = self.results[self.played]
        best, loss = self.played, Mean(0.0, 0.0)
        lead: Mean | None = self._lead(rival, since)
        if better and rival is not None and lead is not None:
            best, loss, lead = rival, Mean(-lead.value, lead.error), None
        count = len(self.outcomes)
        others = [
            (move, self._beside(values)) for move, values in self.results.items() if move != self.played
        ]
        others.sort(key=lambda pair: (-pair[1].value, pair[0]))
        return Weighed(
            value=mean(played),
            clears=sum(outcome.cleared for outcome in self.outcomes) / count,
            levels=mean([outcome.levels for outcome in self.outcomes]),
            worlds=count,
            best=best,
            loss=loss,
            lead=lead,
            others=tuple(others),
        )

    def _lead(self, rival: str | None, since: int) -> Mean | None:
        """By how much the move played is better than its rival, in the new worlds; else, where all others
        fell behind at once, than the next.
        """
        second = rival or self._next(list(self.results))
        if second is None:
            return None
        played, other = self.results[self.played], self.results[second]
        lead = difference(played, other)
        if rival is None:
            return lead
        # The error is reckoned from all worlds: few new ones can look alike by luck.
        new = mean(played[since:]).value - mean(other[since:]).value
        return Mean(new, lead.error * sqrt(len(other) / (len(other) - since)))


def mean(values: Sequence[float]) -> Mean:
    """The mean, with the standard error that so many values give it."""
    count = len(values)
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    return Mean(middle, sqrt(spread / count))


def difference(first: Sequence[float], second: Sequence[float]) -> Mean:
    """By how much the first is better in the worlds that both met, which are the first ones of each."""
    return mean([a - b for a, b in zip(first, second, strict=False)])

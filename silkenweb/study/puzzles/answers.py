"""The value of every legal move of one decision by what the seat knows, and whether one is clearly best.

It depends only on the seat's View and the events it saw, so anyone who has these gets the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from silkenweb.bots.knowledge import Inferences
from silkenweb.game import Event, Move, View
from silkenweb.game.state import LOST, WON, State
from silkenweb.game.transition import apply
from silkenweb.study.review.decision import knowledge
from silkenweb.study.review.evaluation import Evaluator, Mean, difference, mean

TOLERANCE = 0.02  # a move this much worse than the best counts as equally good
LEAD = 0.05  # all other moves are at least this much worse
SURE = 3.0  # standard errors of that lead
FIRST = 24  # worlds before a move can be dropped
HOPELESS = 4.0  # a move this many standard errors behind is dropped
NEAR = 4  # the most moves that may be near the best after half of the worlds
MOST = 40  # the most legal moves to evaluate


class RolloutResult(NamedTuple):
    """The result of a rollout.

    The chance to win from the end of the level, whether it was cleared (or the game won), Blessings lost,
    and the Relics and unflipped sheets at that point.
    """

    value: float
    cleared: bool
    lost: int
    relics: int
    sheets: int


@dataclass
class MoveRollouts:
    """The rollouts of each legal move: `after[move][n]` in world n.

    Not all moves were tried in equally many worlds.
    """

    after: dict[str, list[RolloutResult]] = field(default_factory=dict)

    def values(self, move: str) -> list[float]:
        """Return the chances to win."""
        return [later.value for later in self.after[move]]

    def value(self, move: str) -> Mean:
        """Return the chance to win after a move."""
        return mean(self.values(move))

    def better(self, first: str, second: str, since: int = 0) -> Mean:
        """Return by how much the first move is better than the second.

        It is measured in the worlds from `since` on that both share.
        """
        return difference(self.values(first)[since:], self.values(second)[since:])

    def best(self, moves: Iterable[str]) -> str:
        """Return the move with the highest mean; of equals the first."""
        return max(moves, key=lambda move: self.value(move).value)


class Answers(NamedTuple):
    """The answer to a decision: the best move, all moves that are as good, and their lead over the next."""

    best: str
    accepted: tuple[str, ...]
    rival: str
    lead: Mean


class MoveSampler:
    """Evaluates the legal moves of one decision by rollouts. `legal` are those of the view."""

    def __init__(
        self, evaluator: Evaluator, view: View, seen: Sequence[Event], legal: Sequence[Move]
    ) -> None:
        self.evaluator = evaluator
        _, self.inferences, self.worlds = knowledge(evaluator, view, seen, legal)
        self.rng = Random(f"{evaluator.parameters.seed}|puzzle|{view.text}")
        self.moves = [str(move) for move in legal]
        self.found = MoveRollouts({move: [] for move in self.moves})
        self.number = 0

    def sample(self, moves: Sequence[str], worlds: int) -> None:
        """Try the moves in `worlds` more worlds, the same for all of them."""
        for _ in range(worlds):
            world = self.worlds.draw(self.rng)
            for move in moves:
                self.found.after[move].append(self._rollout(world, move))
            self.number += 1

    def _rollout(self, world: State, move: str) -> RolloutResult:
        evaluator = self.evaluator
        inferences: Inferences = self.inferences.copy()
        inferences.record_move(world, move, evaluator.policy.agreed)
        end = evaluator.level_end(apply(world, move), inferences, self.number)
        cleared = end.phase == WON or end.level > world.level
        left = end.blessings if end.phase != LOST else 0
        relics, sheets = end.held_relics().bit_count(), end.sheets.bit_count()
        return RolloutResult(evaluator.worth(end), cleared, world.blessings - left, relics, sheets)


def _hopeless(found: MoveRollouts, remaining: Sequence[str]) -> bool:
    """Return whether more worlds would hardly show a clear answer.

    That is so if some moves are neither as good as the best nor plainly worse. Stopping here saves work and
    loses no puzzle.
    """
    best = found.best(remaining)
    leads = [found.better(best, move) for move in remaining if move != best]
    near = [lead for lead in leads if lead.value < LEAD]
    return any(lead.value > TOLERANCE + lead.error for lead in near) or len(near) > NEAR


def answers(sampler: MoveSampler, worlds: int) -> Answers | None:
    """Return the clear answer of a decision, evaluated in about `worlds` worlds; None if there is none.

    Moves are dropped once they are hopeless. The first half of the worlds decides which moves are best, and
    the second half measures their lead: the best of many means is too high (the winner's curse).
    """
    found, remaining = sampler.found, list(sampler.moves)
    while sampler.number < worlds // 2:
        sampler.sample(remaining, FIRST)
        best = found.best(remaining)
        leads = {move: found.better(best, move) for move in remaining}
        remaining = [
            move for move in remaining if leads[move].value <= max(LEAD, HOPELESS * leads[move].error)
        ]
    half = sampler.number
    if _hopeless(found, remaining):
        return None
    best = found.best(remaining)
    sampler.sample(remaining, worlds - half)
    accepted = [move for move in remaining if found.better(best, move).value <= TOLERANCE]
    others = [move for move in sampler.moves if move not in accepted]
    if not others:
        return None
    rival = max(others, key=lambda move: -found.better(best, move).value)
    # All accepted moves must lead, not only the best.
    last = min(accepted, key=lambda move: found.value(move).value)
    since = half if len(found.after[rival]) > half else 0
    lead = found.better(last, rival, since)
    least = min(lead.value, found.better(last, rival).value)  # the latter is the reported value
    if least < LEAD or lead.value < SURE * lead.error:
        return None
    return Answers(best, tuple(sorted(accepted)), rival, lead)

"""The value of a position, estimated by rollouts, and comparisons of moves in the same worlds.

With `convention` the level is played to its end, and the fitted win model (silkenweb/bots/win_model.py)
estimates the rest of the game. Teams differ in how readily they spend what is rare, so each rollout has
players with different habits; without them a rollout with all cards visible would not be random at all.

Moves that fall behind in a comparison are dropped, and the best two meet again in new worlds: because of the
winner's curse, a loss is measured only in worlds that had no part in choosing the best move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from math import exp, sqrt
from random import Random
from time import perf_counter
from typing import Final, NamedTuple, Self

import msgspec

from silkenweb.bots import win_model
from silkenweb.bots.convention import Policy, RiskLimits
from silkenweb.bots.knowledge import Inferences
from silkenweb.bots.registry import check_rollouts, make
from silkenweb.bots.rollout import finish_level
from silkenweb.bots.selfplay import game
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.deal import apply_deal, deal_at_random
from silkenweb.game.position import Position
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.game.tables import Tables
from silkenweb.game.transition import apply

CONVENTION = "convention"
TABLES = 64  # teams with different habits
HABIT = 0.4  # the spread of habits: the standard deviation of the logarithm of each risk limit
SURE = 0.95
LEAST_WORLDS = 8  # per move

MAX_WORLDS: Final = 5_000
LEAST_ERROR: Final = 0.002
MAX_SEED: Final = 200
"""Bounds on the parameters that a file gives."""

SECONDS: Final = 60.0
"""The most seconds that the player widget spends on one decision; it then stops with an error."""


class Parameters(msgspec.Struct, frozen=True):
    """How a review was made: everything that its numbers depend on apart from the game.

    `bot` plays the rollouts. `error`: the standard error of a value at which rollouts stop; `worlds`: the
    most rollouts per move. `full`: roll out to the end of the game. `reading`: "convention" if Rests are
    read by the agreements of that bot, None if only what was seen counts as known.
    """

    bot: str = CONVENTION
    worlds: int = 480
    error: float = 0.02
    seed: str = "review"
    full: bool = False
    reading: str | None = None

    def check(self) -> None:
        """Raise SilkenwebError for parameters that are out of bounds."""
        if self.worlds < LEAST_WORLDS:
            raise SilkenwebError(f"worlds: expected at least {LEAST_WORLDS} per move, got {self.worlds}")
        if not 0 < self.error < 1:
            raise SilkenwebError(f"error: expected a standard error between 0 and 1, got {self.error}")
        if self.reading not in (None, CONVENTION):
            raise SilkenwebError(f"expected reading to be 'convention' or None, got {quote(self.reading)}")
        make(self.bot, self.seed)

    @classmethod
    def of_file(cls, kept: object) -> Self:
        """Return the parameters that a file gives (`with` in a node's review).

        Raises SilkenwebError if they are not valid, or if a review made with them could take much longer
        than usual: at most `MAX_WORLDS` rollouts per move, by a bot of `silkenweb.bots.registry.ROLLOUTS`.
        """
        try:
            made = msgspec.convert(kept, cls)
        except msgspec.ValidationError as error:
            raise SilkenwebError(f"not the parameters of a review: {error}") from None
        made.check()
        check_rollouts(made.bot)
        if made.worlds > MAX_WORLDS or made.error < LEAST_ERROR or len(made.seed) > MAX_SEED:
            raise SilkenwebError(
                f"expected at most {MAX_WORLDS:,} worlds, a standard error from {LEAST_ERROR} and a seed of"
                f" at most {MAX_SEED} characters, got {made.worlds:,}, {made.error} and {len(made.seed):,}"
            )
        return made


class Outcome(NamedTuple):
    """The end of a rollout.

    The chance to win from there, whether the level was cleared, and the number of levels cleared in total
    (counted in a full rollout, otherwise expected from where it stopped).
    """

    value: float
    cleared: bool
    levels: float


class Evaluator:
    """Evaluates positions of one game by rollouts.

    `seconds` is the time limit per decision, from each `begin`.
    """

    def __init__(self, tables: Tables, parameters: Parameters, seconds: float | None = None) -> None:
        self.tables, self.parameters, self.seconds = tables, parameters, seconds
        self.begin()
        self.policy = Policy(tables)
        self.quick = parameters.bot == CONVENTION
        self.full = parameters.full or not self.quick  # the model is fitted to players of the convention only
        rng = Random(f"{parameters.seed}|habits")
        self.policies = [Policy(tables, risk=_risk_limits(rng)) for _ in range(TABLES)]

    def begin(self) -> None:
        """Start the clock for a decision."""
        self._late = None if self.seconds is None else perf_counter() + self.seconds

    def run(self, state: State, inferences: Inferences, number: int) -> Outcome:
        """Play rollout `number`: the same number has the same habits and later deals. Changes `inferences`.

        Raises SilkenwebError if the time for this decision is over.
        """
        if self._late is not None and perf_counter() > self._late:
            raise SilkenwebError(f"stopped: this decision takes longer than {self.seconds:.0f} seconds")
        end = state
        level = state.level
        if self.quick:
            end = self.level_end(state, inferences, number)
            cleared = end.phase == WON or end.level > level
            if self.full:
                end = self._later_levels(end, number)
        else:
            end = self._by_bots(state, number)
            cleared = end.phase == WON or end.level > level
        return Outcome(self.worth(end), cleared or state.phase == DEAL, win_model.expected_levels(end))

    def level_end(self, state: State, inferences: Inferences, number: int) -> State:
        """Return the State in which the convention ends the level in rollout `number`.

        Changes `inferences`.
        """
        return finish_level(state, self.policies[number % TABLES], inferences)

    def worth(self, end: State) -> float:
        """Return the chance to win, over all deals, when a level has ended and another is to be dealt.

        It is the win model's, or exact if the game has ended.
        """
        return 1.0 if end.phase == WON else min(1.0, win_model.worth(end))

    def _later_levels(self, state: State, number: int) -> State:
        rng = Random(f"{self.parameters.seed}|deals|{number}")
        policy = self.policies[number % TABLES]
        while state.phase == DEAL:
            state = apply_deal(state, deal_at_random(state, rng), None)
            state = finish_level(state, policy, Inferences(self.tables))
        return state

    def _by_bots(self, state: State, number: int) -> State:
        """Play a rollout with any registered bot, which has not seen anything before this position."""
        if state.phase in (WON, LOST):
            return state
        seed = f"{self.parameters.seed}|bots|{number}"
        seats = [make(self.parameters.bot, seed, seat) for seat in range(self.tables.players)]
        end = state
        for taken in game(Position._of(state), seats, Random(seed)):
            end = taken.step.position.state
        return end


def _risk_limits(rng: Random) -> RiskLimits:
    usual = RiskLimits()
    return RiskLimits(
        **{
            field.name: min(SURE, getattr(usual, field.name) * exp(rng.gauss(0, HABIT)))
            for field in fields(usual)
        }
    )


ROUND = 8  # worlds between two checks for moves that have fallen behind
LEAST = 24  # new worlds; fewer may be similar by chance, which makes the error too small
EXPLORE = 32  # worlds in which to search for the best move
BEHIND = 2.0  # a move this many standard errors behind the best is dropped
CLEAR = 3.0  # a difference of this many standard errors needs no more worlds
FINER = 0.6  # the target error of a loss, relative to that of a value

World = Callable[[], State]


class Mean(NamedTuple):
    """A mean and its standard error."""

    value: float
    error: float


class ComparisonResult(NamedTuple):
    """What a comparison found about the move played.

    `value`: the chance to win after it; `clears` and `levels`: the chance that this level is cleared, and
    the levels cleared in total. `best`: the best move found. `loss`: its value minus that of the move
    played; `lead`: if the move played is the best, by how much it is better than the next. `others`: the
    other moves, best first, with their values; their errors are those of the difference to the move played.
    """

    value: Mean
    clears: float
    levels: Mean
    worlds: int
    best: str
    loss: Mean
    lead: Mean | None
    others: tuple[tuple[str, Mean], ...]


class Comparison:
    """A comparison of the moves of one decision.

    `world` returns the next world; `inferences` are those before it.
    """

    def __init__(
        self, evaluator: Evaluator, world: World, inferences: Inferences, moves: Sequence[str], played: str
    ) -> None:
        self.evaluator, self.world, self.inferences, self.played = evaluator, world, inferences, played
        self.results: dict[str, list[float]] = {move: [] for move in {played: 0, **dict.fromkeys(moves)}}
        self.outcomes: list[Outcome] = []
        self.number = 0

    def run(self, most: int, explore: int = EXPLORE) -> ComparisonResult:
        """Compare the moves in at most `most` worlds."""
        remaining = list(self.results)
        while len(remaining) > 1 and self.number < min(explore, most):
            self._round(remaining)
            remaining = self._survivors(remaining)
        best = self._best(remaining)
        rival = best if best != self.played else self._next(remaining)
        since = self.number
        least = min(LEAST, most)
        while self.number < max(most, since + least) and not self._precise_enough(rival, since + least):
            self._round([self.played] if rival is None else [self.played, rival])
        return self._result(rival, best != self.played, since)

    def _round(self, moves: Sequence[str]) -> None:
        agreed = self.evaluator.policy.agreed
        for _ in range(ROUND):
            world = self.world()
            for move in moves:
                inferences = self.inferences.copy()
                inferences.record_move(world, move, agreed)
                outcome = self.evaluator.run(apply(world, move), inferences, self.number)
                self.results[move].append(outcome.value)
                if move == self.played:
                    self.outcomes.append(outcome)
            self.number += 1

    def _survivors(self, remaining: Sequence[str]) -> list[str]:
        best = self._best(remaining)
        kept = []
        for move in remaining:
            lead = difference(self.results[best], self.results[move])
            if move in (best, self.played) or lead.value <= BEHIND * lead.error or not lead.value:
                kept.append(move)
        return kept

    def _beside(self, values: Sequence[float]) -> Mean:
        """Return a move's value.

        That is the value of the move played, plus how much better it was in the worlds both share.
        """
        more = difference(values, self.results[self.played])
        return Mean(mean(self.results[self.played]).value + more.value, more.error)

    def _next(self, moves: Sequence[str]) -> str | None:
        others = [move for move in moves if move != self.played]
        return self._best(others) if others else None

    def _best(self, moves: Sequence[str]) -> str:
        """Return the move with the highest mean; of equals the first, so that the move played wins ties."""
        return max(moves, key=lambda move: sum(self.results[move]) / max(1, len(self.results[move])))

    def _precise_enough(self, rival: str | None, least: int) -> bool:
        error = self.evaluator.parameters.error
        if self.number < least or mean(self.results[self.played]).error > error:
            return False
        if rival is None:
            return True
        lead = difference(self.results[self.played], self.results[rival])
        return lead.error <= FINER * error or abs(lead.value) > CLEAR * lead.error

    def _result(self, rival: str | None, better: bool, since: int) -> ComparisonResult:
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
        return ComparisonResult(
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
        """Return by how much the move played is better than its rival in the new worlds.

        If all others fell behind at once, compare with the next-best move.
        """
        second = rival or self._next(list(self.results))
        if second is None:
            return None
        played, other = self.results[self.played], self.results[second]
        lead = difference(played, other)
        if rival is None:
            return lead
        # The error comes from all worlds: a few new ones may be similar by chance.
        new = mean(played[since:]).value - mean(other[since:]).value
        return Mean(new, lead.error * sqrt(len(other) / (len(other) - since)))


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of values and its standard error."""
    count = len(values)
    middle = sum(values) / count
    spread = sum((value - middle) ** 2 for value in values) / max(1, count - 1)
    return Mean(middle, sqrt(spread / count))


def difference(first: Sequence[float], second: Sequence[float]) -> Mean:
    """Return by how much the first is better in the worlds that both share.

    These are the first worlds of each.
    """
    return mean([a - b for a, b in zip(first, second, strict=False)])

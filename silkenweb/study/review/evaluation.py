"""What a position is worth: played on by bots, many times, and the mean taken.

With `convention` the level is played to its end and the rest of the game reckoned by the fitted model
(silkenweb/bots/win_model.py). Tables differ in how ready they are to spend what is rare, so each playout
has players of other habits; that is what makes the cards as they lay a matter of chance at all.
"""

from __future__ import annotations

from dataclasses import fields
from math import exp
from random import Random
from time import perf_counter
from typing import Final, NamedTuple, Self

import msgspec

from silkenweb.bots import win_model
from silkenweb.bots.knowledge import Told
from silkenweb.bots.limits import check_playouts
from silkenweb.bots.policy import Odds, Policy
from silkenweb.bots.registry import make
from silkenweb.bots.rollout import finish_level
from silkenweb.bots.selfplay import game
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.deal import apply_deal, deal_at_random
from silkenweb.game.position import Position
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.game.tables import Tables

CONVENTION = "convention"
TABLES = 64  # of players with other habits
HABIT = 0.4  # how far habits lie apart: the spread of the logarithm of each odds
SURE = 0.95
LEAST_WORLDS = 8  # for a move

MAX_WORLDS: Final = 5_000
LEAST_ERROR: Final = 0.002
MAX_SEED: Final = 200
"""Bounds on the parameters that a file gives."""

SECONDS: Final = 60.0
"""The longest that a player works on one decision; it then stops with an error."""


class Parameters(msgspec.Struct, frozen=True):
    """How a review was made: all that its numbers depend on but the game.

    `bot` plays on. `error`: the standard error of a value from which on no more playouts are made; `worlds`:
    how many are made at most for a move. `full`: to the end of the game. `reading`: "convention" if Rests
    tell what that bot's agreements say, None if nothing but what was seen is taken to be known.
    """

    bot: str = CONVENTION
    worlds: int = 480
    error: float = 0.02
    seed: str = "review"
    full: bool = False
    reading: str | None = None

    def check(self) -> None:
        """Raises SilkenwebError for what can't be asked for."""
        if self.worlds < LEAST_WORLDS:
            raise SilkenwebError(f"worlds: expected at least {LEAST_WORLDS} for a move, got {self.worlds}")
        if not 0 < self.error < 1:
            raise SilkenwebError(f"a standard error lies between 0 and 1; {self.error} does not")
        if self.reading not in (None, CONVENTION):
            raise SilkenwebError(f"expected reading to be 'convention' or None, got {quote(self.reading)}")
        make(self.bot, self.seed)

    @classmethod
    def of_file(cls, kept: object) -> Self:
        """The parameters that a file gives (`with` in a node's review).

        Raises SilkenwebError if they are not valid, or if a review made with them could take much longer than
        a usual one: at most `MAX_WORLDS` playouts per move, by a bot of `bots.bounds.PLAYOUTS`.
        """
        try:
            made = msgspec.convert(kept, cls)
        except msgspec.ValidationError as error:
            raise SilkenwebError(f"not the parameters of a review: {error}") from None
        made.check()
        check_playouts(made.bot)
        if made.worlds > MAX_WORLDS or made.error < LEAST_ERROR or len(made.seed) > MAX_SEED:
            raise SilkenwebError(
                f"expected at most {MAX_WORLDS:,} worlds, a standard error from {LEAST_ERROR} and a seed of"
                f" at most {MAX_SEED} characters, got {made.worlds:,}, {made.error} and {len(made.seed):,}"
            )
        return made


class Outcome(NamedTuple):
    """How a playout ended: the chance that the game is won from there, whether the level was cleared, and
    how many levels are cleared in all: counted in a full playout, else expected from where it stopped.
    """

    value: float
    cleared: bool
    levels: float


class Judge:
    """Plays on from positions of one game; `seconds` is the time for one decision, from each `begin` on."""

    def __init__(self, tables: Tables, parameters: Parameters, seconds: float | None = None) -> None:
        self.tables, self.parameters, self.seconds = tables, parameters, seconds
        self.begin()
        self.policy = Policy(tables)
        self.quick = parameters.bot == CONVENTION
        self.full = parameters.full or not self.quick  # the model speaks of the convention's players only
        rng = Random(f"{parameters.seed}|habits")
        self.policies = [Policy(tables, odds=_habits(rng)) for _ in range(TABLES)]

    def begin(self) -> None:
        """Begin a decision, which has all its time before it."""
        self._late = None if self.seconds is None else perf_counter() + self.seconds

    def run(self, state: State, told: Told, number: int) -> Outcome:
        """Playout `number`: the same number meets the same habits and later deals. `told` is changed.

        Raises SilkenwebError if the time for this decision is over.
        """
        if self._late is not None and perf_counter() > self._late:
            raise SilkenwebError(f"stopped: this decision takes longer than {self.seconds:.0f} seconds")
        end = state
        level = state.level
        if self.quick:
            end = self.level_end(state, told, number)
            cleared = end.phase == WON or end.level > level
            if self.full:
                end = self._later_levels(end, number)
        else:
            end = self._by_bots(state, number)
            cleared = end.phase == WON or end.level > level
        return Outcome(self.worth(end), cleared or state.phase == DEAL, win_model.expected_levels(end))

    def level_end(self, state: State, told: Told, number: int) -> State:
        """How the convention ends the level in playout `number`. `told` is changed."""
        return finish_level(state, self.policies[number % TABLES], told)

    def worth(self, end: State) -> float:
        """The chance to win where a level has ended and another is to be dealt, over all deals: by the model;
        known where the game has ended.
        """
        return 1.0 if end.phase == WON else min(1.0, win_model.worth(end))

    def _later_levels(self, state: State, number: int) -> State:
        rng = Random(f"{self.parameters.seed}|deals|{number}")
        policy = self.policies[number % TABLES]
        while state.phase == DEAL:
            state = apply_deal(state, deal_at_random(state, rng), None)
            state = finish_level(state, policy, Told(self.tables))
        return state

    def _by_bots(self, state: State, number: int) -> State:
        """Any bot of the registry, which has seen nothing before this position."""
        if state.phase in (WON, LOST):
            return state
        seed = f"{self.parameters.seed}|bots|{number}"
        seats = [make(self.parameters.bot, seed, seat) for seat in range(self.tables.players)]
        end = state
        for taken in game(Position._of(state), seats, Random(seed)):
            end = taken.step.position.state
        return end


def _habits(rng: Random) -> Odds:
    usual = Odds()
    return Odds(
        **{
            field.name: min(SURE, getattr(usual, field.name) * exp(rng.gauss(0, HABIT)))
            for field in fields(usual)
        }
    )

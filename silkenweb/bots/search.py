"""`search`: samples worlds that agree with all it knows, tries its moves in them, and takes the best.

Everyone in these worlds plays `convention` to the end of the level; from there the fitted win model
estimates the rest of the game. All moves are tried in the same worlds, and moves that fall behind are
dropped early.

Clairvoyant is the same with the one true world. It sees everything, so it is not a Bot but a yardstick: what
it wins could be won, although it does not prove which move is best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from random import Random
from time import perf_counter

from silkenweb.bots import win_model
from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import Agreements, Inferences, Observation, inferences_from
from silkenweb.bots.rollout import candidates, finish_level
from silkenweb.bots.selfplay import Taken
from silkenweb.bots.worlds import Worlds
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import Deal, Move, Position, deal
from silkenweb.game.events import Event
from silkenweb.game.state import PLAYED, State
from silkenweb.game.transition import apply
from silkenweb.game.view import View

ROUND = 8  # worlds between two checks for moves that have fallen behind
BEHIND = 1.5  # a move this many standard errors behind the best is dropped
HOPE = 0.5  # standard errors by which a move may be behind the one of `convention`
MOST = 10_000  # worlds, if only the clock ends the search


class SearchBot:
    """Tries its moves in `samples` worlds per decision, or for `time` seconds.

    With `time` the moves depend on the machine. `trust`: by how many standard errors a move must beat the
    one `convention` would choose to be preferred.
    """

    def __init__(self, rng: Random, *, samples: int = 32, time: float = 0.0, trust: float = 2.0) -> None:
        if type(samples) is not int or samples < 1:
            raise SilkenwebError(f"expected samples to be a whole number from 1, got {quote(samples)}")
        for name, value in (("time", time), ("trust", trust)):
            if type(value) not in (int, float) or not 0 <= value < inf:
                raise SilkenwebError(f"expected {name} to be a number from 0, got {quote(value)}")
        self.rng, self.samples, self.time, self.trust = rng, samples, time, trust
        self.agreed = Agreements()
        self.policy: Policy | None = None

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """Return the move with the best result in the worlds."""
        if self.policy is None or self.policy.tables is not view.tables:
            self.policy = Policy(view.tables, self.agreed)
        inferences = inferences_from(view, seen, self.agreed)
        observation = Observation.of_view(view, inferences, legal)
        usual = self.policy.decide(observation)
        if observation.state.flags & PLAYED or usual.startswith("signal"):
            return usual
        moves = candidates(self.policy, observation, usual)
        if len(moves) == 1:
            return usual
        worlds = Worlds(observation, [area.deck_count for area in view.seats], view.deck_count, self.policy)
        return _Comparison(self, self.policy, worlds, inferences, moves).run()


class _Comparison:
    """The moves of one decision, with the value of each in each world.

    The move of `convention` comes first.
    """

    def __init__(
        self, bot: SearchBot, policy: Policy, worlds: Worlds, inferences: Inferences, moves: list[str]
    ) -> None:
        self.bot, self.policy, self.worlds, self.inferences = bot, policy, worlds, inferences
        self.usual = moves[0]
        self.results: dict[str, list[float]] = {move: [] for move in moves}

    def run(self) -> str:
        """Return the best move."""
        bot = self.bot
        began, most = perf_counter(), MOST if bot.time else bot.samples
        for number in range(1, most + 1):
            world = self.worlds.draw(bot.rng)
            for move, results in self.results.items():
                results.append(self._value(world, move))
            if number % ROUND == 0:
                self._drop_moves()
                if len(self.results) == 1:
                    break
            if bot.time and perf_counter() - began > bot.time:
                break
        return self._best()

    def _value(self, world: State, move: str) -> float:
        inferences = self.inferences.copy()
        inferences.record_move(world, move, self.policy.agreed)
        return win_model.worth(finish_level(apply(world, move), self.policy, inferences))

    def _drop_moves(self) -> None:
        """Drop moves that are clearly behind the best, or unlikely to be trusted over `convention`'s.

        The move of `convention` stays for comparison.
        """
        usual, best = self.results[self.usual], max(self.results.values(), key=sum)
        left = {self.usual: usual}
        for move, results in self.results.items():
            lead, error = _lead(results, usual)
            behind, spread = _lead(best, results)
            if lead > -HOPE * error and behind <= BEHIND * spread:
                left[move] = results
        self.results = left

    def _best(self) -> str:
        """Return the best move on average, unless the one of `convention` is as good within `trust`."""
        best = max(self.results, key=lambda move: sum(self.results[move]))
        lead, error = _lead(self.results[best], self.results[self.usual])
        return best if lead > self.bot.trust * error else self.usual


def _lead(first: list[float], second: list[float]) -> tuple[float, float]:
    """Return by how much one move is better than another in the same worlds, and its standard error."""
    differences = [a - b for a, b in zip(first, second, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    spread = sum((d - mean) ** 2 for d in differences) / max(1, count - 1)
    return mean, sqrt(spread / count)


class Clairvoyant:
    """Plays whole games from Positions, with everything open except future deals."""

    def __init__(self, position: Position) -> None:
        self.policy = Policy(position.state.tables)
        self.inferences = Inferences(position.state.tables)

    def choose(self, position: Position) -> str:
        """Return the move from which the policy gets furthest in this very world.

        The policy sees no more than usual.
        """
        state = position.state
        observation = Observation.of_world(state, state.seat, self.inferences)
        moves = candidates(self.policy, observation, self.policy.decide(observation))
        return moves[0] if len(moves) == 1 else max(moves, key=lambda move: self._worth(position, move))

    def _worth(self, position: Position, move: str) -> float:
        inferences = self.inferences.copy()
        inferences.record_move(position.state, move, self.policy.agreed)
        return win_model.worth(finish_level(apply(position.state, move), self.policy, inferences))

    def record(self, position: Position, move: str) -> None:
        """Record a move that was made at a position."""
        self.inferences.record_move(position.state, move, self.policy.agreed)


def clairvoyant_game(position: Position, seed: str | Random) -> Iterator[Taken]:
    """Play a game as `game` does, with all seats played by one player who sees everything."""
    player = Clairvoyant(position)
    while not position.over:
        what: Deal | Move
        seat = position.seat
        if seat is None:
            player.inferences = Inferences(position.state.tables)
            what = deal(position, rng=seed) if isinstance(seed, Random) else deal(position, seed)
        else:
            what = Move(player.choose(position))
            player.record(position, what)
        step = position.step(what)
        yield Taken(what, seat, step)
        position = step.position

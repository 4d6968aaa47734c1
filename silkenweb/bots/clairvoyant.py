"""What was possible: a player of all seats who sees everything. It breaks the silence, so it is no Bot.

Like `search`, but with the one true world: at each decision every move is tried, the level played to its
end by the policy, and the best kept. That is no proof of what is best, but a yardstick: what it wins
could be won.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from silkenweb.bots import win_model
from silkenweb.bots.candidates import candidates
from silkenweb.bots.knowledge import Look, Told
from silkenweb.bots.policy import Policy
from silkenweb.bots.rollout import finish_level
from silkenweb.bots.selfplay import Taken
from silkenweb.game import Deal, Move, Position, deal
from silkenweb.game.transition import apply


class Clairvoyant:
    """Plays whole games from Positions, everything open but the deals to come."""

    def __init__(self, position: Position) -> None:
        self.policy = Policy(position.state.tables)
        self.told = Told(position.state.tables)

    def choose(self, position: Position) -> str:
        """The move from which the policy, seeing no more than usual, gets furthest in this very world."""
        state = position.state
        look = Look.of_world(state, state.seat, self.told)
        moves = candidates(self.policy, look, self.policy.decide(look))
        return moves[0] if len(moves) == 1 else max(moves, key=lambda move: self._worth(position, move))

    def _worth(self, position: Position, move: str) -> float:
        told = self.told.copy()
        told.moved(position.state, move, self.policy.agreed)
        return win_model.worth(finish_level(apply(position.state, move), self.policy, told))

    def saw(self, position: Position, move: str) -> None:
        """Take in a move that was made at a position."""
        self.told.moved(position.state, move, self.policy.agreed)


def clairvoyant_game(position: Position, seed: str | Random) -> Iterator[Taken]:
    """As `game`, all seats played by one who sees everything."""
    player = Clairvoyant(position)
    while not position.over:
        what: Deal | Move
        seat = position.seat
        if seat is None:
            player.told = Told(position.state.tables)
            what = deal(position, rng=seed) if isinstance(seed, Random) else deal(position, seed)
        else:
            what = Move(player.choose(position))
            player.saw(position, what)
        step = position.step(what)
        yield Taken(what, seat, step)
        position = step.position

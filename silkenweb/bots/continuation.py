"""Bots that play on from a node of a replay, so that their moves become a variation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from silkenweb.bots.registry import Bot
from silkenweb.bots.selfplay import seat_bots
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.move import Move
from silkenweb.replay.tree import Node, turn_begins

UNTIL = ("turn", "level", "game")


class Continuation:
    """Bots that play on from a node, one node at a time.

    They play to the end of the turn, level or game, or of an open recording. Each bot gets what its seat may
    know, and the level's events as its seat saw them. Raises SilkenwebError for unknown bots or an unknown
    `until`.
    """

    def __init__(
        self,
        node: Node,
        bots: str | Bot | Sequence[str | Bot],
        until: str = "turn",
        seed: str | int | None = "bots",
    ) -> None:
        if until not in UNTIL:
            raise SilkenwebError(f"expected until to be one of {', '.join(UNTIL)}, got {quote(until)}")
        self.node = node
        """The last node that was reached."""
        self.until = until
        self.over = node.position.over
        """Whether the end is reached."""
        self._players = seat_bots(node.replay.characters, bots, seed)
        self._level = node.state.level

    def next_choice(self) -> Callable[[], str] | None:
        """Return a function that asks the bot to move for its choice, or None if a deal comes next.

        The function may be called in another thread.
        """
        position, seat = self.node.position, self.node.position.seat
        if seat is None:
            return None
        view, seen = position.view(seat), self.node.seen(seat)
        return partial(self._players[seat].choose, view, position.legal_moves(), seen)

    def play(self, move: str | None) -> Node:
        """Play a move, or the deal if `move` is None.

        Follows an existing node, or adds an alternative as `Node.branch` does. Raises IllegalMove if the bot
        may not make that move.
        """
        before = self.node
        self.node = (before.next or before.branch()) if move is None else before.branch(Move(move))
        self.over = self.node.position.over or self._ends(before) or self.node is self.node.replay.end
        return self.node

    def _ends(self, before: Node) -> bool:
        if self.until != "game" and self.node.state.level > self._level:
            return True
        return self.until == "turn" and turn_begins(before.state, self.node.state)


def continue_game(
    node: Node,
    bots: str | Bot | Sequence[str | Bot] = "convention",
    until: str = "turn",
    seed: str | int | None = "bots",
) -> Iterator[Node]:
    """Play on from `node` with bots to the end of the turn, level or game, yielding each node in turn.

    Moves that lead to existing nodes follow those; other moves add alternatives.
    """
    continuation = Continuation(node, bots, until, seed)
    while not continuation.over:
        ask = continuation.next_choice()
        yield continuation.play(None if ask is None else ask())

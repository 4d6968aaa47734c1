"""Let bots go on from a node of a replay: their moves become a branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from silkenweb.bots.protocol import Bot
from silkenweb.bots.selfplay import seat_bots
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.move import Move
from silkenweb.replay.tree import Node, turn_begins

UNTIL = ("turn", "level", "game")


class GoingOn:
    """Bots that play on after a node, one node at a time: to the end of the turn, level or game, or to where
    an unfinished recording ends.

    Each bot gets what its seat may know, and the level's events as its seat saw them. Raises SilkenwebError
    where the bots or the end are not known.
    """

    def __init__(
        self,
        node: Node,
        bots: str | Bot | Sequence[str | Bot],
        until: str = "turn",
        seed: str | int | None = "bots",
    ) -> None:
        if until not in UNTIL:
            raise SilkenwebError(f"bots go on to the end of one of {', '.join(UNTIL)}, not {quote(until)}")
        self.node = node
        """The last node that was reached."""
        self.until = until
        self.over = node.position.over
        """Whether the end is reached."""
        self._players = seat_bots(node.replay.characters, bots, seed)
        self._level = node.state.level

    def question(self) -> Callable[[], str] | None:
        """What asks the bot whose turn it is for its move, and may be called in another thread; None where a
        deal comes next.
        """
        position, seat = self.node.position, self.node.position.seat
        if seat is None:
            return None
        view, seen = position.view(seat), self.node.seen(seat)
        return partial(self._players[seat].choose, view, position.legal_moves(), seen)

    def play(self, move: str | None) -> Node:
        """Go on by a move, or by the deal: along a node that is there, else to an alternative that is added,
        as `Node.branch` does. Raises IllegalMove where the bot may not do that.
        """
        before = self.node
        self.node = (before.next or before.branch()) if move is None else before.branch(Move(move))
        self.over = self.node.position.over or self._ends(before) or self.node is self.node.replay.end
        return self.node

    def _ends(self, before: Node) -> bool:
        if self.until != "game" and self.node.state.level > self._level:
            return True
        return self.until == "turn" and turn_begins(before.state, self.node.state)


def go_on(
    node: Node,
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    until: str = "turn",
    seed: str | int | None = "bots",
) -> Iterator[Node]:
    """Play on after `node` by bots, yielding each node as it is there: to the end of the turn, level or game.

    Where their moves are those of nodes that exist, these are gone along; else alternatives are added.
    """
    going = GoingOn(node, bots, until, seed)
    while not going.over:
        ask = going.question()
        yield going.play(None if ask is None else ask())

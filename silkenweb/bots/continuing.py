"""Let bots go on from a node of a replay: their moves become a branch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from silkenweb.bots.protocol import Bot
from silkenweb.bots.table import seat_bots
from silkenweb.errors import SilkenwebError
from silkenweb.game.move import Move
from silkenweb.replay.node import Node, turn_begins

UNTIL = ("turn", "level", "game")


def go_on(
    node: Node, bots: str | Bot | Sequence[str | Bot] = "greedy", until: str = "turn", seed: str = "bots"
) -> Iterator[Node]:
    """Play on after `node` by bots, yielding each node as it is there: to the end of the turn, level or game.

    Each bot gets what its seat may know, and the level's events as its seat saw them. Where their moves are
    those of nodes that exist, these are gone along; else alternatives are added, as `Node.branch` does.
    """
    if until not in UNTIL:
        raise SilkenwebError(f"bots go on to the end of one of {', '.join(UNTIL)}, not {until!r}")
    players = seat_bots(node.replay.characters, bots, seed)
    level = node.state.level
    while not node.position.over:
        before = node
        node = _next(node, players)
        yield node
        if until != "game" and node.state.level > level:
            return
        if until == "turn" and turn_begins(before.state, node.state):
            return


def _next(node: Node, players: Sequence[Bot]) -> Node:
    position = node.position
    if position.seat is None:
        return node.next or node.branch()
    seat = position.seat
    move = players[seat].choose(position.view(seat), position.legal_moves(), node.seen(seat))
    return node.branch(Move(move))

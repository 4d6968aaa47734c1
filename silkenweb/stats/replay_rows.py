"""From a replay to rows: the game as played, and the alternatives where they are wanted."""

from __future__ import annotations

from typing import NamedTuple

from silkenweb.game.deal import apply_deal
from silkenweb.game.state import State
from silkenweb.game.transition import apply
from silkenweb.replay import Node, Replay
from silkenweb.stats.consequences import what_happened
from silkenweb.stats.rows import About, Follower, Place, Rows, deal_row, decision_row


class _Fork(NamedTuple):
    """An alternative: its first node, and what stood before it."""

    head: Node
    line: str
    before: State
    place: Place


def walk(replay: Replay, about: About, rows: Rows, branches: bool = False) -> None:
    """Write down the rows of a replay; with `branches` the decisions of all alternatives too."""
    state = replay.root.state
    follower = Follower(state, about, rows)
    wanted = branches and "decisions" in rows.of
    forks: list[_Fork] = []
    node = replay.root.next
    while node is not None:
        if wanted:
            forks += _forks(node, str(follower.place.step + 1), state, follower.place)
        deal = node.deal
        if deal is not None:
            state = apply_deal(state, deal)
            follower.deal(deal, state)
        else:
            assert node.move is not None
            state = apply(state, node.move)
            follower.move(node.move, state)
        node = node.next
    follower.close()
    while forks:
        forks += _branch(forks.pop(0), follower, rows)


def _forks(node: Node, path: str, before: State, place: Place) -> list[_Fork]:
    return [
        _Fork(head, f"{path}/{number}", before, place) for number, head in enumerate(node.alternatives, 1)
    ]


def _branch(fork: _Fork, follower: Follower, rows: Rows) -> list[_Fork]:
    """Write down the line of an alternative; the alternatives to its own nodes."""
    forks: list[_Fork] = []
    state, place = fork.before, fork.place
    for number, node in enumerate(fork.head.line(), 1):
        path = f"{fork.line}/{number}"
        if number > 1:
            forks += _forks(node, path, state, place)
        deal = node.deal
        if deal is not None:
            place, after = place.after_deal(), apply_deal(state, deal)
            row = deal_row(follower.key, fork.line, path, place, state, after)
        else:
            assert node.move is not None
            after = apply(state, node.move)
            did = what_happened(state, node.move, after)
            turn, place = place.turn, place.after(did)
            row = decision_row(follower.key, fork.line, path, place, turn, state, node.move, did, after)
        rows.of["decisions"].append(row)
        state = after
    return forks

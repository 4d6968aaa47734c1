"""Taking back what was just played: the game goes on from an earlier node, and what is taken back stays.

An alternative begins instead of a node, so it can only stand in the tree once something else has been
recorded in its place. Until then it is held here; a file that is saved meanwhile does not have it.
"""

from __future__ import annotations

from typing import Final

from silkenweb.errors import ReplayError
from silkenweb.replay.node import Node
from silkenweb.replay.schema import MAX_DEPTH
from silkenweb.replay.tree import Replay
from silkenweb.replay.variations import count_from, depth_below

TAKEN_BACK: Final = "x_taken_back"
"""The key of the user's own that marks where a line begins that was played and taken back."""


class TakingBack:
    """Takes back the end of one replay's recorded line."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._held: tuple[Node, ...] = ()

    def to(self, node: Node) -> None:
        """Let the recorded line end with `node` again.

        What readers did to the tree before can't be undone any more. Raises ReplayError where the line does
        not go on after it, or where alternatives would come to lie deeper in each other than a file allows.
        """
        if not node.recorded or node.next is None:
            raise ReplayError("there is nothing to take back after this node", kind="edit", node=node.path)
        if 1 + max(map(depth_below, node.children)) > MAX_DEPTH:
            raise ReplayError(
                "moves were taken back so often that alternatives lie too deep within each other",
                kind="bound",
                node=node.path,
                expected=f"at most {MAX_DEPTH} deep",
            )
        self._put_back()
        self._held = node.children
        self._replay._count -= sum(map(count_from, self._held))
        self._hold(node)
        self._replay.history.forget()  # undo would put back children that are no more those of their parent
        self._replay.history.tell()

    def _put_back(self) -> None:
        """What was held after the line's end goes on there, now that all of it is taken back."""
        if self._held:
            self._replay.end._put_children(self._held)
            self._replay._count += sum(map(count_from, self._held))

    def _hold(self, node: Node) -> None:
        for each in self._held[0].line():
            each._recorded = False
        _mark(self._held[0])
        node._put_children(())
        self._replay._end = node

    def settle(self, node: Node) -> None:
        """After `node` was recorded: what was played there before becomes an alternative to it.

        If the same was played again, only what followed it then is still taken back.
        """
        same = [head for head in self._held if head._what == node._what]
        others = [head for head in self._held if head._what != node._what]
        self._held = tuple(after for head in same for after in head.children)
        for after in self._held:
            after._parent = node
        if self._held:
            _mark(self._held[0])
        if others:
            assert node.parent is not None
            node.parent._put_children((node, *others))
            self._replay._count += sum(map(count_from, others))


def _mark(node: Node) -> None:
    node._notes = {**(node._notes or {}), TAKEN_BACK: True}

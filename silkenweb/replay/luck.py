"""Where the deals of alternatives come from, so that no reader's branch meets cards that somebody picked.

A branch meets the deals of the replay's seed. Where the replay has none, or the branch begins with a deal of
its own ("what if the cards had lain otherwise"), that deal carries `luck`, the seed of it and of every later
deal of the branch.
"""

from __future__ import annotations

from typing import Final

from silkenweb.game import Deal
from silkenweb.replay.tree import Node

DEFAULT_LUCK: Final = "branch"
"""The luck of a branch of a game without a seed where no other is asked for: the same for all its branches.
"""


def luck_after(node: Node | None) -> str | None:
    """The luck that the deals after this node come from, if it is not the replay's seed."""
    while node is not None and not node.recorded:
        if node.luck is not None:
            return node.luck
        node = node.parent
    return None


def luck_fault(seed: str | None, before: str | None, luck: str | None, first: bool, dealt: bool) -> str:
    """Why a deal in an alternative may not have this luck, or may not lack one; empty where all is well.

    `before` is the luck in force, `first`: whether the alternative begins with this deal, `dealt`: whether
    there was a deal in this alternative already.
    """
    if luck is None:
        if seed is None and before is None:
            return "the replay has no seed, so the first deal of a branch carries its luck"
        return ""
    if first:
        return ""
    if seed is not None:
        return "in a replay with a seed only an alternative that begins with a deal has a luck of its own"
    return "only the first deal of an alternative has a luck of its own" if dealt else ""


def first_luck_fault(seed: str | None, head: Node) -> str:
    """The first fault of luck in the line from `head` on; used when an edit has made lines of other lines."""
    start, dealt = head, False
    while start.parent is not None and start.parent.next is start and not start.parent.recorded:
        start = start.parent
        dealt = dealt or isinstance(start.deal, Deal)
    for node in head.line():
        if node.deal is not None:
            first = node.parent is not None and node.parent.next is not node
            fault = luck_fault(seed, luck_after(node.parent), node.luck, first, dealt)
            if fault:
                return fault
            dealt = True
    return ""

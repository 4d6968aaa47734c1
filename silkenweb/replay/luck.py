"""The seeds of the deals of variations, which ensure that no reader picks the cards of a variation.

The deals of a variation come from the replay's seed. If the replay has none, or if the variation begins with
a different deal (to explore another shuffle), that deal has a `luck`: the seed of this deal and of all later
ones of the variation.
"""

from __future__ import annotations

from typing import Final

from silkenweb.game import Deal
from silkenweb.replay.tree import Node

DEFAULT_LUCK: Final = "branch"
"""The default luck of variations in a game without a seed: the same for all of them."""


def luck_after(node: Node | None) -> str | None:
    """Return the luck of the deals after this node; None if they come from the replay's seed."""
    while node is not None and not node.recorded:
        if node.luck is not None:
            return node.luck
        node = node.parent
    return None


def luck_fault(seed: str | None, before: str | None, luck: str | None, first: bool, dealt: bool) -> str:
    """Return why a deal in an alternative may not have this luck, or needs one; "" if it is valid.

    `before` is the luck that applies so far, `first` whether the alternative begins with this deal, `dealt`
    whether this alternative already has a deal.
    """
    if luck is None:
        if seed is None and before is None:
            return "the replay has no seed, so the first deal of a variation needs a luck"
        return ""
    if first:
        return ""
    if seed is not None:
        return "in a replay with a seed, only an alternative that begins with a deal may have its own luck"
    return "only the first deal of an alternative may have its own luck" if dealt else ""


def first_luck_fault(seed: str | None, head: Node) -> str:
    """Return the first fault of luck in the line that starts with `head`, after an edit moved it; or ""."""
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

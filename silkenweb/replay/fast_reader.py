"""The short way through a file that is plainly a recorded game: moves, deals and checks that all hold.

It knows no faults and no alternatives: whatever it does not take at once, the careful way (lines.py) reads
from the beginning. What it takes, that one would take as well.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from silkenweb.errors import NotationError
from silkenweb.game import Deal
from silkenweb.game.deal import apply_deal
from silkenweb.game.state import Illegal, State
from silkenweb.game.transition import apply
from silkenweb.replay.json_text import pairs
from silkenweb.replay.node import Node, Root
from silkenweb.replay.schema import MAX_NODES
from silkenweb.replay.verification import check_of


class Dealt(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A deal. That its level is a whole number is looked at later: 1.0 would be taken for one here."""

    level: Any
    threats: tuple[str, ...]
    decks: dict[str, tuple[str, ...]]


class Item(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A node with no more than a check."""

    move: str | UnsetType = UNSET
    deal: Dealt | UnsetType = UNSET
    check: str | UnsetType = UNSET


class File(msgspec.Struct, forbid_unknown_fields=True):
    """All but the line is looked at as it is in any file."""

    format: Any
    version: Any
    edition: Any
    players: Any
    blessings: Any
    line: list[Item]
    result: Any
    seed: Any = UNSET
    meta: Any = UNSET


_decode = msgspec.json.Decoder(File).decode


class Doubt(Exception):
    """Not plain enough, or not right."""


def take(raw: bytes) -> tuple[dict[str, Any], list[Item]] | None:
    """The file without its line, and the line; None where the careful way has to look."""
    try:
        file = _decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    head = {name: value for name in File.__struct_fields__ if (value := getattr(file, name)) is not UNSET}
    line: list[Item] = head.pop("line")
    return None if len(line) > MAX_NODES or _pairs(head, line) != raw.count(b":") else (head, line)


def _pairs(head: dict[str, Any], line: list[Item]) -> int:
    """How many keys there are: as many as colons, unless one is given twice (or stands in a text)."""
    rich = [item for item in line if item.deal is not UNSET or item.check is not UNSET]
    count = 1 + pairs(head) + len(line) - len(rich)
    for item in rich:
        count += sum(value is not UNSET for value in (item.move, item.deal, item.check))
        count += 3 + len(item.deal.decks) if isinstance(item.deal, Dealt) else 0
    return count


def play(root: Root, line: list[Item]) -> Node | None:
    """Put the line's nodes after the root, all of them verified; the last one, or None in doubt."""
    node: Node = root
    state = root.state.copy()
    try:
        for item in line:
            text = item.move
            if text is UNSET:
                node = _dealt(node, state, item)
                state = node.state.copy()
            else:
                apply(state, text, None, True)
                node._next = Node(node, text, True)
                node = node._next
                if item.check is not UNSET or item.deal is not UNSET:
                    _check(node, state, item)
    except (Doubt, Illegal, NotationError):
        root._next = None
        return None
    node._state = state
    return node


def _dealt(node: Node, state: State, item: Item) -> Node:
    told = item.deal
    if not isinstance(told, Dealt) or type(told.level) is not int:
        raise Doubt
    deal = Deal(told.level, told.threats, told.decks)
    state = apply_deal(state, deal)
    made = node._next = Node(node, deal, True, None, state)
    if item.check is not UNSET:
        _check(made, state, item)
    return made


def _check(node: Node, state: State, item: Item) -> None:
    if (item.deal is not UNSET and item.move is not UNSET) or item.check != check_of(state):
        raise Doubt
    node._notes = {"check": item.check}

"""A place in a replay as a short text that can be mailed: `6,play_WK6>T11,end@3f2a`.

It says where the recorded line is left (after its node 6), the moves and deals from there, and four hex
digits of the position's digest, so that a link to another game is refused instead of leading somewhere. A
place on the recorded line is `6@3f2a`; a deal with a luck of its own is `deal=LUCK`.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

from silkenweb.errors import ReplayError
from silkenweb.errors import quote as quoted
from silkenweb.replay.history import Label
from silkenweb.replay.tree import Node, Tree, check_of

_LINK = re.compile(r"(?P<ply>0|[1-9][0-9]{0,6})(?P<steps>(?:,[^,@]+)*)@(?P<check>[0-9a-f]{4})", re.ASCII)
_DEAL = "deal"
MAX_LINK = 100_000  # characters
DIGITS = 4


def link_of(node: Node) -> str:
    """The link to a node; `follow` finds it again, in this replay or in another copy of the same game."""
    steps: list[str] = []
    left = node
    while not left.recorded and left.parent is not None:
        steps.append(_told(left))
        left = left.parent
    return ",".join([left.path, *reversed(steps)]) + f"@{check_of(node.state)[:DIGITS]}"


def _told(node: Node) -> str:
    if node.move is not None:
        return node.move.replace(" ", "_")
    return _DEAL if node.luck is None else f"{_DEAL}={quote(node.luck, safe='')}"


def is_link(text: str) -> bool:
    """Whether a text has the form of a link, and not of a path."""
    return len(text) <= MAX_LINK and _LINK.fullmatch(text) is not None


def follow(replay: Tree, link: str) -> Node:
    """The node of a link; the branch that it tells is added where it is not there yet, as one edit.

    Raises ReplayError for a link of another game, IllegalMove for moves that its game does not allow; then
    nothing is added.
    """
    found = _LINK.fullmatch(link) if len(link) <= MAX_LINK else None
    if found is None:
        raise ReplayError("this is no link", kind="path", found=quoted(link), expected="as 6,end@3f2a")
    with replay.one_step(Label("link")):
        node = replay.node(found["ply"])
        for step in found["steps"].split(",")[1:]:
            node = _step(node, step)
        if check_of(node.state)[:DIGITS] != found["check"]:
            raise ReplayError("this link leads to another game", kind="check", found=quoted(link))
    return node


def _step(node: Node, step: str) -> Node:
    kind, _, luck = step.partition("=")
    if kind != _DEAL:
        return node.branch(step.replace("_", " "))
    if luck:
        return node.branch(luck=unquote(luck))
    return node.next or node.branch()

"""Links: a place in a replay as a short text that can be mailed, such as `6,play_WK6>T11,end@3f2a`.

A link has the last node on the recorded line (6), the moves and deals after it, and four hex digits of the
position's digest, so that a link from another game is refused. A place on the recorded line is `6@3f2a`; a
deal with a luck is `deal=LUCK`.
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
    """Return the link to a node; `follow` finds the node in any copy of the same game."""
    steps: list[str] = []
    left = node
    while not left.recorded and left.parent is not None:
        steps.append(_step_text(left))
        left = left.parent
    return ",".join([left.path, *reversed(steps)]) + f"@{check_of(node.state)[:DIGITS]}"


def _step_text(node: Node) -> str:
    if node.move is not None:
        return node.move.replace(" ", "_")
    return _DEAL if node.luck is None else f"{_DEAL}={quote(node.luck, safe='')}"


def is_link(text: str) -> bool:
    """Return whether a text has the form of a link, not of a path."""
    return len(text) <= MAX_LINK and _LINK.fullmatch(text) is not None


def follow(replay: Tree, link: str) -> Node:
    """Return the node of a link, adding its variation if it is missing, as one edit.

    Raises ReplayError for a link of another game, and IllegalMove for illegal moves; then nothing is added.
    """
    found = _LINK.fullmatch(link) if len(link) <= MAX_LINK else None
    if found is None:
        raise ReplayError("not a link", kind="path", found=quoted(link), expected="as 6,end@3f2a")
    with replay.one_step(Label("link")):
        node = replay.node(found["ply"])
        for step in found["steps"].split(",")[1:]:
            node = _step(node, step)
        if check_of(node.state)[:DIGITS] != found["check"]:
            raise ReplayError("this link is for another game", kind="check", found=quoted(link))
    return node


def _step(node: Node, step: str) -> Node:
    kind, _, luck = step.partition("=")
    if kind != _DEAL:
        return node.branch(step.replace("_", " "))
    if luck:
        return node.branch(luck=unquote(luck))
    return node.next or node.branch()

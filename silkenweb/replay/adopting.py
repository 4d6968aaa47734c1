"""Bring what readers added to one copy of a game into another copy of it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from silkenweb.errors import ReplayError, quote, shorten
from silkenweb.replay import branching
from silkenweb.replay.edits import Label
from silkenweb.replay.node import Node
from silkenweb.replay.schema import MAX_NODES, OWN

if TYPE_CHECKING:
    from silkenweb.replay.tree import Replay

_NOTES = ("comment", "glyph", "review")


def adopt(replay: Replay, other: Replay) -> int:
    """See Replay.adopt."""
    check_same_game(replay, other)
    before = replay.count
    with replay.one_step(Label("adopt")):
        todo: list[tuple[Node, Node]] = [(replay.root, other.root)]
        while todo:
            mine, theirs = todo.pop()
            _take_notes(replay, mine, theirs)
            todo += _take_children(replay, mine, theirs)
        if replay.count > before:
            branching.check_depth(replay)
    return replay.count - before


def check_same_game(replay: Replay, other: Replay) -> None:
    """Raise ReplayError unless both tell the same game, `other` perhaps not to its end."""
    settings: list[tuple[str, object, object]] = [
        ("the edition differs", replay.edition.sha256, other.edition.sha256),
        ("the characters differ", ", ".join(replay.characters), ", ".join(other.characters)),
        ("the Blessings differ", replay.blessings, other.blessings),
        ("the seed differs", replay.seed, other.seed),
    ]
    for words, here, there in settings:
        if here != there:
            raise _another(words, there, here)
    for mine, theirs in zip_longest(replay.main_line(), other.main_line()):
        if mine is None:
            raise _another(f"it goes on after node {len(replay.main_line())}", theirs._what, "its end")
        if theirs is None:
            return
        if mine._what != theirs._what:
            raise _another(f"the recorded line differs at node {mine.path}", theirs._what, mine._what)


def _another(reason: str, found: Any, expected: Any) -> ReplayError:
    told = (shorten(_words(found)), shorten(_words(expected)))
    return ReplayError(f"this is another game: {reason}", kind="edit", found=told[0], expected=told[1])


def _words(what: Any) -> str:
    return quote(what) if what is None or isinstance(what, str) else str(what)


def _take_notes(replay: Replay, mine: Node, theirs: Node) -> None:
    for name, value in (theirs._notes or {}).items():
        if name in _NOTES or name.startswith(OWN):
            if mine._notes is None:
                mine._notes = {}
            replay._put(mine._notes, name, value)


def _take_children(replay: Replay, mine: Node, theirs: Node) -> list[tuple[Node, Node]]:
    """Give a node the children that the other one has besides, in the other's order and before those that it
    lacks; the pairs of children that both have.
    """
    own = {child._what: child for child in mine.children}
    children: list[Node] = []
    pairs: list[tuple[Node, Node]] = []
    added = 0
    for child in theirs.children:
        known = own.pop(child._what, None)
        if known is not None:
            pairs.append((known, child))
        else:
            copies = _copied(mine, child)
            known = copies[0]
            added += len(copies)
            replay._added.update(copies)
        children.append(known)
    children += own.values()
    if tuple(children) != mine.children:
        if replay.count + added > MAX_NODES:
            raise branching.refused("the replay is full", mine, "bound", f"at most {MAX_NODES:,} nodes")
        branching.change(replay, mine, children, added)
        branching.keep_luck(replay, mine)
    return pairs


def _copied(parent: Node, theirs: Node) -> list[Node]:
    """Copies of a node and of all that follows it, the node itself first, as a child of `parent`."""
    made = [_copy(parent, theirs)]
    todo = [(made[0], theirs)]
    while todo:
        mine, theirs = todo.pop()
        pairs = [(_copy(mine, child), child) for child in theirs.children]
        mine._put_children([child for child, _ in pairs])
        made += [child for child, _ in pairs]
        todo += pairs
    return made


def _copy(parent: Node, theirs: Node) -> Node:
    notes = dict(theirs._notes) if theirs._notes else None
    return Node(parent, theirs._what, False, notes, theirs._state)

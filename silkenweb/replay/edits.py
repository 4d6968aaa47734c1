"""Edits of the tree: branch, promote, delete, annotate.

They never change the recorded line; only `record` and Takeback do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from silkenweb import arguments
from silkenweb.errors import IllegalMove, ReplayError, quote
from silkenweb.game import Deal, Move, Position, deal
from silkenweb.game.move import trusted
from silkenweb.game.state import DEAL
from silkenweb.replay.history import Edit, Label
from silkenweb.replay.luck import DEFAULT_LUCK, first_luck_fault, luck_after, luck_fault
from silkenweb.replay.schema import (
    MAX_DEPTH,
    MAX_NODES,
    META,
    NODE,
    OWN,
    USERS,
    Problem,
    as_error,
    check_json,
)
from silkenweb.replay.tree import Node, Tree, check_of
from silkenweb.replay.value_merge import MISSING, TEXTS, arranged, same, turned
from silkenweb.replay.writer import to_json
from silkenweb.text.refusals import in_english

TAKEN_BACK: Final = "x_taken_back"
"""The `x_` key that marks the first node of a line that was played and taken back."""


def refused(reason: str, node: Node, kind: str = "edit", expected: str = "") -> ReplayError:
    """Return the error for an edit that the tree does not allow."""
    return ReplayError(reason, kind=kind, node=node.path, level=node.level, expected=expected)


def branch(replay: Tree, node: Node, what: str | Deal | Mapping[str, Any] | None, luck: str | None) -> Node:
    """Return the child of `node` with this move or deal, adding it if it is missing.

    If a deal must follow, it is added too.
    """
    made = _dealt(replay, node, what, luck) if node.state.phase == DEAL else _decided(node, what)
    there = next((child for child in node.children if child._action == made._action), None)
    made = there or made
    with replay.one_step(Label("add", made)):
        if there is None:
            check_room(replay, node)
            _add(replay, node, made)
        if not made.recorded and made.next is None and made.state.phase == DEAL:
            check_room(replay, made)
            _add(replay, made, _dealt(replay, made, None, luck))
    return made


def _decided(node: Node, what: str | Deal | Mapping[str, Any] | None) -> Node:
    if what is None:
        reason = in_english("move.none", {})
        raise IllegalMove("nothing", "T1", reason, node.position.legal_moves(), code="move.none")
    position = node.position.apply(what)
    assert isinstance(what, str)
    return Node(node, Move(what), False, None, position.state)


def _dealt(replay: Tree, node: Node, what: str | Deal | Mapping[str, Any] | None, luck: str | None) -> Node:
    """Return the node of a deal after this one, from the luck of its variation (see luck.py)."""
    position, before = node.position, luck_after(node)
    if isinstance(what, str):
        position.apply(what)  # raises: no move is possible before the deal
    first = bool(node.children)
    if luck is None and before is None and replay.seed is None:
        luck = DEFAULT_LUCK
    if not first and luck == before:
        luck = None
    fault = luck_fault(replay.seed, before, luck, first, _dealt_before(node))
    if fault:
        raise refused(fault, node, "luck")
    seed = next(each for each in (luck, before, replay.seed) if each is not None)
    given = deal(position, seed)
    if isinstance(what, Mapping):
        what = Deal.from_dict(what)
    if isinstance(what, Deal) and what != given:
        position.apply(what)
        raise refused(
            "the deals of a variation come from a seed",
            node,
            "luck",
            f"the deal that {quote(seed)} gives, or another luck",
        )
    return _deal_node(node, position, given, luck)


def _deal_node(node: Node, position: Position, given: Deal, luck: str | None) -> Node:
    state = position.apply(given).state
    notes = {"check": check_of(state)}
    if luck is not None:
        notes["luck"] = luck
    return Node(node, given, False, notes, state)


def _dealt_before(node: Node) -> bool:
    """Return whether the alternative with this node has had a deal."""
    each: Node | None = node
    while each is not None and not each.recorded:
        if each.deal is not None:
            return True
        if each.parent is None or each.parent.next is not each:
            return False
        each = each.parent
    return False


def depth_of(node: Node) -> int:
    """Return how deeply nested the line of a node is; the recorded line has depth 0."""
    depth = 0
    while node.parent is not None:
        depth += node.parent.next is not node
        node = node.parent
    return depth


def depth_below(node: Node) -> int:
    """Return how many levels of alternatives there are below a node."""
    deepest, todo = 0, [(node, 0)]
    while todo:
        each, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + (index > 0)) for index, child in enumerate(each.children)]
    return deepest


def count_from(node: Node) -> int:
    """Count this node and all nodes after it."""
    count, todo = 0, [node]
    while todo:
        each = todo.pop()
        count += 1
        todo += each.children
    return count


def check_room(replay: Tree, node: Node) -> None:
    """Raise ReplayError if no node can be added after this one."""
    if node is replay.end:
        raise refused(
            "the recorded line ends here, and an alternative must replace an existing node",
            node,
            expected="a branch from an earlier node, or replay.record(...) to continue the game itself",
        )
    check_count(replay, node)
    if node.children and depth_of(node) >= MAX_DEPTH:
        raise refused("alternatives nested too deeply", node, "bound", f"at most {MAX_DEPTH}")


def check_bounds(replay: Tree) -> None:
    """Raise ReplayError if the tree is deeper or larger than a file may be."""
    if depth_below(replay.root) > MAX_DEPTH:
        raise refused("alternatives nested too deeply", replay.root, "bound", f"at most {MAX_DEPTH}")
    if replay.count > MAX_NODES:
        raise refused("the replay is full", replay.root, "bound", f"at most {MAX_NODES:,} nodes")


def check_count(replay: Tree, node: Node) -> None:
    """Raise ReplayError if the tree has no room for another node."""
    if replay.count >= MAX_NODES:
        raise refused("the replay is full", node, "bound", f"at most {MAX_NODES:,} nodes")


def change(replay: Tree, parent: Node, children: Sequence[Node]) -> None:
    """Set the children of a node, as an edit that can be undone.

    If another reader's changes were merged in the meantime, undo and redo keep them: they add and remove only
    what this edit did, and no branch that the other reader has changed.
    """
    old, new = parent.children, tuple(children)
    last = replay._merges

    def do() -> None:
        nonlocal old, new
        old, new = turn(old, new)

    def undo() -> None:
        nonlocal old, new
        new, old = turn(new, old)

    def turn(before: tuple[Node, ...], after: tuple[Node, ...]) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
        """Change one to the other. Return the values before and after, for the opposite change."""
        nonlocal last
        now, since, last = parent.children, last, replay._merges
        if replay._merges == since and now == before:
            _put(replay, parent, after)
        else:
            _merge_children(replay, parent, before, after, since)
        return now, parent.children

    replay.history.do(Edit(do, undo, parent, old, new))


def _put(replay: Tree, parent: Node, children: Sequence[Node]) -> None:
    old, new = set(parent.children), set(children)
    replay._count += sum(map(count_from, new - old)) - sum(map(count_from, old - new))
    parent._put_children(children)


def _merge_children(
    replay: Tree, parent: Node, before: tuple[Node, ...], after: tuple[Node, ...], since: int
) -> None:
    """Apply the change from `before` to `after` to the current children, as far as the tree allows it."""
    now = parent.children
    nodes = {node._action: node for node in (*before, *after, *now)}
    touched = [node._action for node in now if replay._touched.get(node, 0) > since]
    own, base, other = ([node._action for node in each] for each in (after, before, now))
    _put(replay, parent, [nodes[what] for what in arranged(own, base, other, touched)])
    try:
        keep_luck(replay, parent)
        check_bounds(replay)
    except ReplayError:
        _put(replay, parent, now)


def _add(replay: Tree, parent: Node, made: Node) -> None:
    replay._added.add(made)
    change(replay, parent, (*parent.children, made))


def delete(replay: Tree, node: Node) -> None:
    """Remove a node of a variation and everything after it."""
    parent = node.parent
    if node.recorded or parent is None:
        raise refused("the recorded line can't be deleted", node, expected="a node of an alternative")
    with replay.one_step(Label("delete", node)):
        change(replay, parent, [each for each in parent.children if each is not node])
        keep_luck(replay, parent)


def promote(replay: Tree, node: Node) -> None:
    """Move the alternative with `node` to the first place that a variation can have."""
    head = node
    while head.parent is not None and head.parent.next is head and not head.recorded:
        head = head.parent
    if head.recorded or head.parent is None:
        raise refused("the recorded line comes first already", node, expected="a node of an alternative")
    parent = head.parent
    old = parent.children
    first = 1 if old[0].recorded else 0
    if old.index(head) <= first:
        return
    if first == 0 and depth_of(parent) + 1 + depth_below(old[0]) > MAX_DEPTH:
        raise refused("alternatives nested too deeply", node, "bound", f"at most {MAX_DEPTH}")
    rest = [each for each in old if each is not head]
    with replay.one_step(Label("promote", head)):
        change(replay, parent, [*rest[:first], head, *rest[first:]])
        keep_luck(replay, parent)


def keep_luck(replay: Tree, parent: Node) -> None:
    """Raise ReplayError if a deal has a luck that is not allowed in its new place."""
    for child in parent.children:
        fault = "" if child.recorded else first_luck_fault(replay.seed, child)
        if fault:
            raise refused(f"this would leave a deal with the wrong luck: {fault}", child, "luck")


def annotate(replay: Tree, node: Node, name: str, value: Any) -> None:
    """Set a node's comment, glyph, review or one of the user's own keys (`x_…`); None removes it."""
    arguments.text("name", name, "comment, glyph, review or a key that begins with x_")
    if node.parent is None:
        raise refused("the start of the game can't have notes", node, expected="any other node")
    if not name.startswith(OWN) and name not in ("comment", "glyph", "review"):
        raise refused(f"{quote(name)} can't be set", node, expected="a comment, glyph or review")
    check_json(name, node.path, "name")
    if value is not None:
        kind = USERS if name.startswith(OWN) else NODE.fields[name].kind
        check_json(value, node.path, name)
        _check(kind.problems(value), node.path, name)
    if node._notes is None:
        node._notes = {}
    label = Label("own" if name.startswith(OWN) else name, node)
    put(replay, node._notes, name, MISSING if value is None else deepcopy(value), label)


def set_meta(replay: Tree, meta: dict[str, Any]) -> None:
    """Set the information about the game."""
    check_json(meta, "", "meta")
    _check(META.problems(meta), "", "meta")
    put(replay, replay._head, "meta", meta or MISSING, Label("meta"))


def put(replay: Tree, where: dict[str, Any], name: str, value: Any, label: Label | None = None) -> None:
    """Set a key, or remove it if the value is MISSING, as an edit that can be undone."""
    old = where.get(name, MISSING)

    def do() -> None:
        nonlocal old, value
        old, value = turn(old, value)

    def undo() -> None:
        nonlocal old, value
        value, old = turn(value, old)

    def turn(before: Any, after: Any) -> tuple[Any, Any]:
        """Change one to the other. Return the values before and after, for the opposite change."""
        now = where.get(name, MISSING)
        to = after if same(now, before) else turned(now, before, after) if name in TEXTS else now
        if to is MISSING:
            where.pop(name, None)
        else:
            where[name] = to
        return now, to

    place = (id(where), name)
    replay.history.do(Edit(do, undo, place, _text(old), _text(value)), label)


def _text(value: Any) -> str:
    """Return a value as JSON, in which 1 and True differ; an empty text if it is MISSING."""
    return "" if value is MISSING else to_json(value)


def _check(problems: Iterator[Problem], node: str, key: str = "") -> None:
    for problem in problems:
        raise as_error(problem, node=node, key=key)


def record(replay: Tree, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
    """Continue the game itself; see Replay.record."""
    position = replay.end.position
    if what is None:
        if replay.seed is None and position.phase == DEAL:
            raise refused("the game has no seed for a deal", replay.end, "deal", "the deal from the table")
        what = deal(position, "" if replay.seed is None else replay.seed)
    state = position.apply(what).state
    if isinstance(what, str):
        node = Node(replay.end, trusted(what), True, None, state)
    else:
        given = what if isinstance(what, Deal) else Deal.from_dict(what)
        node = Node(replay.end, given, True, {"check": check_of(state)}, state)
    check_count(replay, replay.end)
    replay.end._next = node
    replay._end = node
    replay._count += 1
    replay.history.notify()
    return node


class Takeback:
    """Takes back the end of a replay's recorded line, so that the game continues from an earlier node.

    What is taken back becomes an alternative once something else has been recorded in its place. Until then
    it is held here, and a file that is saved in the meantime does not have it.
    """

    def __init__(self, replay: Tree) -> None:
        self._replay = replay
        self._held: tuple[Node, ...] = ()

    def to(self, node: Node) -> None:
        """Make `node` the end of the recorded line again.

        Earlier edits can no longer be undone. Raises ReplayError if nothing was recorded after `node`, or if
        alternatives would be nested more deeply than a file allows.
        """
        if not node.recorded or node.next is None:
            raise ReplayError("nothing was recorded after this node", kind="edit", node=node.path)
        if 1 + max(map(depth_below, node.children)) > MAX_DEPTH:
            raise ReplayError(
                "moves were taken back too often: alternatives would be nested too deeply",
                kind="bound",
                node=node.path,
                expected=f"at most {MAX_DEPTH} deep",
            )
        self._put_back()
        self._held = node.children
        self._replay._count -= sum(map(count_from, self._held))
        self._hold(node)
        self._replay.history.forget()  # undo would restore children that now have another parent
        self._replay.history.notify()

    def _put_back(self) -> None:
        """Restore what was held after the end of the line, since an earlier node is taken back with it."""
        if self._held:
            self._replay.end._put_children(self._held)
            self._replay._count += sum(map(count_from, self._held))

    def _hold(self, node: Node) -> None:
        for each in self._held[0].line():
            each._recorded = False
        _mark(self._held[0])
        node._put_children(())
        self._replay._end = node

    def attach(self, node: Node) -> None:
        """Make what was taken back an alternative to `node`, which was recorded in its place.

        If the same was played again, only what followed it remains taken back.
        """
        same = [head for head in self._held if head._action == node._action]
        others = [head for head in self._held if head._action != node._action]
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

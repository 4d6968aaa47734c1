"""What a reader may do to the tree: branch, promote, delete. None of it changes the recorded line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from silkenweb.errors import IllegalMove, ReplayError, quote
from silkenweb.game import Deal, Move, Position, deal
from silkenweb.game.state import DEAL
from silkenweb.replay.edits import Edit, Label
from silkenweb.replay.luck import DEFAULT_LUCK, first_luck_fault, luck_after, luck_fault
from silkenweb.replay.merge import arranged
from silkenweb.replay.node import Node
from silkenweb.replay.schema import MAX_DEPTH, MAX_NODES
from silkenweb.replay.verification import check_of
from silkenweb.text.refusals import in_english

if TYPE_CHECKING:
    from silkenweb.replay.tree import Replay


def refused(reason: str, node: Node, kind: str = "edit", expected: str = "") -> ReplayError:
    """An edit that the tree does not allow."""
    return ReplayError(reason, kind=kind, node=node.path, level=node.level, expected=expected)


def branch(replay: Replay, node: Node, what: str | Deal | Mapping[str, Any] | None, luck: str | None) -> Node:
    """The child of `node` with this move or deal, made if it is not there yet; a deal that must follow is
    made too.
    """
    made = _dealt(replay, node, what, luck) if node.state.phase == DEAL else _decided(node, what)
    there = next((child for child in node.children if child._what == made._what), None)
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


def _dealt(replay: Replay, node: Node, what: str | Deal | Mapping[str, Any] | None, luck: str | None) -> Node:
    """The node of a deal after this one, from the luck that the branch has (see luck.py)."""
    position, before = node.position, luck_after(node)
    if isinstance(what, str):
        position.apply(what)  # raises: no move can be made where a deal must come
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
            "the deals of a branch come from a seed",
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
    """Whether the alternative that goes on after this node has had a deal."""
    each: Node | None = node
    while each is not None and not each.recorded:
        if each.deal is not None:
            return True
        if each.parent is None or each.parent.next is not each:
            return False
        each = each.parent
    return False


def depth_of(node: Node) -> int:
    """How many alternatives deep a node lies; the recorded line is 0."""
    depth = 0
    while node.parent is not None:
        depth += node.parent.next is not node
        node = node.parent
    return depth


def depth_below(node: Node) -> int:
    """How many alternatives more than `node` the deepest node after it lies."""
    deepest, todo = 0, [(node, 0)]
    while todo:
        each, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + (index > 0)) for index, child in enumerate(each.children)]
    return deepest


def count_from(node: Node) -> int:
    """How many nodes there are from this one on, itself among them."""
    count, todo = 0, [node]
    while todo:
        each = todo.pop()
        count += 1
        todo += each.children
    return count


def check_room(replay: Replay, node: Node) -> None:
    """Raise ReplayError if nothing can be added after this node."""
    if node is replay.end:
        raise refused(
            "the recorded line ends here, and an alternative begins instead of a node, not after the last",
            node,
            expected="a branch from an earlier node, or replay.record(...) to go on with the game itself",
        )
    check_count(replay, node)
    if node.children and depth_of(node) >= MAX_DEPTH:
        raise refused("too many alternatives within each other", node, "bound", f"at most {MAX_DEPTH}")


def check_bounds(replay: Replay) -> None:
    """Whether the tree is no deeper and no larger than a file may be."""
    if depth_below(replay.root) > MAX_DEPTH:
        raise refused("too many alternatives within each other", replay.root, "bound", f"at most {MAX_DEPTH}")
    if replay.count > MAX_NODES:
        raise refused("the replay is full", replay.root, "bound", f"at most {MAX_NODES:,} nodes")


def check_count(replay: Replay, node: Node) -> None:
    """Whether one more node may be added after this one."""
    if replay.count >= MAX_NODES:
        raise refused("the replay is full", node, "bound", f"at most {MAX_NODES:,} nodes")


def change(replay: Replay, parent: Node, children: Sequence[Node]) -> None:
    """Give a node other children, so that it can be undone.

    If another reader's changes were merged since, undo and redo leave them: they add and remove only what
    this edit did, and no branch that the other one has changed.
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
        """Go from one to the other; what was there, and what is there now, for the way back."""
        nonlocal last
        now, since, last = parent.children, last, replay._merges
        if replay._merges == since and now == before:
            _put(replay, parent, after)
        else:
            _merge_children(replay, parent, before, after, since)
        return now, parent.children

    replay.history.do(Edit(do, undo, parent, old, new))


def _put(replay: Replay, parent: Node, children: Sequence[Node]) -> None:
    old, new = set(parent.children), set(children)
    replay._count += sum(map(count_from, new - old)) - sum(map(count_from, old - new))
    parent._put_children(children)


def _merge_children(
    replay: Replay, parent: Node, before: tuple[Node, ...], after: tuple[Node, ...], since: int
) -> None:
    """Do to the present children what leads from `before` to `after`, as far as the tree allows it."""
    now = parent.children
    nodes = {node._what: node for node in (*before, *after, *now)}
    touched = [node._what for node in now if replay._touched.get(node, 0) > since]
    own, base, other = ([node._what for node in each] for each in (after, before, now))
    _put(replay, parent, [nodes[what] for what in arranged(own, base, other, touched)])
    try:
        keep_luck(replay, parent)
        check_bounds(replay)
    except ReplayError:
        _put(replay, parent, now)


def _add(replay: Replay, parent: Node, made: Node) -> None:
    replay._added.add(made)
    change(replay, parent, (*parent.children, made))


def delete(replay: Replay, node: Node) -> None:
    """Remove a node of a reader's and all that follows it."""
    parent = node.parent
    if node.recorded or parent is None:
        raise refused("the recorded line can't be deleted", node, expected="a node of an alternative")
    with replay.one_step(Label("delete", node)):
        change(replay, parent, [each for each in parent.children if each is not node])
        keep_luck(replay, parent)


def promote(replay: Replay, node: Node) -> None:
    """Move the alternative that holds `node` to the first place that a reader's line can have."""
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
        raise refused("too many alternatives within each other", node, "bound", f"at most {MAX_DEPTH}")
    rest = [each for each in old if each is not head]
    with replay.one_step(Label("promote", head)):
        change(replay, parent, [*rest[:first], head, *rest[first:]])
        keep_luck(replay, parent)


def keep_luck(replay: Replay, parent: Node) -> None:
    """Refuse an edit after which a deal would have a luck that it can't have in its new place."""
    for child in parent.children:
        fault = "" if child.recorded else first_luck_fault(replay.seed, child)
        if fault:
            raise refused(f"this would leave a deal with the wrong luck: {fault}", child, "luck")

"""Three-way merges of two copies of a replay: the branches and notes that readers changed since a base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from silkenweb.errors import ReplayError, quote, shorten
from silkenweb.game import Deal
from silkenweb.replay import edits
from silkenweb.replay.history import Label
from silkenweb.replay.luck import first_luck_fault
from silkenweb.replay.schema import MAX_COMMENT, MAX_NODES, OWN
from silkenweb.replay.tree import Node, Tree
from silkenweb.replay.value_merge import MISSING, OTHER_COMMENT, TEXTS, arranged, joined, moved, same, wrote

Action = str | Deal | None
Trio = tuple[Node, Node | None, Node]  # this copy's node, the base's if it had it, the other copy's

BRANCH: Final = "branch"
ORDER: Final = "order"
CLEARED: Final = "cleared"

LEAVES_OUT: Final = "x_leaves_out"
"""The key in the head of a branches file for what it leaves out of the game; see branch_file.py."""


class Conflict(NamedTuple):
    """A change by both sides: `name` is the name of a note, "branch", "order" or "cleared".

    "cleared" is a note that one side only deleted; a comment also if that side deleted part of it.
    """

    node: Node
    name: str


class Merged(NamedTuple):
    """The result of a merge: numbers of nodes added and removed, and of notes changed; and the conflicts."""

    added: int = 0
    removed: int = 0
    notes: int = 0
    conflicts: tuple[Conflict, ...] = ()


class Snapshot(NamedTuple):
    """The notes and children of a node at some time."""

    notes: Mapping[str, Any]
    children: tuple[Node, ...]


NOTHING: Final = Snapshot({}, ())


class Base:
    """The contents of a replay at some time, with which later ones are compared."""

    def __init__(self, root: Node, nodes: dict[Node, Snapshot], head: dict[str, Any]) -> None:
        self.root = root
        self.head = head
        self._nodes = nodes

    @classmethod
    def of(cls, replay: Tree) -> Base:
        """Return the current contents of a replay."""
        nodes = {node: Snapshot(_notes_of(node), node.children) for node in replay.nodes()}
        return cls(replay.root, nodes, _head_of(replay))

    @classmethod
    def empty(cls, replay: Tree) -> Base:
        """Return an empty base: with it, every difference between two copies counts as added."""
        return cls(replay.root, {replay.root: NOTHING}, {})

    def shared_with(self, other: Tree) -> Base:
        """Return the part of this base that `other` has too, though its texts and order may differ.

        With this base, whatever `other` lacks does not count as deleted, and whatever differs counts as its
        change.
        """
        nodes: dict[Node, Snapshot] = {}
        todo: list[tuple[Node, Node]] = [(self.root, other.root)]
        while todo:
            mine, theirs = todo.pop()
            snapshot, there = self.at(mine), _by_action(theirs.children)
            both = tuple(child for child in snapshot.children if child._action in there)
            nodes[mine] = Snapshot(_restricted(snapshot.notes, _notes_of(theirs)), both)
            todo += [(child, there[child._action]) for child in both]
        return Base(self.root, nodes, _restricted(self.head, _head_of(other)))

    def at(self, node: Node | None) -> Snapshot:
        """Return a node as it was then; a node that was not in the tree then, as it is now."""
        if node is None:
            return NOTHING
        return self._nodes.get(node) or Snapshot(_notes_of(node), node.children)

    def edited(self, node: Node, now: Node) -> bool:
        """Return whether a branch was changed since then by anything except deletions."""
        todo = [(node, now)]
        while todo:
            old, new = todo.pop()
            snapshot, there = self.at(old), _by_action(new.children)
            before = _by_action(snapshot.children)
            if not all(
                same(snapshot.notes.get(name, MISSING), value) for name, value in _notes_of(new).items()
            ):
                return True
            if there.keys() - before.keys() or moved([*there], [*before]):
                return True
            todo += [(before[action], child) for action, child in there.items()]
        return False

    def lost_in(self, replay: Tree) -> bool:
        """Return whether the replay lacks a node or a note that was there then."""
        if not self.head.keys() <= _head_of(replay).keys():
            return True
        todo: list[tuple[Node, Node]] = [(self.root, replay.root)]
        while todo:
            old, new = todo.pop()
            snapshot, there = self.at(old), _by_action(new.children)
            if not snapshot.notes.keys() <= _notes_of(new).keys():
                return True
            for child in snapshot.children:
                if child._action not in there:
                    return True
                todo.append((child, there[child._action]))
        return False


def merge(replay: Tree, base: Base, other: Tree, *, undoable: bool = False) -> Merged:
    """Apply to `replay` the changes of `other` since `base`, keeping those of `replay`.

    Unless `undoable`, a merge is not the reader's edit: undo affects only what the reader did before, and
    keeps what was merged. The record of `other` may be shorter. Raises ReplayError for another game, and if
    the result would be too large for a replay; then nothing changes.
    """
    check_same_game(replay, other)
    work = _Merge(replay, base, other)
    replay._merges += 1
    with replay.history.step(Label("adopt"), undoable):
        work.run()
    return work.merged


def check_same_game(replay: Tree, other: Tree) -> None:
    """Raise ReplayError unless both are the same game, of which `other` may have only the beginning."""
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
            raise _another(f"it continues after node {len(replay.main_line())}", theirs._action, "its end")
        if theirs is None:
            return
        if mine._action != theirs._action:
            raise _another(f"the recorded line differs at node {mine.path}", theirs._action, mine._action)


def _another(reason: str, found: Any, expected: Any) -> ReplayError:
    texts = (shorten(_words(found)), shorten(_words(expected)))
    return ReplayError(f"this is another game: {reason}", kind="edit", found=texts[0], expected=texts[1])


def _words(action: Any) -> str:
    return quote(action) if action is None or isinstance(action, str) else str(action)


class _Merge:
    """A merge in progress. It visits all pairs of nodes that both copies have, starting with the root."""

    def __init__(self, replay: Tree, base: Base, other: Tree) -> None:
        self.replay, self.base, self.other = replay, base, other
        self.added = self.removed = self.notes = 0
        self.conflicts: list[Conflict] = []
        self._detached: dict[tuple[Node | None, Action], Node] | None = None

    @property
    def merged(self) -> Merged:
        return Merged(self.added, self.removed, self.notes, tuple(self.conflicts))

    def run(self) -> None:
        self._merge_head()
        todo: list[Trio] = [(self.replay.root, self.base.root, self.other.root)]
        while todo:
            mine, old, theirs = todo.pop()
            self._merge_notes(mine, self.base.at(old).notes, theirs)
            todo += self._merge_children(mine, old, theirs)
        if self.added or self.removed:
            edits.check_bounds(self.replay)

    # -- notes -------------------------------------------------------------------------------------

    def _merge_head(self) -> None:
        """Merge the `x_` keys of the head, and `meta` entry by entry."""
        before, theirs = self.base.head, _head_of(self.other)
        values = self._merged(self.replay.root, _head_of(self.replay), before, theirs)
        head = self.replay._head
        meta = dict(head.get("meta", {}))
        for name, value in values.items():
            if name.startswith(OWN):
                edits.put(self.replay, head, name, value)
                continue
            meta.pop(name.removeprefix(_META), None)
            if value is not MISSING:
                meta[name.removeprefix(_META)] = value
        if not same(meta, head.get("meta", {})):
            edits.put(self.replay, head, "meta", meta or MISSING)

    def _merge_notes(self, mine: Node, before: Mapping[str, Any], theirs: Node) -> None:
        for name, value in self._merged(mine, _notes_of(mine), before, _notes_of(theirs)).items():
            if mine._notes is None:
                mine._notes = {}
            edits.put(self.replay, mine._notes, name, value)
            self._touch(mine)

    def _merged(
        self, node: Node, own: Mapping[str, Any], before: Mapping[str, Any], other: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the notes of a node that change, with their new values; MISSING removes a note."""
        found: dict[str, Any] = {}
        for name in sorted({*own, *before, *other}):
            mine, old, theirs = (notes.get(name, MISSING) for notes in (own, before, other))
            if same(theirs, old) or same(theirs, mine):
                continue
            if same(mine, old):
                found[name] = theirs
                continue
            cleared = mine is MISSING or theirs is MISSING
            if name in TEXTS:
                cleared = not (wrote(mine, old) and wrote(theirs, old))
            self.conflicts.append(Conflict(node, CLEARED if cleared else name))
            if name in TEXTS:
                both = joined(mine, old, theirs)
                if name == "comment" and both is not MISSING and len(both) > MAX_COMMENT:
                    found[OTHER_COMMENT] = joined(own.get(OTHER_COMMENT), MISSING, theirs)
                else:
                    found[name] = both
            elif mine is MISSING:
                found[name] = theirs
        found = {
            name: value if value is MISSING else deepcopy(value)
            for name, value in found.items()
            if not same(value, own.get(name, MISSING))
        }
        self.notes += len(found)
        return found

    # -- branches ----------------------------------------------------------------------------------

    def _merge_children(self, mine: Node, old: Node | None, theirs: Node) -> list[Trio]:
        """Merge the children of a node. Return the pairs of children to merge next."""
        own, before = _by_action(mine.children), _by_action(self.base.at(old).children)
        others = _by_action(theirs.children)
        pairs: list[Trio] = [
            (node, before.get(action), others[action]) for action, node in own.items() if action in others
        ]
        kept = self._kept(mine, own, before, others)
        wanted = arranged([*own], [*before], [*others], kept)
        if moved([*own], [*before]) and moved([*others], [*before]) and moved([*others], [*own]):
            self.conflicts.append(Conflict(mine, ORDER))
        brought: dict[Action, Node] = {}

        def node_of(action: Action) -> Node:
            if action in own:
                return own[action]
            if action not in brought:
                brought[action] = self._bring(mine, before.get(action), others[action], pairs)
            return brought[action]

        children = sorted(map(node_of, wanted), key=lambda child: not child.recorded)
        self._put_children(mine, children)
        if self._luckless(mine):  # a deal lost the place that its luck requires, so keep everything
            self._put_children(
                mine, [node_of(action) for action in (*own, *(other for other in others if other not in own))]
            )
            self.conflicts.append(Conflict(mine, BRANCH))
            edits.keep_luck(self.replay, mine)
        return pairs

    def _kept(
        self,
        mine: Node,
        own: Mapping[Action, Node],
        before: Mapping[Action, Node],
        others: Mapping[Action, Node],
    ) -> set[Action]:
        """Return the children to keep although one side deleted them.

        These are recorded nodes, and those that the other side has changed.
        """
        kept = set()
        for action, node in before.items():
            if (action in own) == (action in others):
                continue
            left = own[action] if action in own else others[action]
            if left.recorded:
                kept.add(action)
            elif self.base.edited(node, left):
                kept.add(action)
                self.conflicts.append(Conflict(own.get(action, mine), BRANCH))
        return kept

    def _put_children(self, mine: Node, children: Sequence[Node]) -> None:
        old = mine.children
        if tuple(children) == old:
            return
        come, go = set(children) - set(old), set(old) - set(children)
        added = sum(map(edits.count_from, come))
        if self.replay.count + added > MAX_NODES:
            raise edits.refused("the replay is full", mine, "bound", f"at most {MAX_NODES:,} nodes")
        self.added += added
        self.removed += sum(map(edits.count_from, go))
        edits.change(self.replay, mine, children)
        self._touch(mine)
        for node in come:
            self.replay._touched[node] = self.replay._merges

    def _luckless(self, parent: Node) -> bool:
        seed = self.replay.seed
        return any(first_luck_fault(seed, child) for child in parent.children if not child.recorded)

    def _bring(self, parent: Node, old: Node | None, theirs: Node, pairs: list[Trio]) -> Node:
        """Return the node to add for the other copy's node.

        It is the node deleted here, if there is one, so that undo finds the node that it knows; otherwise a
        copy.
        """
        known = old if old is not None and old._parent is parent else self._deleted(parent, theirs._action)
        if known is None:
            copies = _copied(parent, theirs)
            self.replay._added.update(copies)
            return copies[0]
        pairs.append((known, known, theirs))
        return known

    def _deleted(self, parent: Node, action: Action) -> Node | None:
        if self._detached is None:
            self._detached = {(node._parent, node._action): node for node in self.replay._added}
        return self._detached.get((parent, action))

    def _touch(self, node: Node) -> None:
        """Protect this node and its ancestors from removal by undo."""
        each: Node | None = node
        while each is not None and self.replay._touched.get(each) != self.replay._merges:
            self.replay._touched[each] = self.replay._merges
            each = each.parent


def _by_action(children: Sequence[Node]) -> dict[Action, Node]:
    return {child._action: child for child in children}


_META: Final = "meta."


def _head_of(replay: Tree) -> dict[str, Any]:
    """Return what a reader may change in the head, by name: `x_` keys, and `meta.title` and so on."""
    own = {name: value for name, value in replay._head.items() if name.startswith(OWN)}
    own.pop(LEAVES_OUT, None)
    return own | {_META + name: value for name, value in replay._head.get("meta", {}).items()}


def _notes_of(node: Node) -> dict[str, Any]:
    """Return the notes that a reader may change."""
    return {
        name: value
        for name, value in (node._notes or {}).items()
        if name in ("comment", "glyph", "review") or name.startswith(OWN)
    }


def _restricted(notes: Mapping[str, Any], to: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in notes.items() if name in to}


def _copied(parent: Node, theirs: Node) -> list[Node]:
    """Copy a node and all nodes after it, as a child of `parent`. Return the copies, that node first."""
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
    notes = deepcopy(theirs._notes) if theirs._notes else None
    return Node(parent, theirs._action, False, notes, theirs._state)

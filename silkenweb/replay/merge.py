"""Merging two copies of a replay, beginning from what both had: readers' branches and notes."""

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
from silkenweb.replay.value_merge import MISSING, OTHER_COMMENT, TEXTS, arranged, joined, moved, same

What = str | Deal | None
Trio = tuple[Node, Node | None, Node]  # this copy's node, the base's if it had it, the other copy's

BRANCH: Final = "branch"
ORDER: Final = "order"

LEAVES_OUT: Final = "x_leaves_out"
"""The key in the head of a branches file that says what it leaves out of the game; see branchfile.py."""


class Conflict(NamedTuple):
    """Something that both sides changed: `name` is that of a note, "branch" or "order"."""

    node: Node
    name: str


class Merged(NamedTuple):
    """What a merge did: how many nodes came and went, how many notes changed, and the conflicts."""

    added: int = 0
    removed: int = 0
    notes: int = 0
    conflicts: tuple[Conflict, ...] = ()


class Stood(NamedTuple):
    """A node's notes and children at some time."""

    notes: Mapping[str, Any]
    children: tuple[Node, ...]


NOTHING: Final = Stood({}, ())


class Base:
    """How a replay stood at some time, to compare later states with."""

    def __init__(self, root: Node, nodes: dict[Node, Stood], head: dict[str, Any]) -> None:
        self.root = root
        self.head = head
        self._nodes = nodes

    @classmethod
    def of(cls, replay: Tree) -> Base:
        """The present state of a replay."""
        nodes = {node: Stood(_notes_of(node), node.children) for node in replay.nodes()}
        return cls(replay.root, nodes, _head_of(replay))

    @classmethod
    def empty(cls, replay: Tree) -> Base:
        """The base of copies of which nothing is known: all that differs was added."""
        return cls(replay.root, {replay.root: NOTHING}, {})

    def shared_with(self, other: Tree) -> Base:
        """Only what `other` has too, though perhaps with another text or in another order.

        With this base, what `other` lacks was never deleted, and what it has otherwise is its change.
        """
        nodes: dict[Node, Stood] = {}
        todo: list[tuple[Node, Node]] = [(self.root, other.root)]
        while todo:
            mine, theirs = todo.pop()
            stood, there = self.stood(mine), _by_what(theirs.children)
            both = tuple(child for child in stood.children if child._what in there)
            nodes[mine] = Stood(_restricted(stood.notes, _notes_of(theirs)), both)
            todo += [(child, there[child._what]) for child in both]
        return Base(self.root, nodes, _restricted(self.head, _head_of(other)))

    def stood(self, node: Node | None) -> Stood:
        """A node as it was then. One that was not in the tree then is taken as it is now."""
        if node is None:
            return NOTHING
        return self._nodes.get(node) or Stood(_notes_of(node), node.children)

    def edited(self, node: Node, now: Node) -> bool:
        """Whether a branch has now something that it had not then: more than deletions was done to it."""
        todo = [(node, now)]
        while todo:
            old, new = todo.pop()
            stood, there = self.stood(old), _by_what(new.children)
            before = _by_what(stood.children)
            if not all(same(stood.notes.get(name, MISSING), value) for name, value in _notes_of(new).items()):
                return True
            if there.keys() - before.keys() or moved([*there], [*before]):
                return True
            todo += [(before[what], child) for what, child in there.items()]
        return False

    def lost_in(self, replay: Tree) -> bool:
        """Whether anything that was there then, a node or a note, is no longer in the replay."""
        if not self.head.keys() <= _head_of(replay).keys():
            return True
        todo: list[tuple[Node, Node]] = [(self.root, replay.root)]
        while todo:
            old, new = todo.pop()
            stood, there = self.stood(old), _by_what(new.children)
            if not stood.notes.keys() <= _notes_of(new).keys():
                return True
            for child in stood.children:
                if child._what not in there:
                    return True
                todo.append((child, there[child._what]))
        return False


def merge(replay: Tree, base: Base, other: Tree, *, undoable: bool = False) -> Merged:
    """Take into `replay` what was changed in `other` since `base`; what `replay` changed since then stays.

    It is no edit of the reader's unless `undoable`: undo takes back only what the reader did before, and
    leaves what came. `other` may have been recorded less far. Raises ReplayError for another game, and if
    the result would be larger than a replay may be; then nothing changes.
    """
    check_same_game(replay, other)
    work = _Merge(replay, base, other)
    replay._merges += 1
    with replay.history.step(Label("adopt"), undoable):
        work.run()
    return work.merged


def check_same_game(replay: Tree, other: Tree) -> None:
    """Raise ReplayError unless both are the same game, `other` perhaps not to its end."""
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
    texts = (shorten(_words(found)), shorten(_words(expected)))
    return ReplayError(f"this is another game: {reason}", kind="edit", found=texts[0], expected=texts[1])


def _words(what: Any) -> str:
    return quote(what) if what is None or isinstance(what, str) else str(what)


class _Merge:
    """One merge under way: all pairs of nodes that both copies have are visited from the root on."""

    def __init__(self, replay: Tree, base: Base, other: Tree) -> None:
        self.replay, self.base, self.other = replay, base, other
        self.added = self.removed = self.notes = 0
        self.conflicts: list[Conflict] = []
        self._detached: dict[tuple[Node | None, What], Node] | None = None

    @property
    def merged(self) -> Merged:
        return Merged(self.added, self.removed, self.notes, tuple(self.conflicts))

    def run(self) -> None:
        self._merge_head()
        todo: list[Trio] = [(self.replay.root, self.base.root, self.other.root)]
        while todo:
            mine, old, theirs = todo.pop()
            self._merge_notes(mine, self.base.stood(old).notes, theirs)
            todo += self._merge_children(mine, old, theirs)
        if self.added or self.removed:
            edits.check_bounds(self.replay)

    # -- notes -------------------------------------------------------------------------------------

    def _merge_head(self) -> None:
        """The head's `x_` keys, and `meta` entry by entry."""
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
        """The notes of a node that get another value; MISSING takes a note away."""
        found: dict[str, Any] = {}
        for name in sorted({*own, *before, *other}):
            mine, old, theirs = (notes.get(name, MISSING) for notes in (own, before, other))
            if same(theirs, old) or same(theirs, mine):
                continue
            if same(mine, old):
                found[name] = theirs
                continue
            self.conflicts.append(Conflict(node, name))
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
        """Merge the children of a node; the pairs of children that both have, to be merged next."""
        own, before = _by_what(mine.children), _by_what(self.base.stood(old).children)
        others = _by_what(theirs.children)
        pairs: list[Trio] = [
            (node, before.get(what), others[what]) for what, node in own.items() if what in others
        ]
        kept = self._kept(mine, own, before, others)
        wanted = arranged([*own], [*before], [*others], kept)
        if moved([*own], [*before]) and moved([*others], [*before]) and moved([*others], [*own]):
            self.conflicts.append(Conflict(mine, ORDER))
        brought: dict[What, Node] = {}

        def node_of(what: What) -> Node:
            if what in own:
                return own[what]
            if what not in brought:
                brought[what] = self._bring(mine, before.get(what), others[what], pairs)
            return brought[what]

        children = sorted(map(node_of, wanted), key=lambda child: not child.recorded)
        self._put_children(mine, children)
        if self._luckless(mine):  # a deal lost the place that its luck needs, so nothing is taken away
            self._put_children(mine, [node_of(what) for what in (*own, *(w for w in others if w not in own))])
            self.conflicts.append(Conflict(mine, BRANCH))
            edits.keep_luck(self.replay, mine)
        return pairs

    def _kept(
        self,
        mine: Node,
        own: Mapping[What, Node],
        before: Mapping[What, Node],
        others: Mapping[What, Node],
    ) -> set[What]:
        """The children that stay although one side deleted them: recorded ones, and those that the other
        side has changed."""
        kept = set()
        for what, node in before.items():
            if (what in own) == (what in others):
                continue
            left = own[what] if what in own else others[what]
            if left.recorded:
                kept.add(what)
            elif self.base.edited(node, left):
                kept.add(what)
                self.conflicts.append(Conflict(own.get(what, mine), BRANCH))
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
        """The node that stands here for the other copy's: one that was deleted here if there is one, so that
        undo meets the node that it knows; else a copy."""
        known = old if old is not None and old._parent is parent else self._deleted(parent, theirs._what)
        if known is None:
            copies = _copied(parent, theirs)
            self.replay._added.update(copies)
            return copies[0]
        pairs.append((known, known, theirs))
        return known

    def _deleted(self, parent: Node, what: What) -> Node | None:
        if self._detached is None:
            self._detached = {(node._parent, node._what): node for node in self.replay._added}
        return self._detached.get((parent, what))

    def _touch(self, node: Node) -> None:
        """Undo must not remove this node any more, nor any that it comes after."""
        each: Node | None = node
        while each is not None and self.replay._touched.get(each) != self.replay._merges:
            self.replay._touched[each] = self.replay._merges
            each = each.parent


def _by_what(children: Sequence[Node]) -> dict[What, Node]:
    return {child._what: child for child in children}


_META: Final = "meta."


def _head_of(replay: Tree) -> dict[str, Any]:
    """What a reader may change in a replay's head, by name: `x_` keys, and `meta.title` and so on."""
    own = {name: value for name, value in replay._head.items() if name.startswith(OWN)}
    own.pop(LEAVES_OUT, None)
    return own | {_META + name: value for name, value in replay._head.get("meta", {}).items()}


def _notes_of(node: Node) -> dict[str, Any]:
    """What a reader may change in a node."""
    return {
        name: value
        for name, value in (node._notes or {}).items()
        if name in ("comment", "glyph", "review") or name.startswith(OWN)
    }


def _restricted(notes: Mapping[str, Any], to: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in notes.items() if name in to}


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
    notes = deepcopy(theirs._notes) if theirs._notes else None
    return Node(parent, theirs._what, False, notes, theirs._state)

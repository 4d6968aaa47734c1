"""The tree of a replay: its nodes, and the data they share. Other modules read, write, edit and merge it.

The first child of a node continues its line; each further child begins an alternative to the first one.
Positions and events are computed on demand.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import deepcopy
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, quote, shorten
from silkenweb.game import Deal, Event, Move, Position, View
from silkenweb.game.deal import apply_deal
from silkenweb.game.move import trusted
from silkenweb.game.notation import position_text
from silkenweb.game.state import KEEP, LOST, ROTATE, TAKE, TURN, WON, State, sealed
from silkenweb.game.transition import apply
from silkenweb.game.view import seen_events
from silkenweb.replay.history import History, Label, Step
from silkenweb.replay.schema import OWN

_PATH = re.compile(r"(?:0|[1-9][0-9]{0,6}(?:/[1-9][0-9]{0,6}/[1-9][0-9]{0,6})*)", re.ASCII)


class Outcome(NamedTuple):
    """The result of a recorded game: `phase` is won, lost or open; `score` is the number of Relics if won."""

    phase: str
    level: int
    score: int | None


def outcome_of(state: State) -> Outcome:
    """Return the outcome of a game that ends, or stops, in this state."""
    phase = state.phase if state.phase in (WON, LOST) else "open"
    return Outcome(phase, state.level, state.held_relics().bit_count() if phase == WON else None)


def check_of(state: State) -> str:
    """Return the check of a position, 16 hex digits: the BLAKE2b digest of its text."""
    return blake2b(position_text(state).encode(), digest_size=8).hexdigest()


class Participant(NamedTuple):
    """A player of the game: the character's key and, if known, the name of the person or bot."""

    character: str
    name: str | None = None


class Node(msgspec.Struct, eq=False):
    """A place in the tree: a decision or a deal, the position after it, and the notes about it.

    Only a Replay creates nodes. The root has neither move nor deal; its position is the one before the first
    deal.
    """

    # A Struct, since a replay may have hundreds of thousands of nodes.
    _parent: Node | None
    _action: str | Deal | None
    _recorded: bool
    _notes: dict[str, Any] | None = None
    _state: State | None = None
    _events: tuple[Event, ...] | None = None
    _next: Node | None = None
    _others: tuple[Node, ...] = ()

    def __repr__(self) -> str:
        what = (
            f"deal of level {self._action.level}"
            if isinstance(self._action, Deal)
            else self._action or "start"
        )
        return f"<Node {self.path} {what}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The replay and the path: nodes that are pickled together still belong to one replay.
        return _node_again, (self.replay, self.path)

    def __copy__(self) -> Node:
        return self

    # -- the tree ----------------------------------------------------------------------------------

    @property
    def replay(self) -> Tree:
        """The replay that this node belongs to."""
        node = self
        while node._parent is not None:
            node = node._parent
        assert isinstance(node, Root)
        assert node.owner is not None
        return node.owner

    @property
    def parent(self) -> Node | None:
        """The node before this one; None for the root."""
        return self._parent

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes after this one: first the next of its line, then the alternatives to that one."""
        return () if self._next is None else (self._next, *self._others)

    @property
    def next(self) -> Node | None:
        """The next node of the same line; None at its end."""
        return self._next

    @property
    def alternatives(self) -> tuple[Node, ...]:
        """The first nodes of the variations that begin instead of this node."""
        parent = self._parent
        return parent._others if parent is not None and parent._next is self else ()

    @property
    def recorded(self) -> bool:
        """Whether the node belongs to the recorded line, which readers cannot change."""
        return self._recorded

    @property
    def path(self) -> str:
        """The address of the node in the tree, which saving preserves.

        `0` is the root, `12` the 12th node of the recorded line, `12/1/3` the third node of the first
        alternative to node 12, and so on.
        """
        number = 0
        parts: list[str] = []
        node, parent = self, self._parent
        while parent is not None:
            number += 1
            if parent._next is node:
                node = parent
            else:
                if parent._next is None or node not in parent._others:
                    raise ReplayError("this node has been deleted", kind="edit")
                parts += [str(number), str(parent._others.index(node) + 1)]
                number = 0
                node = parent._next
            parent = node._parent
        return "/".join([str(number), *reversed(parts)])

    @property
    def link(self) -> str:
        """A short text that identifies the node in any copy of the game; see `replay.find`."""
        return self.replay.link(self)

    def line(self) -> Iterator[Node]:
        """Iterate over this node and those that follow it in its line."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.next

    # -- the game ----------------------------------------------------------------------------------

    @property
    def move(self) -> Move | None:
        """The decision; None for a deal and the root."""
        return trusted(self._action) if isinstance(self._action, str) else None

    @property
    def deal(self) -> Deal | None:
        """The deal; None for a decision and the root."""
        return self._action if isinstance(self._action, Deal) else None

    @property
    def position(self) -> Position:
        """The position after this node."""
        return Position._of(self.state)

    @property
    def state(self) -> State:
        """The engine's state of the position, read-only, for code that needs speed."""
        if self._state is None:
            todo: list[Node] = []
            node = self
            while node._state is None:
                todo.append(node)
                assert node._parent is not None
                node = node._parent
            state = node._state
            for node in reversed(todo):
                state = _after(state, node._action)
            self._state = state
        return sealed(self._state)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of this decision or deal, with all hidden information."""
        if self._events is None:
            self._events = ()
            if self._parent is not None and self._action is not None:
                self._events = self._parent.position.step(self._action).events
        return self._events

    def view(self, seat: int | str) -> View:
        """Return what a seat may know after this node; `seat` is its number or its character's key."""
        return self.position.view(seat)

    def seen(self, seat: int | str) -> tuple[Event, ...]:
        """Return the events of the level up to and including this node, as a seat saw them."""
        seat = arguments.seat(seat, self.state.tables.characters)
        return tuple(event for node in self._level() for event in seen_events(node.events, seat))

    @property
    def level(self) -> int:
        """The level of this decision or deal; for the root, the first level."""
        return self._parent.state.level if self._parent is not None else self.state.level

    @property
    def turn(self) -> int:
        """The turn of the level in which this was decided, from 1; 0 for a deal and in the keep phase."""
        if self._parent is None or isinstance(self._action, Deal):
            return 0
        return turns_begun(self._parent)

    @property
    def seat(self) -> int | None:
        """The seat that decided, from 0; None for a deal and the root."""
        seat = self._parent.state.seat if self._parent is not None else -1
        return seat if seat >= 0 else None

    def _level(self) -> list[Node]:
        """Return the nodes from the last deal to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None and node._parent is not None:
            nodes.append(node)
            if isinstance(node._action, Deal):
                break
            node = node._parent
        return nodes[::-1]

    # -- notes -----------------------------------------------------------------------------

    def _note(self, name: str) -> Any:
        return self._notes.get(name) if self._notes is not None else None

    @property
    def comment(self) -> str | None:
        """A text about the node, or None. Setting it is an edit that can be undone."""
        comment: str | None = self._note("comment")
        return comment

    @comment.setter
    def comment(self, text: str | None) -> None:
        self.replay.annotate(self, "comment", None if text == "" else text)

    @property
    def glyph(self) -> str | None:
        """One of `!!` `!` `!?` `?!` `?` `??`, or None. Setting it is an edit that can be undone."""
        glyph: str | None = self._note("glyph")
        return glyph

    @glyph.setter
    def glyph(self, glyph: str | None) -> None:
        self.replay.annotate(self, "glyph", None if glyph == "" else glyph)

    @property
    def review(self) -> Mapping[str, Any] | None:
        """A copy of the result of an analysis, whose name is in `by`; None if there is none.

        Setting it is an edit that can be undone.
        """
        review: Mapping[str, Any] | None = deepcopy(self._note("review"))
        return review

    @review.setter
    def review(self, review: Mapping[str, Any] | None) -> None:
        if review is not None:
            review = dict(
                arguments.instance("review", review, Mapping, "a dict, as JSON can hold it, or None")
            )
        self.replay.annotate(self, "review", review)

    @property
    def check(self) -> str | None:
        """The digest of the position's text, if the file has it. Loading verified it."""
        check: str | None = self._note("check")
        return check

    @property
    def luck(self) -> str | None:
        """The seed of this deal and of the later deals of its variation; None if they use the replay's seed.

        A variation has its own luck if the replay has no seed, or if it explores a different shuffle.
        """
        luck: str | None = self._note("luck")
        return luck

    @property
    def extra(self) -> dict[str, Any]:
        """A copy of the user's own keys, those that begin with `x_`."""
        return {key: deepcopy(value) for key, value in (self._notes or {}).items() if key.startswith("x_")}

    def _put_children(self, children: Sequence[Node]) -> None:
        self._next = children[0] if children else None
        self._others = tuple(children[1:])

    # -- changing the tree -------------------------------------------------------------------------

    def branch(
        self, what: str | Deal | Mapping[str, Any] | None = None, *, luck: str | int | None = None
    ) -> Node:
        """Return the child with this move, adding it as an alternative if there is none yet.

        If the move clears a level, the next deal is added automatically as the child of the new node. If a
        deal must come next, omit `what`: `branch(luck="other")` explores a different shuffle.

        Raises IllegalMove for an illegal move, and ReplayError at the end of the recorded line, which only
        `replay.record` extends.
        """
        return self.replay.branch(self, what, luck)

    def promote(self) -> Node:
        """Move the variation with this node to the first place.

        It then comes before the other alternatives and, within a variation, before the line that it was an
        alternative to. The recorded line does not change.
        """
        self.replay.promote(self)
        return self

    def delete(self) -> None:
        """Remove the node and everything after it. Raises ReplayError for a node of the recorded line."""
        self.replay.delete(self)


def _node_again(replay: Tree, path: str) -> Node:
    """Return a copied or unpickled node: the same place in the copy of its replay."""
    return replay.node(path)


class Root(Node, eq=False):
    """The node before the first deal; `owner` is its replay."""

    owner: Tree | None = None


class Tree(ABC):
    """The nodes of a replay, with the head of its file and the history of its edits.

    `Replay` adds loading, saving and editing; the functions that implement these work on a Tree.
    """

    def __init__(self, head: dict[str, Any], root: Root, end: Node, count: int) -> None:
        """Create a tree: `head` is the file without its line, `end` the last recorded node."""
        self._head = head
        self._root = root
        self._end = end
        self._count = count
        self.history = History()
        self._added: set[Node] = set()
        self._merges = 0
        """The number of times another copy of the game was merged into this one."""
        self._touched: dict[Node, int] = {}
        """Nodes in or below which another reader changed something, with the number of the last merge."""
        self.file: Path | None = None
        """The file that the replay was loaded from or first saved to; None if there is none."""
        self._companions: dict[Hashable, Any] = {}
        """Objects that exist as long as the replay, such as its autosaves."""
        root.owner = self

    # -- data, which only edits change ---------------------------------------------

    @property
    def head(self) -> Mapping[str, Any]:
        """A read-only copy of the file without its line."""
        return MappingProxyType(deepcopy(self._head))

    @property
    def root(self) -> Root:
        """The node before the first deal."""
        return self._root

    @property
    def end(self) -> Node:
        """The last node of the recorded line."""
        return self._end

    @property
    def count(self) -> int:
        """The number of nodes, not counting the root."""
        return self._count

    @property
    def added(self) -> frozenset[Node]:
        """Nodes that readers have added since the file was read, including undone ones."""
        return frozenset(self._added)

    # -- the game ----------------------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The card data."""
        return self.root.position.edition

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters in seat order, clockwise."""
        return self.root.state.tables.characters

    @property
    def players(self) -> tuple[Participant, ...]:
        """The players in seat order."""
        return tuple(Participant(each["character"], each.get("name")) for each in self._head["players"])

    @property
    def blessings(self) -> int:
        """The number of Blessings at the start."""
        return self.root.state.blessings

    @property
    def seed(self) -> str | None:
        """The seed of the deals; None for a game entered from a real table."""
        seed: str | None = self._head.get("seed")
        return seed

    @property
    def outcome(self) -> Outcome:
        """The result of the recorded game."""
        return outcome_of(self.end.state)

    @property
    def meta(self) -> dict[str, Any]:
        """A copy of the information about the game: recorded, by, title, tags."""
        found: dict[str, Any] = deepcopy(self._head.get("meta", {}))
        return found

    @property
    def extra(self) -> dict[str, Any]:
        """A copy of the user's own keys of the file, those that begin with `x_`."""
        return {key: deepcopy(value) for key, value in self._head.items() if key.startswith(OWN)}

    # -- the tree ----------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of nodes in the recorded line."""
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True  # even before the first deal

    def __iter__(self) -> Iterator[Node]:
        """Iterate over the nodes of the recorded line, as `main_line` lists them."""
        line = self.root.line()
        next(line)
        return line

    def main_line(self) -> list[Node]:
        """Return the nodes of the game as it was played, without the root."""
        return list(self.root.line())[1:] if self.root.next is not None else []

    def nodes(self) -> Iterator[Node]:
        """Iterate over all nodes in the order of the file, starting with the root.

        The order is: a node, the alternatives to it, then the nodes after it.
        """
        yield self.root
        todo = [self.root.next] if self.root.next is not None else []
        while todo:
            node = todo.pop()
            yield node
            if node.next is not None:
                todo.append(node.next)
            todo += reversed(node.alternatives)

    def node(self, path: str | int) -> Node:
        """Return the node with a path (see Node.path), or a number in the recorded line: 12 is the path "12".

        Raises ReplayError if there is none.
        """
        if not isinstance(path, str):
            path = str(arguments.whole("path", path, 0, self.count))
        if _PATH.fullmatch(path) is None:
            expected = "a number, or a number followed by pairs of numbers, as in 12/1/3"
            raise ReplayError("not the path of a node", kind="path", found=quote(path), expected=expected)
        parts = [int(part) for part in path.split("/")]
        node = self._ahead(self.root, parts[0], path)
        for alternative, number in zip(parts[1::2], parts[2::2], strict=True):
            others = node.alternatives
            if alternative > len(others):
                raise _no_node(path, f"{len(others)} alternatives to node {node.path}")
            node = self._ahead(others[alternative - 1], number - 1, path)
        return node

    def _ahead(self, node: Node, steps: int, path: str) -> Node:
        for _ in range(steps):
            if node.next is None:
                raise _no_node(path, f"{node.path} as the last node of its line")
            node = node.next
        return node

    # -- editing -----------------------------------------------------------------------------------

    @abstractmethod
    def branch(
        self, node: Node, what: str | Deal | Mapping[str, Any] | None, luck: str | int | None = None
    ) -> Node:
        """See Node.branch."""

    @abstractmethod
    def promote(self, node: Node) -> None:
        """See Node.promote."""

    @abstractmethod
    def delete(self, node: Node) -> None:
        """See Node.delete."""

    @abstractmethod
    def annotate(self, node: Node, name: str, value: Any) -> None:
        """Set a note of a node, or remove it with None."""

    @abstractmethod
    def link(self, node: Node) -> str:
        """See Node.link."""

    def _check_own(self, node: Node) -> None:
        each = node
        while each.parent is not None:
            if each not in each.parent.children:
                raise ReplayError("this node has been deleted", kind="edit")
            each = each.parent
        if each is not self.root:
            raise ReplayError("this node belongs to another replay", kind="edit")

    def one_step(self, label: Label | None = None) -> AbstractContextManager[Step]:
        """Combine all edits in `with replay.one_step():` into one step of undo and redo.

        Edits that change nothing make no step. `label` describes the step in `history.last` and
        `history.next`.
        """
        return self.history.step(label)


def _no_node(path: str, found: str) -> ReplayError:
    return ReplayError("there is no such node", kind="path", node=shorten(path, 40), found=found)


def _after(state: State, what: str | Deal | None) -> State:
    if isinstance(what, Deal):
        return apply_deal(state, what)
    assert what is not None
    return apply(state, what)


def turns_begun(node: Node) -> int:
    """Count the turns that have begun in the level of this node, including the current one."""
    level = node._level()
    states = [each.state for each in level]
    return sum(turn_begins(before, after) for before, after in pairwise(states))


def turn_begins(before: State, after: State) -> bool:
    """Return whether a move from one state to the next begins a turn."""
    if after.phase != TURN:
        return False
    return before.phase in (KEEP, TAKE, ROTATE) or before.seat != after.seat

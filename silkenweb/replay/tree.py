"""The tree of a replay: its nodes, and what they all belong to. Reading, writing, editing and merging it is
left to the modules beside this one.

A node's first child goes on its line; each further child begins an alternative to that first one. Positions
and events are worked out when somebody asks for them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
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
from silkenweb.game.notation import position_text
from silkenweb.game.state import KEEP, LOST, ROTATE, TAKE, TURN, WON, State, sealed
from silkenweb.game.transition import apply
from silkenweb.game.view import seen_events
from silkenweb.replay.history import History, Label, Step
from silkenweb.replay.schema import OWN

_PATH = re.compile(r"(?:0|[1-9][0-9]{0,6}(?:/[1-9][0-9]{0,6}/[1-9][0-9]{0,6})*)", re.ASCII)


class Result(NamedTuple):
    """How a recorded game ended: `phase` is won, lost or open; `score` counts the Relics where it was won."""

    phase: str
    level: int
    score: int | None


def result_of(state: State) -> Result:
    """The result of a game that stands here."""
    phase = state.phase if state.phase in (WON, LOST) else "open"
    return Result(phase, state.level, state.held_relics().bit_count() if phase == WON else None)


def check_of(state: State) -> str:
    """16 hex digits: BLAKE2b of the position text."""
    return blake2b(position_text(state).encode(), digest_size=8).hexdigest()


class Participant(NamedTuple):
    """Who played: the character's key and, if it is told, the person's (or bot's) name."""

    character: str
    name: str | None = None


class Node(msgspec.Struct, eq=False):
    """A place in the tree: what was decided or dealt there, what is noted about it, and where the game then
    stood.

    Made by a Replay. The root has neither move nor deal; its position is the one before the first deal.
    """

    # A Struct, since nodes are made by the hundred thousand.
    _parent: Node | None
    _what: str | Deal | None
    _recorded: bool
    _notes: dict[str, Any] | None = None
    _state: State | None = None
    _events: tuple[Event, ...] | None = None
    _next: Node | None = None
    _others: tuple[Node, ...] = ()

    def __repr__(self) -> str:
        what = f"deal of level {self._what.level}" if isinstance(self._what, Deal) else self._what or "start"
        return f"<Node {self.path} {what}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Its replay and where it is in it: nodes that are pickled together still belong to one replay.
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
        """What comes after this node: first how its line goes on, then each alternative to that."""
        return () if self._next is None else (self._next, *self._others)

    @property
    def next(self) -> Node | None:
        """The next node of the same line, if there is one."""
        return self._next

    @property
    def alternatives(self) -> tuple[Node, ...]:
        """The first nodes of the lines that begin instead of this node."""
        parent = self._parent
        return parent._others if parent is not None and parent._next is self else ()

    @property
    def recorded(self) -> bool:
        """Whether the node belongs to the game as played, which no reader changes."""
        return self._recorded

    @property
    def path(self) -> str:
        """The name of the node, which survives saving: `0` is the root, `12` the 12th node of the line,
        `12/1/3` the third of the first alternative that begins instead of that one, and so on.
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
        """The node as a short text that tells its branch, for another copy of the replay: `replay.find`."""
        return self.replay.link(self)

    def line(self) -> Iterator[Node]:
        """This node and what follows it in its line."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.next

    # -- the game ----------------------------------------------------------------------------------

    @property
    def move(self) -> Move | None:
        """The decision; None where the node is a deal or the root."""
        return Move(self._what) if isinstance(self._what, str) else None

    @property
    def deal(self) -> Deal | None:
        """The deal; None where the node is a decision or the root."""
        return self._what if isinstance(self._what, Deal) else None

    @property
    def position(self) -> Position:
        """Where the game stands after this node."""
        return Position._of(self.state)

    @property
    def state(self) -> State:
        """The engine's own record of the position, read-only, for code that needs its speed."""
        if self._state is None:
            todo: list[Node] = []
            node = self
            while node._state is None:
                todo.append(node)
                assert node._parent is not None
                node = node._parent
            state = node._state
            for node in reversed(todo):
                state = _after(state, node._what)
            self._state = state
        return sealed(self._state)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened as this was decided or dealt, everything open."""
        if self._events is None:
            self._events = ()
            if self._parent is not None and self._what is not None:
                self._events = self._parent.position.step(self._what).events
        return self._events

    def view(self, seat: int | str) -> View:
        """All that a seat may know after this node; `seat` is its number or its character."""
        return self.position.view(seat)

    def seen(self, seat: int | str) -> tuple[Event, ...]:
        """All events of the level up to and with this node, as a seat saw them."""
        seat = arguments.seat(seat, self.state.tables.characters)
        return tuple(event for node in self._level() for event in seen_events(node.events, seat))

    @property
    def level(self) -> int:
        """The level in which this was decided or dealt; for the root the first."""
        return self._parent.state.level if self._parent is not None else self.state.level

    @property
    def turn(self) -> int:
        """In which turn of the level this was decided, from 1; 0 for a deal and while cards are kept."""
        if self._parent is None or isinstance(self._what, Deal):
            return 0
        return turns_begun(self._parent)

    @property
    def seat(self) -> int | None:
        """Who decided, from 0; None for a deal and the root."""
        seat = self._parent.state.seat if self._parent is not None else -1
        return seat if seat >= 0 else None

    def _level(self) -> list[Node]:
        """The nodes from the last deal to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None and node._parent is not None:
            nodes.append(node)
            if isinstance(node._what, Deal):
                break
            node = node._parent
        return nodes[::-1]

    # -- what is noted -----------------------------------------------------------------------------

    def _note(self, name: str) -> Any:
        return self._notes.get(name) if self._notes is not None else None

    @property
    def comment(self) -> str | None:
        """A text about the node, or None. Setting it can be undone."""
        comment: str | None = self._note("comment")
        return comment

    @comment.setter
    def comment(self, text: str | None) -> None:
        self.replay.annotate(self, "comment", None if text == "" else text)

    @property
    def glyph(self) -> str | None:
        """One of `!!` `!` `!?` `?!` `?` `??`, or None. Setting it can be undone."""
        glyph: str | None = self._note("glyph")
        return glyph

    @glyph.setter
    def glyph(self, glyph: str | None) -> None:
        self.replay.annotate(self, "glyph", None if glyph == "" else glyph)

    @property
    def review(self) -> Mapping[str, Any] | None:
        """What an analysis found, with the analysis' name in `by`: a copy; None where none did. Setting it
        can be undone.
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
        """The digest of the position's text that the file gives, if it does; it was found to hold."""
        check: str | None = self._note("check")
        return check

    @property
    def luck(self) -> str | None:
        """The seed that this deal and the later ones of its branch come from, where the replay has no seed or
        the branch asks what if the cards had lain otherwise.
        """
        luck: str | None = self._note("luck")
        return luck

    @property
    def extra(self) -> dict[str, Any]:
        """The user's own keys, those that begin with `x_`."""
        return {key: deepcopy(value) for key, value in (self._notes or {}).items() if key.startswith("x_")}

    def _put_children(self, children: Sequence[Node]) -> None:
        self._next = children[0] if children else None
        self._others = tuple(children[1:])

    # -- changing the tree -------------------------------------------------------------------------

    def branch(
        self, what: str | Deal | Mapping[str, Any] | None = None, *, luck: str | int | None = None
    ) -> Node:
        """The child with this move, added as an alternative if there is none yet.

        Where the move clears a level, the next deal follows by itself as the new node's child. Where a deal
        must come, `what` may be left out: `branch(luck="other")` asks what if the cards had lain otherwise.

        Raises IllegalMove, or a ReplayError at the end of the recorded line, which only `replay.record`
        continues.
        """
        return self.replay.branch(self, what, luck)

    def promote(self) -> Node:
        """Move the alternative that this node is in to the first place: before the other alternatives, and
        within alternatives before the line it was an alternative to. The recorded line stays what it is.
        """
        self.replay.promote(self)
        return self

    def delete(self) -> None:
        """Remove the node and all that follows it. A ReplayError where it is of the recorded line."""
        self.replay.delete(self)


def _node_again(replay: Tree, path: str) -> Node:
    """A copied or pickled node: the same place in the copy of its replay."""
    return replay.node(path)


class Root(Node, eq=False):
    """The node before the first deal; it knows its replay."""

    owner: Tree | None = None


class Tree(ABC):
    """The nodes of a replay, with the head of its file and the history of its edits.

    A `Replay` is one that can be loaded, saved and edited; the functions beside it need no more than this.
    """

    def __init__(self, head: dict[str, Any], root: Root, end: Node, count: int) -> None:
        """`head` is the file without its line, `end` the last recorded node, `count` how many there are."""
        self._head = head
        self._root = root
        self._end = end
        self._count = count
        self.history = History()
        self._added: set[Node] = set()
        self._merges = 0
        """How many times another copy of the game was merged into this one."""
        self._touched: dict[Node, int] = {}
        """The nodes in or below which another reader changed something, with the number of the last merge."""
        self.file: Path | None = None
        """Where the replay was loaded from or first saved; None for one that has not been in a file."""
        root.owner = self

    # -- its parts, which only edits change ---------------------------------------------

    @property
    def head(self) -> Mapping[str, Any]:
        """The file without its line: a copy, read-only."""
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
        """How many nodes there are, the root not counted."""
        return self._count

    @property
    def added(self) -> frozenset[Node]:
        """Nodes that readers made since the file was read, including those they have undone."""
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
        """Who played, in seat order."""
        return tuple(Participant(each["character"], each.get("name")) for each in self._head["players"])

    @property
    def blessings(self) -> int:
        """What the team started with."""
        return self.root.state.blessings

    @property
    def seed(self) -> str | None:
        """What the deals come from; None for a game that was put in from a real table."""
        seed: str | None = self._head.get("seed")
        return seed

    @property
    def outcome(self) -> Result:
        """How the recorded game ended."""
        return result_of(self.end.state)

    @property
    def result(self) -> dict[str, Any]:
        """The outcome as the file tells it."""
        told = deepcopy(self._head.get("result", {}))
        data = {**told, **self.outcome._asdict()}
        if "check" in told:
            data["check"] = check_of(self.end.state)
        return data

    @property
    def meta(self) -> dict[str, Any]:
        """What is told about the game: recorded, by, title, tags."""
        found: dict[str, Any] = deepcopy(self._head.get("meta", {}))
        return found

    @property
    def extra(self) -> dict[str, Any]:
        """The user's own keys of the file, those that begin with `x_`."""
        return {key: deepcopy(value) for key, value in self._head.items() if key.startswith(OWN)}

    # -- the tree ----------------------------------------------------------------------------------

    def main_line(self) -> list[Node]:
        """The nodes of the game as it was played, without the root."""
        return list(self.root.line())[1:] if self.root.next is not None else []

    def nodes(self) -> Iterator[Node]:
        """All nodes in the order of the file, the root first: a node, the alternatives to it, then what
        follows it.
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
        """The node of a path (see Node.path), or of a number in the recorded line: 12 is the path "12".

        Raises ReplayError where there is none.
        """
        if not isinstance(path, str):
            path = str(arguments.whole("path", path, 0, self.count))
        if _PATH.fullmatch(path) is None:
            expected = "a number, or a number followed by pairs of numbers, as in 12/1/3"
            raise ReplayError("this is no path of a node", kind="path", found=quote(path), expected=expected)
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
        """`with replay.one_step():` all edits within are undone and redone together. What changes nothing is
        no edit. `label` says what the step does, for `history.last` and `history.next`.
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
    """How many turns have begun in the level of this position, the running one with them."""
    level = node._level()
    states = [each.state for each in level]
    return sum(turn_begins(before, after) for before, after in pairwise(states))


def turn_begins(before: State, after: State) -> bool:
    """Whether a step from one position to the next begins a turn."""
    if after.phase != TURN:
        return False
    return before.phase in (KEEP, TAKE, ROTATE) or before.seat != after.seat

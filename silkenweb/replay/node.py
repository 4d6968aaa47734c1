"""Node: a decision or a deal in the tree of a replay, and the position after it.

A node's first child goes on its line; each further child begins an alternative to that first one. Positions
and events are worked out when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from silkenweb import arguments
from silkenweb.errors import ReplayError
from silkenweb.game import Deal, Event, Move, Position, View
from silkenweb.game.deal import apply_deal
from silkenweb.game.state import KEEP, ROTATE, TAKE, TURN, State, sealed
from silkenweb.game.transition import apply
from silkenweb.game.view import seen_events

if TYPE_CHECKING:
    from silkenweb.replay.tree import Replay


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
    def replay(self) -> Replay:
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
        from silkenweb.replay.link import link_of

        return link_of(self)

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


def _node_again(replay: Replay, path: str) -> Node:
    """A copied or pickled node: the same place in the copy of its replay."""
    return replay.node(path)


class Root(Node, eq=False):
    """The node before the first deal; it knows its replay."""

    owner: Replay | None = None


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

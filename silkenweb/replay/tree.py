"""Replay: a recorded game, and the tree of alternatives and notes that readers put beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import deepcopy
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from silkenweb import arguments, files
from silkenweb.edition import Edition
from silkenweb.edition.edition_argument import EditionLike, edition_or_none
from silkenweb.errors import ReplayError, quote, shorten
from silkenweb.game import Deal, Move, Position, deal
from silkenweb.game.state import DEAL
from silkenweb.replay import link, reader, variations, writer
from silkenweb.replay import merge as merging
from silkenweb.replay.edits import Edit, History, Label, Step
from silkenweb.replay.merge import MISSING, TEXTS, same, turned
from silkenweb.replay.node import Node, Root
from silkenweb.replay.schema import FORMAT, META, NODE, OWN, USERS, VERSION, Problem, as_error
from silkenweb.replay.verification import Result, check_of, result_of

_PATH = re.compile(r"(?:0|[1-9][0-9]{0,6}(?:/[1-9][0-9]{0,6}/[1-9][0-9]{0,6})*)", re.ASCII)


class Participant(NamedTuple):
    """Who played: the character's key and, if it is told, the person's (or bot's) name."""

    character: str
    name: str | None = None


class Replay:
    """A game as it was played, and beside it what readers tried instead and wrote about it.

    >>> replay = Replay.start(["wukong", "bajie"], seed="class-7")
    >>> replay.record().path, replay.end.position.phase
    ('1', 'keep')
    """

    def __init__(self, head: dict[str, Any], root: Root, end: Node, count: int) -> None:
        """For `start`, `load`, `loads` and `salvage`: `head` is the file without its line."""
        self._head = head
        self._root = root
        self._end = end
        self._count = count
        self.file: Path | None = None
        """Where the replay was loaded from or first saved; None for one that has not been in a file."""
        self.history = History()
        self._added: set[Node] = set()
        self._merges = 0
        """How many times another copy of the game was merged into this one."""
        self._touched: dict[Node, int] = {}
        """The nodes in or below which another reader changed something, with the number of the last merge."""
        root.owner = self

    # -- where replays come from -------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        characters: Sequence[str],
        *,
        names: Sequence[str | None] | None = None,
        edition: EditionLike | None = None,
        blessings: int | None = None,
        seed: str | int | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Self:
        """A replay of a game that is yet to be played; `record` adds to it.

        `names`: the players' names in seat order. `edition`: an Edition, the name of a built-in one, or the
        path of its file. `seed`: what the deals come from, as text or a whole number; a game at a real table
        has none.
        """
        position = Position.start(characters, edition, blessings)
        edition, count = position.edition, len(position.characters)
        names = [None] * count if names is None else arguments.names("names", names, count)
        head: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "edition": {"name": edition.name, "version": edition.version, "sha256": edition.sha256},
            "players": [
                {"character": character} if name is None else {"character": character, "name": name}
                for character, name in zip(position.characters, names, strict=True)
            ],
            "blessings": position.blessings,
        }
        if seed is not None:
            head["seed"] = arguments.seed(seed)
        if meta is not None:
            head["meta"] = _copied(meta, "meta")
        reader.check_head({**head, "line": [], "result": {"phase": "open", "level": 1, "score": None}})
        root = Root(None, None, True, None, position.state)
        head["result"] = {"check": ""}
        return cls(head, root, root, 0)

    @classmethod
    def load(cls, path: str | os.PathLike[str], edition: EditionLike | None = None) -> Self:
        """The replay in a file, every move and deal of it re-run by the rules.

        `edition` has to be given where the game was not played with a built-in one. Raises ReplayError with
        the place and the reason for anything that does not hold.
        """
        name, given = arguments.path("path", path), edition_or_none(edition)
        return cls(*reader.read(reader.bytes_of(path), name, given))._of(path)

    @classmethod
    def loads(cls, text: str | bytes, edition: EditionLike | None = None) -> Self:
        """As `load`, from the file's text."""
        return cls(*reader.read(reader.encoded(text), "", edition_or_none(edition)))

    @classmethod
    def salvage(
        cls, path: str | os.PathLike[str], edition: EditionLike | None = None
    ) -> tuple[Self, list[ReplayError]]:
        """The good part of a damaged file: the tree up to each fault, and the faults.

        A note that is at fault is left out, a move or deal that is at fault with all that follows it and all
        alternatives to it. Raises ReplayError where not even the game's setting can be read.
        """
        faults: list[ReplayError] = []
        name, given = arguments.path("path", path), edition_or_none(edition)
        draft = reader.read(reader.bytes_of(path), name, given, faults)
        return cls(*draft)._of(path), faults

    def _of(self, path: str | os.PathLike[str]) -> Self:
        self.file = Path(os.path.abspath(path))
        return self

    # -- where they go -----------------------------------------------------------------------------

    def dumps(self) -> str:
        """The text of the replay's file; the same replay always gives the same text."""
        return writer.write(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, as a whole or not at all."""
        arguments.path("path", path)
        files.write(path, self.dumps().encode())
        if self.file is None:
            self._of(path)

    # -- its parts, which only the methods below change ---------------------------------------------

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
        """What is told about the game: recorded, by, title, tags. Setting it can be undone."""
        found: dict[str, Any] = deepcopy(self._head.get("meta", {}))
        return found

    @meta.setter
    def meta(self, meta: Mapping[str, Any]) -> None:
        new = _copied(meta, "meta")
        reader.check_json(new, "", "meta")
        _check(META.problems(new), "", "meta")
        self._put(self._head, "meta", new or MISSING, Label("meta"))

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

    def find(self, place: str | int) -> Node:
        """The node of a path, a number or a link (`Node.link`), whose branch is added where it is not there
        yet.
        """
        return node_of(self, place, "place")

    def _ahead(self, node: Node, steps: int, path: str) -> Node:
        for _ in range(steps):
            if node.next is None:
                raise _no_node(path, f"{node.path} as the last node of its line")
            node = node.next
        return node

    # -- playing on --------------------------------------------------------------------------------

    def record(self, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
        """Go on with the game itself: add a move or a deal to the recorded line. Not a reader's edit, and not
        undone.

        Where a deal must come and the replay has a seed, `what` may be left out. Raises IllegalMove.
        """
        position = self.end.position
        if what is None:
            if self.seed is None and position.phase == DEAL:
                raise variations.refused(
                    "the game has no seed to deal from", self.end, "deal", "the deal as it lay on the table"
                )
            what = deal(position, "" if self.seed is None else self.seed)
        state = position.apply(what).state
        if isinstance(what, str):
            node = Node(self.end, Move(what), True, None, state)
        else:
            given = what if isinstance(what, Deal) else Deal.from_dict(what)
            node = Node(self.end, given, True, {"check": check_of(state)}, state)
        variations.check_count(self, self.end)
        self.end._next = node
        self._end = node
        self._count += 1
        self.history.tell()
        return node

    # -- editing -----------------------------------------------------------------------------------

    def branch(
        self, node: Place, what: str | Deal | Mapping[str, Any] | None, luck: str | int | None = None
    ) -> Node:
        """See Node.branch; `node` may be a path or a number too, here and in the methods below."""
        luck = None if luck is None else arguments.seed(luck, "luck")
        return variations.branch(self, node_of(self, node), what, luck)

    def promote(self, node: Place) -> None:
        """See Node.promote."""
        variations.promote(self, node_of(self, node))

    def delete(self, node: Place) -> None:
        """See Node.delete."""
        variations.delete(self, node_of(self, node))

    def adopt(self, other: Replay) -> int:
        """Take over what readers added to another copy of this game; return how many nodes were added.

        What only one copy has stays or comes: alternatives, comments, glyphs, reviews and own keys. If both
        have a different text or order, the other's is taken. It can be undone as one edit. The other copy may
        have been recorded less far. Raises ReplayError for another game; then nothing changes.
        """
        arguments.instance("other", other, Replay, "a Replay of the same game")
        return merging.merge(self, merging.Base.of(self).shared_with(other), other, undoable=True).added

    def annotate(self, node: Place, name: str, value: Any) -> None:
        """Set a node's comment, glyph, review or one of the user's own keys (`x_…`), or take it away with
        None.
        """
        node = node_of(self, node)
        arguments.text("name", name, "comment, glyph, review or a key that begins with x_")
        if node.parent is None:
            raise variations.refused("the start has no place for notes", node, expected="any other node")
        if not name.startswith(OWN) and name not in ("comment", "glyph", "review"):
            raise variations.refused(
                f"{quote(name)} can't be set", node, expected="a comment, glyph or review"
            )
        if value is not None:
            kind = USERS if name.startswith(OWN) else NODE.fields[name].kind
            reader.check_json(value, node.path, name)
            _check(kind.problems(value), node.path, name)
        if node._notes is None:
            node._notes = {}
        label = Label("own" if name.startswith(OWN) else name, node)
        self._put(node._notes, name, MISSING if value is None else deepcopy(value), label)

    def _put(self, where: dict[str, Any], name: str, value: Any, label: Label | None = None) -> None:
        """Set a key, or remove it if the value is MISSING, so that it can be undone."""
        old = where.get(name, MISSING)

        def do() -> None:
            nonlocal old, value
            old, value = turn(old, value)

        def undo() -> None:
            nonlocal old, value
            value, old = turn(value, old)

        def turn(before: Any, after: Any) -> tuple[Any, Any]:
            """Go from one to the other; what was there, and what is there now, for the way back."""
            now = where.get(name, MISSING)
            to = after if same(now, before) else turned(now, before, after) if name in TEXTS else now
            if to is MISSING:
                where.pop(name, None)
            else:
                where[name] = to
            return now, to

        place = (id(where), name)
        self.history.do(Edit(do, undo, place, _text(old), _text(value)), label)

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

    def undo(self) -> bool:
        """Take back the last edit, `history.last`; False if there is none."""
        return self.history.undo()

    def redo(self) -> bool:
        """Do again the edit that was last undone, `history.next`; False if there is none."""
        return self.history.redo()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.dumps(), self.edition)

    def __repr__(self) -> str:
        phase, level, _ = self.outcome
        return f"<Replay of {', '.join(self.characters)}: {phase} at level {level}, {self.count} nodes>"


Place: TypeAlias = Node | str | int
"""A place in a replay: a node of it, its path or link, or its number in the recorded line."""


def node_of(replay: Replay, value: Place, name: str = "node") -> Node:
    """The node of an argument. Raises ReplayError where the replay has no such node."""
    if isinstance(value, Node):
        replay._check_own(value)
        return value
    if isinstance(value, str):
        return link.follow(replay, value) if link.is_link(value) else replay.node(value)
    expected = "a node of the replay, its path or link, or its number in the recorded line"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise arguments.wrong(name, expected, value)
    return replay.node(arguments.whole(name, value, 0, replay.count))


def _copied(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A dict of the caller's, so that nothing that is changed in it later changes the replay."""
    return deepcopy(dict(arguments.instance(name, data, Mapping, "a dict, as JSON can hold it")))


def _again(text: str, edition: Edition) -> Replay:
    """A copied or pickled replay: the same file, what can be undone left behind."""
    return Replay.loads(text, edition)


def _text(value: Any) -> str:
    """A value as the file has it: 1 and True are equal in Python, but not there. Empty if it is MISSING."""
    return "" if value is MISSING else writer.to_json(value)


def _check(problems: Iterator[Problem], node: str, key: str = "") -> None:
    for problem in problems:
        raise as_error(problem, node=node, key=key)


def _no_node(path: str, found: str) -> ReplayError:
    return ReplayError("there is no such node", kind="path", node=shorten(path, 40), found=found)

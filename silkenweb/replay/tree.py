"""Replay: a recorded game, and the tree of alternatives and notes that readers put beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, Self

from silkenweb import files
from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, shorten
from silkenweb.game import Deal, Move, Position, deal
from silkenweb.game.state import DEAL
from silkenweb.replay import branching, links, reading, writing
from silkenweb.replay import merge as merging
from silkenweb.replay.checks import Result, check_of, result_of
from silkenweb.replay.edits import Edit, History
from silkenweb.replay.node import Node, Root
from silkenweb.replay.schema import FORMAT, META, NODE, OWN, USERS, VERSION, Problem, as_error
from silkenweb.replay.threeway import TEXTS, turned

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
        self.head = head
        self.root = root
        self.end = end
        """The last node of the recorded line."""
        self.count = count
        """How many nodes there are, the root not counted."""
        self.file: Path | None = None
        """Where the replay was loaded from or first saved; None for one that has not been in a file."""
        self.history = History()
        self.added: set[Node] = set()
        """Nodes that readers made since the file was read, those taken back among them."""
        self.merges = 0
        """How many times another copy of the game was merged into this one."""
        self.touched: dict[Node, int] = {}
        """The nodes in or below which another reader changed something, with the number of the last merge."""
        root.owner = self

    # -- where replays come from -------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        characters: Sequence[str],
        *,
        names: Sequence[str | None] | None = None,
        edition: Edition | None = None,
        blessings: int | None = None,
        seed: str | None = None,
        meta: Mapping[str, Any] | None = None,
    ) -> Self:
        """A replay of a game that is yet to be played; `record` adds to it.

        `names`: the players' names in seat order. `seed`: what the deals come from; a game at a real table
        has none.
        """
        position = Position.start(characters, edition, blessings)
        edition = position.edition
        names = [None] * len(position.characters) if names is None else names
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
            head["seed"] = seed
        if meta is not None:
            head["meta"] = dict(meta)
        reading.check_head({**head, "line": [], "result": {"phase": "open", "level": 1, "score": None}})
        root = Root(None, None, True, None, position.state)
        head["result"] = {"check": ""}
        return cls(head, root, root, 0)

    @classmethod
    def load(cls, path: str | os.PathLike[str], edition: Edition | None = None) -> Self:
        """The replay in a file, every move and deal of it re-run by the rules.

        `edition` has to be given where the game was not played with a built-in one. Raises ReplayError with
        the place and the reason for anything that does not hold.
        """
        return cls(*reading.read(reading.bytes_of(path), os.fspath(path), edition))._of(path)

    @classmethod
    def loads(cls, text: str | bytes, edition: Edition | None = None) -> Self:
        """As `load`, from the file's text."""
        return cls(*reading.read(reading.encoded(text), "", edition))

    @classmethod
    def salvage(
        cls, path: str | os.PathLike[str], edition: Edition | None = None
    ) -> tuple[Self, list[ReplayError]]:
        """The good part of a damaged file: the tree up to each fault, and the faults.

        A note that is at fault is left out, a move or deal that is at fault with all that follows it and all
        alternatives to it. Raises ReplayError where not even the game's setting can be read.
        """
        faults: list[ReplayError] = []
        draft = reading.read(reading.bytes_of(path), os.fspath(path), edition, faults)
        return cls(*draft)._of(path), faults

    def _of(self, path: str | os.PathLike[str]) -> Self:
        self.file = Path(os.path.abspath(path))
        return self

    # -- where they go -----------------------------------------------------------------------------

    def dumps(self) -> str:
        """The text of the replay's file; the same replay always gives the same text."""
        return writing.write(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file, as a whole or not at all."""
        files.write(path, self.dumps().encode())
        if self.file is None:
            self._of(path)

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
        return tuple(Participant(each["character"], each.get("name")) for each in self.head["players"])

    @property
    def blessings(self) -> int:
        """What the team started with."""
        return self.root.state.blessings

    @property
    def seed(self) -> str | None:
        """What the deals come from; None for a game that was put in from a real table."""
        seed: str | None = self.head.get("seed")
        return seed

    @property
    def outcome(self) -> Result:
        """How the recorded game ended."""
        return result_of(self.end.state)

    @property
    def result(self) -> dict[str, Any]:
        """The outcome as the file tells it."""
        told = self.head.get("result", {})
        data = {**told, **self.outcome._asdict()}
        if "check" in told:
            data["check"] = check_of(self.end.state)
        return data

    @property
    def meta(self) -> dict[str, Any]:
        """What is told about the game: recorded, by, title, tags. Setting it can be undone."""
        return dict(self.head.get("meta", {}))

    @meta.setter
    def meta(self, meta: Mapping[str, Any]) -> None:
        reading.check_json(dict(meta), "", "meta")
        _check(META.problems(dict(meta)), "", "meta")
        self._put(self.head, "meta", dict(meta) or None)

    @property
    def extra(self) -> dict[str, Any]:
        """The user's own keys of the file, those that begin with `x_`."""
        return {key: value for key, value in self.head.items() if key.startswith(OWN)}

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

    def node(self, path: str) -> Node:
        """The node of a path (see Node.path); a ReplayError where there is none."""
        if not isinstance(path, str) or _PATH.fullmatch(path) is None:
            expected = "0, a number, or a number followed by pairs of numbers, as in 12/1/3"
            raise ReplayError(
                "this is no path of a node", kind="path", found=shorten(repr(path)), expected=expected
            )
        parts = [int(part) for part in path.split("/")]
        node = self._ahead(self.root, parts[0], path)
        for alternative, number in zip(parts[1::2], parts[2::2], strict=True):
            others = node.alternatives
            if alternative > len(others):
                raise _no_node(path, f"{len(others)} alternatives to node {node.path}")
            node = self._ahead(others[alternative - 1], number - 1, path)
        return node

    def find(self, place: str) -> Node:
        """The node of a path or of a link (`Node.link`), whose branch is added where it is not there yet."""
        return links.follow(self, place) if links.is_link(place) else self.node(place)

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
                raise branching.refused(
                    "the game has no seed to deal from", self.end, "deal", "the deal as it lay on the table"
                )
            what = deal(position, self.seed or "")
        state = position.apply(what).state
        if isinstance(what, str):
            node = Node(self.end, Move(what), True, None, state)
        else:
            given = what if isinstance(what, Deal) else Deal.from_dict(what)
            node = Node(self.end, given, True, {"check": check_of(state)}, state)
        branching.check_count(self, self.end)
        self.end._next = node
        self.end = node
        self.count += 1
        self.history.tell()
        return node

    # -- editing -----------------------------------------------------------------------------------

    def branch(
        self, node: Node, what: str | Deal | Mapping[str, Any] | None, luck: str | None = None
    ) -> Node:
        """See Node.branch."""
        self._check_own(node)
        return branching.branch(self, node, what, luck)

    def promote(self, node: Node) -> None:
        """See Node.promote."""
        self._check_own(node)
        branching.promote(self, node)

    def delete(self, node: Node) -> None:
        """See Node.delete."""
        self._check_own(node)
        branching.delete(self, node)

    def adopt(self, other: Replay) -> int:
        """Take over what readers added to another copy of this game; return how many nodes were added.

        What only one copy has stays or comes: alternatives, comments, glyphs, reviews and own keys. If both
        have a different text or order, the other's is taken. It can be undone as one edit. The other copy may
        have been recorded less far. Raises ReplayError for another game; then nothing changes.
        """
        return merging.merge(self, merging.Base.of(self).shared_with(other), other, undoable=True).added

    def annotate(self, node: Node, name: str, value: Any) -> None:
        """Set a node's comment, glyph, review or one of the user's own keys (`x_…`), or take it away with
        None.
        """
        self._check_own(node)
        if node.parent is None:
            raise branching.refused("the start has no place for notes", node, expected="any other node")
        if not name.startswith(OWN) and name not in ("comment", "glyph", "review"):
            raise branching.refused(
                f"{shorten(name)!r} can't be set", node, expected="a comment, glyph or review"
            )
        if value is not None:
            kind = USERS if name.startswith(OWN) else NODE.fields[name].kind
            reading.check_json(value, node.path, name)
            _check(kind.problems(value), node.path, name)
        if node._notes is None:
            node._notes = {}
        self._put(node._notes, name, value)

    def _put(self, where: dict[str, Any], name: str, value: Any) -> None:
        old = where.get(name)
        if old == value:
            return

        def do() -> None:
            nonlocal old, value
            old, value = turn(old, value)

        def undo() -> None:
            nonlocal old, value
            value, old = turn(value, old)

        def turn(before: Any, after: Any) -> tuple[Any, Any]:
            """Go from one to the other; what was there, and what is there now, for the way back."""
            now = where.get(name)
            to = after if now == before else turned(now, before, after) if name in TEXTS else now
            if to is None:
                where.pop(name, None)
            else:
                where[name] = to
            return now, to

        self.history.do(Edit(do, undo))

    def _check_own(self, node: Node) -> None:
        each = node
        while each.parent is not None:
            if each not in each.parent.children:
                raise ReplayError("this node has been deleted", kind="edit")
            each = each.parent
        if each is not self.root:
            raise ReplayError("this node belongs to another replay", kind="edit")

    def one_step(self) -> AbstractContextManager[Any]:
        """`with replay.one_step():` all edits within are undone and redone together."""
        return self.history.step()

    def undo(self) -> bool:
        """Take back the last edit; False where there is none."""
        return self.history.undo()

    def redo(self) -> bool:
        """Do again the edit that was last undone; False where there is none."""
        return self.history.redo()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.dumps(), self.edition)

    def __repr__(self) -> str:
        phase, level, _ = self.outcome
        return f"<Replay of {', '.join(self.characters)}: {phase} at level {level}, {self.count} nodes>"


def _again(text: str, edition: Edition) -> Replay:
    """A copied or pickled replay: the same file, what can be undone left behind."""
    return Replay.loads(text, edition)


def _check(problems: Iterator[Problem], node: str, key: str = "") -> None:
    for problem in problems:
        raise as_error(problem, node=node, key=key)


def _no_node(path: str, found: str) -> ReplayError:
    return ReplayError("there is no such node", kind="path", node=shorten(path, 40), found=found)

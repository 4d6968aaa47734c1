"""Replay: a recorded game, and the tree of alternatives and notes that readers put beside it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Self, TypeAlias

from silkenweb import arguments, files
from silkenweb.edition import Edition
from silkenweb.edition.edition_argument import EditionLike, edition_or_none
from silkenweb.errors import ReplayError
from silkenweb.game import Deal, Position
from silkenweb.replay import edits, reader, writer
from silkenweb.replay import link as links
from silkenweb.replay import merge as merging
from silkenweb.replay.schema import FORMAT, VERSION, check_head
from silkenweb.replay.tree import Node, Root, Tree


class Replay(Tree):
    """A game as it was played, and beside it what readers tried instead and wrote about it.

    >>> replay = Replay.start(["wukong", "bajie"], seed="class-7")
    >>> replay.record().path, replay.end.position.phase
    ('1', 'keep')
    """

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
        check_head({**head, "line": [], "result": {"phase": "open", "level": 1, "score": None}})
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

    # -- the game ----------------------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, Any]:
        """What is told about the game: recorded, by, title, tags. Setting it can be undone."""
        return super().meta

    @meta.setter
    def meta(self, meta: Mapping[str, Any]) -> None:
        edits.set_meta(self, _copied(meta, "meta"))

    def find(self, place: str | int) -> Node:
        """The node of a path, a number or a link (`Node.link`), whose branch is added where it is not there
        yet.
        """
        return node_of(self, place, "place")

    def link(self, node: Place) -> str:
        """See Node.link."""
        return links.link_of(node_of(self, node))

    def record(self, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
        """Go on with the game itself: add a move or a deal to the recorded line. Not a reader's edit, and not
        undone.

        Where a deal must come and the replay has a seed, `what` may be left out. Raises IllegalMove.
        """
        return edits.record(self, what)

    # -- editing -----------------------------------------------------------------------------------

    def branch(
        self, node: Place, what: str | Deal | Mapping[str, Any] | None, luck: str | int | None = None
    ) -> Node:
        """See Node.branch; `node` may be a path or a number too, here and in the methods below."""
        luck = None if luck is None else arguments.seed(luck, "luck")
        return edits.branch(self, node_of(self, node), what, luck)

    def promote(self, node: Place) -> None:
        """See Node.promote."""
        edits.promote(self, node_of(self, node))

    def delete(self, node: Place) -> None:
        """See Node.delete."""
        edits.delete(self, node_of(self, node))

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
        edits.annotate(self, node_of(self, node), name, value)

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
        return links.follow(replay, value) if links.is_link(value) else replay.node(value)
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


class Recorder:
    """Keeps the file at `path` up to date with a replay: it is written anew after each deal and decision.

    Each time a temporary file beside it is written, then renamed, so that at any moment the file is whole. A
    Recorder of a replay that was loaded goes on with its game.
    """

    def __init__(self, replay: Replay, path: str | os.PathLike[str]) -> None:
        self.replay = arguments.instance("replay", replay, Replay, "a Replay")
        self.path = Path(arguments.path("path", path))
        replay.save(self.path)

    def record(self, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
        """As Replay.record, and the file is written. Raises IllegalMove; then the file stays as it was."""
        node = self.replay.record(what)
        self.replay.save(self.path)
        return node

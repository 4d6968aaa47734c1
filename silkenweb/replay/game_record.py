"""Replay: a recorded game with the variations and notes that readers added; and its recorder."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Self, TypeAlias

from silkenweb import arguments, files
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike, edition_or_none
from silkenweb.errors import ReplayError
from silkenweb.game import Deal, Position
from silkenweb.replay import edits, reader, writer
from silkenweb.replay import link as links
from silkenweb.replay import merge as merging
from silkenweb.replay.schema import FORMAT, VERSION, check_head
from silkenweb.replay.tree import Node, Root, Tree


class Replay(Tree):
    """A recorded game, with the variations and notes that readers have added to it.

    >>> replay = Replay.start(["wukong", "bajie"], seed="class-7")
    >>> replay.record().path, replay.end.position.phase
    ('1', 'keep')
    """

    # -- creating and loading -------------------------------------------------------------------

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
        """Create the replay of a new game; `record` adds deals and moves to it.

        `names`: the players' names in seat order. `edition`: an Edition, the name of a built-in one, or the
        path of its file. `seed`: the seed of the deals, as text or a whole number; a game at a real table
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
        """Load a replay from a file, checking every deal and move by the rules.

        `edition` is required if the game was not played with a built-in one. Raises ReplayError, with the
        place and the reason, for the first fault.
        """
        name, given = arguments.path("path", path), edition_or_none(edition)
        return cls(*reader.read(reader.bytes_of(path), name, given))._of(path)

    @classmethod
    def loads(cls, text: str | bytes, edition: EditionLike | None = None) -> Self:
        """Load a replay from the text of its file; see `load`."""
        return cls(*reader.read(reader.encoded(text), "", edition_or_none(edition)))

    @classmethod
    def salvage(
        cls, path: str | os.PathLike[str], edition: EditionLike | None = None
    ) -> tuple[Self, list[ReplayError]]:
        """Load the valid part of a damaged file; return it with the faults.

        An invalid note is left out. An invalid move or deal is left out with everything after it and all
        alternatives to it. Raises ReplayError if not even the setup of the game can be read.
        """
        faults: list[ReplayError] = []
        name, given = arguments.path("path", path), edition_or_none(edition)
        draft = reader.read(reader.bytes_of(path), name, given, faults)
        return cls(*draft)._of(path), faults

    def _of(self, path: str | os.PathLike[str]) -> Self:
        self.file = Path(os.path.abspath(path))
        return self

    # -- saving -----------------------------------------------------------------------------

    def dumps(self) -> str:
        """Return the text of the replay's file; the same replay always gives the same text."""
        return writer.write(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the replay to a file, which is written completely or not at all."""
        arguments.path("path", path)
        files.write(path, self.dumps().encode())
        if self.file is None:
            self._of(path)

    # -- the game ----------------------------------------------------------------------------------

    @property
    def meta(self) -> dict[str, Any]:
        """A copy of the information about the game: recorded, by, title, tags. Setting it can be undone."""
        return super().meta

    @meta.setter
    def meta(self, meta: Mapping[str, Any]) -> None:
        edits.set_meta(self, _copied(meta, "meta"))

    def find(self, place: str | int) -> Node:
        """Return the node of a path, a number or a link (`Node.link`).

        Adds the variation of a link if it is missing.
        """
        return node_of(self, place, "place")

    def link(self, node: Place) -> str:
        """See Node.link."""
        return links.link_of(node_of(self, node))

    def record(self, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
        """Continue the game itself: add a move or a deal to the recorded line. This can't be undone.

        Omit `what` to deal from the replay's seed. Raises IllegalMove if the rules do not allow it.
        """
        return edits.record(self, what)

    # -- editing -----------------------------------------------------------------------------------

    def branch(
        self, node: Place, what: str | Deal | Mapping[str, Any] | None, luck: str | int | None = None
    ) -> Node:
        """See Node.branch; here and in the methods below, `node` may also be a path or a number."""
        luck = None if luck is None else arguments.seed(luck, "luck")
        return edits.branch(self, node_of(self, node), what, luck)

    def promote(self, node: Place) -> None:
        """See Node.promote."""
        edits.promote(self, node_of(self, node))

    def delete(self, node: Place) -> None:
        """See Node.delete."""
        edits.delete(self, node_of(self, node))

    def adopt(self, other: Replay) -> int:
        """Add what readers added to another copy of this game; return the number of nodes added.

        The result has the alternatives, comments, glyphs, reviews and own keys of both copies. If both have
        a different text or order, the other copy's is used. It is one edit, which can be undone. The record
        of the other copy may be shorter. Raises ReplayError for another game; then nothing changes.
        """
        arguments.instance("other", other, Replay, "a Replay of the same game")
        return merging.merge(self, merging.Base.of(self).shared_with(other), other, undoable=True).added

    def annotate(self, node: Place, name: str, value: Any) -> None:
        """Set a node's comment, glyph, review or one of the user's own keys (`x_…`); None removes it."""
        edits.annotate(self, node_of(self, node), name, value)

    def undo(self) -> bool:
        """Undo the last edit, `history.last`. Return False if there is none."""
        return self.history.undo()

    def redo(self) -> bool:
        """Redo the edit that was last undone, `history.next`. Return False if there is none."""
        return self.history.redo()

    def __eq__(self, other: object) -> bool:
        """Return whether the other replay has the same content, as its file would.

        That is the same game, variations, notes and information. The history of edits and the location of
        the file do not matter.
        """
        if self is other:
            return True
        if not isinstance(other, Replay):
            return NotImplemented
        same = self._lasting() == other._lasting() and self.count == other.count
        return same and writer.content(self) == writer.content(other)

    def __hash__(self) -> int:
        return hash(self._lasting())

    def _lasting(self) -> tuple[Hashable, ...]:
        """Return the part of the content that no edit changes."""
        return self.edition.sha256, self.characters, self.blessings, self.seed

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.dumps(), self.edition)

    def __repr__(self) -> str:
        phase, level, _ = self.outcome
        return f"<Replay of {', '.join(self.characters)}: {phase} at level {level}, {self.count} nodes>"


Place: TypeAlias = Node | str | int
"""A place in a replay: a node, its path or link, or its number in the recorded line."""


def node_of(replay: Replay, value: Place, name: str = "node") -> Node:
    """Return the node of an argument. Raises ReplayError if the replay has no such node."""
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
    """Copy the caller's dict, so that later changes to it do not change the replay."""
    return deepcopy(dict(arguments.instance(name, data, Mapping, "a dict, as JSON can hold it")))


def _again(text: str, edition: Edition) -> Replay:
    """Return a copied or unpickled replay: the same file, without the history of edits."""
    return Replay.loads(text, edition)


class Recorder:
    """Records a game in the file at `path`, which is rewritten after each deal and decision.

    A crash loses at most the current decision: each write goes to a temporary file, which then replaces the
    old one, so the file is complete at any time. A Recorder of a loaded replay continues its game.
    """

    def __init__(self, replay: Replay, path: str | os.PathLike[str]) -> None:
        self.replay = arguments.instance("replay", replay, Replay, "a Replay")
        self.path = Path(arguments.path("path", path))
        replay.save(self.path)

    def record(self, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
        """Record a move or a deal and save the file; see Replay.record. An illegal move changes nothing."""
        node = self.replay.record(what)
        self.replay.save(self.path)
        return node

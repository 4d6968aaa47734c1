"""Branches and notes are saved automatically, beside the file that the game came from.

What readers add to `game.json` is written to `game.branches.json` (see replay/branchfile.py), so that the
recorded file is never changed by reading it. The project's own samples are saved nowhere, unless a file is
named.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterable
from pathlib import Path
from weakref import WeakMethod, ref

from silkenweb.errors import ReplayError, SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.branch_file import Copy, beside
from silkenweb.replay.merge import BRANCH, CLEARED, Conflict, Merged
from silkenweb.replay.value_merge import TEXTS
from silkenweb.text import Words
from silkenweb.text.refusals import Cause
from silkenweb.widgets.debounce import Debounced

Fault = tuple[str, dict[str, str | Cause]]  # a key of the words, and the values of its placeholders
MOST_NAMED = 5
"""Nodes that a message about conflicts names."""


class Autosave:
    """Saves one replay to one file after each change, merging what others have written there.

    A file that holds another game, or can't be read, is left as it is, and nothing is saved until it is gone
    or repaired: each change tries again.
    """

    def __init__(self, replay: Replay, path: Path) -> None:
        self.path = path
        self._replay = ref(replay)
        self._copy = Copy(replay, path)
        self._fault: Fault | None = None
        self._saved = False
        self._pending = False
        self._saving = False
        self._conflicts: tuple[Conflict, ...] = ()
        self._listeners: list[WeakMethod[Callable[[], None]]] = []
        self._open()
        self._text = replay.dumps()
        self._saver = Debounced(self.save)
        replay.history.listen(self._changed)
        atexit.register(_at_exit, WeakMethod(self._saver.stop))

    @property
    def fault(self) -> bool:
        """Whether something keeps the file from being written."""
        return self._fault is not None

    def listen(self, act: Callable[[], None]) -> None:
        """Call this method of an object after each attempt to save, as long as the object lives."""
        self._listeners.append(WeakMethod(act))

    def message(self, words: Words, place: Callable[[Node], str | None] | None = None) -> str:
        """What the reader should know: where all is saved, or why not; nothing before the first change.

        `place` names a node, or gives None for one that this reader may not see.
        """
        if self._fault is not None:
            key, values = self._fault
            return words(key, **values)
        if self._pending:
            return words("keep.soon", file=self.path.name)
        if not self._saved:
            return ""
        return words("keep.in", file=self.path.name) + conflict_words(words, self._conflicts, place)

    def save(self) -> None:
        """Save the replay now, if it or the file has changed since the last time."""
        replay = self._replay()
        if replay is None or self._saving:  # what is merged while saving is a change too
            return
        self._saving = True
        try:
            self._fault = self._attempt(replay)
        finally:
            self._saving = False
        self._pending = False
        self._notify()

    def _attempt(self, replay: Replay) -> Fault | None:
        try:
            text = replay.dumps()
        except SilkenwebError as error:
            return "keep.not", {"why": Cause(error)}
        except Exception as error:  # whatever is wrong, the reader has to know that nothing is saved
            return "keep.not", {"why": Cause(SilkenwebError(f"{type(error).__name__}: {error}"))}
        try:
            if text != self._text or self._copy.outdated:
                self._merged(self._copy.sync())
                self._text, self._saved = replay.dumps(), True
        except ReplayError as error:
            return "keep.not.there", {"file": self.path.name, "why": Cause(error)}
        except OSError as error:
            return "keep.not.written", {"file": self.path.name, "why": Cause(error)}
        return None

    def _changed(self) -> None:
        replay = self._replay()
        self._pending = replay is not None
        self._saver.call()

    def _open(self) -> None:
        """Take in what the file holds."""
        try:
            merged = self._copy.open()
        except ReplayError as error:
            self._fault = "keep.not.there", {"file": self.path.name, "why": Cause(error)}
        except OSError as error:
            self._fault = "keep.not.there", {"file": self.path.name, "why": Cause(error)}
        else:
            self._saved = merged is not None
            self._merged(merged)

    def _merged(self, merged: Merged | None) -> None:
        self._conflicts = () if merged is None else merged.conflicts

    def _notify(self) -> None:
        living = [(listener, listener()) for listener in self._listeners]
        self._listeners = [listener for listener, act in living if act is not None]
        for _, act in living:
            if act is not None:
                act()


def conflict_words(
    words: Words, conflicts: Iterable[Conflict], place: Callable[[Node], str | None] | None = None
) -> str:
    """What became of the things that two readers changed at the same time; empty if there are none."""
    found: dict[str, list[str]] = {}
    for node, name in conflicts:
        named = node.path if place is None else place(node)
        if named is not None:
            kind = "text" if name in TEXTS else name if name in (BRANCH, CLEARED) else "own"
            found.setdefault(kind, []).append(named)
    told = ""
    for kind, places in found.items():
        named = words("list.comma").join(dict.fromkeys(places[:MOST_NAMED]))
        told += words(f"keep.conflict.{kind}", nodes=named + ("…" if len(places) > MOST_NAMED else ""))
    return told


def autosave_of(replay: Replay, where: bool | str | Path) -> Autosave | None:
    """Return what saves this replay, the same for all its players; None if it is not saved.

    `where`: a file, or whether to save next to the replay's own file, if it has one that is not a sample's.
    """
    path = beside(replay) if isinstance(where, bool) else Path(where)
    if path is None or where is False:
        return None
    path = path.absolute()
    found: Autosave | None = replay._companions.get(path)
    if found is None:
        found = replay._companions[path] = Autosave(replay, path)
    else:
        found.save()
    return found


def _at_exit(stop: WeakMethod[Callable[[], None]]) -> None:
    act = stop()
    if act is not None:
        act()

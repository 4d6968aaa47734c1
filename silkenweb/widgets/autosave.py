"""Autosave: variations and notes are saved automatically, next to the file of the game.

What readers add to `game.json` is written to `game.branches.json` (see replay/branch_file.py), so reading a
game never changes its file. Samples are saved only if the caller names a file. A game that is being played at
a table has its own file (`GameFile`), which is written after each decision.
"""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter
from typing import Final
from weakref import WeakMethod, ref

from silkenweb import files
from silkenweb.errors import ReplayError, SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.branch_file import Copy, beside
from silkenweb.replay.merge import BRANCH, CLEARED, Conflict, Merged
from silkenweb.replay.schema import MAX_BYTES
from silkenweb.replay.value_merge import TEXTS
from silkenweb.text import Words
from silkenweb.text.refusals import Cause

Fault = tuple[str, dict[str, str | Cause]]  # a key of the catalogue, and the values of its placeholders
NAME = "silkenweb-game-{number}.json"
"""The name of a game's file if nobody has named one, with the first free number."""
MOST_NAMED = 5
"""The maximum number of nodes that a message about conflicts names."""


class Autosave:
    """Saves one replay to one file after each change, and merges what others have written there.

    A file that contains another game, or that can't be read, stays as it is, and nothing is saved until it is
    removed or repaired: each change tries again.
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
        """Whether the file can't be written at the moment."""
        return self._fault is not None

    def listen(self, act: Callable[[], None]) -> None:
        """Call a bound method after each attempt to save, for as long as its object exists."""
        self._listeners.append(WeakMethod(act))

    def message(self, words: Words, place: Callable[[Node], str | None] | None = None) -> str:
        """Return where the replay is saved, or why it is not; empty before the first change.

        `place` returns the name of a node, or None for a node that this reader may not see.
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
        """Save the replay now if it or the file has changed since the last time."""
        replay = self._replay()
        if replay is None or self._saving:  # merging during a save is also a change
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
        except Exception as error:  # the reader must know that nothing is saved, whatever the cause
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
        """Merge the content of the file."""
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
    """Return what happened to things that two readers changed at the same time; empty if there are none."""
    found: dict[str, list[str]] = {}
    for node, name in conflicts:
        named = node.path if place is None else place(node)
        if named is not None:
            kind = "text" if name in TEXTS else name if name in (BRANCH, CLEARED) else "own"
            found.setdefault(kind, []).append(named)
    message = ""
    for kind, places in found.items():
        named = words("list.comma").join(dict.fromkeys(places[:MOST_NAMED]))
        message += words(f"keep.conflict.{kind}", nodes=named + ("…" if len(places) > MOST_NAMED else ""))
    return message


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


class GameFile:
    """The file of a game that is being played, which only one table writes.

    `path`: the file; None for the first free name in the working folder, chosen by the first save. A file
    that another program has changed in the meantime is never overwritten: the game continues in the next
    file with a free name next to it.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.fault = ""
        """Why the file is not up to date; empty if it is."""
        self._known = _content(path)
        """The content of the file that this game may replace; None if there was no file."""

    def save(self, replay: Replay) -> None:
        """Write the file. If that fails, `fault` says why, and the next save tries again."""
        try:
            if self.path is None or not self._write(self.path, replay):
                self.path = free_path(Path.cwd() if self.path is None else self.path.parent)
                self._known = b""
                self._write(self.path, replay)
        except (OSError, SilkenwebError) as error:
            self.fault = str(getattr(error, "strerror", None) or error)
        else:
            self.fault = ""

    def _write(self, path: Path, replay: Replay) -> bool:
        """Write the file, unless another program has changed it; return whether it was written."""
        with files.lock(path):
            if _content(path) not in (None, self._known):
                return False
            text = replay.dumps().encode()
            files.write(path, text)
        self._known = text
        if replay.file is None:
            replay.file = path.absolute()
        return True


def _content(path: Path | None) -> bytes | None:
    """Return the content of a file; None if there is none."""
    try:
        return None if path is None else files.read(path, MAX_BYTES)
    except FileNotFoundError:
        return None


def free_path(folder: Path, name: str = NAME) -> Path:
    """Create an empty file with the first free name in a folder, which no other table can take then."""
    number = 1
    while True:
        path = folder / name.format(number=number)
        try:
            path.open("x").close()
        except FileExistsError:
            number += 1
        else:
            return path


PAUSE: Final = 10
"""The pause between two runs, as a multiple of the time that the first one took."""


class Debounced:
    """A callback that runs after the current cell or request has ended, however often it was requested.

    It takes at most a tenth of the time. Without an event loop, as in a plain script, it runs at once.
    """

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._timer: asyncio.Handle | None = None
        self._paused_until = 0.0
        self._running = False
        self._stopped = False

    def call(self) -> None:
        """Request a run."""
        if self._timer is not None or self._stopped:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            if not self._running:
                self.flush()
            return
        pause = self._paused_until - perf_counter()
        self._timer = loop.call_later(pause, self.flush) if pause > 0 else loop.call_soon(self.flush)

    def flush(self) -> None:
        """Run now; this serves all requests so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        start = perf_counter()
        self._running = True
        try:
            self._act()
        finally:
            self._running = False
        end = perf_counter()
        self._paused_until = end + PAUSE * (end - start)

    def stop(self) -> None:
        """Flush and stop."""
        if self._timer is not None:
            self.flush()
        self._stopped = True

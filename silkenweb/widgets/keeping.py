"""Branches and notes are kept by themselves, beside the file that the game came from.

What readers add to `game.json` goes to `game.branches.json`: a whole replay file, which loads like any other,
so that the recorded file is never changed by reading it, and one who has only the branches file lacks
nothing. Whoever opens `game.json` again gets them back. A game of the project's own samples is kept nowhere,
unless a file is named.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable
from pathlib import Path
from weakref import WeakKeyDictionary, WeakMethod, ref

from silkenweb.errors import ReplayError, SilkenwebError
from silkenweb.replay import Replay
from silkenweb.replay.samples import folder as samples_folder
from silkenweb.replay.writing import save
from silkenweb.widgets.soon import Soon
from silkenweb.widgets.words import Words

ENDING = ".branches.json"
"""What the name of a file of kept branches ends in."""

Stamp = tuple[int, int, int]


class Keeper:
    """Keeps one replay in one file, from its first change on.

    What is there already is adopted. A file that tells another game, or that can't be read, is left as it is,
    and nothing is kept.
    """

    def __init__(self, replay: Replay, path: Path) -> None:
        self.path = path
        self._fault: tuple[str, dict[str, str]] | None = None  # a key of the words, and what goes into them
        self._replay = ref(replay)
        self._refused = False
        self._stamp: Stamp | None = None
        self._take(replay)
        self._text = replay.dumps()
        self._soon = Soon(self.keep)
        replay.history.listen(self._soon.call)
        atexit.register(_at_exit, WeakMethod(self._soon.stop))

    @property
    def fault(self) -> bool:
        """Whether something keeps the file from being written."""
        return self._fault is not None

    def told(self, words: Words) -> str:
        """What a reader is told: where all is kept, or why not; nothing before the first change."""
        if self._fault is not None:
            key, values = self._fault
            return words(key, **values)
        return words("keep.in", file=self.path.name) if self._stamp else ""

    def keep(self) -> None:
        """Write the file if anything has changed. What another has written there meanwhile is adopted first,
        so that two who read the same game lose nothing of each other's."""
        replay = self._replay()
        if replay is None or self._refused:
            return
        try:
            text = replay.dumps()
            if text == self._text:
                return
            if _stamp(self.path) != self._stamp and self._take(replay):
                text = replay.dumps()
            if self._refused:
                return
            save(text, self.path)
        except OSError as error:
            why = str(error.strerror or error)
            self._fault = "keep.not.written", {"file": self.path.name, "why": why}
        except SilkenwebError as error:
            self._fault = "keep.not", {"why": str(error)}
        else:
            self._fault, self._text, self._stamp = None, text, _stamp(self.path)

    def try_again(self) -> None:
        """After a refusal: the file may be another one by now."""
        replay = self._replay()
        if replay is not None and self._refused:
            self._refused, self._fault = False, None
            self._take(replay)

    def _take(self, replay: Replay) -> bool:
        """Adopt what the file holds; False where there is none, or none of this game."""
        stamp = _stamp(self.path)
        if stamp is None:
            return False
        new = replay.history.length == 0
        try:
            replay.adopt(Replay.load(self.path, replay.edition))
        except ReplayError as error:
            self._refused = True
            self._fault = "keep.not.there", {"file": self.path.name, "why": error.reason[:200]}
            return False
        if new:
            replay.history.forget()  # opening a game is no edit of it
        self._stamp = stamp
        return True


_keepers: WeakKeyDictionary[Replay, dict[Path, Keeper]] = WeakKeyDictionary()


def keeper_of(replay: Replay, where: bool | str | Path) -> Keeper | None:
    """Who keeps this replay, one for all players of it; None where nobody does.

    `where`: a file, or whether to keep it beside the replay's own file, if it has one that is not a sample's.
    """
    path = beside(replay) if isinstance(where, bool) else Path(where)
    if path is None or where is False:
        return None
    keepers = _keepers.setdefault(replay, {})
    path = path.absolute()
    if path in keepers:
        keepers[path].try_again()
    else:
        keepers[path] = Keeper(replay, path)
    return keepers[path]


def beside(replay: Replay) -> Path | None:
    """The file for the branches of a replay, beside its own; None for one without a file, and a sample."""
    file = replay.file
    if file is None or file.parent == samples_folder():
        return None
    if file.name.endswith(ENDING):
        return file
    return file.with_name(file.name.removesuffix(".json") + ENDING)


def _stamp(path: Path) -> Stamp | None:
    """What tells whether a file has been written since; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _at_exit(stop: WeakMethod[Callable[[], None]]) -> None:
    act = stop()
    if act is not None:
        act()

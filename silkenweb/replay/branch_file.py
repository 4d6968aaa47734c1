"""The branches file of a game: what readers added to `game.json`, saved next to it in `game.branches.json`.

It is a complete replay file, which loads like any other. When a reader opens `game.json` again, the branches
are loaded too. Several programs may write the file without losses, since each merges first (see merge.py).

If the reader deleted something that `game.json` has, the head of the branches file says so: `x_leaves_out` is
the digest of the text of that game. As long as the game is the same, it stays deleted; once the game has
changed, everything in it is shown again.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from silkenweb import files
from silkenweb.errors import ReplayError
from silkenweb.replay.game_record import Replay
from silkenweb.replay.merge import LEAVES_OUT, Base, Merged, merge
from silkenweb.replay.samples import folder as samples_folder
from silkenweb.replay.schema import MAX_BYTES
from silkenweb.replay.writer import write

ENDING = ".branches.json"
"""The ending of the name of a branches file."""


def file_beside(file: Path) -> Path:
    """Return the branches file of a game's file; for a branches file, the file itself."""
    if file.name.endswith(ENDING):
        return file
    return file.with_name(file.name.removesuffix(".json") + ENDING)


def beside(replay: Replay) -> Path | None:
    """Return the branches file of a replay; None if the replay has no file, or is a sample."""
    if replay.file is None or replay.file.parent == samples_folder():
        return None
    return file_beside(replay.file)


def included(replay: Replay) -> tuple[Path, Merged] | None:
    """Merge the branches file of a replay into it, as opening it in a player does; None if there is none.

    Raises ReplayError if that file cannot be read or is of another game.
    """
    path = beside(replay)
    if path is None or path == replay.file or not path.exists():
        return None
    return path, Copy(replay, path).open() or Merged()


class Copy:
    """A copy of a replay in a file, which other programs may change at any time.

    After each merge it keeps the bytes of the file and the contents of the replay at that time.
    """

    def __init__(self, replay: Replay, path: Path) -> None:
        self.path = path
        self._replay = replay
        self._raw: bytes | None = None
        self._base: Base | None = None
        self._broken = False
        self._game: Base | None = None
        """The game before the reader changed it, if it is in another file and known."""
        self._digest = ""
        unchanged = replay.history.length == 0
        if path == replay.file:
            self._base = Base.of(replay) if unchanged else None
        elif game := replay if unchanged else _loaded(replay):
            self._game, self._digest = Base.of(game), hashlib.sha256(game.dumps().encode()).hexdigest()

    @property
    def outdated(self) -> bool:
        """Whether the file has changed since the last read or write. Raises OSError if it can't be read."""
        return self._read() != self._raw

    def overwrite(self) -> None:
        """Let the next write replace the current content of the file instead of merging it."""
        with suppress(OSError):
            self._raw = self._read()

    def open(self) -> Merged | None:
        """Merge the content of the file, without writing; return None if nothing is new."""
        return self._take(self._read())

    def sync(self) -> Merged | None:
        """Merge what others have written, then write the replay; return None if nobody else has written.

        Several programs may do this at once without losses, since each one locks the file. Raises OSError if
        the file can't be locked, read or written, and ReplayError if it is of another game or the merged tree
        is too large; then the file does not change.
        """
        with files.lock(self.path):
            merged = self._take(self._read())
            text = self._text()
            if text != self._raw:
                files.write(self.path, text)
            self._keep(text)
        return merged

    def _read(self) -> bytes | None:
        try:
            return files.read(self.path, MAX_BYTES)
        except FileNotFoundError:
            return None

    def _take(self, raw: bytes | None) -> Merged | None:
        if raw is None or raw == self._raw:
            return None
        broken, self._broken = self._broken, True
        other = Replay.loads(raw, self._replay.edition)
        base = self._base or self._first_base(other)
        # If the file was unreadable, somebody may have rewritten it without knowing all of its content.
        merged = merge(self._replay, base.shared_with(other) if broken else base, other)
        self._keep(raw)
        self._broken = False
        return merged

    def _keep(self, raw: bytes) -> None:
        self._raw, self._base = raw, Base.of(self._replay)

    def _first_base(self, other: Replay) -> Base:
        """Return the base of the first merge: what the replay and the file are known to have in common."""
        if self._game is not None:
            exact = other._head.get(LEAVES_OUT) == self._digest
            return self._game if exact else self._game.shared_with(other)
        if self.path == self._replay.file:
            return Base.of(other).shared_with(self._replay)
        return Base.empty(self._replay)

    def _text(self) -> bytes:
        lost = self._game is not None and self._game.lost_in(self._replay)
        return write(self._replay, {LEAVES_OUT: self._digest} if lost else {}).encode()


def _loaded(replay: Replay) -> Replay | None:
    """Load the replay from its file again; return None if that fails."""
    try:
        return None if replay.file is None else Replay.load(replay.file, replay.edition)
    except ReplayError:
        return None

"""The branches file of a game: what readers added to `game.json`, kept beside it in `game.branches.json`.

It is a whole replay file, which loads like any other. A reader who opens `game.json` again gets the branches
from it; whoever else writes there meanwhile loses nothing, since each writer merges first (see merge.py).

If the file lacks something that `game.json` has, because the reader deleted it, its head says from which
game it left that out: `x_leaves_out` is the digest of that game's text. While the game is the same, what was
deleted stays deleted; if the game has been changed since, all that it has is shown again.
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
"""The end of a branches file's name."""


def file_beside(file: Path) -> Path:
    """The branches file of a game's file; a branches file is its own."""
    if file.name.endswith(ENDING):
        return file
    return file.with_name(file.name.removesuffix(".json") + ENDING)


def beside(replay: Replay) -> Path | None:
    """The branches file of a replay; None if it has no file of its own, or is a sample."""
    if replay.file is None or replay.file.parent == samples_folder():
        return None
    return file_beside(replay.file)


def included(replay: Replay) -> tuple[Path, Merged] | None:
    """Take in what the branches file of a replay holds, as opening it in a player does; None without one.

    Raises ReplayError if that file cannot be read or is of another game.
    """
    path = beside(replay)
    if path is None or path == replay.file or not path.exists():
        return None
    return path, Copy(replay, path).open() or Merged()


class Copy:
    """A replay's copy in a file that other programs may change at any time.

    Between two merges it remembers what the file held, byte for byte, and how the replay stood then.
    """

    def __init__(self, replay: Replay, path: Path) -> None:
        self.path = path
        self._replay = replay
        self._raw: bytes | None = None
        self._base: Base | None = None
        self._broken = False
        self._game: Base | None = None
        """The game before the reader changed it, if that is another file, and known."""
        self._digest = ""
        unchanged = replay.history.length == 0
        if path == replay.file:
            self._base = Base.of(replay) if unchanged else None
        elif game := replay if unchanged else _loaded(replay):
            self._game, self._digest = Base.of(game), hashlib.sha256(game.dumps().encode()).hexdigest()

    @property
    def outdated(self) -> bool:
        """Whether the file differs from what was last read or written. Raises OSError if it can't be read."""
        return self._read() != self._raw

    def overwrite(self) -> None:
        """Let the next write replace what the file holds now, instead of merging it."""
        with suppress(OSError):
            self._raw = self._read()

    def open(self) -> Merged | None:
        """Take in what the file holds, and write nothing; None if there is nothing new."""
        return self._take(self._read())

    def sync(self) -> Merged | None:
        """Take in what others have written, then write the replay; None if nobody wrote in between.

        Nothing is lost when several programs do so at once: each holds the file's lock meanwhile. Raises
        OSError if the file can't be locked, read or written, ReplayError if it does not hold this game or
        the merged tree is too large; then the file stays as it is.
        """
        if self.path.exists() and not self.path.is_file():  # a device or a pipe, which holds no other copy
            files.write(self.path, self._text())
            return None
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
        # A file that was broken meanwhile may have been made again by somebody who did not know all of it.
        merged = merge(self._replay, base.shared_with(other) if broken else base, other)
        self._keep(raw)
        self._broken = False
        return merged

    def _keep(self, raw: bytes) -> None:
        self._raw, self._base = raw, Base.of(self._replay)

    def _first_base(self, other: Replay) -> Base:
        """What the replay and the file have in common as far as that is known before the first merge."""
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
    """The replay as its file has it; None if there is no such file."""
    try:
        return None if replay.file is None else Replay.load(replay.file, replay.edition)
    except ReplayError:
        return None

"""Reading a folder of a class's games: replays, and the progress that students exported as CSV.

Files come from anybody. How many there are and how large they may be is bounded; links are not followed; one
that cannot be read is listed with its reason and stops nothing.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from silkenweb import files
from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, SilkenwebError, quote, shorten
from silkenweb.replay import Replay
from silkenweb.teaching.classroom.games import Game, game
from silkenweb.teaching.keeping import COLUMNS, FORMAT
from silkenweb.teaching.results import STATES
from silkenweb.teaching.sheet import read_text

MOST_FILES = 500
MOST_BYTES = 200_000_000
MOST_NAMES = 20_000
CSV_BYTES = 1_000_000
CSV_ROWS = 1_000
BRANCHES, SCHEMA = ".branches.json", ".schema.json"


@dataclass(frozen=True, slots=True)
class Exported:
    """One student's progress as exported: for each exercise its state, attempts and hints."""

    file: str
    student: str
    states: dict[str, tuple[str, int, int]]

    def count(self, state: str) -> int:
        """How many exercises are in this state."""
        return sum(each == state for each, _, _ in self.states.values())


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that is not in the report, and why."""

    file: str
    reason: str


@dataclass(frozen=True)
class ClassReport:
    """The games of a folder, by file; those that began with the same cards stand side by side in `groups`."""

    folder: str
    games: tuple[Game, ...]
    progress: tuple[Exported, ...]
    refused: tuple[Refused, ...]

    @property
    def groups(self) -> tuple[tuple[Game, ...], ...]:
        """Games by the cards that they began with: first those of several games, then each other alone."""
        found: dict[str, list[Game]] = {}
        for one in self.games:
            found.setdefault(one.same_deal or one.file, []).append(one)
        return tuple(tuple(group) for group in sorted(found.values(), key=lambda group: len(group) == 1))

    def twins(self, of: Game) -> tuple[str, ...]:
        """The other files with the same decisions throughout."""
        return tuple(one.file for one in self.games if one is not of and one.line == of.line)

    def to_html(self) -> str:
        """The report as one HTML page, which needs no other file, no script and no network."""
        from silkenweb.teaching.classroom.pages import page

        return page(self)

    def __repr__(self) -> str:
        """Short; `.games` has all."""
        counts = (
            f"{len(self.games)} games, progress of {len(self.progress)}, {len(self.refused)} files left out"
        )
        return f"<ClassReport: {counts}>"


def class_report(folder: str | os.PathLike[str], *, edition: Edition | None = None) -> ClassReport:
    """Read all replays (`.json`) and exported progress (`.csv`) in a folder and the folders in it.

    `edition`: for games with card data of your own. At most 500 files and 200 MB are read; what is left out
    is listed in `.refused` with its reason. Raises SilkenwebError where there is no such folder, or nothing
    that could be reported in it.
    """
    root = Path(folder)
    if not os.path.isdir(root):  # which, unlike root.is_dir(), takes any text
        raise SilkenwebError(f"{shorten(str(folder), 200)}: there is no such folder")
    games: list[Game] = []
    progress: list[Exported] = []
    refused: list[Refused] = []
    spent = read = 0
    for path in _files(root, refused):
        name = path.relative_to(root).as_posix()
        try:
            reason, size = _passed_over(path), path.stat(follow_symlinks=False).st_size
        except OSError as error:  # gone by now, or in a folder that may not be entered
            reason, size = error.strerror or str(error), 0
        if reason is not None:
            refused.append(Refused(name, reason))
            continue
        if read >= MOST_FILES or spent + size > MOST_BYTES:
            most = f"{MOST_FILES} files or {MOST_BYTES // 1_000_000} MB"
            refused.append(Refused(name, f"not read: more than {most} in one folder"))
            continue
        read, spent = read + 1, spent + size
        try:
            if path.suffix.lower() == ".csv":
                progress.append(_exported(path, name))
            else:
                games.append(game(_replay(path, edition), name))
        except ReplayError as error:
            refused.append(Refused(name, _reason(error)))
        except SilkenwebError as error:
            refused.append(Refused(name, shorten(str(error), 300)))
        except OSError as error:
            refused.append(Refused(name, error.strerror or str(error)))
    if not games and not progress:
        found = f" ({len(refused)} files left out, the first: {refused[0].reason})" if refused else ""
        raise SilkenwebError(f"{shorten(str(folder), 200)}: there is no game to report in this folder{found}")
    return ClassReport(root.resolve().name, tuple(games), tuple(progress), tuple(refused))


def _files(root: Path, refused: list[Refused]) -> Iterator[Path]:
    """The files that may be games or progress, in the order of their names; no link is followed."""
    seen = 0
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            seen += 1
            if seen > MOST_NAMES:
                refused.append(Refused(".", f"more than {MOST_NAMES:,} files: the rest was not looked at"))
                return
            path = Path(place) / name
            if not name.startswith(".") and path.suffix.lower() in (".json", ".csv"):
                yield path


def _passed_over(path: Path) -> str | None:
    """Why a file is not even opened; None where it is."""
    if path.is_symlink() or not path.is_file():
        return "not a file of its own (links are not followed)"
    if path.name.endswith(SCHEMA):
        return "a JSON Schema, no game"
    if path.name.endswith(BRANCHES):
        game = path.with_name(path.name.removesuffix(BRANCHES) + ".json")
        if game.is_file():
            return f"branches that a player kept beside {game.name}"
    return None


def _replay(path: Path, edition: Edition | None) -> Replay:
    if f'"{FORMAT}"'.encode() in files.read(path, 200):
        raise SilkenwebError("kept progress; its student exports it as CSV (progress().to_csv)")
    return Replay.load(path, edition=edition)


def _reason(error: ReplayError) -> str:
    """What is wrong, and where, without the file's name, which stands beside it."""
    said = str(error)
    return shorten(said.removeprefix(f"{error.file}: ").removeprefix(f"{error.file}, "), 300)


def _exported(path: Path, name: str) -> Exported:
    """The progress in a CSV file; SilkenwebError where it is none."""
    raw = files.read(path, CSV_BYTES)
    if len(raw) > CSV_BYTES:
        raise SilkenwebError(f"larger than progress can be ({CSV_BYTES:,} bytes)")
    try:
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise SilkenwebError(f"not a CSV file: {error}") from None
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise SilkenwebError(f"not exported progress, which has the columns {', '.join(COLUMNS)}")
    states: dict[str, tuple[str, int, int]] = {}
    for row in rows[:CSV_ROWS]:
        state, attempts, hints = row["state"], row["attempts"] or "", row["hints"] or ""
        counts = attempts.isascii() and attempts.isdigit() and hints.isascii() and hints.isdigit()
        if state not in STATES or not counts or len(attempts + hints) > 12:
            raise SilkenwebError(
                f"not exported progress: a row for {quote(row['exercise'] or '?', 20)} fails"
            )
        states[shorten(read_text(row["exercise"] or "?"), 20)] = (state, int(attempts), int(hints))
    return Exported(name, shorten(read_text(rows[0]["student"] or "").strip() or path.stem, 60), states)

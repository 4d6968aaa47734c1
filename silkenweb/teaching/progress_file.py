"""What a reader has tried and solved, saved in one small file on this machine and never sent anywhere.

The file is `silkenweb-progress.json` in the working directory of Python, which for a notebook is its own
folder. The environment variable SILKENWEB_PROGRESS names another file, or is `off` to save nothing. The file
holds no times and no names. Exports for teachers are CSV files in which no cell runs as a formula.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeAlias

from silkenweb import arguments, files
from silkenweb.teaching import markup
from silkenweb.teaching.results import HANDED_IN, RIGHT, STATES, UNTRIED, State

Cell: TypeAlias = str | int | float

MARK: Final = "'"
"""The prefix of a text that a spreadsheet would run as a formula; with it, the text is shown as it is."""

# Characters that a spreadsheet skips before a formula: spaces, quotes, invisible characters.
_FORMULA: Final = re.compile(
    r"""[\s\x00-\x1f\ufeff\u200b-\u200f\u2060"'`\u2018-\u201f\u00ab\u00bb]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r]"""
)
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def csv_text(rows: Iterable[Iterable[Cell]]) -> str:
    """Return rows as CSV. Numbers stay numbers; a text that a spreadsheet would run is prefixed with MARK."""
    out = io.StringIO(newline="")
    writer = csv.writer(
        out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n"
    )  # carriage returns are quoted too
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def read_text(cell: str) -> str:
    """Return the text that `csv_text` wrote into a cell."""
    return cell.removeprefix(MARK) if cell.startswith(MARK) and _runs(cell[1:]) else cell


def _safe(cell: Cell) -> Cell:
    return MARK + cell if isinstance(cell, str) and _runs(cell) else cell


def _runs(text: str) -> bool:
    """Return whether a spreadsheet would run a text as a formula. A number, signed or not, is not one."""
    return bool(_FORMULA.match(text)) and not _NUMBER.fullmatch(text)


FILE: Final = "silkenweb-progress.json"
VARIABLE: Final = "SILKENWEB_PROGRESS"
FORMAT: Final = "silkenweb-progress"
COLUMNS: Final = ("student", "exercise", "state", "attempts", "hints", "solution")
MAX_BYTES: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Entry:
    """The progress of one exercise.

    `state`: "untried", "right", "handed in" or "not yet"; "right" and "handed in" are final. The other fields
    stop changing then: `attempts` is the number of checked answers, `hints` the number of hints shown, and
    `solution` whether the solution was shown.
    """

    state: State = UNTRIED
    attempts: int = 0
    hints: int = 0
    solution: bool = False


def progress_path() -> Path | None:
    """Return the path of the progress file, or None if progress is not saved."""
    named = os.environ.get(VARIABLE)
    if named is None:
        return Path(FILE).absolute()
    return None if named.strip().lower() in ("", "off", os.devnull) else Path(named).absolute()


def record(name: str, *, state: State | None = None, hints: int = 0, solution: bool = False) -> str:
    """Save progress of an exercise. Returns a message if that failed or the file was damaged, else ""."""
    path = progress_path()
    if path is None:
        return ""
    try:
        with files.lock(path):  # another notebook may record at the same time
            entries, fault = _load(path)
            said = _put_aside(path, fault) if fault else ""
            before = entries.get(name, Entry())
            after = _after(before, state, hints, solution)
            if after != before or fault:
                entries[name] = after
                files.write(path, _text(entries).encode())
    except OSError as error:
        return f"Your progress could not be saved to {path.name}: {error.strerror or error}."
    return said


def _after(entry: Entry, state: State | None, hints: int, solution: bool) -> Entry:
    if entry.state in (RIGHT, HANDED_IN):
        return entry
    attempts = entry.attempts + (state is not None)
    return Entry(state or entry.state, attempts, max(entry.hints, hints), entry.solution or solution)


def _put_aside(path: Path, fault: str) -> str:
    aside = path.with_name(f"{path.stem}.damaged{path.suffix}")
    os.replace(path, aside)
    return (
        f"{path.name} could not be read ({fault}). It was renamed to {aside.name}, and a new file was "
        f"started."
    )


# -- the file ------------------------------------------------------------------------------------------


def _text(entries: dict[str, Entry]) -> str:
    data = {
        "format": FORMAT,
        "version": 1,
        "exercises": {key: asdict(entries[key]) for key in sorted(entries)},
    }
    return json.dumps(data, indent=1) + "\n"


def _load(path: Path) -> tuple[dict[str, Entry], str]:
    """Return the entries of the file, and an error message or "". A missing file is empty. Raises OSError."""
    try:
        raw = files.read(path, MAX_BYTES)
    except FileNotFoundError:
        return {}, ""
    if len(raw) > MAX_BYTES:
        return {}, f"larger than {MAX_BYTES:,} bytes"
    try:
        data = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return {}, "it is not JSON"
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, 1):
        return {}, "it is not a progress file of version 1"
    found = data.get("exercises")
    if not isinstance(found, dict):
        return {}, "it lists no exercises"
    try:
        return {str(name): _entry(fields) for name, fields in found.items()}, ""
    except (TypeError, ValueError):
        return {}, "an exercise in it is not valid"


def _entry(fields: Any) -> Entry:
    entry = Entry(**fields)
    counts = all(type(count) is int and count >= 0 for count in (entry.attempts, entry.hints))
    if entry.state not in STATES or not counts or type(entry.solution) is not bool:
        raise ValueError
    return replace(entry)


# -- the table ----------------------------------------------------------------------------------------


class Progress:
    """A table of the course's exercises with their progress, which displays itself at the end of a cell."""

    def __init__(self, entries: dict[str, Entry], file: Path | None, note: str = "") -> None:
        self.entries = entries
        self.file = file
        self.note = note

    @property
    def solved(self) -> int:
        """The number of exercises that are right."""
        return self._count(RIGHT)

    def _count(self, state: State) -> int:
        return sum(entry.state == state for entry in self.entries.values())

    def to_csv(self, path: str | os.PathLike[str], *, student: str = "") -> Path:
        """Write the table as a CSV file for a teacher, and return its path.

        The columns are student (the argument), exercise, state, attempts, hints and solution. A text that a
        spreadsheet would run as a formula is prefixed with an apostrophe. An existing file is replaced.
        """
        arguments.encodable("student", student)
        rows: list[tuple[Cell, ...]] = [COLUMNS]
        for name, entry in self.entries.items():
            solution = "yes" if entry.solution else "no"
            rows.append((student, name, entry.state, entry.attempts, entry.hints, solution))
        files.write(path, csv_text(rows).encode())
        return Path(path)

    def __repr__(self) -> str:
        lines = [f"{'exercise':10}{'state':10}{'attempts':>9}{'hints':>7}  solution"]
        for name, entry in self.entries.items():
            seen = "seen" if entry.solution else ""
            lines.append(f"{name:10}{entry.state:10}{entry.attempts:9}{entry.hints:7}  {seen}".rstrip())
        return "\n".join(filter(None, [*lines, self._sum(), self.note]))

    def _repr_html_(self) -> str:
        head = "<tr><th>exercise</th><th>state</th><th>attempts</th><th>hints</th><th>solution</th></tr>"
        rows = "".join(_row(name, entry) for name, entry in self.entries.items())
        body = f"<table>{head}{rows}</table>{markup.small(self._sum())}{markup.small(self.note)}"
        return markup.section("progress", "Progress", "", body)

    def _sum(self) -> str:
        kept = f"saved in {self.file.name}" if self.file else "not saved"
        given = self._count(HANDED_IN)
        waiting = f", {given} handed in" if given else ""
        return f"{self.solved} of {len(self.entries)} right{waiting}; {kept}."


def _row(name: str, entry: Entry) -> str:
    seen = "seen" if entry.solution else ""
    cells = [html.escape(name), entry.state, str(entry.attempts), str(entry.hints), seen]
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def read_progress(names: Iterable[str]) -> Progress:
    """Return what was tried and solved of the exercises with these names, as saved on this machine."""
    path = progress_path()
    try:
        entries, fault = _load(path) if path else ({}, "")
    except OSError as error:
        entries, fault = {}, str(error.strerror or error)
    note = f"{path.name} could not be read: {fault}." if path and fault else ""
    return Progress({name: entries.get(name, Entry()) for name in names}, path, note)

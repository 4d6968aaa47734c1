"""What a reader has tried and solved, saved in one small file on this machine and never sent anywhere.

The file is `silkenweb-progress.json` in the working directory of Python, which for a notebook is its own
folder. The environment variable SILKENWEB_PROGRESS names another file, or is `off` to save nothing. When
nbgrader grades or validates a notebook, nothing is saved, so no such file gets into its folders. The file
holds no times and no names. Exports for teachers are CSV files in which no cell runs as a formula.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from silkenweb import arguments, files
from silkenweb.teaching import markup
from silkenweb.teaching.results import HANDED_IN, NOT_YET, RIGHT, STATES, UNTRIED, State

Cell: TypeAlias = str | int | float
T = TypeVar("T")

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
GUESS_COLUMNS: Final = ("sure", "answer")
"""Further columns of exported progress, which only rows of predictions fill."""
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


def graded() -> bool:
    """Return whether nbgrader is running the notebook to grade or validate it."""
    return os.environ.get("NBGRADER_EXECUTION", "").lower() in {"autograde", "validate"}


def progress_path() -> Path | None:
    """Return the path of the progress file, or None if progress is not saved."""
    if graded():
        return None
    named = os.environ.get(VARIABLE)
    if named is None:
        return Path(FILE).absolute()
    return None if named.strip().lower() in ("", "off", os.devnull) else Path(named).absolute()


@dataclass(frozen=True, slots=True)
class Tally:
    """The progress of one practice position: whether it was solved, and the mistakes and hints until then."""

    solved: bool = False
    mistakes: int = 0
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Guess:
    """An answered prediction: the answer, how sure the reader was (0 to 1), and whether it was right."""

    answer: str | float
    sure: float
    right: bool


@dataclass(frozen=True, slots=True)
class Saved:
    """All that the file holds, by the names of exercises, practice positions and predictions."""

    exercises: dict[str, Entry] = field(default_factory=dict)
    practice: dict[str, Tally] = field(default_factory=dict)
    predictions: dict[str, Guess] = field(default_factory=dict)


def record(name: str, *, state: State | None = None, hints: int = 0, solution: bool = False) -> str:
    """Save progress of an exercise. Returns a message if that failed or the file was damaged, else ""."""

    def change(saved: Saved) -> None:
        before = saved.exercises.get(name, Entry())
        after = _after(before, state, hints, solution)
        if after != before:
            saved.exercises[name] = after

    return _update(change)


def record_practice(name: str, *, solved: bool = False, mistakes: int = 0, hints: int = 0) -> str:
    """Add to the progress of a practice position, which stops changing once it is solved.

    Returns as `record` does.
    """

    def change(saved: Saved) -> None:
        before = saved.practice.get(name, Tally())
        if not before.solved:
            saved.practice[name] = Tally(solved, before.mistakes + mistakes, before.hints + hints)

    return _update(change)


def record_guess(name: str, guess: Guess) -> str:
    """Save an answered prediction; the first answer counts. Returns as `record` does."""
    return _update(lambda saved: saved.predictions.setdefault(name, guess))


def _update(change: Callable[[Saved], object]) -> str:
    """Change what is saved. Returns a message if that failed or the file was damaged, else ""."""
    path = progress_path()
    if path is None:
        return ""
    try:
        with files.lock(path):  # another notebook may record at the same time
            saved, fault = _load(path)
            said = _put_aside(path, fault) if fault else ""
            before = _text(**_parts(saved))
            change(saved)
            if (after := _text(**_parts(saved))) != before or fault:
                files.write(path, after.encode())
    except OSError as error:
        return f"Your progress could not be saved to {path.name}: {error.strerror or error}."
    return said


def _parts(saved: Saved) -> dict[str, Any]:
    return {each.name: getattr(saved, each.name) for each in fields(saved)}


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


def _text(
    exercises: dict[str, Entry],
    practice: dict[str, Tally] | None = None,
    predictions: dict[str, Guess] | None = None,
) -> str:
    parts: dict[str, Any] = {"exercises": exercises, "practice": practice, "predictions": predictions}
    data: dict[str, Any] = {"format": FORMAT, "version": 1}
    for part, entries in parts.items():
        if entries or part == "exercises":
            data[part] = {key: asdict(entries[key]) for key in sorted(entries)}
    return json.dumps(data, indent=1) + "\n"


def _load(path: Path) -> tuple[Saved, str]:
    """Return what the file holds, and an error message or "". A missing file is empty. Raises OSError."""
    try:
        raw = files.read(path, MAX_BYTES)
    except FileNotFoundError:
        return Saved(), ""
    if len(raw) > MAX_BYTES:
        return Saved(), f"larger than {MAX_BYTES:,} bytes"
    try:
        data = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError):
        return Saved(), "it is not JSON"
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (FORMAT, 1):
        return Saved(), "it is not a progress file of version 1"
    if not isinstance(data.get("exercises"), dict):
        return Saved(), "it lists no exercises"
    try:
        return Saved(
            _read_part(data["exercises"], _entry),
            _read_part(data.get("practice", {}), _tally),
            _read_part(data.get("predictions", {}), _guess),
        ), ""
    except (TypeError, ValueError, AttributeError):
        return Saved(), "an entry in it is not valid"


def _read_part(found: Any, read: Callable[[Any], T]) -> dict[str, T]:
    return {str(name): read(fields) for name, fields in found.items()}


def _entry(fields: Any) -> Entry:
    entry = Entry(**fields)
    counts = all(type(count) is int and count >= 0 for count in (entry.attempts, entry.hints))
    if entry.state not in STATES or not counts or type(entry.solution) is not bool:
        raise ValueError
    return replace(entry)


def _tally(fields: Any) -> Tally:
    tally = Tally(**fields)
    counts = all(type(count) is int and count >= 0 for count in (tally.mistakes, tally.hints))
    if not counts or type(tally.solved) is not bool:
        raise ValueError
    return tally


def _guess(fields: Any) -> Guess:
    guess = Guess(**fields)
    answered = type(guess.answer) in (str, int, float) and type(guess.right) is bool
    if not answered or type(guess.sure) not in (int, float) or not 0 <= guess.sure <= 1:
        raise ValueError
    return guess


# -- the table ----------------------------------------------------------------------------------------


class Progress:
    """A table of the course's exercises with their progress, which displays itself at the end of a cell."""

    def __init__(
        self,
        entries: dict[str, Entry],
        file: Path | None,
        note: str = "",
        guesses: dict[str, Guess] | None = None,
    ) -> None:
        self.entries = entries
        self.guesses = guesses or {}
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

        The columns are student (the argument), exercise, state, attempts, hints, solution, sure and answer;
        the last two are filled only for predictions, which follow the exercises. A text that a spreadsheet
        would run as a formula is prefixed with an apostrophe. An existing file is replaced.
        """
        arguments.encodable("student", student)
        rows: list[tuple[Cell, ...]] = [(*COLUMNS, *GUESS_COLUMNS)]
        for name, entry in self.entries.items():
            solution = "yes" if entry.solution else "no"
            rows.append((student, name, entry.state, entry.attempts, entry.hints, solution, "", ""))
        for name, guess in sorted(self.guesses.items()):
            state = RIGHT if guess.right else NOT_YET
            rows.append((student, name, state, 1, 0, "no", guess.sure, guess.answer))
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
    saved, fault = read_saved()
    note = f"{path.name} could not be read: {fault}." if path and fault else ""
    entries = {name: saved.exercises.get(name, Entry()) for name in names}
    return Progress(entries, path, note, saved.predictions)


def read_saved() -> tuple[Saved, str]:
    """Return all that is saved on this machine, and why the file could not be read, or ""."""
    path = progress_path()
    try:
        return _load(path) if path else (Saved(), "")
    except OSError as error:
        return Saved(), str(error.strerror or error)

"""The exported progress of students: read from CSV files, and what a whole class shows."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from silkenweb import files
from silkenweb.errors import SilkenwebError, quote, shorten
from silkenweb.teaching.predictions import NAME as PREDICTION
from silkenweb.teaching.predictions import Calibration
from silkenweb.teaching.progress_file import COLUMNS, Guess, read_text
from silkenweb.teaching.results import NOT_YET, RIGHT, STATES, UNTRIED

CSV_BYTES = 1_000_000
CSV_ROWS = 1_000
LEAST = 3
"""The fewest answers from which something about a class is concluded."""
MOST_POINTS = 5
"""The most points for the next lesson."""


@dataclass(frozen=True, slots=True)
class StudentProgress:
    """The exported progress of one student: state, attempts and hints of each exercise, and predictions."""

    file: str
    student: str
    states: dict[str, tuple[str, int, int]]
    guesses: dict[str, Guess] = field(default_factory=dict)

    def count(self, state: str) -> int:
        """Return how many exercises are in this state."""
        return sum(each == state for each, _, _ in self.states.values())


def read_exported(path: Path, name: str) -> StudentProgress:
    """Return the progress in a CSV file. Raises SilkenwebError for any other file."""
    raw = files.read(path, CSV_BYTES)
    if len(raw) > CSV_BYTES:
        raise SilkenwebError(f"larger than exported progress can be ({CSV_BYTES:,} bytes)")
    try:
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8-sig"), newline="")))
    except (UnicodeDecodeError, csv.Error) as error:
        raise SilkenwebError(f"not a CSV file: {error}") from None
    if not rows or not set(COLUMNS) <= set(rows[0]):
        raise SilkenwebError(f"not exported progress, which has the columns {', '.join(COLUMNS)}")
    states: dict[str, tuple[str, int, int]] = {}
    guesses: dict[str, Guess] = {}
    for row in rows[:CSV_ROWS]:
        state, attempts, hints = row["state"], row["attempts"] or "", row["hints"] or ""
        counts = attempts.isascii() and attempts.isdigit() and hints.isascii() and hints.isdigit()
        if state not in STATES or not counts or len(attempts + hints) > 12:
            raise SilkenwebError(
                f"not exported progress: the row of {quote(row['exercise'] or '?', 20)} is not valid"
            )
        which = shorten(read_text(row["exercise"] or "?"), 20)
        if PREDICTION.fullmatch(which):
            guesses[which] = _guess(which, row, state)
        else:
            states[which] = (state, int(attempts), int(hints))
    student = shorten(read_text(rows[0]["student"] or "").strip() or path.stem, 60)
    return StudentProgress(name, student, states, guesses)


def _guess(name: str, row: dict[str, str], state: str) -> Guess:
    try:
        sure = float(row.get("sure") or "")
    except ValueError:
        sure = math.nan
    if not 0 <= sure <= 1:
        raise SilkenwebError(f"not exported progress: the row of {quote(name, 20)} is not valid")
    return Guess(shorten(read_text(row.get("answer") or ""), 60), sure, state == RIGHT)


def calibration_rows(progress: Sequence[StudentProgress]) -> list[tuple[str, int, int]]:
    """Return the range of certainty, the number of predictions in it, and how many of them were right."""
    guesses = {
        f"{number} {name}": guess
        for number, one in enumerate(progress)
        for name, guess in one.guesses.items()
    }
    return Calibration(guesses, len(guesses)).rows()


def calibration_summary(progress: Sequence[StudentProgress]) -> str:
    """Return how sure the class was on average, and how often it was right; "" without predictions."""
    guesses = [guess for one in progress for guess in one.guesses.values()]
    if not guesses:
        return ""
    sure = sum(guess.sure for guess in guesses) / len(guesses)
    right = sum(guess.right for guess in guesses) / len(guesses)
    return f"On average the class was {sure:.0%} sure, and {right:.0%} of its answers were right."


def common_answers(progress: Sequence[StudentProgress]) -> Iterator[tuple[str, int, int, str]]:
    """Yield the answers to each prediction in short.

    They are its name, the number of answers, the number of right ones, and the most common wrong answer with
    how often it was given.
    """
    names = sorted({name for one in progress for name in one.guesses})
    for name in names:
        given = [one.guesses[name] for one in progress if name in one.guesses]
        wrong = Counter(str(guess.answer) for guess in given if not guess.right)
        said = [f"{answer} ({times} times)" for answer, times in wrong.most_common(1)]
        yield name, len(given), sum(guess.right for guess in given), "".join(said)


def to_discuss(progress: Sequence[StudentProgress]) -> list[str]:
    """Return what to discuss in the next lesson, the clearest cases first.

    These are predictions that most got wrong, and exercises that most have not got right.
    """
    points: list[tuple[float, str]] = []
    for name, count, right, said in common_answers(progress):
        if count >= LEAST and 2 * right < count:
            said = f"; most common: {said}" if said else ""
            sure = sum(one.guesses[name].sure for one in progress if name in one.guesses) / count
            head = f"Prediction {name}: {right} of {count} right, {sure:.0%} sure on average"
            points.append((right / count, f"{head}{said}."))
    tried: dict[str, list[str]] = {}
    for one in progress:
        for name, (state, _, _) in one.states.items():
            if state != UNTRIED:
                tried.setdefault(name, []).append(state)
    for name, states in sorted(tried.items()):
        wrong = states.count(NOT_YET)
        if len(states) >= LEAST and 2 * wrong > len(states):
            share = 1 - wrong / len(states)
            points.append((share, f"Exercise {name}: {wrong} of {len(states)} not right yet."))
    return [said for _, said in sorted(points)[:MOST_POINTS]]


def copies(progress: Sequence[StudentProgress]) -> list[tuple[str, ...]]:
    """Return groups of files with the same states, attempts, hints and predictions, if anything was tried."""
    found: dict[str, list[str]] = {}
    for one in progress:
        if one.guesses or any(state != UNTRIED for state, _, _ in one.states.values()):
            found.setdefault(repr((one.states, one.guesses)), []).append(one.file)
    return [tuple(group) for group in found.values() if len(group) > 1]

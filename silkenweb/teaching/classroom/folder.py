"""A class report: replays and exported progress of a folder, shown as one HTML page.

The page has no script, needs no other file, and supports both themes; every text in it is escaped. Its
Content Security Policy allows only its own style sheet, by digest.
"""

from __future__ import annotations

import html
import os
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as resources
from pathlib import Path

from silkenweb import files
from silkenweb.edition import Edition
from silkenweb.edition.colours import THEME
from silkenweb.errors import ReplayError, SilkenwebError, escaped, shorten
from silkenweb.replay import Replay
from silkenweb.study.review import Mean
from silkenweb.study.review.report import HALF_95
from silkenweb.teaching.classroom.games import Game, Moment, game
from silkenweb.teaching.classroom.student_progress import (
    StudentProgress,
    calibration_rows,
    calibration_summary,
    common_answers,
    copies,
    read_exported,
    to_discuss,
)
from silkenweb.teaching.progress_file import FORMAT
from silkenweb.teaching.results import STATES
from silkenweb.widgets.export import document

TITLE, NAME, FILE = 120, 40, 80  # characters

FAIRNESS = """
Results depend on the deals and on everybody at the table, so do not grade anyone by them. If a file has a
review, the only measure of play is the mean informed loss: how much less often the team would win after the
chosen move than after the best move, given what that player could know. It is the mean over all decisions
with a choice, with its 95% interval. Whether two intervals overlap is not a test: compare the difference of
the two values with its standard error, the root of the sum of the squares of the two standard errors. The
luck of the deals is shown separately; it is nobody's merit or fault.
"""
"""The note above every table of results."""


def page(report: ClassReport) -> str:
    """Return the HTML of the page."""
    title = f"Class report: {text(report.folder, TITLE)}"
    body = [f"<h1>{title}</h1>", _opening(report), _overview(report), *_same_deals(report), _games(report)]
    body += [_next_lesson(report), _progress(report.progress), _predictions(report.progress)]
    body += [_refused(report)]
    return document(title=title, style=_style(), body="\n".join(["<main>", *filter(None, body), "</main>"]))


@cache
def _style() -> str:
    colours = "".join(f"--sw-{name}:light-dark({light},{dark});" for name, (light, dark) in THEME.items())
    rules = (resources("silkenweb.teaching.classroom") / "class.css").read_text(encoding="utf-8")
    return f":root{{{colours}}}\n{rules}"


def text(words: str | None, most: int = 200) -> str:
    """Return untrusted text as HTML: one line, shortened, escaped, with invisible characters shown as �."""
    seen = "".join("\ufffd" if unicodedata.category(c) in _UNSEEN else c for c in (words or "")[: most + 1])
    return html.escape(shorten(seen, most))


_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _opening(report: ClassReport) -> str:
    reviewed = sum(one.fully_reviewed for one in report.games)
    won = sum(one.phase == "won" for one in report.games)
    counts = f"{_count(len(report.games), 'game')}, {won} won; {reviewed} with a review"
    counts += f"; progress of {_count(len(report.progress), 'student')}" if report.progress else ""
    fair = html.escape(" ".join(FAIRNESS.split()))
    return f'<p>{counts}.</p>\n<p class="muted">{fair}</p>'


# -- tables ------------------------------------------------------------------------------------------------


def _table(label: str, head: Sequence[tuple[str, str]], rows: Iterable[str]) -> str:
    """Return a table that scrolls on a narrow page. `head`: words and class of each column."""
    cells = "".join(f'<th scope="col"{_class(kind)}>{words}</th>' for words, kind in head)
    region = f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(label)}">'
    return f"{region}<table><thead><tr>{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"


def _row(first: str, *cells: tuple[str, str]) -> str:
    return (
        f'<tr><th scope="row">{first}</th>'
        + "".join(f"<td{_class(kind)}>{it}</td>" for it, kind in cells)
        + "</tr>"
    )


def _class(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def _overview(report: ClassReport) -> str:
    head = [("file", ""), ("players", "names"), ("seed", ""), ("result", ""), ("levels", "")]
    head += [("Blessings", "n"), ("decisions", "n"), ("mean informed loss", "n")]
    rows = [
        _row(
            f"<bdi>{text(one.file, FILE)}</bdi>",
            (_people(one), "names"),
            (f"<bdi>{text(one.seed, NAME)}</bdi>" if one.seed else '<span class="muted">none</span>', ""),
            (_result(one), "keep"),
            (_steps(one), "levels"),
            (f"{one.blessings[1]} of {one.blessings[0]}", "n"),
            (str(one.decisions), "n"),
            (_loss(one), "n"),
        )
        for group in report.groups
        for one in group
    ]
    return "<h2>All games</h2>" + _table("All games", head, rows)


def _people(one: Game) -> str:
    said = []
    for seat in one.seats:
        person = f" (<bdi>{text(seat.person, NAME)}</bdi>)" if seat.person else ""
        said.append(f"{text(seat.character, NAME)}{person}")
    return ", ".join(said)


def _result(one: Game) -> str:
    return f'<span class="won">{one.result}</span>' if one.phase == "won" else one.result


def _steps(one: Game) -> str:
    """Return the levels as dots, with a label for screen readers."""
    words = f"{one.cleared} of {one.last_level} levels cleared"
    dots = "●" * one.cleared + "○" * (one.last_level - one.cleared)
    return f'<span role="img" aria-label="{words}">{dots}</span>'


def _loss(one: Game) -> str:
    if one.loss is not None:
        return interval(one.loss)
    partly = f"reviewed in part ({one.reviewed} of {one.nodes})" if one.reviewed else "not reviewed"
    return f'<span class="muted">{partly}</span>'


def interval(mean: Mean) -> str:
    """Return a mean with its 95% interval, in percent of games won: `2.0% (1.7 to 2.3)`."""
    low, high = mean.value - HALF_95 * mean.error, mean.value + HALF_95 * mean.error
    return f"{100 * mean.value:.1f}% ({100 * low:.1f} to {100 * high:.1f})"


def _same_deals(report: ClassReport) -> list[str]:
    """Return games that began with the same cards, side by side."""
    groups = [group for group in report.groups if len(group) > 1]
    if not groups:
        return []
    words = "These games began with the same characters and the same cards; after that, each team decided."
    return ["<h2>The same cards, side by side</h2>", f"<p>{words}</p>", *map(_side_by_side, groups)]


def _side_by_side(group: Sequence[Game]) -> str:
    seeds = sorted({one.seed for one in group if one.seed})
    name = f"Seed <bdi>{text(', '.join(seeds), TITLE)}</bdi>" if seeds else "The same first deal"
    title = f"{name}: {', '.join(text(seat.character, NAME) for seat in group[0].seats)}"
    head = [("", ""), *((f"<bdi>{text(one.file, FILE)}</bdi>", "") for one in group)]
    rows = [_row("result", *((_result(one), "keep") for one in group))]
    for level in range(1, max(len(one.levels) for one in group) + 1):
        rows.append(_row(f"level {level}", *((_level(one, level), "") for one in group)))
    if any(one.loss for one in group):
        rows.append(_row("mean informed loss", *((_loss(one), "keep") for one in group)))
        rows.append(_row("luck of the deals", *((_luck(one), "") for one in group)))
    return f"<h3>{title}</h3>" + _table("Games with the same cards", head, rows)


def _level(one: Game, number: int) -> str:
    found = next((level for level in one.levels if level.level == number), None)
    if found is None:
        return '<span class="muted">not reached</span>'
    end = "" if found.cleared else ", not cleared"
    left = _count(found.blessings, "Blessing")
    return f"{_count(found.decisions, 'decision')}, {left} left{end}"


def _luck(one: Game) -> str:
    if not one.luck:
        return '<span class="muted">not reviewed</span>'
    return ", ".join(f"level {level} {100 * mean.value:+.0f}%" for level, mean in one.luck)


# -- each game ---------------------------------------------------------------------------------------------


def _games(report: ClassReport) -> str:
    return "<h2>Moments to talk about</h2>" + "".join(_card(report, one) for one in report.games)


def _card(report: ClassReport, one: Game) -> str:
    title = f' <span class="muted">{text(one.title, TITLE)}</span>' if one.title else ""
    lines = [f"<h3><bdi>{text(one.file, FILE)}</bdi>{title}</h3>", f"<p>{_people(one)}: {one.result}.</p>"]
    notes = []
    if one.assumed:
        notes.append("entered from a real table, with assumed cards")
    if one.alternatives:
        notes.append(f"{_count(one.alternatives, 'node')} in variations")
    if one.comments:
        notes.append(_count(one.comments, "comment"))
    if twins := report.twins(one):
        notes.append(
            f"the same decisions as in {', '.join(f'<bdi>{text(twin, FILE)}</bdi>' for twin in twins)}"
        )
    if notes:
        lines.append(f'<p class="muted small">{"; ".join(notes)}.</p>')
    lines.append(_list(one.moments + one.happened))
    if one.luck:
        lines.append(f'<p class="small">Luck of the deals, in chances to win: {_luck(one)}.</p>')
    if one.loss:
        each = "; ".join(
            f"{text(seat.character, NAME)} {interval(seat.loss)}" for seat in one.seats if seat.loss
        )
        lines.append(f'<p class="small">Mean informed loss: team {interval(one.loss)}; {each}.</p>')
        lines.append(
            f'<p class="muted small">Reviewed with {text(one.by, TITLE)}, according to the file.</p>'
        )
    return f'<section class="game">{"".join(lines)}</section>'


def _list(moments: Sequence[Moment]) -> str:
    most = 12
    items = "".join(f"<li>{_moment(one)}</li>" for one in moments[:most])
    more = f"<li>and {len(moments) - most} more</li>" if len(moments) > most else ""
    return f"<ul>{items}{more}</ul>" if moments else '<p class="muted">No Blessing was lost.</p>'


def _moment(one: Moment) -> str:
    said = f"node {one.node}, level {one.level}. {text(one.what)}"
    if one.better is None or one.cost is None:
        return said
    cost = f"{100 * one.cost.value:.0f}% ± {100 * one.cost.error:.0f}"
    return f"{said}: given what could be known, <code>{text(one.better)}</code> wins {cost} more often"


# -- progress and omitted files ---------------------------------------------------------------------------


def _progress(progress: Sequence[StudentProgress]) -> str:
    if not progress:
        return ""
    students = [
        _row(
            f"<bdi>{text(one.student, NAME)}</bdi>",
            (f"<bdi>{text(one.file, FILE)}</bdi>", ""),
            *((str(one.count(state)), "n") for state in STATES),
        )
        for one in progress
    ]
    tried: dict[str, Counter[str]] = {}
    for one in progress:
        for name, (state, _, _) in one.states.items():
            tried.setdefault(name, Counter())[state] += 1
    exercises = [
        _row(
            text(name),
            *((str(counts[state]), "n") for state in STATES),
            (_attempts(progress, name), "n"),
        )
        for name, counts in sorted(tried.items())
    ]
    states = [(state, "n") for state in STATES]
    return (
        "<h2>Exercises</h2><p>As exported by the students, who may have had help.</p>"
        + _table("Exercises by student", [("student", ""), ("file", ""), *states], students)
        + _table(
            "Exercises by number",
            [("exercise", ""), *states, ("attempts per student who tried", "n")],
            exercises,
        )
    )


def _next_lesson(report: ClassReport) -> str:
    """Return points for the next lesson.

    They are what most of the class has not got right yet, games with the same cards and different results,
    and files that are copies of each other.
    """
    points = [text(point, 300) for point in to_discuss(report.progress)]
    points += [_fork(*pair) for group in report.groups if (pair := _best_and_worst(group)) is not None]
    for group in copies(report.progress):
        names = ", ".join(f"<bdi>{text(name, FILE)}</bdi>" for name in group)
        points.append(f"The same answers in the same number of attempts: {names}. Ask before you judge.")
    items = "".join(f"<li>{point}</li>" for point in points)
    return f"<h2>For the next lesson</h2><ul>{items}</ul>" if items else ""


def _best_and_worst(group: Sequence[Game]) -> tuple[Game, Game] | None:
    """Return the games of a group that got farthest and least far, or None if they are equal."""
    ended = [one for one in group if one.phase in ("won", "lost")]
    if not ended:
        return None
    best, worst = (pick(ended, key=lambda one: one.cleared) for pick in (max, min))
    return (best, worst) if best.cleared > worst.cleared else None


def _fork(best: Game, worst: Game) -> str:
    """Return where two games with the same cards first differ, as a point to discuss."""
    both = zip(best.steps, worst.steps, strict=False)
    node = next((number for number, (one, other) in enumerate(both, 1) if one != other), len(worst.steps))
    names = [f"<bdi>{text(one.file, FILE)}</bdi> ({_result(one)})" for one in (best, worst)]
    return f"The same cards, different results: {' and '.join(names)}. They first differ at node {node}."


def _predictions(progress: Sequence[StudentProgress]) -> str:
    """Return how well calibrated the class is, and what it answered where it was wrong."""
    rows = calibration_rows(progress)
    if not rows:
        return ""
    calibration = [
        _row(sure, (str(count), "n"), (f"{right / count:.0%}", "n")) for sure, count, right in rows
    ]
    wrong = [
        _row(text(name), (str(count), "n"), (f"{right / count:.0%}", "n"), (text(said, 80), ""))
        for name, count, right, said in common_answers(progress)
    ]
    return (
        "<h2>Predictions</h2><p>Answers of all students together. Where the class is well calibrated, the "
        f"share of right answers is about as high as the certainty. {calibration_summary(progress)}</p>"
        + _table("Calibration", [("how sure", ""), ("answers", "n"), ("right", "n")], calibration)
        + _table(
            "Predictions by name",
            [("prediction", ""), ("answers", "n"), ("right", "n"), ("most common wrong answer", "")],
            wrong,
        )
    )


def _attempts(progress: Sequence[StudentProgress], name: str) -> str:
    counts = [one.states[name][1] for one in progress if name in one.states and one.states[name][1]]
    return f"{sum(counts) / len(counts):.1f}" if counts else "–"


def _refused(report: ClassReport) -> str:
    if not report.refused:
        return ""
    rows = [_row(f"<bdi>{text(one.file, FILE)}</bdi>", (text(one.reason, 300), "")) for one in report.refused]
    return "<h2>Files left out of the report</h2>" + _table(
        "Files left out", [("file", ""), ("reason", "")], rows
    )


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


MOST_FILES = 500
MOST_BYTES = 200_000_000
MOST_NAMES = 20_000
BRANCHES, SCHEMA = ".branches.json", ".schema.json"


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that is not in the report, with the reason."""

    file: str
    reason: str


@dataclass(frozen=True)
class ClassReport:
    """The games of a folder, sorted by file; `groups` collects those that began with the same cards."""

    folder: str
    games: tuple[Game, ...]
    progress: tuple[StudentProgress, ...]
    refused: tuple[RefusedFile, ...]

    @property
    def groups(self) -> tuple[tuple[Game, ...], ...]:
        """The games grouped by their first deal: groups of several games first, then single games."""
        found: dict[str, list[Game]] = {}
        for one in self.games:
            found.setdefault(one.same_deal or one.file, []).append(one)
        return tuple(tuple(group) for group in sorted(found.values(), key=lambda group: len(group) == 1))

    def twins(self, of: Game) -> tuple[str, ...]:
        """Return the other files with identical decisions."""
        return tuple(one.file for one in self.games if one is not of and one.line == of.line)

    def to_html(self) -> str:
        """Return the report as one HTML page, which needs no other file, script or network."""
        return page(self)

    def __repr__(self) -> str:
        counts = (
            f"{len(self.games)} games, progress of {len(self.progress)}, {len(self.refused)} files left out"
        )
        return f"<ClassReport: {counts}>"


def class_report(folder: str | os.PathLike[str], *, edition: Edition | None = None) -> ClassReport:
    """Read all replays (`.json`) and exported progress (`.csv`) in a folder and the folders in it.

    `edition`: for games with your own card data. At most 500 files and 200 MB are read; the files left out
    are listed in `.refused` with the reason. Raises SilkenwebError if the folder does not exist or contains
    nothing to report.
    """
    root = Path(folder)
    if not os.path.isdir(root):  # unlike root.is_dir(), accepts any text
        what = "this is a file; name a folder" if os.path.exists(root) else "there is no such folder"
        raise SilkenwebError(f"{shorten(escaped(str(folder)), 200)}: {what}")
    games: list[Game] = []
    progress: list[StudentProgress] = []
    refused: list[RefusedFile] = []
    spent = read = 0
    for path in _files(root, refused):
        name = path.relative_to(root).as_posix()
        try:
            reason, size = _skip_reason(path), path.stat(follow_symlinks=False).st_size
        except OSError as error:  # deleted meanwhile, or in a folder without permission
            reason, size = error.strerror or str(error), 0
        if reason is not None:
            refused.append(RefusedFile(name, reason))
            continue
        if read >= MOST_FILES or spent + size > MOST_BYTES:
            most = f"{MOST_FILES} files or {MOST_BYTES // 1_000_000} MB"
            refused.append(RefusedFile(name, f"not read: more than {most} in one folder"))
            continue
        read, spent = read + 1, spent + size
        try:
            if path.suffix.lower() == ".csv":
                progress.append(read_exported(path, name))
            else:
                games.append(game(_replay(path, edition), name))
        except ReplayError as error:
            refused.append(RefusedFile(name, _reason(error)))
        except SilkenwebError as error:
            refused.append(RefusedFile(name, shorten(str(error), 300)))
        except OSError as error:
            refused.append(RefusedFile(name, error.strerror or str(error)))
    if not games and not progress:
        found = f" ({len(refused)} files left out, the first: {refused[0].reason})" if refused else ""
        raise SilkenwebError(f"{shorten(str(folder), 200)}: this folder contains no game to report{found}")
    return ClassReport(root.resolve().name, tuple(games), tuple(progress), tuple(refused))


def _files(root: Path, refused: list[RefusedFile]) -> Iterator[Path]:
    """Yield the files that may be games or progress, sorted by name; links are not followed."""
    seen = 0
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            seen += 1
            if seen > MOST_NAMES:
                refused.append(RefusedFile(".", f"more than {MOST_NAMES:,} files: the others were not read"))
                return
            path = Path(place) / name
            if not name.startswith(".") and path.suffix.lower() in (".json", ".csv"):
                yield path


def _skip_reason(path: Path) -> str | None:
    """Return why a file is not opened, or None if it is."""
    if path.is_symlink() or not path.is_file():
        return "not a regular file (links are not followed)"
    if path.name.endswith(SCHEMA):
        return "a JSON Schema, not a game"
    if path.name.endswith(BRANCHES):
        game = path.with_name(path.name.removesuffix(BRANCHES) + ".json")
        if game.is_file():
            return f"variations saved beside {game.name}"
    return None


def _replay(path: Path, edition: Edition | None) -> Replay:
    if f'"{FORMAT}"'.encode() in files.read(path, 200):
        raise SilkenwebError("a progress file; the student can export it as CSV (progress().to_csv)")
    return Replay.load(path, edition=edition)


def _reason(error: ReplayError) -> str:
    """Return the error and its place without the file's name, which is shown beside it."""
    said = str(error)
    return shorten(said.removeprefix(f"{error.file}: ").removeprefix(f"{error.file}, "), 300)

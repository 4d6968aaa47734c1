"""`review`: what each decision of a recorded game was worth, told in short and kept in the file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from silkenweb import files
from silkenweb.cli.inputs import load_replay
from silkenweb.cli.summary import outcome
from silkenweb.cli.summary import players as who_played
from silkenweb.cli.terminal import plain
from silkenweb.errors import SilkenwebError
from silkenweb.game.narration import counted
from silkenweb.replay import Node, Replay
from silkenweb.study import Report
from silkenweb.study import review as review_replay
from silkenweb.study.review import Finding, LineReport, Mean, Summary
from silkenweb.study.review.grades import BEST, GOOD, GRADES, MISTAKEN
from silkenweb.study.review.report import account, games, levels, turning

STDOUT = "-"
STOPPED = 130


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for."""

    bot: str
    worlds: int
    error: float
    seed: str
    full: bool
    reading: str | None
    branches: bool
    better: bool
    edition: str | None


def review(file: str, output: str | None, wanted: Wanted) -> int:
    """Review, tell, and save where that was asked for; 130 where it was interrupted."""
    if output not in (None, STDOUT) and not Path(output).parent.is_dir():
        raise SilkenwebError(f"{output}: there is no such folder")  # told before the work, not after it
    replay = load_replay(file, wanted.edition)
    report = review_replay(
        replay,
        bot=wanted.bot,
        worlds=wanted.worlds,
        error=wanted.error,
        seed=wanted.seed,
        full=wanted.full,
        reading=wanted.reading,
        branches=wanted.branches,
        progress=sys.stderr.isatty(),
    )
    if wanted.better and report.lines:
        report.add_better_lines()
    if output == STDOUT:
        sys.stdout.buffer.write(replay.dumps().encode())
    elif output is not None:
        files.write(output, replay.dumps().encode(), devices=True)
    for line in tell(report):
        click.echo(line, err=output == STDOUT)
    if output not in (None, STDOUT):
        click.echo(f"\nSaved      {plain(output)}")
    return 0 if report.complete else STOPPED


def tell(report: Report) -> Iterator[str]:
    """The report in lines."""
    replay = report.replay
    yield f"Players    {who_played(replay)}"
    yield f"Result     {outcome(replay)}"
    if not report.thresholds.games:
        yield "Grades     by provisional thresholds: they are not yet measured on games"
    if not report.complete:
        yield "Interrupted: what follows is of the part that was reviewed."
    for line in report.lines:
        yield ""
        if not line.recorded:
            yield f"Alternative {line.head.path}"
        yield from levels(line, report.parameters)
        yield from _line(replay, line)


def _line(replay: Replay, line: LineReport) -> Iterator[str]:
    yield from _summaries(replay, line)
    yield from account(line)
    if line.luck:
        luck = ", ".join(f"level {n.level} {_signed(f.luck)}" for n, f in line.luck if f.luck)
        yield f"Deals      {luck} (chance to win after the deal, against what was to be expected before)"
    yield from map(plain, turning(replay, line))
    for place, (node, finding) in enumerate(line.moments, start=1):
        yield from _moment(replay, node, finding, place)


def _summaries(replay: Replay, line: LineReport) -> Iterator[str]:
    rows = [("Team", line.summary())]
    rows += [(_name(replay, seat), line.summary(seat)) for seat in range(len(replay.characters))]
    for name, summary in rows:
        yield f"{name:<14} {_summary(summary)}"


def _summary(summary: Summary) -> str:
    low, high = summary.interval
    said = f"{counted(summary.decisions, 'decision')}, {summary.forced} forced; "
    said += f"mean loss {100 * summary.loss.value:.1f}% ({100 * low:.1f} to {100 * high:.1f}); "
    said += f"luck {games(summary.luck)} games; "
    counts = [_counted(summary.grades[grade], grade) for grade in GRADES if grade in summary.grades]
    counts += [f"{count} {label}" for label, count in sorted(summary.labels.items()) if label != "mistake"]
    return said + ", ".join(counts)


def _counted(count: int, grade: str) -> str:
    """ "2 blunders", "1 inaccuracy", "5 best" (which is no noun)."""
    if count == 1 or grade in (BEST, GOOD):
        return f"{count} {grade}"
    return f"{count} {grade[:-1]}ies" if grade.endswith("y") else f"{count} {grade}s"


def _words(finding: Finding) -> str:
    """The grade, and the label where it says more than the grade."""
    said: list[str] = [finding.grade] if finding.grade else []
    said += [finding.label] if finding.label and finding.label != MISTAKEN else []
    return f" ({', '.join(said)})" if said else ""


def _moment(replay: Replay, node: Node, finding: Finding, place: int) -> Iterator[str]:
    said = f"{place}. Node {node.path}, level {finding.level}, {_who(replay, node)}: {node.move}"
    yield said + _words(finding)
    yield f"   better by {_percent(finding.loss)} of wins, by what could be known: {finding.best}"
    better = finding.best_open or "no better move"
    yield f"   with the cards as they lay: {_percent(finding.hindsight)}, {better}"


def _who(replay: Replay, node: Node) -> str:
    return "the deal" if node.seat is None else _name(replay, node.seat)


def _name(replay: Replay, seat: int) -> str:
    return replay.edition.characters[replay.characters[seat]].name


def _percent(mean: Mean | None) -> str:
    return "?" if mean is None else f"{100 * mean.value:.1f}% ± {100 * mean.error:.1f}"


def _signed(mean: Mean) -> str:
    return f"{100 * mean.value:+.0f}%"

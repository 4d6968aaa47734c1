"""The commands that study recorded games: `review` evaluates decisions, `puzzles` finds exercises."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from silkenweb import files
from silkenweb.cli.game_file import STDOUT, STOPPED, check_folder, load_replay, outcome, players_of
from silkenweb.cli.root import EDITION, FILE, example, silkenweb
from silkenweb.cli.terminal import plain
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.study import Report
from silkenweb.study import review as review_replay
from silkenweb.study.puzzles import SUFFIX, find_puzzles
from silkenweb.study.puzzles.puzzle import dumps, write
from silkenweb.study.review import Finding, LineReport, Mean, Summary
from silkenweb.study.review.grades import BEST, GOOD, GRADES, MISTAKEN
from silkenweb.study.review.report import account, games, levels, turning
from silkenweb.text.names import counted

# -- review --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReviewOptions:
    """The options of `review`."""

    bot: str
    worlds: int
    error: float
    seed: str
    full: bool
    reading: str | None
    branches: bool
    better: bool
    edition: str | None


@silkenweb.command(
    epilog=example(
        "silkenweb review game.json",
        "silkenweb review game.json -o reviewed.json --better",
        "silkenweb review game.json --worlds 96 --error 0.04     (quick)",
    )
)
@FILE
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Write the replay with its review here (replacing the file); - is stdout.",
)
@click.option("--bot", default="convention", show_default=True, metavar="BOT", help="Rollout bot.")
@click.option(
    "--worlds",
    type=click.IntRange(8),
    default=480,
    show_default=True,
    help="Maximum number of worlds per move.",
)
@click.option(
    "--error",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.02,
    show_default=True,
    help="Target standard error of a value.",
)
@click.option("--seed", default="review", show_default=True, metavar="TEXT", help="Random seed.")
@click.option("--full", is_flag=True, help="Play to the end of the game instead of the level; slow.")
@click.option(
    "--reading",
    type=click.Choice(["convention"]),
    help="Read Rests as that bot's agreements define them. Default: use only what was seen.",
)
@click.option("--branches", is_flag=True, help="Also review each variation.")
@click.option(
    "--better",
    is_flag=True,
    help="Add the better line at each critical moment to the file, as a variation.",
)
@EDITION
def review(file: str, output: str | None, **options: Any) -> int:
    """Evaluate each decision of a recorded game.

    Every decision is evaluated twice: given what the player could know, and with all cards visible. So a move
    can be right but unlucky. Ctrl-C stops the review; with -o, the results so far are saved, and the next run
    continues from there.
    """
    asked = ReviewOptions(**options)
    check_folder(output)
    replay = load_replay(file, asked.edition)
    report = review_replay(
        replay,
        bot=asked.bot,
        worlds=asked.worlds,
        error=asked.error,
        seed=asked.seed,
        full=asked.full,
        reading=asked.reading,
        branches=asked.branches,
        progress=True,
    )
    if asked.better and report.lines:
        report.add_better_lines()
    if output == STDOUT:
        sys.stdout.buffer.write(replay.dumps().encode())
    elif output is not None:
        files.write(output, replay.dumps().encode(), devices=True)
    for line in report_lines(report):
        click.echo(line, err=output == STDOUT)
    if output not in (None, STDOUT):
        click.echo(f"\nSaved      {plain(output)}")
    return 0 if report.complete else STOPPED


def report_lines(report: Report) -> Iterator[str]:
    """Return the report in lines."""
    replay = report.replay
    yield f"Players    {players_of(replay)}"
    yield f"Result     {outcome(replay)}"
    if not report.thresholds.games:
        yield "Grades     provisional: the thresholds have not been calibrated on games yet"
    if not report.complete:
        yield "Interrupted: this covers the part that was reviewed."
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
        yield f"Deals      {luck} (change in the chance to win, compared with the average deal)"
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
    """Return a count with its grade: "2 blunders", "1 inaccuracy", "5 best" (not a noun)."""
    if count == 1 or grade in (BEST, GOOD):
        return f"{count} {grade}"
    return f"{count} {grade[:-1]}ies" if grade.endswith("y") else f"{count} {grade}s"


def _words(finding: Finding) -> str:
    """Return the grade, and the label if it says more than the grade."""
    said: list[str] = [finding.grade] if finding.grade else []
    said += [finding.label] if finding.label and finding.label != MISTAKEN else []
    return f" ({', '.join(said)})" if said else ""


def _moment(replay: Replay, node: Node, finding: Finding, place: int) -> Iterator[str]:
    said = f"{place}. Node {node.path}, level {finding.level}, {_who(replay, node)}: {node.move}"
    yield said + _words(finding)
    yield f"   {finding.best} wins {_percent(finding.loss)} more often, given what was known"
    better = finding.best_open or "no better move"
    yield f"   with all cards visible: {_percent(finding.hindsight)}, {better}"


def _who(replay: Replay, node: Node) -> str:
    return "the deal" if node.seat is None else _name(replay, node.seat)


def _name(replay: Replay, seat: int) -> str:
    return replay.edition.characters[replay.characters[seat]].name


def _percent(mean: Mean | None) -> str:
    return "?" if mean is None else f"{100 * mean.value:.1f}% ± {100 * mean.error:.1f}"


def _signed(mean: Mean) -> str:
    return f"{100 * mean.value:+.0f}%"


# -- puzzles -------------------------------------------------------------------------------------------


@silkenweb.command(
    epilog=example(
        "silkenweb puzzles game.json -o mine",
        "silkenweb puzzles replays/*.json -o mine --worlds 480     (more certain, and slower)",
    )
)
@click.argument("paths", metavar="FILES...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(), required=True, help="The folder for the puzzles; created if missing."
)
@click.option(
    "--worlds", type=click.IntRange(48), default=240, show_default=True, help="Number of worlds per choice."
)
@click.option("--seed", default="puzzles", show_default=True, metavar="TEXT", help="Random seed.")
@EDITION
def puzzles(paths: tuple[str, ...], output: str, worlds: int, seed: str, edition: str | None) -> int:
    """Find decisions with one clearly best choice, and write each as a puzzle.

    A puzzle contains what its seat could know, the right moves, hints and an explanation; nothing in it
    reveals hidden cards. The search takes some seconds per game, less if the game has a review. Existing
    files are not changed.
    """
    folder = Path(output)
    if not folder.parent.is_dir():
        raise SilkenwebError(
            f"{plain(output)}: there is no folder {plain(str(folder.parent))} to create it in"
        )
    count, found = Counter[str](), 0
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise SilkenwebError(f"{plain(output)}: cannot create the folder ({error.strerror})") from error
    try:
        for file in paths:
            replay = load_replay(file, edition)
            for puzzle in find_puzzles([replay], worlds=worlds, seed=seed, progress=True):
                path = _free(folder, Path(file).stem, count)
                write(path, dumps(puzzle))
                found += 1
                click.echo(f"{plain(str(path))}: {puzzle.title} (node {puzzle.found['node']})")
    except KeyboardInterrupt:
        click.echo("Interrupted: the puzzles found so far have been written.")
        return STOPPED
    click.echo(f"\n{counted(found, 'puzzle').capitalize()} in {counted(len(paths), 'game')}")
    return 0


def _free(folder: Path, stem: str, count: Counter[str]) -> Path:
    """Return the next free file name for a puzzle of a game."""
    while True:
        count[stem] += 1
        path = folder / f"{stem}-{count[stem]}{SUFFIX}"
        if not path.exists():
            return path

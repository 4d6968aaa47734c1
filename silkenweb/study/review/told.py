"""A report in words and small tables, for a notebook. The command line has its own lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from silkenweb.bots.continuation import level_model
from silkenweb.game.narration import listed
from silkenweb.game.wording import move_words
from silkenweb.replay import Node, Replay
from silkenweb.study.html import paragraph, table
from silkenweb.study.review.findings import Finding
from silkenweb.study.review.grading import GRADES, MISTAKEN
from silkenweb.study.review.judging import CONVENTION, Parameters
from silkenweb.study.review.racing import Mean

if TYPE_CHECKING:
    from silkenweb.study.review.report import LineReport, Report, Summary


def short(report: Report) -> str:
    """The report in a line."""
    found = sum(len(line.entries) for line in report.lines)
    if not report.lines:
        return f"<Report of {report.replay!r}: nothing reviewed>"
    team = report.main.summary()
    lost = listed(f"node {node.path} ({percent(finding.loss)})" for node, finding in report.main.moments)
    worst = f"; dearest: {lost}" if report.main.moments else ""
    part = "" if report.complete else ", interrupted"
    return (
        f"<Report of {report.replay!r}: {found} decisions and deals reviewed{part};"
        f" mean loss {percent(team.loss)} a decision{worst}>"
    )


def page(report: Report) -> str:
    """The report as HTML."""
    parts = [paragraph(_heading(report), strong=True)]
    if not report.complete:
        parts.append(paragraph("Interrupted: what follows is of the part that was reviewed."))
    for line in report.lines:
        if not line.recorded:
            parts.append(paragraph(f"Alternative {line.head.path}", strong=True))
        parts += _line(report, line)
    return f"<div>{''.join(parts)}</div>"


def _heading(report: Report) -> str:
    replay, by = report.replay, report.parameters
    who = listed(who_is(replay, seat) for seat in range(len(replay.characters)))
    end = replay.outcome
    how = {"won": "won", "lost": f"lost at level {end.level}"}.get(
        end.phase, f"broken off at level {end.level}"
    )
    return f"{who}: {how}. Reviewed by playouts of the bot {by.bot}, at most {by.worlds:,} for a move."


def _line(report: Report, line: LineReport) -> Iterator[str]:
    yield from map(paragraph, levels(line, report.parameters))
    yield _players(report.replay, line)
    yield from map(paragraph, account(line))
    yield _moments(report.replay, line)
    yield _deals(line)
    for sentence in turning(report.replay, line):
        yield paragraph(sentence)


def levels(line: LineReport, by: Parameters) -> Iterator[str]:
    """How many levels were to be cleared in all, as expected at first and at the end."""
    (node, first), (_, last) = line.entries[0], line.entries[-1]
    if first.levels is None or last.levels is None:
        return
    error = f" ± {first.levels_error:.1f}" if first.levels_error else ""
    fitted = not by.full and by.bot == CONVENTION
    model = f"; the fitted model in it is itself off by about {level_model().error:.1f}" if fitted else ""
    yield (
        f"Levels cleared in all, as expected: {first.levels:.1f}{error} after node {node.path},"
        f" {last.levels:.1f} at the end{model}."
    )


def _players(replay: Replay, line: LineReport) -> str:
    heads = ("", "decisions", "forced", "mean loss (95%)", *GRADES, "labels", "luck (games)")
    rows = [_player("team", line.summary())]
    rows += [_player(who_is(replay, seat), line.summary(seat)) for seat in range(len(replay.characters))]
    caption = "Losses by what could be known, in chances to win; luck is what they don't explain"
    return table(heads, rows, caption=caption, right=(1, 2, 3, 4, 5, 6, 7, 8, 10))


def _player(name: str, summary: Summary) -> tuple[str, ...]:
    low, high = summary.interval
    labels = [f"{count} {label}" for label, count in sorted(summary.labels.items()) if label != MISTAKEN]
    return (
        name,
        str(summary.decisions),
        str(summary.forced),
        f"{100 * summary.loss.value:.1f}% ({100 * low:.1f} to {100 * high:.1f})",
        *(str(summary.grades.get(grade, 0)) for grade in GRADES),
        ", ".join(labels),
        games(summary.luck),
    )


def account(line: LineReport) -> Iterator[str]:
    """How chance before, losses and luck come to the end; of the game as played."""
    start = line.start
    if start is None:
        return
    team = line.summary()
    deals = sum(finding.luck.value for _, finding in line.luck if finding.luck is not None)
    end = line.entries[-1][1].open.value
    yield (
        f"Before the first deal the chance was {start:.2f} of a game; less all losses ({team.total:.2f}),"
        f" plus the luck of the deals ({deals:+.2f}) and of the decisions ({team.luck.value - deals:+.2f}),"
        f" it came to {abs(end):.2f}. Losses can add up to more than a game: luck can bring back what they"
        " took."
    )


def _moments(replay: Replay, line: LineReport) -> str:
    rows = [_moment(replay, node, finding) for node, finding in line.moments]
    if not rows:
        return paragraph("No decision lost anything beyond doubt.")
    heads = ("node", "level", "who", "played", "better, by what could be known", "by", "as the cards lay")
    return table(heads, rows, caption="Critical moments", right=(1, 5, 6))


def _moment(replay: Replay, node: Node, finding: Finding) -> tuple[str, ...]:
    who = "" if node.seat is None else who_is(replay, node.seat)
    better = "" if finding.best is None else in_words(node, finding.best)
    grade = f" ({finding.grade}{', lucky' if finding.label == 'lucky' else ''})" if finding.grade else ""
    played = in_words(node, str(node.move)) + grade
    return (
        node.path,
        str(finding.level),
        who,
        played,
        better,
        percent(finding.loss),
        percent(finding.hindsight),
    )


def _deals(line: LineReport) -> str:
    rows = [
        (str(node.level), percent(finding.open), signed(finding.luck))
        for node, finding in line.luck
        if finding.luck is not None
    ]
    heads = ("level dealt", "chance to win after it", "luck: less what was expected before")
    return table(heads, rows, caption="Deals", right=(0, 1, 2)) if rows else ""


def turning(replay: Replay, line: LineReport) -> Iterator[str]:
    """Where the level in which the line ends stopped being clearable with everything open, and by whom."""
    turned = line.turning
    if turned is None:
        return
    if turned.node is None:
        yield f"Level {turned.level} could be cleared to the end, with everything open."
    elif turned.last is None:
        sure = "could not be cleared" if turned.exact else "could not be cleared, if not from the start,"
        yield f"Level {turned.level} {sure} after node {turned.node.path}, with everything open."
    else:
        sure = "" if turned.exact else " at the latest"
        who = "the deal" if turned.node.seat is None else who_is(replay, turned.node.seat)
        yield (
            f"Level {turned.level} could no longer be cleared, with everything open, after node"
            f" {turned.node.path}{sure}: {who}, {in_words(turned.node, str(turned.node.move))}."
        )


def in_words(node: Node, move: str) -> str:
    """A move instead of this node, in words, and its text."""
    if node.parent is None or node.move is None:
        return move
    return f"{move_words(node.parent.state, type(node.move)(move))} [{move}]"


def who_is(replay: Replay, seat: int) -> str:
    """A character's name."""
    return replay.edition.characters[replay.characters[seat]].name


def percent(mean: Mean | None) -> str:
    """A chance or a difference of chances with its standard error."""
    if mean is None:
        return "?"
    return f"{100 * mean.value:.1f}%" + (f" ± {100 * mean.error:.1f}" if mean.error else "")


def games(mean: Mean) -> str:
    """A sum of differences of chances, as a part of a game, with its sign."""
    return f"{mean.value:+.2f} ± {mean.error:.2f}"


def signed(mean: Mean | None) -> str:
    """A difference of chances with its sign."""
    if mean is None:
        return "?"
    return f"{100 * mean.value:+.0f}%" + (f" ± {100 * mean.error:.0f}" if mean.error >= 0.005 else "")

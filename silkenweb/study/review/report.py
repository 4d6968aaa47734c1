"""The report of a review: lines, players and critical moments, and the same as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from silkenweb import arguments
from silkenweb.bots.continuation import continue_game
from silkenweb.bots.win_model import level_model
from silkenweb.game.choice import move_words
from silkenweb.replay import Node, Replay
from silkenweb.replay.history import Label
from silkenweb.study.html import paragraph, table
from silkenweb.study.review.evaluation import CONVENTION, Mean, Parameters
from silkenweb.study.review.findings import Finding
from silkenweb.study.review.grades import (
    BLUNDER,
    BRILLIANT,
    GRADES,
    INACCURACY,
    LUCKY,
    MISTAKE,
    MISTAKEN,
    OUT_OF_DOUBT,
    Thresholds,
    thresholds,
)
from silkenweb.study.review.turning_point import TurningPoint
from silkenweb.text import english
from silkenweb.text.names import listed

MOMENTS = 3
HALF_95 = 1.96

Entry = tuple[Node, Finding]


class Moment(NamedTuple):
    """A key moment of a line: a decision with an informed loss, or a deal with luck.

    `change`: how it changed the chance to win, minus the loss of a decision or the luck of a deal, with its
    standard error.
    """

    node: Node
    change: Mean


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's decisions in a line, or the whole team's (`seat` None).

    `loss`: the mean informed loss of decisions with a choice, and its standard error (from the rollouts);
    `total`: their sum. `grades` and `labels` count them. `worst` and `best`: the decisions with the greatest
    loss and the greatest lead, without those that are too close to call.

    `luck`: what the losses do not explain. With all cards visible, each decision changed the chance to win;
    luck is the sum of these changes plus the decisions' informed losses. The team's includes the luck of the
    deals, so that the chance before the first deal, minus `total`, plus `luck`, is the result of the game.
    It measures how favourable the cards were where the player could not know them. It also includes what a
    player did better than the rollout bot, since the chances are that bot's. Its standard error combines
    those of the changes and losses as if they were independent, which they are not quite.
    """

    seat: int | None
    decisions: int
    forced: int
    loss: Mean
    total: float
    grades: dict[str, int]
    labels: dict[str, int]
    worst: tuple[Node, ...]
    best: tuple[Node, ...]
    luck: Mean

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean loss."""
        half = HALF_95 * self.loss.error
        return self.loss.value - half, self.loss.value + half


@dataclass(frozen=True)
class LineReport:
    """The review of one line: the main line, or an alternative from its first node on."""

    entries: tuple[Entry, ...]
    turning: TurningPoint | None

    @property
    def head(self) -> Node:
        """The first node."""
        return self.entries[0][0]

    @property
    def recorded(self) -> bool:
        """Whether this is the main line."""
        return self.head.recorded

    @property
    def start(self) -> float | None:
        """The chance to win before the line's first node, if that is a deal."""
        first = self.entries[0][1]
        return None if first.luck is None else first.open.value - first.luck.value

    def summary(self, seat: int | str | None = None) -> Summary:
        """Return the summary of a player (by seat number or character), or of the team."""
        if seat is not None:
            seat = arguments.seat(seat, self.head.replay.characters)
        entries = [(n, f) for n, f in self.entries if n.move is not None and seat in (None, f.seat)]
        chosen = [(n, f) for n, f in entries if f.loss is not None]
        losses = [f.loss for _, f in chosen if f.loss is not None]
        total = sum(loss.value for loss in losses)
        count = max(1, len(losses))
        error = sqrt(sum(loss.error**2 for loss in losses)) / count
        leads = [(n, f) for n, f in chosen if f.label == BRILLIANT]
        leads.sort(key=lambda entry: -entry[1].lead.value if entry[1].lead else 0.0)
        return Summary(
            seat=seat,
            decisions=len(entries),
            forced=sum(f.forced for _, f in entries),
            loss=Mean(total / count, error),
            total=total,
            grades=dict(Counter(f.grade for _, f in chosen if f.grade)),
            labels=dict(Counter(f.label for _, f in chosen if f.label)),
            worst=tuple(n for n, _ in _worst(chosen)[:MOMENTS]),
            best=tuple(n for n, _ in leads[:MOMENTS]),
            luck=self._luck(seat),
        )

    def _luck(self, seat: int | None) -> Mean:
        """See `Summary.luck`. If the previous node is not reviewed, a decision counts as 0."""
        value = squares = 0.0
        before: Finding | None = None
        for node, finding in self.entries:
            if finding.luck is not None:
                parts = [finding.luck] if seat is None else []
                value += sum(part.value for part in parts)
                squares += sum(part.error**2 for part in parts)
            elif before is not None and seat in (None, node.seat):
                loss = finding.loss or Mean(0.0, 0.0)
                value += finding.open.value - before.open.value + loss.value
                squares += finding.open.error**2 + before.open.error**2 + loss.error**2
            before = finding
        return Mean(value, sqrt(squares))

    @property
    def moments(self) -> tuple[Entry, ...]:
        """The critical decisions, at most three, the costliest first: significant informed losses."""
        return tuple(_worst(self.entries)[:MOMENTS])

    @property
    def key_moments(self) -> tuple[Moment, ...]:
        """The moments that changed the chance to win most, at most three, the greatest change first.

        These are decisions with a significant informed loss, and deals whose luck is at least as large as a
        mistake and more than two standard errors from 0.
        """
        least = thresholds().mistake
        found = [Moment(n, Mean(-f.loss.value, f.loss.error)) for n, f in _worst(self.entries) if f.loss]
        for node, finding in self.luck:
            luck = finding.luck
            if luck is not None and abs(luck.value) >= max(least, OUT_OF_DOUBT * luck.error):
                found.append(Moment(node, luck))
        return tuple(sorted(found, key=lambda moment: -abs(moment.change.value))[:MOMENTS])

    @property
    def luck(self) -> tuple[Entry, ...]:
        """The deals, whose findings have a `luck`."""
        return tuple((n, f) for n, f in self.entries if f.luck is not None)


def _worst(entries: Sequence[Entry]) -> list[Entry]:
    bad = [(n, f) for n, f in entries if f.grade in (INACCURACY, MISTAKE, BLUNDER)]
    return sorted(bad, key=lambda entry: -entry[1].loss.value if entry[1].loss else 0.0)


@dataclass(frozen=True)
class Report:
    """A complete review: the main line first, then each requested alternative.

    `complete` is False if the review was interrupted. `thresholds` are those of the grades.
    """

    replay: Replay
    parameters: Parameters
    thresholds: Thresholds
    lines: tuple[LineReport, ...]
    complete: bool = True
    added: list[Node] = field(default_factory=list)

    def __repr__(self) -> str:
        """Return a one-line summary; a notebook shows tables, and `lines` has everything."""
        return short(self)

    def _repr_html_(self) -> str:
        """Return tables: team and players, critical moments, deals, and where the level was lost."""
        return page(self)

    @property
    def main(self) -> LineReport:
        """The review of the main line."""
        return self.lines[0]

    def finding(self, node: Node) -> Finding | None:
        """Return the finding of a node, or None."""
        arguments.instance("node", node, Node, "a Node of the replay")
        for line in self.lines:
            for each, finding in line.entries:
                if each is node:
                    return finding
        return None

    def add_better_lines(self) -> list[Node]:
        """Add the better move of each critical moment to the tree, as an alternative.

        The convention plays the alternative to the end of the level. Returns the first node of each; an
        existing alternative is left unchanged.
        """
        added = []
        with self.replay.one_step(Label("better")):
            for node, finding in self.main.moments:
                if finding.best is None or node.parent is None:
                    continue
                there = len(node.parent.children)
                first = node.parent.branch(finding.best)
                if len(node.parent.children) > there:
                    for _ in continue_game(first, "convention", until="level", seed=self.parameters.seed):
                        pass
                added.append(first)
        self.added.extend(added)
        return added


def short(report: Report) -> str:
    """Return the report in one line."""
    words, said = english(), [english()("report.short.none")]
    if report.lines:
        count = sum(len(line.entries) for line in report.lines)
        how = "reviewed" if report.complete else "interrupted"
        said = [words(f"report.short.{how}", count=count)]
        said.append(words("report.short.loss", loss=percent(report.main.summary().loss)))
    if report.lines and report.main.moments:
        nodes = [
            words("report.short.node", path=node.path, loss=percent(finding.loss))
            for node, finding in report.main.moments
        ]
        said.append(words("report.short.costliest", nodes=listed(nodes)))
    return f"<Report of {report.replay!r}: {words('list.notes').join(said)}>"


def page(report: Report) -> str:
    """Return the report as HTML."""
    parts = [paragraph(_heading(report), strong=True)]
    if not report.complete:
        parts.append(paragraph(english()("report.interrupted")))
    for line in report.lines:
        if not line.recorded:
            parts.append(paragraph(english()("report.alternative", path=line.head.path), strong=True))
        parts += _line(report, line)
    return f"<div>{''.join(parts)}</div>"


def _heading(report: Report) -> str:
    replay, by = report.replay, report.parameters
    who = listed(who_is(replay, seat) for seat in range(len(replay.characters)))
    end = replay.outcome
    how = end.phase if end.phase in ("won", "lost") else "open"
    heading = english()(f"report.heading.{how}", who=who, level=end.level)
    return english()("report.by", heading=heading, bot=by.bot, worlds=f"{by.worlds:,}")


def _line(report: Report, line: LineReport) -> Iterator[str]:
    yield from map(paragraph, levels(line, report.parameters))
    yield _players(report.replay, line)
    yield from map(paragraph, account(line))
    yield _moments(report.replay, line)
    yield _deals(line)
    for sentence in turning(report.replay, line):
        yield paragraph(sentence)


def levels(line: LineReport, by: Parameters) -> Iterator[str]:
    """Yield a sentence on the expected number of levels cleared, at first and at the end."""
    (node, first), (_, last) = line.entries[0], line.entries[-1]
    if first.levels is None or last.levels is None:
        return
    error = f" ± {first.levels_error:.1f}" if first.levels_error else ""
    fitted = not by.full and by.bot == CONVENTION
    said = {"first": f"{first.levels:.1f}{error}", "path": node.path, "last": f"{last.levels:.1f}"}
    if fitted:
        yield english()("report.levels.fitted", **said, error=f"{level_model().error:.1f}")
    else:
        yield english()("report.levels", **said)


def _players(replay: Replay, line: LineReport) -> str:
    words = english()
    heads = (
        "",
        words("report.players.decisions"),
        words("report.players.forced"),
        words("report.players.loss"),
        *(words(f"review.grade.{grade}") for grade in GRADES),
        words("report.players.labels"),
        words("report.players.luck"),
    )
    rows = [_player(words("report.players.team"), line.summary())]
    rows += [_player(who_is(replay, seat), line.summary(seat)) for seat in range(len(replay.characters))]
    return table(heads, rows, caption=words("report.players"), right=(1, 2, 3, 4, 5, 6, 7, 8, 10))


def _player(name: str, summary: Summary) -> tuple[str, ...]:
    words, (low, high) = english(), summary.interval
    mean = f"{100 * summary.loss.value:.1f}%"
    labels = [
        words("report.players.label", count=count, label=words(f"review.label.{label}"))
        for label, count in sorted(summary.labels.items())
        if label != MISTAKEN
    ]
    return (
        name,
        str(summary.decisions),
        str(summary.forced),
        words("review.sum.mean", loss=mean, low=f"{100 * low:.1f}", high=f"{100 * high:.1f}"),
        *(str(summary.grades.get(grade, 0)) for grade in GRADES),
        words("list.comma").join(labels),
        games(summary.luck),
    )


def account(line: LineReport) -> Iterator[str]:
    """Yield how the initial chance, losses and luck add up to the result, for the main line."""
    start = line.start
    if start is None:
        return
    team = line.summary()
    deals = sum(finding.luck.value for _, finding in line.luck if finding.luck is not None)
    end = line.entries[-1][1].open.value
    yield english()(
        "report.account",
        start=f"{start:.2f}",
        losses=f"{team.total:.2f}",
        deals=f"{deals:+.2f}",
        decisions=f"{team.luck.value - deals:+.2f}",
        end=f"{abs(end):.2f}",
    )


def _moments(replay: Replay, line: LineReport) -> str:
    words = english()
    rows = [_moment(replay, node, finding) for node, finding in line.moments]
    if not rows:
        return paragraph(words("report.losses.none"))
    heads = [words(f"report.moments.{column}") for column in _MOMENT_COLUMNS]
    return table(heads, rows, caption=words("report.moments"), right=(1, 5, 6))


_MOMENT_COLUMNS = ("node", "level", "who", "played", "better", "loss", "open")


def _moment(replay: Replay, node: Node, finding: Finding) -> tuple[str, ...]:
    words = english()
    who = "" if node.seat is None else who_is(replay, node.seat)
    better = "" if finding.best is None else in_words(node, finding.best)
    played = in_words(node, str(node.move))
    if finding.grade:
        said = [words(f"review.grade.{finding.grade}")]
        said += [words("review.label.lucky")] if finding.label == LUCKY else []
        played = words("report.moments.graded", move=played, grade=words("list.comma").join(said))
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
    words = english()
    heads = [words(f"report.deals.{column}") for column in ("level", "chance", "luck")]
    return table(heads, rows, caption=words("report.deals"), right=(0, 1, 2)) if rows else ""


def turning(replay: Replay, line: LineReport) -> Iterator[str]:
    """Yield a sentence on when the last level became impossible to clear with all cards visible, and why."""
    turned = line.turning
    if turned is None:
        return
    words, level = english(), turned.level
    if turned.node is None:
        yield words("report.turning.never", level=level)
    elif turned.last is None:
        key = "report.turning.start" if turned.exact else "report.turning.start.perhaps"
        yield words(key, level=level, path=turned.node.path)
    else:
        key = "report.turning.lost" if turned.exact else "report.turning.lost.latest"
        seat = turned.node.seat
        who = words("report.turning.deal") if seat is None else who_is(replay, seat)
        move = in_words(turned.node, str(turned.node.move))
        yield words(key, level=level, path=turned.node.path, who=who, move=move)


def in_words(node: Node, move: str) -> str:
    """Return a move at this node in words, with its text."""
    if node.parent is None or node.move is None:
        return move
    return f"{move_words(english(), node.parent.state, type(node.move)(move), price=False)} [{move}]"


def who_is(replay: Replay, seat: int) -> str:
    """Return a character's name."""
    return replay.edition.characters[replay.characters[seat]].name


def percent(mean: Mean | None) -> str:
    """Return a chance, or a difference of chances, with its standard error."""
    if mean is None:
        return "?"
    return f"{100 * mean.value:.1f}%" + (f" ± {100 * mean.error:.1f}" if mean.error else "")


def games(mean: Mean) -> str:
    """Return a sum of differences of chances, as a share of a game, with its sign."""
    return f"{mean.value:+.2f} ± {mean.error:.2f}"


def signed(mean: Mean | None) -> str:
    """Return a difference of chances with its sign."""
    if mean is None:
        return "?"
    return f"{100 * mean.value:+.0f}%" + (f" ± {100 * mean.error:.0f}" if mean.error >= 0.005 else "")

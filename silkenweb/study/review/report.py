"""What a review comes to: lines, players, the moments that counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from silkenweb import arguments
from silkenweb.bots.continuing import go_on
from silkenweb.replay import Node, Replay
from silkenweb.replay.edits import Label
from silkenweb.study.review import told
from silkenweb.study.review.clearing import Turning
from silkenweb.study.review.findings import Finding
from silkenweb.study.review.grading import BLUNDER, BRILLIANT, INACCURACY, MISTAKE, Thresholds
from silkenweb.study.review.judging import Parameters
from silkenweb.study.review.racing import Mean

MOMENTS = 3
HALF_95 = 1.96

Entry = tuple[Node, Finding]


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's decisions in a line, or the whole team's (`seat` None).

    `loss`: the mean informed loss of decisions with a choice, and its standard error (from the playouts);
    `total`: their sum. `grades` and `labels` count them. `worst` and `best`: the decisions with the greatest
    loss, and the greatest lead, none that is too close to call.

    `luck`: what the losses do not explain. With the cards as they lay, each decision changed the chance to
    win; that change plus the decision's informed loss, summed. The team's has the luck of the deals in it, so
    that the chance before the first deal, less `total`, plus `luck` is how the game ended. It is the luck of
    how the cards lay where the player could not know; what a player did better than the bot that plays on
    is in it too, as the chances are that bot's. Its standard error is that of the changes and losses, taken
    to be independent, which they are not quite.
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
    """The review of one line: the game as played, or an alternative, from its first node on."""

    entries: tuple[Entry, ...]
    turning: Turning | None

    @property
    def head(self) -> Node:
        """The first node."""
        return self.entries[0][0]

    @property
    def recorded(self) -> bool:
        """Whether this is the game as played."""
        return self.head.recorded

    @property
    def start(self) -> float | None:
        """The chance to win before the line's first node, where that is a deal."""
        first = self.entries[0][1]
        return None if first.luck is None else first.open.value - first.luck.value

    def summary(self, seat: int | str | None = None) -> Summary:
        """Of a player (by the number of the seat or its character), or of the team."""
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
        """See `Summary.luck`. Where the node before is not reviewed, a decision counts for nothing."""
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
        """The critical decisions, at most three, the dearest first: informed losses beyond doubt."""
        return tuple(_worst(self.entries)[:MOMENTS])

    @property
    def luck(self) -> tuple[Entry, ...]:
        """The deals, whose findings have a `luck`."""
        return tuple((n, f) for n, f in self.entries if f.luck is not None)


def _worst(entries: Sequence[Entry]) -> list[Entry]:
    bad = [(n, f) for n, f in entries if f.grade in (INACCURACY, MISTAKE, BLUNDER)]
    return sorted(bad, key=lambda entry: -entry[1].loss.value if entry[1].loss else 0.0)


@dataclass(frozen=True)
class Report:
    """A whole review: the game as played first, then the alternatives that were asked for, each for itself.

    `complete` is False where it was interrupted. `thresholds` are what the grades go by.
    """

    replay: Replay
    parameters: Parameters
    thresholds: Thresholds
    lines: tuple[LineReport, ...]
    complete: bool = True
    added: list[Node] = field(default_factory=list)

    def __repr__(self) -> str:
        """In a line; a notebook shows tables, and `lines` hold all of it."""
        return told.short(self)

    def _repr_html_(self) -> str:
        """Tables: team and players, the critical moments, the deals, where the level was lost."""
        return told.page(self)

    @property
    def main(self) -> LineReport:
        """The review of the game as played."""
        return self.lines[0]

    def finding(self, node: Node) -> Finding | None:
        """What was found of a node."""
        arguments.instance("node", node, Node, "a Node of the replay")
        for line in self.lines:
            for each, finding in line.entries:
                if each is node:
                    return finding
        return None

    def add_better_lines(self) -> list[Node]:
        """Put the better move of each critical moment into the tree, as an alternative that the convention
        plays on to the end of the level. Gives the first node of each; one that was there is left as it is.
        """
        added = []
        with self.replay.one_step(Label("better")):
            for node, finding in self.main.moments:
                if finding.best is None or node.parent is None:
                    continue
                there = len(node.parent.children)
                first = node.parent.branch(finding.best)
                if len(node.parent.children) > there:
                    for _ in go_on(first, "convention", until="level", seed=self.parameters.seed):
                        pass
                added.append(first)
        self.added.extend(added)
        return added

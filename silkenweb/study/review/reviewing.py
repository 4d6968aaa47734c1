"""The review of a replay: every node of a line in turn, kept on the nodes, and the report of it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.study.review.clearing import Turning, turning
from silkenweb.study.review.deciding import review_node
from silkenweb.study.review.findings import Finding
from silkenweb.study.review.grading import Thresholds, graded, thresholds
from silkenweb.study.review.judging import Judge, Parameters
from silkenweb.study.review.report import Entry, LineReport, Report

SOLVER = 20_000  # nodes for a position


def review(
    replay: Replay,
    *,
    bot: str = "convention",
    worlds: int = 480,
    error: float = 0.02,
    seed: str = "review",
    full: bool = False,
    reading: str | None = None,
    branches: bool = False,
    solver: int = SOLVER,
    progress: bool = False,
    keep: bool = True,
) -> Report:
    """Say of every decision what it was worth, what the best one was, and what of it was luck.

    A position's worth is the chance that the team wins if `bot` plays on, by playouts: for each move at most
    `worlds`, fewer where the standard error falls below `error`. They stop at the end of the level, where a
    fitted model says what the game is worth, unless `full` ones are asked for. `reading="convention"` takes
    Rests to tell what that bot's agreements say. `branches`: alternatives too, each for itself. `solver`: how
    far the level solver looks at a position (0: not at all).

    All depends on `seed` and the other parameters alone. What was found is kept on the nodes (unless not
    `keep`), as one edit that can be undone; nodes that have it already from a review with the same parameters
    are not looked at again. Interrupted by the keyboard it keeps what it has, and the report says so in
    `complete`. Raises SilkenwebError for an unknown bot or an impossible budget, or an empty game.
    """
    parameters = Parameters(bot, worlds, error, seed, full, reading)
    parameters.check()
    lines = [replay.main_line(), *(_alternatives(replay) if branches else ())]
    if not lines[0]:
        raise SilkenwebError("there is nothing to review: the game has not been dealt")
    work = _Work(Judge(replay.root.state.tables, parameters), thresholds())
    complete = True
    try:
        for node in _with_bar([node for line in lines for node in line], progress):
            work.find(node)
        if solver:
            for line in lines:
                work.solve(line[-1], solver)
    except KeyboardInterrupt:
        complete = False
    if keep:
        with replay.one_step():
            for node, finding in work.found.values():
                node.review = finding.to_review(parameters)
    reports = [work.report(line) for line in lines if id(line[0]) in work.found]
    return Report(replay, parameters, work.by, tuple(reports), complete)


class _Work:
    """One review under way: what was found, by node."""

    def __init__(self, judge: Judge, by: Thresholds) -> None:
        self.judge, self.by = judge, by
        self.found: dict[int, Entry] = {}
        self.turnings: dict[int, Turning | None] = {}

    def find(self, node: Node) -> None:
        """Take what a node's review says already, else look at it."""
        known = Finding.of_review(node.review, self.judge.parameters)
        finding = known or review_node(self.judge, node).rounded()
        self.found[id(node)] = node, graded(replace(finding, lost_level=False), self.by)

    def solve(self, end: Node, budget: int) -> None:
        """Where the level in which a line ends was lost for good; noted on the node too, if it is known."""
        turned = self.turnings[id(end)] = turning(end, budget)
        if turned and turned.exact and turned.node and id(turned.node) in self.found:
            node, finding = self.found[id(turned.node)]
            self.found[id(node)] = node, replace(finding, lost_level=True)

    def report(self, line: Sequence[Node]) -> LineReport:
        """What was found of a line."""
        entries = tuple(self.found[id(node)] for node in line if id(node) in self.found)
        return LineReport(entries, self.turnings.get(id(line[-1])))


def _alternatives(replay: Replay) -> Iterator[list[Node]]:
    """Every line beside the recorded one, from its first node on."""
    for node in replay.nodes():
        for head in node.alternatives:
            yield list(head.line())


def _with_bar(nodes: Sequence[Node], progress: bool) -> Iterator[Node]:
    if not progress:
        yield from nodes
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        yield from nodes
        return
    bar: Any = tqdm(nodes, desc="Review", unit="node")
    yield from bar

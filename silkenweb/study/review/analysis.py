"""The review of a replay: the evaluation of each node of a line in turn, and the report.

The findings are stored on the nodes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from silkenweb import arguments
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.history import Label
from silkenweb.replay.samples import ReplayLike, replay_of
from silkenweb.study.review.decision import first_finding, review_node
from silkenweb.study.review.evaluation import LEAST_WORLDS, Evaluator, Parameters
from silkenweb.study.review.findings import Finding, FirstFinding
from silkenweb.study.review.grades import graded, thresholds
from silkenweb.study.review.report import LineReport, Report
from silkenweb.study.review.turning_point import TurningPoint, find_turning_point

SOLVER = 20_000  # nodes per position


def review(
    replay: ReplayLike,
    *,
    bot: str = "convention",
    worlds: int = 480,
    error: float = 0.02,
    seed: str | int | None = "review",
    full: bool = False,
    reading: str | None = None,
    branches: bool = False,
    solver: int = SOLVER,
    progress: bool = True,
    keep: bool = True,
    edition: EditionLike | None = None,
) -> Report:
    """Evaluate every decision: its value, the best move, and how much of the result was luck.

    `replay`: a Replay, the path of its file, or the name of a sample; `report.replay` is the Replay.
    `edition` is needed for a file that was not played with a built-in one.

    The value of a position is the chance that the team wins if `bot` plays on, estimated by rollouts: at
    most `worlds` per move, fewer once the standard error is below `error`. They stop at the end of the
    level, where a fitted model gives the value of the game, unless they are `full`. `reading="convention"`
    reads Rests by that bot's agreements. `branches`: review alternatives too, each separately. `solver`: the
    node limit of the level solver per position (0: do not use it).

    Everything depends only on `seed` and the other parameters; the seed is text or a whole number, and None
    draws a new one, available in `report.parameters`. Findings are stored on the nodes (unless `keep` is
    False), as one edit that can be undone; nodes with findings from a review with the same parameters are
    not evaluated again. After a keyboard interrupt the findings so far are kept, and `complete` of the
    report is False. Raises SilkenwebError for an unknown bot, an impossible budget, or an empty game.
    """
    parameters = Parameters(
        arguments.text("bot", bot, "the name of a bot"),
        arguments.whole("worlds", worlds, LEAST_WORLDS),
        arguments.number("error", error, 0, 1, open_ends=True),
        arguments.seed(seed),
        arguments.flag("full", full),
        None if reading is None else arguments.choice("reading", reading, ("convention",)),
    )
    progress, keep = arguments.flag("progress", progress), arguments.flag("keep", keep)
    work = ReviewTask(
        replay_of(replay, edition=edition), parameters,
        branches=arguments.flag("branches", branches), solver=arguments.whole("solver", solver),
    )  # fmt: skip
    try:
        for _ in _with_bar(work, progress):
            pass
    except KeyboardInterrupt:
        pass  # keep what was found
    if keep:
        work.keep()
    return work.report()


class ReviewTask:
    """A review in progress, one step at a time: it can be stopped after any step and resumed.

    `parameters`, `branches` and `solver` are those of `review`; `seconds` is the time limit per node, after
    which `step` raises SilkenwebError. Nothing is stored on the nodes before `keep`. Raises SilkenwebError
    for an unknown bot, an impossible budget, or an empty game.
    """

    def __init__(
        self,
        replay: Replay,
        parameters: Parameters | None = None,
        *,
        branches: bool = False,
        solver: int = SOLVER,
        seconds: float | None = None,
    ) -> None:
        self.parameters = parameters or Parameters()
        self.parameters.check()
        self.replay = replay
        self._lines = [replay.main_line(), *(_alternatives(replay) if branches else ())]
        if not self._lines[0]:
            raise SilkenwebError("there is nothing to review: the game has not been dealt")
        self._nodes = [node for line in self._lines for node in line]
        self._ends = [line[-1] for line in self._lines] if solver else []
        self._solver = solver
        self._evaluator = Evaluator(replay.root.state.tables, self.parameters, seconds)
        self._by = thresholds()
        self._found: dict[Node, Finding] = {}
        self._turning_points: dict[Node, TurningPoint | None] = {}
        self._first: dict[Node, FirstFinding] = {}
        self._done = 0

    @property
    def nodes(self) -> Sequence[Node]:
        """The nodes to evaluate: the decisions and deals of the game, then those of each alternative."""
        return self._nodes

    @property
    def done(self) -> int:
        """The number of `nodes` that have been evaluated."""
        return min(self._done, len(self._nodes))

    @property
    def over(self) -> bool:
        """Whether everything is done."""
        return self._done == len(self._nodes) + len(self._ends)

    @property
    def found(self) -> Mapping[Node, Finding]:
        """The findings so far."""
        return MappingProxyType(self._found)

    @property
    def shown(self) -> Mapping[Node, Finding]:
        """The findings so far, and the first findings of other nodes."""
        return {**self._first, **self._found}

    def first_steps(self) -> Iterator[None]:
        """Give each node without a review a first finding, one per step.

        These have no effect on the review. There are none if rollouts play to the end of the game, which
        takes too long for this.
        """
        if self._evaluator.full:
            return
        for node in self._nodes:
            if Finding.of_review(node.review, self.parameters) is None:
                self._evaluator.begin()
                self._first[node] = first_finding(self._evaluator, node)
                yield

    def step(self) -> None:
        """Evaluate the next node; after the last one, find the turning point of each line."""
        if self._done < len(self._nodes):
            self._find(self._nodes[self._done])
        else:
            self._solve(self._ends[self._done - len(self._nodes)])
        self._done += 1

    def keep(self) -> None:
        """Store the findings on the nodes, as one edit that can be undone.

        Nodes that were deleted meanwhile are skipped.
        """
        there = set(self.replay.nodes())
        with self.replay.one_step(Label("review")):
            for node, finding in self._found.items():
                if node not in there:
                    continue
                found_review = finding.to_review(self.parameters)
                if node.review != found_review:
                    node.review = found_review

    def report(self) -> Report:
        """Return the findings so far, line by line; `complete` says whether these are all."""
        lines = tuple(self._line(line) for line in self._lines if line[0] in self._found)
        return Report(self.replay, self.parameters, self._by, lines, self.over)

    def _find(self, node: Node) -> None:
        """Use the finding in a node's review, or else evaluate the node."""
        self._evaluator.begin()
        known = Finding.of_review(node.review, self.parameters)
        finding = known or review_node(self._evaluator, node).rounded()
        self._found[node] = graded(replace(finding, lost_level=False), self._by)

    def _solve(self, end: Node) -> None:
        """Find where the level in which a line ends was lost permanently.

        That node is marked if it is known.
        """
        turned = self._turning_points[end] = find_turning_point(end, self._solver)
        if turned and turned.exact and turned.node and turned.node in self._found:
            self._found[turned.node] = replace(self._found[turned.node], lost_level=True)

    def _line(self, line: Sequence[Node]) -> LineReport:
        entries = tuple((node, self._found[node]) for node in line if node in self._found)
        return LineReport(entries, self._turning_points.get(line[-1]))


def _alternatives(replay: Replay) -> Iterator[list[Node]]:
    """Yield every line beside the main line, from its first node."""
    for node in replay.nodes():
        for head in node.alternatives:
            yield list(head.line())


def _with_bar(work: ReviewTask, progress: bool) -> Iterator[None]:
    """Yield each step of a review, with a progress bar if tqdm is installed."""
    bar: Any = None
    if progress:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            pass
        else:
            bar = tqdm(total=len(work.nodes), desc="Review", unit="node", disable=None, delay=1)
    try:
        while not work.over:
            before = work.done
            work.step()
            if bar is not None:
                bar.update(work.done - before)
            yield
    finally:
        if bar is not None:
            bar.close()

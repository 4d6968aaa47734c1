"""The review of a replay: every node of a line in turn, kept on the nodes, and the report of it all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from silkenweb import arguments
from silkenweb.edition.edition_argument import EditionLike
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.history import Label
from silkenweb.replay.replay_argument import ReplayLike, replay_of
from silkenweb.study.review.decision import review_node
from silkenweb.study.review.evaluation import LEAST_WORLDS, Judge, Parameters
from silkenweb.study.review.findings import Finding
from silkenweb.study.review.grades import graded, thresholds
from silkenweb.study.review.report import LineReport, Report
from silkenweb.study.review.turning_point import Turning, turning

SOLVER = 20_000  # nodes for a position


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
    progress: bool = False,
    keep: bool = True,
    edition: EditionLike | None = None,
) -> Report:
    """Say of every decision what it was worth, what the best one was, and what of it was luck.

    `replay`: a Replay, the path of its file, or the name of a sample; `report.replay` gives it. `edition` is
    needed for a file that was not played with a built-in one.

    A position's worth is the chance that the team wins if `bot` plays on, by playouts: for each move at most
    `worlds`, fewer where the standard error falls below `error`. They stop at the end of the level, where a
    fitted model says what the game is worth, unless `full` ones are asked for. `reading="convention"` takes
    Rests to tell what that bot's agreements say. `branches`: alternatives too, each for itself. `solver`: how
    far the level solver looks at a position (0: not at all).

    All depends on `seed` and the other parameters alone; the seed is text or a whole number, and None draws a
    new one, which `report.parameters` gives. What was found is kept on the nodes (unless not `keep`), as one
    edit that can be undone; nodes that have it already from a review with the same parameters are not looked
    at again. Interrupted by the keyboard it keeps what it has, and the report says so in `complete`. Raises
    SilkenwebError for an unknown bot or an impossible budget, or an empty game.
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
    work = Reviewing(
        replay_of(replay, edition=edition), parameters,
        branches=arguments.flag("branches", branches), solver=arguments.whole("solver", solver),
    )  # fmt: skip
    try:
        for _ in _with_bar(work, progress):
            pass
    except KeyboardInterrupt:
        pass  # what was found is kept
    if keep:
        work.keep()
    return work.report()


class Reviewing:
    """A review under way, one step at a time: it can be stopped after any, and gone on with.

    `parameters`, `branches` and `solver` are those of `review`; `seconds` is the longest that a node may take
    before `step` raises SilkenwebError. Nothing stands on the nodes before `keep`.
    Raises SilkenwebError for an unknown bot or an impossible budget, or an empty game.
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
        self._judge = Judge(replay.root.state.tables, self.parameters, seconds)
        self._by = thresholds()
        self._found: dict[Node, Finding] = {}
        self._turnings: dict[Node, Turning | None] = {}
        self._done = 0

    @property
    def nodes(self) -> Sequence[Node]:
        """What is looked at, in this order: the decisions and deals of the game, then of each alternative."""
        return self._nodes

    @property
    def done(self) -> int:
        """How many of `nodes` have been looked at."""
        return min(self._done, len(self._nodes))

    @property
    def over(self) -> bool:
        """Whether there is nothing more to do."""
        return self._done == len(self._nodes) + len(self._ends)

    @property
    def found(self) -> Mapping[Node, Finding]:
        """What was found until now."""
        return MappingProxyType(self._found)

    def step(self) -> None:
        """Look at the next node; after the last one, at where the level in which each line ends was lost."""
        if self._done < len(self._nodes):
            self._find(self._nodes[self._done])
        else:
            self._solve(self._ends[self._done - len(self._nodes)])
        self._done += 1

    def keep(self) -> None:
        """Write what was found on the nodes, as one edit that can be undone. What was deleted meanwhile is
        left out.
        """
        there = set(self.replay.nodes())
        with self.replay.one_step(Label("review")):
            for node, finding in self._found.items():
                if node not in there:
                    continue
                told = finding.to_review(self.parameters)
                if node.review != told:
                    node.review = told

    def report(self) -> Report:
        """What was found, line by line; `complete` says whether that is all."""
        lines = tuple(self._line(line) for line in self._lines if line[0] in self._found)
        return Report(self.replay, self.parameters, self._by, lines, self.over)

    def _find(self, node: Node) -> None:
        """Take what a node's review says already, else look at it."""
        self._judge.begin()
        known = Finding.of_review(node.review, self.parameters)
        finding = known or review_node(self._judge, node).rounded()
        self._found[node] = graded(replace(finding, lost_level=False), self._by)

    def _solve(self, end: Node) -> None:
        """Where the level in which a line ends was lost for good; noted on the node too, if it is known."""
        turned = self._turnings[end] = turning(end, self._solver)
        if turned and turned.exact and turned.node and turned.node in self._found:
            self._found[turned.node] = replace(self._found[turned.node], lost_level=True)

    def _line(self, line: Sequence[Node]) -> LineReport:
        entries = tuple((node, self._found[node]) for node in line if node in self._found)
        return LineReport(entries, self._turnings.get(line[-1]))


def _alternatives(replay: Replay) -> Iterator[list[Node]]:
    """Every line beside the recorded one, from its first node on."""
    for node in replay.nodes():
        for head in node.alternatives:
            yield list(head.line())


def _with_bar(work: Reviewing, progress: bool) -> Iterator[None]:
    """Each step of a review, with a bar for its nodes where tqdm is there."""
    bar: Any = None
    if progress:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            pass
        else:
            bar = tqdm(total=len(work.nodes), desc="Review", unit="node")
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

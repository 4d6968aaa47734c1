"""A review that goes on while the reader steps and plays, node by node, to be stopped at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import Any

from silkenweb.errors import SilkenwebError, escaped, shorten
from silkenweb.replay import Node, Replay
from silkenweb.study.review import Finding, LineReport, Parameters, Report, ReviewTask, thresholds
from silkenweb.study.review.decision import try_move
from silkenweb.study.review.evaluation import SECONDS
from silkenweb.text import Words
from silkenweb.text.catalogue import ENGLISH
from silkenweb.text.refusals import reason, refused
from silkenweb.widgets.bot_run import THREADS
from silkenweb.widgets.review_payload import of_node

SLICE = 0.1


class ReviewRun:
    """A review under way. `tell` is called after each node, with how many are done."""

    def __init__(self, work: ReviewTask, tell: Callable[[int], None]) -> None:
        self.work = work
        self._tell = tell
        self._stopped = False

    def stop(self) -> None:
        """Look at no more nodes; what was found is kept."""
        self._stopped = True

    def all_at_once(self) -> None:
        """To the end, without giving way to anything, for where no event loop runs."""
        while not (self.work.over or self._stopped):
            self.work.step()
            self._tell(self.work.done)
        self.work.keep()

    async def step_by_step(self) -> None:
        """To the end, or until stopped. Each node is looked at beside the event loop where there are threads,
        else between two of its rounds; what was found is kept as one edit, whatever happens.
        """
        try:
            await self._first_values()
            while not (self.work.over or self._stopped):
                if THREADS:
                    await asyncio.get_running_loop().run_in_executor(None, self.work.step)
                else:
                    self.work.step()
                self._tell(self.work.done)
                await asyncio.sleep(0)
        finally:
            self.work.keep()

    async def _first_values(self) -> None:
        """Find first values for all nodes in slices of a tenth of a second, then announce them together."""
        steps = self.work.first_steps()
        while not self._stopped:
            if THREADS:
                more = await asyncio.get_running_loop().run_in_executor(None, _advance, steps)
            else:
                more = _advance(steps)
            await asyncio.sleep(0)
            if not more:
                break
        self._tell(self.work.done)


def _advance(steps: Iterator[None]) -> bool:
    """Take steps for a tenth of a second; return whether there may be more."""
    end = perf_counter() + SLICE
    return any(perf_counter() > end for _ in steps)


def parameters(nodes: Iterable[Node], words: Words) -> tuple[Parameters, str]:
    """How nodes are reviewed: as the first of them that was, so that a stopped review is continued.

    If the file gives parameters out of bounds, the usual ones, and a sentence that says why.
    """
    for node in nodes:
        if Finding.of_review(node.review) is None or node.review is None or "with" not in node.review:
            continue
        try:
            return Parameters.of_file(node.review["with"]), ""
        except SilkenwebError as error:
            return Parameters(), words("reply.review.bounds", why=_why(words, error))
    return Parameters(), ""


def _why(words: Words, error: SilkenwebError) -> str:
    """Return why parameters are not used; the reasons are in English only."""
    if words.language != ENGLISH:
        return words("refused.argument")
    return shorten(escaped(reason(words, error)), 300).rstrip(".")


def better_lines(replay: Replay, viewer: int | None, words: Words) -> list[Node]:
    """The better moves of the game's critical moments, put into the tree as alternatives, as one edit;
    through a seat's lens those of its own decisions.
    """
    found = [(node, of_node(node, node.review, viewer)) for node in replay.main_line()]
    entries = tuple((node, finding) for node, finding in found if finding is not None)
    if not entries:
        raise refused("review.none")
    line = LineReport(entries, None)
    by, _ = parameters(replay.main_line(), words)
    return Report(replay, by, thresholds(), (line,)).add_better_lines()


def weighed(node: Node, move: str, words: Words, viewer: int | None = None) -> dict[str, Any]:
    """A move tried at a reviewed decision, compared with the best one that the seat `viewer` may know of: its
    value, its loss, and whether it is as good within the tolerance.
    """
    finding = of_node(node, node.review, viewer)
    if finding is None or node.move is None:
        raise refused("review.node")
    by, note = parameters([node], words)
    found = try_move(node, move, finding.best or str(node.move), by, SECONDS)
    return {
        "note": note,
        "value": [round(number, 4) for number in found.value],
        "loss": [round(number, 4) for number in found.loss],
        "right": found.right,
    }

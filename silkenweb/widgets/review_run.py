"""A review in the background, node by node, which can be stopped at any time.

The reader can step and play meanwhile.
"""

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
    """A review in progress. `tell` is called after each node, with the number of nodes done."""

    def __init__(self, work: ReviewTask, tell: Callable[[int], None]) -> None:
        self.work = work
        self._tell = tell
        self._stopped = False

    def stop(self) -> None:
        """Stop after the current node; the findings so far are kept."""
        self._stopped = True

    def all_at_once(self) -> None:
        """Review to the end without yielding control, if no event loop runs."""
        while not (self.work.over or self._stopped):
            self.work.step()
            self._tell(self.work.done)
        self.work.keep()

    async def step_by_step(self) -> None:
        """Review to the end, or until stopped; whatever happens, the findings are kept as one edit.

        Each node is reviewed in another thread if there are threads, else between two rounds of the event
        loop.
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
    """Return the parameters of a review of these nodes.

    They are those of the first node with a review, so that a stopped review is continued. If the file gives
    parameters out of bounds, the default ones are returned, with a sentence that says why.
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
    """Add the better moves of the game's critical moments to the tree as alternatives, as one edit.

    Through a seat's lens, only those for its own decisions.
    """
    found = [(node, of_node(node, node.review, viewer)) for node in replay.main_line()]
    entries = tuple((node, finding) for node, finding in found if finding is not None)
    if not entries:
        raise refused("review.none")
    line = LineReport(entries, None)
    by, _ = parameters(replay.main_line(), words)
    return Report(replay, by, thresholds(), (line,)).add_better_lines()


def weighed(node: Node, move: str, words: Words, viewer: int | None = None) -> dict[str, Any]:
    """Return a comparison of a move tried at a reviewed decision with the best one.

    The best one is that which the seat `viewer` may know of. The result has the move's value, its loss, and
    whether it is as good within the tolerance.
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

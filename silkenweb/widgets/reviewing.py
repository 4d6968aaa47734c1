"""A review that goes on while the reader steps and plays, node by node, to be stopped at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.study.review import LineReport, Parameters, Report, Reviewing, thresholds
from silkenweb.study.review.weighing import weigh
from silkenweb.widgets.reviews import of_node, parameters_of
from silkenweb.widgets.running import THREADS
from silkenweb.widgets.words import Words


class ReviewRun:
    """A review under way. `tell` is called after each node, with how many are done."""

    def __init__(self, work: Reviewing, tell: Callable[[int], None]) -> None:
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
            while not (self.work.over or self._stopped):
                if THREADS:
                    await asyncio.get_running_loop().run_in_executor(None, self.work.step)
                else:
                    self.work.step()
                self._tell(self.work.done)
                await asyncio.sleep(0)
        finally:
            self.work.keep()


def parameters(replay: Replay) -> Parameters:
    """How the game is reviewed: as what stands there was, so that a review that was stopped goes on."""
    found = (parameters_of(node) for node in replay.main_line())
    return next((each for each in found if each is not None), Parameters())


def better_lines(replay: Replay, viewer: int | None, words: Words) -> list[Node]:
    """The better moves of the game's critical moments, put into the tree as alternatives, as one edit;
    through a seat's lens those of its own decisions.
    """
    found = [(node, of_node(node, node.review, viewer)) for node in replay.main_line()]
    entries = tuple((node, finding) for node, finding in found if finding is not None)
    if not entries:
        raise SilkenwebError(words("reply.review.none"))
    line = LineReport(entries, None)
    return Report(replay, parameters(replay), thresholds(), (line,)).add_better_lines()


def weighed(node: Node, move: str, words: Words, viewer: int | None = None) -> dict[str, Any]:
    """A move tried at a reviewed decision, compared with the best one that the seat `viewer` may know of: its
    value, its loss, and whether it is as good within the tolerance.
    """
    finding = of_node(node, node.review, viewer)
    if finding is None or node.move is None:
        raise SilkenwebError(words("reply.review.node"))
    found = weigh(node, move, finding.best or str(node.move), parameters_of(node))
    return {
        "value": [round(number, 4) for number in found.value],
        "loss": [round(number, 4) for number in found.loss],
        "right": found.right,
    }

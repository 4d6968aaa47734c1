"""Bots that continue a game while the reader watches, one decision at a time, until they are stopped."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from silkenweb.bots.continuation import Continuation
from silkenweb.errors import SilkenwebError, escaped, shorten
from silkenweb.replay import Node
from silkenweb.replay.history import Label, Step
from silkenweb.text import Words
from silkenweb.text.names import Naming
from silkenweb.text.refusals import refused

BEAT = 3.0
"""The number of seconds after which the player says that a bot is still thinking."""

THREADS = sys.platform != "emscripten"  # none in JupyterLite


class BotRun:
    """Bots that continue from a node. `report` is called with each node they reach, and a sentence.

    Through a seat's lens (`viewer`), the other players follow existing nodes where there are any: an
    alternative that began with their decision would reveal their cards.
    """

    def __init__(
        self,
        continuation: Continuation,
        viewer: int | None,
        report: Callable[[Node, str], None],
        words: Words,
    ) -> None:
        self._continuation = continuation
        self._viewer = viewer
        self._report = report
        self._words = words
        self._naming = Naming(words, continuation.node.replay.edition, continuation.node.replay.characters)
        self._done = 0
        self._added = 0
        self.steps: list[Step] = []
        """The added nodes as steps that can be undone; one step, unless there were other edits meanwhile."""
        self._stop: asyncio.Event | None = None

    @property
    def node(self) -> Node:
        """The last node that the bots reached."""
        return self._continuation.node

    def stop(self) -> None:
        """Stop before the next decision."""
        if self._stop is not None:
            self._stop.set()

    def all_at_once(self) -> str:
        """Continue to the end without a pause; return what happened as a sentence."""
        with self.node.replay.one_step() as step:
            while not self._continuation.over:
                ask = self._question()
                self._play(None if ask is None else self._guarded(ask))
            step.label = self._label()
        return self._summary()

    async def step_by_step(self) -> str:
        """Continue to the end or until stopped, as one edit; return what happened as a sentence."""
        self._stop = asyncio.Event()
        try:
            while not self._continuation.over:
                ask = self._question()
                move = None if ask is None else await self._thought(ask)
                if self._stop.is_set():
                    return self._summary(stopped=True)
                self._play(move)
                self._report(self.node, self._summary())
                await asyncio.sleep(0)
        finally:
            self.steps = self.node.replay.history.join(self.steps, self._label())
        return self._summary()

    def _label(self) -> Label:
        return Label("bots", count=self._added)

    def _summary(self, stopped: bool = False) -> str:
        key = f"bots.{'stopped' if stopped else 'done'}.{'one' if self._done == 1 else 'many'}"
        return self._words(key, number=self._naming.number(self._done))

    def _question(self) -> Callable[[], str] | None:
        node, seat = self.node, self.node.position.seat
        if self._viewer not in (None, seat) and node.next is not None and node.next.move is not None:
            move = str(node.next.move)
            return lambda: move
        return self._continuation.next_choice()

    def _play(self, move: str | None) -> None:
        seat, replay = self.node.position.seat, self.node.replay
        self._done += seat is not None
        count, last = replay.count, replay.history.last
        try:
            self._continuation.play(move)
        except SilkenwebError as error:
            raise self._hidden(seat, error) from error
        self._added += seat is not None and replay.count > count
        if replay.history.last is not last and replay.history.last is not None:
            self.steps.append(replay.history.last)

    def _guarded(self, ask: Callable[[], str]) -> str:
        try:
            return ask()
        except Exception as error:
            raise self._hidden(self.node.position.seat, error) from error

    def _hidden(self, seat: int | None, error: Exception) -> SilkenwebError:
        """Return the error to report when a bot fails; the bot's own error may name cards of its hand."""
        if self._viewer not in (None, seat):
            return refused("bots.failed.hidden")
        if isinstance(error, SilkenwebError):
            return error
        return refused("bots.failed", error=shorten(escaped(repr(error)), 300))

    async def _thought(self, ask: Callable[[], str]) -> str:
        """Return the bot's answer, computed in another thread if there are threads."""
        if not THREADS:
            return self._guarded(ask)
        assert self._stop is not None
        thinking = asyncio.get_running_loop().run_in_executor(None, self._guarded, ask)
        stopped = asyncio.ensure_future(self._stop.wait())
        either: set[asyncio.Future[Any]] = {thinking, stopped}
        try:
            while not (thinking.done() or stopped.done()):
                await asyncio.wait(either, timeout=BEAT, return_when=asyncio.FIRST_COMPLETED)
                if not (thinking.done() or stopped.done()):
                    self._report(self.node, self._words("bots.thinks", who=self._name()))
        finally:
            stopped.cancel()
        if self._stop.is_set() or not thinking.done():
            thinking.add_done_callback(lambda done: done.cancelled() or done.exception())
            return ""
        return thinking.result()

    def _name(self) -> str:
        seat = self.node.position.seat
        assert seat is not None
        return self._naming.who(seat)

"""Bots that go on while the reader watches: one decision after the other, to be stopped at any time."""

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
"""After so many seconds of thought the reader hears that a bot is still thinking."""

THREADS = sys.platform != "emscripten"  # none in JupyterLite


class BotRun:
    """Bots going on from a node. `tell` gets the node that is reached, and words.

    Through a seat's lens (`viewer`) what others do follows the nodes that are there, as far as there are any:
    an alternative that began with their decision would tell what they hold.
    """

    def __init__(
        self, continuation: Continuation, viewer: int | None, tell: Callable[[Node, str], None], words: Words
    ) -> None:
        self._going = continuation
        self._viewer = viewer
        self._tell = tell
        self._in_words = words
        self._naming = Naming(words, continuation.node.replay.edition, continuation.node.replay.characters)
        self._done = 0
        self._added = 0
        self.steps: list[Step] = []
        """What was added, as steps that can be undone; one, unless something else was done meanwhile."""
        self._stop: asyncio.Event | None = None

    @property
    def node(self) -> Node:
        """The last node that was reached."""
        return self._going.node

    def stop(self) -> None:
        """Let no more decisions be made."""
        if self._stop is not None:
            self._stop.set()

    def all_at_once(self) -> str:
        """Go on to the end without giving way to anything; what happened, in words."""
        with self.node.replay.one_step() as step:
            while not self._going.over:
                ask = self._question()
                self._play(None if ask is None else self._guarded(ask))
            step.label = self._label()
        return self._words()

    async def step_by_step(self) -> str:
        """Go on to the end or until stopped; what happened, in words. All is undone at once, as one edit."""
        self._stop = asyncio.Event()
        try:
            while not self._going.over:
                ask = self._question()
                move = None if ask is None else await self._thought(ask)
                if self._stop.is_set():
                    return self._words(stopped=True)
                self._play(move)
                self._tell(self.node, self._words())
                await asyncio.sleep(0)
        finally:
            self.steps = self.node.replay.history.join(self.steps, self._label())
        return self._words()

    def _label(self) -> Label:
        return Label("bots", count=self._added)

    def _words(self, stopped: bool = False) -> str:
        key = f"bots.{'stopped' if stopped else 'done'}.{'one' if self._done == 1 else 'many'}"
        return self._in_words(key, number=self._naming.number(self._done))

    def _question(self) -> Callable[[], str] | None:
        node, seat = self.node, self.node.position.seat
        if self._viewer not in (None, seat) and node.next is not None and node.next.move is not None:
            move = str(node.next.move)
            return lambda: move
        return self._going.next_choice()

    def _play(self, move: str | None) -> None:
        seat, replay = self.node.position.seat, self.node.replay
        self._done += seat is not None
        count, last = replay.count, replay.history.last
        try:
            self._going.play(move)
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
        """What may be told of a bot's failure: it may name cards of its hand."""
        if self._viewer not in (None, seat):
            return refused("bots.failed.hidden")
        if isinstance(error, SilkenwebError):
            return error
        return refused("bots.failed", error=shorten(escaped(repr(error)), 300))

    async def _thought(self, ask: Callable[[], str]) -> str:
        """The bot's answer, thought out beside the event loop where there are threads."""
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
                    self._tell(self.node, self._in_words("bots.thinks", who=self._name()))
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

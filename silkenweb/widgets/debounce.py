"""A debounced callback: it runs once after a burst of calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Final

PAUSE: Final = 10
"""The pause between two runs, as a multiple of the time that the first one took."""


class Debounced:
    """A callback that runs after the current cell or request has ended, however often it was requested.

    It takes at most a tenth of the time. Without an event loop, as in a plain script, it runs at once.
    """

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._timer: asyncio.Handle | None = None
        self._paused_until = 0.0
        self._running = False
        self._stopped = False

    def call(self) -> None:
        """Request a run."""
        if self._timer is not None or self._stopped:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            if not self._running:
                self.flush()
            return
        pause = self._paused_until - perf_counter()
        self._timer = loop.call_later(pause, self.flush) if pause > 0 else loop.call_soon(self.flush)

    def flush(self) -> None:
        """Run now; this serves all requests so far."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        start = perf_counter()
        self._running = True
        try:
            self._act()
        finally:
            self._running = False
        end = perf_counter()
        self._paused_until = end + PAUSE * (end - start)

    def stop(self) -> None:
        """Flush and stop."""
        if self._timer is not None:
            self.flush()
        self._stopped = True

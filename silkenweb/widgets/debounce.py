"""What follows each change, done once after a burst of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

SHARE = 10
"""Between two times there is a pause of so many times what the last one took."""


class Soon:
    """Does `act` once the running cell or request has ended, however often it was called for within it, and
    for no more than a tenth of the time. Where no event loop runs, as in a plain script, it is done at once.
    """

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act
        self._timer: asyncio.Handle | None = None
        self._rests_until = 0.0
        self._acting = False
        self._stopped = False

    def call(self) -> None:
        """It should be done soon."""
        if self._timer is not None or self._stopped:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            if not self._acting:
                self.now()
            return
        pause = self._rests_until - perf_counter()
        self._timer = loop.call_later(pause, self.now) if pause > 0 else loop.call_soon(self.now)

    def now(self) -> None:
        """Do it now, and not again for what was called for until now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        start = perf_counter()
        self._acting = True
        try:
            self._act()
        finally:
            self._acting = False
        end = perf_counter()
        self._rests_until = end + SHARE * (end - start)

    def stop(self) -> None:
        """Do nothing any more, but what is still to be done at once."""
        if self._timer is not None:
            self.now()
        self._stopped = True

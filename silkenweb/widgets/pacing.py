"""Bots that play one after the other at a set pace, whatever their decisions are like.

At a silent table how long somebody thinks would be a signal. So a bot's move is shown a beat after the one
before it, or, where it needs longer, at the next whole beat; never sooner, and forced moves like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil

from silkenweb.widgets.running import THREADS
from silkenweb.widgets.sitting import Sitting

HAND_OVER = 1.5
"""At least so many seconds a person sees what came of their decision, before the screen is covered."""


async def bots_play(sitting: Sitting, still: Callable[[], bool], played: Callable[[], None]) -> None:
    """Let bots play until a person decides, a deal comes or the game ends; `played` is called after each.

    It ends as soon as `still` says no. What a bot raises, it raises.
    """
    while still() and sitting.bot_decides:
        node = sitting.node
        move = await _thought(sitting.question(), sitting.seating.pace)
        if not still() or sitting.node is not node:
            return
        sitting.play_bot(move)
        played()


async def _thought(ask: Callable[[], str], beat: float) -> str:
    """The bot's answer, after whole beats; thought out beside the event loop where there are threads."""
    loop = asyncio.get_running_loop()
    begun = loop.time()
    answer = await loop.run_in_executor(None, ask) if THREADS else ask()
    taken = loop.time() - begun
    await asyncio.sleep(max(1, ceil(taken / beat)) * beat - taken if beat else 0)
    return answer


def all_at_once(sitting: Sitting) -> None:
    """The same without giving way to anything, where no event loop runs."""
    while sitting.bot_decides:
        sitting.play_bot(sitting.question()())

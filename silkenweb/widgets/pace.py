"""Bots that play one after the other at a set pace, whatever their decisions are like.

At a silent table how long somebody thinks would be a signal. So a bot's turn, with all its plays and its end,
is shown one beat after what came before it or, if the bot needs longer, at the next whole beat; never sooner,
and forced moves like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil

from silkenweb.widgets.bot_run import THREADS
from silkenweb.widgets.table_game import Sitting

HAND_OVER = 1.5
"""At least so many seconds a person sees what came of their decision, before the screen is covered."""


async def bots_play(sitting: Sitting, still: Callable[[], bool], played: Callable[[], None]) -> None:
    """Let bots play until a person decides, a deal comes or the game ends; call `played` after each turn.

    It ends as soon as `still` says no. What a bot raises, it raises.
    """
    while still() and sitting.bot_decides:
        begun = asyncio.get_running_loop().time()
        turn = _turn_of(sitting)
        while _turn_of(sitting) == turn:
            node = sitting.node
            move = await _thought(sitting.question())
            if not still() or sitting.node is not node:
                return
            sitting.play_bot(move)
        await _beat(begun, sitting.seating.pace)
        if not still():
            return
        played()


def _turn_of(sitting: Sitting) -> tuple[int | None, str]:
    """The seat that decides and what for: as long as neither changes, a bot's turn goes on."""
    return sitting.decides, sitting.node.position.phase


async def _thought(ask: Callable[[], str]) -> str:
    """The bot's answer; found in another thread, if there are threads, so that the event loop stays free."""
    return await asyncio.get_running_loop().run_in_executor(None, ask) if THREADS else ask()


async def _beat(begun: float, pace: float) -> None:
    """Wait until a whole number of beats, at least one, has passed since `begun`."""
    taken = asyncio.get_running_loop().time() - begun
    await asyncio.sleep(max(1, ceil(taken / pace)) * pace - taken if pace else 0)


def all_at_once(sitting: Sitting) -> None:
    """The same without giving way to anything, where no event loop runs."""
    while sitting.bot_decides:
        sitting.play_bot(sitting.question()())

"""The pace of bots: they play in order, one turn per beat, however hard their decisions are.

At a silent table the time that somebody thinks would be a signal. So a bot's whole turn is shown one beat
after the turn before it, or at the next full beat if the bot needs longer; never sooner, even if its moves
were forced.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil

from silkenweb.widgets.bot_run import THREADS
from silkenweb.widgets.table_game import Sitting

HAND_OVER = 1.5
"""The minimum number of seconds that a decision's result is shown before the screen is covered."""


async def bots_play(sitting: Sitting, still: Callable[[], bool], played: Callable[[], None]) -> None:
    """Let bots play until a person decides, a deal comes or the game ends; call `played` after each turn.

    Stops as soon as `still` returns False. Lets the exceptions of bots through.
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
    """Return the seat that decides and the phase; a bot's turn lasts until one of them changes."""
    return sitting.decides, sitting.node.position.phase


async def _thought(ask: Callable[[], str]) -> str:
    """Return the bot's move, from another thread if there are threads, to keep the event loop free."""
    return await asyncio.get_running_loop().run_in_executor(None, ask) if THREADS else ask()


async def _beat(begun: float, pace: float) -> None:
    """Wait until a whole number of beats, at least one, has passed since `begun`."""
    taken = asyncio.get_running_loop().time() - begun
    await asyncio.sleep(max(1, ceil(taken / pace)) * pace - taken if pace else 0)


def all_at_once(sitting: Sitting) -> None:
    """Let all bots play at once, without an event loop."""
    while sitting.bot_decides:
        sitting.play_bot(sitting.question()())

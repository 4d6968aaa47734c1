"""Playing a chunk of a simulation's games: what runs in other processes and on other machines.

It needs no polars, since that must not be used in a process forked from one that uses it.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from silkenweb import bots
from silkenweb.bots.registry import Maker
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import Deal
from silkenweb.game.state import WON
from silkenweb.stats.rows import About, Follower, Rows
from silkenweb.stats.task import Task

Columns: TypeAlias = dict[str, dict[str, list[Any]]]
"""For each table its columns."""


class Played(NamedTuple):
    """`games` games from number `first` on: how many were won, their rows, and how long they took."""

    first: int
    games: int
    won: int
    columns: Columns
    seconds: float


class Failed(NamedTuple):
    """Why a chunk could not be played. Not raised, as not every error can be sent from process to process."""

    reason: str


def play_chunk(
    task: Task, makers: Mapping[str, Maker], first: int, count: int, attempt: int = 1
) -> Played | Failed:
    """Play games `first` to `first + count - 1`.

    `makers` are bots of the user's own, which another process does not know yet. `attempt` says only which
    try it is, so that an executor which remembers what it has computed tries again.
    """
    began = time.perf_counter()
    for name, maker in makers.items():
        bots.register(name, maker)
    rows = Rows(task.tables)
    won = 0
    for number in range(first, first + count):
        try:
            won += _play(task, number, rows)
        except Exception as error:
            return Failed(_told(task, number, error))
    return Played(first, count, won, rows.columns(), time.perf_counter() - began)


def _play(task: Task, number: int, rows: Rows) -> bool:
    """Play one game; whether it was won."""
    seed = task.seed_of(number)
    start = task.start(number)
    names = task.bots_of(len(start.characters))
    follower = Follower(start.state, About(task.name, number, None, seed, tuple(names)), rows)
    for taken in bots.game(start, bots.seat_bots(start.characters, names, seed), seed):
        if isinstance(taken.what, Deal):
            follower.deal(taken.what, taken.step.position.state)
        else:
            follower.move(taken.what, taken.step.position.state)
    follower.close()
    return follower.state.phase == WON


def _told(task: Task, number: int, error: Exception) -> str:
    """What went wrong in which game; a bot's own fault with its traceback."""
    game = f"game {number} (seed {quote(task.seed_of(number))}, {', '.join(task.seating(number))})"
    if isinstance(error, SilkenwebError):
        return f"{game}: {error}"
    return f"{game}: {''.join(traceback.format_exception(error)).rstrip()}"

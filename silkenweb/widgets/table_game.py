"""A game at a table: who decides, and how moves are made, recorded and taken back. It knows no browser.

All randomness comes from the seed: a new bot is made for each decision, from the seed and the number of the
node, so that it makes the same moves after a restart of the kernel or after moves were taken back. It is
given what it saw of the level each time; anything that a bot remembers from one decision to the next is
lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from silkenweb import bots
from silkenweb.game.events import Revealed
from silkenweb.game.move import Move
from silkenweb.replay import Node, Replay
from silkenweb.replay.edits import Takeback
from silkenweb.text.refusals import refused
from silkenweb.widgets.autosave import GameFile
from silkenweb.widgets.bot_run import THREADS
from silkenweb.widgets.table_setup import KEY, Seating

UNDOABLE = ("play", "signal")
"""Moves that leave the turn to the same seat."""


class Sitting:
    """One game: the replay as it grows, and the file in which it is saved after each decision.

    `path`: that file; None for the first free name in the working folder, chosen by the first deal;
    `keeps=False` for none. A file that another program has changed in the meantime, such as another table,
    is left alone: the game continues in the next file with a free name next to it.
    """

    def __init__(
        self, seating: Seating, replay: Replay, path: Path | None = None, keeps: bool = True
    ) -> None:
        self.seating = seating
        self.replay = replay
        self._file = GameFile(path) if keeps else None
        self._takeback = Takeback(replay)

    # -- whose decision it is ----------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The current node of the game."""
        return self.replay.end

    @property
    def decides(self) -> int | None:
        """The seat that decides; None if a deal comes next, and at the end."""
        return self.node.position.seat

    @property
    def bot_decides(self) -> bool:
        """Whether a bot decides."""
        seat = self.decides
        return seat is not None and self.seating.bots[seat] is not None

    @property
    def next_person(self) -> int:
        """The person who decides next, as far as it is known.

        It is the first one waiting, or else the next one clockwise.
        """
        position, people = self.node.position, self.seating.people
        waiting = [seat for seat in position.queue if seat in people]
        if waiting:
            return waiting[0]
        count = len(self.seating.characters)
        first = position.start_seat if position.seat is None else position.seat
        return min(people, key=lambda seat: (seat - first) % count)

    # -- playing -----------------------------------------------------------------------------------

    def deal(self) -> Node:
        """Deal the next level. Raises SilkenwebError if no deal is due."""
        if self.node.position.phase != "deal":
            raise refused("deal.none")
        return self._record(None)

    def play(self, seat: int, text: str) -> Node:
        """Record a person's decision, and the end of the turn if that is automatic.

        A turn ends automatically if the seating says so and no other move is possible.

        Raises IllegalMove, or SilkenwebError if another seat decides.
        """
        if self.decides != seat:
            raise refused("seat.waits")
        node = self._record(Move(text))
        position = node.position
        if self.seating.auto_end and position.seat == seat and position.legal_moves() == ("end",):
            node = self._record(Move("end"))
        return node

    def question(self) -> Callable[[], str]:
        """Return a function that asks the deciding bot for its move. It may be called in another thread."""
        node, seat = self.node, self.decides
        assert seat is not None
        name = self.seating.bots[seat]
        assert name is not None
        number = len(self.replay.main_line())
        bot = bots.make(name, f"{self.seating.seed}|{number}", seat)
        return partial(bot.choose, node.view(seat), node.position.legal_moves(), node.seen(seat))

    def play_bot(self, move: str) -> Node:
        """Record the move of a bot. Raises IllegalMove if the bot may not make it."""
        return self._record(Move(move))

    def _record(self, what: str | None) -> Node:
        node = self.replay.record(what)
        self._takeback.attach(node)
        self.keep()
        return node

    # -- taking back -------------------------------------------------------------------------------

    def why_not_back(self, seat: int | None) -> str:
        """Return the key of the reason why this person can't take a decision back now; empty if they can."""
        found = self._last_decision(seat)
        return found if isinstance(found, str) else ""

    def take_back(self, seat: int) -> Node:
        """Take back this person's last decision of the level, and the bots' moves after it.

        Moves that were taken back stay in the file as an alternative, marked `x_taken_back`, as soon as
        something else has been played. Raises SilkenwebError if that is not possible.
        """
        found = self._last_decision(seat)
        if isinstance(found, str):
            raise refused("back.nothing")
        assert found.parent is not None
        self._takeback.to(found.parent)
        return self.node

    def may_undo(self, seat: int) -> bool:
        """Return whether the last play of this seat's unfinished turn can be undone.

        It can if the play revealed no new card. This depends only on what all players see.
        """
        node = self.node
        if node.move is None or not node.seat == seat == self.decides:
            return False
        if node.position.phase != "turn" or node.move.kind not in UNDOABLE:
            return False
        return not any(isinstance(event, Revealed) for event in node.events)

    def undo(self, seat: int) -> Node:
        """Undo the last play of this seat's turn. The file keeps it like moves that were taken back.

        Raises SilkenwebError if that is not possible.
        """
        if not self.may_undo(seat):
            raise refused("undo.nothing")
        assert self.node.parent is not None
        self._takeback.to(self.node.parent)
        return self.node

    def _last_decision(self, seat: int | None) -> Node | str:
        """Return that node, or the key of the reason why there is none."""
        if not self.seating.take_back:
            return "sit.back.never"
        node: Node | None = self.node
        while node is not None and node.move is not None:
            if node.seat == seat:
                return node
            if node.seat in self.seating.people:
                return "sit.back.another"
            node = node.parent
        return "sit.back.nothing"

    # -- the file ----------------------------------------------------------------------------------

    @property
    def keeps(self) -> bool:
        """Whether the game is saved."""
        return self._file is not None

    @property
    def path(self) -> Path | None:
        """The file of the game; None if it has none, or none yet."""
        return None if self._file is None else self._file.path

    @property
    def fault(self) -> str:
        """Why the file is not up to date; empty if it is."""
        return "" if self._file is None else self._file.fault

    def keep(self) -> None:
        """Save the game. If that fails, `fault` says why, and the next decision tries again."""
        if self._file is not None:
            self._file.save(self.replay)

    def set_pace(self, pace: float) -> None:
        """Set the pace of the bots; the file has it from the next decision on."""
        self._change_seating(pace=pace)

    def set_auto_end(self, auto_end: bool) -> None:
        """Set whether a turn ends automatically; the file has it from the next decision on."""
        self._change_seating(auto_end=auto_end)

    def _change_seating(self, **changed: Any) -> None:
        self.seating = replace(self.seating, **changed)
        meta = self.replay._head.get("meta")
        if isinstance(meta, dict):
            meta[KEY] = {**meta.get(KEY, {}), **changed}


# -- the pace of bots ------------------------------------------------------------------------------------
#
# At a silent table the time that somebody thinks would be a signal. So a bot's whole turn is shown one beat
# after the turn before it, or at the next full beat if the bot needs longer; never sooner, even if its moves
# were forced.


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

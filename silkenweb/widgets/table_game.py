"""A game at a table: whose decision it is, what is played, recorded and taken back. No browser here.

Chance is the seed's: a bot is made anew for each of its decisions, from the seed and the number of the node,
so that after a kernel restart, and after moves were taken back, it plays as it would have. What it saw of
the level it is given each time; a bot that keeps notes of its own from decision to decision loses them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from silkenweb import bots, files
from silkenweb.errors import SilkenwebError
from silkenweb.game.move import Move
from silkenweb.replay import Node, Replay
from silkenweb.replay.edits import Takeback
from silkenweb.replay.schema import MAX_BYTES
from silkenweb.text.refusals import refused
from silkenweb.widgets.table_setup import KEY, Seating

NAME = "silkenweb-game-{number}.json"
"""What a game's file is called where nobody has named one: the first number that is free."""


class Sitting:
    """One game: the replay as it grows, and the file that it is kept in after each decision.

    `path`: that file; None for one of the first free name in the working folder, made with the first deal;
    `keeps=False` for none. What another has written there meanwhile, another table for instance, is left
    alone: the game goes on in the next file of a free name beside it.
    """

    def __init__(
        self, seating: Seating, replay: Replay, path: Path | None = None, keeps: bool = True
    ) -> None:
        self.seating = seating
        self.replay = replay
        self.path = path
        self.keeps = keeps
        self.fault = ""
        """Why the file is not up to date; empty while all is well."""
        self._kept = _text_of(path)
        """What the file holds as far as this game has to do with it; None while it has not been there."""
        self._takeback = Takeback(replay)

    # -- whose decision it is ----------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """Where the game stands."""
        return self.replay.end

    @property
    def decides(self) -> int | None:
        """The seat that decides; None where a deal comes next and at the end."""
        return self.node.position.seat

    @property
    def bot_decides(self) -> bool:
        """Whether that seat is a bot's."""
        seat = self.decides
        return seat is not None and self.seating.bots[seat] is not None

    @property
    def next_person(self) -> int:
        """The person who decides next, as far as that can be told: of those who wait, else clockwise."""
        position, people = self.node.position, self.seating.people
        waiting = [seat for seat in position.queue if seat in people]
        if waiting:
            return waiting[0]
        count = len(self.seating.characters)
        first = position.start_seat if position.seat is None else position.seat
        return min(people, key=lambda seat: (seat - first) % count)

    # -- playing -----------------------------------------------------------------------------------

    def deal(self) -> Node:
        """Deal the next level. Raises SilkenwebError where no deal is due."""
        if self.node.position.phase != "deal":
            raise refused("deal.none")
        return self._record(None)

    def play(self, seat: int, text: str) -> Node:
        """A person's decision. Raises IllegalMove, or SilkenwebError where another seat decides."""
        if self.decides != seat:
            raise refused("seat.waits")
        return self._record(Move(text))

    def question(self) -> Callable[[], str]:
        """What asks the bot that decides for its move; it may be called in another thread."""
        node, seat = self.node, self.decides
        assert seat is not None
        name = self.seating.bots[seat]
        assert name is not None
        number = len(self.replay.main_line())
        bot = bots.make(name, f"{self.seating.seed}|{number}", seat)
        return partial(bot.choose, node.view(seat), node.position.legal_moves(), node.seen(seat))

    def play_bot(self, move: str) -> Node:
        """What the bot said. Raises IllegalMove where it may not do that."""
        return self._record(Move(move))

    def _record(self, what: str | None) -> Node:
        node = self.replay.record(what)
        self._takeback.attach(node)
        self.keep()
        return node

    # -- taking back -------------------------------------------------------------------------------

    def why_not_back(self, seat: int | None) -> str:
        """The key of the words for why this person can't take a decision back now; empty where they can."""
        found = self._last_decision(seat)
        return found if isinstance(found, str) else ""

    def take_back(self, seat: int) -> Node:
        """Take back this person's last decision of the level, and what bots did after it.

        What is taken back stays in the file as an alternative, marked `x_taken_back`, as soon as something
        else has been played. Raises SilkenwebError where it can't be.
        """
        found = self._last_decision(seat)
        if isinstance(found, str):
            raise refused("back.nothing")
        assert found.parent is not None
        self._takeback.to(found.parent)
        return self.node

    def _last_decision(self, seat: int | None) -> Node | str:
        """That node, or why there is none: a key of words."""
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

    def keep(self) -> None:
        """Write the file. If that fails, `fault` says why, and the next decision tries again."""
        if not self.keeps:
            return
        try:
            if self.path is None or not self._write(self.path):
                self.path = free_path(Path.cwd() if self.path is None else self.path.parent)
                self._kept = b""
                self._write(self.path)
        except (OSError, SilkenwebError) as error:
            self.fault = str(getattr(error, "strerror", None) or error)
        else:
            self.fault = ""

    def _write(self, path: Path) -> bool:
        """Write the file, unless another program has written something else there since."""
        with files.lock(path):
            if _text_of(path) not in (None, self._kept):
                return False
            text = self.replay.dumps().encode()
            files.write(path, text)
        self._kept = text
        if self.replay.file is None:
            self.replay.file = path.absolute()
        return True

    def set_pace(self, pace: float) -> None:
        """Another pace for the bots, kept with the next decision."""
        self.seating = replace(self.seating, pace=pace)
        meta = self.replay._head.get("meta")
        if isinstance(meta, dict):
            meta[KEY] = {**meta.get(KEY, {}), "pace": pace}


def _text_of(path: Path | None) -> bytes | None:
    """What stands in a file; None where there is none."""
    try:
        return None if path is None else files.read(path, MAX_BYTES)
    except FileNotFoundError:
        return None


def free_path(folder: Path) -> Path:
    """A new, empty file of the first free name in a folder: no other table can take it any more."""
    number = 1
    while True:
        path = folder / NAME.format(number=number)
        try:
            path.open("x").close()
        except FileExistsError:
            number += 1
        else:
            return path

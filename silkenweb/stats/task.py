"""The settings of a simulation, its chunks of games, and the code that plays a chunk in any process.

Nothing here calls polars, because polars must not be used in a process forked from one that has used it.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil
from typing import Any, Final, NamedTuple, TypeAlias

from silkenweb import bots
from silkenweb.bots.registry import Maker
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import Deal, Position
from silkenweb.game.state import WON
from silkenweb.stats.rows import Follower, GameInfo, Rows

SECONDS: Final = 2.0
"""The target duration of a chunk: long compared with sending it, short for a person who waits."""

MOST: Final = 500
"""Maximum games per chunk, which bounds the memory."""


class Chunk(NamedTuple):
    """Games that are played together, and the number of the attempt."""

    first: int
    games: int
    attempt: int = 1

    def __str__(self) -> str:
        return (
            f"game {self.first}"
            if self.games == 1
            else f"games {self.first} to {self.first + self.games - 1}"
        )


class Plan:
    """Divides the remaining games into chunks of `size` games, or of as many as take SECONDS.

    The chunks become smaller towards the end, so that no worker waits long for another.
    """

    def __init__(self, todo: Iterable[range], size: int | None = None, workers: int = 1) -> None:
        self.todo = [each for each in todo if each]
        self.todo.reverse()
        self.size = size
        self.workers = workers
        self.next_size = 1

    @property
    def left(self) -> int:
        """The number of games that are in no chunk yet."""
        return sum(map(len, self.todo))

    def next(self) -> Chunk | None:
        """Return the next chunk, or None if no games are left."""
        if not self.todo:
            return None
        games = self.todo.pop()
        fair = ceil((self.left + len(games)) / (2 * self.workers)) if self.workers > 1 else len(games)
        count = min(self.size or min(self.next_size, fair), len(games))
        if count < len(games):
            self.todo.append(games[count:])
        return Chunk(games[0], count)

    def learn(self, count: int, seconds: float) -> None:
        """Adapt the size of chunks to the time that a chunk took."""
        fitting = int(count * SECONDS / seconds) if seconds else MOST
        self.next_size = max(1, min(fitting, MOST, 8 * self.next_size))


@dataclass(frozen=True, slots=True)
class Task:
    """The settings of a run. `players` and `characters` are used in rotation, game by game.

    Game n has the seed `f"{seed}|{n}"`, which decides its deals (RULES.md, Chance), the bots' randomness, and
    the characters and their seats if `characters` is empty. So it is the same game wherever it is played.
    """

    name: str
    seed: str
    players: tuple[int, ...]
    characters: tuple[tuple[str, ...], ...]
    bots: tuple[str, ...]
    """One bot for all seats, or one per seat."""
    blessings: int | None
    edition: Edition
    tables: tuple[str, ...]

    def seed_of(self, number: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed}|{number}"

    def seating(self, number: int) -> tuple[str, ...]:
        """Return the characters of a game, clockwise: given, or drawn with the game's seed."""
        if self.characters:
            return self.characters[number % len(self.characters)]
        seed = self.seed_of(number)

        def rank(character: str) -> bytes:
            return blake2b(f"{seed}|{character}".encode(), digest_size=8).digest()

        return tuple(sorted(self.edition.characters, key=rank)[: self.players[number % len(self.players)]])

    def bots_of(self, seats: int) -> list[str]:
        """Return the bot of each seat."""
        return list(self.bots) * seats if len(self.bots) == 1 else list(self.bots)

    def start(self, number: int) -> Position:
        """Return the position of a game before its first deal."""
        return Position.start(self.seating(number), self.edition, self.blessings)

    def check(self) -> None:
        """Raise SilkenwebError if no game can be played, before any process starts."""
        for players in self.players:
            if not 2 <= players <= min(5, len(self.edition.characters)):
                raise SilkenwebError(f"expected 2 to 5 players, got {players}")
        different = range(len(self.characters) or len(self.players))
        if not different:
            raise SilkenwebError("expected a number of players, or characters; got neither")
        seats = {len(self.start(number).characters) for number in different}
        if len(self.bots) != 1 and seats != {len(self.bots)}:
            source = " or ".join(map(str, sorted(seats)))
            raise SilkenwebError(f"expected one bot, or one per seat ({source}), got {len(self.bots)}")

    def settings(self) -> dict[str, Any]:
        """Return the settings as JSON, including the data of an edition that is not built in."""
        edition = self.edition
        source: dict[str, Any] = {"name": edition.name, "version": edition.version, "sha256": edition.sha256}
        if edition.__reduce__()[0] != Edition.load:
            source["data"] = edition.data
        return {
            "name": self.name,
            "seed": self.seed,
            "players": list(self.players),
            "characters": [list(each) for each in self.characters],
            "bots": list(self.bots),
            "blessings": self.blessings,
            "edition": source,
            "tables": list(self.tables),
        }

    @classmethod
    def from_settings(cls, settings: dict[str, Any]) -> Task:
        """Return the task with these settings."""
        source = settings["edition"]
        edition = Edition.from_dict(source["data"]) if "data" in source else Edition.load(source["name"])
        if edition.sha256 != source["sha256"]:
            raise SilkenwebError(
                f"this run was played with a different version of the edition {quote(edition.name)}"
            )
        return cls(
            name=settings["name"],
            seed=settings["seed"],
            players=tuple(settings["players"]),
            characters=tuple(map(tuple, settings["characters"])),
            bots=tuple(settings["bots"]),
            blessings=settings["blessings"],
            edition=edition,
            tables=tuple(settings["tables"]),
        )


Columns: TypeAlias = dict[str, dict[str, list[Any]]]
"""The columns of each table."""


class Played(NamedTuple):
    """The results of `games` games, starting with number `first`: games won, rows, and duration."""

    first: int
    games: int
    won: int
    columns: Columns
    seconds: float


class Failed(NamedTuple):
    """Why a chunk failed. It is returned, because not every error can be sent between processes."""

    reason: str


def play_chunk(
    task: Task, makers: Mapping[str, Maker], first: int, count: int, attempt: int = 1
) -> Played | Failed:
    """Play games `first` to `first + count - 1`.

    `makers` are the user's own bots, which another process does not know yet. `attempt` makes the call
    unique, so that an executor that caches results tries again.
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
            return Failed(_failure(task, number, error))
    return Played(first, count, won, rows.columns(), time.perf_counter() - began)


def _play(task: Task, number: int, rows: Rows) -> bool:
    """Play one game, and return whether it was won."""
    seed = task.seed_of(number)
    start = task.start(number)
    names = task.bots_of(len(start.characters))
    follower = Follower(start.state, GameInfo(task.name, number, None, seed, tuple(names)), rows)
    for step in bots.game(start, bots.seat_bots(start.characters, names, seed), seed):
        if isinstance(step.what, Deal):
            follower.deal(step.what, step.step.position.state)
        else:
            follower.move(step.what, step.step.position.state)
    follower.close()
    return follower.state.phase == WON


def _failure(task: Task, number: int, error: Exception) -> str:
    """Return which game failed and why, with the traceback of an error in a bot."""
    game = f"game {number} (seed {quote(task.seed_of(number))}, {', '.join(task.seating(number))})"
    if isinstance(error, SilkenwebError):
        return f"{game}: {error}"
    return f"{game}: {''.join(traceback.format_exception(error)).rstrip()}"

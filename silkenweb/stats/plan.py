"""How a simulation's games are cut into chunks."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import Final, NamedTuple

SECONDS: Final = 2.0
"""What a chunk should take: long beside sending it about, short beside the patience of who watches."""

MOST: Final = 500
"""Games in a chunk at most, which bounds the memory."""


class Chunk(NamedTuple):
    """Games to be played together, and how often they have been tried."""

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
    """Cuts what is to be played, as it goes: `size` games at a time, or as many as take SECONDS.

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
        """Games that are in no chunk yet."""
        return sum(map(len, self.todo))

    def next(self) -> Chunk | None:
        """The next chunk, or None when all games are in one."""
        if not self.todo:
            return None
        games = self.todo.pop()
        fair = ceil((self.left + len(games)) / (2 * self.workers)) if self.workers > 1 else len(games)
        count = min(self.size or min(self.next_size, fair), len(games))
        if count < len(games):
            self.todo.append(games[count:])
        return Chunk(games[0], count)

    def learn(self, count: int, seconds: float) -> None:
        """So many games took so long."""
        fitting = int(count * SECONDS / seconds) if seconds else MOST
        self.next_size = max(1, min(fitting, MOST, 8 * self.next_size))

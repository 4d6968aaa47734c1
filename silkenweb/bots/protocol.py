"""What a bot is: something that chooses a move from what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.view import View


class Bot(Protocol):
    """A player of one seat. It never meets a Position, so it cannot see what its seat does not."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """One of the legal moves.

        `view` is what the seat may know now, `legal` is never empty, `seen` holds the events of this level
        from the deal on, as this seat saw them.
        """
        ...


Maker = Callable[..., Bot]
"""Makes a bot: called with the seat's own generator (`random.Random`), and parameters by keyword."""

Parameters = dict[str, Any]

__all__ = ["Bot", "Maker", "Parameters", "Random"]

"""Bots for tests of simulations: quick ones, and ones that fail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

from silkenweb import bots
from silkenweb.game import Event, Move, View


class Resting:
    """Rests whenever possible, so that a game ends after a few moves."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        return "rest" if "rest" in legal else self.rng.choice(legal)


class Cheating(Resting):
    """Plays a card that it does not have, in every game with a certain seed."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        return "play WK1>T99" if view.phase == "turn" else super().choose(view, legal, seen)


class Faulty(Resting):
    """Raises an error."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        raise ZeroDivisionError("a bot's own fault")


class Flagged(Resting):
    """Misbehaves once: while the file `flag` exists, which it removes first."""

    def __init__(self, rng: Random, flag: str) -> None:
        super().__init__(rng)
        self.flag = Path(flag)

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        if self.flag.exists():
            self.flag.unlink()
            self.happen()
        return super().choose(view, legal, seen)

    def happen(self) -> None:
        raise NotImplementedError


class Dying(Flagged):
    """Ends the whole process, as if it had been killed."""

    def happen(self) -> None:
        os._exit(1)


class Interrupted(Flagged):
    """Behaves as if somebody had pressed Ctrl-C."""

    def happen(self) -> None:
        raise KeyboardInterrupt


class AlwaysDying(Resting):
    """Kills every process that runs it."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        os._exit(1)


MAKERS = {
    maker.__name__.lower(): maker for maker in (Resting, Cheating, Faulty, Dying, Interrupted, AlwaysDying)
}


def register() -> None:
    """Register these bots, only for these tests, because a player offers all registered bots."""
    for name, maker in MAKERS.items():
        bots.register(name, maker)


def unregister() -> None:
    """Remove these bots from the registry."""
    for name in MAKERS:
        bots.registry._makers.pop(name, None)

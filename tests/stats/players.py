"""Bots to test simulations with: quick ones, and ones that fail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

from silkenweb import bots
from silkenweb.game import Event, Move, View


class Resting:
    """Rests whenever it can: a game is over after a few moves."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        return "rest" if "rest" in legal else self.rng.choice(legal)


class Cheating(Resting):
    """Plays a card that is not there, in every game of the one seed."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        return "play WK1>T99" if view.phase == "turn" else super().choose(view, legal, seen)


class Faulty(Resting):
    """Has an error of its own."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        raise ZeroDivisionError("a bot's own fault")


class Flagged(Resting):
    """Does what must not happen, once: while the file `flag` is there, which it takes away first."""

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
    """The whole process ends, as if it had been killed."""

    def happen(self) -> None:
        os._exit(1)


class Interrupted(Flagged):
    """As if somebody had pressed Ctrl-C."""

    def happen(self) -> None:
        raise KeyboardInterrupt


class AlwaysDying(Resting):
    """No process survives it."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        os._exit(1)


MAKERS = {
    maker.__name__.lower(): maker for maker in (Resting, Cheating, Faulty, Dying, Interrupted, AlwaysDying)
}


def register() -> None:
    """Put them into the registry: for these tests alone, since a player offers all that are there."""
    for name, maker in MAKERS.items():
        bots.register(name, maker)


def unregister() -> None:
    """Take them out again."""
    for name in MAKERS:
        bots.registry._makers.pop(name, None)

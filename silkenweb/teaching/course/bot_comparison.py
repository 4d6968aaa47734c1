"""Comparison of two bots on the same deals, for exercises that play games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from silkenweb import bots
from silkenweb.bots.registry import Bot, Maker
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError
from silkenweb.game import Position
from silkenweb.teaching import answer_checks
from silkenweb.teaching.results import Misread

Z = 1.96
"""Standard errors on either side of a mean that make a 95% interval."""


LIBRARY: Final = ("random", "greedy", "convention", "search")
"""The bots that come with the package."""

QUICK: Final = ("random", "greedy", "convention")
"""The bots that are fast enough for a check to compare another bot with them."""

TRIALS: Final = 4
"""Games in which a bot is compared with the quick ones."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of paired differences, its 95% interval from `low` to `high`, and the number of games."""

    mean: float
    low: float
    high: float
    games: int

    def text(self, unit: str) -> str:
        """Return it in words: `+0.40 levels per game, from +0.10 to +0.70 (95%), 40 games`."""
        interval = f"from {self.low:+.2f} to {self.high:+.2f} (95%)"
        return f"{self.mean:+.2f} {unit} per game, {interval}, {self.games} games"


def difference(ones: list[float], others: list[float]) -> Difference:
    """Return the difference of two lists of results on the same deals, game by game."""
    pairs = [one - other for one, other in zip(ones, others, strict=True)]
    count = len(pairs)
    mean = sum(pairs) / count
    error = sqrt(sum((each - mean) ** 2 for each in pairs) / (count - 1) / count)
    return Difference(mean, mean - Z * error, mean + Z * error, count)


def levels_cleared(
    bot: str | Maker,
    games: int,
    seed: str,
    players: tuple[str, ...],
    *,
    edition: Edition | None = None,
) -> list[float]:
    """Return how many levels a team of this bot (a name or a maker) clears in each game."""
    return levels_cleared_by([bot] * len(players), games, seed, players, edition=edition)


def levels_cleared_by(
    team: Sequence[str | Maker],
    games: int,
    seed: str,
    players: tuple[str, ...],
    *,
    edition: Edition | None = None,
) -> list[float]:
    """Return how many levels a team with one bot per seat clears in each game."""
    cleared = []
    for number in range(games):
        dealt = f"{seed}|{number}"
        position = Position.start(players, edition)
        for played in bots.game(position, [_made(bot, dealt, seat) for seat, bot in enumerate(team)], dealt):
            position = played.step.position
        cleared.append(float(position.level if position.phase == "won" else position.level - 1))
    return cleared


def _made(bot: str | Maker, seed: str, seat: int) -> Bot:
    return bots.make(bot, seed, seat) if isinstance(bot, str) else bot(Random(f"{seed}|{seat}"))


def library_twin(name: str, seed: str, players: tuple[str, ...]) -> str | None:
    """Return the library's bot that makes the same moves as this one in a few games, or None."""
    return next(
        (one for one in QUICK if all(_same(name, one, f"{seed}|{n}", players) for n in range(TRIALS))), None
    )


def _same(name: str, other: str, seed: str, players: tuple[str, ...]) -> bool:
    return _moves(name, seed, players) == _moves(other, seed, players)


def _moves(bot: str, seed: str, players: tuple[str, ...]) -> list[str]:
    """Return the moves of a game that a team of this bot plays."""
    seats = [_made(bot, seed, seat) for seat in range(len(players))]
    played = bots.game(Position.start(players), seats, seed)
    return [str(played.what) for played in played if played.seat is not None]


def as_own_bot(answer: Any) -> str:
    """Return the answer as the name of a bot that the reader registered. Raises Misread otherwise."""
    name = as_bot(answer)
    known = name.partition(":")[0]
    if known in LIBRARY:
        raise Misread(f"`{known}` is a bot of the library. Register your own bot under a new name.")
    kind = type(bots.make(name, "check"))
    base = next((each for each in kind.__mro__ if each.__module__.startswith(bots.__name__)), None)
    if base is not None:
        raise Misread(
            f"`{known}` is built on the library's `{base.__name__}`. Write a class of your own, or build on "
            "those that you wrote in this notebook."
        )
    return name


def as_bot(answer: Any) -> str:
    """Return the answer as the name of a known bot. Raises Misread for any other answer."""
    name = answer_checks.as_text(answer)
    try:
        bots.make(name, "check")
    except SilkenwebError as error:
        raise Misread(f"{error}. Give the name that you gave it in `sw.bots.register`.") from None
    return name

"""Exercises that play games: two bots on the same deals, and what the difference is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

from silkenweb import bots
from silkenweb.bots.protocol import Bot, Maker
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError
from silkenweb.game import Position
from silkenweb.teaching import answer_checks
from silkenweb.teaching.results import Misread

Z = 1.96
"""Of a mean of many games, 95% lie within so many standard errors."""


LIBRARY: Final = ("random", "greedy", "convention", "search")
"""The bots that come with the package."""

QUICK: Final = ("random", "greedy", "convention")
"""Those that play a game in an instant, so that a check can compare another bot with them."""

TRIALS: Final = 4
"""Games in which a bot is compared with those."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of paired differences, with the ends of its 95% interval, and the games it is from."""

    mean: float
    low: float
    high: float
    games: int

    def text(self, unit: str) -> str:
        """In words: `+0.40 levels a game, from +0.10 to +0.70 (95%), 40 games`."""
        interval = f"from {self.low:+.2f} to {self.high:+.2f} (95%)"
        return f"{self.mean:+.2f} {unit} a game, {interval}, {self.games} games"


def difference(ones: list[float], others: list[float]) -> Difference:
    """Of two lists of results on the same deals, game by game."""
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
    """How many levels a team of this bot (its name, or what makes one) clears in each of the games."""
    return levels_cleared_by([bot] * len(players), games, seed, players, edition=edition)


def levels_cleared_by(
    team: Sequence[str | Maker],
    games: int,
    seed: str,
    players: tuple[str, ...],
    *,
    edition: Edition | None = None,
) -> list[float]:
    """The same of a team with a bot a seat."""
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
    """Return the library's bot that makes the same moves as this one in a few games; None if none does."""
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
    """Return the answer as the name of a registered bot of the reader's; Misread if it is not one."""
    name = as_bot(answer)
    known = name.partition(":")[0]
    if known in LIBRARY:
        raise Misread(
            f"`{known}` is a bot of the library. Register one of your own, under a name of its own."
        )
    return name


def as_bot(answer: Any) -> str:
    """The answer as the name of a bot that there is; Misread where it is none."""
    name = answer_checks.as_text(answer)
    try:
        bots.make(name, "check")
    except SilkenwebError as error:
        raise Misread(f"{error}. Give the name that you gave it in `sw.bots.register`.") from None
    return name

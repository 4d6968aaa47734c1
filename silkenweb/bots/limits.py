"""Bounds on the bots that a file names, so that opening a file never starts hours of work.

In Python any bot may be asked for. What a file names is checked here, and nowhere else: the bots at the seats
of a table, and the bot that plays on in a review. A bot that you registered checks its own parameters.
"""

from __future__ import annotations

from typing import Final

from silkenweb.bots.registry import make, parse
from silkenweb.errors import SilkenwebError, quote

MOST: Final[dict[str, dict[str, float]]] = {"search": {"samples": 1_000, "time": 10.0}}
"""The largest values of parameters; with these a decision takes seconds."""

PLAYOUTS: Final = ("convention", "greedy", "random")
"""The bots that play thousands of games in the time of a review. `search` would take days."""

LONGEST: Final = 200
"""Characters of a bot's text."""


def check_seat(spec: object) -> str:
    """The text of a bot that a file puts at a seat. Raises SilkenwebError for one out of bounds."""
    if not isinstance(spec, str) or len(spec) > LONGEST:
        raise SilkenwebError(f"expected the name of a bot, got {quote(spec)}")
    make(spec, "to see whether it can be made")
    name, parameters = parse(spec)
    for key, most in MOST.get(name, {}).items():
        if parameters.get(key, 0) > most:
            raise SilkenwebError(f"bot {quote(spec)}: expected {key} to be at most {most:g} in a file")
    return spec


def check_playouts(spec: object) -> str:
    """The text of a bot that a file lets play on in a review. Raises SilkenwebError for one out of bounds."""
    text = check_seat(spec)
    if parse(text)[0] not in PLAYOUTS:
        raise SilkenwebError(f"expected one of {', '.join(PLAYOUTS)} to play on, got {quote(text)}")
    return text

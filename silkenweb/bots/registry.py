"""The bot protocol, bots by name, and bounds on the bots that a file may name.

`register` adds a bot; `make` creates one for a seat, with its own random generator. In Python any bot may be
requested. `check_seat` and `check_rollouts` check what a file names, so that opening a file never starts
hours of work. A bot that you registered checks its own parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature
from random import Random
from typing import Any, Final, Protocol

from silkenweb import arguments
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.view import View


class Bot(Protocol):
    """A player of one seat. It never gets a Position, so it cannot see what its seat does not."""

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """Return one of the legal moves.

        `view` is what the seat may know now, `legal` is never empty, and `seen` holds the events of this
        level since the deal, as this seat saw them.
        """
        ...


Maker = Callable[..., Bot]
"""Makes a bot: called with the seat's own generator (`random.Random`), and with parameters by keyword."""

Parameters = dict[str, Any]


_makers: dict[str, Maker] = {}


def register(name: str, maker: Maker) -> None:
    """Add a bot under a name made of letters, digits, `-` and `_`.

    `maker(rng, **parameters)` returns a new bot for one seat and one game; a class whose `__init__` takes
    these arguments will do. Registering a name again replaces the bot, so that a notebook cell can be run
    twice.
    """
    arguments.text("name", name, "the name of a bot")
    arguments.function("maker", maker, "a class or function that makes a bot")
    if not name or not name.replace("-", "").replace("_", "").isalnum():
        raise SilkenwebError(f"expected a bot's name of letters, digits, - and _, got {quote(name)}")
    _makers[name] = maker


def names() -> tuple[str, ...]:
    """Return the names of all bots, sorted."""
    return tuple(sorted(_makers))


def maker(name: str) -> Maker:
    """Return the maker of the bots with a name. Raises SilkenwebError for an unknown name."""
    try:
        return _makers[name]
    except KeyError:
        raise SilkenwebError(f"there is no bot {quote(name)}; there are {', '.join(names())}") from None


def make(spec: str, seed: str | int | None, seat: int = 0) -> Bot:
    """Make a bot from its name, or its name and parameters.

    Examples: `"greedy"`, `"search:samples=20"`, `"search:time=0.5"`. All its randomness comes from
    `Random(f"{seed}|{seat}")`, which is the same on every machine. Raises SilkenwebError for an unknown
    name, or a parameter that is unknown or has a wrong value.
    """
    name, parameters = parse(arguments.text("spec", spec, 'the name of a bot, as in "greedy"'))
    seed, seat = arguments.seed(seed), arguments.whole("seat", seat)
    made_by = maker(name)
    try:
        _check_names(made_by, parameters)
        return made_by(Random(f"{seed}|{seat}"), **parameters)
    except (TypeError, ValueError) as error:
        raise SilkenwebError(f"bot {quote(spec)}: {error}") from error


def _check_names(made_by: Maker, parameters: Parameters) -> None:
    """Raise SilkenwebError for a parameter that the bot does not have."""
    try:
        known = list(signature(made_by).parameters.values())[1:]
    except (TypeError, ValueError):
        return  # written in another language, so its signature is not available
    names = [each.name for each in known if each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD)]
    unknown = [name for name in parameters if name not in names]
    if unknown and not any(each.kind is each.VAR_KEYWORD for each in known):
        expected = f"expected one of {', '.join(names)}" if names else "this bot has none"
        raise SilkenwebError(f"unknown parameter {quote(unknown[0])}; {expected}")


def parse(spec: str) -> tuple[str, Parameters]:
    """Return the name and the parameters of a bot's text; values are read as numbers, true, false or text."""
    if not isinstance(spec, str):
        raise SilkenwebError(f'expected the name of a bot, as in "greedy", got {quote(spec)}')
    name, _, rest = spec.partition(":")
    parameters: Parameters = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise SilkenwebError(f"bot {quote(spec)}: parameters are written name=value, separated by commas")
        parameters[key] = _value(value)
    return name, parameters


def _value(text: str) -> int | float | bool | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


MOST: Final[dict[str, dict[str, float]]] = {"search": {"samples": 1_000, "time": 10.0}}
"""The largest parameter values that a file may name; with these a decision takes seconds."""

ROLLOUTS: Final = ("convention", "greedy", "random")
"""The bots that can play thousands of games during a review. `search` would take days."""

LONGEST: Final = 200
"""The most characters in a bot's text."""


def check_seat(spec: object) -> str:
    """Return the text of a bot that a file puts at a seat. Raises SilkenwebError if it is out of bounds."""
    if not isinstance(spec, str) or len(spec) > LONGEST:
        raise SilkenwebError(f"expected the name of a bot, got {quote(spec)}")
    make(spec, "to see whether it can be made")
    name, parameters = parse(spec)
    for key, most in MOST.get(name, {}).items():
        if parameters.get(key, 0) > most:
            raise SilkenwebError(f"bot {quote(spec)}: expected {key} to be at most {most:g} in a file")
    return spec


def check_rollouts(spec: object) -> str:
    """Return the text of a bot that a file names for rollouts.

    Raises SilkenwebError if it is out of bounds.
    """
    text = check_seat(spec)
    if parse(text)[0] not in ROLLOUTS:
        raise SilkenwebError(f"expected one of {', '.join(ROLLOUTS)} to play on, got {quote(text)}")
    return text

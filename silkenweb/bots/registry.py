"""What a bot is, bots by name, and bounds on the bots that a file may name.

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


_makers: dict[str, Maker] = {}


def register(name: str, maker: Maker) -> None:
    """Add a bot under a name of letters, digits, `-` and `_`.

    `maker(rng, **parameters)` gives a new bot for one seat and one game; the class of a bot whose `__init__`
    takes these will do. Registering a name again replaces it, so that a cell of a notebook can be run twice.
    """
    arguments.text("name", name, "the name of a bot")
    arguments.function("maker", maker, "a class or function that makes a bot")
    if not name or not name.replace("-", "").replace("_", "").isalnum():
        raise SilkenwebError(f"a bot's name has letters, digits, - and _ only (found {quote(name)})")
    _makers[name] = maker


def names() -> tuple[str, ...]:
    """The names of all bots, sorted."""
    return tuple(sorted(_makers))


def maker(name: str) -> Maker:
    """What makes the bots of a name. Raises SilkenwebError for an unknown one."""
    try:
        return _makers[name]
    except KeyError:
        raise SilkenwebError(f"there is no bot {quote(name)}; there are {', '.join(names())}") from None


def make(spec: str, seed: str | int | None, seat: int = 0) -> Bot:
    """A bot from its name, or name and parameters: `"greedy"`, `"search:samples=20"`, `"search:time=0.5"`.

    Its chance comes from `Random(f"{seed}|{seat}")` alone, which is the same on every machine. Raises
    SilkenwebError for an unknown name, or a parameter that is unknown or has a wrong value.
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
        return  # written in another language, so that it can't be asked
    names = [each.name for each in known if each.kind in (each.KEYWORD_ONLY, each.POSITIONAL_OR_KEYWORD)]
    unknown = [name for name in parameters if name not in names]
    if unknown and not any(each.kind is each.VAR_KEYWORD for each in known):
        expected = f"expected one of {', '.join(names)}" if names else "this bot has none"
        raise SilkenwebError(f"unknown parameter {quote(unknown[0])}; {expected}")


def parse(spec: str) -> tuple[str, Parameters]:
    """The name and the parameters of a bot's text; values are read as numbers, true, false or text."""
    if not isinstance(spec, str):
        raise SilkenwebError(f'expected the name of a bot, as in "greedy", got {quote(spec)}')
    name, _, rest = spec.partition(":")
    parameters: Parameters = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            raise SilkenwebError(f"bot {quote(spec)}: parameters are written name=value, with commas between")
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
"""The largest values of parameters; with these a decision takes seconds."""

ROLLOUTS: Final = ("convention", "greedy", "random")
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


def check_rollouts(spec: object) -> str:
    """The text of a bot that a file lets play on in a review. Raises SilkenwebError for one out of bounds."""
    text = check_seat(spec)
    if parse(text)[0] not in ROLLOUTS:
        raise SilkenwebError(f"expected one of {', '.join(ROLLOUTS)} to play on, got {quote(text)}")
    return text

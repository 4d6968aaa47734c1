"""Bots by name. `register` adds one; `make` seats one, with a generator of its own."""

from __future__ import annotations

from inspect import signature
from random import Random

from silkenweb import arguments
from silkenweb.bots.protocol import Bot, Maker, Parameters
from silkenweb.errors import SilkenwebError, quote

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

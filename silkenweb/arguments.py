"""Reading arguments: one function for each kind of argument that public callables take.

Each takes the parameter's name and its value, and returns the value in the form that the package uses.
Anything else raises an ArgumentError with the parameter, what was expected, and what was found.
"""

from __future__ import annotations

import inspect
import math
import operator
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from numbers import Real
from random import Random
from typing import Any, TypeVar

from silkenweb.errors import ArgumentError, NotationError, quote

T = TypeVar("T")

MAX_DIGITS = 4_000
"""The maximum number of digits of a seed; Python refuses to write numbers of more than 4,300."""


MOST_LISTED = 30
"""The maximum number of choices that an error lists."""


def wrong(name: str, expected: str, value: object, advice: str = "") -> ArgumentError:
    """Return the error for a value that a parameter can't take; `advice` says how to fix it."""
    return ArgumentError(name, expected, quote(value), advice)


def unreadable(name: str, expected: str, value: object) -> NotationError:
    """Return the error for a value that is neither text in a notation nor a dict in its place."""
    return NotationError(f"expected {expected}, got {quote(value)}", where=name)


# -- numbers -------------------------------------------------------------------------------------------


def whole(name: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Return a whole number from `least` to `most`. Accepts numpy's; rejects True and 3.0."""
    number = _index(value)
    if number is None or number < least or (most is not None and number > most):
        upto = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise wrong(name, f"a whole number {upto}", value)
    return number


def number(
    name: str, value: object, least: float, most: float = math.inf, *, open_ends: bool = False
) -> float:
    """Return a finite number from `least` to `most`; with `open_ends`, between the two."""
    found = math.nan
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):
            found = float(value)
    inside = least < found < most if open_ends else least <= found <= most
    if not inside or not math.isfinite(found):
        if most == math.inf:
            upto = f"greater than {least:g}" if open_ends else f"of at least {least:g}"
        else:
            upto = f"{'between' if open_ends else 'from'} {least:g} {'and' if open_ends else 'to'} {most:g}"
        raise wrong(name, f"a number {upto}", value)
    return found


def _index(value: object) -> int | None:
    """Return a whole number of any kind as an int, None for anything else."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def flag(name: str, value: object) -> bool:
    """Return True or False. Rejects values that merely count as true or false."""
    if not isinstance(value, bool):
        raise wrong(name, "True or False", value)
    return value


# -- texts ---------------------------------------------------------------------------------------------


def text(name: str, value: object, expected: str = "text") -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise wrong(name, expected, value)
    return value


def encodable(name: str, value: object, expected: str = "text") -> str:
    """Return a text that can be written to a file, without lone surrogates."""
    found = text(name, value, expected)
    if _lone_surrogate(found):
        raise wrong(name, f"{expected} that has a UTF-8 form", value)
    return found


def _lone_surrogate(value: str) -> bool:
    return not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value)


def choice(name: str, value: object, known: Iterable[str], advice: str = "") -> str:
    """Return one of a few texts."""
    known = tuple(known)
    if not isinstance(value, str) or value not in known:
        more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
        raise wrong(name, f"one of {', '.join(known[:MOST_LISTED])}{more}", value, advice)
    return value


def texts(name: str, value: object, expected: str) -> tuple[str, ...]:
    """Return several texts, from a list or the like.

    A single text is rejected, since it would be read letter by letter.
    """
    found = items(name, value, expected)
    for each in found:
        if not isinstance(each, str):
            raise wrong(name, expected, each)
    return found


def items(name: str, value: object, expected: str) -> tuple[Any, ...]:
    """Return the items of a list, tuple or other iterable, except text and bytes."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise wrong(name, expected, value)
    return tuple(value)


def names(name: str, value: object, count: int) -> tuple[str | None, ...]:
    """Return as many names as there are seats, each text or None.

    Other checks of the names are up to the caller.
    """
    expected = f"a list of {count} names, one per seat, with None for no name"
    found = items(name, value, expected)
    if len(found) != count:
        raise ArgumentError(name, expected, f"{len(found)}")
    return found


def path(name: str, value: object, expected: str = "a path (text or pathlib.Path)") -> str:
    """Return a path as text, without checking whether a file can have this name."""
    found = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(found, str):
        raise wrong(name, expected, value)
    return found


def new_path(name: str, value: object, expected: str = "a path (text or pathlib.Path)") -> str:
    """Return a path, as text, that a file or folder can have."""
    found = path(name, value, expected)
    try:
        possible = b"\0" not in os.fsencode(found)
    except UnicodeEncodeError:
        possible = False
    if not possible:
        raise wrong(name, f"{expected} that a file can have", value)
    return found


# -- chance --------------------------------------------------------------------------------------------


def seed(value: object, name: str = "seed") -> str:
    """Return the text of a seed. The number 7 is the seed "7"; None gives a new random seed."""
    if value is None:
        return secrets.token_hex(4)
    if isinstance(value, str):
        if _lone_surrogate(value):
            raise NotationError("expected text that has a UTF-8 form", where=name, text=value)
        return value if type(value) is str else str(value)
    whole_number = _index(value)
    if whole_number is None or whole_number.bit_length() > 3 * MAX_DIGITS:
        raise wrong(name, 'text or a whole number, such as "class-7" or 7, or None for a new seed', value)
    return str(whole_number)


def seed_or_rng(value: object, name: str = "seed") -> str | Random:
    """Return the same as `seed`; a generator is returned unchanged."""
    return value if isinstance(value, Random) else seed(value, name)


# -- seats ---------------------------------------------------------------------------------------------


def seat(value: object, characters: Sequence[str], name: str = "seat") -> int:
    """Return the number of a seat, given by its number (from 0, clockwise) or the key of its character."""
    if isinstance(value, str):
        if value in characters:
            return characters.index(value)
    else:
        found = _index(value)
        if found is not None and 0 <= found < len(characters):
            return found
    raise wrong(
        name, f"a seat from 0 to {len(characters) - 1} or its character ({', '.join(characters)})", value
    )


# -- objects -------------------------------------------------------------------------------------------


def instance(
    name: str, value: object, kind: type[T] | tuple[type[T], ...], expected: str, advice: str = ""
) -> T:
    """Return an object of a class (or of one of several)."""
    if not isinstance(value, kind):
        raise wrong(name, expected, value, advice)
    return value


def function(name: str, value: object, expected: str, count: int | None = None) -> Callable[..., Any]:
    """Return a callable, one that accepts `count` arguments if that is given."""
    if not callable(value) or (count is not None and not _takes(value, count)):
        raise wrong(name, expected, value)
    return value


def _takes(value: Callable[..., Any], count: int) -> bool:
    """Return whether a call with `count` arguments is possible, as far as Python can tell."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(*[None] * count)
    except TypeError:
        return False
    return True

"""English counts and lists, for the parts of the package that speak only English: command line and errors."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from silkenweb.text.catalogue import ENGLISH, Words
from silkenweb.text.names import listed_in, number_in


@cache
def english() -> Words:
    """Return the English words, which are read when they are first needed."""
    return Words(ENGLISH)


def counted(count: int, noun: str) -> str:
    """Return a number and a regular noun: "one card", "two cards"."""
    return f"{number_in(english(), count)} {noun}{'' if count == 1 else 's'}"


def listed(parts: Iterable[str]) -> str:
    """Return "a", "a and b", "a, b and c"; "nothing" for none."""
    return listed_in(english(), parts)

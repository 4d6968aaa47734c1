"""Faults of an edition, and the small readers that find them.

Each reader takes a place and its value. It returns a valid value; otherwise it adds a fault and returns None,
so that one pass over a file finds all faults.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from silkenweb.errors import quote

Severity: TypeAlias = Literal["error", "unprinted"]

MISSING: Final[Any] = object()
"""The value of a missing key."""

MOST_FAULTS: Final = 200
"""Maximum faults of each severity; nobody fixes more at once."""

_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of an edition.

    `place` is its place in the file, for instance `threats.cards[9].count` (lists count from 0); `found` and
    `expected` describe the value there and a valid one. An edition with an "error" cannot be played; one with
    an "unprinted" fault can, but differs from the printed rulebook.
    """

    place: str
    found: str
    expected: str
    severity: Severity = "error"

    def __str__(self) -> str:
        return f"{self.place}: found {self.found}, expected {self.expected}"


def inside(place: str, key: str) -> str:
    """Return the place of a key of the object at `place` (empty for the outermost one)."""
    shown = key if _PLAIN_KEY.fullmatch(key) else quote(key, 40)
    return f"{place}.{shown}" if place else shown


def describe(value: Any) -> str:
    """Return a short description of a value for an error, which also shows its type."""
    if value is MISSING:
        return "nothing"
    if value is None or value is True or value is False:
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return f"an object of {len(value)}"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    return quote(value, 60)


class Inspection:
    """The readers and the faults they have found."""

    def __init__(self) -> None:
        self.errors: list[Fault] = []
        self.unprinted: list[Fault] = []

    def add(self, place: str, found: str, expected: str, severity: Severity = "error") -> None:
        """Add a fault, unless there are too many already."""
        kept = self.errors if severity == "error" else self.unprinted
        if len(kept) < MOST_FAULTS:
            kept.append(Fault(place, found, expected, severity))

    def wrong(self, place: str, value: Any, expected: str) -> None:
        """Add a fault for a value that is not as expected."""
        self.add(place, describe(value), expected)

    def fields(self, place: str, value: Any, known: Collection[str]) -> dict[str, Any] | None:
        """Read an object whose keys are all known, or the user's own (beginning with `x_`)."""
        if not isinstance(value, dict):
            self.wrong(place or "file", value, "an object")
            return None
        for key in value:
            if len(self.errors) == MOST_FAULTS:
                break
            if key not in known and not key.startswith("x_"):
                close = difflib.get_close_matches(key[:40], known, n=1)
                hint = f" (did you mean {close[0]}?)" if close else ""
                self.add(
                    inside(place, key),
                    "an unknown key",
                    f"one of {', '.join(known)}, or a key beginning with x_{hint}",
                )
        return value

    def items(self, place: str, value: Any, least: int, most: int, what: str) -> list[Any] | None:
        """Read a list of `least` to `most` items. The items of a list that is too long are not read."""
        if isinstance(value, list) and least <= len(value) <= most:
            return value
        number = str(least) if least == most else f"{least} to {most}"
        self.wrong(place, value, f"a list of {number} {what}")
        return None

    def whole(self, place: str, value: Any, least: int, most: int) -> int | None:
        """Read a whole number from `least` to `most`; `true` and `1.0` are not whole numbers."""
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        self.wrong(place, value, f"a whole number from {least} to {most}")
        return None

    def flag(self, place: str, value: Any) -> bool | None:
        """Read `true` or `false`."""
        if isinstance(value, bool):
            return value
        self.wrong(place, value, "true or false")
        return None

    def text(self, place: str, value: Any, most: int) -> str | None:
        """Read a non-empty text on one line, of at most `most` characters."""
        if isinstance(value, str) and value.strip() and len(value) <= most and value.isprintable():
            return value
        self.wrong(place, value, f"a text on one line, of 1 to {most} characters")
        return None

    def shaped(self, place: str, value: Any, pattern: re.Pattern[str], expected: str) -> str | None:
        """Read a text that fully matches a pattern."""
        if isinstance(value, str) and pattern.fullmatch(value):
            return value
        self.wrong(place, value, expected)
        return None

    def one_of(self, place: str, value: Any, known: Collection[str]) -> str | None:
        """Read one of the known words."""
        if isinstance(value, str) and value in known:
            return value
        self.wrong(place, value, f"one of {', '.join(known)}")
        return None

"""Three-way merges of one list and of one text: what two sides made of the same `base`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, Final, TypeVar

from silkenweb.replay.writer import to_json

T = TypeVar("T", bound=Hashable)

SEPARATOR: Final = "\n\n* * *\n\n"
"""Between the texts of a comment that two readers wrote at the same time."""

OTHER_COMMENT: Final = "x_other_comment"
"""The note that keeps another reader's text if both together are longer than a comment may be."""

TEXTS: Final = ("comment", OTHER_COMMENT)
"""The notes that can keep the texts of both sides."""

MISSING: Final = object()
"""Stands for the value of a key that is not there; None is JSON's null."""


def same(one: Any, other: Any) -> bool:
    """Whether two values are the same in a file: 1 and True are equal in Python, but not there."""
    if one is MISSING or other is MISSING or isinstance(one, str):
        return one is other or (isinstance(other, str) and one == other)
    return one is other or to_json(one) == to_json(other)


def joined(own: Any, base: Any, other: Any) -> Any:
    """Both texts: those parts that a side wrote or left, without those that a side deleted; or MISSING.

    Joining the result with either text again changes nothing.
    """
    mine, before, theirs = _parts(own), _parts(base), _parts(other)
    parts = [part for part in mine if part not in before or part in theirs]
    parts += [part for part in theirs if part not in mine and part not in before]
    return SEPARATOR.join(parts) or MISSING


def turned(now: Any, before: Any, after: Any) -> Any:
    """A text after an edit from `before` to `after` is undone or redone, though another reader changed it.

    What the edit wrote gives way to what was there before it; if nothing of that is left, the text stays.
    """
    written = set(_parts(before)).difference(_parts(after))
    return joined(after, before, now) if written.intersection(_parts(now)) else now


def _parts(text: Any) -> list[str]:
    return text.split(SEPARATOR) if isinstance(text, str) and text else []


def arranged(own: Sequence[T], base: Sequence[T], other: Sequence[T], kept: Collection[T] = ()) -> list[T]:
    """The items of both sides, without those that a side deleted, unless they are in `kept`.

    The order is `other`'s if `own` has only appended, else `own`'s; what the other one has besides follows.
    """
    mine, theirs = set(own), set(other)
    gone = {item for item in base if item not in mine or item not in theirs}.difference(kept)
    first, then = (own, other) if moved(own, base) else (other, own)
    return [item for item in dict.fromkeys((*first, *then)) if item not in gone]


def moved(items: Sequence[T], base: Sequence[T]) -> bool:
    """Whether a side did more to the order of a list than to delete and to append."""
    there = set(items)
    left = [item for item in base if item in there]
    return list(items[: len(left)]) != left

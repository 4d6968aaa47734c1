"""Three-way merges of a list and of a text, which two sides changed since they had the same `base`."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any, Final, TypeVar

from silkenweb.replay.writer import to_json

T = TypeVar("T", bound=Hashable)

SEPARATOR: Final = "\n\n* * *\n\n"
"""Separates the texts of a comment that two readers wrote at the same time."""

OTHER_COMMENT: Final = "x_other_comment"
"""The note for another reader's text, if both texts together are too long for a comment."""

TEXTS: Final = ("comment", OTHER_COMMENT)
"""The notes that can combine the texts of both sides."""

MISSING: Final = object()
"""The value of a missing key; None is JSON's null."""


def same(one: Any, other: Any) -> bool:
    """Return whether two values are the same in a file, where 1 and True differ."""
    if one is MISSING or other is MISSING or isinstance(one, str):
        return one is other or (isinstance(other, str) and one == other)
    return one is other or to_json(one) == to_json(other)


def joined(own: Any, base: Any, other: Any) -> Any:
    """Join two texts: keep the parts that a side wrote or kept, drop those that a side deleted.

    Returns MISSING if no part is left. Joining the result with either text again changes nothing.
    """
    mine, before, theirs = _parts(own), _parts(base), _parts(other)
    parts = [part for part in mine if part not in before or part in theirs]
    parts += [part for part in theirs if part not in mine and part not in before]
    return SEPARATOR.join(parts) or MISSING


def wrote(text: Any, base: Any) -> bool:
    """Return whether a side wrote a part of the text, rather than only deleted some."""
    return not set(_parts(text)) <= set(_parts(base))


def turned(now: Any, before: Any, after: Any) -> Any:
    """Return a text after undo or redo of an edit, from `before` to `after`, if another reader changed it.

    The parts in `before` are replaced by those in `after`. If none of them is left, the text stays as it is.
    """
    written = set(_parts(before)).difference(_parts(after))
    return joined(after, before, now) if written.intersection(_parts(now)) else now


def _parts(text: Any) -> list[str]:
    return text.split(SEPARATOR) if isinstance(text, str) and text else []


def arranged(own: Sequence[T], base: Sequence[T], other: Sequence[T], kept: Collection[T] = ()) -> list[T]:
    """Return the items of both sides, except those that a side deleted and that are not in `kept`.

    The order is that of `other` if `own` has only appended and deleted items, else that of `own`. The further
    items of the other side follow.
    """
    mine, theirs = set(own), set(other)
    gone = {item for item in base if item not in mine or item not in theirs}.difference(kept)
    first, then = (own, other) if moved(own, base) else (other, own)
    return [item for item in dict.fromkeys((*first, *then)) if item not in gone]


def moved(items: Sequence[T], base: Sequence[T]) -> bool:
    """Return whether a side reordered or inserted items, apart from deleting and appending."""
    there = set(items)
    left = [item for item in base if item in there]
    return list(items[: len(left)]) != left

"""The argument `edition`, which all functions accept in the same forms."""

from __future__ import annotations

import os
from pathlib import Path

from silkenweb import arguments
from silkenweb.edition.card_data import Edition

EditionLike = Edition | str | os.PathLike[str]
"""An edition, the name of a built-in one, or the path of its file."""


def edition_of(value: EditionLike | None, name: str = "edition") -> Edition:
    """Return the edition of an argument; None gives the built-in edition."""
    given = edition_or_none(value, name)
    return Edition.load() if given is None else given


def edition_or_none(value: EditionLike | None, name: str = "edition") -> Edition | None:
    """Return the edition of an argument; None stays None, for games that name their own edition."""
    if value is None or isinstance(value, Edition):
        return value
    if isinstance(value, str) and value:
        return Edition.load(value)
    expected = "an Edition, the name of a built-in one, or the path of its file"
    return Edition.load(Path(arguments.path(name, value, expected)))

"""All that is wrong with an edition, at once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from silkenweb.edition.draft import Draft, read_draft
from silkenweb.edition.faults import MISSING, Fault, Inspection
from silkenweb.edition.printed import compare
from silkenweb.edition.source import built_in, from_file, from_object
from silkenweb.errors import EditionError

_MOST_SHOWN = 10


def check(source: Mapping[str, Any] | str | Path) -> list[Fault]:
    """The faults of an edition: a dict, the name of a built-in one, or a file. Never raises for a bad one.

    The errors come first: with any of them the edition does not load. The others ("unprinted") say
    where it differs from what the rulebook prints, or does not say where a value comes from.
    """
    inspection = Inspection()
    data, draft = inspect(source, inspection)
    if data is not MISSING:
        compare(data, draft, inspection)
    return [*inspection.errors, *inspection.unprinted]


def inspect(source: Mapping[str, Any] | str | Path, inspection: Inspection) -> tuple[Any, Draft]:
    """The data (MISSING if it cannot be read at all) and what could be read of it."""
    if isinstance(source, str | Path):
        data = from_file(built_in(source) or Path(source), inspection)
    else:
        data = from_object(source, inspection)
    return data, Draft() if data is MISSING else read_draft(data, inspection)


def refuse(what: str, errors: list[Fault]) -> None:
    """Raise EditionError if there are errors; its text lists the first of them."""
    if not errors:
        return
    if len(errors) == 1:
        raise EditionError(f"{what}: {errors[0]}")
    lines = [f"  {fault}" for fault in errors[:_MOST_SHOWN]]
    if len(errors) > _MOST_SHOWN:
        lines.append(f"  and {len(errors) - _MOST_SHOWN} more")
    raise EditionError("\n".join([f"{what}: {len(errors)} faults", *lines]))

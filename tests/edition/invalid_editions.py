"""Short ways to make an edition with an error in one place."""

from __future__ import annotations

import re
from typing import Any

from silkenweb.edition import Edition

DELETE: Any = object()


def changed(place: str, value: Any) -> dict[str, Any]:
    """The built-in edition's data with one value set, or deleted. The place is written as faults write it."""
    data = Edition.load().data
    steps = [
        int(step[1:-1]) if step.startswith("[") else step for step in re.findall(r"\[\d+\]|[^.\[]+", place)
    ]
    at: Any = data
    for step in steps[:-1]:
        at = at[step]
    if value is DELETE:
        del at[steps[-1]]
    else:
        at[steps[-1]] = value
    return data

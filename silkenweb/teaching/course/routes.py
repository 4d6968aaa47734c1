"""What each notebook builds on, and routes through the course for a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Needs:
    """What a notebook builds on: other notebooks, and how much Python."""

    notebooks: tuple[str, ...]
    python: str


NONE, READ, WRITE, TABLES = "none", "read cells", "write functions", "data frames"

NEEDS: Final = {
    "00": Needs((), NONE),
    "01": Needs(("00",), READ),
    "02": Needs(("00",), NONE),
    "03": Needs(("00",), WRITE),
    "04": Needs(("00", "03"), WRITE),
    "05": Needs(("00",), TABLES),
    "06": Needs(("00",), WRITE),
    "07": Needs(("00", "03", "06"), TABLES),
    "08": Needs(("00", "02", "05"), TABLES),
    "09": Needs(("00", "03", "05"), WRITE),
}

ROUTES: Final = {
    "game design": ("00", "02", "01", "05", "08"),
    "probability and inference": ("00", "03", "04", "05", "06", "07"),
    "programming": ("00", "03", "05", "06", "09"),
}
"""Notebooks in the order in which a class takes them, one or two lessons each."""

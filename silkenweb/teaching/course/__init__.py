"""The course: its exercises, one module per notebook (such as `nb03`), and routes through the notebooks.

A module has EXERCISES, and is imported when one of its exercises is first requested. It must import without
polars and altair; a check that needs tables imports them from `silkenweb.stats` inside the function.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from silkenweb.errors import SilkenwebError, quote
from silkenweb.teaching.exercises import NAME, Exercise
from silkenweb.teaching.progress_file import Progress, read_progress


def exercise(name: str) -> Exercise:
    """Return the exercise with this name, such as "03.2": notebook and number.

    The same name returns the same exercise, which remembers how many of its hints were shown. Raises
    SilkenwebError, which lists the known names, for any other name.
    """
    found = _of(name[:2]).get(name) if _is_name(name) else None
    if found is None:
        raise SilkenwebError(f"there is no exercise {quote(name)}; the exercises are {', '.join(names())}")
    return found


def names() -> tuple[str, ...]:
    """Return the names of all exercises, in the order of the course."""
    return tuple(name for notebook in notebooks() for name in _of(notebook))


def notebooks() -> tuple[str, ...]:
    """Return the numbers of the notebooks that have exercises."""
    modules = (module.name for module in iter_modules(__path__))
    return tuple(sorted(name.removeprefix("nb") for name in modules if name.startswith("nb")))


def progress() -> Progress:
    """Return what was tried and solved of the course so far, as saved on this machine."""
    return read_progress(names())


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and bool(NAME.fullmatch(name)) and name[:2] in notebooks()


@cache
def _of(notebook: str) -> dict[str, Exercise]:
    found: tuple[Exercise, ...] = import_module(f"{__name__}.nb{notebook}").EXERCISES
    by_name = {one.name: one for one in found}
    expected = [f"{notebook}.{number}" for number in range(1, len(found) + 1)]
    if list(by_name) != expected:
        raise SilkenwebError(f"the exercises of notebook {notebook} are {', '.join(by_name)}, not {expected}")
    return by_name


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

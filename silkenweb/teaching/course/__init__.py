"""The exercises of the course: one module per notebook, such as `nb03` for `03_what_can_i_know.ipynb`.

A module has EXERCISES, and is imported when one of its exercises is first requested. It must import without
polars and altair; a check that needs tables imports them from `silkenweb.stats` inside the function.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

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

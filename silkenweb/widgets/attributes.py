"""Checks of attributes and arguments, which turn a typo into an error."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

STANDARD: Final = ("height", "layout", "tabbable", "tooltip")
"""The arguments and attributes that every widget has: those of Jupyter's widgets, and the height."""


class Checked:
    """Refuses public attributes that the class does not declare, and new values for those declared Final.

    `SETTABLE` names what a person may set, for the error.
    """

    SETTABLE: ClassVar[tuple[str, ...]] = STANDARD

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            declared = _declared(type(self), name)
            if declared is None or (declared.startswith("Final") and name in vars(self)):
                raise AttributeError(_refusal(type(self), name, known=declared is not None))
        super().__setattr__(name, value)


def _declared(kind: type, name: str) -> str | None:
    """Return the annotation of an attribute, "" if it has none; None if the class does not declare it."""
    for each in kind.__mro__:
        if name in vars(each).get("__annotations__", {}):
            return str(vars(each)["__annotations__"][name])
    return "" if hasattr(kind, name) else None


def _refusal(kind: type, name: str, *, known: bool) -> str:
    settable: tuple[str, ...] = getattr(kind, "SETTABLE", STANDARD)
    # anywidget creates a subclass of the same name for each widget.
    found = (
        f"{kind.__name__}.{name} can't be changed" if known else f"{kind.__name__} has no attribute {name!r}"
    )
    return f"{found}{_close(name, settable)}. These can be set: {', '.join(settable)}"


def standard(kind: type, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the standard widget arguments. Raises TypeError, as any function does, for another one."""
    for name in options:
        if name not in STANDARD:
            parameters = inspect.signature(kind).parameters
            known = [key for key, each in parameters.items() if each.kind is not each.VAR_KEYWORD]
            close = _close(name, [*known, *STANDARD])
            raise TypeError(f"{kind.__name__}() got an unexpected keyword argument {name!r}{close}")
    return dict(options)


def _close(name: str, known: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""

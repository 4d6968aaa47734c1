"""The public names with their signatures as text: `python -m tests.public_api --write` updates it.

`git diff tests/public_api.txt` then shows which names users will find added, changed or removed.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, ForwardRef

GOLDEN = Path(__file__).with_suffix(".txt")
PUBLIC = (
    "silkenweb",
    "silkenweb.bots",
    "silkenweb.stats.frames",
    "silkenweb.stats.charts",
    "silkenweb.teaching",
)
"""The modules whose names are public; `sw.frames` and `sw.charts` are under `silkenweb.stats`."""


def listing() -> str:
    """Every public name of every public module, with signatures and the public members of classes."""
    lines: list[str] = []
    for name in PUBLIC:
        module = importlib.import_module(name)
        lines += [name, "", *_names(module), ""]
    return "\n".join(lines)


def _names(module: ModuleType) -> Iterator[str]:
    for name in sorted(module.__all__):
        found = getattr(module, name)
        if isinstance(found, type):
            yield f"  class {name}{_bases(found)}{_signature(found)}"
            yield from (f"    {line}" for line in _members(found))
        elif callable(found):
            yield f"  {name}{_signature(found)}"
        else:
            yield f"  {name}: {type(found).__name__}"


def _bases(cls: type) -> str:
    named = [base.__name__ for base in cls.__bases__ if base is not object]
    return f" < {', '.join(named)}" if named else ""


def _members(cls: type) -> Iterator[str]:
    """Public members that this project defines for the class, without those of other libraries."""
    found: dict[str, Any] = {}
    for each in reversed(cls.__mro__):
        if each.__module__.split(".")[0] == "silkenweb":
            found |= vars(each)
    for name in sorted(name for name in found if not name.startswith("_")):
        yield f"{name}{_member(found[name])}"


def _member(member: Any) -> str:
    if isinstance(member, staticmethod | classmethod):
        return _signature(member.__func__)
    if inspect.isfunction(member):
        return _signature(member)
    return ""


def _signature(function: Any) -> str:
    """The parameters with their types and defaults, and the return type."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        return ""
    if getattr(function, "_is_protocol", False) or any(name.startswith("_") for name in signature.parameters):
        return ""  # not made by users
    parameters: list[str] = []
    kinds = [each.kind for each in signature.parameters.values()]
    for place, each in enumerate(signature.parameters.values()):
        first = each.kind is each.KEYWORD_ONLY and each.kind not in kinds[:place]
        if first and each.VAR_POSITIONAL not in kinds:
            parameters.append("*")
        parameters.append(_parameter(each))
    returned = signature.return_annotation
    end = "" if returned is inspect.Signature.empty else f" -> {_type(returned)}"
    return f"({', '.join(parameters)}){end}"


def _parameter(parameter: inspect.Parameter) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    typed = "" if parameter.annotation is parameter.empty else f": {_type(parameter.annotation)}"
    if parameter.default is parameter.empty:
        return f"{stars}{parameter.name}{typed}"
    return f"{parameter.name}{typed} = {parameter.default!r}"


def _type(annotation: Any) -> str:
    """A type as it is written, without the names of modules."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"(?:\w+\.)+(?=\w)", "", text)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        GOLDEN.write_text(listing(), encoding="utf-8")
    else:
        print(listing())

"""Many games: simulate them on any executor, turn games into polars frames, and frames into Altair charts.

polars, altair and tqdm are imported when one of these is first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silkenweb.stats import charts, frames
    from silkenweb.stats.simulation import Run, simulate

__all__ = ["Run", "charts", "frames", "simulate"]

_FROM = {"Run": "simulation", "simulate": "simulation", "frames": "", "charts": ""}
"""The module that each name is in; none where it is a module itself."""


def __getattr__(name: str) -> Any:
    if name not in _FROM:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from silkenweb.errors import SilkenwebError

    try:
        module = import_module(f"{__name__}.{_FROM[name] or name}")
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("polars", "altair", "tqdm"):
            raise
        needed = f"{name} needs {missing}: pip install 'silkenweb[lab]'"
        raise SilkenwebError(needed) from error
    return getattr(module, name) if _FROM[name] else module

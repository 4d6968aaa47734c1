"""Many games: simulations on any executor, polars frames of games, and Altair charts of frames.

polars, altair and tqdm are imported on first use.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silkenweb.stats import charts, frames
    from silkenweb.stats.simulation import Run, simulate

__all__ = ["Run", "charts", "frames", "simulate"]

_FROM = {"Run": "simulation", "simulate": "simulation", "frames": "", "charts": ""}
"""The module of each name; empty if the name is a module itself."""


if not TYPE_CHECKING:  # so that a type checker reports a name that does not exist

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

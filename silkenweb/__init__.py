"""Play, record, replay, branch and study games of Escape from the Silken Web.

>>> import silkenweb as sw
>>> sw.Position.start(["wukong", "bajie"]).phase
'deal'
"""

from typing import TYPE_CHECKING, Any

from silkenweb import bots
from silkenweb.bots import play
from silkenweb.edition import Edition
from silkenweb.errors import (
    ArgumentError,
    EditionError,
    FactRefused,
    IllegalMove,
    NotationError,
    ReplayError,
    SilkenwebError,
)
from silkenweb.game import Deal, Event, Move, Position, Step, View, deal
from silkenweb.replay import Node, Recorder, Replay, replay_schema, sample, samples
from silkenweb.study import Puzzle, belief, puzzles, review, solve_level

if TYPE_CHECKING:
    __version__: str
    from silkenweb.stats import charts, frames, simulate
    from silkenweb.teaching import practice
    from silkenweb.widgets import Player, Scribe, Table, export_html, svg

_LAZY = {
    "Player": "silkenweb.widgets",
    "Scribe": "silkenweb.widgets",
    "Table": "silkenweb.widgets",
    "charts": "silkenweb.stats",
    "export_html": "silkenweb.widgets",
    "frames": "silkenweb.stats",
    "practice": "silkenweb.teaching",
    "simulate": "silkenweb.stats",
    "svg": "silkenweb.widgets",
}
"""Names imported on first use, with their modules: they need libraries that only notebooks need."""

__all__ = [
    "ArgumentError",
    "Deal",
    "Edition",
    "EditionError",
    "Event",
    "FactRefused",
    "IllegalMove",
    "Move",
    "Node",
    "NotationError",
    "Player",
    "Position",
    "Puzzle",
    "Recorder",
    "Replay",
    "ReplayError",
    "Scribe",
    "SilkenwebError",
    "Step",
    "Table",
    "View",
    "__version__",
    "belief",
    "bots",
    "charts",
    "deal",
    "export_html",
    "frames",
    "play",
    "practice",
    "puzzles",
    "replay_schema",
    "review",
    "sample",
    "samples",
    "simulate",
    "solve_level",
    "svg",
]


if not TYPE_CHECKING:  # so that a type checker reports a name that does not exist

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            return _version()
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)


def _version() -> str:
    """Return the installed version; "unknown" for sources that were never installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("silkenweb")
    except PackageNotFoundError:
        return "unknown"


def __dir__() -> list[str]:
    return sorted(__all__)

"""Escape from the Silken Web: play, record, replay, branch and study games of it.

    import silkenweb as sw
"""

from silkenweb.edition import Edition
from silkenweb.errors import EditionError, IllegalMove, NotationError, ReplayError, SilkenwebError
from silkenweb.game import Deal, Event, Move, Position, Step, View, deal

__all__ = [
    "Deal",
    "Edition",
    "EditionError",
    "Event",
    "IllegalMove",
    "Move",
    "NotationError",
    "Position",
    "ReplayError",
    "SilkenwebError",
    "Step",
    "View",
    "deal",
]

"""Escape from the Silken Web: play, record, replay, branch and study games of it.

import silkenweb as sw
"""

from silkenweb.edition import Edition
from silkenweb.errors import EditionError, IllegalMove, NotationError, ReplayError, SilkenwebError
from silkenweb.game import Deal, Event, Move, Position, Step, View, deal
from silkenweb.replay import Node, Recorder, Replay, replay_schema

__all__ = [
    "Deal",
    "Edition",
    "EditionError",
    "Event",
    "IllegalMove",
    "Move",
    "Node",
    "NotationError",
    "Position",
    "Recorder",
    "Replay",
    "ReplayError",
    "SilkenwebError",
    "Step",
    "View",
    "deal",
    "replay_schema",
]

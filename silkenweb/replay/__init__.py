"""Recorded games: the file, the tree of what was played and what readers tried instead, the recorder.

The file is strict: what loads was re-run by the rules from its deals and moves, so it was played like that.
"""

from silkenweb.replay.game_record import Recorder, Replay
from silkenweb.replay.samples import sample, samples
from silkenweb.replay.schema import replay_schema
from silkenweb.replay.tree import Node, Participant, Result

__all__ = ["Node", "Participant", "Recorder", "Replay", "Result", "replay_schema", "sample", "samples"]

"""Recorded games: the replay file, the tree of the game and its variations, and the recorder.

Loading a file replays every deal and move by the rules, so a file that loads holds a game that was possible.
"""

from silkenweb.replay.game_record import Recorder, Replay
from silkenweb.replay.samples import sample, samples
from silkenweb.replay.schema import replay_schema
from silkenweb.replay.tree import Node, Outcome, Participant

__all__ = ["Node", "Outcome", "Participant", "Recorder", "Replay", "replay_schema", "sample", "samples"]

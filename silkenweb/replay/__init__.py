"""Recorded games: the replay file, the tree of the game and its variations, and the recorder.

Loading a file replays every deal and move by the rules, so a file that loads holds a game that was possible.
"""

from silkenweb.replay.game_record import Recorder, Replay
from silkenweb.replay.samples import sample, samples
from silkenweb.replay.schema import replay_schema
from silkenweb.replay.tree import Node, Participant, Result

__all__ = ["Node", "Participant", "Recorder", "Replay", "Result", "replay_schema", "sample", "samples"]

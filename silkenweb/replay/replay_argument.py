"""The argument for a replay, which all functions accept in the same forms."""

from __future__ import annotations

import os
from typing import TypeAlias

from silkenweb import arguments
from silkenweb.edition.edition_argument import EditionLike
from silkenweb.errors import ReplayError, quote
from silkenweb.replay.game_record import Replay
from silkenweb.replay.samples import sample, samples
from silkenweb.replay.tree import Node

ReplayLike: TypeAlias = "Replay | str | os.PathLike[str]"
"""A replay, the path of its file, or the name of a sample."""

_EXPECTED = "a Replay, the path of its file, or the name of a sample (see sw.samples())"


def replay_of(value: ReplayLike, name: str = "replay", edition: EditionLike | None = None) -> Replay:
    """Return the replay of an argument; `edition` is required if the game was not played with a built-in one.

    Raises ReplayError for a file that is missing or is not a replay.
    """
    if isinstance(value, Replay):
        return value
    if isinstance(value, Node):
        raise arguments.wrong(name, _EXPECTED, value, "a node has its replay in `node.replay`")
    path = arguments.path(name, value, _EXPECTED)
    if path in samples():
        return sample(path)
    if not os.path.lexists(path):
        raise ReplayError(f"{name}: expected {_EXPECTED}, got {quote(value)}", kind="file")
    return Replay.load(path, edition)

"""Writing a game while it is played, so that a crash loses at most the decision under way."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from silkenweb import arguments
from silkenweb.game import Deal
from silkenweb.replay.node import Node
from silkenweb.replay.tree import Replay


class Recorder:
    """Keeps the file at `path` up to date with a replay: it is written anew after each deal and decision.

    Each time a temporary file beside it is written, then renamed, so that at any moment the file is whole. A
    Recorder of a replay that was loaded goes on with its game.
    """

    def __init__(self, replay: Replay, path: str | os.PathLike[str]) -> None:
        self.replay = arguments.instance("replay", replay, Replay, "a Replay")
        self.path = Path(arguments.path("path", path))
        replay.save(self.path)

    def record(self, what: str | Deal | Mapping[str, Any] | None = None) -> Node:
        """As Replay.record, and the file is written. Raises IllegalMove; then the file stays as it was."""
        node = self.replay.record(what)
        self.replay.save(self.path)
        return node

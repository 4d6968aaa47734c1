"""A player without a browser: its requests and messages."""

from __future__ import annotations

from typing import Any

import silkenweb as sw
from silkenweb.widgets.player import Player

TRAITS = ("game", "line", "branches", "notes", "reviews", "keeping", "cursor")
Message = dict[str, Any]


class Asked:
    """A player and all messages that it has sent."""

    def __init__(self, replay: sw.Replay, **options: Any) -> None:
        self.player = Player(replay, **options)
        self.sent: list[Message] = []
        self.player.send = lambda content, buffers=None: self.sent.append(content)  # type: ignore[method-assign]
        self._seq = 0

    def ask(self, kind: str, **message: Any) -> Message:
        """Send a request as the browser does; return the last message."""
        self._seq += 1
        self.player._receive(self.player, {"kind": kind, "seq": self._seq, **message}, [])
        return self.sent[-1]

    def number(self, path: str) -> int:
        """The number of the node with a path."""
        return self.player.showing.number(self.player.replay.node(path))

    def traits(self) -> Message:
        """All traits that the browser has."""
        return {name: getattr(self.player, name) for name in TRAITS}


def started(**options: Any) -> Asked:
    """A player of the short sample, with comments and alternatives."""
    return Asked(sw.sample("lesson-what-silence-costs"), **options)

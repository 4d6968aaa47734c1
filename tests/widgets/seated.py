"""A table as the browser sees it, for tests: requests by hand, players who click at random."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import silkenweb as sw
from silkenweb.widgets.table import Table

Message = dict[str, Any]
ALL = ("tang", "wukong", "bajie", "wujing", "bailoong")
TRAITS = ("game", "line", "branches", "notes", "keeping", "cursor", "stage", "setup")


class Seated:
    """Sends requests to a table as its page does.

    `traffic` has all messages that it sent, in order: states of traits as Jupyter gets them, and answers.
    `lookers`: for each message the seat in view when it was sent, or None.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sent: list[Message] = []
        self.traffic: list[str] = []
        self.lookers: list[int | None] = []
        table.send = lambda content, buffers=None: self.sent.append(content)
        table.send_state = self._state
        self._state(set(TRAITS))

    def _state(self, key: str | set[str] | None = None) -> None:
        names = TRAITS if key is None else {key} if isinstance(key, str) else key
        self._add({name: getattr(self.table, name) for name in sorted(names)})

    def _add(self, message: Message) -> None:
        reference = lambda part: part.model_id  # noqa: E731  (a shared part of the front end)
        self.traffic.append(json.dumps(message, ensure_ascii=False, default=reference))
        self.lookers.append(self.table.viewer)

    def ask(self, kind: str, **message: Any) -> Message:
        """Send one request and return its answer."""
        self.table._receive(self.table, {"kind": kind, "seq": len(self.sent), **message}, [])
        self._add(self.sent[-1])
        return self.sent[-1]

    def must(self, kind: str, **message: Any) -> Message:
        """Send a request that must be accepted."""
        answer = self.ask(kind, **message)
        assert answer["kind"] != "error", answer
        return answer

    @property
    def stage(self) -> Message:
        """The screen that is shown."""
        return dict(self.table.stage)

    def legal(self) -> list[str]:
        """The offered moves."""
        return [move["text"] for move in self.must("legal")["moves"]]

    def act(self, random: Random) -> bool:
        """Do one thing that a person can do now: get ready, deal, or decide at random. Returns False at the
        end.
        """
        stage = self.stage
        if stage["name"] == "cover":
            self.must("ready", seat=stage["seat"])
        elif stage["over"]:
            return False
        elif stage["mine"]:
            self.must("move", move=busy(self.legal(), random))
        else:
            self.must("deal")
        return True


def sat(characters: tuple[str, ...] = ALL[1:4], **options: Any) -> Seated:
    """A table with a game that has not been dealt."""
    return Seated(Table(list(characters), **{"seed": "class-7", "pace": 0, **options}))


def busy(moves: list[str], random: Random) -> str:
    """Choose a random move, the rarer kinds more often, and Rests seldom."""
    rare = [move for move in moves if "^" in move or move.startswith(("claim", "signal"))]
    rare += [move for move in moves if move.startswith("ability") and random.random() < 0.1]
    others = [move for move in moves if not move.startswith(("rest", "signal", "ability"))]
    return random.choice((rare if rare and random.random() < 0.4 else others) or moves)


def play_to_the_end(seated: Seated, random: Random, most: int = 2000) -> None:
    """Let people click at random until the game is over."""
    for _ in range(most):
        if not seated.act(random):
            return
    raise AssertionError("the game does not end")


def scripted(replay: sw.Replay) -> list[str]:
    """The decisions of a recorded line."""
    return [str(node.move) for node in replay.main_line() if node.move is not None]

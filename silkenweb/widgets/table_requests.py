"""What the browser asks of a table. Each request has a number (`seq`), which goes back with the answer.

Nothing is answered that the seat that looks could not know, and nobody decides for another's seat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from silkenweb.errors import SilkenwebError, quote
from silkenweb.text import Words
from silkenweb.text.refusals import refusal, refused
from silkenweb.widgets.table_game import Sitting
from silkenweb.widgets.table_setup import pace_of
from silkenweb.widgets.words.choices import final_words, move_words

Message = dict[str, Any]


class TableHost(Protocol):
    """The table, as far as its requests need it. What each method does is said at `Table`."""

    words: Words
    sitting: Sitting | None
    viewer: int | None
    stage: Any  # traits
    cursor: Any

    @property
    def shows_all(self) -> bool:
        """Whether the page has everything that was decided."""

    def send(self, content: Message) -> None: ...  # noqa: D102
    def sit_down(self, form: Any) -> None: ...  # noqa: D102
    def continue_game(self, name: Any) -> None: ...  # noqa: D102
    def speak(self, language: str, draft: Message | None) -> None: ...  # noqa: D102
    def show_setup(self, draft: Message | None = None) -> None: ...  # noqa: D102
    def show_player(self) -> None: ...  # noqa: D102
    def show_table(self) -> None: ...  # noqa: D102
    def cover(self) -> None: ...  # noqa: D102
    def uncover(self, seat: int) -> None: ...  # noqa: D102
    def go_on(self) -> None: ...  # noqa: D102
    def try_again(self) -> None: ...  # noqa: D102


class TableRequests:
    """Answers the browser for one table."""

    def __init__(self, table: TableHost) -> None:
        self._table = table

    def receive(self, message: Any) -> None:
        """Do what is asked, and answer."""
        try:
            kind = message.get("kind") if isinstance(message, dict) else None
            handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
            if handler is None:
                raise refused("request", found=quote(message))
            answer = handler(self, message)
        except SilkenwebError as error:
            answer = {"kind": "error", "reason": refusal(self._table.words, error)}
        except Exception as error:  # what it says may name hidden cards
            told = self._table.words("reply.failed", error=type(error).__name__)
            answer = {"kind": "error", "reason": told}
        seq = message.get("seq") if isinstance(message, dict) else None
        self._table.send({"node": None, "words": "", **answer, "seq": seq})

    def _seen(self) -> tuple[Sitting, int]:
        """The game and the seat that looks; SilkenwebError while nobody does."""
        sitting, viewer = self._table.sitting, self._table.viewer
        if sitting is None or viewer is None:
            raise refused("table.covered")
        return sitting, viewer

    # -- before and after a game -------------------------------------------------------------------

    def _here(self, _message: Message) -> Message:
        self._table.go_on()
        return OK

    def _start(self, message: Message) -> Message:
        if self._table.stage["name"] != "setup":
            raise refused("table.ready")
        self._table.sit_down(message.get("form"))
        return OK

    def _continue(self, message: Message) -> Message:
        if self._table.stage["name"] != "setup":
            raise refused("table.ready")
        self._table.continue_game(message.get("file"))
        return OK

    def _language(self, message: Message) -> Message:
        if self._table.stage["name"] != "setup":
            raise refused("table.language")
        draft = message.get("form")
        self._table.speak(str(message.get("language")), draft if isinstance(draft, dict) else None)
        return OK

    def _new(self, _message: Message) -> Message:
        self._table.show_setup()
        return OK

    def _look(self, _message: Message) -> Message:
        self._seen()
        self._table.show_player()
        return OK

    def _table_again(self, _message: Message) -> Message:
        self._seen()
        self._table.show_table()
        return OK

    # -- between people ----------------------------------------------------------------------------

    def _ready(self, message: Message) -> Message:
        stage = self._table.stage
        if stage["name"] != "cover" or message.get("seat") != stage["seat"]:
            raise refused("table.seat")
        self._table.uncover(stage["seat"])
        self._table.go_on()
        return OK

    # -- playing -----------------------------------------------------------------------------------

    def _legal(self, _message: Message) -> Message:
        sitting, viewer = self._seen()
        position = sitting.node.position
        moves = position.legal_moves() if position.seat == viewer and self._table.shows_all else ()
        words, state = self._table.words, position.state
        told = [
            {
                "text": str(move),
                "words": move_words(words, state, move),
                "final": final_words(words, state, move),
            }
            for move in moves
        ]
        return {"kind": "legal", "moves": told}

    def _is_late(self, message: Message) -> bool:
        """Whether the page asked before it had what is shown now: a second click is not a second move."""
        return message.get("node") not in (None, self._table.cursor)

    def _move(self, message: Message) -> Message:
        sitting, viewer = self._seen()
        if self._is_late(message) or not self._table.shows_all:
            return OK
        sitting.play(viewer, _text(message, "move"))
        return self._played()

    def _deal(self, message: Message) -> Message:
        sitting, _ = self._seen()
        if self._is_late(message) or not self._table.shows_all:
            return OK
        sitting.deal()
        if len(sitting.seating.people) == 1:
            return self._played()
        self._table.cover()
        return OK

    def _back(self, message: Message) -> Message:
        sitting, viewer = self._seen()
        if self._is_late(message):
            return OK
        sitting.take_back(viewer)
        return self._played()

    def _undo(self, message: Message) -> Message:
        sitting, viewer = self._seen()
        if self._is_late(message) or not self._table.shows_all:
            return OK
        sitting.undo(viewer)
        return self._played()

    def _auto_end(self, message: Message) -> Message:
        sitting, _ = self._seen()
        sitting.set_auto_end(message.get("on") is True)
        self._table.show_table()
        return OK

    def _played(self) -> Message:
        self._table.show_table()
        self._table.go_on()
        return OK

    def _pace(self, message: Message) -> Message:
        sitting, _ = self._seen()
        sitting.set_pace(pace_of(message.get("pace")))
        self._table.show_table()
        return OK

    def _again(self, _message: Message) -> Message:
        self._seen()
        self._table.try_again()
        return OK


OK: Message = {"kind": "ok"}


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise refused("request.lacks", found=quote(key))
    return value


_HANDLERS: dict[Any, Callable[[TableRequests, Message], Message]] = {
    "here": TableRequests._here,
    "start": TableRequests._start,
    "continue": TableRequests._continue,
    "language": TableRequests._language,
    "new": TableRequests._new,
    "look": TableRequests._look,
    "table": TableRequests._table_again,
    "ready": TableRequests._ready,
    "legal": TableRequests._legal,
    "move": TableRequests._move,
    "deal": TableRequests._deal,
    "back": TableRequests._back,
    "undo": TableRequests._undo,
    "auto end": TableRequests._auto_end,
    "pace": TableRequests._pace,
    "again": TableRequests._again,
}
"""Requests by their kind."""

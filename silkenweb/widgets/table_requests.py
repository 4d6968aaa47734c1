"""The requests of a table's browser.

No answer reveals what the seat in view can't know, and nobody decides for another seat.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from silkenweb.game.choice import final_words, move_words
from silkenweb.text import Words
from silkenweb.text.refusals import refused
from silkenweb.widgets.session import (
    FLAG,
    NODE,
    NUMBER,
    OK,
    WHOLE,
    Kind,
    Message,
    Parameter,
    Request,
    Requests,
    form,
    text,
)
from silkenweb.widgets.table_game import Sitting
from silkenweb.widgets.table_setup import pace_of

FORM: Parameter = form(20)


class TableHost(Protocol):
    """The table, as far as its requests need it; see `Table` for the methods."""

    words: Words
    sitting: Sitting | None
    viewer: int | None
    stage: Any  # traits
    cursor: Any

    @property
    def shows_all(self) -> bool:
        """Whether the page shows every decision so far."""

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


class TableRequests(Requests):
    """The requests of one table's browser."""

    def __init__(self, table: TableHost) -> None:
        self._table = table

    @property
    def words(self) -> Words:
        """The language of the table, which may change."""
        return self._table.words

    def _seen(self) -> tuple[Sitting, int]:
        """Return the game and the seat in view. Raises SilkenwebError if no seat is in view."""
        sitting, viewer = self._table.sitting, self._table.viewer
        if sitting is None or viewer is None:
            raise refused("table.covered")
        return sitting, viewer

    # -- before and after a game -------------------------------------------------------------------

    def _here(self, _request: Request) -> Message:
        self._table.go_on()
        return OK

    def _start(self, request: Request) -> Message:
        if self._table.stage["name"] != "setup":
            raise refused("table.ready")
        self._table.sit_down(request["form"])
        return OK

    def _continue(self, request: Request) -> Message:
        if self._table.stage["name"] != "setup":
            raise refused("table.ready")
        self._table.continue_game(request["file"])
        return OK

    def _language(self, request: Request) -> Message:
        if self._table.stage["name"] != "setup":
            raise refused("table.language")
        self._table.speak(request["language"], request["form"])
        return OK

    def _new(self, _request: Request) -> Message:
        self._table.show_setup()
        return OK

    def _look(self, _request: Request) -> Message:
        self._seen()
        self._table.show_player()
        return OK

    def _table_again(self, _request: Request) -> Message:
        self._seen()
        self._table.show_table()
        return OK

    # -- between people ----------------------------------------------------------------------------

    def _ready(self, request: Request) -> Message:
        stage = self._table.stage
        if stage["name"] != "cover" or request["seat"] != stage["seat"]:
            raise refused("table.seat")
        self._table.uncover(stage["seat"])
        self._table.go_on()
        return OK

    # -- playing -----------------------------------------------------------------------------------

    def _legal(self, _request: Request) -> Message:
        sitting, viewer = self._seen()
        position = sitting.node.position
        moves = position.legal_moves() if position.seat == viewer and self._table.shows_all else ()
        words, state = self._table.words, position.state
        offered = [
            {
                "text": str(move),
                "words": move_words(words, state, move),
                "final": final_words(words, state, move),
            }
            for move in moves
        ]
        return {"kind": "legal", "moves": offered}

    def _is_late(self, request: Request) -> bool:
        """Return whether the page sent the request before it had the current node.

        A second click must not become a second move.
        """
        return request["node"] not in (None, self._table.cursor)

    def _move(self, request: Request) -> Message:
        sitting, viewer = self._seen()
        if self._is_late(request) or not self._table.shows_all:
            return OK
        sitting.play(viewer, request["move"])
        return self._played()

    def _deal(self, request: Request) -> Message:
        sitting, _ = self._seen()
        if self._is_late(request) or not self._table.shows_all:
            return OK
        sitting.deal()
        if len(sitting.seating.people) == 1:
            return self._played()
        self._table.cover()
        return OK

    def _back(self, request: Request) -> Message:
        sitting, viewer = self._seen()
        if self._is_late(request):
            return OK
        sitting.take_back(viewer)
        return self._played()

    def _undo(self, request: Request) -> Message:
        sitting, viewer = self._seen()
        if self._is_late(request) or not self._table.shows_all:
            return OK
        sitting.undo(viewer)
        return self._played()

    def _auto_end(self, request: Request) -> Message:
        sitting, _ = self._seen()
        sitting.set_auto_end(request["on"] is True)
        self._table.show_table()
        return OK

    def _played(self) -> Message:
        self._table.show_table()
        self._table.go_on()
        return OK

    def _pace(self, request: Request) -> Message:
        sitting, _ = self._seen()
        sitting.set_pace(pace_of(request["pace"]))
        self._table.show_table()
        return OK

    def _again(self, _request: Request) -> Message:
        self._seen()
        self._table.try_again()
        return OK

    KINDS: ClassVar = {
        "here": Kind(_here),
        "start": Kind(_start, form=FORM),
        "continue": Kind(_continue, file=text(255)),
        "language": Kind(_language, language=text(20), form=form(20, optional=True)),
        "new": Kind(_new),
        "look": Kind(_look),
        "table": Kind(_table_again),
        "ready": Kind(_ready, seat=WHOLE),
        "legal": Kind(_legal),
        "move": Kind(_move, node=NODE, move=text(500)),
        "deal": Kind(_deal, node=NODE),
        "back": Kind(_back, node=NODE),
        "undo": Kind(_undo, node=NODE),
        "auto-end": Kind(_auto_end, on=FLAG),
        "pace": Kind(_pace, pace=NUMBER),
        "again": Kind(_again),
    }

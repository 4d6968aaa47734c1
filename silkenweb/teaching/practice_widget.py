"""A practice position in a notebook: cards to click, the moves in words, and the feedback at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

import traitlets

from silkenweb.text import Words
from silkenweb.widgets import assets, payload
from silkenweb.widgets.comm import PACKED, CommWidget
from silkenweb.widgets.session import OK, Kind, Message, Request, Requests, text

if TYPE_CHECKING:
    from silkenweb.teaching.practice_session import Practice


class PracticeRequests(Requests):
    """The requests of one practice position: play a move, get a hint, start again, or take the next one."""

    def __init__(self, practice: Practice) -> None:
        self._practice = practice

    @property
    def words(self) -> Words:
        """The language of the practice."""
        return self._practice.words

    def _play(self, request: Request) -> Message:
        self._practice.play(request["move"])
        return OK

    def _hint(self, _request: Request) -> Message:
        self._practice.hint()
        return OK

    def _reset(self, _request: Request) -> Message:
        self._practice.reset()
        return OK

    def _next(self, _request: Request) -> Message:
        self._practice.next()
        return OK

    KINDS: ClassVar = {
        "play": Kind(_play, move=text(500)),
        "hint": Kind(_hint),
        "reset": Kind(_reset),
        "next": Kind(_next),
    }


class PracticeWidget(CommWidget):
    """Shows a Practice, and plays on it what the reader chooses. Both stay in step."""

    practice: Final[Practice]

    cards: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    state: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        super().__init__(assets.practice_esm, practice.words)
        self.cards = payload.cards(practice.position.edition)
        self.refresh()
        self._connect(PracticeRequests(practice))

    def refresh(self) -> None:
        """Show the position as it is now."""
        self.state = state(self.practice)


def state(practice: Practice) -> dict[str, Any]:
    """Return all that the widget shows."""
    position = practice.position
    title, task, *partner = practice.head()
    return {
        "title": title,
        "task": task,
        "partner": " ".join(partner),
        "notes": practice.notes(),
        "table": practice.table(),
        "progress": practice.progress(),
        "row": [
            {"card": target.card, "committed": [each.card for each in target.committed]}
            for target in position.row
        ],
        "deck": len(position.deck),
        "seats": [
            {
                "name": practice.words.character(position.edition, area.character),
                "moves": seat == position.seat,
                "hand": list(area.hand),
                "storage": list(area.storage),
            }
            for seat, area in enumerate(position.seats)
        ],
        "moves": [{"text": text, "words": words} for text, words in practice.choices()],
        "feedback": practice.feedback,
        "tone": practice.tone,
        "solved": practice.solved,
    }

"""A practice position in a notebook: cards to click, the moves in words, and the feedback at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import anywidget
import traitlets

from silkenweb.widgets import assets, payload
from silkenweb.widgets.attributes import Checked

if TYPE_CHECKING:
    from silkenweb.teaching.practice_session import Practice


class PracticeWidget(Checked, anywidget.AnyWidget):
    """Shows a Practice, and plays on it what the reader chooses. Both stay in step."""

    practice: Final[Practice]

    _css = assets.css()
    cards: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    state: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self._esm = assets.practice_esm(practice.words.language)
        super().__init__()
        self.cards = payload.cards(practice.position.edition)
        self.refresh()
        self.on_msg(self._receive)

    def refresh(self) -> None:
        """Show the position as it is now."""
        self.state = state(self.practice)

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        """Carry out one request: play, hint, reset or next."""
        if not isinstance(message, dict):
            return
        kind, move = message.get("kind"), message.get("move")
        if kind == "play" and isinstance(move, str):
            self.practice.play(move)
        elif kind in ("hint", "reset", "next"):
            getattr(self.practice, kind)()


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

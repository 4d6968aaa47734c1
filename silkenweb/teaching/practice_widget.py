"""A practice position in a notebook: cards to click, the moves in words, and the feedback at once."""

from __future__ import annotations

from typing import Any

import traitlets

from silkenweb.edition import Edition
from silkenweb.widgets import assets, payload
from silkenweb.widgets.comm import PACKED, CommWidget
from silkenweb.widgets.session import Requests


class PracticeWidget(CommWidget):
    """Shows the state of a practice position, and hands on what the reader chooses."""

    cards: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    state: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(self, requests: Requests, edition: Edition, state: dict[str, Any]) -> None:
        super().__init__(assets.practice_esm, requests.words, state=state)
        self.cards = payload.cards(edition)
        self._connect(requests)

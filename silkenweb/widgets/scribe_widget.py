"""The Scribe's form in a notebook."""

from __future__ import annotations

from typing import Any, Final

import anywidget
import traitlets

from silkenweb.errors import FactRefused, SilkenwebError, shorten
from silkenweb.replay.scribe import Scribe
from silkenweb.widgets import assets, scribe_desk
from silkenweb.widgets.attributes import Checked, standard
from silkenweb.widgets.still import with_picture
from silkenweb.widgets.words import Words
from silkenweb.widgets.words.refusing import reason, refusal

Message = dict[str, Any]
MOST_TEXTS = 20


class ScribeWidget(Checked, anywidget.AnyWidget):
    """Puts a game in by touch: the row by its icons, discards, plays with their targets, what was turned up.

    `scribe`: who is told. What is told from Python shows here at once, and the other way round.
    """

    scribe: Final[Scribe]
    words: Final[Words]

    _css = assets.css()
    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    desk: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(self, scribe: Scribe, *, language: str | None = None, **widget: Any) -> None:
        options = standard(ScribeWidget, widget)
        self.scribe = scribe
        self.words = Words(language)
        self._esm = assets.scribe_esm(self.words.language)
        super().__init__(**options)
        self.game = scribe_desk.game(scribe, self.words)
        self.refresh()
        self.on_msg(self._receive)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return with_picture(bundle, self.scribe.replay.end, None, self.words.language)

    def refresh(self) -> None:
        """Show what the Scribe knows by now."""
        self.desk = scribe_desk.desk(self.scribe, self.words)

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        """One request of the form, answered by `ok` or by why not."""
        if not isinstance(message, dict):
            return
        answer: Message = {"kind": "ok", "seq": message.get("seq")}
        try:
            self._act(message)
        except FactRefused as error:
            answer |= {"kind": "refused", "reason": reason(self.words, error.reason), "rule": error.rule}
            answer |= {"against": list(error.against), "fact": error.fact}
        except SilkenwebError as error:
            told = shorten(refusal(self.words, error), 400)
            answer |= {"kind": "refused", "reason": told.rstrip("."), "rule": "", "against": []}
        self.send(answer)

    def _act(self, message: Message) -> None:
        kind, texts = message.get("kind"), message.get("texts")
        if kind == "undo":
            self.scribe.undo()
        elif kind == "tell" and isinstance(texts, list) and len(texts) <= MOST_TEXTS:
            words = [text for text in texts if isinstance(text, str)]
            if len(words) == 1:
                self.scribe.move(words[0])
            else:
                self.scribe.tell(*words)
        else:
            raise SilkenwebError("this is not asked of a Scribe")

"""What the Scribe's form shows: what was told last, what has to be told next, and the table as it is assumed.

Everything is open here: who writes a game down looks back on it.
"""

from __future__ import annotations

from typing import Any, Final

import anywidget
import traitlets

from silkenweb.errors import FactRefused, SilkenwebError, escaped, quote, shorten
from silkenweb.game.state import LOST, ROTATE, TURN, WON
from silkenweb.replay.assumed import sight_of
from silkenweb.scribe import Scribe
from silkenweb.scribe.facts import Fact
from silkenweb.text import Words
from silkenweb.text.refusals import reason, refusal, refused
from silkenweb.widgets import assets, payload
from silkenweb.widgets.attributes import Checked, standard
from silkenweb.widgets.fallback import with_picture

Message = dict[str, Any]


def game(scribe: Scribe, words: Words) -> Message:
    """What stays the same."""
    replay = scribe.replay
    lens = payload.Lens(payload.ALL, len(scribe.characters))
    return payload.game(replay, lens, words, lenses=[], kernel=True)


def placed(words: Words, fact: Fact) -> str:
    """Return a fact with its level."""
    return words("scribe.placed", level=fact.level, text=fact.text)


def desk(scribe: Scribe, words: Words) -> Message:
    """What changes with each fact."""
    node = scribe.replay.end
    return {
        "text": node.position.text,
        "assumed": sorted(sight_of(node).assumed),
        "asked": _asked(scribe),
        "share": words("scribe.share", **scribe.share._asdict()) if scribe.facts else "",
        "facts": [[placed(words, fact) for fact in group] for group in scribe.told],
        "moves": [
            move
            for move in payload.legal(node, payload.Lens(payload.ALL, len(scribe.characters)), words)
            if move["text"].split()[0] in ("ability", "signal", "claim")
        ],
    }


def _asked(scribe: Scribe) -> Message:
    """What is to be told next: `kind` is row, reveal, keep, turn, rotate or over. With `row` and `reveal`,
    which nobody has to remember, `otherwise` is what comes after them.
    """
    level = scribe.state.level
    if scribe.state.phase in (WON, LOST):
        return {"kind": "over", "level": level}
    told = {fact.kind for fact in scribe.facts if fact.level == level}
    kind = "reveal" if scribe.unseen_turned else "row" if "row" not in told and not _moved(scribe) else ""
    after = _after(scribe)
    if not kind:
        return after
    return {"kind": kind, "level": level, "cards": scribe.reserve, "otherwise": after}


def _moved(scribe: Scribe) -> bool:
    """Whether a move of this level was told."""
    return any(fact.is_move and fact.level == scribe.state.level for fact in scribe.facts)


def _after(scribe: Scribe) -> Message:
    """The keeps that were not told, seat by seat; then the turns."""
    state = scribe.state
    asked: Message = {"kind": "turn", "level": state.level, "seat": state.seat}
    kept = {fact.seat for fact in scribe.facts if fact.kind == "keep" and fact.level == state.level}
    waiting = [seat for seat in _clockwise(state.start, len(scribe.characters)) if seat not in kept]
    if waiting and not _moved(scribe):
        level, seat = scribe.tables.edition.levels[state.level - 1], waiting[0]
        more = {"count": min(level.discard, level.draw), "stores": scribe.may_store(seat)}
        return {**asked, "kind": "keep", "seat": seat, "cards": scribe.cards_of(seat), **more}
    if state.phase == ROTATE:
        return {**asked, "kind": "rotate"}
    return {**asked, "cards": _playable(scribe) if state.phase == TURN else []}


def _playable(scribe: Scribe) -> list[str]:
    """What the deciding player may play: the own cards, and others' stored ones (A6)."""
    seats = range(len(scribe.characters))
    stored = [card for seat in seats if seat != scribe.state.seat for card in scribe.stored_by(seat)]
    return [*scribe.playable(scribe.state.seat), *stored]


def _clockwise(start: int, players: int) -> list[int]:
    return [(start + step) % players for step in range(players)]


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
        self.game = game(scribe, self.words)
        self.refresh()
        self.on_msg(self._receive)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return with_picture(bundle, self.scribe.replay.end, None, self.words.language)

    def refresh(self) -> None:
        """Show what the Scribe knows by now."""
        self.desk = desk(self.scribe, self.words)

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        """One request of the form, answered by `ok` or by why not."""
        if not isinstance(message, dict):
            return
        answer: Message = {"kind": "ok", "seq": message.get("seq")}
        try:
            self._act(message)
        except FactRefused as error:
            answer |= {"kind": "refused", "reason": reason(self.words, error), "rule": error.rule}
            answer |= {"against": self._placed(error.against), "fact": escaped(error.fact)}
        except SilkenwebError as error:
            told = shorten(refusal(self.words, error), 400)
            answer |= {"kind": "refused", "reason": told.rstrip("."), "rule": "", "against": []}
        self.send(answer)

    def _placed(self, against: tuple[str, ...]) -> list[str]:
        """Return the facts that contradict a new one, each with its level."""
        facts = {fact.placed: fact for fact in self.scribe.facts}
        return [placed(self.words, facts[each]) for each in against]

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
            raise refused("request", found=quote(message))

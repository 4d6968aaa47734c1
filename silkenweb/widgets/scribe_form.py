"""The Scribe of a notebook with its form: the facts so far, the next fact to enter, the table as assumed.

Nothing is hidden here, because the person who enters a game looks back on it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Final

import traitlets

from silkenweb.errors import FactRefused, SilkenwebError, escaped, shorten
from silkenweb.game.state import LOST, ROTATE, TURN, WON
from silkenweb.game.tables import Tables
from silkenweb.replay.assumed import sight_of
from silkenweb.scribe import Scribe as PlainScribe
from silkenweb.scribe.facts import Fact
from silkenweb.text import Words
from silkenweb.text.refusals import Cause, refusal, refused
from silkenweb.widgets import assets, payload
from silkenweb.widgets.autosave import free_path
from silkenweb.widgets.comm import PACKED, STANDARD, Checked, CommWidget, standard
from silkenweb.widgets.picture import with_picture
from silkenweb.widgets.session import Kind, Message, Request, Requests, texts

NAME: Final = "silkenweb-scribe-{number}.json"
"""The name of a game's file if nobody has named one: with the first free number."""


def game(scribe: Scribe, words: Words) -> Message:
    """Return what stays the same during a game."""
    replay = scribe.replay
    lens = payload.Lens(payload.ALL, len(scribe.characters))
    return payload.game(replay, lens, words, lenses=[], kernel=True)


def placed(words: Words, fact: Fact) -> str:
    """Return a fact with its level."""
    return words("scribe.placed", level=fact.level, text=fact.text)


def desk(scribe: Scribe, words: Words) -> Message:
    """Return what changes with each fact."""
    node = scribe.replay.end
    return {
        "text": node.position.text,
        "assumed": sorted(sight_of(node).assumed),
        "asked": _asked(scribe),
        "share": words("scribe.share", **scribe.share._asdict()) if scribe.facts else "",
        "facts": [[placed(words, fact) for fact in group] for group in scribe.told],
        "kept": _where_kept(scribe, words),
        "saved": scribe.saved,
        "moves": [
            move
            for move in payload.legal(node, payload.Lens(payload.ALL, len(scribe.characters)), words)
            if move["text"].split()[0] in ("ability", "signal", "claim")
        ],
    }


def _where_kept(scribe: Scribe, words: Words) -> str:
    if scribe.path is None:
        return words("scribe.file.none")
    return words("scribe.file" if scribe.saved else "scribe.file.changed", file=scribe.path.name)


def _asked(scribe: Scribe) -> Message:
    """Return the next fact to enter: `kind` is row, reveal, keep, turn, rotate or over.

    A `row` or `reveal` may be skipped: `otherwise` is the fact that comes after it.
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
    """Return whether there is a fact about a move of this level."""
    return any(fact.is_move and fact.level == scribe.state.level for fact in scribe.facts)


def _after(scribe: Scribe) -> Message:
    """Return the missing keeps, seat by seat; then the turns."""
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
    """Return the cards that the deciding player may play: their own cards, and others' stored ones (A6)."""
    seats = range(len(scribe.characters))
    stored = [card for seat in seats if seat != scribe.state.seat for card in scribe.stored_by(seat)]
    return [*scribe.playable(scribe.state.seat), *stored]


def _clockwise(start: int, players: int) -> list[int]:
    return [(start + step) % players for step in range(players)]


class ScribeRequests(Requests):
    """The requests of one Scribe's form."""

    def __init__(self, scribe: Scribe, words: Words) -> None:
        self._scribe = scribe
        self._words = words

    @property
    def words(self) -> Words:
        """The language of the form."""
        return self._words

    @property
    def discloses(self) -> bool:
        """Whether errors may be quoted: always, since nothing is hidden."""
        return True

    def details(self, error: Exception) -> Message:
        """Return the reason as a clause, the rule that a fact breaks, and the facts that contradict it."""
        if isinstance(error, FactRefused):
            against = self._placed(error.against)
            return {"kind": "refused", "rule": error.rule, "against": against, "fact": escaped(error.fact)}
        refused: Message = {"kind": "refused", "rule": "", "against": []}
        if isinstance(error, SilkenwebError):
            refused["reason"] = shorten(refusal(self._words, error), 400).rstrip(".")
        return refused

    def _placed(self, against: tuple[str, ...]) -> list[str]:
        """Return the facts that contradict a new one, each with its level."""
        facts = {fact.placed: fact for fact in self._scribe.facts}
        return [placed(self._words, facts[each]) for each in against]

    def _undo(self, _request: Request) -> Message:
        self._scribe.undo()
        return {"kind": "ok"}

    def _tell(self, request: Request) -> Message:
        facts = request["texts"]
        if len(facts) == 1:
            self._scribe.move(facts[0])
        else:
            self._scribe.tell(*facts)
        return {"kind": "ok"}

    def _save(self, _request: Request) -> Message:
        """Save to the Scribe's file, or to a new one in the working folder."""
        try:
            self._scribe.save(self._scribe.path or free_path(Path.cwd(), NAME))
        except OSError as error:
            raise refused("scribe.file", why=Cause(error)) from error
        return {"kind": "ok"}

    KINDS: ClassVar = {
        "tell": Kind(_tell, texts=texts(20, 1000)),
        "undo": Kind(_undo),
        "save": Kind(_save),
    }


class ScribeWidget(CommWidget):
    """A form to enter a game by touch: the row by its icons, discards, plays with targets, revealed cards.

    `scribe`: the Scribe that records the facts. Facts given from Python appear here at once, and vice versa.
    """

    scribe: Final[Scribe]
    words: Final[Words]

    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    desk: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(self, scribe: Scribe, *, language: str | None = None, **widget: Any) -> None:
        options = standard(ScribeWidget, widget)
        self.scribe = scribe
        self.words = Words(language)
        super().__init__(assets.scribe_esm, self.words, **options)
        self.game = game(scribe, self.words)
        self.refresh()
        self._connect(ScribeRequests(scribe, self.words))

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        return with_picture(bundle, self.scribe.replay.end, None, self.words.language)

    def refresh(self) -> None:
        """Show the facts that the Scribe has now."""
        self.desk = desk(self.scribe, self.words)


class Scribe(Checked, PlainScribe):
    """Enter a game that was played with real cards; in a notebook also by touch.

    See `silkenweb.scribe.Scribe`, whose methods it has.
    """

    _widget: ScribeWidget | None = None
    _language: str | None = None
    _layout: Mapping[str, Any] = MappingProxyType({})

    seed: str
    tables: Tables
    characters: tuple[str, ...]

    def __init__(self, characters: Sequence[str], *, language: str | None = None, **options: Any) -> None:
        """Create a Scribe with its form.

        `language`, `height`, `layout`, `tooltip` and `tabbable` are options of the form, as of any widget;
        the other options are those of `silkenweb.scribe.Scribe`.
        """
        self._language = Words(language).language
        self._layout = {name: options.pop(name) for name in STANDARD if name in options}
        super().__init__(characters, **options)

    @property
    def widget(self) -> ScribeWidget:
        """The form that a notebook shows; each Scribe has one."""
        if self._widget is None:
            self._widget = ScribeWidget(self, language=self._language, **self._layout)
        return self._widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget._repr_mimebundle_(**kwargs)

    def _display_(self) -> ScribeWidget:
        """Return the form for marimo."""
        return self.widget

    def _keep_in(self, path: str | os.PathLike[str]) -> None:
        super()._keep_in(path)
        self._refresh()

    def _renew(self) -> None:
        super()._renew()
        self._refresh()

    def _refresh(self) -> None:
        if self._widget is not None:
            self._widget.refresh()

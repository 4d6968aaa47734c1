"""A legal move in words of any language, for people who choose."""

from __future__ import annotations

from collections.abc import Callable

from silkenweb.game.move import Move
from silkenweb.game.move_words import as_it_lies, as_kept, storage_of
from silkenweb.game.state import State
from silkenweb.text import Words
from silkenweb.text.names import Naming


def move_words(words: Words, state: State, move: Move) -> str:
    """What a legal move of this position would do, with everything named as it lies or will lie."""
    naming = Naming(words, state.tables.edition, state.tables.characters)
    told = _WORDS[move.kind](naming, state, move)
    return told[:1].upper() + told[1:]


def _place(naming: Naming, state: State, place: str) -> str:
    if place == "spirit":
        return naming.segment(state.level, state.segments)
    character, dot, icon = place.partition(".")
    return naming.sheet_icon(character, icon) if dot else naming.card(place)


def _play(naming: Naming, state: State, move: Move) -> str:
    told = {
        "card": naming.card(as_it_lies(state, str(move.card))),
        "targets": naming.listed(_place(naming, state, target) for target in move.targets),
    }
    holder = storage_of(state, str(move.card))
    if holder is None:
        return naming.words("move.play", **told)
    return naming.words("move.play.stored", **told, owner=naming.who(holder))


def _keep(naming: Naming, state: State, move: Move) -> str:
    words = naming.words
    done = [words("move.keep.rotate")] if move.rotates else []
    for key, cards in (("move.keep.away", move.discards), ("move.keep.store", move.stored)):
        if cards:
            done.append(words(key, cards=naming.cards(as_kept(state, card, move.rotates) for card in cards)))
    return words("list.clauses").join(done) or words("move.keep.whole")


def _ability(naming: Naming, state: State, move: Move) -> str:
    words = naming.words
    if move.targets:
        return words("move.ability.resolve", target=_place(naming, state, move.targets[0]))
    if move.drawer:
        drawer = words.character(naming.edition, move.drawer)
        card = naming.card(as_it_lies(state, str(move.card)))
        return words("move.ability.draw", card=card, who=drawer)
    if move.taken:
        return words("move.ability.take", cards=naming.cards(move.taken))
    return words("move.ability.rotate")


def _rest(naming: Naming, state: State, move: Move) -> str:
    words = naming.words("move.rest.rotate" if move.rotates else "move.rest")
    price = rest_price(state)
    return naming.words(f"move.rest.{price}", rest=words) if price else words


def rest_price(state: State) -> str:
    """What a Rest costs here (B1, B2): "blessing", "game", or "" if it costs nothing."""
    if state.rests + 1 < len(state.hands):
        return ""
    return "blessing" if state.blessings else "game"


def final_words(words: Words, state: State, move: Move) -> str:
    """What a move does that cannot be undone in the game, as a sentence; "" for any other move.

    It depends only on open information (K1).
    """
    if move.kind == "rest":
        price = rest_price(state)
        return words(f"final.rest.{price}") if price else ""
    if move.kind == "ability":
        return words("final.ability")
    holder = storage_of(state, str(move.card)) if move.kind == "play" else None
    if holder is None or not state.sheets >> holder & 1:
        return ""
    naming = Naming(words, state.tables.edition, state.tables.characters)
    return words("final.stored", owner=naming.who(holder))


def _signal(naming: Naming, state: State, move: Move) -> str:
    return naming.words("move.signal", place=_place(naming, state, str(move.place)))


_WORDS: dict[str, Callable[[Naming, State, Move], str]] = {
    "keep": _keep,
    "play": _play,
    "end": lambda naming, _state, _move: naming.words("move.end"),
    "claim": lambda naming, _state, move: naming.words("move.claim", relic=move.card),
    "rest": _rest,
    "signal": _signal,
    "ability": _ability,
    "take": lambda naming, _state, move: naming.words("move.take", card=naming.card(str(move.card))),
    "hold": lambda naming, _state, _move: naming.words("move.hold"),
    "rotate": lambda naming, _state, _move: naming.words("move.rotate"),
}

"""The facts of a legal move, from which the catalogue makes its words; and what of it can't be undone."""

from __future__ import annotations

from collections.abc import Callable

from silkenweb.game.move import Move
from silkenweb.game.state import State
from silkenweb.text import Words
from silkenweb.text.decision_text import Choice, move_sentence


def move_words(words: Words, state: State, move: Move, price: bool = True) -> str:
    """Return what a legal move of this position would do, in words.

    Everything is named as it lies or will lie. `price`: add what a Rest costs, if it costs anything.
    """
    choice = choice_of(state, move)
    return move_sentence(choice if price else choice._replace(price=""), state.scene(words))


def choice_of(state: State, move: Move) -> Choice:
    """Return the facts of a legal move of this position."""
    return _CHOICES[move.kind](state, move)


def rest_price(state: State) -> str:
    """Return what a Rest costs here (B1, B2): "blessing", "game", or "" if it costs nothing."""
    if state.rests + 1 < len(state.hands):
        return ""
    return "blessing" if state.blessings else "game"


def storage_of(state: State, card: str) -> int | None:
    """Return the seat whose storage a playable card lies in; None for a card of the deciding hand."""
    owner = state.tables.owner_of.get(card, state.seat)
    face = state.tables.face_of[owner][card]
    both = face if card in state.tables.relics else face | face << 1
    if state.hands[state.seat] & both:
        return None
    return next(seat for seat, store in enumerate(state.stores) if store & both)


def as_it_lies(state: State, card: str) -> str:
    """Return the text of anybody's card as it lies in hand or storage."""
    if card in state.tables.relics:
        return card
    owner = state.tables.owner_of.get(card, state.seat)
    face = state.tables.face_of[owner][card]
    return card if (state.hands[owner] | state.stores[owner]) & face else f"{card}'"


def as_kept(state: State, card: str, rotated: bool) -> str:
    """Return the text of a card of the deciding hand as it will lie once the hand is kept (S5)."""
    text = as_it_lies(state, card)
    if rotated and card not in state.tables.relics:
        return card if text.endswith("'") else f"{card}'"
    return text


def _play(state: State, move: Move) -> Choice:
    card = str(move.card)
    owner = storage_of(state, card)
    return Choice(move.kind, card=as_it_lies(state, card), owner=owner, targets=move.targets)


def _keep(state: State, move: Move) -> Choice:
    discards, stored = (
        tuple(as_kept(state, card, move.rotates) for card in cards) for cards in (move.discards, move.stored)
    )
    return Choice(move.kind, rotates=move.rotates, discards=discards, stored=stored)


def _rest(state: State, move: Move) -> Choice:
    return Choice(move.kind, rotates=move.rotates, price=rest_price(state))


def _ability(state: State, move: Move) -> Choice:
    card = as_it_lies(state, move.card) if move.card else ""
    return Choice(move.kind, card=card, targets=move.targets, drawer=move.drawer or "", taken=move.taken)


def _card(_state: State, move: Move) -> Choice:
    return Choice(move.kind, card=str(move.card))


def _plain(_state: State, move: Move) -> Choice:
    return Choice(move.kind)


_CHOICES: dict[str, Callable[[State, Move], Choice]] = {
    "keep": _keep,
    "play": _play,
    "end": _plain,
    "claim": _card,
    "rest": _rest,
    "signal": lambda _state, move: Choice(move.kind, place=str(move.place)),
    "ability": _ability,
    "take": _card,
    "hold": _plain,
    "rotate": _plain,
}


def final_words(words: Words, state: State, move: Move) -> str:
    """Return a sentence on what a move does that cannot be undone in the game; "" for any other move.

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
    return words("final.stored", owner=state.tables.naming(words).who(holder))

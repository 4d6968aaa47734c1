"""What widgets say about a legal move: its words, and a warning if it can't be undone in the game."""

from __future__ import annotations

from silkenweb.game.choice import move_words, rest_price, storage_of
from silkenweb.game.move import Move
from silkenweb.game.state import State
from silkenweb.text import Words

__all__ = ["final_words", "move_words"]


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

"""Moves as the numbers that the rules work with, read from their texts and remembered.

An action is a tuple of its kind and what that kind needs. A card is (owner, face), where the owner is the
character's number in the edition (`tables.seat_at` gives the seat) or RELIC. So every table of an edition
shares the actions. A text that names something the edition doesn't have is Illegal; a text that is not a
valid move is a NotationError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from silkenweb.edition import Equipment, Relic
from silkenweb.game.move import Move
from silkenweb.game.state import Illegal
from silkenweb.game.tables import (
    OTHER_DRAWS,
    OTHERS_MAY_ROTATE,
    RECOVER_TWO,
    RESOLVE_NEXT,
    SPIRIT,
    Tables,
    equipment_for,
)

Action = tuple[Any, ...]
RELIC = -1  # the owner of a card that any player may hold
ACTIONS_LIMIT = 100_000  # remembered texts; beyond it, all are forgotten


def read_action(tables: Tables, text: str) -> Action:
    """Return the action of a move's text and remember it for the whole edition in `tables.actions`."""
    move = Move.parse(text)
    action = _READERS[move.kind](tables, move)
    if len(tables.actions) > ACTIONS_LIMIT:
        tables.actions.clear()
    tables.actions[str(move)] = action
    return action


def _card(tables: Tables, text: str) -> tuple[int, int]:
    """Return (owner or RELIC, face) of a card's text."""
    bare, edition = text.rstrip("'"), tables.edition
    card = edition.cards.get(bare)
    if isinstance(card, Equipment):
        owner = list(edition.characters).index(card.owner)
        return owner, equipment_for(edition, card.owner).face_of[text]
    if isinstance(card, Relic) and bare == text:
        return RELIC, tables.face_of[0][text]
    raise Illegal("C6", "card.unheld", card=text)


def _target(tables: Tables, text: str) -> int:
    if text == "spirit":
        return SPIRIT
    if text not in tables.target_of:
        raise Illegal("C6", "threat.unknown", card=text)
    return tables.target_of[text]


def _cards(tables: Tables, texts: tuple[str, ...], rule: str) -> tuple[int, int]:
    """Return (owner, mask) of one player's cards, given in card order; RELIC if all are Relics."""
    owners, faces = set(), 0
    for text in texts:
        owner, face = _card(tables, text)
        owners.add(owner)
        faces |= face
    owners.discard(RELIC)
    bare = [text.rstrip("'") for text in texts]
    if len(owners) > 1 or bare != sorted(set(bare)):
        raise Illegal(rule, "cards.own")
    return (owners.pop() if owners else RELIC), faces


def _read_play(tables: Tables, move: Move) -> Action:
    owner, face = _card(tables, str(move.card))
    first, *rest = (_target(tables, target) for target in move.targets)
    if rest and first == SPIRIT:
        raise Illegal("T6", "pair.segment")
    return "play", owner, face, first, rest[0] if rest else -1


def _read_signal(_tables: Tables, move: Move) -> Action:
    place = str(move.place)
    return "signal", place


def _read_ability(tables: Tables, move: Move) -> Action:
    if move.targets:
        return RESOLVE_NEXT, _target(tables, move.targets[0])
    if move.drawer:
        return OTHER_DRAWS, *_card(tables, str(move.card)), move.drawer
    if move.taken:
        return RECOVER_TWO, *_cards(tables, move.taken, "A4")
    return (OTHERS_MAY_ROTATE,)


def _read_keep(tables: Tables, move: Move) -> Action:
    owner, both = _cards(tables, move.laid, "S5")
    _, storing = _cards(tables, move.stored, "S6")
    return "keep", move.rotates, owner, both & ~storing, storing


_READERS: dict[str, Callable[[Tables, Move], Action]] = {
    "play": _read_play,
    "end": lambda _tables, _move: ("end",),
    "claim": lambda tables, move: ("claim", _target(tables, str(move.card))),
    "rest": lambda _tables, move: ("rest", move.rotates),
    "signal": _read_signal,
    "ability": _read_ability,
    "keep": _read_keep,
    "take": lambda tables, move: ("take", *_card(tables, str(move.card))),
    "hold": lambda _tables, _move: ("rotate", False),
    "rotate": lambda _tables, _move: ("rotate", True),
}

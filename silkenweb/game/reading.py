"""From a move's text to the numbers that the rules work with, remembered for each text.

An action is a tuple: its kind, then what that kind needs. Cards are (owner seat, or -1 for a Relic, and a face).
A text that names something which isn't at this table is Illegal; one that has no move's form is a NotationError.
"""

from __future__ import annotations

from typing import Any

from silkenweb.game.illegal import Illegal
from silkenweb.game.move import Move
from silkenweb.game.tables import (
    CACHE_LIMIT,
    OTHER_DRAWS,
    OTHERS_MAY_ROTATE,
    RECOVER_TWO,
    RESOLVE_NEXT,
    SPIRIT,
    Tables,
)

Action = tuple[Any, ...]


def read_action(tables: Tables, text: str) -> Action:
    """The action of a move's text, remembered in `tables.actions`."""
    move = Move.parse(text)
    action = _READERS[move.kind](tables, move)
    if len(tables.actions) > CACHE_LIMIT:
        tables.actions.clear()
    tables.actions[str(move)] = action
    return action


def _card(tables: Tables, text: str) -> tuple[int, int]:
    """(owner or -1, face) of a card's text."""
    if text in tables.relics:
        return -1, tables.face_of[0][text]
    owner = tables.owner_of.get(text.rstrip("'"))
    if owner is None:
        raise Illegal("C6", f"nobody at the table owns a card {text}")
    return owner, tables.face_of[owner][text]


def _target(tables: Tables, text: str) -> int:
    if text == "spirit":
        return SPIRIT
    if text not in tables.target_of:
        raise Illegal("C6", f"the edition has no Threat Card {text}")
    return tables.target_of[text]


def _cards(tables: Tables, texts: tuple[str, ...]) -> tuple[int, int]:
    """(owner or -1 where all are Relics, mask) of cards that must be one player's own, in card order."""
    owners, faces = set(), 0
    for text in texts:
        owner, face = _card(tables, text)
        owners.add(owner)
        faces |= face
    owners.discard(-1)
    bare = [text.rstrip("'") for text in texts]
    if len(owners) > 1 or bare != sorted(set(bare)):
        raise Illegal("C6", "the cards must be one player's own, each once, in card order")
    return (owners.pop() if owners else -1), faces


def _read_play(tables: Tables, move: Move) -> Action:
    owner, face = _card(tables, str(move.card))
    first, *rest = (_target(tables, target) for target in move.targets)
    if rest and first == SPIRIT:
        raise Illegal("T6", "Combat x2 never splits over a segment")
    return "play", owner, face, first, rest[0] if rest else -1


def _read_signal(tables: Tables, move: Move) -> Action:
    place = str(move.place)
    if place not in tables.marker_of:
        raise Illegal("A5", f"there is no {place} to put the marker on")
    return "signal", tables.marker_of[place], place


def _read_ability(tables: Tables, move: Move) -> Action:
    if move.targets:
        return RESOLVE_NEXT, _target(tables, move.targets[0])
    if move.drawer:
        if move.drawer not in tables.characters:
            raise Illegal("A1", f"nobody plays {move.drawer}")
        return OTHER_DRAWS, *_card(tables, str(move.card)), tables.characters.index(move.drawer)
    if move.taken:
        return RECOVER_TWO, *_cards(tables, move.taken)
    return (OTHERS_MAY_ROTATE,)


def _read_keep(tables: Tables, move: Move) -> Action:
    owner, both = _cards(tables, move.laid)
    _, storing = _cards(tables, move.stored)
    return "keep", move.rotates, owner, both & ~storing, storing


_READERS = {
    "play": _read_play,
    "end": lambda tables, move: ("end",),
    "claim": lambda tables, move: ("claim", _target(tables, str(move.card))),
    "rest": lambda tables, move: ("rest", move.rotates),
    "signal": _read_signal,
    "ability": _read_ability,
    "keep": _read_keep,
    "take": lambda tables, move: ("take", *_card(tables, str(move.card))),
    "hold": lambda tables, move: ("rotate", False),
    "rotate": lambda tables, move: ("rotate", True),
}

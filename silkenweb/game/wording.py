"""A legal move in words, for people who choose: "Play WK3 (Combat) on T12 (Web)"."""

from __future__ import annotations

from collections.abc import Callable

from silkenweb.edition.icons import ICONS, asked
from silkenweb.game.move import Move
from silkenweb.game.narration import card_words, listed
from silkenweb.game.state import State
from silkenweb.game.tables import OTHERS_MAY_ROTATE


def move_words(state: State, move: Move) -> str:
    """What a legal move of this position would do, with everything named as it lies or will lie."""
    return _WORDS[move.kind](state, move)


def place_words(state: State, place: str) -> str:
    """Where a card is played or the marker put: a Threat, the next segment, or an icon of a sheet."""
    tables = state.tables
    if place == "spirit":
        segment = tables.segments[state.level][state.segments]
        return f"the Spider Spirit's segment {state.segments + 1} ({asked(segment.icons, segment.count)})"
    character, dot, icon = place.partition(".")
    if dot:
        return f"{tables.edition.characters[character].name}'s {ICONS[icon].name}"
    return card_words(tables, place)


def _lying(state: State, owner: int, card: str) -> str:
    """The text of a card as it lies in the owner's hand or storage."""
    if card in state.tables.relics:
        return card
    face = state.tables.face_of[owner][card]
    return card if (state.hands[owner] | state.stores[owner]) & face else f"{card}'"


def _card(state: State, card: str) -> str:
    owner = state.tables.owner_of.get(card, state.seat)
    return card_words(state.tables, _lying(state, owner, card))


def _play(state: State, move: Move) -> str:
    tables, card = state.tables, str(move.card)
    owner = tables.owner_of.get(card, state.seat)
    stored = not state.hands[state.seat] & _both(state, owner, card)
    source = f" from {tables.names[_holder(state, owner, card)]}'s storage" if stored else ""
    onto = listed(place_words(state, target) for target in move.targets)
    return f"Play {_card(state, card)}{source} on {onto}"


def _both(state: State, owner: int, card: str) -> int:
    face = state.tables.face_of[owner][card]
    return face if card in state.tables.relics else face | face << 1


def _holder(state: State, owner: int, card: str) -> int:
    both = _both(state, owner, card)
    return next(seat for seat, store in enumerate(state.stores) if store & both)


def _keep(state: State, move: Move) -> str:
    done = ["rotate the hand"] if move.rotates else []
    for verb, cards in (("lay away", move.discards), ("store", move.stored)):
        if cards:
            done.append(f"{verb} {listed(_turned(state, card, move.rotates) for card in cards)}")
    words = ", ".join(done) or "keep the whole hand as it is"
    return words[:1].upper() + words[1:]


def _turned(state: State, card: str, rotated: bool) -> str:
    lying = _lying(state, state.seat, card)
    if rotated and card not in state.tables.relics:
        lying = card if lying.endswith("'") else f"{card}'"
    return card_words(state.tables, lying)


def _ability(state: State, move: Move) -> str:
    tables = state.tables
    if move.targets:
        return f"Use the ability: resolve {place_words(state, move.targets[0])}"
    if move.drawer:
        drawer = tables.edition.characters[move.drawer].name
        return f"Use the ability: discard {_card(state, str(move.card))}, {drawer} draws a card"
    if move.taken:
        return f"Use the ability: take back {listed(card_words(tables, card) for card in move.taken)}"
    assert tables.effects[state.seat] == OTHERS_MAY_ROTATE
    return "Use the ability: the others may rotate their hands"


_WORDS: dict[str, Callable[[State, Move], str]] = {
    "keep": _keep,
    "play": _play,
    "end": lambda _state, _move: "End the turn",
    "claim": lambda _state, move: f"Claim the Relic {move.card}",
    "rest": lambda _state, move: "Rest and rotate the hand" if move.rotates else "Rest",
    "signal": lambda state, move: f"Put the marker on {place_words(state, str(move.place))}",
    "ability": _ability,
    "take": lambda state, move: f"Hold it as {card_words(state.tables, str(move.card))}",
    "hold": lambda _state, _move: "Hold the hand as it is",
    "rotate": lambda _state, _move: "Rotate the hand",
}

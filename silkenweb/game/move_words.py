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


def lying(state: State, owner: int, card: str) -> str:
    """The text of a card as it lies in the owner's hand or storage."""
    if card in state.tables.relics:
        return card
    face = state.tables.face_of[owner][card]
    return card if (state.hands[owner] | state.stores[owner]) & face else f"{card}'"


def as_it_lies(state: State, card: str) -> str:
    """The text of a card of whoever owns it, as it lies in hand or storage."""
    return lying(state, state.tables.owner_of.get(card, state.seat), card)


def as_kept(state: State, card: str, rotated: bool) -> str:
    """The text of a card of the deciding seat's hand as it would lie once the hand is kept."""
    text = lying(state, state.seat, card)
    if rotated and card not in state.tables.relics:
        return card if text.endswith("'") else f"{card}'"
    return text


def storage_of(state: State, card: str) -> int | None:
    """The seat whose storage a card that may be played lies in; None where it is in the deciding hand."""
    owner = state.tables.owner_of.get(card, state.seat)
    face = state.tables.face_of[owner][card]
    both = face if card in state.tables.relics else face | face << 1
    if state.hands[state.seat] & both:
        return None
    return next(seat for seat, store in enumerate(state.stores) if store & both)


def _card(state: State, card: str) -> str:
    return card_words(state.tables, as_it_lies(state, card))


def _play(state: State, move: Move) -> str:
    card = str(move.card)
    holder = storage_of(state, card)
    source = "" if holder is None else f" from {state.tables.names[holder]}'s storage"
    onto = listed(place_words(state, target) for target in move.targets)
    return f"Play {_card(state, card)}{source} on {onto}"


def _keep(state: State, move: Move) -> str:
    done = ["rotate the hand"] if move.rotates else []
    for verb, cards in (("lay away", move.discards), ("store", move.stored)):
        if cards:
            lying = [as_kept(state, card, move.rotates) for card in cards]
            done.append(f"{verb} {listed(card_words(state.tables, card) for card in lying)}")
    words = ", ".join(done) or "keep the whole hand as it is"
    return words[:1].upper() + words[1:]


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

"""The records that Position and View return: small, frozen, in the words of the rules."""

from __future__ import annotations

import msgspec

from silkenweb.game.state import State
from silkenweb.game.tables import SPIRIT


class Committed(msgspec.Struct, frozen=True):
    """A card on a target (T4): its text with its orientation, and the seat that committed it."""

    card: str
    seat: int


class Target(msgspec.Struct, frozen=True):
    """A card of the Threat Row with the cards committed to it, oldest first."""

    card: str
    committed: tuple[Committed, ...] = ()


class Spirit(msgspec.Struct, frozen=True):
    """The Spider Spirit: the number of resolved segments, and the cards committed to the next one."""

    resolved: int
    segments: int
    committed: tuple[Committed, ...] = ()


class Seat(msgspec.Struct, frozen=True):
    """A player's area. Cards have an orientation except in the Discard Pile; the top of a deck is first.

    `chosen` are the face-down discards of the phase `keep`, each after `-`, or `^` if it is stored.
    """

    character: str
    unflipped: bool
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    discards: tuple[str, ...]
    storage: tuple[str, ...]
    chosen: tuple[str, ...]


class SeatView(msgspec.Struct, frozen=True):
    """A player's area as a seat sees it: None if only the count is known.

    `relics` are the Relics among the cards that the viewer can't see.
    """

    character: str
    unflipped: bool
    hand: tuple[str, ...] | None
    hand_count: int
    deck_count: int
    discards: tuple[str, ...]
    storage: tuple[str, ...]
    chosen: tuple[str, ...] | None
    chosen_count: int
    relics: tuple[str, ...]


def targets_of(state: State) -> tuple[Target, ...]:
    """Return the Threat Row."""
    targets = state.tables.targets
    return tuple(Target(targets[target], committed_to(state, target)) for target in state.row)


def spirit_of(state: State) -> Spirit | None:
    """Return the Spider Spirit, or None in a level without one."""
    segments = state.tables.segments[state.level]
    return Spirit(state.segments, len(segments), committed_to(state, SPIRIT)) if segments else None


def committed_to(state: State, target: int) -> tuple[Committed, ...]:
    """Return the cards committed to a target."""
    texts = state.tables.text_of
    return tuple(Committed(texts[owner][face], by) for on, owner, face, by in state.commits if on == target)


def seat_of(state: State, seat: int) -> Seat:
    """Return one player's area."""
    tables = state.tables
    chosen = [(text, "-") for text in tables.cards(seat, state.chosen[seat])]
    chosen += [(text, "^") for text in tables.cards(seat, state.storing[seat])]
    return Seat(
        character=tables.characters[seat],
        unflipped=bool(state.sheets >> seat & 1),
        hand=tables.cards(seat, state.hands[seat]),
        deck=tuple(tables.text_of[seat][face] for face in state.decks[seat]),
        discards=tables.cards(seat, state.discards[seat]),
        storage=tables.cards(seat, state.stores[seat]),
        chosen=tuple(sign + text for text, sign in sorted(chosen)),
    )

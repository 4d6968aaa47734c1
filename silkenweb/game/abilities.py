"""The Action Abilities (A1-A4), each a whole turn and used once a game, and what the others decide in them.

Like the functions of transition.py: each checks as it goes and changes the State that it is given.
"""

from __future__ import annotations

from silkenweb.game import effects
from silkenweb.game.action import Action
from silkenweb.game.effects import Log
from silkenweb.game.legality import drawers, front_resolvable, sheet_unflipped
from silkenweb.game.state import PLAYED, ROTATE, TAKE, TURN, Illegal, State, put
from silkenweb.game.tables import (
    OTHER_DRAWS,
    OTHERS_MAY_ROTATE,
    RECOVER_TWO,
    RELIC_SEAT,
    REMOVED,
    RESOLVE_NEXT,
    SPIRIT,
)

ABILITY_RULES = {OTHER_DRAWS: "A1", RESOLVE_NEXT: "A2", OTHERS_MAY_ROTATE: "A3", RECOVER_TWO: "A4"}


def _use_sheet(state: State, effect: str, log: Log) -> None:
    """What all abilities share: the right sheet, unflipped, as the whole turn."""
    seat = state.seat
    if state.tables.effects[seat] != effect:
        raise Illegal(ABILITY_RULES[effect], "ability.none", who=state.tables.who[seat])
    if not sheet_unflipped(state):
        raise Illegal(ABILITY_RULES[effect], "ability.once")
    if state.flags & PLAYED:
        raise Illegal("T1", "ability.turn")
    state.sheets &= ~(1 << seat)
    state.rests = 0  # B3
    if log is not None:
        log.ability_used(seat)


def others_may_rotate(state: State, _action: Action, log: Log) -> None:
    """A3."""
    _use_sheet(state, OTHERS_MAY_ROTATE, log)
    players, seat = state.tables.players, state.seat
    state.marker = REMOVED
    state.queue = tuple((seat + step) % players for step in range(1, players))
    state.phase, state.seat = ROTATE, state.queue[0]


def rotate(state: State, action: Action, log: Log) -> None:
    """A3: each other player holds or rotates."""
    seat = state.seat
    if action[1]:
        state.hands = put(state.hands, seat, state.tables.rotated(seat, state.hands[seat]))
    if log is not None:
        log.hand_rotated(seat, bool(action[1]))
    state.queue = state.queue[1:]
    if state.queue:
        state.seat = state.queue[0]
    else:
        _ability_over(state, state.tables.marker_seat, log)


def resolve_next(state: State, action: Action, log: Log) -> None:
    """A2."""
    target, tables = action[1], state.tables
    _use_sheet(state, RESOLVE_NEXT, log)
    front = state.row[0] if state.row else -1
    if target == SPIRIT:
        if state.all_segments_done():
            raise Illegal("A2", "segment.none")
    elif target != front:
        raise Illegal("A2", "next.only")
    elif not front_resolvable(state):
        raise Illegal("A2", "relic.resolve")
    if log is not None:
        log.resolved(state.seat, (target,), [(o, f) for on, o, f, _ in state.commits if on == target])
    effects.resolve(state, target)
    if target >= 0:
        effects.marker_comes_back(state, target, log)
    effects.settle(state, front, target >= 0 and tables.locking[target], True, log)


def other_draws(state: State, action: Action, log: Log) -> None:
    """A1: discard one card, another player draws."""
    _, owner, first, character = action
    tables, seat = state.tables, state.seat
    owner = tables.seat_at[owner]
    _use_sheet(state, OTHER_DRAWS, log)
    both = first if owner == RELIC_SEAT else first | first << 1
    face = state.hands[seat] & both if owner in (RELIC_SEAT, seat) else 0
    if not face:
        raise Illegal("A1", "hand.not")
    if character not in drawers(state):
        raise _no_draw(state, character)
    drawer = tables.characters.index(character)
    state.hands = put(state.hands, seat, state.hands[seat] & ~face)
    effects.discard(state, seat, face)
    top = state.decks[drawer][0]
    state.decks = (*state.decks[:drawer], state.decks[drawer][1:], *state.decks[drawer + 1 :])
    state.taking = tables.without_orientation(drawer, top)
    state.phase, state.seat = TAKE, drawer
    if log is not None:
        log.card_discarded(seat, face)
        log.drew_one(drawer, state.taking)


def _no_draw(state: State, character: str) -> Illegal:
    """A1: why this character may not draw."""
    tables = state.tables
    if character not in tables.characters:
        return Illegal("A1", "nobody", character=character)
    drawer = tables.characters.index(character)
    if drawer == state.seat:
        return Illegal("A1", "other.draws")
    return Illegal("A1", "deck.empty", who=tables.who[drawer])


def take(state: State, action: Action, log: Log) -> None:
    """A1: the drawer chooses the orientation."""
    _, owner, face = action
    seat, tables = state.seat, state.tables
    owner = tables.seat_at[owner]
    if owner not in (RELIC_SEAT, seat) or tables.without_orientation(seat, face) != state.taking:
        raise Illegal("A1", "drawn.not")
    state.hands = put(state.hands, seat, state.hands[seat] | face)
    state.taking = 0
    if log is not None:
        log.took(seat, face)
    _ability_over(state, tables.drawing_seat, log)


def _ability_over(state: State, seat: int, log: Log) -> None:
    """The others have done their part of `seat`'s ability, which was its whole turn."""
    state.phase, state.seat = TURN, seat
    effects.finish(state, True, log)


def recover(state: State, action: Action, log: Log) -> None:
    """A4."""
    _, owner, faces = action
    seat, tables = state.seat, state.tables
    _use_sheet(state, RECOVER_TWO, log)
    mine = tables.seat_at[owner] in (RELIC_SEAT, seat)
    cards = tables.without_orientation(seat, faces) if mine else 0
    if not cards or cards & ~state.discards[seat]:
        raise Illegal("A4", "discards.not")
    state.discards = put(state.discards, seat, state.discards[seat] & ~cards)
    state.hands = put(state.hands, seat, state.hands[seat] | faces)
    if log is not None:
        log.recovered(seat, faces)
    effects.finish(state, True, log)

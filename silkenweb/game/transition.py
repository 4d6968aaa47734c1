"""What each move does, and why it may not: one function a kind, each checking as it goes.

`apply(state, text)` gives the next State and leaves the old one alone; an illegal move is an `Illegal`
with the rule.
"""

from __future__ import annotations

from collections.abc import Callable

from silkenweb.game import abilities, effects
from silkenweb.game.action import Action, read_action
from silkenweb.game.effects import Log
from silkenweb.game.legality import cards_to_discard, may_signal, may_store, pair_open, sheet_unflipped
from silkenweb.game.state import (
    DEAL,
    KEEP,
    LOST,
    PLAYED,
    ROTATE,
    SIGNALLED,
    STORED,
    TAKE,
    TURN,
    WON,
    Illegal,
    State,
    in_order,
    put,
)
from silkenweb.game.tables import (
    OTHER_DRAWS,
    OTHERS_MAY_ROTATE,
    RECOVER_TWO,
    RELIC_SEAT,
    RESOLVE_NEXT,
    SPIRIT,
)


def apply(state: State, text: str, log: Log = None, in_place: bool = False) -> State:
    """The State after the move of this text; what happened is told to `log`.

    `in_place`: the State is the caller's own, and is changed itself; where the move is illegal, it is spoilt.
    """
    action = state.tables.actions.get(text)
    if action is None:
        action = read_action(state.tables, text)
    phase, handler = _HANDLERS[action[0]]
    if phase != state.phase:
        raise _wrong_phase(state.phase, text.split(" ")[0])
    new = state if in_place else state.copy()
    handler(new, action, log)
    return new


# -- playing cards ---------------------------------------------------------------------------------


def _play(state: State, action: Action, log: Log) -> None:
    """T2-T8: one card, from the hand or a storage, on one target or two."""
    _, owner, first, target, second = action
    tables, seat = state.tables, state.seat
    owner = tables.seat_at[owner]
    face = state.hands[seat] & (first | first << 1) if owner == seat else 0
    stored = False
    if not face:
        owner, face, stored = _find(state, owner, first)
    front = state.row[0] if state.row else -1
    if second >= 0:
        _check_pair(state, owner, face, target, second)
        targets: tuple[int, ...] = (target, second)
        missing = 0
    else:
        missing = _check_target(state, owner, face, target)
        targets = (target,)
    _lift(state, owner, face, stored)
    if log is not None:
        log.played(state.seat, owner, face, targets, stored)
    state.flags |= PLAYED
    state.rests = 0  # B3
    if missing > 0:
        state.commits = in_order([*state.commits, (target, owner, face, state.seat)])  # T4
        if log is not None:
            log.committed(state.seat, owner, face, target, missing)
        return
    if log is not None:
        log.resolved(state.seat, targets, _cards_leaving(state, targets, owner, face))
    if face <= tables.relic_mask:
        state.done |= 1 << tables.target_of_relic[face]  # T7
    else:
        effects.discard(state, owner, face)
    unlocked = False
    for each in targets:
        effects.resolve(state, each)
        unlocked = unlocked or (each >= 0 and tables.locking[each])
        if state.marker == each >= 0:
            effects.marker_comes_back(state, each, log)
    effects.settle(state, front, unlocked, False, log)


def _find(state: State, owner: int, first: int) -> tuple[int, int, bool]:
    """For a Relic or another's card: who plays it, its face as it lies, and whether from a storage (A6)."""
    seat = state.seat
    relic = owner == RELIC_SEAT
    both = first if relic else first | first << 1
    if relic and state.hands[seat] & first:
        return seat, first, False
    for holder, store in enumerate(state.stores):
        if store & both and (relic or holder == owner):
            return holder, store & both, True
    raise Illegal("T1", "nowhere")


def _lift(state: State, owner: int, face: int, stored: bool) -> None:
    """Take the card from where it lies; A6: a played stored card flips its owner's sheet."""
    if stored:
        state.stores = put(state.stores, owner, state.stores[owner] & ~face)
        state.sheets &= ~(1 << owner)
        state.flags |= STORED
    else:
        seat = state.seat
        state.hands = put(state.hands, seat, state.hands[seat] & ~face)


def _check_target(state: State, owner: int, face: int, target: int) -> int:
    """T3-T5, T7: whether the card may be played there; how many icons are then missing."""
    tables = state.tables
    if target == SPIRIT:
        return _check_segment(state, owner, face)
    row, kit = state.row, tables.kits[owner]
    fits = kit.match if row and target == row[0] else kit.far
    if target not in row or not face & fits[target]:
        raise _no_play(state, owner, face, target)
    need = tables.need[target]
    if need == 1 or face <= tables.relic_mask:
        return 0  # T7, T8
    missing = need - tables.worth(owner, face, tables.combat[target])
    return missing - _paid(state, target, tables.combat[target]) if missing > 0 and state.commits else missing


def _no_play(state: State, owner: int, face: int, target: int) -> Illegal:
    """T3, T7, T11: why this card may not be played on that card of the row."""
    tables = state.tables
    if target not in state.row:
        return Illegal("T3", "row.not", card=tables.targets[target])
    if tables.is_relic[target]:
        return Illegal("T11", "relic.cards")
    if not face & tables.match[owner][target]:
        return Illegal("T3", "icon.target", card=tables.text_of[owner][face])
    if tables.is_relic[state.row[0]]:
        return Illegal("T3", "relic.first")
    if face <= tables.relic_mask:
        return Illegal("T7", "relic.next")
    return Illegal("T3", "ranged.only")


def _check_segment(state: State, owner: int, face: int) -> int:
    tables = state.tables
    if not face & tables.kits[owner].on_segment[state.level][state.segments]:
        if state.all_segments_done():
            raise Illegal("T3", "segment.none")
        raise Illegal("T3", "icon.segment", card=tables.text_of[owner][face])
    if face <= tables.relic_mask:
        return 0  # T7
    combat = state.segment_combat()
    need = tables.segments[state.level][state.segments].count
    return need - tables.worth(owner, face, combat) - _paid(state, SPIRIT, combat)


def _paid(state: State, target: int, combat: bool) -> int:
    """How many icons the cards committed to a target bring (T4)."""
    worth = state.tables.worth
    return sum(worth(owner, face, combat) for on, owner, face, _ in state.commits if on == target)


def _check_pair(state: State, owner: int, face: int, left: int, right: int) -> None:
    """T6: a Combat x2 card on the leftmost card and the one beside it, both single Combat Threats."""
    tables = state.tables
    if not face & tables.combat2[owner]:
        raise Illegal("T6", "pair.face", card=tables.text_of[owner][face])
    if state.row[:2] != (left, right):
        raise Illegal("T6", "pair.leftmost")
    if not pair_open(state):
        raise Illegal("T6", "pair.single")


def _cards_leaving(state: State, targets: tuple[int, ...], owner: int, face: int) -> list[tuple[int, int]]:
    """The cards that go to Discard Piles as these targets are resolved, for the log."""
    cards = [(whose, card) for on, whose, card, _ in state.commits if on in targets]
    return cards if face <= state.tables.relic_mask else [*cards, (owner, face)]


def _end(state: State, _action: Action, log: Log) -> None:
    """T2."""
    if not state.flags & PLAYED:
        raise Illegal("T2", "end.none")
    if log is not None:
        log.turn_ended(state.seat)
    effects.end_turn(state, state.seat, log)


def _claim(state: State, action: Action, log: Log) -> None:
    """T11."""
    target = action[1]
    if not state.row or state.row[0] != target:
        raise Illegal("T11", "claim.front")
    if not state.tables.is_relic[target]:
        raise Illegal("T11", "claim.relic")
    state.rests = 0  # B3
    effects.claim(state, log)
    effects.finish(state, True, log)


# -- resting, signalling ---------------------------------------------------------------------------


def _rest(state: State, action: Action, log: Log) -> None:
    """T12, B1, B2."""
    if state.flags & PLAYED:
        raise Illegal("T1", "rest.played")
    seat = state.seat
    if action[1]:
        hands = state.hands
        state.hands = put(hands, seat, state.tables.kits[seat].rotated(hands[seat]))
    state.rests += 1
    if log is not None:
        log.rested(seat, bool(action[1]), state.rests)
    if state.rests == state.tables.players:
        effects.lose_blessing(state, log)
    else:
        effects.finish(state, True, log)


def _signal(state: State, action: Action, log: Log) -> None:
    """A5: the marker, once a turn, before the option."""
    tables = state.tables
    place = tables.marker_of.get(action[1])
    if not may_signal(state):
        gone = state.seat != tables.marker_seat or not sheet_unflipped(state)
        raise Illegal("A5", "marker.gone" if gone else "marker.once")
    if place is None:
        raise Illegal("A5", "marker.place", place=action[1])
    if place == state.marker:
        raise Illegal("A5", "marker.there")
    if place < len(tables.targets) and place not in state.row:
        raise Illegal("A5", "marker.row")
    state.marker = place
    state.flags |= SIGNALLED
    if log is not None:
        log.marker_moved(state.seat, action[1])


# -- setting up ------------------------------------------------------------------------------------


def _keep(state: State, action: Action, log: Log) -> None:
    """S5, S6: rotate or not, lay cards away; when all have chosen, all is turned up."""
    _, rotate, owner, discards, storing = action
    tables, seat = state.tables, state.seat
    kit, hand = tables.kits[seat], state.hands[seat]
    cards = kit.without_orientation(hand)
    count = cards_to_discard(state, seat)
    laid = discards | storing
    if tables.seat_at[owner] not in (RELIC_SEAT, seat) or laid & ~cards:
        raise Illegal("S5", "keep.own")
    if laid.bit_count() != count:
        raise Illegal("S5", "keep.count", count=count)
    if storing and not may_store(state, seat):
        raise Illegal("S6", "keep.store")
    if rotate:
        hand = kit.rotated(hand)
    up = kit.upright
    chosen = hand & (discards | (discards & up) << 1)
    stored = hand & (storing | (storing & up) << 1)
    state.hands = put(state.hands, seat, hand & ~(chosen | stored))
    state.chosen = put(state.chosen, seat, chosen)
    if stored:
        state.storing = put(state.storing, seat, stored)
    if log is not None:
        log.kept(seat, bool(rotate), chosen, stored)
    state.queue = state.queue[1:]
    if state.queue:
        state.seat = state.queue[0]
    else:
        _reveal_discards(state, log)


def _reveal_discards(state: State, log: Log) -> None:
    """S5: the Discard Piles and storage take what was laid away, and the start player's turn begins."""
    tables = state.tables
    if log is not None:
        log.discards_revealed(state)
    laid = zip(state.discards, tables.kits, state.chosen, strict=True)
    state.discards = tuple([pile | kit.without_orientation(chosen) for pile, kit, chosen in laid])
    if any(state.storing):
        stored = zip(state.stores, state.storing, strict=True)
        state.stores = tuple([store | storing for store, storing in stored])
    state.chosen = state.storing = (0,) * tables.players
    state.phase = TURN
    effects.begin_turn(state, state.start, log)


def _wrong_phase(phase: str, kind: str) -> Illegal:
    if phase == DEAL:
        return Illegal("S2", "deal.first")
    if phase in (WON, LOST):
        return Illegal("E4" if phase == WON else "B2", f"over.{phase}")
    rule = {KEEP: "S5", TURN: "T1", TAKE: "A1", ROTATE: "A3"}[phase]
    return Illegal(rule, "phase", kind=kind, phase=phase)


_HANDLERS: dict[str, tuple[str, Callable[[State, Action, Log], None]]] = {
    "play": (TURN, _play),
    "end": (TURN, _end),
    "claim": (TURN, _claim),
    "rest": (TURN, _rest),
    "signal": (TURN, _signal),
    OTHERS_MAY_ROTATE: (TURN, abilities.others_may_rotate),
    RESOLVE_NEXT: (TURN, abilities.resolve_next),
    OTHER_DRAWS: (TURN, abilities.other_draws),
    RECOVER_TWO: (TURN, abilities.recover),
    "rotate": (ROTATE, abilities.rotate),
    "take": (TAKE, abilities.take),
    "keep": (KEEP, _keep),
}

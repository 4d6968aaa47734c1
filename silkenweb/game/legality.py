"""Which moves are legal: the list, sorted by text. (Whether one move is legal, applying.py knows by
itself.)"""

from __future__ import annotations

from silkenweb.game.move import Move
from silkenweb.game.state import DEAL, KEEP, LOST, PLAYED, ROTATE, TAKE, TURN, WON, State
from silkenweb.game.tables import OTHER_DRAWS, OTHERS_MAY_ROTATE, RECOVER_TWO, RESOLVE_NEXT, SPIRIT, STORAGE

END = Move("end")
RESTS = (Move("rest"), Move("rest ~"))
ROTATES = (Move("hold"), Move("rotate"))
USE = (Move("ability"),)
RESOLVE_SEGMENT = Move("ability spirit")
NONE: tuple[Move, ...] = ()


def legal_moves(state: State) -> tuple[Move, ...]:
    """All legal moves of a position, sorted as strings; none where a deal must come or the game has ended."""
    phase = state.phase
    if phase == TURN:
        return _turn(state)
    if phase == KEEP:
        return _keep(state)
    if phase == ROTATE:
        return ROTATES
    if phase == TAKE:
        return state.tables.kits[state.seat].takes(state.taking)
    assert phase in (DEAL, WON, LOST)
    return NONE


def _turn(state: State) -> tuple[Move, ...]:
    """T1: one of Play Cards, Rest, the Action Ability; once a card is played, more plays or the end (T2)."""
    row = state.row
    relic_first = row and state.tables.is_relic[row[0]]
    if state.flags & PLAYED:
        moves = [state.tables.claim[row[0]], END] if relic_first else [END]
        moves += _plays(state)
        return tuple(moves)
    moves = list(_ability(state)) if state.sheets >> state.seat & 1 else []
    if relic_first:
        moves.append(state.tables.claim[row[0]])  # T11
    moves += _plays(state)
    moves += RESTS  # T12
    if state.seat == state.tables.marker_seat and not state.flags and state.sheets >> state.seat & 1:
        moves += _signals(state)
    return tuple(moves)


def _plays(state: State) -> list[Move]:
    """T3-T7 for the hand and for every storage (A6)."""
    seat = state.seat
    moves: list[Move] = []
    groups = _plays_of(state, seat, state.hands[seat], moves)
    for owner, store in enumerate(state.stores):
        if store:
            groups += _plays_of(state, owner, store, moves)
    if groups > 1:
        moves.sort()
    return moves


def _plays_of(state: State, owner: int, faces: int, moves: list[Move]) -> int:
    """Add the plays of these faces of one owner's cards; how many sorted runs were added."""
    tables, row = state.tables, state.row
    kit = tables.kits[owner]
    groups = 0
    if row:
        front = row[0]
        fit = faces & kit.match[front]
        if fit:
            moves += kit.plays[front].get(fit) or kit.plays_on(fit, front)
            groups = 1
        if len(row) > 1:
            double = faces & kit.combat2
            if double and tables.single_combat[front] and tables.single_combat[row[1]]:
                moves += kit.plays_on_two(double, front, row[1])  # T6
                groups += 1
            far = faces & kit.ranged
            if far:
                for target in row[1:]:
                    if tables.combat[target]:
                        moves += kit.plays[target].get(far) or kit.plays_on(far, target)
                        groups += 1
    segments = kit.segment_match[state.level]
    if state.segments < len(segments):
        fit = faces & segments[state.segments]
        if fit:
            moves += kit.plays_on(fit, SPIRIT)
            groups += 1
    return groups


def _ability(state: State) -> tuple[Move, ...]:
    """What the seat's unflipped sheet allows (A1-A4)."""
    tables, seat = state.tables, state.seat
    effect = tables.effects[seat]
    if effect == OTHERS_MAY_ROTATE:
        return USE
    if effect == RESOLVE_NEXT:
        return _resolve_next(state)
    if effect == RECOVER_TWO:
        return tables.kits[seat].recovers(state.discards[seat])
    if effect == OTHER_DRAWS:
        drawers = tuple(
            key for other, key in enumerate(tables.characters) if state.decks[other] and other != seat
        )
        return tables.kits[seat].draws(state.hands[seat], drawers)
    assert effect == STORAGE
    return NONE


def _resolve_next(state: State) -> tuple[Move, ...]:
    """A2: the next in line if it is no Relic, the next segment."""
    row, tables = state.row, state.tables
    moves = (tables.resolve[row[0]],) if row and not tables.is_relic[row[0]] else ()
    return moves if state.all_segments_done() else tuple(sorted((*moves, RESOLVE_SEGMENT)))


def _signals(state: State) -> list[Move]:
    """A5: every visible card and every icon of a sheet, but where the marker already lies."""
    tables = state.tables
    moves = list(tables.sheet_signals)
    place = state.marker - len(tables.targets)
    if place >= 0:
        del moves[place]
    moves += [tables.signal[target] for target in state.row if target != state.marker]
    moves.sort()
    return moves


def _keep(state: State) -> tuple[Move, ...]:
    """S5 and S6."""
    tables, seat = state.tables, state.seat
    storing = tables.effects[seat] == STORAGE and bool(state.sheets >> seat & 1)
    discard = tables.edition.levels[state.level - 1].discard
    return tables.kits[seat].keeps(state.hands[seat], discard, storing)

"""Which moves are legal: the list, sorted by text, and the conditions that it shares with the checks.

`transition.py` and `abilities.py` check a move by the same masks (`EquipmentTables.match`, `far`,
`on_segment`) and conditions, and say why it is refused.
"""

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


# -- conditions ------------------------------------------------------------------------------------


def pair_open(state: State) -> bool:
    """T6: whether the two leftmost cards of the row are single Combat Threats."""
    row, single = state.row, state.tables.single_combat
    return len(row) > 1 and single[row[0]] and single[row[1]]


def may_signal(state: State) -> bool:
    """A5: whether the deciding seat has the marker and has done nothing yet this turn."""
    return state.seat == state.tables.marker_seat and not state.flags and sheet_unflipped(state)


def sheet_unflipped(state: State) -> bool:
    """A1-A4: whether the deciding seat's Action Ability is unused."""
    return bool(state.sheets >> state.seat & 1)


def may_store(state: State, seat: int) -> bool:
    """S6: whether a seat may store what it discards."""
    return state.tables.effects[seat] == STORAGE and bool(state.sheets >> seat & 1)


def cards_to_discard(state: State, seat: int) -> int:
    """S5: how many cards a seat that is still to keep discards: the level's number, or all it has."""
    return min(state.tables.edition.levels[state.level - 1].discard, state.hands[seat].bit_count())


def drawers(state: State) -> tuple[str, ...]:
    """A1: the other players who have a card to draw, as characters."""
    seat, decks = state.seat, state.decks
    return tuple([key for other, key in enumerate(state.tables.characters) if decks[other] and other != seat])


def front_resolvable(state: State) -> bool:
    """A2: whether the next in line is a Threat Card."""
    return bool(state.row) and not state.tables.is_relic[state.row[0]]


# -- lists -----------------------------------------------------------------------------------------


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
    if state.seat == state.tables.marker_seat and may_signal(state):  # the cheap part first
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
    row = state.row
    kit = state.tables.kits[owner]
    groups = 0
    if row:
        front = row[0]
        fit = faces & kit.match[front]
        if fit:
            moves += kit.plays[front].get(fit) or kit.plays_on(fit, front)
            groups = 1
        if len(row) > 1:
            double = faces & kit.combat2
            if double and pair_open(state):
                moves += kit.plays_on_two(double, front, row[1])  # T6
                groups += 1
            if faces & kit.ranged:  # T3
                for target in row[1:]:
                    fit = faces & kit.far[target]
                    if fit:
                        moves += kit.plays[target].get(fit) or kit.plays_on(fit, target)
                        groups += 1
    fit = faces & kit.on_segment[state.level][state.segments]
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
        return tables.kits[seat].draws(state.hands[seat], drawers(state))
    assert effect == STORAGE
    return NONE


def _resolve_next(state: State) -> tuple[Move, ...]:
    """A2: the next in line if it is no Relic, the next segment."""
    moves = (state.tables.resolve[state.row[0]],) if front_resolvable(state) else ()
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
    seat = state.seat
    return state.tables.kits[seat].keeps(
        state.hands[seat], cards_to_discard(state, seat), may_store(state, seat)
    )

"""Whether the parts of a position text go together: each alone may be right, and all of it impossible."""

from __future__ import annotations

from silkenweb.errors import NotationError
from silkenweb.game.state import DEAL, KEEP, LOST, PLAYED, ROTATE, SIGNALLED, STORED, TAKE, TURN, WON, State
from silkenweb.game.tables import ON_SHEET, REMOVED, SPIRIT, STORAGE

Fit = tuple[bool, str, str]
"""Whether something holds; the field where it does not; the reason."""


def check_fit(state: State) -> None:
    """A NotationError for the first thing that does not fit the rest."""
    for fits in (_phase_fits, _deal_fits, _end_fits, _turn_fits, _marker_fits, _card_fits, _chosen_fits):
        for holds, where, reason in fits(state):
            if not holds:
                raise NotationError(reason, where=where)


def _phase_fits(state: State) -> list[Fit]:
    tables, phase, queue = state.tables, state.phase, state.queue
    players = tables.players
    turning = phase in (KEEP, ROTATE)
    last = state.start if phase == KEEP else tables.marker_seat
    ends = (last - 1) % players
    expected = tuple((ends - step) % players for step in reversed(range(len(queue))))
    drawing = tables.drawing_seat
    return [
        (bool(queue) == turning, "queue", f"does not fit phase {phase}"),
        (not queue or queue[0] == state.seat, "queue", "the seat that decides comes first"),
        (not turning or len(queue) <= players, "queue", "a seat stands there twice"),
        (not turning or queue == expected, "queue", "the seats still to decide follow clockwise to the last"),
        (phase != ROTATE or tables.marker_seat not in (-1, *queue), "queue", "nobody lets the others rotate"),
        (phase != ROTATE or _flipped(state, tables.marker_seat), "phase", "the sheet was not flipped for it"),
        (bool(state.taking) == (phase == TAKE), "taking", f"does not fit phase {phase}"),
        (phase != TAKE or drawing not in (-1, state.seat), "seat", "nobody lets this seat draw"),
        (phase != TAKE or _flipped(state, drawing), "phase", "the sheet was not flipped for it"),
    ]


def _flipped(state: State, seat: int) -> bool:
    return seat >= 0 and not state.sheets >> seat & 1


def _deal_fits(state: State) -> list[Fit]:
    before = state.phase in (DEAL, KEEP)
    lies = state.done or (state.phase == DEAL and (state.row or state.deck))
    in_hand = any(state.hands) or any(state.decks) or any(state.chosen) or any(state.storing)
    return [
        (not (before and lies), "row", "nothing lies there yet"),
        (not (before and state.segments), "spirit", "no segment is resolved yet"),
        (state.phase != DEAL or not in_hand, "phase", "before a deal all cards lie in the Discard Piles"),
    ]


def _end_fits(state: State) -> list[Fit]:
    won, levels = state.phase == WON, len(state.tables.edition.levels)
    return [
        (not won or not (state.row or state.deck), "phase", "not won while Threats are left"),
        (not won or state.all_segments_done(), "phase", "not won while a segment is left"),
        (not won or state.level == levels, "phase", "only the last level wins"),
        (state.phase != LOST or not state.blessings, "phase", "not lost while a Blessing is left"),
    ]


def _turn_fits(state: State) -> list[Fit]:
    tables, phase, flags = state.tables, state.phase, state.flags
    quiet, played = phase != TURN, bool(flags & PLAYED)
    rests = tables.players if phase == LOST else 0 if quiet else state.rests
    storing = tables.effects.index(STORAGE) if STORAGE in tables.effects else -1
    return [
        (state.rests == rests, "rests", f"{rests} stands here in phase {phase}"),
        (phase == LOST or state.rests < tables.players, "rests", "fewer than there are players"),
        (not (flags and phase in (DEAL, KEEP, WON, LOST)), "turn", f"'-' stands here in phase {phase}"),
        (not flags & STORED or played, "turn", "a stored card was played, so a card was"),
        (not flags & STORED or _flipped(state, storing), "turn", "no sheet was flipped for a stored card"),
        (not (quiet and played), "turn", "no card is played in a turn of an ability"),
        (not (played and state.rests), "rests", "a play sets the count to 0"),
    ]


def _marker_fits(state: State) -> list[Fit]:
    tables, phase, place = state.tables, state.phase, state.marker
    holder = tables.marker_seat
    mine = state.seat if phase == TURN else holder if phase == ROTATE else tables.drawing_seat
    signalled = bool(state.flags & SIGNALLED)
    played = bool(state.flags & PLAYED)  # the marker's card may have left the row since (A5)
    away = place not in (ON_SHEET, REMOVED)
    return [
        (not signalled or mine == holder >= 0, "turn", "only who has the marker signals"),
        (
            (place == REMOVED) == _flipped(state, holder),
            "marker",
            "'x' says that the sheet is flipped",
        ),
        (not signalled or place != ON_SHEET or played, "marker", "a signal leaves it on the table"),
        (not (away and phase in (DEAL, KEEP, WON)), "marker", "not before a turn"),
    ]


def _card_fits(state: State) -> list[Fit]:
    tables, fits = state.tables, []
    for seat, name in enumerate(tables.characters):
        store = state.stores[seat] | state.storing[seat]
        keeps = tables.effects[seat] == STORAGE
        over = bool(state.flags & STORED)  # the turn in which a flipped sheet may still have some (A6)
        fits += [
            (not store or keeps, name, "this character has no storage"),
            (not (store and _flipped(state, seat)) or over, name, "a flipped sheet has no storage"),
        ]
    for target in {commit[0] for commit in state.commits}:
        fits += _commit_fits(state, target)
    if state.phase in (KEEP, DEAL, WON):
        fits.append((not state.commits, "row", f"no card is committed in phase {state.phase}"))
    return fits


def _commit_fits(state: State, target: int) -> list[Fit]:
    tables = state.tables
    on = [commit for commit in state.commits if commit[0] == target]
    if target == SPIRIT:
        segments = tables.segment_match
        match = [segments[owner][state.level][state.segments] for _, owner, _, _ in on]
        need, combat = tables.segments[state.level][state.segments].count, state.segment_combat()
    else:
        match = [tables.match[owner][target] for _, owner, _, _ in on]
        need, combat = tables.need[target], tables.combat[target]
    where = "spirit" if target == SPIRIT else "row"
    fit = all(face & of for (_, _, face, _), of in zip(on, match, strict=True))
    relic = any(face <= tables.relic_mask for _, _, face, _ in on)
    paid = sum(tables.worth(owner, face, combat) for _, owner, face, _ in on)
    return [
        (fit and not relic, where, "a committed card does not match its target"),
        (paid < need, where, "a target that is fully paid is resolved"),
    ]


def _chosen_fits(state: State) -> list[Fit]:
    """S5: who has chosen has laid away the level's number of cards, or the whole hand if it had fewer."""
    tables, fits = state.tables, []
    discard = tables.edition.levels[state.level - 1].discard
    for seat, name in enumerate(tables.characters):
        laid = (state.chosen[seat] | state.storing[seat]).bit_count()
        if state.phase != KEEP:
            fits.append((not laid, name, f"nothing lies face down in phase {state.phase}"))
        elif seat in state.queue:
            fits.append((not laid, name, "this seat has not chosen yet"))
        else:
            count = min(discard, laid + state.hands[seat].bit_count())
            fits.append((laid == count, name, f"{count} must be laid away"))
    return fits

"""What follows from a move by itself: resolving, revealing, claiming, turns, clearing, losing.

Every function changes the State it is given, which is the mover's own fresh copy, and records the
events if there is a log. `transition.py` decides what may be done; here it is done.
"""

from __future__ import annotations

from silkenweb.game.event_log import EventLog
from silkenweb.game.state import DEAL, LOST, STORED, WON, Commitment, State, put
from silkenweb.game.tables import ON_SHEET, REMOVED, SPIRIT

Log = EventLog | None


def discard_commits(state: State, commits: list[Commitment]) -> None:
    """Put committed cards on their owners' Discard Piles (T0, T7, T8)."""
    for _, owner, face, _ in commits:
        discard(state, owner, face)


def discard(state: State, owner: int, face: int) -> None:
    """Put one card on a Discard Pile, where orientation does not matter."""
    tables, piles = state.tables, state.discards
    first = face >> 1 if face & tables.second_mask[owner] else face
    state.discards = put(piles, owner, piles[owner] | first)


def commits_on(state: State, target: int) -> list[Commitment]:
    """The cards committed to a target, oldest first; they are taken off it."""
    found = [commit for commit in state.commits if commit[0] == target]
    if found:
        state.commits = tuple(commit for commit in state.commits if commit[0] != target)
    return found


def resolve(state: State, target: int) -> None:
    """T8: a target goes, its committed cards to their owners."""
    if state.commits:
        discard_commits(state, commits_on(state, target))
    if target == SPIRIT:
        state.segments += 1
    else:
        remove_from_row(state, target)


def remove_from_row(state: State, target: int) -> None:
    """A card of the row goes to the Resolved pile, or (a claimed Relic) away."""
    row = state.row
    if row[0] == target:
        state.row = row[1:]
    else:
        index = row.index(target)
        state.row = row[:index] + row[index + 1 :]
    state.done |= 1 << target


def marker_comes_back(state: State, target: int, log: Log) -> None:
    """A5: the marker's card has left the row."""
    if state.marker == target:
        state.marker = ON_SHEET
        if log is not None:
            log.marker_returned()


def reveal(state: State, log: Log) -> None:
    """T9: the last visible locking Threat has gone, so turn cards up until one locks or the deck is empty."""
    locking, deck = state.tables.locking, state.deck
    if not deck or any(locking[target] for target in state.row):
        return
    count = next((n for n, target in enumerate(deck, 1) if locking[target]), len(deck))
    state.row += deck[:count]
    state.deck = deck[count:]
    if log is not None:
        log.revealed(deck[:count])


def settle(state: State, front: int, unlocked: bool, turn_over: bool, log: Log) -> None:
    """After the deciding seat resolved a target: T9, T10, E1, and the turn's end if it is over.

    `front` was the leftmost card before (-1: none); `unlocked`: a locking Threat was resolved.
    """
    if unlocked:
        reveal(state, log)
    row = state.row
    if row and row[0] != front and state.tables.is_relic[row[0]]:
        claim(state, log)  # T10
        turn_over = True
    finish(state, turn_over, log)


def claim(state: State, log: Log) -> None:
    """The deciding seat takes the Relic at the front into its Discard Pile (T10, T11)."""
    target = state.row[0]
    state.row = state.row[1:]
    piles, seat = state.discards, state.seat
    state.discards = put(piles, seat, piles[seat] | state.tables.relic_of_target[target])
    if log is not None:
        log.claimed(seat, target)
    marker_comes_back(state, target, log)


def finish(state: State, turn_over: bool, log: Log) -> None:
    """E1 after a play, ability, claim or Rest; else the turn ends, if it is over."""
    if not state.row and not state.deck and state.all_segments_done():
        clear_level(state, log)
    elif turn_over:
        end_turn(state, state.seat, log)


def end_turn(state: State, seat: int, log: Log) -> None:
    """The turn of `seat` ends and the next player's begins (A6, T0)."""
    if state.flags & STORED:
        empty_storages(state, log)
    state.flags = 0
    seat += 1
    begin_turn(state, seat if seat < state.tables.players else 0, log)


def begin_turn(state: State, seat: int, log: Log) -> None:
    """T0: what this player committed and nobody finished goes, with all that lies on the same target."""
    state.seat = seat
    if log is not None:
        log.turn_began(seat)
    if state.commits:
        for target in dict.fromkeys(target for target, _, _, by in state.commits if by == seat):
            expired = commits_on(state, target)
            discard_commits(state, expired)
            if log is not None:
                log.expired(target, expired)


def empty_storages(state: State, log: Log) -> None:
    """A6: as a turn ends in which a stored card was played, the other stored cards are discarded."""
    for owner, store in enumerate(state.stores):
        if store and not state.sheets >> owner & 1:
            piles = state.discards
            cards = state.tables.without_orientation(owner, store)
            state.discards = put(piles, owner, piles[owner] | cards)
            state.stores = put(state.stores, owner, 0)
            if log is not None:
                log.storage_emptied(owner, store)


def lose_blessing(state: State, log: Log) -> None:
    """B1 and B2: everybody has rested in a row, the seat that decides last."""
    if not state.blessings:
        state.phase, state.seat, state.flags = LOST, -1, 0
        if log is not None:
            log.lost(state.level)
        return
    state.blessings -= 1
    state.rests = 0
    target = state.row[0] if state.row else None
    if log is not None:
        log.blessing_lost(state.blessings, target)
    if target is not None:
        resolve(state, target)
        marker_comes_back(state, target, log)
        if state.tables.locking[target]:
            reveal(state, log)
    finish(state, True, log)


def clear_level(state: State, log: Log) -> None:
    """E1-E4: the deciding seat starts the next level, or the game is won."""
    seat = state.seat
    if state.flags & STORED:
        empty_storages(state, log)
    if log is not None:
        log.level_cleared(seat, state.level)
    state.start, state.seat, state.flags, state.rests = seat, -1, 0, 0
    if state.marker not in (ON_SHEET, REMOVED):
        marker_comes_back(state, state.marker, log)
    if state.level == len(state.tables.edition.levels):
        state.phase = WON
        if log is not None:
            log.won(state)
    else:
        _gather(state)


def _gather(state: State) -> None:
    """E3: everything but storage is shuffled together, which is shown as one pile until the deal comes."""
    tables = state.tables
    state.discards = tuple(
        pile | tables.without_orientation(seat, state.hands[seat] | sum(state.decks[seat]))
        for seat, pile in enumerate(state.discards)
    )
    state.hands = (0,) * tables.players
    state.decks = ((),) * tables.players
    state.phase = DEAL
    state.level += 1
    state.row, state.deck, state.done, state.segments = (), (), 0, 0

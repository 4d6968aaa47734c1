"""From a position to the node (or nodes) that the search begins with."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from silkenweb.game.state import KEEP, PLAYED, ROTATE, STORED, TAKE, TURN, State, put
from silkenweb.game.tables import SPIRIT, STORAGE, bits
from silkenweb.study.solver.model import MID, STORE_OPEN, Commit, Masks, Model, Node, Rest


class Limits(NamedTuple):
    """The most that a line may spend."""

    blessings: int
    abilities: int
    relics: int
    lost: int  # Relics of the row removed by Blessings


class Root(NamedTuple):
    """A node to begin with, and what was decided before it."""

    node: Node
    stored: int = 0  # keep: faces that go into storage, in the orientation they have then
    take: int = 0  # take: the face taken


def most(state: State, model: Model) -> Limits:
    """More than which no line can spend."""
    sheets = sum(1 for seat in range(model.players) if state.sheets >> seat & 1)
    row = model.relic_places.bit_count()
    held = sum(
        (mask & model.relic_mask).bit_count() for mask in (*state.hands, *state.stores, *state.storing)
    )
    held += bool(state.taking & model.relic_mask)
    if model.drawing_seat >= 0 and state.sheets >> model.drawing_seat & 1:
        held += any(top & model.relic_mask for _, top in model.tops)
    for seat in range(model.players):
        if model.recovering & state.sheets & 1 << seat:
            pile = state.discards[seat] | state.chosen[seat]
            held += min(2, (pile & model.relic_mask).bit_count() + row)
    return Limits(state.blessings, sheets, held, min(state.blessings, row))


def roots(state: State, model: Model, limits: Limits) -> list[Root]:
    """Where the search begins; several nodes where the position asks for a choice that can't wait."""
    if state.phase == KEEP:
        return _keeps(state, model, limits)
    if state.phase == TAKE:
        seat, up = state.seat, model.tables.upright_mask[state.seat]
        faces = [state.taking, state.taking << 1] if state.taking & up else [state.taking]
        after = (model.drawing_seat + 1) % model.players
        return [
            Root(
                _node(state, model, limits, after, put(state.hands, seat, state.hands[seat] | face)),
                take=face,
            )
            for face in faces
        ]
    if state.phase == ROTATE:
        after = (model.rotating_seat + 1) % model.players
        return [Root(_node(state, model, limits, after, state.hands, free=sum(1 << s for s in state.queue)))]
    assert state.phase == TURN
    mid = (STORE_OPEN if state.flags & STORED else MID) if state.flags & PLAYED else 0
    return [Root(_node(state, model, limits, state.seat, state.hands, mid=mid))]


def _keeps(state: State, model: Model, limits: Limits) -> list[Root]:
    """S5: hands still to be kept are free and owe their discards; S6: whoever can store stores all they owe,
    since a card in storage is worth no less than a discarded one."""
    tables = model.tables
    discard = tables.edition.levels[state.level - 1].discard
    owed = tuple(
        min(discard, hand.bit_count()) if seat in state.queue else 0 for seat, hand in enumerate(state.hands)
    )
    free = sum(1 << seat for seat in state.queue)
    laid = tuple(store | new for store, new in zip(state.stores, state.storing, strict=True))
    found = [Root(_node(state, model, limits, state.start, state.hands, free=free, owed=owed))]
    for seat in state.queue:
        if tables.effects[seat] != STORAGE or not state.sheets >> seat & 1 or not limits.abilities:
            continue
        if not owed[seat]:
            continue
        for turned in (0, 1):
            hand = tables.rotated(seat, state.hands[seat]) if turned else state.hands[seat]
            for some in _choices(model, seat, hand, owed[seat]):
                stored = sum(some)
                frame = tables.rotated(seat, stored) if turned else stored
                node = _node(
                    state,
                    model,
                    limits,
                    state.start,
                    put(state.hands, seat, state.hands[seat] & ~frame),
                    free=free & ~(1 << seat),
                    owed=put(owed, seat, 0),
                    turned=turned << seat,
                    stores=put(laid, seat, laid[seat] | stored),
                )
                found.append(Root(node, stored=stored))
    return found


def _choices(model: Model, seat: int, hand: int, count: int) -> list[tuple[int, ...]]:
    """The cards to store, one choice of each kind."""
    kinds = model.kinds[seat]
    seen: dict[tuple[str, ...], tuple[int, ...]] = {}
    for some in combinations(list(bits(hand)), count):
        seen.setdefault(tuple(sorted(str(kinds.get(face)) for face in some)), some)
    return list(seen.values())


def _node(
    state: State,
    model: Model,
    limits: Limits,
    seat: int,
    hands: Masks,
    *,
    mid: int = 0,
    free: int = 0,
    turned: int = 0,
    owed: Masks | None = None,
    stores: Masks | None = None,
) -> Node:
    tables, none = model.tables, (0,) * model.players
    sheets = state.sheets if limits.abilities else 0
    recovers = model.recovering & sheets
    piles = tuple(
        pile | tables.without_orientation(s, chosen) if recovers >> s & 1 else 0
        for s, (pile, chosen) in enumerate(zip(state.discards, state.chosen, strict=True))
    )
    laid = stores or tuple(store | new for store, new in zip(state.stores, state.storing, strict=True))
    is_open = mid == STORE_OPEN
    laid = tuple(
        store if sheets >> s & 1 or (is_open and not state.sheets >> s & 1) else 0
        for s, store in enumerate(laid)
    )
    for seat_, hand in enumerate(hands):
        if hand <= model.relic_mask:
            free |= 1 << seat_
    size = len(state.row)
    rest = Rest(
        sheets,
        limits.blessings,
        limits.abilities,
        limits.relics,
        limits.lost,
        laid,
        owed or none,
        none,
        piles,
    )
    return Node(
        seat,
        state.rests,
        mid,
        (1 << model.size) - 1,
        size,
        state.segments,
        _commits(state, model, recovers),
        hands,
        turned & ~free,
        free,
        rest,
    )


def _commits(state: State, model: Model, recovers: int) -> tuple[Commit, ...]:
    tables = model.tables
    place = {target: k for k, target in enumerate(model.line)}
    found: dict[int, tuple[int, int, tuple[tuple[int, int], ...]]] = {}
    for target, owner, face, by in state.commits:
        combat = tables.combat[target] if target >= 0 else state.segment_combat()
        on = place.get(target, SPIRIT)
        paid, seats, cards = found.get(on, (0, 0, ()))
        if recovers >> owner & 1:
            cards = tuple(sorted([*cards, (owner, tables.without_orientation(owner, face))]))
        found[on] = paid + tables.worth(owner, face, combat), seats | 1 << by, cards
    return tuple(sorted((on, *entry) for on, entry in found.items()))

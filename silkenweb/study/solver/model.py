"""A level as the solver sees it: everything that stays the same while it is played, and where it starts.

The solver decides late what the rules require early, so that whole families of positions become one:

- *Orientation.* A hand that rested since it was last seen may have been rotated or not, whichever is useful.
  Such a hand is *free*; playing one of its cards fixes it. Hands are masks in the orientation they had at
  the start (frame 0), with one bit that says whether they are rotated now.
- *Discards* (S5). A hand owes a number of discards; any cards that are never played will do. The same goes
  for what Bajie discards (A1).

A Threat is named by its place in the line: the row, then the Threat Deck, which is in a fixed order.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from silkenweb.game.legality import cards_to_discard, may_store
from silkenweb.game.state import KEEP, PLAYED, TAKE, TURN, State, put
from silkenweb.game.state import ROTATE as ROTATING
from silkenweb.game.state import STORED as STORE_PLAYED
from silkenweb.game.tables import RECOVER_TWO, RESOLVE_NEXT, SPIRIT, bits

Commit = tuple[int, int, int, tuple[tuple[int, int], ...]]
"""Cards committed to a target: the target, icons paid, the mask of seats that committed, and the cards that
A4 can recover once they are discarded, each as (owner, card).
"""

Masks = tuple[int, ...]


class Resources(NamedTuple):
    """The part of a node that seldom changes: what may still be spent, and what abilities work on."""

    sheets: int
    blessings: int  # that may still be lost
    abilities: int  # sheets that may still be flipped
    relics: int  # that may still be spent
    lost: int  # Relics of the row that Blessings may still remove
    stores: Masks
    owed: Masks  # discards owed by each hand
    extra: Masks  # cards that came later, and cannot be used as discards the hand owes
    piles: Masks  # the Discard Piles of seats that can recover cards (A4), as long as they can


class Node(NamedTuple):
    """Where the level is, at the start of a turn or during one."""

    seat: int  # whose turn begins or continues
    rests: int
    mid: int  # 0: a turn begins; MID, STORE_OPEN: during the turn of `seat`
    alive: int  # mask of the line
    seen: int  # how many places of the line are turned up
    segments: int
    commits: tuple[Commit, ...]
    hands: Masks
    turned: int  # mask of the seats whose hand is rotated
    free: int  # mask of the seats whose hand may be either way up
    resources: Resources


MID, STORE_OPEN = 1, 3


class Model:
    """What the cards of one level match, by places of the line and in both orientations of each hand."""

    def __init__(self, state: State) -> None:
        tables = state.tables
        self.tables = tables
        self.players = tables.players
        self.line = line = state.row + state.deck
        self.decks = state.decks
        self.size = len(line)
        self.need = tuple(tables.need[target] for target in line)
        self.combat = tuple(tables.combat[target] for target in line)
        self.single = tuple(tables.single_combat[target] for target in line)
        self.lock_mask = sum(1 << k for k, target in enumerate(line) if tables.locking[target])
        self.relic_places = sum(1 << k for k, target in enumerate(line) if tables.is_relic[target])
        self.combat_mask = sum(1 << k for k, combat in enumerate(self.combat) if combat)
        self.single_mask = sum(1 << k for k, single in enumerate(self.single) if single)
        self.relic_mask = tables.relic_mask
        self.segments = tables.segments[state.level]
        self.segment_need = tuple(segment.count for segment in self.segments)
        self.segment_combat = tuple("combat" in segment.icons for segment in self.segments)
        self._match(state)
        self._find_abilities()

    def _match(self, state: State) -> None:
        """Set fit[o][seat][place], far, double and segment_fit.

        They hold the faces in frame 0 that match when turned by o.
        """
        tables, seats = self.tables, range(self.players)
        cards = ~self.relic_mask

        def both(seat: int, mask: int) -> tuple[int, int]:
            return mask & cards, tables.rotated(seat, mask & cards)

        def ways(masks: list[tuple[int, int]]) -> tuple[Masks, Masks]:
            return tuple(a for a, _ in masks), tuple(b for _, b in masks)

        fits = [ways([both(seat, tables.match[seat][target]) for target in self.line]) for seat in seats]
        self.fit = tuple(tuple(fit[o] for fit in fits) for o in (0, 1))
        level = [tables.segment_match[seat][state.level] for seat in seats]
        parts = [ways([both(seat, mask) for mask in level[seat]]) for seat in seats]
        self.segment_fit = tuple(tuple(part[o] for part in parts) for o in (0, 1))
        self.far = ways([both(seat, tables.ranged[seat]) for seat in seats])
        self.double = ways([both(seat, tables.combat2[seat]) for seat in seats])
        self.kinds = tuple(self._kinds(seat) for seat in seats)
        self._chosen: dict[tuple[int, int], tuple[int, ...]] = {}

    def _kinds(self, seat: int) -> dict[int, tuple[str, str]]:
        kit = self.tables.kits[seat]
        faces = [face for face in kit.text_of if face > self.relic_mask]
        return {face: (kit.icon(face), kit.icon(kit.rotated(face))) for face in faces}

    def _find_abilities(self) -> None:
        tables = self.tables

        def seats(effect: str) -> int:
            return sum(1 << seat for seat, each in enumerate(tables.effects) if each == effect)

        self.rotating_seat = tables.marker_seat
        self.drawing_seat = tables.drawing_seat
        self.resolving = seats(RESOLVE_NEXT)
        self.recovering = seats(RECOVER_TWO)
        self.tops = tuple((seat, deck[0]) for seat, deck in enumerate(self.decks) if deck)

    # -- questions -----------------------------------------------------------------------------------

    def different(self, seat: int, faces: int) -> tuple[int, ...]:
        """Return one face of each kind: cards that show the same on both faces are interchangeable."""
        key = (seat, faces)
        found = self._chosen.get(key)
        if found is None:
            kinds = self.kinds[seat]
            first: dict[tuple[str, str], int] = {}
            for face in bits(faces):
                first.setdefault(kinds[face], face)
            found = self._chosen[key] = tuple(first.values())
        return found

    def turn_up(self, alive: int, seen: int) -> int:
        """Return how much of the line is turned up once the last visible lock is gone (T9)."""
        if alive & self.lock_mask & ((1 << seen) - 1):
            return seen
        hidden = (self.lock_mask >> seen) << seen
        return (hidden & -hidden).bit_length() if hidden else self.size

    def name(self, place: int) -> str:
        """Return the text of a place of the line, or of the next segment."""
        return "spirit" if place == SPIRIT else self.tables.targets[self.line[place]]


PLAY, STORED, RELIC, CLAIM, END, BLESSING = "play", "stored", "relic", "claim", "end", "blessing"
ROTATE, RESOLVE, DRAW, RECOVER = "rotate", "resolve", "draw", "recover"
PLAYS = (PLAY, STORED, RELIC)
ABILITIES = (ROTATE, RESOLVE, DRAW, RECOVER)


class Act(NamedTuple):
    """One act of a seat (for a Blessing, of the seat whose Rest loses it)."""

    kind: str
    seat: int
    face: int = 0  # in frame 0 of the owner's hand, or as shown in a storage
    owner: int = -1  # whose hand or storage the card comes from; A1: who draws
    turned: int = -1  # required orientation of the seat's hand; -1: either
    targets: tuple[int, ...] = ()  # places of the line
    faces: int = 0  # A4: the faces taken, in frame 0


Child = tuple[Act, Node | None]
"""An act and the node after it; None if the level is cleared."""


class Limits(NamedTuple):
    """The most that a line may spend."""

    blessings: int
    abilities: int
    relics: int
    lost: int  # Relics of the row removed by Blessings


class Root(NamedTuple):
    """A node to start from, and what was decided before it."""

    node: Node
    stored: int = 0  # keep: faces that go into storage, in the orientation they have then
    take: int = 0  # take: the face taken


def most(state: State, model: Model) -> Limits:
    """Return limits that no line can exceed."""
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
    """Return where the search starts.

    These are several nodes if the position requires a choice that cannot be deferred.
    """
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
    if state.phase == ROTATING:
        after = (model.rotating_seat + 1) % model.players
        return [Root(_node(state, model, limits, after, state.hands, free=sum(1 << s for s in state.queue)))]
    assert state.phase == TURN
    mid = (STORE_OPEN if state.flags & STORE_PLAYED else MID) if state.flags & PLAYED else 0
    return [Root(_node(state, model, limits, state.seat, state.hands, mid=mid))]


def _keeps(state: State, model: Model, limits: Limits) -> list[Root]:
    """Return the roots of a keep phase.

    S5: hands still to be kept are free and owe their discards. S6: a seat that can store cards stores all it
    owes, since a stored card is worth no less than a discarded one.
    """
    tables = model.tables
    owed = tuple(cards_to_discard(state, seat) if seat in state.queue else 0 for seat in range(model.players))
    free = sum(1 << seat for seat in state.queue)
    laid = tuple(store | new for store, new in zip(state.stores, state.storing, strict=True))
    found = [Root(_node(state, model, limits, state.start, state.hands, free=free, owed=owed))]
    for seat in state.queue:
        if not (owed[seat] and limits.abilities and may_store(state, seat)):
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
    """Return the cards to store, one choice of each kind."""
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
    resources = Resources(
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
        resources,
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

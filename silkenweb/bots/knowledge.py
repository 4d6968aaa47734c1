"""What all at the table know of each other's hidden hands, and the odds that follow.

A seat's hand is some of its cards that lie nowhere open. Each of those is as likely in the hand as the
hand's share of them says, either way up, but for what the seat has told by its Rests. Everything here is
open knowledge; a seat's own hand is the one thing that a `Look` adds.
"""

from __future__ import annotations

from collections.abc import Sequence

from silkenweb.bots.agreements import Agreements
from silkenweb.game.legality import legal_moves
from silkenweb.game.move import Move
from silkenweb.game.state import TURN, State
from silkenweb.game.tables import SPIRIT, Tables
from silkenweb.game.view import View

NOWHERE = -2  # no target
KEPT = 0.85  # how often who turned the hand for a card serves it


class Told:
    """What the seats have told in this level: faces that do not lie upright in a hand, and what it was
    turned for."""

    __slots__ = ("absent", "promised", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.absent = [0] * tables.players
        self.promised = [NOWHERE] * tables.players

    def copy(self) -> Told:
        """An independent copy."""
        new = Told.__new__(Told)
        new.tables, new.absent, new.promised = self.tables, self.absent[:], self.promised[:]
        return new

    def rested(self, seat: int, front: int, asked: int, rotated: bool) -> None:
        """A seat rested at `front` (NOWHERE: nothing there), where the faces `asked` would have served."""
        absent = self.absent[seat] | asked & ~self.tables.relic_mask
        self.absent[seat] = self.tables.rotated(seat, absent) if rotated else absent
        self.promised[seat] = front if rotated else NOWHERE

    def rotated(self, seat: int) -> None:
        """A3: a seat turned its hand."""
        self.absent[seat] = self.tables.rotated(seat, self.absent[seat])

    def drew(self, seat: int) -> None:
        """A1 and A4: new cards came into a hand."""
        self.absent[seat] = 0

    def moved(self, state: State, text: str, agreed: Agreements) -> None:
        """Read a move made in `state`, by what was agreed."""
        seat = state.seat
        if state.phase == TURN:
            if text.startswith("rest"):
                front, asked = asked_at(state, seat)
                self.rested(seat, front, asked if agreed.resting else 0, text.endswith("~"))
            elif text.startswith("ability +"):
                self.drew(seat)
        elif state.phase == "take":
            self.drew(seat)
        elif text == "rotate":
            self.rotated(seat)


def asked_at(state: State, seat: int) -> tuple[int, int]:
    """What is next in line (a card of the row, else a segment), and the faces of a seat that serve it
    alone."""
    tables = state.tables
    if state.row:
        front = state.row[0]
        if tables.is_relic[front]:
            return NOWHERE, 0
        asked, need = tables.match[seat][front], tables.need[front]
    elif state.all_segments_done():
        return NOWHERE, 0
    else:
        front, asked = SPIRIT, tables.segment_match[seat][state.level][state.segments]
        need = tables.segments[state.level][state.segments].count
    return front, asked & tables.combat2[seat] if need == 2 else asked


class Look:
    """What a policy looks at: the open state with the own hand, counts and pools of the others, what they
    told.

    Made of a View for a game; `of_world` makes one of a world that was thought up, and takes from it no more
    than a View would show.
    """

    __slots__ = ("_counts", "_legal", "_pools", "hand", "seat", "state", "tables", "told")

    def __init__(
        self,
        state: State,
        seat: int,
        told: Told,
        counts: list[int] | None = None,
        pools: list[int] | None = None,
        legal: Sequence[Move] | None = None,
    ) -> None:
        self._legal = legal
        self.state, self.seat, self.told = state, seat, told
        self.tables = state.tables
        self.hand = state.hands[seat]
        self._counts, self._pools = counts, pools

    @classmethod
    def of_view(cls, view: View, told: Told, legal: Sequence[Move]) -> Look:
        """What this View shows, to a seat with these legal moves."""
        state, tables = view.open_state, view.tables
        counts, pools = [], []
        for seat, area in enumerate(view.seats):
            counts.append(area.hand_count)
            relics = sum(tables.face_of[seat][relic] for relic in area.relics)
            relics |= state.hands[seat] & tables.relic_mask
            away = sum(face for _, owner, face, _ in state.commits if owner == seat)
            away = tables.without_orientation(seat, away | state.stores[seat]) | state.discards[seat]
            away |= state.taking if seat == view.viewer else 0
            pools.append((tables.upright_mask[seat] | relics) & ~away)
        return cls(state, view.viewer, told, counts, pools, legal)

    @classmethod
    def of_world(cls, state: State, seat: int, told: Told) -> Look:
        """The same of a world."""
        return cls(state, seat, told)

    @property
    def counts(self) -> list[int]:
        """How many cards each hand holds."""
        if self._counts is None:
            self._counts = [hand.bit_count() for hand in self.state.hands]
        return self._counts

    @property
    def pools(self) -> list[int]:
        """Each seat's cards that lie nowhere open, as first faces."""
        if self._pools is None:
            state, first = self.state, self.tables.without_orientation
            places = zip(state.hands, state.chosen, state.storing, state.decks, strict=True)
            self._pools = [
                first(owner, a | b | c | sum(deck)) for owner, (a, b, c, deck) in enumerate(places)
            ]
        return self._pools

    @property
    def legal(self) -> Sequence[Move]:
        """The legal moves, sorted."""
        if self._legal is None:
            self._legal = legal_moves(self.state)
        return self._legal

    # -- targets ---------------------------------------------------------------------------------------------

    def match(self, seat: int, target: int) -> int:
        """The faces of a seat's cards that serve a target."""
        tables, state = self.tables, self.state
        if target == SPIRIT:
            return tables.segment_match[seat][state.level][state.segments]
        return tables.match[seat][target]

    def missing(self, target: int) -> int:
        """How many icons a target still needs."""
        tables, state = self.tables, self.state
        need = tables.segments[state.level][state.segments].count if target == SPIRIT else tables.need[target]
        if need > 1 and state.commits:
            combat = state.segment_combat() if target == SPIRIT else tables.combat[target]
            worth = tables.worth
            need -= sum(worth(owner, face, combat) for on, owner, face, _ in state.commits if on == target)
        return need

    # -- odds ------------------------------------------------------------------------------------------------

    def shows(self, seat: int, asked: int) -> tuple[float, float]:
        """The odds that a seat's hand shows one of the faces `asked`; and that it holds a Relic."""
        pool, held = self.pools[seat], self.counts[seat]
        if not pool or not held:
            return 0.0, 0.0
        share = min(1.0, held / pool.bit_count())
        up = self.tables.upright_mask[seat]
        absent = self.told.absent[seat]
        first, second = pool & up & ~absent, pool & up & ~(absent >> 1)  # cards that may lie so
        first_fits, second_fits = first & asked, second & asked >> 1
        either = first & second
        both = (either & first_fits & second_fits).bit_count()
        half = (either & (first_fits ^ second_fits)).bit_count()
        known = ((first & ~second & first_fits) | (second & ~first & second_fits)).bit_count()
        none = (1 - share) ** both * (1 - share / 2) ** half
        if known:
            none *= ((1 - share) / (1 - share / 2)) ** known
        relics = (pool & self.tables.relic_mask).bit_count()
        return 1 - none, 1 - (1 - share) ** relics if relics else 0.0

    def marked(self, agreed: Agreements, seat: int, target: int) -> float | None:
        """What Tang Sanzang's marker tells about his serving `target`: the odds, or None."""
        state = self.state
        if not agreed.marker or seat != self.tables.marker_seat or target == SPIRIT:
            return None
        if state.marker not in state.row:
            return None
        place, wanted = state.row.index(state.marker), state.row.index(target)
        if wanted > place:
            return None
        return 0.97 if wanted == place else 0.03

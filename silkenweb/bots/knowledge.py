"""What everyone at the table knows about each other's hidden hands, and the chances that follow.

A seat's hand is some of its cards that are not face up anywhere. Each of them is equally likely to be in the
hand, and to be either way up, except for what the seat's Rests have said according to the Agreements.
Everything here is public knowledge; only an Observation adds a seat's own hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import events as ev
from silkenweb.game.events import Event
from silkenweb.game.legality import legal_moves
from silkenweb.game.move import Move
from silkenweb.game.state import TURN, State
from silkenweb.game.tables import SPIRIT, Tables
from silkenweb.game.view import View


@dataclass(frozen=True, slots=True)
class Agreements:
    """The agreements of `convention` before a level, while talking is allowed (S8), each on or off.

    Any of them can be left out to measure its value: `"convention:without=turning"`.
    """

    places: bool = True
    """The k-th seat from the start player keeps a match for the k-th Threat of the row."""
    resting: bool = True
    """A Rest means: my hand, as it was, has no Equipment for the target next in line."""
    turning: bool = True
    """A Rest that rotates means: next time I can probably serve the target that is next in line now."""
    one_each: bool = True
    """Resolve one target per turn, even if more is possible.

    A player who can serve the next one holds the line for a lap, and the others may rotate their hands.
    """
    pausing: bool = True
    """A Relic at the front can wait: players who want to rotate their hand rest, and the last one claims."""
    daring: bool = True
    """Spend what is rare (Relics, abilities, distant Ranged Combat) by the chance that nobody left in this
    chain of Rests can serve, rather than only as the last player.
    """
    segments: bool = True
    """Leave segments for when the row is stuck: anyone can always break a chain of Rests there."""
    storage: bool = True
    """Wujing stores as many cards as allowed, for everyone; a player who starts to play from it plays all
    they can.
    """
    last_blessings: bool = True
    """Blessings are for the last level: there, the last player to rest lets the next card of the row go."""
    marker: bool = True
    """Tang Sanzang marks the leftmost card of the row that his hand can serve; it cannot serve earlier ones.
    """

    def without(self, names: str) -> Agreements:
        """Return a copy without the named agreements (`+` between names).

        Raises SilkenwebError for an unknown name.
        """
        known = [field.name for field in fields(self)]
        chosen = [name for name in names.split("+") if name]
        for name in chosen:
            if name not in known:
                raise SilkenwebError(f"there is no agreement {quote(name)}; there are {', '.join(known)}")
        return replace(self, **dict.fromkeys(chosen, False))


NO_TARGET = -2  # no target
PROMISE_KEPT = 0.85  # how often a player who rotated the hand for a card serves it


class Inferences:
    """What follows from the seats' open choices in this level.

    `absent`: for each seat, faces that are not upright in its hand. `promised`: the target for which it last
    rotated its hand, or NO_TARGET.
    """

    __slots__ = ("absent", "promised", "tables")

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.absent = [0] * tables.players
        self.promised = [NO_TARGET] * tables.players

    def copy(self) -> Inferences:
        """Return an independent copy."""
        new = Inferences.__new__(Inferences)
        new.tables, new.absent, new.promised = self.tables, self.absent[:], self.promised[:]
        return new

    def record_rest(self, seat: int, front: int, asked: int, rotated: bool) -> None:
        """Record a Rest at the target `front` (or NO_TARGET), which the faces `asked` would have served."""
        absent = self.absent[seat] | asked & ~self.tables.relic_mask
        self.absent[seat] = self.tables.rotated(seat, absent) if rotated else absent
        self.promised[seat] = front if rotated else NO_TARGET

    def record_rotation(self, seat: int) -> None:
        """Record that a seat rotated its hand (A3)."""
        self.absent[seat] = self.tables.rotated(seat, self.absent[seat])

    def record_draw(self, seat: int) -> None:
        """Record that new cards came into a hand (A1, A4)."""
        self.absent[seat] = 0

    def record_move(self, state: State, text: str, agreed: Agreements) -> None:
        """Record a move made in `state`, as the agreements read it."""
        seat = state.seat
        if state.phase == TURN:
            if text.startswith("rest"):
                front, asked = next_in_line(state, seat)
                self.record_rest(seat, front, asked if agreed.resting else 0, text.endswith("~"))
            elif text.startswith("ability +"):
                self.record_draw(seat)
        elif state.phase == "take":
            self.record_draw(seat)
        elif text == "rotate":
            self.record_rotation(seat)


def next_in_line(state: State, seat: int) -> tuple[int, int]:
    """Return the target next in line, and a seat's faces that serve it alone.

    The target is a card of the row or, if the row is empty, a segment.
    """
    tables = state.tables
    if state.row:
        front = state.row[0]
        if tables.is_relic[front]:
            return NO_TARGET, 0
        asked, need = tables.match[seat][front], tables.need[front]
    elif state.all_segments_done():
        return NO_TARGET, 0
    else:
        front, asked = SPIRIT, tables.segment_match[seat][state.level][state.segments]
        need = tables.segments[state.level][state.segments].count
    return front, asked & tables.combat2[seat] if need == 2 else asked


class Observation:
    """What a policy sees.

    That is the open state with its own hand, the others' hand sizes and pools, and inferences. For a real
    game, make one from a View. `of_world` makes one from a sampled world and takes from it only what a View
    would show.
    """

    __slots__ = ("_counts", "_legal", "_pools", "hand", "inferences", "seat", "state", "tables")

    def __init__(
        self,
        state: State,
        seat: int,
        inferences: Inferences,
        counts: list[int] | None = None,
        pools: list[int] | None = None,
        legal: Sequence[Move] | None = None,
    ) -> None:
        self._legal = legal
        self.state, self.seat, self.inferences = state, seat, inferences
        self.tables = state.tables
        self.hand = state.hands[seat]
        self._counts, self._pools = counts, pools

    @classmethod
    def of_view(cls, view: View, inferences: Inferences, legal: Sequence[Move]) -> Observation:
        """Return what this View shows to a seat with these legal moves."""
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
        return cls(state, view.viewer, inferences, counts, pools, legal)

    @classmethod
    def of_world(cls, state: State, seat: int, inferences: Inferences) -> Observation:
        """Return what a seat would see in a world."""
        return cls(state, seat, inferences)

    @property
    def counts(self) -> list[int]:
        """The number of cards in each hand."""
        if self._counts is None:
            self._counts = [hand.bit_count() for hand in self.state.hands]
        return self._counts

    @property
    def pools(self) -> list[int]:
        """Each seat's cards that are not face up anywhere, as first faces."""
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
        """Return the faces of a seat's cards that serve a target."""
        tables, state = self.tables, self.state
        if target == SPIRIT:
            return tables.segment_match[seat][state.level][state.segments]
        return tables.match[seat][target]

    def missing(self, target: int) -> int:
        """Return how many icons a target still needs."""
        tables, state = self.tables, self.state
        need = tables.segments[state.level][state.segments].count if target == SPIRIT else tables.need[target]
        if need > 1 and state.commits:
            combat = state.segment_combat() if target == SPIRIT else tables.combat[target]
            paid = tables.worth
            need -= sum(paid(owner, face, combat) for on, owner, face, _ in state.commits if on == target)
        return need

    # -- chances ------------------------------------------------------------

    def chance_to_show(self, seat: int, asked: int) -> tuple[float, float]:
        """Return the chance that a seat's hand shows one of the faces `asked`, and that it holds a Relic."""
        pool, held = self.pools[seat], self.counts[seat]
        if not pool or not held:
            return 0.0, 0.0
        share = min(1.0, held / pool.bit_count())
        up = self.tables.upright_mask[seat]
        absent = self.inferences.absent[seat]
        first, second = pool & up & ~absent, pool & up & ~(absent >> 1)  # cards that may be this way up
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

    def chance_by_marker(self, agreed: Agreements, seat: int, target: int) -> float | None:
        """Return the chance that Tang Sanzang serves `target` according to his marker.

        None if the marker says nothing about it.
        """
        state = self.state
        if not agreed.marker or seat != self.tables.marker_seat or target == SPIRIT:
            return None
        if state.marker not in state.row:
            return None
        place, wanted = state.row.index(state.marker), state.row.index(target)
        if wanted > place:
            return None
        return 0.97 if wanted == place else 0.03


def inferences_from(view: View, seen: Sequence[Event], agreed: Agreements) -> Inferences:
    """Return the inferences from a level's events, as a seat saw them."""
    reader = _EventReader(view.tables, view.level, agreed)
    for event in seen:
        reader.read(event)
    return reader.inferences


class _EventReader:
    """Follows the row and the segments through the events of a level.

    So it knows which target each Rest was about.
    """

    def __init__(self, tables: Tables, level: int, agreed: Agreements) -> None:
        self.tables, self.level, self.agreed = tables, level, agreed
        self.inferences = Inferences(tables)
        self.row: list[str] = []
        self.segments = 0

    def read(self, event: Event) -> None:
        """Process one event."""
        if isinstance(event, ev.Rested):
            front, asked = self._asked(event.seat)
            self.inferences.record_rest(event.seat, front, asked if self.agreed.resting else 0, event.rotated)
        elif isinstance(event, ev.Revealed):
            self.row += event.cards
        elif isinstance(event, ev.Resolved):
            for target in event.targets:
                self._gone(target)
        elif isinstance(event, ev.RelicClaimed):
            self._gone(event.relic)
        elif isinstance(event, ev.BlessingLost) and event.removed:
            self._gone(event.removed)
        elif isinstance(event, ev.HandRotated) and event.rotated:
            self.inferences.record_rotation(event.seat)
        elif isinstance(event, ev.Took | ev.Recovered):
            self.inferences.record_draw(event.seat)

    def _gone(self, target: str) -> None:
        if target in self.row:
            self.row.remove(target)
        else:
            self.segments += 1

    def _asked(self, seat: int) -> tuple[int, int]:
        """Return the same as `next_in_line`, from the events."""
        tables = self.tables
        if self.row:
            front = tables.target_of[self.row[0]]
            if tables.is_relic[front]:
                return NO_TARGET, 0
            asked, need = tables.match[seat][front], tables.need[front]
        else:
            segments = tables.segments[self.level]
            if self.segments >= len(segments):
                return NO_TARGET, 0
            front, asked = SPIRIT, tables.segment_match[seat][self.level][self.segments]
            need = segments[self.segments].count
        return front, asked & tables.combat2[seat] if need == 2 else asked

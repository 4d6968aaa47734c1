"""The value of hands and cards to a player who keeps to the agreements: rules of thumb in numbers."""

from __future__ import annotations

from collections.abc import Callable

from silkenweb.bots.knowledge import Agreements, Observation
from silkenweb.game.state import State
from silkenweb.game.tables import Tables, bits

NEARER = 0.8  # the weight of each place relative to the place on its left
FRONT = 0.5  # bonus for the target next in line
SEGMENT = 0.5
PLACE = 1.5  # for keeping a match for the seat's own place in the row
RELIC = 3.0
STORED = 0.5
RARE = ((1.2, 0.6), (0.5, 0.25))  # for Combat x2 and Ranged Combat in hand: upright, on the other face


class HandValue:
    """Values of hands and cards for these tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def readiness(self, observation: Observation, hand: int) -> float:
        """Return how well a hand, as it is, can serve the open targets."""
        state, seat = observation.state, observation.seat
        worth = self._covers(state, seat, hand)
        if state.row and hand & self.tables.match[seat][state.row[0]] & ~self.tables.relic_mask:
            worth += FRONT
        return worth

    def _covers(self, state: State, seat: int, faces: int) -> float:
        match, weight, worth = self.tables.match[seat], 1.0, 0.0
        for target in state.row:
            if faces & match[target]:
                worth += weight
            weight *= NEARER
        segments = self.tables.segment_match[seat][state.level]
        if state.segments < len(segments) and faces & segments[state.segments]:
            worth += SEGMENT
        return worth

    def better_rotated(self, observation: Observation) -> bool:
        """Return whether the hand would serve better after a rotation."""
        turned = self.tables.rotated(observation.seat, observation.hand)
        return self.readiness(observation, turned) > self.readiness(observation, observation.hand)

    def cheapest(self, observation: Observation, faces: int) -> list[int]:
        """Return these faces of the seat's own hand, the least useful elsewhere first."""
        made = list(bits(faces))
        if len(made) > 1:
            made.sort(key=lambda face: self._elsewhere(observation, face))
        return made

    def _elsewhere(self, observation: Observation, face: int) -> float:
        """Return what a face of the seat's own hand, or its other side, could still do elsewhere.

        Elsewhere is the rest of the row.
        """
        tables, seat, hand = self.tables, observation.seat, observation.hand
        if face & tables.relic_mask:
            return 5.0
        match, other = tables.match[seat], tables.rotated(seat, face)
        weight, worth = 1.0, 0.0
        for target in observation.state.row[1:]:
            asked = match[target]
            if face & asked:
                worth += weight / (1 + (hand & asked).bit_count())
            elif other & asked:
                worth += 0.3 * weight
            weight *= 0.85
        for rare, (upright, turned) in zip((tables.combat2[seat], tables.ranged[seat]), RARE, strict=True):
            worth += upright if face & rare else turned if other & rare else 0.0
        return worth

    def keep_value(self, observation: Observation, agreed: Agreements) -> Callable[[str], float]:
        """Return a function that values the hand that a keep leaves (S5)."""
        state, tables, seat = observation.state, self.tables, observation.seat
        single = {face: self._single(state, seat, face) for face in bits(observation.hand)}
        threats = [target for target in state.row if not tables.is_relic[target]]
        place = (seat - state.start) % tables.players
        mine = tables.match[seat][threats[place]] if agreed.places and place < len(threats) else 0
        faces, relics = tables.face_of[seat], tables.relic_mask
        turned = tables.rotated(seat, observation.hand)
        readiness: dict[int, float] = {}

        def worth(move: str) -> float:
            hand = turned if move[5:6] == "~" else observation.hand
            stored, left = 0, observation.hand
            for part in move.split(" ")[1:]:
                if part != "~":
                    face = faces[part[1:]]
                    gone = ~(face if face <= relics else face | face << 1)
                    hand, left = hand & gone, left & gone
                    stored += part[0] == "^"
            value = readiness.get(hand)
            if value is None:
                value = readiness[hand] = self.readiness(observation, hand)
            value += RELIC * (hand & relics).bit_count() + PLACE * bool(hand & mine & ~relics)
            sides = 0 if hand & turned & ~relics else 1
            value += sum(single[face][sides] for face in bits(left & ~relics))
            return value + (STORED * stored if agreed.storage else -STORED * stored)

        return worth

    def _single(self, state: State, seat: int, face: int) -> tuple[float, float]:
        """Return the value of keeping one card of the hand: as it is, and rotated."""
        if face & self.tables.relic_mask:
            return 0.0, 0.0
        other = self.tables.rotated(seat, face)
        here, there = self._covers(state, seat, face), self._covers(state, seat, other)
        both = face | other
        rare = 0.2 * bool(both & self.tables.combat2[seat]) + 0.2 * bool(both & self.tables.ranged[seat])
        return 0.15 * here + 0.3 * there + rare, 0.3 * here + 0.15 * there + rare

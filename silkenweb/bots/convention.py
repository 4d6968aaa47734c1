"""`convention`: silent players who agreed beforehand what each choice means.

They read each other's choices by these agreements. Policy chooses a move from an Observation and the
Agreements; `search` also assumes that everyone plays by it.

The main idea: a chain of Rests costs a Blessing or the game only if nobody acts for a whole lap. So a player
who can serve the target next in line does so. Otherwise the player estimates the chance that nobody else in
the chain can act, and spends something rarer if that chance is high. All other turns are for rotating the
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from silkenweb.bots.hand_value import HandValue
from silkenweb.bots.knowledge import PROMISE_KEPT, Agreements, Observation, inferences_from
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.state import KEEP, PLAYED, ROTATE, STORED, TAKE
from silkenweb.game.tables import (
    OTHER_DRAWS,
    OTHERS_MAY_ROTATE,
    RECOVER_TWO,
    RESOLVE_NEXT,
    SPIRIT,
    Tables,
    bits,
)
from silkenweb.game.view import View

READY = {RESOLVE_NEXT, OTHERS_MAY_ROTATE, RECOVER_TWO}  # abilities known to break a chain of Rests
Option = tuple[float, str]


@dataclass(frozen=True, slots=True)
class RiskLimits:
    """How likely a chain of Rests must be to succeed before each rarer resource is spent.

    The values were tuned over many games.
    """

    segment: float = 0.1
    far: float = 0.3
    stored: float = 0.45
    relic: float = 0.25
    commit: float = 0.5
    ability: float = 0.45
    recover: float = 0.5
    ready: float = 0.3
    """The share of the danger that remains if a player has an ability that could break the chain: most use
    it, some keep it.
    """
    several: float = 0.6
    """How often a player with one icon of several that are needed can provide all of them."""


class Policy:
    """The play of someone who keeps to the agreements.

    It is made for these tables (an edition and the seated characters).
    """

    def __init__(
        self, tables: Tables, agreed: Agreements | None = None, risk: RiskLimits | None = None
    ) -> None:
        self.tables = tables
        self.agreed = agreed or Agreements()
        self.risk = risk or RiskLimits()
        self.hand_value = HandValue(tables)
        self.last_level = len(tables.edition.levels)

    def decide(self, observation: Observation) -> str:
        """Return the move of the observing seat."""
        phase = observation.state.phase
        if phase == KEEP:
            return max(observation.legal, key=self.hand_value.keep_value(observation, self.agreed))
        if phase == TAKE:
            return self._take(observation)
        if phase == ROTATE:
            return "rotate" if self.hand_value.better_rotated(observation) else "hold"
        return self._signal_first(observation) or self._turn(observation)

    # -- a turn ----------------------------------------------------------------------------------------------

    def _turn(self, observation: Observation) -> str:
        state, tables = observation.state, self.tables
        row = state.row
        front = row[0] if row else SPIRIT
        if state.flags & PLAYED:
            return self._continue_turn(observation, front) or "end"
        if row and tables.is_relic[front]:
            waits = self.agreed.pausing and state.rests + 1 < tables.players
            return (
                "rest ~"
                if waits and self.hand_value.better_rotated(observation)
                else f"claim {tables.targets[front]}"
            )
        serving = self._double(observation) or self._serve(observation, front)
        if serving:
            return serving
        if not self.agreed.segments and self._segment_open(observation):
            serving = self._serve(observation, SPIRIT)
            if serving:
                return serving
        return self._spend_or_rest(observation, front)

    def _segment_open(self, observation: Observation) -> bool:
        return not observation.state.all_segments_done()

    def _continue_turn(self, observation: Observation, front: int) -> str | None:
        """Continue the turn after a play.

        Finish what was begun, empty the storage, or leave the rest to others.
        """
        state, seat = observation.state, observation.seat
        relic = bool(state.row) and self.tables.is_relic[front]
        for target, _, _, by in state.commits:
            if by == seat and (target == SPIRIT or (target == front and state.row)):
                serving = self._serve(observation, target)
                if serving:
                    return serving
        if relic:
            return None
        open_ = bool(state.row) or self._segment_open(observation)
        if state.flags & STORED and self.agreed.storage and open_:
            stored = self._from_store(observation, front)
            return stored or (
                self._from_store(observation, SPIRIT) if self._segment_open(observation) else None
            )
        if not self.agreed.one_each and open_:
            return self._double(observation) or self._serve(observation, front)
        return None

    def _double(self, observation: Observation) -> str | None:
        """Return a play of one Combat x2 card on the first two cards of the row (T6)."""
        row, tables = observation.state.row, self.tables
        if len(row) < 2 or not (tables.single_combat[row[0]] and tables.single_combat[row[1]]):
            return None
        fit = observation.hand & tables.combat2[observation.seat]
        if not fit:
            return None
        face = self.hand_value.cheapest(observation, fit)[0]
        bare = tables.kits[observation.seat].bare_of[face]
        return f"play {bare}>{tables.targets[row[0]]}+{tables.targets[row[1]]}"

    def _serve(self, observation: Observation, target: int) -> str | None:
        """Return a play of Equipment by which this hand resolves a target; None if it can't.

        The play resolves it now, or together with the hand's next play.
        """
        faces = self._payment(observation, target)
        return self._play(observation.seat, faces[0], target) if faces else None

    def _payment(self, observation: Observation, target: int) -> list[int]:
        fit = observation.hand & observation.match(observation.seat, target) & ~self.tables.relic_mask
        if not fit:
            return []
        cheap = self.hand_value.cheapest(observation, fit)
        missing = observation.missing(target)
        if missing < 2:
            return cheap[:1]
        double = [face for face in cheap if face & self.tables.combat2[observation.seat]]
        if double and missing == 2:
            return double[:1]
        return cheap[:missing] if len(cheap) >= missing else []

    def _play(self, owner: int, face: int, target: int) -> str:
        place = "spirit" if target == SPIRIT else self.tables.targets[target]
        return f"play {self.tables.kits[owner].bare_of[face]}>{place}"

    def _from_store(self, observation: Observation, target: int) -> str | None:
        """Return a play from a storage that resolves a target, or is the first of several that do (A6)."""
        missing = observation.missing(target)
        for owner, store in enumerate(observation.state.stores):
            fit = store & observation.match(owner, target) if store else 0
            if not fit:
                continue
            double = fit & self.tables.combat2[owner]
            if missing > 1 and double:
                fit = double
            elif fit.bit_count() < missing:
                continue
            return self._play(owner, next(bits(fit)), target)
        return None

    # -- no card in hand serves the target ----------------------------------------------------------------

    def _spend_or_rest(self, observation: Observation, front: int) -> str:
        """Spend something rarer, or rest."""
        state, n = observation.state, self.tables.players
        last = state.rests + 1 == n
        danger = 1.0
        if not last:
            if not self.agreed.daring:
                return self._rest(observation)
            danger = self.danger(
                observation, front, [(observation.seat + k) % n for k in range(1, n - state.rests)]
            )
        options = list(self._options(observation, front, danger))
        if last and not options and not state.blessings:
            options = [(9.0, str(move)) for move in observation.legal if move[:4] not in ("rest", "sign")][:1]
        spare = last and state.blessings and state.row and state.level >= self.last_level
        if not options or (spare and self.agreed.last_blessings):
            return self._rest(observation)
        return min(options)[1]

    def _rest(self, observation: Observation) -> str:
        return "rest ~" if self.hand_value.better_rotated(observation) else "rest"

    def danger(self, observation: Observation, front: int, seats: list[int]) -> float:
        """Return the chance that none of these seats acts while `front` is next in line."""
        none = 1.0
        several = observation.missing(front) > 1
        for seat in seats:
            fits, relic = observation.chance_to_show(seat, observation.match(seat, front))
            inferences = observation.chance_by_marker(self.agreed, seat, front)
            if inferences is not None:
                fits = inferences
            elif self.agreed.turning and observation.inferences.promised[seat] == front:
                fits = max(fits, PROMISE_KEPT)
            if several:
                fits *= self.risk.several
            none *= (1 - fits) * (1 - relic)
            if observation.state.sheets >> seat & 1 and self.tables.effects[seat] in READY:
                none *= self.risk.ready
        return none

    def _options(self, observation: Observation, front: int, danger: float) -> Iterator[Option]:
        """Yield what could be spent at this danger, each with its rank (the lowest is spent first)."""
        risk, state, tables, seat = self.risk, observation.state, self.tables, observation.seat
        if danger > risk.segment and state.row and self._segment_open(observation):
            serving = self._serve(observation, SPIRIT)
            if serving:
                yield 1, serving
        far = observation.hand & tables.ranged[seat]
        if danger > risk.far and far:
            reach = [target for target in state.row[1:] if tables.combat[target] and tables.need[target] == 1]
            if reach:
                yield 2, self._play(seat, self.hand_value.cheapest(observation, far)[0], reach[0])
        if danger > risk.stored:
            stored = self._from_store(observation, front)
            if stored:
                yield 2.5, stored
        relics = observation.hand & tables.relic_mask
        if danger > risk.relic and relics:
            yield 3, self._play(seat, next(bits(relics)), front)
        part = observation.hand & observation.match(seat, front) & ~tables.relic_mask
        if danger > risk.commit and part:
            yield 3.5, self._play(seat, self.hand_value.cheapest(observation, part)[0], front)
        if state.sheets >> seat & 1:
            yield from self.abilities(observation, front, danger)

    def abilities(self, observation: Observation, front: int, danger: float) -> Iterator[Option]:
        """Yield the best use of the seat's own ability at this danger, if it is worth it."""
        make = _ABILITIES.get(self.tables.effects[observation.seat])
        if make is not None:
            option = make(self, observation, front, danger)
            if option is not None:
                yield option

    def _resolve_next(self, observation: Observation, front: int, danger: float) -> Option | None:
        place = "spirit" if front == SPIRIT else self.tables.targets[front]
        return (4, f"ability {place}") if danger > self.risk.ability else None

    def _let_rotate(self, observation: Observation, front: int, danger: float) -> Option | None:
        return (5, "ability") if danger > self.risk.ability else None

    def _recover(self, observation: Observation, front: int, danger: float) -> Option | None:
        """Recover the two cards that make the hand best (A4)."""
        state, seat, faces = observation.state, observation.seat, self.tables.face_of[observation.seat]
        moves = self.tables.kits[seat].recovers(state.discards[seat])
        if danger <= self.risk.recover or not moves:
            return None

        def worth(move: str) -> float:
            taken = move.split(" ")[1:]
            hand = observation.hand
            for text in taken:
                hand |= faces[text[1:]]
            return self.hand_value.readiness(observation, hand) + len(taken)

        return 4, max(moves, key=worth)

    def _let_draw(self, observation: Observation, front: int, danger: float) -> Option | None:
        """Discard the cheapest card, and choose the drawer most likely to get what is next in line (A1)."""
        tables, n = self.tables, self.tables.players
        if danger <= self.risk.ability or not observation.hand:
            return None
        moves = [move for move in observation.legal if move.startswith("ability -")]
        drawers = {move.rsplit(" ", 1)[1] for move in moves}
        if not drawers:
            return None

        def luck(key: str) -> float:
            seat = tables.seats_by_name[key]
            asked, pool = observation.match(seat, front), observation.pools[seat]
            return ((asked | asked >> 1) & pool).bit_count() / max(1, pool.bit_count())

        order = [tables.characters[(observation.seat + k) % n] for k in range(1, n)]
        drawer = max((key for key in order if key in drawers), key=luck)
        spare = observation.hand & ~tables.relic_mask or observation.hand
        card = tables.kits[observation.seat].bare_of[self.hand_value.cheapest(observation, spare)[0]]
        return 6, f"ability -{card} {drawer}"

    # -- other decisions ---------------------------------------------------------------------------

    def _take(self, observation: Observation) -> str:
        faces = self.tables.face_of[observation.seat]
        return max(
            observation.legal,
            key=lambda move: self.hand_value.readiness(
                observation, observation.hand | faces[move.split(" ")[1]]
            ),
        )

    def _signal_first(self, observation: Observation) -> str | None:
        """Mark what the hand will serve after this turn, unless that is already marked (A5)."""
        state, tables, seat = observation.state, self.tables, observation.seat
        if (
            seat != tables.marker_seat
            or state.flags
            or not state.sheets >> seat & 1
            or not self.agreed.marker
        ):
            return None
        move = self._turn(observation)
        if move == "ability":
            return None
        hand, row = observation.hand, state.row
        if move == "rest ~":
            hand = tables.rotated(seat, hand)
        elif move.startswith("play"):
            card = tables.face_of[seat].get(move[5:].split(">")[0], 0)  # 0: of another's storage
            hand &= ~(card | (card << 1 if card > tables.relic_mask else 0))
            gone = move.split(">")[1].split("+")
            row = tuple(target for target in row if tables.targets[target] not in gone)
        match = tables.match[seat]
        for target in row:
            if hand & match[target]:
                return f"signal {tables.targets[target]}" if state.marker != target else None
        return None


_ABILITIES: dict[str, Callable[[Policy, Observation, int, float], Option | None]] = {
    RESOLVE_NEXT: Policy._resolve_next,
    OTHERS_MAY_ROTATE: Policy._let_rotate,
    RECOVER_TWO: Policy._recover,
    OTHER_DRAWS: Policy._let_draw,
}


class ConventionBot:
    """Plays by the Agreements. `without` names those to leave out, with `+` between."""

    def __init__(self, rng: Random, *, without: str = "") -> None:
        if not isinstance(without, str):
            raise SilkenwebError(f"expected without to name agreements, got {quote(without)}")
        self.agreed = Agreements().without(without)
        self.policy: Policy | None = None

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """Return the move that the agreements call for."""
        if self.policy is None or self.policy.tables is not view.tables:
            self.policy = Policy(view.tables, self.agreed)
        return self.policy.decide(Observation.of_view(view, inferences_from(view, seen, self.agreed), legal))

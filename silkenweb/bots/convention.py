"""`convention`: silent players who agreed beforehand what each choice means, and read each other's choices
by it.

Policy chooses a move from an Observation and the Agreements; `search` also assumes that everyone plays by it.

The main idea: a chain of Rests costs a Blessing or the game only if nobody acts for a whole lap. So a player
who can serve the target next in line does so. Otherwise the player estimates the chance that nobody else in
the chain can act, and spends something rarer if that chance is high. All other turns are for rotating the
hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from silkenweb.bots.hand_value import Valuing
from silkenweb.bots.knowledge import KEPT, Agreements, Look, told_by
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

READY = {RESOLVE_NEXT, OTHERS_MAY_ROTATE, RECOVER_TWO}  # abilities that all know to break a chain of Rests
Option = tuple[float, str]


@dataclass(frozen=True, slots=True)
class Odds:
    """At which odds that a chain of Rests comes through each rarer thing is spent (found by playing many
    games)."""

    segment: float = 0.1
    far: float = 0.3
    stored: float = 0.45
    relic: float = 0.25
    commit: float = 0.5
    ability: float = 0.45
    recover: float = 0.5
    ready: float = 0.3
    """What an ability that could break the chain leaves of the danger: most use it, some keep it."""
    several: float = 0.6
    """How often who has an icon of several that are needed can bring all."""


class Policy:
    """How one plays who keeps to the agreements, for these tables (an edition and the seated characters)."""

    def __init__(self, tables: Tables, agreed: Agreements | None = None, odds: Odds | None = None) -> None:
        self.tables = tables
        self.agreed = agreed or Agreements()
        self.odds = odds or Odds()
        self.valuing = Valuing(tables)
        self.last_level = len(tables.edition.levels)

    def decide(self, look: Look) -> str:
        """The move of the seat that looks."""
        phase = look.state.phase
        if phase == KEEP:
            return max(look.legal, key=self.valuing.keeps(look, self.agreed))
        if phase == TAKE:
            return self._take(look)
        if phase == ROTATE:
            return "rotate" if self.valuing.better_turned(look) else "hold"
        return self._signal_first(look) or self._turn(look)

    # -- a turn ----------------------------------------------------------------------------------------------

    def _turn(self, look: Look) -> str:
        state, tables = look.state, self.tables
        row = state.row
        front = row[0] if row else SPIRIT
        if state.flags & PLAYED:
            return self._go_on(look, front) or "end"
        if row and tables.is_relic[front]:
            waits = self.agreed.pausing and state.rests + 1 < tables.players
            return (
                "rest ~" if waits and self.valuing.better_turned(look) else f"claim {tables.targets[front]}"
            )
        serving = self._double(look) or self._serve(look, front)
        if serving:
            return serving
        if not self.agreed.segments and self._segment_open(look):
            serving = self._serve(look, SPIRIT)
            if serving:
                return serving
        return self._stuck(look, front)

    def _segment_open(self, look: Look) -> bool:
        return not look.state.all_segments_done()

    def _go_on(self, look: Look, front: int) -> str | None:
        """After a play of this turn: pay out what was begun, empty the storage, else leave it to others."""
        state, seat = look.state, look.seat
        relic = bool(state.row) and self.tables.is_relic[front]
        for target, _, _, by in state.commits:
            if by == seat and (target == SPIRIT or (target == front and state.row)):
                serving = self._serve(look, target)
                if serving:
                    return serving
        if relic:
            return None
        open_ = bool(state.row) or self._segment_open(look)
        if state.flags & STORED and self.agreed.storage and open_:
            stored = self._from_store(look, front)
            return stored or (self._from_store(look, SPIRIT) if self._segment_open(look) else None)
        if not self.agreed.one_each and open_:
            return self._double(look) or self._serve(look, front)
        return None

    def _double(self, look: Look) -> str | None:
        """T6: one Combat x2 card for the first two of the row."""
        row, tables = look.state.row, self.tables
        if len(row) < 2 or not (tables.single_combat[row[0]] and tables.single_combat[row[1]]):
            return None
        fit = look.hand & tables.combat2[look.seat]
        if not fit:
            return None
        face = self.valuing.cheapest(look, fit)[0]
        bare = tables.kits[look.seat].bare_of[face]
        return f"play {bare}>{tables.targets[row[0]]}+{tables.targets[row[1]]}"

    def _serve(self, look: Look, target: int) -> str | None:
        """A play of Equipment by which this hand resolves a target, now or with the next play; None if it
        can't."""
        faces = self._payment(look, target)
        return self._play(look.seat, faces[0], target) if faces else None

    def _payment(self, look: Look, target: int) -> list[int]:
        fit = look.hand & look.match(look.seat, target) & ~self.tables.relic_mask
        if not fit:
            return []
        cheap = self.valuing.cheapest(look, fit)
        missing = look.missing(target)
        if missing < 2:
            return cheap[:1]
        double = [face for face in cheap if face & self.tables.combat2[look.seat]]
        if double and missing == 2:
            return double[:1]
        return cheap[:missing] if len(cheap) >= missing else []

    def _play(self, owner: int, face: int, target: int) -> str:
        place = "spirit" if target == SPIRIT else self.tables.targets[target]
        return f"play {self.tables.kits[owner].bare_of[face]}>{place}"

    def _from_store(self, look: Look, target: int) -> str | None:
        """A6: a play from a storage that resolves a target, or is the first of several that do."""
        missing = look.missing(target)
        for owner, store in enumerate(look.state.stores):
            fit = store & look.match(owner, target) if store else 0
            if not fit:
                continue
            double = fit & self.tables.combat2[owner]
            if missing > 1 and double:
                fit = double
            elif fit.bit_count() < missing:
                continue
            return self._play(owner, next(bits(fit)), target)
        return None

    # -- nothing in the hand serves ----------------------------------------------------------------

    def _stuck(self, look: Look, front: int) -> str:
        """Spend something rarer, or rest."""
        state, n = look.state, self.tables.players
        last = state.rests + 1 == n
        danger = 1.0
        if not last:
            if not self.agreed.daring:
                return self._rest(look)
            danger = self.danger(look, front, [(look.seat + k) % n for k in range(1, n - state.rests)])
        options = list(self._options(look, front, danger))
        if last and not options and not state.blessings:
            options = [(9.0, str(move)) for move in look.legal if move[:4] not in ("rest", "sign")][:1]
        spare = last and state.blessings and state.row and state.level >= self.last_level
        if not options or (spare and self.agreed.last_blessings):
            return self._rest(look)
        return min(options)[1]

    def _rest(self, look: Look) -> str:
        return "rest ~" if self.valuing.better_turned(look) else "rest"

    def danger(self, look: Look, front: int, seats: list[int]) -> float:
        """The odds that none of these seats does anything while `front` is next in line."""
        none = 1.0
        several = look.missing(front) > 1
        for seat in seats:
            fits, relic = look.shows(seat, look.match(seat, front))
            told = look.marked(self.agreed, seat, front)
            if told is not None:
                fits = told
            elif self.agreed.turning and look.told.promised[seat] == front:
                fits = max(fits, KEPT)
            if several:
                fits *= self.odds.several
            none *= (1 - fits) * (1 - relic)
            if look.state.sheets >> seat & 1 and self.tables.effects[seat] in READY:
                none *= self.odds.ready
        return none

    def _options(self, look: Look, front: int, danger: float) -> Iterator[Option]:
        """What could be spent at this danger, each with its rank (the least is spent first)."""
        odds, state, tables, seat = self.odds, look.state, self.tables, look.seat
        if danger > odds.segment and state.row and self._segment_open(look):
            serving = self._serve(look, SPIRIT)
            if serving:
                yield 1, serving
        far = look.hand & tables.ranged[seat]
        if danger > odds.far and far:
            reach = [target for target in state.row[1:] if tables.combat[target] and tables.need[target] == 1]
            if reach:
                yield 2, self._play(seat, self.valuing.cheapest(look, far)[0], reach[0])
        if danger > odds.stored:
            stored = self._from_store(look, front)
            if stored:
                yield 2.5, stored
        relics = look.hand & tables.relic_mask
        if danger > odds.relic and relics:
            yield 3, self._play(seat, next(bits(relics)), front)
        part = look.hand & look.match(seat, front) & ~tables.relic_mask
        if danger > odds.commit and part:
            yield 3.5, self._play(seat, self.valuing.cheapest(look, part)[0], front)
        if state.sheets >> seat & 1:
            yield from self.abilities(look, front, danger)

    def abilities(self, look: Look, front: int, danger: float) -> Iterator[Option]:
        """The best use of the own sheet at this danger, if it is worth it."""
        make = _ABILITIES.get(self.tables.effects[look.seat])
        if make is not None:
            option = make(self, look, front, danger)
            if option is not None:
                yield option

    def _resolve_next(self, look: Look, front: int, danger: float) -> Option | None:
        place = "spirit" if front == SPIRIT else self.tables.targets[front]
        return (4, f"ability {place}") if danger > self.odds.ability else None

    def _let_rotate(self, look: Look, front: int, danger: float) -> Option | None:
        return (5, "ability") if danger > self.odds.ability else None

    def _recover(self, look: Look, front: int, danger: float) -> Option | None:
        """A4: the two cards that make the hand best."""
        state, seat, faces = look.state, look.seat, self.tables.face_of[look.seat]
        moves = self.tables.kits[seat].recovers(state.discards[seat])
        if danger <= self.odds.recover or not moves:
            return None

        def worth(move: str) -> float:
            taken = move.split(" ")[1:]
            hand = look.hand
            for text in taken:
                hand |= faces[text[1:]]
            return self.valuing.ready(look, hand) + len(taken)

        return 4, max(moves, key=worth)

    def _let_draw(self, look: Look, front: int, danger: float) -> Option | None:
        """A1: the cheapest card goes, and who most likely draws what is next in line draws."""
        tables, n = self.tables, self.tables.players
        if danger <= self.odds.ability or not look.hand:
            return None
        moves = [move for move in look.legal if move.startswith("ability -")]
        drawers = {move.rsplit(" ", 1)[1] for move in moves}
        if not drawers:
            return None

        def luck(key: str) -> float:
            seat = tables.seats_by_name[key]
            asked, pool = look.match(seat, front), look.pools[seat]
            return ((asked | asked >> 1) & pool).bit_count() / max(1, pool.bit_count())

        order = [tables.characters[(look.seat + k) % n] for k in range(1, n)]
        drawer = max((key for key in order if key in drawers), key=luck)
        spare = look.hand & ~tables.relic_mask or look.hand
        card = tables.kits[look.seat].bare_of[self.valuing.cheapest(look, spare)[0]]
        return 6, f"ability -{card} {drawer}"

    # -- other decisions ---------------------------------------------------------------------------

    def _take(self, look: Look) -> str:
        faces = self.tables.face_of[look.seat]
        return max(
            look.legal, key=lambda move: self.valuing.ready(look, look.hand | faces[move.split(" ")[1]])
        )

    def _signal_first(self, look: Look) -> str | None:
        """A5: mark what the hand will serve after this turn, if that is not what is marked."""
        state, tables, seat = look.state, self.tables, look.seat
        if (
            seat != tables.marker_seat
            or state.flags
            or not state.sheets >> seat & 1
            or not self.agreed.marker
        ):
            return None
        move = self._turn(look)
        if move == "ability":
            return None
        hand, row = look.hand, state.row
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


_ABILITIES: dict[str, Callable[[Policy, Look, int, float], Option | None]] = {
    RESOLVE_NEXT: Policy._resolve_next,
    OTHERS_MAY_ROTATE: Policy._let_rotate,
    RECOVER_TWO: Policy._recover,
    OTHER_DRAWS: Policy._let_draw,
}


class ConventionBot:
    """Plays by the Agreements; `without` names some to leave out, with `+` between."""

    def __init__(self, rng: Random, *, without: str = "") -> None:
        if not isinstance(without, str):
            raise SilkenwebError(f"expected without to name agreements, got {quote(without)}")
        self.agreed = Agreements().without(without)
        self.policy: Policy | None = None

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """What the agreements say."""
        if self.policy is None or self.policy.tables is not view.tables:
            self.policy = Policy(view.tables, self.agreed)
        return self.policy.decide(Look.of_view(view, told_by(view, seen, self.agreed), legal))

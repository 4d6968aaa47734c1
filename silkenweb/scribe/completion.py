"""The search for a completion: cards for all that nobody saw, so that every move was legal and every fact
holds.

Depth first, move by move, going back where nothing is left. Everything that the rules decide is decided by
the engine; only what can't be told apart from what was seen is not tried twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b

from silkenweb.errors import NotationError
from silkenweb.game import Deal, Move
from silkenweb.game.deal import apply_deal
from silkenweb.game.state import DEAL, KEEP, Illegal, State, start_state
from silkenweb.game.tables import STORAGE, Tables
from silkenweb.game.transition import apply
from silkenweb.scribe.constraints import Act, Moving, settled
from silkenweb.scribe.facts import Fact, Told, same_length
from silkenweb.scribe.placement import Counts, Ledger
from silkenweb.scribe.reveals import Revealing
from silkenweb.scribe.trail import Made, Stretch, Trail, Turned, emptied, gathered
from silkenweb.text.refusals import Reason

BUDGET = 6_000
"""So many moves are tried at most before the search gives up."""


class TooOpen(Exception):
    """So little is told that what fits was not found within the budget."""


class Search:
    """Looks for a completion of these facts. `loose`: numbers of moves, from 0, that are made whoever held
    the card; with them a set of facts is searched for what contradicts what. `budget`: how many moves are
    tried at most.
    """

    def __init__(
        self,
        tables: Tables,
        blessings: int,
        facts: Sequence[Fact],
        seed: str,
        loose: frozenset[int] = frozenset(),
        budget: int = BUDGET,
    ) -> None:
        self.tables = tables
        self.blessings = blessings
        self.seed = seed
        self.loose = loose
        self.budget = budget
        self.told = Told(tables, facts)
        self.revealing = Revealing(tables, self.told, seed)
        self.moving = Moving(tables, self.told, self._hear)
        self.tried = 0
        self.failed = (-1, "", Reason("fact.moment", {}))
        """Where the search came furthest: the number of moves made, the rule and the reason."""

    def find(self) -> Trail | None:
        """The first completion there is; None where there is none. Raises TooOpen."""
        start = start_state(self.tables, self.blessings)
        stack: list[Iterator[Trail]] = [iter([Trail(start, 0, 0, (0,) * self.tables.players)])]
        while stack:
            trail = next(stack[-1], None)
            if trail is None:
                stack.pop()
                continue
            self.tried += 1
            if self.tried > self.budget:
                raise TooOpen
            if self._more(trail):
                stack.append(self.after(trail))
            elif self._all_hold(trail):
                return trail
        return None

    def _more(self, trail: Trail) -> bool:
        """Whether something that was told is still to come."""
        if trail.moves < len(self.told.moves):
            return True
        begun = any(fact.level == trail.state.level for fact in self.told.others)
        return trail.now is None and trail.state.phase == DEAL and begun

    def _all_hold(self, trail: Trail) -> bool:
        others = self.told.others
        if trail.facts == len(others):
            return True
        late = [fact for fact in others if fact.level > len(trail.stretches)]
        drew = [fact for fact in others if fact.kind == "took"]
        if late:
            self._fail(trail, "E1", "fact.late", level=late[0].level)
        elif drew:
            self._fail(trail, "A1", "fact.drew", who=self.tables.who[drew[0].seat])
        else:
            self._fail(trail, "E1", "fact.moment")
        return False

    def _fail(self, trail: Trail, rule: str, code: str, /, **parameters: object) -> None:
        if trail.moves >= self.failed[0]:
            self.failed = (trail.moves, rule, Reason(code, parameters))

    def _hear(self, trail: Trail, error: Illegal) -> None:
        self._fail(trail, error.rule, error.code, **error.parameters)

    def after(self, trail: Trail) -> Iterator[Trail]:
        """Every way in which it can have gone on by one move, or by a deal and its keeps."""
        try:
            if trail.now is None:
                yield from self._deals(trail)
            else:
                yield from self._moves(trail)
        except Illegal as error:
            self._hear(trail, error)

    # -- a level begins ----------------------------------------------------------------------------

    def _deals(self, trail: Trail) -> Iterator[Trail]:
        state, tables = trail.state, self.tables
        told = self.told.of_level(state.level, "row", "keep", "dealt")
        rows = [fact for fact in told if fact.kind == "row"]
        pools = [tables.cards(seat, state.discards[seat]) for seat in range(tables.players)]
        ledgers = tuple(self._ledger(state, seat, pool, told) for seat, pool in enumerate(pools))
        reserve = self.revealing.in_order(state.level, state.reserve())
        count = min(state.level * tables.players, len(reserve))
        lying = self.told.lying(rows, count, "S3")
        named = self.told.named(state.level, trail.moves)
        later = self.told.later(state.level, trail.moves)
        unseen = [card for card in reserve if card not in later]
        for group in self.revealing.groups(unseen, named, lying, same_length(rows, "S3"), row=True):
            rest = [card for card in reserve if card not in group]
            threats = tuple([tables.targets[card] for card in (*group, *rest)][:count])
            dealt = apply_deal(
                state, Deal(state.level, threats, dict(zip(tables.characters, pools, strict=True)))
            )
            if dealt.row != group:
                right = len(dealt.row)
                code = "fact.row.short" if right < len(group) else "fact.row.long"
                self._fail(trail, "S3", code, count=right)
                continue
            told_ones = tuple(lying[place] is not None for place in range(len(group)))
            stretch = Stretch(state.level, count, ledgers, (Turned(group, told_ones),))
            begun = replace(self._kept(trail, dealt), facts=trail.facts + len(told), now=stretch)
            yield from self._holding(begun)

    def _ledger(self, state: State, seat: int, pool: tuple[str, ...], told: Sequence[Fact]) -> Ledger:
        """What is left of a seat's cards after all that was told of deal and keep."""
        tables, level = self.tables, self.tables.edition.levels[state.level - 1]
        drawn = min(level.draw, len(pool))
        laid = min(level.discard, drawn)
        stored = self.told.stored(state.level, seat)
        if stored and (tables.effects[seat] != STORAGE or not state.sheets >> seat & 1):
            raise Illegal("S6", "keep.store")
        if len(stored) > laid:
            raise Illegal("S5", "keep.count", count=laid)
        counts = Counts(drawn - laid, laid - len(stored), len(stored), len(pool) - drawn)
        ledger = Ledger.start(tables.who[seat], pool, counts)
        mine = [fact for fact in told if fact.seat == seat]
        for fact in mine:
            if fact.kind == "keep":
                ledger = ledger.keeps([card for card, _ in fact.cards], dict(fact.stored), fact.rotated)
        for fact in mine:
            if fact.kind == "dealt":
                ledger = ledger.dealt(dict(fact.cards))
        return ledger

    def _kept(self, trail: Trail, dealt: State) -> Trail:
        """The trail with all keeps made, its hands and decks taken out."""
        tables, after = self.tables, dealt
        while after.phase == KEEP:
            after = apply(after, _any_keep(after))
        after = emptied(tables, after)
        stores, either = list(after.stores), list(trail.either)
        for seat in range(tables.players):
            for card, sides in self.told.stored(dealt.level, seat).items():
                relic = card in tables.relics
                stores[seat] |= tables.face_of[seat][card] << (0 if relic else sides[0])
                if len(sides) > 1 and not relic:
                    either.append((card, dealt.level))
        after.stores = tuple(stores)
        return replace(trail, state=after, either=tuple(either))

    # -- moves -------------------------------------------------------------------------------------

    def _moves(self, trail: Trail) -> Iterator[Trail]:
        fact = self.told.moves[trail.moves]
        if fact.level != trail.level:
            raise Illegal("E1", "fact.level.other", level=trail.level, found=fact.level)
        loose = trail.moves in self.loose
        for text in self._texts(fact):
            move = Move(text)
            try:
                for way in self.moving.ways(trail, move, fact.showing, loose):
                    for state, turned in self._acting(way.trail, way.act):
                        made = settled(way.trail, self.tables, move, state)
                        yield from self._holding(self._made(made, move, len(fact.moves) > 1, turned))
            except Illegal as error:
                self._hear(trail, error)
            except NotationError as error:
                self._fail(trail, "C6", error.code, **error.parameters)

    def _texts(self, fact: Fact) -> Sequence[str]:
        """Where a move is told as one of two, the seed says which is tried first."""
        if len(fact.moves) < 2:
            return fact.moves
        key = f"{self.seed}|{fact.level}|{fact.after}|{fact.text}"
        return fact.moves[:: -1 if blake2b(key.encode(), digest_size=8).digest()[-1] & 1 else 1]

    def _acting(self, trail: Trail, act: Act) -> Iterator[tuple[State, Turned | None]]:
        """What comes of an act, for each way in which the Threats that it turns up can have lain (T9)."""
        before, told = trail.state, self.told.revealed(trail.level, trail.moves + 1)
        after = act(before)
        if not _turned(before, after):
            if told:
                raise Illegal("T9", "fact.turned.none")
            yield after, None
            return
        left = len(before.deck)
        known = trail.open.known or (None,) * left
        lying = [
            self.told.agree(one, other, "T9")
            for one, other in zip(known, self.told.lying(told, left, "T9"), strict=True)
        ]
        unseen = self._unseen(trail)
        if not {card for card in lying if card is not None} <= set(unseen):
            raise Illegal("T9", "fact.turned.known")
        later = self.told.later(trail.level, trail.moves + 1)
        named = self.told.named(trail.level, trail.moves)
        may = [card for card in unseen if card not in later]
        for group in self.revealing.groups(may, named, lying, same_length(told, "T9"), row=False):
            doctored = before.copy()
            doctored.deck = (*group, *(card for card in unseen if card not in group))[:left]
            after = act(doctored)
            count = _turned(doctored, after)
            if count == len(group):
                yield after, Turned(group, tuple(lying[place] is not None for place in range(count)))
            else:
                code = "fact.turned.short" if count < len(group) else "fact.turned.long"
                self._fail(trail, "T9", code, count=count)

    def _unseen(self, trail: Trail) -> list[int]:
        """The Threats that may still lie in the deck: the Reserve as the level began, without those seen."""
        tables, relics = self.tables, set(self.tables.relics)
        away = set(trail.open.seen)
        for ledger in trail.open.ledgers:
            away |= {tables.target_of[relic] for relic in ledger.cards & relics}
        for store in trail.state.stores:
            away |= {target for relic, target in tables.target_of_relic.items() if relic & store}
        left = [card for card in tables.all_targets if card not in away]
        return self.revealing.in_order(trail.level, left)

    def _made(self, trail: Trail, move: Move, guessed: bool, turned: Turned | None) -> Trail:
        """The trail with a move noted."""
        now, tables = trail.open, self.tables
        drawer = tables.seats_by_name.get(move.drawer or "", -1)
        told = len(self.told.revealed(now.level, trail.moves + 1))
        count = 0 if turned is None else len(turned.cards)
        if drawer >= 0:
            told += self.told.taken(now.level, drawer)[1]
        if turned is not None:
            known = now.known[len(turned.cards) :]
            now = replace(now, turned=(*now.turned, turned), known=known)
        now = replace(now, made=(*now.made, Made(str(move), guessed, drawer, count)))
        return replace(trail, moves=trail.moves + 1, facts=trail.facts + told, now=now)

    # -- what was told beside the moves ------------------------------------------------------------

    def _holding(self, trail: Trail) -> Iterator[Trail]:
        """The trail with what was told of this moment, if it holds; and if the level is cleared, closed."""
        for fact in self.told.at(trail.level, trail.moves):
            try:
                trail = self._hold(trail, fact)
            except Illegal as error:
                self._hear(trail, error)
                return
        if trail.state.phase == DEAL:
            state = gathered(self.tables, trail.state, trail.held)
            trail = replace(trail, state=state, past=(*trail.past, trail.open), now=None)
        yield trail

    def _hold(self, trail: Trail, fact: Fact) -> Trail:
        trail = replace(trail, facts=trail.facts + 1)
        if fact.kind == "threats":
            return self._hold_threats(trail, fact)
        ledger = trail.ledger(fact.seat)
        if fact.kind == "hand":
            return trail.with_ledger(fact.seat, ledger.holds(dict(fact.cards), fact.whole))
        return trail.with_ledger(fact.seat, ledger.deck_is(fact.cards))

    def _hold_threats(self, trail: Trail, fact: Fact) -> Trail:
        left = len(trail.state.deck)
        if len(fact.cards) != left:
            raise Illegal("T9", "fact.threats", count=left, found=len(fact.cards))
        known = tuple(
            self.told.agree(one, other, "T9")
            for one, other in zip(
                trail.open.known or (None,) * left, self.told.lying([fact], left, "T9"), strict=True
            )
        )
        if not {card for card in known if card is not None} <= set(self._unseen(trail)):
            raise Illegal("T9", "fact.threats.known")
        return replace(trail, now=replace(trail.open, known=known))


def _turned(before: State, after: State) -> int:
    """How many Threats were turned up."""
    return len(before.deck) - (0 if after.phase == DEAL else len(after.deck))


def _any_keep(state: State) -> str:
    """Some legal keep, so that the engine goes on."""
    tables, seat = state.tables, state.seat
    cards = tables.cards(seat, tables.without_orientation(seat, state.hands[seat]))
    count = min(tables.edition.levels[state.level - 1].discard, len(cards))
    return "keep" + "".join(f" -{card}" for card in cards[:count])

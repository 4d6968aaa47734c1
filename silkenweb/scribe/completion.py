"""The search for a completion: values for all unseen cards that make every move legal and every fact true.

The search is depth first, move by move, with backtracking. The engine decides everything that the rules
decide. Choices that look the same to the players are tried only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b

from silkenweb.errors import NotationError
from silkenweb.game import Deal, Move
from silkenweb.game.deal import AT_LEAST_REVEALED, apply_deal
from silkenweb.game.state import DEAL, KEEP, Illegal, State, start_state
from silkenweb.game.tables import STORAGE, Tables
from silkenweb.game.transition import apply
from silkenweb.scribe.constraints import Act, MoveOptions, after_move
from silkenweb.scribe.facts import Fact, FactIndex, same_length
from silkenweb.scribe.placement import Counts, Ledger
from silkenweb.scribe.trail import Made, Stretch, Trail, Turned, emptied, gathered
from silkenweb.text.refusals import Reason

BUDGET = 6_000
"""Maximum number of moves to try before the search stops."""


class TooOpen(Exception):
    """Raised if no completion was found within the budget, because there are too few facts."""


class Search:
    """Searches for a completion of these facts.

    `loose`: the numbers of moves, from 0, that are made whoever held the card; this serves to find
    contradictions. `budget`: the maximum number of moves to try.
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
        self.facts = FactIndex(tables, facts)
        self.reveals = Reveals(tables, self.facts, seed)
        self.move_options = MoveOptions(tables, self.facts, self._note_failure)
        self.tried = 0
        self.failed = (-1, "", Reason("fact.moment", {}))
        """The failure after the most moves: their number, the rule and the reason."""

    def find(self) -> Trail | None:
        """Return the first completion, or None if there is none. Raises TooOpen."""
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
        """Return whether some facts are still to come."""
        if trail.moves < len(self.facts.moves):
            return True
        begun = any(fact.level == trail.state.level for fact in self.facts.others)
        return trail.now is None and trail.state.phase == DEAL and begun

    def _all_hold(self, trail: Trail) -> bool:
        others = self.facts.others
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

    def _note_failure(self, trail: Trail, error: Illegal) -> None:
        self._fail(trail, error.rule, error.code, **error.parameters)

    def after(self, trail: Trail) -> Iterator[Trail]:
        """Yield every possible next step: one move, or a deal with its keeps."""
        try:
            if trail.now is None:
                yield from self._deals(trail)
            else:
                yield from self._moves(trail)
        except Illegal as error:
            self._note_failure(trail, error)

    # -- a level begins ----------------------------------------------------------------------------

    def _deals(self, trail: Trail) -> Iterator[Trail]:
        state, tables = trail.state, self.tables
        told = self.facts.of_level(state.level, "row", "keep", "dealt")
        rows = [fact for fact in told if fact.kind == "row"]
        pools = [tables.cards(seat, state.discards[seat]) for seat in range(tables.players)]
        ledgers = tuple(self._ledger(state, seat, pool, told) for seat, pool in enumerate(pools))
        reserve = self.reveals.in_order(state.level, state.reserve())
        count = min(state.level * tables.players, len(reserve))
        lying = self.facts.lying(rows, count, "S3")
        named = self.facts.named(state.level, trail.moves)
        later = self.facts.later(state.level, trail.moves)
        unseen = [card for card in reserve if card not in later]
        for group in self.reveals.groups(unseen, named, lying, same_length(rows, "S3"), row=True):
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
        """Return the ledger of a seat after all facts about its deal and keep."""
        tables, level = self.tables, self.tables.edition.levels[state.level - 1]
        drawn = min(level.draw, len(pool))
        laid = min(level.discard, drawn)
        stored = self.facts.stored(state.level, seat)
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
        """Return the trail after all keeps, without its hands and decks."""
        tables, after = self.tables, dealt
        while after.phase == KEEP:
            after = apply(after, _any_keep(after))
        after = emptied(tables, after)
        stores, either = list(after.stores), list(trail.either)
        for seat in range(tables.players):
            for card, sides in self.facts.stored(dealt.level, seat).items():
                relic = card in tables.relics
                stores[seat] |= tables.face_of[seat][card] << (0 if relic else sides[0])
                if len(sides) > 1 and not relic:
                    either.append((card, dealt.level))
        after.stores = tuple(stores)
        return replace(trail, state=after, either=tuple(either))

    # -- moves -------------------------------------------------------------------------------------

    def _moves(self, trail: Trail) -> Iterator[Trail]:
        fact = self.facts.moves[trail.moves]
        if fact.level != trail.level:
            raise Illegal("E1", "fact.level.other", level=trail.level, found=fact.level)
        loose = trail.moves in self.loose
        for text in self._texts(fact):
            move = Move(text)
            try:
                for way in self.move_options.ways(trail, move, fact.showing, loose):
                    for state, turned in self._acting(way.trail, way.act):
                        made = after_move(way.trail, self.tables, move, state)
                        yield from self._holding(self._made(made, move, len(fact.moves) > 1, turned))
            except Illegal as error:
                self._note_failure(trail, error)
            except NotationError as error:
                self._fail(trail, "C6", error.code, **error.parameters)

    def _texts(self, fact: Fact) -> Sequence[str]:
        """Return the possible texts of a move; if there are two, the seed decides which is tried first."""
        if len(fact.moves) < 2:
            return fact.moves
        key = f"{self.seed}|{fact.level}|{fact.after}|{fact.text}"
        return fact.moves[:: -1 if blake2b(key.encode(), digest_size=8).digest()[-1] & 1 else 1]

    def _acting(self, trail: Trail, act: Act) -> Iterator[tuple[State, Turned | None]]:
        """Yield the result of an act for each possible group of Threats that it reveals (T9)."""
        before, told = trail.state, self.facts.revealed(trail.level, trail.moves + 1)
        after = act(before)
        if not _turned(before, after):
            if told:
                raise Illegal("T9", "fact.turned.none")
            yield after, None
            return
        left = len(before.deck)
        known = trail.open.known or (None,) * left
        lying = [
            self.facts.agree(one, other, "T9")
            for one, other in zip(known, self.facts.lying(told, left, "T9"), strict=True)
        ]
        unseen = self._unseen(trail)
        if not {card for card in lying if card is not None} <= set(unseen):
            raise Illegal("T9", "fact.turned.known")
        later = self.facts.later(trail.level, trail.moves + 1)
        named = self.facts.named(trail.level, trail.moves)
        may = [card for card in unseen if card not in later]
        for group in self.reveals.groups(may, named, lying, same_length(told, "T9"), row=False):
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
        """Return the Threats that may still be in the deck: the level's Reserve, except those seen."""
        tables, relics = self.tables, set(self.tables.relics)
        away = set(trail.open.seen)
        for ledger in trail.open.ledgers:
            away |= {tables.target_of[relic] for relic in ledger.cards & relics}
        for store in trail.state.stores:
            away |= {target for relic, target in tables.target_of_relic.items() if relic & store}
        left = [card for card in tables.all_targets if card not in away]
        return self.reveals.in_order(trail.level, left)

    def _made(self, trail: Trail, move: Move, guessed: bool, turned: Turned | None) -> Trail:
        """Return the trail with a move noted."""
        now, tables = trail.open, self.tables
        drawer = tables.seats_by_name.get(move.drawer or "", -1)
        told = len(self.facts.revealed(now.level, trail.moves + 1))
        count = 0 if turned is None else len(turned.cards)
        if drawer >= 0:
            told += self.facts.taken(now.level, drawer)[1]
        if turned is not None:
            known = now.known[len(turned.cards) :]
            now = replace(now, turned=(*now.turned, turned), known=known)
        now = replace(now, made=(*now.made, Made(str(move), guessed, drawer, count)))
        return replace(trail, moves=trail.moves + 1, facts=trail.facts + told, now=now)

    # -- other facts ------------------------------------------------------------

    def _holding(self, trail: Trail) -> Iterator[Trail]:
        """Yield the trail if the facts about this moment are true, closing the level if it is cleared."""
        for fact in self.facts.at(trail.level, trail.moves):
            try:
                trail = self._hold(trail, fact)
            except Illegal as error:
                self._note_failure(trail, error)
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
            self.facts.agree(one, other, "T9")
            for one, other in zip(
                trail.open.known or (None,) * left, self.facts.lying([fact], left, "T9"), strict=True
            )
        )
        if not {card for card in known if card is not None} <= set(self._unseen(trail)):
            raise Illegal("T9", "fact.threats.known")
        return replace(trail, now=replace(trail.open, known=known))


def _turned(before: State, after: State) -> int:
    """Return how many Threats a move revealed."""
    return len(before.deck) - (0 if after.phase == DEAL else len(after.deck))


def _any_keep(state: State) -> str:
    """Return a legal keep, so that the engine can continue."""
    tables, seat = state.tables, state.seat
    cards = tables.cards(seat, tables.without_orientation(seat, state.hands[seat]))
    count = min(tables.edition.levels[state.level - 1].discard, len(cards))
    return "keep" + "".join(f" -{card}" for card in cards[:count])


class Reveals:
    """Lists the groups of Threat Cards that can have been revealed together.

    First come the cards in the order in which later facts name them, then in the order of the seed; then the
    groups that differ from this order in one place, in two, and so on. Of equivalent groups, only one is
    listed.
    """

    def __init__(self, tables: Tables, facts: FactIndex, seed: str) -> None:
        self.tables = tables
        self.facts = facts
        self.seed = seed

    def in_order(self, level: int, cards: Sequence[int]) -> list[int]:
        """Return Threats in the order in which the seed would deal them (RULES.md, Chance)."""
        prefix = f"{self.seed}|{level}|".encode()
        encoded = self.tables.of.encoded
        return sorted(cards, key=lambda card: blake2b(prefix + encoded[card], digest_size=8).digest())

    def groups(
        self,
        unseen: Sequence[int],
        named: Sequence[int],
        lying: Sequence[int | None],
        length: int | None,
        *,
        row: bool,
    ) -> Iterator[tuple[int, ...]]:
        """Yield the possible groups.

        `unseen`: cards that may be in the deck; `named`: those that later moves name; `lying`: the deck as
        far as it is known, next first, None for unknown cards; `length`: how many cards were revealed, if
        known; `row`: whether it is the Threat Row at the start of a level (S3), not a reveal (T9).
        """
        known = {card for card in lying if card is not None}
        free = [card for card in unseen if card not in known]
        first = [card for card in named if card in free]

        def grow(group: tuple[int, ...], others: int) -> Iterator[tuple[int, ...]]:
            if self._ends(group, len(lying), length, row):
                if not others:
                    yield group
                return
            told = lying[len(group)]
            choices = [told] if told is not None else self._choices(free, first, group)
            for place, card in enumerate(choices):
                spent = int(place > 0)
                if spent > others:
                    return
                yield from grow((*group, card), others - spent)

        for others in range(len(lying) + 1):
            yield from grow((), others)

    def _ends(self, group: tuple[int, ...], left: int, length: int | None, row: bool) -> bool:
        if length is not None or len(group) == left:
            return len(group) == (left if length is None else length)
        locked = any(self.tables.locking[card] for card in group)
        return locked and (not row or len(group) >= AT_LEAST_REVEALED)

    def _choices(self, free: Sequence[int], named: Sequence[int], group: Sequence[int]) -> Iterator[int]:
        for card in named:
            if card not in group:
                yield card
        kinds = set()
        for card in free:
            kind = self._kind(card)
            if card not in group and card not in named and kind not in kinds:
                kinds.add(kind)
                yield card

    def _kind(self, card: int) -> tuple[object, ...]:
        """Return the kind of a card; cards of the same kind are equivalent.

        No move names these Threats, so only two properties matter: whether a card locks, and whether it is a
        Relic. A Relic that is named in some level is equivalent to no other card.
        """
        tables = self.tables
        name = tables.targets[card] if tables.targets[card] in self.facts.relics else ""
        return tables.locking[card], tables.is_relic[card], name

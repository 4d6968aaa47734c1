"""What a move implies about hands, storage and piles, and the act with which the engine makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from silkenweb.game import Move
from silkenweb.game.state import TAKE, Illegal, State, put
from silkenweb.game.tables import Tables
from silkenweb.game.transition import apply
from silkenweb.scribe.facts import FactIndex
from silkenweb.scribe.trail import Trail
from silkenweb.text.catalogue import Keyed

Act = Callable[[State], State]
"""A function that makes a move on a copy of a state."""


class Way(NamedTuple):
    """A way to make a move: the trail, with what the move implies about the hands before it, and the act."""

    trail: Trail
    act: Act


class MoveOptions:
    """Lists the ways to make a move that lead to different outcomes.

    `reject` is called with the trail and the reason for each way that is impossible.
    """

    def __init__(self, tables: Tables, facts: FactIndex, reject: Callable[[Trail, Illegal], None]) -> None:
        self.tables = tables
        self.facts = facts
        self.reject = reject

    def ways(self, trail: Trail, move: Move, showing: str, loose: bool) -> Iterator[Way]:
        """Yield the ways to make this move.

        `showing`: the icon of a played card, if known; `loose`: whether to ignore who held the card.
        """
        if trail.state.seat < 0:
            apply(trail.state, move)  # raises, since the game is over
        if move.kind == "play":
            yield from self._plays(trail, move, showing, loose)
        elif move.kind == "ability" and move.taken:
            yield self._recovers(trail, move, loose)
        elif move.kind == "ability" and move.drawer:
            yield self._draws(trail, move, loose)
        else:
            yield Way(self._turns(trail) if move.rotates else trail, lambda state: apply(state, move))

    def _turns(self, trail: Trail) -> Trail:
        """Return the trail after the acting seat's hand was rotated (T12, A3)."""
        seat = trail.state.seat
        return trail.with_ledger(seat, trail.ledger(seat).turn())

    def _draws(self, trail: Trail, move: Move, loose: bool) -> Way:
        """Return the way to make a draw (A1), including the drawer's choice, which nobody else sees."""
        tables, seat, card = self.tables, trail.state.seat, str(move.card)
        face = tables.face_of[seat].get(card, 0)
        level = trail.level
        if face and not loose and trail.state.sheets >> seat & 1:
            trail = trail.with_ledger(seat, trail.ledger(seat).leaves(card, (0, 1)))
        drawer = tables.seats_by_name.get(str(move.drawer), -1)
        if drawer >= 0 and drawer != seat:
            card_drawn, _ = self.facts.taken(level, drawer)
            trail = trail.with_ledger(drawer, trail.ledger(drawer).draws(card_drawn))

        def draw(state: State) -> State:
            ready = state.copy()
            ready.hands = put(state.hands, seat, face)
            after = apply(ready, move)
            assert after.phase == TAKE
            return apply(after, f"take {tables.text_of[after.seat][after.taking]}")

        return Way(trail, draw)

    def _recovers(self, trail: Trail, move: Move, loose: bool) -> Way:
        """Return the way to recover cards (A4); those not put there openly were discarded in keep."""
        tables, seat = self.tables, trail.state.seat
        ledger, piles, added = trail.ledger(seat), trail.state.discards, 0
        for card in move.taken:
            bare = card.rstrip("'")
            face = tables.face_of[seat].get(bare, 0)
            if not face:
                raise Illegal("A4", "discards.not")
            if not loose:
                ledger = ledger.recovers(bare, int(card != bare), bool(piles[seat] & face))
            added |= face

        def recover(state: State) -> State:
            ready = state.copy()
            ready.discards = put(state.discards, seat, state.discards[seat] | added)
            return apply(ready, move)

        return Way(trail.with_ledger(seat, ledger), recover)

    # -- playing -----------------------------------------------------------------------------------

    def _plays(self, trail: Trail, move: Move, showing: str, loose: bool) -> Iterator[Way]:
        """Yield the ways to play a card, either side up. If both have the same outcome, both stay open."""
        card = str(move.card)
        holder = self._storing(trail.state, card)
        owner = self._owner(trail, move, holder)
        outcomes: dict[object, list[tuple[int, Act]]] = {}
        refused = Illegal("T3", "fact.showing", card=card, icon=Keyed(f"icon.{showing}"))
        for side, face in self._faces(trail, card, owner, holder, showing):
            act = self._playing(move, trail.state.seat, owner, face, holder >= 0)
            try:
                after = act(trail.state)
            except Illegal as error:
                refused = error
            else:
                outcomes.setdefault(self._outcome(after), []).append((side, act))
        if not outcomes:
            raise refused
        for chosen in outcomes.values():
            sides = (0, 1) if card in self.tables.relics else tuple(side for side, _ in chosen)
            try:
                before = trail if loose else self._from(trail, card, holder, sides)
            except Illegal as error:
                self.reject(trail, error)
                continue
            if len(outcomes) > 1:
                before = before.with_face(card)
            yield Way(before, chosen[0][1])

    def _owner(self, trail: Trail, move: Move, holder: int) -> int:
        """Return the owner of the card, who must be able to play it now (T1, A6)."""
        tables, card, seat = self.tables, str(move.card), trail.state.seat
        if holder >= 0:
            return holder
        if card in tables.relics:
            return seat
        if card not in tables.owner_of:
            apply(trail.state, move)  # raises if the edition has no such card
            raise Illegal("T1", "fact.nobody", card=card)
        owner = tables.owner_of[card]
        if owner != seat:
            raise Illegal("T1", "fact.owner", card=card, owner=tables.who[owner], who=tables.who[seat])
        return owner

    def _from(self, trail: Trail, card: str, holder: int, sides: tuple[int, ...]) -> Trail:
        """Return the trail before the card was played from the hand or from storage."""
        if holder >= 0:
            return trail.with_stored(holder, card, sides)
        seat = trail.state.seat
        ledger = trail.ledger(seat)
        if card not in ledger.cards and all(card != each for each, _, _ in ledger.inhand):
            raise Illegal("T1", "nowhere")
        return trail.with_ledger(seat, ledger.leaves(card, sides))

    def _storing(self, state: State, card: str) -> int:
        """Return the seat whose storage has the card; -1 if there is none."""
        for holder, store in enumerate(state.stores):
            if store & self._both(holder, card):
                return holder
        return -1

    def _both(self, seat: int, card: str) -> int:
        first = self.tables.face_of[seat].get(card, 0)
        return first if card in self.tables.relics else first | first << 1

    def _faces(self, trail: Trail, card: str, owner: int, holder: int, showing: str) -> list[tuple[int, int]]:
        """Return the sides that can be up, with their faces."""
        tables, kit = self.tables, self.tables.kits[owner]
        first = tables.face_of[owner][card]
        faces = [(0, first)] if card in tables.relics else [(0, first), (1, first << 1)]
        if holder >= 0 and card not in dict(trail.either):
            faces = [(side, face) for side, face in faces if trail.state.stores[holder] & face]
        if not showing:
            return faces
        return [each for each in faces if card not in tables.relics and kit.icon(each[1]) == showing]

    def _playing(self, move: Move, seat: int, owner: int, face: int, stored: bool) -> Act:
        both = self._both(owner, str(move.card))

        def play(state: State) -> State:
            ready = state.copy()
            if stored:
                ready.stores = put(state.stores, owner, state.stores[owner] & ~both | face)
            else:
                ready.hands = put(state.hands, seat, face)
            return apply(ready, move)

        return play

    def _outcome(self, state: State) -> object:
        """Return a key that distinguishes the outcomes of playing a card.

        It includes what a committed card pays, but not its side.
        """
        tables, blind = self.tables, state.copy()
        blind.commits = tuple(
            (target, owner, tables.without_orientation(owner, face), by)
            for target, owner, face, by in state.commits
        )
        paid = [
            tables.worth(owner, face, tables.combat[target] if target >= 0 else state.segment_combat())
            for target, owner, face, _ in state.commits
        ]
        return blind.key(), tuple(paid)


def after_move(trail: Trail, tables: Tables, move: Move, state: State) -> Trail:
    """Return the trail with the state after a move, without its hands, and with the owners of the Relics."""
    held = list(trail.held)
    if move.kind == "play" and move.card in tables.relics:
        used = tables.face_of[0][str(move.card)]
        held = [mask & ~used for mask in held]
    held = [mask | pile & tables.relic_mask for mask, pile in zip(held, state.discards, strict=True)]
    after = state.copy()
    after.hands = (0,) * tables.players
    return replace(trail, state=after, held=tuple(held))

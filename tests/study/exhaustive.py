"""Plain exhaustive search over the engine's legal moves: slow and simple; the solver must agree with it."""

from __future__ import annotations

from silkenweb import Position
from silkenweb.game.legality import legal_moves
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.game.transition import apply
from silkenweb.study import Price

Prices = frozenset[tuple[int, int, int, int]]  # Blessings lost, abilities, Relics spent, minus Relics gained
NONE: Prices = frozenset()
FREE = (0, 0, 0, 0)


class TooBig(Exception):
    """The position has more states than were allowed."""


class Exhaustive:
    """All prices at which a level can be cleared of which none is better than another in every respect."""

    def __init__(self, limit: int = 60_000) -> None:
        self.known: dict[tuple[object, ...], Prices] = {}
        self.limit = limit

    def prices(self, position: Position) -> set[Price]:
        return {Price(b, a, r, -lost) for b, a, r, lost in self._from(position.state)}

    def _from(self, state: State) -> Prices:
        key = state.key()
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.limit:
                raise TooBig
            self.known[key] = NONE  # no line returns to an earlier state
            found = self.known[key] = self._best(state)
        return found

    def _best(self, state: State) -> Prices:
        best: set[tuple[int, int, int, int]] = set()
        for move in legal_moves(state):
            if move.startswith("signal"):
                continue  # changes nothing but the marker (B3)
            after = apply(state, move)
            if after.phase == LOST:
                continue
            cleared = after.phase == WON or after.level > state.level
            cost = _cost(state, after)
            for price in [FREE] if cleared else self._from(after):
                b, a, r, g = (x + y for x, y in zip(cost, price, strict=True))
                best.add((b, a, r, g))
        return frozenset(p for p in best if not any(q != p and _no_worse(q, p) for q in best))


def _no_worse(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(x <= y for x, y in zip(one, other, strict=True))


def _cost(before: State, after: State) -> tuple[int, int, int, int]:
    tables = before.tables
    relics = [t for t in before.row + before.deck if tables.is_relic[t]]
    left = () if after.phase in (DEAL, WON) else after.row + after.deck
    gone = sum(1 for target in relics if target not in left)
    blessings = before.blessings - after.blessings
    gained = 0 if blessings else gone
    spent = before.held_relics().bit_count() + gained - after.held_relics().bit_count()
    return blessings, (before.sheets & ~after.sheets).bit_count(), spent, -gained

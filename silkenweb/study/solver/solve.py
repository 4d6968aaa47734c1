"""Whether a level can still be cleared, and at what least price: `solve_level`."""

from __future__ import annotations

from time import monotonic

from silkenweb.errors import SilkenwebError
from silkenweb.game.position import Position
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.study.solver.answer import CLEARABLE, NOT_CLEARABLE, UNKNOWN, Clearing, LevelSolution, Price
from silkenweb.study.solver.lines import Line
from silkenweb.study.solver.model import Model
from silkenweb.study.solver.roots import Limits, most, roots
from silkenweb.study.solver.search import OutOfBudget, Search

BUDGET = 60_000


class _Solver:
    def __init__(self, state: State, budget: int, seconds: float | None) -> None:
        self.state = state
        self.model = Model(state)
        self.search = Search(self.model, None if seconds is None else monotonic() + seconds)
        self.budget = budget
        self.most = most(state, self.model)

    def left(self) -> int:
        return self.budget - self.search.nodes

    def refuted(self, limits: Limits) -> bool:
        """Whether the bound alone shows that no line keeps to these limits."""
        return all(self.search.bounds.fails(root.node) for root in roots(self.state, self.model, limits))

    def look(self, limits: Limits, budget: int) -> Clearing | None:
        """A line within these limits, or None if there is none; OutOfBudget."""
        stopped, until = False, self.search.nodes + budget
        for root in roots(self.state, self.model, limits):
            try:
                path = self.search.run(root.node, until - self.search.nodes)
            except OutOfBudget:
                stopped = True
                continue
            if path is not None:
                return self.prove(Line(self.state, self.model, root, path))
        if stopped:
            raise OutOfBudget
        return None

    def prove(self, line: Line) -> Clearing:
        """Play the line through the engine; its price is what the engine says."""
        moves, end = line.moves()
        before = self.state
        cleared = end.phase == WON or (end.phase == DEAL and end.level == before.level + 1)
        if not cleared:
            raise AssertionError(f"the solver's line does not clear the level: {moves}")
        claims = line.model.relic_places.bit_count() - _removed(line)
        spent = before.held_relics().bit_count() + claims - end.held_relics().bit_count()
        price = Price(
            before.blessings - end.blessings, (before.sheets & ~end.sheets).bit_count(), spent, claims
        )
        return Clearing(price, tuple(moves))

    # -- the least price -----------------------------------------------------------------------------------

    def floor(self) -> Limits | None:
        """The least limits, in the order of prices, that the bound does not refute; None if none pass."""
        limits = list(self.most)
        if self.refuted(self.most):
            return None
        for k in range(3):
            top = limits[k]
            for value in range(top + 1):
                limits[k] = value
                if not self.refuted(Limits(*limits)):
                    break
        limits[3] = min(limits[3], limits[0])
        return Limits(*limits)

    def solve(self) -> LevelSolution:
        floor = self.floor()
        if floor is None:
            return LevelSolution(NOT_CLEARABLE, "bound", self.search.nodes)
        best: Clearing | None = None
        for limits, share in ((floor, 4), (self.most, 2)):
            try:
                best = self.look(limits, max(0, self.left() // share))
            except OutOfBudget:
                continue
            if best is not None:
                break
            if limits == self.most:
                return LevelSolution(NOT_CLEARABLE, "exhausted", self.search.nodes)
        if best is None:
            try:
                best = self.look(self.most, self.left())
            except OutOfBudget:
                return LevelSolution(UNKNOWN, "budget", self.search.nodes)
            if best is None:
                return LevelSolution(NOT_CLEARABLE, "exhausted", self.search.nodes)
        return self.improve(best)

    def improve(self, best: Clearing) -> LevelSolution:
        least, done = True, False
        while not done:
            done, least = True, True
            for limits in self.below(best.price):
                try:
                    better = self.look(limits, max(0, self.left()))
                except OutOfBudget:
                    least = False
                    continue
                if better is not None:
                    best, done = better, False
                    break
        return LevelSolution(CLEARABLE, "line", self.search.nodes, best, least)

    def below(self, price: Price) -> list[Limits]:
        """Limits that together hold all better prices."""
        b, a, r, gained = price
        top = self.most
        lost = self.model.relic_places.bit_count() - gained
        found = []
        if b:
            found.append(top._replace(blessings=b - 1))
        if a:
            found.append(top._replace(blessings=b, abilities=a - 1))
        if r:
            found.append(top._replace(blessings=b, abilities=a, relics=r - 1))
        if lost:
            found.append(Limits(b, a, r, lost - 1))
        return found


def _removed(line: Line) -> int:
    """Relics of the row that Blessings removed."""
    places = line.model.relic_places
    return sum(
        1 for act, _ in line.path if act.kind == "blessing" and act.targets and places >> act.targets[0] & 1
    )


def solve_level(position: Position, *, budget: int = BUDGET, seconds: float | None = None) -> LevelSolution:
    """Whether the level can still be cleared, everything open, and at what least price."""
    if position.phase in (DEAL, WON):
        raise SilkenwebError(f"no level is under way in phase {position.phase}")
    if position.phase == LOST:
        return LevelSolution(NOT_CLEARABLE, "the game is lost (B2)", 0)
    return _Solver(position.state, budget, seconds).solve()

"""Whether a level can still be cleared, and at what least price: `solve_level` and its depth-first search."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random
from time import monotonic
from typing import NamedTuple

from silkenweb import arguments
from silkenweb.game.move import Move
from silkenweb.game.position import Position
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.study.solver.bounds import Bounds, Shortage
from silkenweb.study.solver.expansion import Expander
from silkenweb.study.solver.model import (
    ABILITIES,
    BLESSING,
    CLAIM,
    END,
    RELIC,
    STORED,
    Child,
    Limits,
    Model,
    Node,
    most,
    roots,
)
from silkenweb.study.solver.proof import Line
from silkenweb.text import english
from silkenweb.text.refusals import refused

CLEARABLE, NOT_CLEARABLE, UNKNOWN = "clearable", "not clearable", "unknown"


class Price(NamedTuple):
    """The price of clearing a level.

    Prices compare in this order: less is better, except for Relics gained.
    """

    blessings: int
    abilities: int
    relics: int
    gained: int

    def order(self) -> tuple[int, int, int, int]:
        """Return a sort key: the best price first."""
        return self.blessings, self.abilities, self.relics, -self.gained


@dataclass(frozen=True)
class Clearing:
    """A line that clears the level, and its price."""

    price: Price
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class LevelSolution:
    """Whether a level can still be cleared with all cards visible, and at what price.

    `status` is "clearable", "not clearable" or "unknown" (within the budget). `best` is the best line found;
    `least` says whether no line has a better price. `pareto`, if requested, holds lines of which none is
    better than another in every respect, by price; `complete` says whether no further one exists. `reason`
    is a sentence for people. `nodes` is how much of the budget the search used.
    """

    status: str
    reason: str
    nodes: int
    best: Clearing | None = None
    least: bool = False
    pareto: tuple[Clearing, ...] = ()
    complete: bool = False

    @property
    def clearable(self) -> bool | None:
        """True or False; None if the budget was too small to decide."""
        return {CLEARABLE: True, NOT_CLEARABLE: False}.get(self.status)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the best line; empty if there is no line."""
        return self.best.moves if self.best else ()

    @property
    def price(self) -> Price | None:
        """The price of the best line."""
        return self.best.price if self.best else None


# The order of moves: lowest first. A claim costs nothing; acts with a price come last.
COSTS = {BLESSING: 1000, STORED: 200, RELIC: 100, END: 20, CLAIM: -50, **dict.fromkeys(ABILITIES, 200)}
SLACK = 8  # per spare card of the scarcest kind

# An early mistake costs a search much time, so it restarts in an order that NOISE shuffles.
FIRST_TRY, GROWTH, NOISE = 200, 1.1, 12.0


class OutOfBudget(Exception):
    """Raised when the search stops early; what it has found out so far stays valid."""


class Search:
    """The search of one level: what failed under some limits is remembered for all later ones."""

    def __init__(self, model: Model, deadline: float | None = None) -> None:
        self.model = model
        self.bounds = Bounds(model)
        self.expander = Expander(model)
        self.failed: dict[tuple[object, ...], list[tuple[int, int]]] = {}
        self.nodes = 0
        self.deadline = deadline

    def run(self, node: Node, budget: int) -> list[Child] | None:
        """Return the acts that clear the level from this node, each with the node after it.

        Returns None if there are none.

        Restarts in another order, each time with more patience. Raises OutOfBudget after `budget` nodes, or
        past the deadline.
        """
        if self.bounds.fails(node):
            return None
        end, patience = self.nodes + budget, float(FIRST_TRY)
        self.random, self.noise = Random(0), 0.0
        while True:
            self.limit = min(end, self.nodes + int(patience))
            path: list[Child] = []
            try:
                return path if self._down(node, path) else None
            except OutOfBudget:
                if self.limit == end or self._late():
                    raise
            patience *= GROWTH
            self.noise = NOISE

    def _late(self) -> bool:
        return self.deadline is not None and monotonic() > self.deadline

    def _down(self, node: Node, path: list[Child]) -> bool:
        if self._known(node):
            return False
        if self.nodes >= self.limit:
            raise OutOfBudget
        self.nodes += 1
        if not self.nodes & 63 and self._late():
            raise OutOfBudget
        for act, child in self._ordered(node):
            path.append((act, child))
            if child is None or self._down(child, path):
                return True
            path.pop()
        self.failed.setdefault(_without_orientation(node), []).append((node.free, node.turned))
        return False

    def _known(self, node: Node) -> bool:
        """Return whether this node, or one that is no worse, has failed before.

        A node is no worse if it is the same with more hands free.
        """
        for free, turned in self.failed.get(_without_orientation(node), ()):
            if not (node.free | node.turned ^ turned) & ~free:
                return True
        return False

    def _ordered(self, node: Node) -> list[Child]:
        """Return the children that may still clear the level, the most promising first."""
        bounds = self.bounds
        scored: list[tuple[float, int, Child]] = []
        for act, child in self.expander.children(node):
            if child is None:
                return [(act, None)]
            slack = None if self._known(child) else bounds.slack(child)
            if slack is None:
                continue
            score: float = COSTS.get(act.kind, 0) - SLACK * slack - child.free.bit_count()
            if self.noise:
                score += self.random.random() * self.noise
            scored.append((score, len(scored), (act, child)))
        scored.sort()
        return [child for _, _, child in scored]


def _without_orientation(node: Node) -> tuple[object, ...]:
    """Return everything in a node except the orientation of hands."""
    return (*node[:8], node.resources)


BUDGET = 12_000


def solve_level(
    position: Position, *, budget: int = BUDGET, seconds: float | None = None, pareto: bool = False
) -> LevelSolution:
    """Solve the current level with all cards visible.

    It says whether the level can still be cleared, and at what least price.

    Hands, Equipment Decks and the Threat Deck are known, as in `position`. From a keep phase the line begins
    with the keeps. Prices compare by Blessings lost, then abilities used (sheets flipped), then Relics
    spent, then Relics gained; with `pareto` the solution has a line for every price that no other beats in
    all four.

    `budget`: the most nodes to search, some 10,000 per second, so the answer is always the same; `seconds`
    stops earlier on a slow machine. Whatever the budget was too small for is reported, never guessed:
    `status` is "unknown", or `least` and `complete` are False.

    Raises SilkenwebError if no level is being played (phases deal and won).
    """
    arguments.instance("position", position, Position, "a Position")
    budget = arguments.whole("budget", budget)
    if seconds is not None:
        seconds = arguments.number("seconds", seconds, 0)
    arguments.flag("pareto", pareto)
    if position.phase in (DEAL, WON):
        raise refused("solve.phase", phase=position.phase)
    if position.phase == LOST:
        return LevelSolution(NOT_CLEARABLE, english()("solve.lost"), 0)
    solver = _Solver(position.state, budget, seconds)
    solution = solver.solve()
    return solver.with_pareto(solution) if pareto else solution


class _Solver:
    """One question: the position's State, and one search for all limits."""

    def __init__(self, state: State, budget: int, seconds: float | None) -> None:
        self.state = state
        self.model = Model(state)
        self.search = Search(self.model, None if seconds is None else monotonic() + seconds)
        self.budget = budget
        self.most = most(state, self.model)

    def left(self) -> int:
        """Return the nodes left in the budget."""
        return max(0, self.budget - self.search.nodes)

    # -- within given limits -----------------------------------------------------------------------------

    def refuted(self, limits: Limits) -> bool:
        """Return whether the bound alone shows that no line keeps to these limits."""
        return all(self.search.bounds.fails(root.node) for root in roots(self.state, self.model, limits))

    def find_line(self, limits: Limits, budget: int) -> Clearing | None:
        """Return a line within these limits, or None if there is none. Raises OutOfBudget."""
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
        """Play the line through the engine, which determines its price."""
        moves, end = line.moves()
        before, relics = self.state, self.model.relic_places
        if end.phase != WON and not (end.phase == DEAL and end.level == before.level + 1):
            raise AssertionError(f"the solver's line does not clear the level: {moves}")
        removed = [act.targets for act, _ in line.path if act.kind == BLESSING and act.targets]
        gained = relics.bit_count() - sum(relics >> place & 1 for (place,) in removed)
        spent = before.held_relics().bit_count() + gained - end.held_relics().bit_count()
        flipped = (before.sheets & ~end.sheets).bit_count()
        return Clearing(Price(before.blessings - end.blessings, flipped, spent, gained), tuple(moves))

    # -- the least price ---------------------------------------------------------------------------------

    def solve(self) -> LevelSolution:
        """Return the status and the least price.

        Try the cheapest limits that the bound allows, then any at all, then whatever could be better than
        the line found.
        """
        floor = self.floor()
        if floor is None:
            return LevelSolution(NOT_CLEARABLE, self.why(), self.search.nodes)
        for limits, budget in ((floor, self.left() // 3), (self.most, self.left())):
            try:
                best = self.find_line(limits, min(budget, self.left()))
            except OutOfBudget:
                continue
            if best is not None:
                return self.improve(best)
            if limits == self.most:
                reason = english().count("solve.followed", self.search.nodes)
                return LevelSolution(NOT_CLEARABLE, reason, self.search.nodes)
        reason = english().count("solve.undecided", self.search.nodes)
        return LevelSolution(UNKNOWN, reason, self.search.nodes)

    def floor(self) -> Limits | None:
        """Return the least limits, in the order of prices, that the bound does not refute.

        None if there are none.
        """
        if self.refuted(self.most):
            return None
        limits = list(self.most)
        for k in range(3):
            for value in range(limits[k] + 1):
                limits[k] = value
                if not self.refuted(Limits(*limits)):
                    break
        limits[3] = min(limits[3], limits[0])
        return Limits(*limits)

    def why(self) -> str:
        """Return the bound that refutes everything, in words."""
        nodes = [root.node for root in roots(self.state, self.model, self.most)]
        short = [shortage for shortage in map(self.search.bounds.shortage, nodes) if shortage is not None]
        least: Shortage = min(short, key=lambda shortage: shortage.asked - shortage.paid)
        return least.text(english())

    def improve(self, best: Clearing) -> LevelSolution:
        """Look for better prices until there are none, or the budget is spent."""
        looking, least = True, True
        while looking:
            looking, least = False, True
            for limits in self._better(best.price):
                try:
                    found = self.find_line(limits, self.left())
                except OutOfBudget:
                    least = False
                    continue
                if found is not None:
                    best, looking = found, True
                    break
        reason = english()("solve.line")
        return LevelSolution(CLEARABLE, reason, self.search.nodes, best, least)

    def _better(self, price: Price) -> list[Limits]:
        """Return limits that together cover all better prices."""
        blessings, abilities, relics, gained = price
        top = self.most
        lost = self.model.relic_places.bit_count() - gained
        found = []
        if blessings:
            found.append(top._replace(blessings=blessings - 1, lost=min(top.lost, blessings - 1)))
        top = top._replace(blessings=blessings, lost=min(top.lost, blessings))
        if abilities:
            found.append(top._replace(abilities=abilities - 1))
        if relics:
            found.append(top._replace(abilities=abilities, relics=relics - 1))
        if lost:
            found.append(Limits(blessings, abilities, relics, lost - 1))
        return found

    # -- all prices that none other beats ------------------------------------------------------------------

    def with_pareto(self, solution: LevelSolution) -> LevelSolution:
        """Return the solution with a line for each price that no other beats in every respect."""
        if solution.best is None:
            done = solution.status == NOT_CLEARABLE
            return LevelSolution(solution.status, solution.reason, solution.nodes, complete=done)
        found, complete = [solution.best], True
        total = self.model.relic_places.bit_count()
        for blessings, lost, abilities in product(*(range(self.most[k] + 1) for k in (0, 3, 1))):
            if lost > blessings:
                continue
            known = [one.price for one in found if _within(one.price, blessings, abilities, total - lost)]
            relics = min([price.relics - 1 for price in known], default=self.most.relics)
            while relics >= 0:
                try:
                    one = self.find_line(Limits(blessings, abilities, relics, lost), self.left())
                except OutOfBudget:
                    complete = False
                    break
                if one is None:
                    break
                found.append(one)
                relics = one.price.relics - 1
        kept = {one.price: one for one in found if not any(_beats(o.price, one.price) for o in found)}
        lines = tuple(sorted(kept.values(), key=lambda one: one.price.order()))
        best = lines[0] if lines[0].price != solution.best.price else solution.best
        return LevelSolution(
            solution.status,
            solution.reason,
            self.search.nodes,
            best,
            solution.least or complete,
            lines,
            complete,
        )


def _within(price: Price, blessings: int, abilities: int, gained: int) -> bool:
    return price.blessings <= blessings and price.abilities <= abilities and price.gained >= gained


def _beats(one: Price, other: Price) -> bool:
    """Return whether a price is no worse in any respect, and not the same."""
    return one != other and all(x <= y for x, y in zip(one.order(), other.order(), strict=True))

"""Depth-first search for a line that clears the level within given limits, remembering what failed."""

from __future__ import annotations

from random import Random
from time import monotonic

from silkenweb.study.solver.bounds import Bounds
from silkenweb.study.solver.expansion import Expander
from silkenweb.study.solver.model import Model, Node
from silkenweb.study.solver.solution import ABILITIES, BLESSING, CLAIM, END, RELIC, STORED, Child

# The order of moves: the lowest first. A claim costs nothing, what has a price comes last.
COSTS = {BLESSING: 1000, STORED: 200, RELIC: 100, END: 20, CLAIM: -50, **dict.fromkeys(ABILITIES, 200)}
SLACK = 8  # for each card that can be spared where cards are scarcest

# A search that goes wrong early goes wrong for long, so it starts again in an order that NOISE shuffles.
FIRST_TRY, GROWTH, NOISE = 200, 1.1, 12.0


class OutOfBudget(Exception):
    """The search was stopped; what it has found out so far stays true."""


class Search:
    """One level's search: what failed under some limits is remembered for all later ones."""

    def __init__(self, model: Model, deadline: float | None = None) -> None:
        self.model = model
        self.bounds = Bounds(model)
        self.expander = Expander(model)
        self.failed: dict[tuple[object, ...], list[tuple[int, int]]] = {}
        self.nodes = 0
        self.deadline = deadline

    def run(self, node: Node, budget: int) -> list[Child] | None:
        """The acts that clear the level from this node, each with the node after it; None if there are none.

        Tries again and again in another order, each time for longer. Raises OutOfBudget after `budget`
        nodes, or past the deadline.
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
        self.failed.setdefault(_but_hands(node), []).append((node.free, node.turned))
        return False

    def _known(self, node: Node) -> bool:
        """Whether this has failed before, or something no worse: the same with more hands free."""
        for free, turned in self.failed.get(_but_hands(node), ()):
            if not (node.free | node.turned ^ turned) & ~free:
                return True
        return False

    def _ordered(self, node: Node) -> list[Child]:
        """The children that may still clear the level, the most promising first."""
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


def _but_hands(node: Node) -> tuple[object, ...]:
    """All of a node but how the hands lie."""
    return (*node[:8], node.rest)

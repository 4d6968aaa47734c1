"""Depth-first search for a line that clears the level within given limits, remembering what failed."""

from __future__ import annotations

from time import monotonic

from silkenweb.study.solver.acts import ABILITIES, BLESSING, CLAIM, END, RELIC, STORED, Child
from silkenweb.study.solver.bounds import Bounds
from silkenweb.study.solver.expand import Expander
from silkenweb.study.solver.model import Model, Node

COSTS = {BLESSING: 1000, STORED: 200, RELIC: 100, END: 20, CLAIM: -50, **dict.fromkeys(ABILITIES, 200)}


class OutOfBudget(Exception):
    """The search was stopped; what it has found out so far stays true."""


class Search:
    """One level's search: what failed under some limits is remembered for all later ones."""

    def __init__(self, model: Model, deadline: float | None = None) -> None:
        self.model = model
        self.bounds = Bounds(model)
        self.expander = Expander(model)
        self.failed: set[Node] = set()
        self.nodes = 0
        self.deadline = deadline

    def run(self, node: Node, budget: int) -> list[Child] | None:
        """The acts that clear the level from this node, each with the node after it; None if there are none.

        Raises OutOfBudget after `budget` nodes, or past the deadline.
        """
        self.limit = self.nodes + budget
        path: list[Child] = []
        if self.bounds.fails(node):
            return None
        return path if self._down(node, path) else None

    def _down(self, node: Node, path: list[Child]) -> bool:
        if node in self.failed:
            return False
        if self.nodes >= self.limit:
            raise OutOfBudget
        self.nodes += 1
        if self.deadline is not None and not self.nodes & 63 and monotonic() > self.deadline:
            raise OutOfBudget
        for act, child in self._ordered(node):
            path.append((act, child))
            if child is None or self._down(child, path):
                return True
            path.pop()
        self.failed.add(node)
        return False

    def _ordered(self, node: Node) -> list[Child]:
        """The children that may still clear the level, the most promising first."""
        bounds, failed = self.bounds, self.failed
        scored: list[tuple[int, int, Child]] = []
        for act, child in self.expander.children(node):
            if child is None:
                return [(act, None)]
            if child in failed or bounds.fails(child):
                continue
            score = COSTS.get(act.kind, 0) - 8 * bounds.slack(child) - child.free.bit_count()
            scored.append((score, len(scored), (act, child)))
        scored.sort()
        return [child for _, _, child in scored]

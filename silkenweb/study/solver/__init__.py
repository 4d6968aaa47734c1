"""The level solver: whether a level can be cleared with all cards visible, and at what price."""

from silkenweb.study.solver.solve import Clearing, LevelSolution, Price, solve_level

__all__ = ["Clearing", "LevelSolution", "Price", "solve_level"]

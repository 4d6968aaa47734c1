"""The level solver: with all cards visible, can a level be cleared, and at what price?"""

from silkenweb.study.solver.solve import Clearing, LevelSolution, Price, solve_level

__all__ = ["Clearing", "LevelSolution", "Price", "solve_level"]

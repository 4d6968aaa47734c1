"""The level solver: with everything open, can a level be cleared, and at what price?"""

from silkenweb.study.solver.solution import Clearing, LevelSolution, Price
from silkenweb.study.solver.solve import solve_level

__all__ = ["Clearing", "LevelSolution", "Price", "solve_level"]

"""Studying games: whether a level could have been cleared, and at what price."""

from silkenweb.study.solver import Clearing, LevelSolution, Price, solve_level

__all__ = ["Clearing", "LevelSolution", "Price", "solve_level"]

"""The study of games.

What a seat could know, the value of each decision, and whether a level could be cleared.
"""

from silkenweb.study.belief import Belief, Estimate, belief
from silkenweb.study.likelihood import acted
from silkenweb.study.puzzles import Puzzle, find_puzzles, puzzles
from silkenweb.study.review import Report, review
from silkenweb.study.solver import Clearing, LevelSolution, Price, solve_level

__all__ = [
    "Belief",
    "Clearing",
    "Estimate",
    "LevelSolution",
    "Price",
    "Puzzle",
    "Report",
    "acted",
    "belief",
    "find_puzzles",
    "puzzles",
    "review",
    "solve_level",
]

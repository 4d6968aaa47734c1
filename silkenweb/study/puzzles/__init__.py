"""Puzzles: decisions out of games, each with one clearly best choice by what its seat could know."""

from silkenweb.study.puzzles.files import SUFFIX, puzzle_schema
from silkenweb.study.puzzles.finding import find_puzzles
from silkenweb.study.puzzles.kept import puzzles
from silkenweb.study.puzzles.puzzle import Cost, Puzzle, Verdict

__all__ = ["SUFFIX", "Cost", "Puzzle", "Verdict", "find_puzzles", "puzzle_schema", "puzzles"]

"""Puzzles: decisions from games, each with one clearly best choice by what its seat could know."""

from silkenweb.study.puzzles.finder import find_puzzles
from silkenweb.study.puzzles.puzzle import SUFFIX, Cost, Puzzle, Verdict, puzzle_schema, puzzles

__all__ = ["SUFFIX", "Cost", "Puzzle", "Verdict", "find_puzzles", "puzzle_schema", "puzzles"]

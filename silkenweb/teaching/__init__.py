"""Exercises of the course: check an answer, get graded hints, see the solution. Progress stays local.

>>> from silkenweb.teaching import exercise
>>> exercise("03.1").check(None)
03.1: not tried yet.
"""

from silkenweb.teaching.classroom import ClassReport, class_report
from silkenweb.teaching.course import exercise, names, progress
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.lesson_position import set_up
from silkenweb.teaching.practice_session import Practice, practice
from silkenweb.teaching.predictions import calibration, predict, reveal
from silkenweb.teaching.progress_file import Progress
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet, right

__all__ = [
    "ClassReport",
    "Exercise",
    "Misread",
    "Practice",
    "Progress",
    "Result",
    "calibration",
    "class_report",
    "exercise",
    "handed_in",
    "names",
    "not_yet",
    "practice",
    "predict",
    "progress",
    "reveal",
    "right",
    "set_up",
]


def __dir__() -> list[str]:
    return sorted(__all__)

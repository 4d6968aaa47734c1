"""A class's games side by side: read from a folder, shown as a table or as one HTML page."""

from silkenweb.teaching.classroom.folder import ClassReport, class_report
from silkenweb.teaching.classroom.games import Game, Level, Moment

__all__ = ["ClassReport", "Game", "Level", "Moment", "class_report"]

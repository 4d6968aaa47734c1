"""After the game: what each decision was worth, by what could be known and as the cards lay."""

from silkenweb.study.review.findings import BY, Finding
from silkenweb.study.review.grading import GRADES, LABELS, Thresholds, thresholds
from silkenweb.study.review.invalid import invalid_reviews
from silkenweb.study.review.judging import Parameters
from silkenweb.study.review.racing import Mean
from silkenweb.study.review.report import LineReport, Report, Summary
from silkenweb.study.review.reviewing import Reviewing, review

__all__ = [
    "BY",
    "GRADES",
    "LABELS",
    "Finding",
    "LineReport",
    "Mean",
    "Parameters",
    "Report",
    "Reviewing",
    "Summary",
    "Thresholds",
    "invalid_reviews",
    "review",
    "thresholds",
]

"""Post-game review: the value of each decision, given what was known and with all cards visible."""

from silkenweb.study.review.analysis import ReviewTask, review
from silkenweb.study.review.evaluation import Mean, Parameters
from silkenweb.study.review.findings import BY, Finding, invalid_reviews
from silkenweb.study.review.grades import GRADES, LABELS, Thresholds, thresholds
from silkenweb.study.review.report import LineReport, Report, Summary

__all__ = [
    "BY",
    "GRADES",
    "LABELS",
    "Finding",
    "LineReport",
    "Mean",
    "Parameters",
    "Report",
    "ReviewTask",
    "Summary",
    "Thresholds",
    "invalid_reviews",
    "review",
    "thresholds",
]

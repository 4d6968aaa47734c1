"""From losses to words: grades by the informed loss, labels that name the cause, and their reliability.

The thresholds are not taken from another game. They are quantiles of what bots lose in this one, stored in
`grades.json` with the command that made them. `forecasts.json` compares what reviews predict with the
results of many games.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from silkenweb.files import packaged
from silkenweb.study.review.evaluation import Mean
from silkenweb.study.review.findings import Finding

BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = GRADES = ("best", "good", "inaccuracy", "mistake", "blunder")
MISTAKEN, UNLUCKY, LUCKY, BRILLIANT = LABELS = ("mistake", "unlucky", "lucky", "brilliant")
GLYPHS = {INACCURACY: "?!", MISTAKE: "?", BLUNDER: "??", BRILLIANT: "!!"}
OUT_OF_DOUBT = 2.0  # standard errors


class Thresholds(msgspec.Struct, frozen=True):
    """The informed loss at which each grade begins, and the lead at which a decision is brilliant.

    `command` made them, from `decisions` that `bots` made in `games` games of this edition; `quantiles` of
    their losses (for decisions with a choice) show what is usual.
    """

    inaccuracy: float
    mistake: float
    blunder: float
    brilliant: float
    edition: str
    bots: tuple[str, ...]
    games: int
    decisions: int
    quantiles: dict[str, float]
    command: str


@lru_cache(maxsize=1)
def thresholds() -> Thresholds:
    """Return the thresholds that come with the package."""
    return msgspec.json.decode(packaged("silkenweb.study.review", "grades.json"), type=Thresholds)


def graded(finding: Finding, by: Thresholds) -> Finding:
    """Return the finding with its grade and label."""
    if finding.loss is None or finding.hindsight is None:
        return finding
    grade = grade_of(finding, by)
    return msgspec.structs.replace(finding, grade=grade, label=_label(finding, grade, by))


def grade_of(finding: Finding, by: Thresholds) -> str | None:
    """Return the grade by the informed loss; a loss that is too close to call is at least good.

    None for a forced move.
    """
    if finding.loss is None:
        return None
    loss = finding.loss.value
    if finding.best is None or loss <= 0:
        return BEST
    if finding.close or loss < by.inaccuracy:
        return GOOD
    return INACCURACY if loss < by.mistake else MISTAKE if loss < by.blunder else BLUNDER


def _label(finding: Finding, grade: str | None, by: Thresholds) -> str | None:
    """Return why the decision went as it did.

    It was wrong; wrong, but the cards were so favourable that it cost nothing; right, but the cards were
    unfavourable; or right where every other move was a blunder beyond doubt (brilliant).
    """
    assert finding.hindsight is not None
    costly = _out_of_doubt(finding.hindsight, by.mistake)
    if grade in (MISTAKE, BLUNDER):
        spared = finding.hindsight.value < by.inaccuracy and finding.open.value > finding.value.value
        return LUCKY if spared else MISTAKEN
    if grade in (BEST, GOOD):
        if grade == BEST and finding.lead is not None and _only_move(finding.lead, by):
            return BRILLIANT
        if costly:
            return UNLUCKY
    return None


def _only_move(lead: Mean, by: Thresholds) -> bool:
    """Return whether even the next best move would have been a blunder, beyond doubt."""
    return lead.value - OUT_OF_DOUBT * lead.error >= max(by.brilliant, by.blunder)


def _out_of_doubt(mean: Mean, least: float) -> bool:
    return mean.value >= least and mean.value > OUT_OF_DOUBT * mean.error


class Tenth(msgspec.Struct, frozen=True):
    """The forecasts in one tenth: how many, their mean, the rate of games won, and its standard error."""

    forecasts: int
    mean: float
    rate: float
    error: float


class Forecasts(msgspec.Struct, frozen=True):
    """Forecasts by tenths of the predicted chance, with totals.

    `mean` is the mean forecast and `rate` the rate of wins. `brier` is the Brier score (the mean square of
    forecast minus result), and `brier_of_rate` the score of always forecasting `rate`. `command` made them.
    """

    edition: str
    games: int
    reading: str | None
    worlds: int
    tenths: tuple[Tenth | None, ...]
    mean: float
    rate: float
    brier: float
    brier_of_rate: float
    command: str


@lru_cache(maxsize=1)
def kept() -> Forecasts:
    """Return the forecasts that come with the package."""
    return msgspec.json.decode(packaged("silkenweb.study.review", "forecasts.json"), type=Forecasts)

"""How well review forecasts match results: by tenths of the predicted chance, as measured in many games."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec


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
    text = files("silkenweb.study.review").joinpath("forecasts.json").read_bytes()
    return msgspec.json.decode(text, type=Forecasts)

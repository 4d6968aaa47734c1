"""The card data of a game: which icons, characters, cards and levels there are, and where each value comes from."""

from silkenweb.edition.load import Edition
from silkenweb.edition.records import (
    Card,
    Character,
    Equipment,
    Level,
    Relic,
    Reputation,
    Segment,
    Threat,
)

__all__ = [
    "Card",
    "Character",
    "Edition",
    "Equipment",
    "Level",
    "Relic",
    "Reputation",
    "Segment",
    "Threat",
]

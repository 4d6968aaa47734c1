"""The card data of a game: its icons, characters, cards and levels, and the source of each value.

`Edition.load()` returns the built-in edition; `check` lists the faults of your own.
`silkenweb.edition.icons` and `silkenweb.edition.cards` have names, letters, colours and descriptions.
"""

from silkenweb.edition.card_data import Edition, check
from silkenweb.edition.cards import Card, Character, Equipment, Level, Relic, Reputation, Segment, Threat
from silkenweb.edition.inspection import Fault
from silkenweb.edition.provenance import Provenance

__all__ = [
    "Card",
    "Character",
    "Edition",
    "Equipment",
    "Fault",
    "Level",
    "Provenance",
    "Relic",
    "Reputation",
    "Segment",
    "Threat",
    "check",
]

"""The card data of a game: its icons, characters, cards and levels, and where each value comes from.

`Edition.load()` gives the built-in edition, `check` says what is wrong with one of your own.
`silkenweb.edition.icons` and `silkenweb.edition.cards` have names, letters, colours and words for people.
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

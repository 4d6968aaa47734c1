"""The card data of a game: its icons, characters, cards and levels, and where each value comes from.

`Edition.load()` gives the built-in edition, `check` says what is wrong with one of your own.
`silkenweb.edition.icons` and `silkenweb.edition.effects` have names, letters, colours and words for people.
"""

from silkenweb.edition.check import check
from silkenweb.edition.faults import Fault
from silkenweb.edition.load import Edition
from silkenweb.edition.provenance import Provenance
from silkenweb.edition.records import Card, Character, Equipment, Level, Relic, Reputation, Segment, Threat

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

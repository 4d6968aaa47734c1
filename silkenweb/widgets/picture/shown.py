"""What a picture shows, and the language in which it says so."""

from __future__ import annotations

from dataclasses import dataclass, fields

from silkenweb.game.perspective import Sight
from silkenweb.text import Words
from silkenweb.text.names import Naming


@dataclass(frozen=True, slots=True)
class Shown(Sight):
    """A Sight with the words for it."""

    words: Words

    @classmethod
    def of(cls, sight: Sight, words: Words) -> Shown:
        """That sight, in those words."""
        return cls(**{field.name: getattr(sight, field.name) for field in fields(Sight)}, words=words)

    @property
    def naming(self) -> Naming:
        """What cards and icons are called."""
        return Naming(self.words, self.edition, [area.character for area in self.areas])

    @property
    def slant(self) -> str:
        """The style of words about what is not there: Chinese is never slanted."""
        return "normal" if self.words.upright else "italic"

    def name(self, seat: int) -> str:
        """The character's name."""
        return self.words.character(self.edition, self.areas[seat].character)

    def whose(self, seat: int) -> str:
        """ "Bajie's"."""
        return possessive(self.words, self.name(seat))


def possessive(words: Words, name: str) -> str:
    """`Bajie's`, `Tripitakas'`."""
    return words("name.whose.s" if name.endswith("s") else "name.whose", name=name)

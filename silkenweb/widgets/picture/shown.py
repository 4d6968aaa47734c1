"""The content of a picture, and the language of its words."""

from __future__ import annotations

from dataclasses import dataclass, fields

from silkenweb.game.perspective import Sight
from silkenweb.text import Words
from silkenweb.text.names import Naming


@dataclass(frozen=True, slots=True)
class Shown(Sight):
    """A Sight with its words."""

    words: Words

    @classmethod
    def of(cls, sight: Sight, words: Words) -> Shown:
        """Return a sight with these words."""
        return cls(**{field.name: getattr(sight, field.name) for field in fields(Sight)}, words=words)

    @property
    def naming(self) -> Naming:
        """The names of cards and icons."""
        return Naming(self.words, self.edition, [area.character for area in self.areas])

    @property
    def slant(self) -> str:
        """The style of words about missing things: Chinese is never slanted."""
        return "normal" if self.words.upright else "italic"

    def name(self, seat: int) -> str:
        """Return the character's name."""
        return self.words.character(self.edition, self.areas[seat].character)

    def whose(self, seat: int) -> str:
        """Return the possessive of the character's name: "Bajie's"."""
        return possessive(self.words, self.name(seat))


def possessive(words: Words, name: str) -> str:
    """Return the possessive of a name: `Bajie's`, `Tripitakas'`."""
    return words("name.whose.s" if name.endswith("s") else "name.whose", name=name)

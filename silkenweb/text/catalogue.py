"""The catalogue: every text that people read about a game, in one flat JSON file per language.

A key is `area.name`; a text may have `{placeholders}`. If a number decides the form, there are two keys,
`area.name.one` and `area.name.many`. Every file has the same keys with the same placeholders. The front end
reads the same files: `as_script` writes those of one language in front of its module.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.provenance import PRINTED_NAMES
from silkenweb.errors import SilkenwebError, quote

ENGLISH: Final = "en"
VARIABLE: Final = "SILKENWEB_LANGUAGE"
"""The environment variable that names the default language."""

_NAMES = (file.name for file in files(__package__).iterdir())
LANGUAGES: Final = tuple(sorted(name.removesuffix(".json") for name in _NAMES if name.endswith(".json")))
"""The available languages: `en`, `zh-Hant`."""

_PYTHON_ONLY = ("why.", "refused.")
_PLACE = re.compile(r"\{(\w+)\}")
_AREA = re.compile(r"""["'`]([a-z]+)\.""")


def chosen(language: str | None) -> str:
    """Return `language`, or the environment's (SILKENWEB_LANGUAGE), or English.

    Raises SilkenwebError for an unknown language and lists the available ones.
    """
    if language is not None:
        arguments.text("language", language, f"one of {', '.join(LANGUAGES)}")
    found = language or os.environ.get(VARIABLE) or ENGLISH
    if found in LANGUAGES:
        return found
    where = "" if language else f" (of the environment variable {VARIABLE})"
    raise SilkenwebError(f"there is no language {quote(found)}{where}; there are {', '.join(LANGUAGES)}")


@cache
def table(language: str) -> dict[str, str]:
    """Return all texts of a language by key. Callers must not change the result."""
    found: dict[str, str] = json.loads((files(__package__) / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def _templates(_language: str) -> dict[str, str]:
    """Return where the texts of a language are kept as Python fills them fastest: `%(who)s rests`."""
    return {}


@cache
def _edition_keys() -> dict[str, str]:
    """Return the keys of the texts that an edition's file contains in English, by that text."""
    return {text: key for key, text in table(ENGLISH).items() if key.startswith("edition.")}


class Term:
    """A value of a text whose wording depends on the language, such as a character's name."""

    def text(self, words: Words) -> str:
        """Return the term in a language."""
        raise NotImplementedError


class Words:
    """The words of one language: `words("area.name", who="Bajie")`.

    Raises SilkenwebError for an unknown language, KeyError for an unknown key or a missing value.
    """

    def __init__(self, language: str | None = None) -> None:
        self.language = chosen(language)
        """`en` or another of LANGUAGES; also valid as the `lang` attribute of HTML."""
        self._table = table(self.language)
        self._templates = _templates(self.language)

    def __repr__(self) -> str:
        return f"Words({quote(self.language)})"

    @property
    def upright(self) -> bool:
        """Whether the characters are never slanted and stay upright in vertical lines."""
        return self.language.startswith("zh")

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with its placeholders filled. Braces within values have no meaning."""
        template = self._templates.get(key)
        if template is None:
            text = self._table[key].replace("%", "%%")
            template = self._templates[key] = _PLACE.sub(r"%(\1)s", text)
        for name, value in values.items():
            if type(value) is not str:
                values[name] = self._value(value)
        return template % values

    def _value(self, value: object) -> str:
        return value.text(self) if isinstance(value, Term) else str(value)

    def count(self, key: str, count: int, **values: object) -> str:
        """Return the text of `key.one` or `key.many`, depending on `count`; `{count}` is the number."""
        return self(f"{key}.{'one' if count == 1 else 'many'}", count=count, **values)

    def has(self, key: str) -> bool:
        """Return whether the key exists."""
        return key in self._table

    def of_edition(self, text: str) -> str:
        """Return an edition's English text in this language, or unchanged if there is no translation."""
        key = _edition_keys().get(text)
        return text if key is None else self(key)

    def character(self, edition: Edition, key: str) -> str:
        """Return a character's name: translated if it is the rulebook's, otherwise the edition's own."""
        return CharacterName(key, edition.characters[key].name).text(self)


@cache
def english() -> Words:
    """Return the English words, which are read when they are first needed."""
    return Words(ENGLISH)


@dataclass(frozen=True, slots=True)
class CharacterName(Term):
    """A character: the key, and the name that the edition gives it."""

    key: str
    name: str

    def text(self, words: Words) -> str:
        """Return the language's name if the edition has the rulebook's name, otherwise the edition's."""
        known = self.name == PRINTED_NAMES.get(self.key) and words.has(f"character.{self.key}")
        return words(f"character.{self.key}") if known else self.name


@dataclass(frozen=True, slots=True)
class Choices(Term):
    """Several things of which one applies: "a, b or c"."""

    things: tuple[str | Term, ...]

    def text(self, words: Words) -> str:
        """Return the things as a list with "or" before the last."""
        *most, last = map(words._value, self.things)
        return words("list.comma").join(most) + words("list.or") + last if most else last


@dataclass(frozen=True, slots=True)
class Keyed(Term):
    """A text of the catalogue without placeholders, by its key."""

    key: str

    def text(self, words: Words) -> str:
        """Return the text of the key."""
        return words(self.key)


def as_script(language: str, script: str) -> str:
    """Declare the language and its words for a script of the front end, which is to follow.

    Only areas that the script names are declared: each key in it begins with the literal name of its area.
    """
    areas = set(_AREA.findall(script))
    needed = {key: text for key, text in table(language).items() if key.partition(".")[0] in areas}
    texts = json.dumps(needed, ensure_ascii=False)
    return f"const LANGUAGE = {json.dumps(language)};\nconst WORDS = {texts};"

"""All words that widgets and pictures show, in each language: one flat JSON file a language beside this one.

A key is `area.name`; a text may hold `{placeholders}`. Where a number decides the form there are two keys,
`area.name.one` and `area.name.many`. Every file has the same keys with the same placeholders. The front end
reads the same files: `assets` puts those of one language in front of its module.
"""

from __future__ import annotations

import json
import os
import re
from functools import cache
from importlib.resources import files
from typing import Final

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.provenance import PRINTED_NAMES
from silkenweb.errors import SilkenwebError, quote

ENGLISH: Final = "en"
VARIABLE: Final = "SILKENWEB_LANGUAGE"
"""The environment variable that names the language where no other is asked for."""

LANGUAGES: Final = tuple(
    sorted(
        file.name.removesuffix(".json") for file in files(__name__).iterdir() if file.name.endswith(".json")
    )
)
"""The languages there are: `en`, `zh-Hant`."""

_PLACE = re.compile(r"\{(\w+)\}")
_AREA = re.compile(r"""["'`]([a-z]+)\.""")


def chosen(language: str | None) -> str:
    """The language that is asked for, or the environment's (SILKENWEB_LANGUAGE), or English.

    Raises SilkenwebError for one that there is not, with those that there are.
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
    """All texts of a language by key; not to be changed."""
    found: dict[str, str] = json.loads((files(__name__) / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def _edition_keys() -> dict[str, str]:
    """The keys of texts that an edition's file holds in English, by that text."""
    return {text: key for key, text in table(ENGLISH).items() if key.startswith("edition.")}


class Words:
    """The words of one language: `words("area.name", who="Bajie")`.

    Raises SilkenwebError for an unknown language, KeyError for an unknown key or a value that is missing.
    """

    def __init__(self, language: str | None = None) -> None:
        self.language = chosen(language)
        """`en` or another of LANGUAGES; also fit for the `lang` attribute of HTML."""
        self._table = table(self.language)

    def __repr__(self) -> str:
        return f"Words({quote(self.language)})"

    @property
    def upright(self) -> bool:
        """Whether the characters of the language are never slanted, and stand upright in vertical lines."""
        return self.language.startswith("zh")

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, its placeholders filled. Values are put in as they are: they are never read."""
        return _PLACE.sub(lambda place: str(values[place[1]]), self._table[key])

    def count(self, key: str, count: int, **values: object) -> str:
        """The text of `key.one` or `key.many`, as the number asks; `{count}` stands for the number."""
        return self(f"{key}.{'one' if count == 1 else 'many'}", count=count, **values)

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return key in self._table

    def of_edition(self, text: str) -> str:
        """What an edition says in English, in this language where the language knows it, else as it is."""
        key = _edition_keys().get(text)
        return text if key is None else self(key)

    def character(self, edition: Edition, key: str) -> str:
        """A character's name: the language's for those of the rulebook, the edition's own for others."""
        name = edition.characters[key].name
        known = name == PRINTED_NAMES.get(key) and self.has(f"character.{key}")
        return self(f"character.{key}") if known else name


def as_script(language: str, script: str) -> str:
    """Declare the language and its words for a script of the front end, which is to follow.

    Only areas that the script names are declared: each key in it begins with the literal name of its area.
    """
    areas = set(_AREA.findall(script))
    needed = {key: text for key, text in table(language).items() if key.partition(".")[0] in areas}
    texts = json.dumps(needed, ensure_ascii=False)
    return f"const LANGUAGE = {json.dumps(language)};\nconst WORDS = {texts};"

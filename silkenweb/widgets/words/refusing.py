"""Why something was refused, in words of any language.

The rules and the files below say it in English. What they say is known here by its text: the key `why.name`
holds it in English, with placeholders for what differs, and each language says the same under that key.
"""

from __future__ import annotations

import re
from functools import cache

from silkenweb.errors import IllegalMove, NotationError, SilkenwebError, shorten
from silkenweb.widgets.words import ENGLISH, Words, table

PREFIX = "why."
MOST_LISTED = 12
"""So many legal moves are named with a refusal."""


def refusal(words: Words, error: SilkenwebError | OSError) -> str:
    """What a person is told of an error; a reason that no key has stays as it was said, in English."""
    if words.language == ENGLISH:
        return str(error)
    if isinstance(error, IllegalMove):
        told = words(
            "refused.move", move=shorten(error.move), rule=error.rule, reason=reason(words, error.reason)
        )
        return told + _listed(words, error.legal)
    if isinstance(error, NotationError) and error.found:
        return words("refused.text", text=shorten(error.found), reason=reason(words, error.reason))
    return reason(words, str(error))


def reason(words: Words, english: str) -> str:
    """The same reason in the language, or as it is where no key has it."""
    for key, form in _forms():
        found = form.fullmatch(english)
        if found is not None:
            return words(key, **found.groupdict())
    return english


def _listed(words: Words, legal: tuple[str, ...]) -> str:
    if not legal:
        return ""
    named = words("list.comma").join(legal[:MOST_LISTED])
    more = len(legal) - MOST_LISTED
    if more > 0:
        return words("refused.legal.more", moves=named, more=more)
    return words("refused.legal", moves=named)


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The keys of reasons with the form of their English text."""
    return tuple(
        (key, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text)), re.DOTALL))
        for key, text in sorted(table(ENGLISH).items())
        if key.startswith(PREFIX)
    )

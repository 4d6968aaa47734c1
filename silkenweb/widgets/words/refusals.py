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
"""At most this many cards or targets are named with a refusal."""


def refusal(words: Words, error: SilkenwebError | OSError) -> str:
    """Say why something was refused and, for a move, what would be legal.

    A reason that no key has stays in English.
    """
    if isinstance(error, IllegalMove):
        why = words("refused.move", reason=_capital(reason(words, error.reason)), rule=error.rule)
        return words("list.sentences").join([why, *_legal_instead(words, error)])
    if isinstance(error, NotationError) and error.found:
        return words("refused.text", text=shorten(error.found), reason=reason(words, error.reason))
    return reason(words, str(error))


def reason(words: Words, english: str) -> str:
    """The same reason in the language, or as it is where no key has it."""
    for key, form in _forms():
        found = form.fullmatch(english)
        if found is not None:
            return words("refused.phase") if key == "why.phase" else words(key, **found.groupdict())
    return english


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _legal_instead(words: Words, error: IllegalMove) -> list[str]:
    """A sentence on where the same card can be played or, if nowhere, on what else can be done."""
    kind, _, rest = error.move.partition(" ")
    card = shorten(rest.partition(">")[0])
    plays = [text.removeprefix("play ").partition(">") for text in error.legal if text.startswith("play ")]
    targets = [_target(words, target) for played, _, target in plays if played == card]
    if kind == "play" and targets:
        return [words("refused.targets", card=card, targets=_either(words, targets))]
    if not error.legal:
        return []
    if kind == "play" and plays:
        cards = list(dict.fromkeys(played for played, _, _ in plays))
        return [words("refused.cards", cards=_either(words, cards))]
    kinds = dict.fromkeys(text.partition(" ")[0] for text in error.legal)
    possible = [words(f"retry.kind.{each}") for each in kinds]
    return [words("refused.possible", possible=_either(words, possible))]


def _target(words: Words, target: str) -> str:
    if target == "spirit":
        return words("choose.spirit")
    return words("list.and").join(target.split("+"))


def _either(words: Words, parts: list[str]) -> str:
    """ "a, b or c", at most MOST_LISTED of them."""
    if len(parts) > MOST_LISTED:
        parts = [*parts[:MOST_LISTED], words("refused.more", count=len(parts) - MOST_LISTED)]
    *most, last = parts
    return words("list.comma").join(most) + words("list.or") + last if most else last


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The keys of reasons with the form of their English text."""
    return tuple(
        (key, re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(text)), re.DOTALL))
        for key, text in sorted(table(ENGLISH).items())
        if key.startswith(PREFIX)
    )

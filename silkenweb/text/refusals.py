"""Why something was refused, in every language.

A refusal is a code and parameters. The entry `why.CODE` of the catalogue words it in each language; the
English text of the error comes from the same entry.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass

from silkenweb.errors import (
    ArgumentError,
    IllegalMove,
    NotationError,
    ReplayError,
    SilkenwebError,
    escaped,
    shorten,
)
from silkenweb.text.catalogue import ENGLISH, Choices, Term, Words, english

MOST_LISTED = 12
"""The maximum number of cards or targets that a refusal lists."""


_FILES = {
    errno.ENOENT: "refused.file.missing",
    errno.EACCES: "refused.file.permission",
    errno.EPERM: "refused.file.permission",
    errno.EROFS: "refused.file.permission",
    errno.ENOSPC: "refused.file.space",
    errno.ENOLCK: "refused.file.lock",
}


@dataclass(frozen=True, slots=True)
class Cause(Term):
    """The error that caused a refusal, within another text."""

    error: SilkenwebError | OSError

    def text(self, words: Words) -> str:
        """Return the reason of the error without the file's path; a syntax error with its place."""
        if words.language == ENGLISH:
            if isinstance(self.error, ReplayError):
                why = escaped(self.error.reason[:200])
                return f"{why} ({self.error.key})" if self.error.kind == "json" and self.error.key else why
            if isinstance(self.error, OSError):
                return self.error.strerror or str(self.error)
        return reason(words, self.error)


@dataclass(frozen=True, slots=True)
class Reason(Term):
    """A reason within another text: a code and its parameters."""

    code: str
    parameters: Mapping[str, object]

    def text(self, words: Words) -> str:
        """Return the reason as a clause."""
        return because(words, self.code, self.parameters)


def because(words: Words, code: str, parameters: Mapping[str, object]) -> str:
    """Return the reason of a code as a clause without a full stop; foreign text in it is escaped."""
    safe = {name: escaped(value) if isinstance(value, str) else value for name, value in parameters.items()}
    return words(f"why.{code}", **safe)


def in_english(code: str, parameters: Mapping[str, object]) -> str:
    """Return the reason of a code in English, for the text of an error."""
    return because(english(), code, parameters)


def refused(code: str, /, **parameters: object) -> SilkenwebError:
    """Return the error for a request that was refused."""
    error = SilkenwebError(in_english(code, parameters))
    error.code, error.parameters = code, parameters
    return error


def unreadable(code: str, place: str, found: str = "", /, **parameters: object) -> NotationError:
    """Return the error for an invalid text: `place` names the field or part, `found` is the text there."""
    reason = in_english(code, parameters)
    return NotationError(reason, where=place, text=found, code=code, parameters=parameters)


def reason(words: Words, error: SilkenwebError | OSError) -> str:
    """Return the reason of an error as a clause.

    Errors without a code have only their English text. Other languages name their kind instead, so that no
    English appears within their sentences.
    """
    if isinstance(error, SilkenwebError) and error.code:
        return because(words, error.code, error.parameters)
    if words.language == ENGLISH:
        return escaped(error.reason) if isinstance(error, NotationError | IllegalMove) else str(error)
    return words(_kind_of(words, error))


def _kind_of(words: Words, error: SilkenwebError | OSError) -> str:
    """Return the key of what an error without a code is about."""
    if isinstance(error, ReplayError):
        return f"refused.replay.{error.kind}"
    if isinstance(error, ArgumentError):
        named = f"refused.argument.{error.parameter}"
        return named if words.has(named) else "refused.argument"
    if isinstance(error, OSError):
        return _FILES.get(error.errno or 0, "refused.file")
    return "refused.other"


def refusal(words: Words, error: SilkenwebError | OSError) -> str:
    """Return a sentence that says why something was refused and, for a move, what is legal instead."""
    why = reason(words, error)
    if isinstance(error, IllegalMove):
        said = words("refused.phase") if error.code == "phase" else why
        sentence = words("refused.move", reason=_capital(said), rule=error.rule)
        return words("list.sentences").join([sentence, *_legal_instead(words, error)])
    if isinstance(error, NotationError) and error.found:
        return words("refused.text", text=shorten(escaped(error.found)), reason=why)
    return why


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _legal_instead(words: Words, error: IllegalMove) -> list[str]:
    """Return a sentence on where the card can be played or, if it can't be played, on what else is legal."""
    kind, _, rest = error.move.partition(" ")
    card = shorten(escaped(rest.partition(">")[0]))
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
    """Return "a, b or c" with at most MOST_LISTED parts."""
    if len(parts) > MOST_LISTED:
        parts = [*parts[:MOST_LISTED], words("refused.more", count=len(parts) - MOST_LISTED)]
    return Choices(tuple(parts)).text(words)

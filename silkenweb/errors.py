"""The few kinds of error, each saying what, where, why and what would be right.

SilkenwebError (a ValueError)
├── ArgumentError    a wrong argument (also a TypeError): the parameter, what was expected, what was found
├── EditionError     the card data: what is wrong or missing, and where
├── NotationError    a position, move, deal or path text that cannot be read
├── IllegalMove      a move that the rules forbid: the rule's id, the reason, what is legal
├── FactRefused      a Scribe was told what can't have happened: the rule, and what it contradicts
└── ReplayError      a replay file: file, node, turn, what was found, what would have been right
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, Final

LONGEST: Final = 1_500
"""Characters of an error's text, at most."""

# Joiners make up emoji and whole scripts, and move nothing; every other invisible character is escaped.
_JOINERS: Final = "\u200c\u200d"
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def quote(value: object, most: int = 80) -> str:
    """`value` for a message, as Python writes it: on one line, escaped, and cut to `most` characters.

    Everything from outside (a file, an argument, the browser) is put into messages with this.
    """
    part = value[: most + 1] if isinstance(value, str | bytes) else value
    try:
        text = repr(part)
    except Exception:  # a whole number with thousands of digits, or an object whose repr is broken
        text = f"<{type(value).__name__}>"
    return shorten(escaped(text[: most + 1]), most)


def escaped(text: str) -> str:
    """`text` on one line, with everything escaped that cannot be printed or changes how text is shown.

    >>> print(escaped("a\\x1b[31mb\\u202ec\\n"))
    a\\x1b[31mb\\u202ec\\n
    """
    if text.isprintable():
        return text
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if unicodedata.category(character) in _UNSEEN and character not in _JOINERS:
        return character.encode("unicode_escape").decode("ascii")
    return character


def shorten(text: str, most: int = 80) -> str:
    """`text`, cut to `most` characters, so that a hostile file cannot fill the screen."""
    return text if len(text) <= most else text[: most - 1] + "…"


class SilkenwebError(ValueError):
    """The base of all errors of this package; its text is meant for people.

    The text can always be printed: what cannot is escaped, and a text that is too long is cut.
    """

    most = LONGEST

    def __init__(self, *args: object) -> None:
        super().__init__(*(self._told(arg) if isinstance(arg, str) else arg for arg in args))

    def _told(self, text: str) -> str:
        return shorten("\n".join(map(escaped, text[: self.most + 1].split("\n"))), self.most)

    def __reduce__(self) -> tuple[Any, ...]:
        # The plain way would call the class with the text alone, which most of them don't take.
        return _again, (type(self), self.args, vars(self))


def _again(kind: type[SilkenwebError], args: tuple[Any, ...], fields: dict[str, Any]) -> SilkenwebError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class ArgumentError(SilkenwebError, TypeError):
    """A wrong argument: `parameter` is its name; `expected` and `found` say what it takes and what it got."""

    def __init__(self, parameter: str, expected: str, found: str, advice: str = "") -> None:
        self.parameter = parameter
        self.expected = expected
        self.found = found
        super().__init__(f"{parameter}: expected {expected}, got {found}{'; ' if advice else ''}{advice}")


class EditionError(SilkenwebError):
    """Card data that the game cannot use: one line for each of the first faults."""

    most = 10 * LONGEST


class NotationError(SilkenwebError):
    """A text in the notation of positions, moves, deals or paths that does not hold.

    `where` names the field or part of the text, `text` is what stood there.
    """

    def __init__(self, reason: str, *, where: str = "", text: str = "") -> None:
        self.reason = reason
        self.where = where
        self.found = text
        shown = f" (found {quote(text)})" if text else ""
        super().__init__(f"{where}: {reason}{shown}" if where else f"{reason}{shown}")


class IllegalMove(SilkenwebError):
    """A move that the rules do not allow here.

    `rule` is the id in the rules (for instance "T3"), `reason` a sentence, `legal` what is allowed.
    """

    def __init__(self, move: str, rule: str, reason: str, legal: Sequence[str] = ()) -> None:
        self.move = move
        self.rule = rule
        self.reason = reason
        self.legal = tuple(legal)
        super().__init__(f"{quote(move)} is not legal ({rule}): {reason}.{_listed(self.legal)}")


class FactRefused(SilkenwebError):
    """What a Scribe was told can't have happened.

    `fact` is what was told, `rule` the id in the rules ("" where none is broken), `reason` a sentence,
    `against` the few earlier facts that leave no room for it.
    """

    def __init__(self, fact: str, rule: str, reason: str, against: Sequence[str] = ()) -> None:
        self.fact = fact
        self.rule = rule
        self.reason = reason
        self.against = tuple(against)
        by = f" ({rule})" if rule else ""
        told = f" It does not go with what was told: {'; '.join(self.against)}." if self.against else ""
        super().__init__(f"{quote(fact)} can't have been{by}: {reason}.{told}")


class ReplayError(SilkenwebError):
    """A replay that cannot be trusted, or an edit that it does not allow: what is wrong, and where.

    `kind` is one of: file, json, shape, key, bound, version, edition, digest, players, illegal, deal, luck,
    alternatives, check, result, review, path, edit. `file` names the file, `node` is the path of the node in
    the tree, `key` a place within the file's header or a node; `level`, `turn` (of the level, from 1), `seat`
    and `character` say when it is and who decides, as far as there is such a thing. `found` and `expected`
    are for people; `rule` is the id of the rule that was broken, and `legal` holds the moves that would have
    been legal.
    """

    def __init__(
        self,
        reason: str,
        *,
        kind: str = "file",
        file: str = "",
        node: str = "",
        key: str = "",
        level: int | None = None,
        turn: int | None = None,
        seat: int | None = None,
        character: str = "",
        found: str = "",
        expected: str = "",
        rule: str = "",
        legal: Sequence[str] = (),
    ) -> None:
        self.reason = reason
        self.kind = kind
        self.file = file
        self.node = node
        self.key = key
        self.level = level
        self.turn = turn
        self.seat = seat
        self.character = character
        self.found = found
        self.expected = expected
        self.rule = rule
        self.legal = tuple(legal)
        where = ", ".join(filter(None, [shorten(file, 200), self._when(), key]))
        super().__init__(f"{where}: {self._what()}" if where else self._what())

    def _when(self) -> str:
        if not self.node:
            return ""
        when = [f"level {self.level}"] if self.level is not None else []
        when += [f"turn {self.turn}"] if self.turn else []
        when += [f"{self.character} (seat {self.seat}) to decide"] if self.seat is not None else []
        return f"node {self.node}" + (f" ({', '.join(when)})" if when else "")

    def _what(self) -> str:
        rule = f" ({self.rule})" if self.rule else ""
        found = f"; found {self.found}" if self.found else ""
        expected = f"; expected {self.expected}" if self.expected else ""
        return f"{self.reason}{rule}{found}{expected}.{_listed(self.legal)}"


def _listed(legal: tuple[str, ...], most: int = 12) -> str:
    if not legal:
        return ""
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return f" Legal: {', '.join(legal[:most])}{more}."

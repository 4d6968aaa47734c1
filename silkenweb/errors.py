"""The exception tree. Each error says what was expected, what was found, where, and how to fix it.

SilkenwebError (a ValueError)
├── ArgumentError    a wrong argument (also a TypeError): the parameter, what was expected, what was found
├── EditionError     wrong or missing card data, and where it is
├── NotationError    the text of a position, move, deal or path that cannot be read
├── IllegalMove      a move that the rules forbid: the rule's id, the reason, the legal moves
├── FactRefused      an impossible fact given to a Scribe: the broken rule, and the facts it contradicts
└── ReplayError      an invalid replay file: file, node, turn, what was found, what was expected

An error that players can see has a `code` and `parameters`: `silkenweb.text.refusals` words it in any
language. Its English text comes from the same entry of the catalogue.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

LONGEST: Final = 1_500
"""The maximum length of an error's text, in characters."""

# Emoji and some scripts need joiners, which move no other text; other invisible characters are escaped.
_JOINERS: Final = "\u200c\u200d"
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def quote(value: object, most: int = 80) -> str:
    """Describe `value` in a message: plain values as Python writes them, other objects by their type.

    The result is one line of at most `most` characters, with everything escaped that cannot be printed. Every
    message uses this for values from outside: files, arguments, the browser.

    >>> quote("7"), quote(7.5), quote([1, 2])
    ("'7'", '7.5', 'a list')
    """
    if isinstance(value, str | bytes):
        return shorten(escaped(repr(value[: most + 1])), most)
    if value is None or isinstance(value, bool | float):
        return repr(value)
    if isinstance(value, int):
        return str(value) if value.bit_length() < 200 else "a number of more than 60 digits"
    if isinstance(value, os.PathLike):
        return f"the path {quote(os.fspath(value), most)}"
    if isinstance(value, type):
        return f"the class {shorten(escaped(value.__name__), most)}"
    kind = shorten(escaped(type(value).__name__), most)
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"


def escaped(text: str) -> str:
    r"""Return `text` on one line; escape what cannot be printed and what changes how text is displayed.

    >>> print(escaped("a\x1b[31mb\u202ec\n"))
    a\x1b[31mb\u202ec\n
    """
    if text.isprintable():
        return text
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if unicodedata.category(character) in _UNSEEN and character not in _JOINERS:
        return character.encode("unicode_escape").decode("ascii")
    return character


def shorten(text: str, most: int = 80) -> str:
    """Return `text`, cut to `most` characters so that a hostile file cannot fill the screen."""
    return text if len(text) <= most else text[: most - 1] + "…"


class SilkenwebError(ValueError):
    """The base of all errors of this package. Its text is written for people.

    The text can always be printed: other characters are escaped, and a text that is too long is cut.
    `code` names an entry of the catalogue ("" if there is none), and `parameters` fill its placeholders.
    """

    most = LONGEST
    code: str = ""
    parameters: Mapping[str, object] = {}

    def __init__(self, *args: object) -> None:
        super().__init__(*(self._printable(arg) if isinstance(arg, str) else arg for arg in args))

    def _printable(self, text: str) -> str:
        return shorten("\n".join(map(escaped, text[: self.most + 1].split("\n"))), self.most)

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle's default would call the class with the text alone, which most subclasses do not accept.
        return _again, (type(self), self.args, vars(self))


def _again(kind: type[SilkenwebError], args: tuple[Any, ...], fields: dict[str, Any]) -> SilkenwebError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class ArgumentError(SilkenwebError, TypeError):
    """Raised for a wrong argument: the name of the `parameter`, what was `expected`, and what was `found`."""

    def __init__(self, parameter: str, expected: str, found: str, advice: str = "") -> None:
        self.parameter = parameter
        self.expected = expected
        self.found = found
        super().__init__(f"{parameter}: expected {expected}, got {found}{'; ' if advice else ''}{advice}")


class EditionError(SilkenwebError):
    """Raised for card data that the game cannot use; lists the first errors, one per line."""

    most = 10 * LONGEST


class NotationError(SilkenwebError):
    """Raised for an invalid text in the notation of positions, moves, deals or paths.

    `reason` is a sentence, `where` names the field or part of the text, and `found` is the text there.
    """

    def __init__(
        self,
        reason: str,
        *,
        where: str = "",
        text: str = "",
        code: str = "",
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self.reason = reason
        self.code = code
        self.parameters = dict(parameters or {})
        self.where = where
        self.found = text
        shown = f" (found {quote(text)})" if text else ""
        super().__init__(f"{where}: {reason}{shown}" if where else f"{reason}{shown}")


class IllegalMove(SilkenwebError):
    """Raised for a move that the rules do not allow in a position.

    `move` is its text, `rule` the id of the rule that forbids it (for instance "T3"), `reason` a sentence,
    and `legal` the legal moves.
    """

    def __init__(
        self,
        move: str,
        rule: str,
        reason: str,
        legal: Sequence[str] = (),
        *,
        code: str = "",
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self.code = code
        self.parameters = dict(parameters or {})
        self.move = move
        self.rule = rule
        self.reason = reason
        self.legal = tuple(legal)
        super().__init__(f"{quote(move)} is not legal ({rule}): {reason}.{_listed(self.legal)}")


class FactRefused(SilkenwebError):
    """Raised when a fact given to a Scribe is impossible.

    `fact` is that fact, `rule` the id of the broken rule ("" if no rule is broken), `reason` a sentence, and
    `against` the earlier facts that contradict it, each with its level.
    """

    def __init__(
        self,
        fact: str,
        rule: str,
        reason: str,
        against: Sequence[str] = (),
        *,
        code: str = "",
        parameters: Mapping[str, object] | None = None,
    ) -> None:
        self.code = code
        self.parameters = dict(parameters or {})
        self.fact = fact
        self.rule = rule
        self.reason = reason
        self.against = tuple(against)
        by = f" ({rule})" if rule else ""
        conflict = f" This conflicts with: {'; '.join(self.against)}." if self.against else ""
        super().__init__(f"{quote(fact)} is impossible{by}: {reason}.{conflict}")


class ReplayError(SilkenwebError):
    """Raised for an invalid replay, or for an edit that the replay does not allow.

    `kind` is one of: file, json, shape, key, bound, version, edition, digest, players, illegal, deal, luck,
    alternatives, check, result, review, path, edit. `file` names the file, `node` is the path of the node in
    the tree, and `key` a place within the file's header or a node. `level`, `turn` (of the level, from 1),
    `seat` and `character` give the time and the player to decide, if there is one. `found` and `expected`
    are written for people. `rule` is the id of the broken rule, and `legal` contains the legal moves.
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
        where = ", ".join(filter(None, [shorten(escaped(file), 200), self._when(), key]))
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

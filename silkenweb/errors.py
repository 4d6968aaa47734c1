"""The few kinds of error, each saying what, where, why and what would be right.

SilkenwebError (a ValueError)
├── EditionError     the card data: what is wrong or missing, and where
├── NotationError    a position, move, deal or path text that cannot be read
├── IllegalMove      a move that the rules forbid: the rule's id, the reason, what is legal
└── ReplayError      a replay file: file, node, turn, what was found, what would have been right
"""

from __future__ import annotations

from collections.abc import Sequence


class SilkenwebError(ValueError):
    """The base of all errors of this package; its text is meant for people."""


class EditionError(SilkenwebError):
    """Card data that the game cannot use."""


class NotationError(SilkenwebError):
    """A text in the notation of positions, moves, deals or paths that does not hold.

    `where` names the field or part of the text, `text` is what stood there.
    """

    def __init__(self, reason: str, *, where: str = "", text: str = "") -> None:
        self.reason = reason
        self.where = where
        self.found = text
        shown = f" (found {shorten(text)!r})" if text else ""
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
        super().__init__(f"{shorten(move)!r} is not legal ({rule}): {reason}.{_listed(self.legal)}")


class ReplayError(SilkenwebError):
    """A replay that cannot be trusted."""


def shorten(text: str, most: int = 80) -> str:
    """`text`, cut to `most` characters, so that a hostile file cannot fill the screen."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _listed(legal: tuple[str, ...], most: int = 12) -> str:
    if not legal:
        return ""
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return f" Legal: {', '.join(legal[:most])}{more}."

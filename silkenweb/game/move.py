"""Moves as texts (RULES.md, "Move text"), in the notation of replays.

A Move *is* its text (a `str`), so it compares, sorts, hashes and prints like one. The text is parsed only
if one of its parts is needed. A Move knows no position: the rules decide whether it is legal.
"""

from __future__ import annotations

import re
from typing import Any, Self

from silkenweb import arguments
from silkenweb.text import refusals

_CARD = r"[A-Za-z0-9]*[0-9]"
_PLACE = rf"{_CARD}|spirit"
_FORMS = {
    "keep": re.compile(rf"keep(?P<rotate> ~)?(?P<discards>(?: [-^]{_CARD})*)"),
    "play": re.compile(rf"play (?P<card>{_CARD})>(?P<target>{_PLACE})(?:\+(?P<second>{_CARD}))?"),
    "end": re.compile(r"end"),
    "claim": re.compile(rf"claim (?P<card>{_CARD})"),
    "rest": re.compile(r"rest(?P<rotate> ~)?"),
    "signal": re.compile(rf"signal (?P<place>{_CARD}|[a-z][a-z0-9_]*\.[a-z][a-z0-9]*)"),
    "ability": re.compile(
        rf"ability(?: (?P<target>{_PLACE})| -(?P<card>{_CARD}) (?P<drawer>[a-z][a-z0-9_]*)"
        rf"|(?P<taken>(?: \+{_CARD}'?){{1,2}}))?"
    ),
    "take": re.compile(rf"take (?P<card>{_CARD}'?)"),
    "hold": re.compile(r"hold"),
    "rotate": re.compile(r"rotate"),
}
MAX_MOVE = 2_000  # characters; the longest possible keep of the largest edition is shorter


class Move(str):
    """One decision, as its text; `Move("rest ~") == "rest ~"`.

    >>> move = Move.parse("play WK3>T12+T13")
    >>> move.kind, move.card, move.targets
    ('play', 'WK3', ('T12', 'T13'))
    """

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        """Create a move. Raises NotationError if `text` is not a valid move text."""
        _read(text)
        return super().__new__(cls, text)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the move of this text; raises NotationError if it is not a valid move text."""
        return cls(text)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return trusted, (str(self),)

    @property
    def kind(self) -> str:
        """keep, play, end, claim, rest, signal, ability, take, hold or rotate."""
        return self.split(" ", 1)[0]

    @property
    def rotates(self) -> bool:
        """Whether a keep or a rest rotates the whole hand (for `rotate`, A3: yes)."""
        return self.kind == "rotate" or bool(_read(self).groupdict().get("rotate"))

    @property
    def card(self) -> str | None:
        """The card played, claimed, taken (with its orientation) or discarded by A1."""
        return _read(self).groupdict().get("card")

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets of a play or of A2: a Threat's id, two of them (T6), or `spirit`."""
        found = _read(self).groupdict()
        return tuple(found[name] for name in ("target", "second") if found.get(name))

    @property
    def place(self) -> str | None:
        """Where a signal puts Tang Sanzang's marker."""
        return _read(self).groupdict().get("place")

    @property
    def drawer(self) -> str | None:
        """The character who draws by A1."""
        return _read(self).groupdict().get("drawer")

    @property
    def laid(self) -> tuple[str, ...]:
        """All cards that a keep discards or stores."""
        return tuple(part[1:] for part in self._parts())

    @property
    def discards(self) -> tuple[str, ...]:
        """The cards that a keep discards (S5), without those that it stores."""
        return self._laid("-")

    @property
    def stored(self) -> tuple[str, ...]:
        """The cards that a keep stores (S6)."""
        return self._laid("^")

    def _laid(self, sign: str) -> tuple[str, ...]:
        return tuple(part[1:] for part in self._parts() if part[0] == sign)

    def _parts(self) -> list[str]:
        return (_read(self).groupdict().get("discards") or "").split()

    @property
    def taken(self) -> tuple[str, ...]:
        """The cards that A4 takes back, each with its new orientation."""
        return tuple(part[1:] for part in (_read(self).groupdict().get("taken") or "").split())


def trusted(text: str) -> Move:
    """Return a Move without checking its text: one from the rules, or `keep ?`, as other seats see it."""
    return str.__new__(Move, text)


def _read(text: str) -> re.Match[str]:
    if not isinstance(text, str):
        raise arguments.unreadable("text", 'the text of a move, such as "rest ~"', text)
    form = _FORMS.get(text[:MAX_MOVE].split(" ", 1)[0])
    if form is None:
        raise refusals.unreadable("move.kind", "move", text, kinds=", ".join(_FORMS))
    found = form.fullmatch(text) if len(text) <= MAX_MOVE else None
    if found is None:
        kind = form.pattern.split("(", 1)[0].split(" ")[0]
        raise refusals.unreadable("move.form", "move", text, kind=kind)
    return found

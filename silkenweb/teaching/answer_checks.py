"""Building blocks for checks of exercises: numbers, words and moves, with messages for common slips."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from numbers import Real
from typing import Any, Final, SupportsFloat

from silkenweb.edition.icons import ICONS
from silkenweb.errors import IllegalMove, SilkenwebError, shorten
from silkenweb.game import Move, Position
from silkenweb.teaching.results import Misread, Result, not_yet, right

Number = SupportsFloat
Slips = Iterable[tuple[Number, str]]

MAX_NUMBER: Final = 60  # characters of a number that is given as text
_UNITS: Final = (
    "bit|blessing|card|decision|edition|face|game|icon|level|node|price|relic|rest|segment|slot|time"
)
_AROUND: Final = re.compile(
    rf"\s*(?:[~≈]|(?:about|node|level)\b)?\s*(?P<number>\S+?(?:\s*%)?)(?:\s+(?:{_UNITS})s?)?\.?\s*",
    re.IGNORECASE,
)
"""A number with what people write around it: `≈ 65.7 %`, `node 89`, `14 Rests`."""
_THOUSANDS: Final = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
_CARD: Final = re.compile(r"[A-Za-z]{1,2}[0-9]{1,2}'?")


def number(
    answer: Any, wanted: Number | Iterable[Number], *, within: float = 0.002, slips: Slips = (), why: str = ""
) -> Result:
    """Compare a number with the right one (or several), up to `within`; `why` is the feedback if it is right.

    Fractions and texts such as "3/8" or "37.5%" count as numbers. `slips` are pairs of a number that results
    from a known slip, and the feedback for it. A percentage instead of a share of 1, and a number that was
    rounded too much, have their own messages.
    """
    value = as_number(answer)
    rights = [float(one) for one in wanted] if isinstance(wanted, Iterable) else [float(wanted)]
    if any(abs(value - one) <= within for one in rights):
        return right(why)
    for slip, said in slips:
        if abs(value - float(slip)) <= max(within, 1e-9):
            return not_yet(said)
    for one in rights:
        if 0 < one < 1 < value and abs(value / 100 - one) <= max(within, 0.005):
            return not_yet("That is a percentage: give a share of 1, such as 0.25 for 25 %.")
        if 0 < within < 0.01 and abs(value - one) <= 0.01:
            return not_yet("Close, but rounded too much, or a little off: give three digits, or a fraction.")
    return not_yet()


def whole(answer: Any, wanted: int | Collection[int], *, slips: Slips = (), why: str = "") -> Result:
    """Compare a whole number with the right one (or several)."""
    value = as_number(answer)
    if value != int(value):
        raise Misread("The answer should be a whole number.")
    return number(int(value), wanted, within=0, slips=slips, why=why)


def as_number(answer: Any) -> float:
    """Return the answer as a number. Raises Misread if it is not one.

    Texts may have a percent sign, a fraction, a decimal comma, thousands separators, any minus sign, and what
    is counted: `node 89`, `14 Rests`.
    """
    if isinstance(answer, bool):
        raise Misread("The answer should be a number, not a yes or no.")
    try:
        if isinstance(answer, str):
            value = _read_number(answer)
        elif isinstance(answer, (Real, Decimal)) or hasattr(type(answer), "__float__"):
            value = float(answer)
        else:
            raise TypeError
    except (TypeError, ValueError, ArithmeticError):
        found = f"found `{shorten(answer, 40)}`" if isinstance(answer, str) and answer.strip() else None
        found = found or f"yours is of the type `{type(answer).__name__}`"
        raise Misread(f"The answer should be a number, such as 7 or 3 / 8; {found}.") from None
    if not math.isfinite(value):
        raise Misread("The answer should be an ordinary number.")
    return value


def _read_number(text: str) -> float:
    """Read a number as people write it: `65.7%`, `2,000`, `3 / 8`, `0,25`, `−0.30`. Raises ValueError."""
    if len(text) > MAX_NUMBER:
        raise ValueError
    text = re.sub(r"\s+per\s?cent$", "%", text.rstrip())
    if found := _AROUND.fullmatch(text):
        text = found["number"]
    plain = "".join(text.split()).replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-")
    share = plain.endswith("%")
    top, slash, bottom = plain.removesuffix("%").partition("/")
    value = _read_decimal(top) / (_read_decimal(bottom) if slash else 1)
    return value / 100 if share else value


def _read_decimal(text: str) -> float:
    if _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    return float(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)


def choice(
    answer: Any,
    wanted: str | Collection[str],
    among: Collection[str],
    *,
    slips: Mapping[str, str] | None = None,
    why: str = "",
) -> Result:
    """Compare a word with the right one (or several) of the known words, ignoring case."""
    given = as_text(answer).casefold()
    known = {one.casefold(): one for one in among}
    if given not in known:
        raise Misread(f"The answer should be one of these words: {', '.join(f'`{one}`' for one in among)}.")
    word = known[given]
    rights = {wanted} if isinstance(wanted, str) else set(wanted)
    return right(why) if word in rights else not_yet((slips or {}).get(word, ""))


def as_text(answer: Any) -> str:
    """Return the answer as text without surrounding spaces. Raises Misread if it is not text."""
    if not isinstance(answer, str):
        raise Misread(
            f"The answer should be a text in quotes; yours is of the type `{type(answer).__name__}`."
        )
    return " ".join(answer.split())


def as_icon(answer: Any) -> str:
    """Return the key of the icon that the answer names by its key or its full name, such as "Combat x2".

    Raises Misread for anything else.
    """
    given = _letters(as_text(answer))
    for key, icon in ICONS.items():
        if given in (_letters(key), _letters(icon.name)):
            return key
    raise Misread(f"The answer should be one of these words: {', '.join(f'`{icon}`' for icon in ICONS)}.")


def _letters(name: str) -> str:
    """Return a name without capitals, spaces and signs, the same for "Combat x 2" and "combat_x2"."""
    return re.sub(r"[\W_]", "", name.casefold().replace("\N{MULTIPLICATION SIGN}", "x"))


def as_letters(answer: Any, known: Collection[str]) -> set[str]:
    """Return the answer as a set of letters; a set, a list or one text. Raises Misread otherwise."""
    if isinstance(answer, str):
        answer = [letter for letter in re.sub(r"\band\b", "", answer) if letter.isalnum()]
    try:
        given = {as_text(letter).casefold() for letter in answer}
    except TypeError:
        raise Misread('The answer should be a set of letters, such as `{"a", "b"}`.') from None
    if not given <= set(known):
        raise Misread(f"The letters are {min(known)} to {max(known)}.")
    return given


def as_move(answer: Any, position: Position) -> Move:
    """Return the answer as a move that is legal in this position. Misread gives the rule that forbids it."""
    if not isinstance(answer, (str, Move)):
        raise Misread(f"The answer should be a move, such as `{position.legal_moves()[0]}`, in quotes.")
    try:
        move = answer if isinstance(answer, Move) else Move.parse(as_move_text(answer))
        position.apply(move)
    except IllegalMove as no:
        legal = ", ".join(f"`{one}`" for one in no.legal[:8])
        more = " and more" if len(no.legal) > 8 else ""
        raise Misread(
            f"The rules do not allow that ({no.rule}): {no.reason}. Legal: {legal}{more}."
        ) from None
    except SilkenwebError as error:
        raise Misread(f"That cannot be read as a move. {shorten(str(error), 200)}") from None
    return move


def as_move_text(answer: Any) -> str:
    """Return a move as the engine writes it; any capitals and spaces are accepted."""
    text = as_text(answer).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    text = re.sub(r"\s*(?:-?>|\N{RIGHTWARDS ARROW})\s*", ">", text).removesuffix(".")
    text = re.sub(r"\s*~", " ~", text)
    if text[:5].casefold() == "play ":
        text = re.sub(r"\s*\+\s*", "+", text)
    text = re.sub(r"([-^+])\s+", r"\1", text)
    return re.sub(
        r"[A-Za-z0-9]+'?",
        lambda part: part[0].upper() if _CARD.fullmatch(part[0]) else part[0].casefold(),
        text,
    )


def as_words(answer: Any, least: int, what: str = "a few words of your own") -> str:
    """Return a text of at least `least` words, half of them different. Raises Misread for a shorter one.

    This is for open exercises: a text with enough words is handed in, and a person judges it.
    """
    text = as_text(answer)
    words = text.casefold().split()
    if len(words) < least or 2 * len(set(words)) < least:
        repeated = len(words) >= least
        found = f"only {len(set(words))} different ones" if repeated else f"{len(words)}"
        raise Misread(f"Write {what}: at least {least} words. Found {found}.")
    return text

"""What checks of exercises are made of: reading numbers, words and moves, with sentences for usual slips."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, SupportsFloat

from silkenweb.errors import IllegalMove, SilkenwebError, shorten
from silkenweb.game import Move, Position
from silkenweb.teaching.results import Misread, Result, not_yet, right

Number = SupportsFloat
Slips = Iterable[tuple[Number, str]]


def number(
    answer: Any, wanted: Number | Iterable[Number], *, within: float = 0.002, slips: Slips = (), why: str = ""
) -> Result:
    """Compare a number with the right one (or several), up to `within`; `why` is said when it is right.

    Fractions and texts such as "3/8" count as numbers. `slips` are pairs: a number that people come to by a
    known slip, and what to say to it. A percentage where a share of 1 is wanted, and a number that was
    rounded too much, are told by themselves.
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
            return not_yet("That is in percent: give it as a share of 1, such as 0.25 for 25 %.")
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
    """The answer as a number; Misread where it is none."""
    if isinstance(answer, bool):
        raise Misread("The answer should be a number, not a yes or no.")
    try:
        if isinstance(answer, str):
            value = float(Fraction(answer.strip().replace(" ", "")))
        elif isinstance(answer, (Real, Decimal)) or hasattr(type(answer), "__float__"):
            value = float(answer)
        else:
            raise TypeError
    except (TypeError, ValueError, ArithmeticError):
        kind = type(answer).__name__
        raise Misread(
            f"The answer should be a number, such as 7 or 3 / 8; yours is of the type `{kind}`."
        ) from None
    if not math.isfinite(value):
        raise Misread("The answer should be an ordinary number.")
    return value


def choice(
    answer: Any,
    wanted: str | Collection[str],
    among: Collection[str],
    *,
    slips: Mapping[str, str] | None = None,
    why: str = "",
) -> Result:
    """Compare a word with the right one (or several) of those there are; upper and lower case are alike."""
    given = as_text(answer)
    known = {one.casefold(): one for one in among}
    if given.casefold() not in known:
        raise Misread(f"The answer should be one of these words: {', '.join(f'`{one}`' for one in among)}.")
    word = known[given.casefold()]
    rights = {wanted} if isinstance(wanted, str) else set(wanted)
    return right(why) if word in rights else not_yet((slips or {}).get(word, ""))


def as_text(answer: Any) -> str:
    """The answer as a text without spaces around it; Misread where it is none."""
    if not isinstance(answer, str):
        raise Misread(
            f"The answer should be a text in quotes; yours is of the type `{type(answer).__name__}`."
        )
    return " ".join(answer.split())


def as_letters(answer: Any, known: Collection[str]) -> set[str]:
    """The answer as a set of these letters, given as a set, a list or one text; Misread where it is none."""
    if isinstance(answer, str):
        answer = [letter for letter in answer if letter.isalnum()]
    try:
        given = {as_text(letter).casefold() for letter in answer}
    except TypeError:
        raise Misread('The answer should be a set of letters, such as `{"a", "b"}`.') from None
    if not given <= set(known):
        raise Misread(f"The letters are {min(known)} to {max(known)}.")
    return given


def as_move(answer: Any, position: Position) -> Move:
    """The answer as a move that is legal in this position; Misread says why it is not, by which rule."""
    if not isinstance(answer, (str, Move)):
        raise Misread(f"The answer should be a move, such as `{position.legal_moves()[0]}`, in quotes.")
    try:
        move = answer if isinstance(answer, Move) else Move.parse(as_text(answer))
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


def as_words(answer: Any, least: int, what: str = "a few words of your own") -> str:
    """A text of at least so many words; Misread asks for more. For open exercises: no text is judged."""
    text = as_text(answer)
    if len(text.split()) < least:
        raise Misread(f"Write {what}: at least {least} words.")
    return text

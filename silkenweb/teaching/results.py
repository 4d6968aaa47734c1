"""The result of a check, a hint and a solution; each displays as text and as HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from silkenweb.teaching import markup
from silkenweb.widgets.picture.html_image import picture_text

State = Literal["untried", "right", "handed in", "not yet"]
UNTRIED: Final = "untried"
RIGHT: Final = "right"
HANDED_IN: Final = "handed in"
NOT_YET: Final = "not yet"

STATES: Final[tuple[State, ...]] = (RIGHT, HANDED_IN, NOT_YET, UNTRIED)
"""All states, in the order of the columns of tables."""

_HEADS: Final = {UNTRIED: "not tried yet", RIGHT: "right", HANDED_IN: "handed in", NOT_YET: "not yet"}
_SIGNS: Final = {UNTRIED: "○", RIGHT: "✓", HANDED_IN: "✉", NOT_YET: "…"}
_CONTROL: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class Misread(ValueError):
    """Raised by a check that cannot read an answer; the text says what it should be."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of checking an answer.

    `state`: "untried", "right", "handed in" (the form is right, and a person has to judge the content) or
    "not yet". `feedback`: Markdown. `picture`: the attempt as SVG text, if the exercise can draw it. `name`:
    the name of the exercise. `note`: a further remark, for instance that progress could not be saved.
    """

    state: State
    feedback: str = ""
    picture: str | None = None
    name: str = ""
    note: str = ""

    def __repr__(self) -> str:
        head = f"{self.name}: {_HEADS[self.state]}." if self.name else f"{_HEADS[self.state]}."
        seen = picture_text(self.picture) if self.picture else ""
        return _lines(f"{head} {self.feedback}".strip(), seen, self.note)

    def _repr_html_(self) -> str:
        head = f"{_SIGNS[self.state]} {_HEADS[self.state].capitalize()}"
        body = markup.markdown(self.feedback) + markup.image(self.picture)
        return markup.section(self.state.replace(" ", "-"), head, self.name, body + markup.small(self.note))


def right(feedback: str = "", *, picture: str | None = None) -> Result:
    """Return the result for a right answer; `feedback` (Markdown) may say why, or give others."""
    return Result(RIGHT, feedback, picture)


def handed_in(feedback: str = "", *, picture: str | None = None) -> Result:
    """Return the result for an answer that a person has to judge; `feedback` (Markdown) says what to ask."""
    return Result(HANDED_IN, feedback, picture)


def not_yet(feedback: str = "", *, picture: str | None = None) -> Result:
    """Return the result for a wrong answer; `feedback` (Markdown) says what it overlooks, with no spoiler."""
    return Result(NOT_YET, feedback, picture)


@dataclass(frozen=True, slots=True)
class Hint:
    """Hint `number` of `of` of an exercise; numbers count from 1."""

    name: str
    number: int
    of: int
    text: str
    note: str = ""

    def __repr__(self) -> str:
        return _lines(f"{self.name}, {self._head().lower()}: {self.text}", self._after(), self.note)

    def _repr_html_(self) -> str:
        body = markup.markdown(self.text) + markup.small(self._after()) + markup.small(self.note)
        return markup.section("hint", self._head(), self.name, body)

    def _head(self) -> str:
        return f"Hint {self.number} of {self.of}"

    def _after(self) -> str:
        return "That was the last hint; .solution() explains the answer." if self.number == self.of else ""


@dataclass(frozen=True, slots=True)
class Solution:
    """The explained solution. In HTML it is collapsed until a click opens it."""

    name: str
    text: str
    note: str = ""

    def __repr__(self) -> str:
        return _lines(f"{self.name}, solution: {self.text}", self.note)

    def _repr_html_(self) -> str:
        body = markup.details("Show it", markup.markdown(self.text)) + markup.small(self.note)
        return markup.section("solution", "Solution", self.name, body)


def _lines(*parts: str) -> str:
    """Return the non-empty parts, each on its own line, without terminal control characters."""
    return _CONTROL.sub("\ufffd", "\n".join(filter(None, parts)))

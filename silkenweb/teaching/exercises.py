"""An exercise: a question, a check that knows common slips, graded hints, and an explained solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from inspect import cleandoc
from typing import Any, Final

from silkenweb.errors import SilkenwebError, quote, shorten
from silkenweb.teaching import markup
from silkenweb.teaching.progress_file import graded, record
from silkenweb.teaching.results import (
    NOT_YET,
    RIGHT,
    UNTRIED,
    Hint,
    Misread,
    Result,
    Solution,
    not_yet,
    right,
)
from silkenweb.widgets.picture.html_image import picture_text

NAME: Final = re.compile(r"[0-9]{2}\.[1-9][0-9]?")
LONGEST: Final = 1_500
"""Maximum characters of the feedback, which may quote the answer."""
Check = Callable[[Any], "Result | str | bool"]


class Exercise:
    """One exercise of the course, which displays itself at the end of a cell.

    `name`: the numbers of the notebook and the exercise, "03.2". `question`: Markdown. `check`: a function
    that takes an answer (never None) and returns True, False, a text that says what the answer overlooks, or
    a Result (see `right`, `handed_in` and `not_yet`); it raises Misread, or any other error, for an answer
    that it cannot read. `expects`: what an answer looks like, shown if it cannot be read ("a number, such as
    3 / 8"). `hints`: Markdown, each more helpful than the previous one. `solution`: Markdown. `model`: Python
    source that sets `answer` to a right answer, run in the notebook's namespace in the place of the answer's
    cell. `picture`: a function that returns an SVG for the question. `open`: whether a person, not the check,
    has to judge the answer. Common indentation is removed from texts.

    Raises SilkenwebError for an incomplete exercise.
    """

    def __init__(
        self,
        name: str,
        question: str,
        *,
        check: Check,
        expects: str,
        hints: Sequence[str],
        solution: str,
        model: str,
        picture: Callable[[], str] | None = None,
        open: bool = False,
    ) -> None:
        if not NAME.fullmatch(name):
            raise SilkenwebError(
                f'exercise {quote(name)}: expected a name such as "03.2", notebook and number'
            )
        texts = {"question": question, "expects": expects, "solution": solution, "model": model}
        missing = [key for key, text in texts.items() if not text.strip()]
        if missing or not hints:
            raise SilkenwebError(f"exercise {name}: missing {', '.join(missing) or 'hint'}")
        self.name = name
        self.question = cleandoc(question)
        self.expects = expects
        self.hints = tuple(cleandoc(hint) for hint in hints)
        self.model = cleandoc(model)
        self.open = open
        self._check = check
        self._solution = cleandoc(solution)
        self._picture = picture
        self._hinted = 0

    @property
    def notebook(self) -> str:
        """The number of its notebook, such as "03"."""
        return self.name[:2]

    def check(self, answer: Any) -> Result:
        """Return the result of checking an answer; None and ... are untried, which is not wrong.

        It never raises, whatever the answer does, except under nbgrader: when that grades a notebook, an
        answer that is not right fails its cell with an AssertionError.
        """
        if answer is None or answer is ...:
            result = Result(UNTRIED, name=self.name)
        else:
            result = self._judge(answer)
            said = result.feedback or ("`.hint()` gives a hint." if result.state == NOT_YET else "")
            note = record(self.name, state=result.state)
            result = replace(result, feedback=shorten(said, LONGEST), name=self.name, note=note)
        if graded() and not self.open and result.state != RIGHT:
            raise AssertionError(repr(result))
        return result

    def hint(self) -> Hint:
        """Return the next hint, or the last one again."""
        self._hinted = min(self._hinted + 1, len(self.hints))
        note = record(self.name, hints=self._hinted)
        return Hint(self.name, self._hinted, len(self.hints), self.hints[self._hinted - 1], note)

    def solution(self) -> Solution:
        """Return the explained solution, which is collapsed in HTML."""
        return Solution(self.name, self._solution, record(self.name, solution=True))

    def picture(self) -> str | None:
        """Return the picture of the question as SVG text, or None."""
        return self._picture() if self._picture else None

    def __repr__(self) -> str:
        svg = self.picture()
        return f"{self._title()}\n\n{self.question}" + (f"\n\n{picture_text(svg)}" if svg else "")

    def _repr_html_(self) -> str:
        body = markup.markdown(self.question) + markup.image(self.picture())
        return markup.section("question", "Exercise", self._title().removeprefix("Exercise "), body)

    def _title(self) -> str:
        return f"Exercise {self.name}{' (open)' if self.open else ''}"

    def _judge(self, answer: Any) -> Result:
        try:
            verdict = self._check(answer)
        except Misread as misread:
            return not_yet(str(misread))
        except (Exception, SystemExit) as error:  # whatever an answer is or does, its author gets a message
            return not_yet(f"{self._wanted(answer)} ({_named(error)})")
        if isinstance(verdict, Result):
            return verdict
        if isinstance(verdict, str):
            return Result(NOT_YET, verdict)
        return right() if verdict else not_yet()

    def _wanted(self, answer: Any) -> str:
        if callable(answer):
            return f"Calling it failed. It should be {self.expects}."
        return f"The answer should be {self.expects}; yours is of the type `{type(answer).__name__}`."


def _named(error: BaseException) -> str:
    try:
        said = str(error)
    except Exception:  # even str() of an answer's own error may fail
        said = ""
    return shorten(f"{type(error).__name__}: {said}" if said else type(error).__name__, 200)

"""Predictions: the reader answers a question and says how sure they are; then the answer is shown.

>>> from silkenweb.teaching import predict
>>> predict("00.a", number="cards").name
'00.a'
"""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from silkenweb import arguments
from silkenweb.errors import SilkenwebError, quote
from silkenweb.teaching import markup
from silkenweb.teaching.answer_checks import as_number
from silkenweb.teaching.progress_file import Guess, read_saved, record_guess
from silkenweb.teaching.results import Misread

NAME: Final = re.compile(r"[0-9]{2}\.[a-z]")
SURE: Final = (0.6, 0.8, 0.95)
"""The degrees of certainty to choose from, besides a guess."""
GUESS: Final = 0.2
"""The certainty of a guess at a number."""


@dataclass(frozen=True, slots=True)
class Known:
    """The answer to a prediction: a text or a number, the tolerance of a number, and why (Markdown)."""

    answer: str | float
    within: float = 0.0
    why: str = ""

    def agrees(self, value: str | float) -> bool:
        """Return whether a value is the answer: the same words, or a number within the tolerance."""
        if isinstance(self.answer, str) or isinstance(value, str):
            return str(value).casefold() == str(self.answer).casefold()
        return abs(value - self.answer) <= self.within + 1e-9


@cache
def known() -> dict[str, Known]:
    """Return the answers to all predictions of the course by name."""
    data = json.loads((files(__package__) / "course" / "predictions.json").read_text(encoding="utf-8"))
    return {name: Known(**fields) for name, fields in data.items()}


class Prediction:
    """A question with its form, which displays itself at the end of a cell.

    `name`: the notebook and a letter, "02.a". `choices`: the possible answers, or () for a number. `number`:
    what the number counts ("cards"), in parentheses what it is ("(level)"), or "". Only the first answer
    is saved.
    """

    def __init__(self, name: str, choices: Sequence[str], number: str) -> None:
        self.name = name
        self.choices = tuple(choices)
        self.number = number
        self._known = known()[name]
        self._note = ""

    @property
    def guess(self) -> Guess | None:
        """The saved answer, or None."""
        return self._guess or read_saved()[0].predictions.get(self.name)

    _guess: Guess | None = None

    @property
    def least_sure(self) -> float:
        """How sure somebody is who guesses."""
        return 1 / len(self.choices) if self.choices else GUESS

    def answer(self, value: str | float, sure: float | None = None) -> Prediction:
        """Answer, and show whether that is right. `sure` is a share from 0 to 1; None means a guess.

        Raises Misread for an answer that is not one of the choices, or not a number.
        """
        certain = self.least_sure if sure is None else arguments.number("sure", sure, 0, 1)
        given = self._read(value)
        if self.guess is None:
            self._guess = Guess(given, certain, self._known.agrees(given))
            self._note = record_guess(self.name, self._guess)
        return self

    def _read(self, value: str | float) -> str | float:
        if not self.choices:
            return as_number(value)
        found = {choice.casefold(): choice for choice in self.choices}
        given = " ".join(str(value).split()).casefold()
        if given not in found:
            raise Misread(f"Choose one of {', '.join(quote(choice) for choice in self.choices)}.")
        return found[given]

    def verdict(self) -> str:
        """Return what became of the answer, as Markdown; how to answer, if there is none yet."""
        guess = self.guess
        if guess is None:
            return f"Prediction {self.name}: {self._how()}"
        right = "right" if guess.right else f"not right: the answer is {self._shown(self._known.answer)}"
        said = "" if guess.right else f" You said {self._shown(guess.answer)}."
        head = f"Prediction {self.name}: {right}.{said} You were {guess.sure:.0%} sure."
        return " ".join(filter(None, [head, self._known.why, self._note]))

    def _shown(self, value: str | float) -> str:
        said = _plain(value)
        counted = "" if self.number.startswith("(") else self.number
        return f"{said} {counted}".strip()

    def _counted(self) -> str:
        return self.number if self.number.startswith("(") else f"of {self.number}"

    def _how(self) -> str:
        example = quote(self.choices[0]) if self.choices else "3"
        asked = f"one of {', '.join(self.choices)}" if self.choices else f"a number {self._counted()}"
        return f'{asked}. Answer with predict("{self.name}", ...).answer({example}, sure=0.8).'

    def __repr__(self) -> str:
        return self.verdict()

    def _repr_html_(self) -> str:
        said = self.verdict().removeprefix(f"Prediction {self.name}: ")
        return markup.section(
            "prediction", "Prediction", self.name, markup.markdown(said[:1].upper() + said[1:])
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the form, or the verdict once there is one."""
        texts = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if self.guess is not None:
            return texts
        shown = form(self)._repr_mimebundle_(**kwargs)
        data, *more = shown if isinstance(shown, tuple) else (shown or {},)
        data = {**data, **texts}
        return (data, *more) if more else data


def form(prediction: Prediction) -> Any:
    """Return the widget of a prediction: an answer, how sure the reader is, and a button that reveals it.

    The button saves the answer, locks the form and shows the verdict below it.
    """
    import ipywidgets  # which takes a while, and a command does not need it

    if prediction.choices:
        answer = ipywidgets.RadioButtons(options=prediction.choices, value=None, description="Prediction")
    else:
        answer = ipywidgets.Text(placeholder=prediction.number, description="Prediction")
    options = [("a guess", None), *((f"{sure:.0%}", sure) for sure in SURE)]
    sure = ipywidgets.ToggleButtons(options=options, description="How sure?")
    button = ipywidgets.Button(description="Reveal")
    said = ipywidgets.HTML()

    def answered(_button: object) -> None:
        if answer.value in (None, ""):
            said.value = "<p>Choose an answer first.</p>"
            return
        try:
            said.value = prediction.answer(answer.value, sure.value)._repr_html_()
        except Misread as misread:
            said.value = markup.markdown(str(misread))
            return
        for each in (answer, sure, button):
            each.disabled = True

    button.on_click(answered)
    return ipywidgets.VBox([answer, sure, button, said])


def predict(name: str, *, choices: Iterable[str] = (), number: str = "") -> Prediction:
    """Return the form of a prediction: either `choices`, or what a `number` counts.

    Raises SilkenwebError for an unknown name, and unless exactly one of the two is given.
    """
    _named(name)
    options = arguments.texts("choices", tuple(choices), "a list of texts")
    if bool(options) == bool(number):
        raise SilkenwebError('expected either choices=["yes", "no"] or number="cards"')
    answer = known()[name].answer
    if isinstance(answer, str) != bool(options) or (options and answer not in options):
        raise SilkenwebError(f"the answer to prediction {name} is not among what these options allow")
    return Prediction(name, options, number)


def _plain(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _named(name: str) -> None:
    if arguments.text("name", name, 'the name of a prediction, such as "02.a"') not in known():
        raise SilkenwebError(f"there is no prediction {quote(name)}")


@dataclass(frozen=True, slots=True)
class Reveal:
    """The result of a computation beside what the reader predicted; displays itself at the end of a cell."""

    name: str
    value: str | float
    guess: Guess | None

    def __repr__(self) -> str:
        value = _plain(self.value)
        if self.guess is None:
            return f"{self.name}: {value}. You made no prediction."
        said = "as you predicted" if self.guess.right else f"you predicted {_plain(self.guess.answer)}"
        return f"{self.name}: {value}; {said}."

    def _repr_html_(self) -> str:
        """Return the result; collapsed for a reader who has made no prediction yet, as after Run All."""
        kind = "right" if self.guess and self.guess.right else "prediction"
        said = f"<p>{html.escape(repr(self))}</p>"
        body = said if self.guess else markup.details("Predict first, or show the result", said)
        return markup.section(kind, "Result", self.name, body)


def reveal(name: str, value: str | float | bool) -> Reveal:
    """Return the result of a computation beside the reader's prediction. True and False are "yes" and "no".

    Raises AssertionError if the course states another answer, so that notebooks cannot state anything that
    their cells do not compute.
    """
    _named(name)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    plain = value if isinstance(value, str) else float(value)
    if not known()[name].agrees(plain):
        raise AssertionError(f"prediction {name}: the course says {known()[name].answer!r}, found {value!r}")
    return Reveal(name, plain, read_saved()[0].predictions.get(name))


# -- calibration ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Calibration:
    """How sure a reader was, and how often right: `guesses` by name. Displays itself at the end of a cell."""

    guesses: dict[str, Guess]
    asked: int

    @property
    def brier(self) -> float | None:
        """The mean squared distance of certainty from outcome: 0 is perfect, 0.25 is always saying 50%."""
        return _mean([(guess.sure - guess.right) ** 2 for guess in self.guesses.values()])

    @property
    def bias(self) -> float | None:
        """Mean certainty minus share of right answers: positive for overconfidence."""
        return _mean([guess.sure - guess.right for guess in self.guesses.values()])

    @property
    def error(self) -> float:
        """The standard error of the bias if every answer was right as often as its certainty says."""
        spread = sum(guess.sure * (1 - guess.sure) for guess in self.guesses.values())
        return math.sqrt(spread) / max(1, len(self.guesses))

    def rows(self) -> list[tuple[str, int, int]]:
        """Return the range of certainty, the number of answers in it, and how many of them were right."""
        bounds = [0.0, 0.55, 0.7, 0.9, 1.01]
        labels = ["up to 55%", "55 to 70%", "70 to 90%", "over 90%"]
        rows = []
        for label, low, high in zip(labels, bounds, bounds[1:], strict=False):
            inside = [guess for guess in self.guesses.values() if low <= guess.sure < high]
            rows.append((label, len(inside), sum(guess.right for guess in inside)))
        return [row for row in rows if row[1]]

    def summary(self) -> str:
        """Return a sentence on whether certainty and success agree, as far as so few answers can say."""
        if self.bias is None or self.brier is None:
            return f"No predictions yet ({self.asked} are asked for)."
        count, right = len(self.guesses), sum(guess.right for guess in self.guesses.values())
        sure = sum(guess.sure for guess in self.guesses.values()) / count
        head = (
            f"{count} of {self.asked} predictions answered, {right} right ({right / count:.0%}); "
            f"you were {sure:.0%} sure on average (Brier score {self.brier:.2f})."
        )
        if abs(self.bias) <= 2 * self.error:
            return f"{head} With {count} answers, that difference can be chance."
        which = "overconfident" if self.bias > 0 else "underconfident"
        return f"{head} That is more than chance explains: you were {which}."

    def __repr__(self) -> str:
        lines = [f"{'how sure':12}{'answers':>9}{'right':>7}"]
        lines += [f"{label:12}{count:9}{right:7}" for label, count, right in self.rows()]
        return "\n".join([*lines, self.summary()])

    def _repr_html_(self) -> str:
        head = "<tr><th>how sure</th><th>answers</th><th>right</th></tr>"
        cells = "".join(f"<tr><td>{a}</td><td>{b}</td><td>{c}</td></tr>" for a, b, c in self.rows())
        body = f"<table>{head}{cells}</table>" if cells else ""
        return markup.section("progress", "Predictions", "", body + markup.small(self.summary()))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def calibration(notebook: str = "") -> Calibration:
    """Return how well calibrated the reader's predictions are: of one notebook ("02"), or of all."""
    arguments.text("notebook", notebook, 'the number of a notebook, such as "02"')
    names = [name for name in known() if name.startswith(notebook)]
    saved = read_saved()[0].predictions
    return Calibration({name: saved[name] for name in names if name in saved}, len(names))

"""Predictions: answer, then reveal; what is saved; calibration; no notebook gives an answer away."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from silkenweb.errors import SilkenwebError
from silkenweb.teaching import Misread, calibration, predict, predictions, reveal
from silkenweb.teaching.predictions import Known, form
from silkenweb.teaching.progress_file import Guess, record_guess
from tests.teaching.notebooks import read, visible

KNOWN = {
    "99.a": Known("no", why="A play breaks the chain."),
    "99.b": Known(5.0, within=0.5),
    "98.a": Known("yes"),
}


@pytest.fixture(autouse=True)
def course(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions of our own, but for tests that look at the notebooks."""
    if "notebook" not in request.fixturenames:
        monkeypatch.setattr(predictions, "known", lambda: KNOWN)


def ask() -> predictions.Prediction:
    return predict("99.a", choices=["yes", "no"])


def test_the_answer_is_shown_only_after_one_was_given() -> None:
    question = ask()
    assert "not right" not in repr(question)
    assert "chain" not in repr(question) + question._repr_html_()
    said = repr(question.answer("Yes", sure=0.8))
    assert said.startswith("Prediction 99.a: not right: the answer is no. You said yes. You were 80% sure.")
    assert said.endswith(" A play breaks the chain.")


def test_the_first_answer_is_saved_and_counts(kept: Path) -> None:
    ask().answer("no")
    ask().answer("yes", sure=1)
    assert json.loads(kept.read_text("utf-8"))["predictions"] == {
        "99.a": {"answer": "no", "sure": 0.5, "right": True}
    }
    assert repr(ask()).startswith("Prediction 99.a: right. You were 50% sure.")


@pytest.mark.parametrize("given", [5, 5.4, "5", " 4,6 ", "5.0"])
def test_a_number_is_right_within_its_tolerance(given: Any) -> None:
    assert "right. You were 20% sure" in repr(predict("99.b", number="cards").answer(given))


def test_what_cannot_be_read_is_not_saved(kept: Path) -> None:
    for question, given in ((ask(), "perhaps"), (predict("99.b", number="cards"), "many")):
        with pytest.raises(Misread):
            question.answer(given)
    with pytest.raises(SilkenwebError, match="sure"):
        ask().answer("no", sure=80)
    assert not kept.exists()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("99.z", {"number": "cards"}), ("99.a", {}), ("99.a", {"number": "cards"}),
        ("99.b", {"choices": ["5"]}),
        ("99.a", {"choices": ["maybe", "yes"]}), ("99.a", {"choices": ["yes", "no"], "number": "x"}),
    ],
)  # fmt: skip
def test_a_question_that_its_answer_does_not_fit_is_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(SilkenwebError):
        predict(name, **options)


def test_a_cell_must_compute_what_the_course_says() -> None:
    """And its result is shown beside the reader's answer."""
    assert repr(reveal("99.b", 5)) == "99.b: 5. You made no prediction."
    assert "<details>" in reveal("99.b", 5)._repr_html_()
    predict("99.b", number="cards").answer(7)
    assert "<details>" not in reveal("99.b", 5)._repr_html_()
    assert repr(reveal("99.b", 5)) == "99.b: 5; you predicted 7."
    assert repr(reveal("99.a", False)).startswith("99.a: no")
    with pytest.raises(AssertionError, match=r"prediction 99.b: the course says 5\.0, found 6"):
        reveal("99.b", 6)


def test_a_number_that_counts_nothing_is_named_in_parentheses() -> None:
    """The name of such a number helps to answer, and is no unit in the verdict."""
    question = predict("99.b", number="(level)")
    assert repr(question).startswith("Prediction 99.b: a number (level). Answer with")
    assert "the answer is 5. You said 7." in repr(question.answer(7))


def test_the_form_reveals_the_answer_and_locks() -> None:
    box = form(ask())
    answer, sure, button, said = box.children
    button.click()
    assert said.value == "<p>Choose an answer first.</p>"
    answer.value, sure.value = "no", 0.95
    button.click()
    assert "Right. You were 95% sure." in said.value
    assert answer.disabled
    assert button.disabled


def test_the_form_shows_what_was_typed_only_as_text() -> None:
    """What cannot be read as a number is quoted in the form, which is HTML."""
    answer, _, button, said = form(predict("99.b", number="levels")).children
    answer.value = "<img src=x>"
    button.click()
    assert "<code>&lt;img src=x&gt;</code>" in said.value
    assert "<img" not in said.value
    assert not answer.disabled


def test_a_form_has_a_text_for_places_without_widgets() -> None:
    data = ask()._repr_mimebundle_()
    data = data[0] if isinstance(data, tuple) else data
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"].startswith("Prediction 99.a: one of yes, no.")
    ask().answer("no")
    assert set(ask()._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_calibration_says_no_more_than_so_few_answers_can() -> None:
    """Two wrong answers at 95% are more than chance explains; one at 60% is not."""
    assert repr(calibration("99")).endswith("No predictions yet (2 are asked for).")
    record_guess("99.a", Guess("yes", 0.6, False))
    assert "that difference can be chance" in repr(calibration("99"))
    assert calibration("99").brier == pytest.approx(0.36)
    record_guess("99.b", Guess(9, 0.95, False))
    record_guess("98.a", Guess("no", 0.95, False))
    said = calibration()
    assert said.rows() == [("55 to 70%", 1, 0), ("over 90%", 2, 0)]
    assert said.bias == pytest.approx((0.6 + 0.95 + 0.95) / 3)
    assert repr(said).endswith("That is more than chance explains: you were overconfident.")
    assert "<td>over 90%</td><td>2</td><td>0</td>" in said._repr_html_()


# -- the notebooks -------------------------------------------------------------------------------------

PROMPT = re.compile(r'predict\(\s*"([0-9]{2}\.[a-z])"')


def gives_away(source: str, answer: str | float) -> bool:
    """Whether a text states an answer: the word itself, or the number."""
    said = f"{answer:g}" if isinstance(answer, float | int) else re.escape(str(answer))
    return re.search(rf"(?<![\w.]){said}(?![\w.]*\w)", source, re.IGNORECASE) is not None


def asks(notebook: Path) -> list[tuple[str, int]]:
    """Each prediction of a notebook and the number of its cell."""
    cells = read(notebook)["cells"]
    return [(name, place) for place, cell in enumerate(cells) for name in PROMPT.findall(cell["source"])]


def test_no_visible_cell_after_a_prompt_states_its_answer(notebook: Path) -> None:
    """Neither the sources up to the cell that reveals it, nor an assert anywhere."""
    cells = read(notebook)["cells"]
    for name, place in asks(notebook):
        end = next(
            number for number in range(place + 1, len(cells)) if f'reveal("{name}"' in cells[number]["source"]
        )
        between = [cell["source"] for cell in cells[place + 1 : end + 1] if visible(cell)]
        answer = predictions.known()[name].answer
        assert not [text for text in between if gives_away(text.replace(f'"{name}"', ""), answer)], name
    shown = [cell for cell in cells if cell["cell_type"] == "code" and visible(cell)]
    assert not [cell["id"] for cell in shown if re.search(r"^assert ", cell["source"], re.MULTILINE)]


def test_each_prediction_is_asked_once_and_its_result_computed(notebook: Path) -> None:
    """And the notebook ends its lesson with the reader's calibration."""
    names = [name for name, _ in asks(notebook)]
    assert names == sorted(set(names))
    sources = [cell["source"] for cell in read(notebook)["cells"]]
    assert names == [name for name in predictions.known() if name.startswith(f"{notebook.name[:2]}.")]
    assert names
    assert sum(f'calibration("{notebook.name[:2]}")' in source for source in sources) == 1


@pytest.mark.parametrize(
    ("source", "answer", "found"),
    [("print(5)", 5.0, True), ("x = 15", 5.0, False), ("x = 5.25", 5.0, False), ("Nobody", "no", False),
     ("# No, it is not", "no", True)],
)  # fmt: skip
def test_the_test_for_spoilers_finds_them(source: str, answer: str | float, found: bool) -> None:
    assert gives_away(source, answer) == found

"""What an exercise does with answers, hints and its solution, and how it shows itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.teaching import Exercise, answer_checks, course, exercise, names, not_yet, right

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"


class Awkward:
    """An answer that fails at whatever is done with it."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("no")

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        raise RuntimeError("no")

    def __float__(self) -> float:
        raise RuntimeError(HOSTILE)

    def __call__(self, *_: Any) -> bool:
        raise RuntimeError(HOSTILE)


ODD = [Awkward(), object(), [], {}, set(), b"1", 1j, float("nan"), float("inf"), True, "", "x" * 10_000,
       "\x1b[2J", -1, 10**400, Fraction(1, 3), (1, 2, 3), ["combat", Awkward(), 3], lambda: 1, sw,
       Awkward, HOSTILE,
       ("two-won", "0", "rest"), ("two-won", "1/1/1", "rest"), range(3)]  # fmt: skip


def made(check: Any = lambda answer: answer == 1, **changed: Any) -> Exercise:
    fields: dict[str, Any] = {
        "question": "How many?", "check": check, "expects": "a number", "hints": ("Few.", "One."),
        "solution": "It is **1**.", "model": "answer = 1", **changed,
    }  # fmt: skip
    return Exercise(fields.pop("name", "99.1"), fields.pop("question"), **fields)


@pytest.mark.parametrize("answer", [None, ...])
def test_what_is_not_answered_is_untried(answer: Any, kept: Path) -> None:
    """It is not wrong, the check is not asked, and nothing is kept."""
    result = made(check=lambda answer: 1 / 0).check(answer)
    assert (result.state, repr(result)) == ("untried", "99.1: not tried yet.")
    assert not kept.exists()


def test_a_check_says_yes_no_words_or_a_result() -> None:
    """True is right; False and words are not yet, and a bare no points to the hints."""
    told = {1: True, 2: False, 3: "Too many.", 4: right("Yes, *that*."), 5: not_yet("Hm.", picture="<svg/>")}
    results = {answer: made(check=lambda answer: told[answer]).check(answer) for answer in told}
    assert {answer: result.state for answer, result in results.items()} == {
        1: "right", 2: "not yet", 3: "not yet", 4: "right", 5: "not yet",
    }  # fmt: skip
    assert results[2].feedback == "`.hint()` gives a hint."
    assert repr(results[3]) == "99.1: not yet. Too many."
    assert "Yes, <em>that</em>." in results[4]._repr_html_()
    assert '<img alt="" src="data:image/svg+xml;base64,PHN2Zy8+">' in results[5]._repr_html_()


@pytest.mark.parametrize("name", names())
def test_no_answer_ends_in_a_traceback(name: str) -> None:
    """Whatever it is: there is a sentence for it, no terminal obeys what it says, and no page runs it."""
    for answer in ODD:
        result = exercise(name).check(answer)
        assert result.state in ("right", "not yet")
        assert result.feedback or result.state == "right"
        assert "\x1b" not in repr(result)
        assert len(result.feedback) < 2_000
        body = re.sub(r"<style>.*?</style>", "", result._repr_html_(), flags=re.DOTALL)
        assert not re.search(r"<script|<img (?!alt=)|onerror=(?!alert\(2\)&gt;)", body)


@pytest.mark.parametrize("name", names())
def test_each_exercise_of_the_course_is_whole(name: str) -> None:
    """Question, hints and solution are shown; its own words hold nothing that looks like markup."""
    one = exercise(name)
    assert one.name == name
    assert name in repr(one)
    assert name in one._repr_html_()
    assert len(one.hints) >= 1
    assert len(set(one.hints)) == len(one.hints)
    assert "answer =" in one.model
    assert not re.search(r"</?[a-z]+>", one.question + "".join(one.hints) + repr(one.solution()))


def test_hints_come_one_after_another() -> None:
    """Each call gives the next; the last one comes again, and says that it is the last."""
    one = made()
    told = [repr(one.hint()) for _ in range(3)]
    assert told[0] == "99.1, hint 1 of 2: Few."
    last = "99.1, hint 2 of 2: One.\nThat was the last hint; .solution() explains the answer."
    assert told[1:] == [last, last]
    assert "Hint 2 of 2" in one.hint()._repr_html_()


def test_the_solution_is_folded_up() -> None:
    """A page hides it until it is clicked, and neither the exercise nor a check gives it away."""
    one = made()
    shown = one.solution()
    assert repr(shown) == "99.1, solution: It is **1**."
    assert (
        "<details><summary>Show it</summary><p>It is <strong>1</strong>.</p></details>" in shown._repr_html_()
    )
    told = [one, one.check(2), one.check(1)]
    assert not any("**1**" in repr(each) or "<strong>1" in each._repr_html_() for each in told)


def test_a_picture_is_shown_and_told_in_words() -> None:
    """The question's own and the reader's attempt; in plain text its words stand for it."""
    one = exercise("00.3")
    assert "Bajie decides" in repr(one)
    assert "data:image/svg+xml;base64," in one._repr_html_()
    attempt = one.check("rest ~")
    assert attempt.state == "not yet"
    assert attempt.picture is not None
    assert "BJ8&#x27; Web in hand" in attempt._repr_html_() or "BJ8' Web in hand" in repr(attempt)
    assert one.check("ability -BJ8 tang").picture != one.check("ability -BJ8 wukong").picture


def test_an_illegal_move_is_told_with_its_rule() -> None:
    """And with what would be legal."""
    said = exercise("00.3").check("play BJ8>T18").feedback
    assert "The rules do not allow that (T3)" in said
    assert "`ability -BJ8 tang`" in said


def test_an_unknown_exercise_is_told_with_those_there_are() -> None:
    """Whatever is asked for; no module is imported for a name that is none."""
    for name in ("03.99", "77.1", "3.2", "", "os.1", "../00.1", 3.2, None):
        with pytest.raises(
            sw.SilkenwebError, match=r"there is no exercise .*; the exercises are 00\.1, .*03\.4"
        ):
            exercise(name)  # type: ignore[arg-type]


def test_the_same_name_gives_the_same_exercise() -> None:
    """So a hint that was shown in one cell is followed by the next in another."""
    assert exercise("03.1") is exercise("03.1")


@pytest.mark.parametrize(
    "changed", [{"name": "3.1"}, {"question": " "}, {"hints": ()}, {"model": ""}, {"solution": "\n"}]
)
def test_an_exercise_that_is_not_whole_is_refused(changed: dict[str, Any]) -> None:
    """An author is told what it lacks."""
    with pytest.raises(sw.SilkenwebError, match="exercise"):
        made(**changed)


@pytest.mark.parametrize("mode", ["autograde", "validate"])
def test_where_nbgrader_grades_what_is_not_right_fails(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gives points for a cell that does not raise. Open exercises are left to people."""
    monkeypatch.setenv("NBGRADER_EXECUTION", mode)
    assert made().check(1).state == "right"
    for answer in (None, 2):
        with pytest.raises(AssertionError, match=r"99\.1: not "):
            made().check(answer)
    assert made(open=True).check(None).state == "untried"


def test_the_import_is_quick_and_light() -> None:
    """Nothing that only charts, tables or widgets need is imported for the first notebooks' exercises."""
    heavy = ["polars", "altair", "anywidget", "ipywidgets", "IPython", "tqdm", "rich"]
    code = (
        "import sys; from silkenweb.teaching import exercise;"
        "repr(exercise('00.3')); exercise('03.1').check(.1);"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_module_of_the_course_imports_without_polars_and_altair() -> None:
    """In a browser without a server they are not there; a table of all exercises is shown all the same."""
    code = (
        "import sys\nfor name in ('polars', 'altair', 'tqdm'): sys.modules[name] = None\n"
        "from silkenweb.teaching import names, progress\nprint(len(names())); repr(progress())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == len(names())


# -- reading answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [0.375, Fraction(3, 8), "3/8", " 3 / 8 ", "0.375", 0.3757])
def test_a_number_may_be_written_in_several_ways(answer: Any) -> None:
    """Fractions and texts count."""
    assert answer_checks.number(answer, 0.375).state == "right"


def test_usual_slips_with_numbers_are_told() -> None:
    """A known slip, percent for a share, too few digits; nothing is said of what is far off."""
    slips = [(0.5, "That is *half*.")]
    said = {
        answer: answer_checks.number(answer, 0.333, slips=slips).feedback for answer in (0.5, 33.3, 0.34, 0.9)
    }
    assert said[0.5] == "That is *half*."
    assert "percent" in said[33.3]
    assert "rounded" in said[0.34]
    assert said[0.9] == ""


def test_whole_numbers_words_and_several_right_answers() -> None:
    """Any of several counts, small and capital letters are alike, and a fraction is no whole number."""
    assert [answer_checks.whole(answer, {3, 5}).state for answer in (3, "5", 4)] == [
        "right",
        "right",
        "not yet",
    ]
    with pytest.raises(ValueError, match="whole number"):
        answer_checks.whole(2.5, 3)
    assert answer_checks.choice(" Web ", {"web", "door"}, ["web", "door", "fire"]).state == "right"
    assert (
        answer_checks.choice("fire", "web", ["web", "fire"], slips={"fire": "Too hot."}).feedback
        == "Too hot."
    )
    with pytest.raises(ValueError, match="`web`, `fire`"):
        answer_checks.choice("water", "web", ["web", "fire"])


def test_markdown_is_escaped_before_it_is_set() -> None:
    """Only what is named in `page.markdown` becomes an element."""
    from silkenweb.teaching.markup import markdown

    text = f"A *b* and **c** `d<e` 2 * 3 * 4 {HOSTILE}\n\n- one *{HOSTILE}*\n- two\n\n1. a\n2. b\n"
    text += "```\n<b>\n\n*x*\n```\nend"
    assert markdown(text) == (
        "<p>A <em>b</em> and <strong>c</strong> <code>d&lt;e</code> 2 * 3 * 4 "
        "&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;</p>"
        "<ul><li>one <em>&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;</em></li>"
        "<li>two</li></ul><ol><li>a</li><li>b</li></ol>"
        "<pre><code>&lt;b&gt;\n\n*x*</code></pre><p>end</p>"
    )


def test_names_are_those_of_the_course_in_order(kept: Path) -> None:
    """Each notebook's are numbered from 1 without a gap; a module that breaks this is refused."""
    assert list(names()) == sorted(names(), key=lambda name: (name[:2], int(name[3:])))
    assert course.notebooks()[0] == "00"
    assert exercise("00.1").check(["combat", "fire", "web"]).state == "right"
    assert json.loads(kept.read_text("utf-8"))["exercises"]["00.1"]["state"] == "right"

"""What exercises say to answers: to right ones and to known slips."""

from __future__ import annotations

from typing import Any

import pytest

from silkenweb.teaching import exercise, lay

RIGHT, NOT_YET = "right", "not yet"
MARKS = {"a": "printed", "b": "ruling", "c": "reconstructed", "d": "printed", "e": "ruling"}
BEGUN = ["play WK1>T10", "end", "play BJ4>T10", "end"]

TOLD: list[tuple[str, Any, str, str]] = [
    ("02.1", "play WK5>T05+T30", RIGHT, "both are right"),
    ("02.1", "play WK2>T05", NOT_YET, "takes 1 of them"),
    ("02.1", "play WK2>T05+T12", NOT_YET, "T6"),
    ("02.1", "ability T05", NOT_YET, "with a card"),
    ("02.1", 7, NOT_YET, "should be a move"),
    ("02.2", {**MARKS, "f": "Reconstructed"}, RIGHT, ""),
    ("02.2", {**MARKS, "f": "printed"}, NOT_YET, "5 of 6 are right. Something that does not stand"),
    ("02.2", {**MARKS, "f": "ruling"}, NOT_YET, "where nothing can be read"),
    ("02.2", MARKS, NOT_YET, 'keys "a" to "f"'),
    ("02.2", {**MARKS, "f": "guess"}, NOT_YET, "no mark 'guess'"),
    ("02.3", [*BEGUN, "play WK3>T19", "play BJ5>T26"], RIGHT, "cleared"),
    ("02.3", ["rest", *BEGUN], NOT_YET, "Move 2, `play WK1>T10`, is refused"),
    ("02.3", BEGUN, NOT_YET, "not cleared yet"),
    ("02.3", ["rest", "rest"], NOT_YET, "the game is lost"),
    ("02.3", "rest", NOT_YET, "a list of moves"),
    ("02.3", ["fly"], NOT_YET, "cannot be read as a move"),
    ("02.4", lay("R01 T13", wukong="WK6' R02 WK2'", bajie=""), RIGHT, "still: claim"),
    ("02.4", lay("T19 T13 T14", flipped=["wukong"], wukong="WK2' WK6'", bajie=""), RIGHT, "is a Rest"),
    ("02.4", lay("T13 T19", wukong="WK2' WK6'", bajie=""), NOT_YET, "can be played"),
    ("02.4", lay("T19 T13", wukong="WK6' WK1", bajie=""), NOT_YET, "1 of the cards"),
    ("02.4", "T13", NOT_YET, "should be a position"),
]


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SILKENWEB_PROGRESS", "off")


@pytest.mark.parametrize(("name", "answer", "state", "says"), TOLD)
def test_an_answer_is_told_what_it_overlooks(name: str, answer: Any, state: str, says: str) -> None:
    """Right ones are right, and a known slip gets a sentence of its own."""
    result = exercise(name).check(answer)
    assert (result.state, says in result.feedback) == (state, True), result.feedback

"""What exercises say to answers: to right ones and to known slips."""

from __future__ import annotations

from typing import Any

import pytest

from silkenweb import bots
from silkenweb.edition import Edition
from silkenweb.teaching import exercise, set_up
from silkenweb.teaching.course.nb05 import Eager

RIGHT, HANDED_IN, NOT_YET = "right", "handed in", "not yet"
MARKS = {"a": "printed", "b": "ruling", "c": "reconstructed", "d": "printed", "e": "ruling"}
BEGUN = ["play WK1>T10", "end", "play BJ4>T10", "end"]

SHEET = ("fire", "door", "web", "combat")


def icons_of(hand: tuple[str, ...]) -> set[str]:
    """What a hand shows."""
    return {Edition.load().shows(card) for card in hand}


def fire_alone(hand: tuple[str, ...]) -> str:
    """A code that says one thing."""
    return "tang.fire" if "fire" in icons_of(hand) else "tang.door"


def by_icons(hand: tuple[str, ...]) -> str:
    """A code that says of each icon whether it shows."""
    places = [f"{who}.{icon}" for who in ("tang", "wukong", "bajie", "wujing") for icon in SHEET]
    return places[sum(2**k for k, icon in enumerate(SHEET) if icon in icons_of(hand))]


def level_four(**changes: Any) -> dict[str, Any]:
    """The data of an edition of one's own, with its level 4 changed."""
    data = {**Edition.load().data, "edition": "mine"}
    data["levels"][3] |= changes
    return data


def draw_more(data: dict[str, Any]) -> None:
    """A change that makes level 2 easier."""
    data["levels"][1]["draw"] = 5


TOLD: list[tuple[str, Any, str, str]] = [
    ("02.1", "play WK5>T05+T30", RIGHT, "both are right"),
    ("02.1", "play WK2>T05", NOT_YET, "takes 1 of them"),
    ("02.1", "play WK2>T05+T12", NOT_YET, "T6"),
    ("02.1", "ability T05", NOT_YET, "plays a card"),
    ("02.1", 7, NOT_YET, "should be a move"),
    ("02.2", {**MARKS, "f": "Reconstructed"}, RIGHT, ""),
    ("02.2", {**MARKS, "f": "printed"}, NOT_YET, "5 of 6 are right. You marked something as printed"),
    ("02.2", {**MARKS, "f": "ruling"}, NOT_YET, "if nothing can be read"),
    ("02.2", MARKS, NOT_YET, 'keys "a" to "f"'),
    ("02.2", {**MARKS, "f": "guess"}, NOT_YET, "no mark 'guess'"),
    ("02.3", [*BEGUN, "play WK3>T19", "play BJ5>T26"], RIGHT, "cleared"),
    ("02.3", ["rest", *BEGUN], NOT_YET, "Move 2, `play WK1>T10`, is refused"),
    ("02.3", BEGUN, NOT_YET, "not cleared yet"),
    ("02.3", ["rest", "rest"], NOT_YET, "the game is lost"),
    ("02.3", "rest", NOT_YET, "a list of moves"),
    ("02.3", ["fly"], NOT_YET, "cannot be read as a move"),
    ("02.4", set_up("R01 T13", wukong="WK6' R02 WK2'", bajie=""), RIGHT, "still: claim"),
    (
        "02.4",
        set_up("T19 T13 T14", flipped=["wukong"], wukong="WK2' WK6'", bajie=""),
        RIGHT,
        "only a Rest is left",
    ),
    ("02.4", set_up("T13 T19", wukong="WK2' WK6'", bajie=""), NOT_YET, "can be played"),
    ("02.4", set_up("T19 T13", wukong="WK6' WK1", bajie=""), NOT_YET, "1 of the cards"),
    ("02.4", "T13", NOT_YET, "should be a position"),
    ("04.1", 2.418, RIGHT, "equally likely"),
    ("04.1", 3.585, NOT_YET, "entropy of the *card*"),
    ("04.1", 1.676, NOT_YET, "natural logarithms"),
    ("04.1", 2.585, NOT_YET, "They are not"),
    ("04.2", 1.252, RIGHT, "two rotate"),
    ("04.2", 1.585, NOT_YET, "equally likely"),
    ("04.2", 0.65, NOT_YET, "a third one"),
    ("04.2", 2.333, NOT_YET, "entropy *left*"),
    ("04.3", lambda hand: None, NOT_YET, "can mean a hand with a Fire, and one without"),
    ("04.3", lambda hand: "R09", NOT_YET, "'R09' is not a place"),
    ("04.3", fire_alone, NOT_YET, "conveys 0.93 bits. It leaves no doubt about the Fire"),
    ("04.3", by_icons, RIGHT, "It conveys 3.45 bits"),
    ("04.3", "leftmost", NOT_YET, "a function of a hand"),
    ("04.4", "Rest if you cannot.", NOT_YET, "at least 20 words"),
    ("05.1", 0.211, RIGHT, "wilson(24, 80)"),
    ("05.1", 0.249, NOT_YET, "one standard error"),
    ("05.1", 0.4080, NOT_YET, "upper end"),
    ("05.2", 2000, RIGHT, "2,000"),
    ("05.2", 504, NOT_YET, "two standard errors"),
    ("05.2", 2401, NOT_YET, "a rate of one half"),
    ("05.4", "nobody-made-this", NOT_YET, "there is no bot"),
    ("06.1", 3, RIGHT, "a Door"),
    ("06.1", 4, NOT_YET, "number of slots"),
    ("06.2", 274, RIGHT, "who could have known"),
    ("06.2", 273, NOT_YET, "Close: this"),
    ("06.2", 282, NOT_YET, "where the game ended"),
    ("06.3", 3, RIGHT, ""),
    ("06.3", 2, NOT_YET, "worth a price"),
    ("06.4", 0.27, RIGHT, "24% of them"),
    ("06.4", 0.73, NOT_YET, "that *can* be cleared"),
    ("06.4", 27, NOT_YET, "from 0 to 1"),
    ("08.1", {"a", "c", "e"}, RIGHT, "say nothing about the printed game"),
    ("08.1", "ab", NOT_YET, "an edition's cards"),
    ("08.1", ["a", "d"], NOT_YET, "`edition.provenance`"),
    ("08.1", "c", NOT_YET, "2 more of them"),
    ("08.2", 0.333, RIGHT, "Two thirds"),
    ("08.2", 0.577, NOT_YET, "Variances add up"),
    ("08.2", 0.667, NOT_YET, "share of the *editions*"),
    ("08.3", level_four(draw=7, source="printed"), RIGHT, "no more than you know"),
    ("08.3", level_four(draw=7), NOT_YET, "does not say yet"),
    ("08.3", level_four(draw="7", source="printed"), NOT_YET, "levels[3].draw"),
    ("08.3", level_four(), NOT_YET, "Level 4 draws 6"),
    ("08.3", Edition.load().data, NOT_YET, "still the built-in edition"),
    ("08.3", 7, NOT_YET, "data of an edition"),
    ("08.4", lambda data: data, NOT_YET, "changes nothing"),
    ("08.4", lambda data: data.pop("levels"), NOT_YET, "cannot be played"),
    ("08.4", draw_more, HANDED_IN, "levels per game"),
    ("09.1", {"a", "d", "E"}, RIGHT, "salts the hash"),
    ("09.1", "ae", NOT_YET, "after a restart"),
    ("09.1", ["a", "b", "d", "e"], NOT_YET, "`return self.rng.choice(legal)` does the same"),
    ("09.1", "a", NOT_YET, "2 more of them"),
    ("09.1", {"z"}, NOT_YET, "a to f"),
    ("09.2", -0.007, RIGHT, "do not decide it"),
    ("09.2", -0.035, NOT_YET, "as independent"),
    ("09.2", 0.127, NOT_YET, "upper end"),
    ("09.3", "eager", NOT_YET, "still better"),
]


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SILKENWEB_PROGRESS", "off")
    bots.register("eager", Eager)


@pytest.mark.parametrize(("name", "answer", "state", "says"), TOLD)
def test_an_answer_is_told_what_it_overlooks(name: str, answer: Any, state: str, says: str) -> None:
    """Right ones are right, and a known slip gets a sentence of its own."""
    result = exercise(name).check(answer)
    assert (result.state, says in result.feedback) == (state, True), result.feedback

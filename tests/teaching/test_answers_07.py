"""What the exercises of notebook 07 say to answers: to right ones and to known slips."""

from __future__ import annotations

from typing import Any

import pytest

import silkenweb as sw
from silkenweb.teaching import exercise
from silkenweb.teaching.course import nb07

STORY = (
    "It was lost at nodes 88 and 89 of level 6, first by Bailoong Horse, who gave the ability away for "
    "nothing, "
    "which cost 35% by what could be known, and then by Bajie. The deals were bad, but it was error."
)

TOLD: list[tuple[str, Any, str, str]] = [
    ("07.1", 89, "right", "could no longer be cleared"),
    ("07.1", 88, "not yet", "whose decision was it"),
    ("07.1", 80, "not yet", ""),
    ("07.1", "the last", "not yet", "should be a number"),
    ("07.2", 73, "right", "given what was known"),
    ("07.2", 60, "right", "given what was known"),
    ("07.2", 86, "not yet", "the cards were kind"),
    ("07.2", 88, "not yet", "not bad luck"),
    ("07.2", 8, "not yet", "with all cards visible it lost only"),
    ("07.2", 1, "not yet", "had a choice"),
    ("07.2", 4711, "not yet", "had a choice"),
    ("07.3", -0.304, "right", "a third of a game"),
    ("07.3", 0.304, "not yet", "Check the sign"),
    ("07.3", -0.2244, "not yet", "all deals together"),
    ("07.3", 2.026, "not yet", "not `luck`"),
    ("07.4", "dance", "not yet", ""),
    ("07.4", 7, "not yet", "a text in quotes"),
    ("07.5", STORY, "handed in", "another student's"),
    ("07.5", "They lost.", "not yet", "at least 30 words"),
    (
        "07.5",
        STORY.replace("88", "x").replace("89", "y").replace("6,", "six,"),
        "not yet",
        "at least one node",
    ),
    ("07.5", STORY.replace("35%", "much"), "not yet", "in percent"),
]


@pytest.mark.parametrize(("name", "answer", "state", "said"), TOLD, ids=range(len(TOLD)))
def test_what_is_said(name: str, answer: Any, state: str, said: str) -> None:
    """Right answers are, slips are told by name."""
    result = exercise(name).check(answer)
    assert (result.state, said in result.feedback) == (state, True), result


def test_every_move_of_the_puzzle_is_judged() -> None:
    """The right ones with the explanation and a picture, the others with their cost, the answer untold."""
    (puzzle,) = sw.puzzles(nb07.PUZZLE)
    for move in puzzle.legal:
        result = exercise("07.4").check(str(move))
        assert (result.state == "right") == (str(move) in puzzle.answers)
        assert (puzzle.explanation in result.feedback) == (result.state == "right")
        assert result.picture is not None

"""Practice positions: each can be solved as its solution says, and its tempting mistake is a mistake."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.errors import IllegalMove
from silkenweb.teaching.practice_position import PracticePosition, themes
from silkenweb.teaching.practice_session import Practice
from silkenweb.text import LANGUAGES, Words, table

POSITIONS = [position for positions in themes().values() for position in positions]


def named(position: PracticePosition) -> str:
    return position.name


@pytest.fixture(params=POSITIONS, ids=named)
def position(request: pytest.FixtureRequest) -> PracticePosition:
    found: PracticePosition = request.param
    return found


def begun(position: PracticePosition) -> Practice:
    return Practice(position.theme, position.number, language="en")


def test_there_are_forty_positions_in_twelve_themes() -> None:
    """Each theme has at least three, and no position occurs twice."""
    assert len(themes()) >= 12
    assert len(POSITIONS) >= 40
    assert min(map(len, themes().values())) >= 3
    assert len({each.start.text for each in POSITIONS}) == len(POSITIONS)


def test_its_solution_reaches_the_goal_with_its_last_move(position: PracticePosition) -> None:
    practice = begun(position)
    for number, move in enumerate(position.solution, 1):
        assert not practice.solved
        practice.play(move)
        assert len(practice.moves) == number, practice.feedback
    assert practice.solved
    assert practice.legal == ()
    assert practice.feedback.startswith("Solved. ")


def test_its_trap_fails_and_the_reason_is_given(position: PracticePosition) -> None:
    """The last move of the trap is refused by the rules, or no line from there reaches the goal: then its own
    reason is given. The move is not made, and the solution is still open.
    """
    practice = begun(position)
    for move in position.trap[:-1]:
        practice.play(move)
    before = practice.position
    assert len(practice.moves) == len(position.trap) - 1
    assert position.is_reachable(practice._line)
    try:
        after = position.apply(practice._line, position.trap[-1])
    except IllegalMove as error:
        expected = f"({error.rule})"
    else:
        assert not position.is_reachable(after)
        expected = Words("en")(f"lesson.{position.name}.why")
    assert expected in practice.play(position.trap[-1]).feedback
    assert practice.position == before


def test_somewhere_on_the_way_a_move_is_wrong(position: PracticePosition) -> None:
    """Where every move leads to the goal there is nothing to practise."""
    line, wrong = (position.start, 0), 0
    for move in position.solution:
        after = [position.apply(line, each) for each in line[0].legal_moves()]
        wrong += sum(not position.is_reachable(each) for each in after)
        line = position.apply(line, move)
    assert wrong


def test_positions_that_one_player_clears_agree_with_the_solver() -> None:
    """The solver finds a line, too, for each position in which the level has to be cleared; it need not be as
    quick.
    """
    for position in POSITIONS:
        if position.start.phase == "turn" and position.goal.cleared:
            assert sw.solve_level(position.start, budget=20_000).clearable, position.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_position_has_its_texts(language: str) -> None:
    """Task, hint and the reason of the trap, and for each theme a title and the rule."""
    wanted = {f"lesson.{theme}" for theme in themes()} | {f"lesson.{theme}.rule" for theme in themes()}
    wanted |= {f"lesson.{each.name}.{part}" for each in POSITIONS for part in ("task", "hint", "why")}
    wanted |= {f"lesson.{each.name}.done" for each in POSITIONS if each.decisions}
    assert {key for key in table(language) if key.startswith("lesson.")} == wanted


def test_the_guided_level_is_one_game() -> None:
    """Each position is where the solution of the one before it leads, and the last one clears the level."""
    positions = themes()["first"]
    for before, after in itertools.pairwise([*positions, None]):
        line = (before.start, 0)
        for move in before.solution:
            line = before.apply(line, move)
        if after is not None:
            assert line[0] == after.start
    assert line[0].level == positions[0].start.level + 1
    assert "R05" in line[0].seats[0].discards


def test_a_partner_follows_the_marker() -> None:
    """Without a signal the partner plays the Door; with one, the Fire, and the Door opens the next Threat."""
    practice = sw.practice("signals", 1, language="en")
    assert "Your partner plays Bajie." in repr(practice)
    practice.play("rest")
    assert practice.moves == ()
    practice.play("signal bajie.fire").play("rest")
    assert practice.solved


def test_the_text_form_shows_the_table_and_the_moves() -> None:
    practice = sw.practice("locking", 1, language="en")
    said = repr(practice)
    assert "Row: T20 (Door, locking), T13 (Web); 1 card face down" in said
    assert "Wukong (to move): WK1 (Combat), WK3' (Door) and WK6' (Web)" in said
    assert "play WK3>T20" in said
    assert 'practice.play("ability T20") plays a move' in said
    assert "Good. Continue." in repr(practice.play("play WK3>T20"))


def test_a_hint_a_reset_and_the_next_position() -> None:
    practice = sw.practice("locking", 1, language="en")
    assert (
        practice.hint().feedback
        == "Hint: Open the Door first and see what is turned up. You may keep playing."
    )
    practice.play("play WK3>T20")
    assert practice.reset().position == practice.current.start
    assert practice.feedback == ""
    for number in (2, 3, 4, 1):
        assert practice.next().current.number == number


def test_progress_is_saved_until_it_is_solved(kept: Path) -> None:
    """Mistakes and hints before the solution; the theme then begins with the first unsolved position."""
    practice = sw.practice("pairs")
    practice.play("play WK2>T01")
    practice.hint()
    practice.play("play WK2>T01+T02")
    practice.reset().play("rest")
    saved = json.loads(kept.read_text("utf-8"))
    assert saved["practice"] == {"pairs.1": {"solved": True, "mistakes": 1, "hints": 1}}
    assert sw.practice("pairs").current.number == 2
    assert "1 of 4 solved" in repr(sw.practice())
    assert practice.progress() == "1 of 4 solved"


def test_a_move_that_cannot_be_read_is_explained() -> None:
    practice = sw.practice("pairs", language="en")
    assert "a move starts with one of" in practice.play("hello").feedback
    assert practice.moves == ()


def test_an_unknown_theme_lists_the_themes() -> None:
    with pytest.raises(
        sw.SilkenwebError, match=r"there is no theme 'door'; the themes are first, matching, rotating,"
    ):
        sw.practice("door")
    with pytest.raises(sw.SilkenwebError, match="number: expected a whole number from 1 to 4"):
        sw.practice("locking", 9)


def test_it_speaks_chinese() -> None:
    said = repr(sw.practice("locking", 1, language="zh-Hant"))
    assert "目標：" in said
    assert "孫悟空" in said


def test_the_widget_plays_what_is_chosen_and_stays_in_step() -> None:
    """Requests of the browser and calls from Python change the same practice; nonsense changes nothing."""
    practice = sw.practice("locking", 1, language="en")
    widget = practice.widget
    widget._receive(None, {"kind": "play", "move": "play WK3>T20"}, None)
    assert [target["card"] for target in widget.state["row"]] == ["T13", "T01"]
    assert widget.state["tone"] == "good"
    for nonsense in ("x", {}, {"kind": "__init__"}, {"kind": "play"}, {"kind": "play", "move": 7}):
        widget._receive(None, nonsense, None)
    assert practice.moves == ("play WK3>T20",)
    practice.play("end")
    assert widget.state["tone"] == "wrong"
    assert widget.state["feedback"] == practice.feedback
    widget._receive(None, {"kind": "next"}, None)
    assert practice.current.number == 2


def test_a_saved_notebook_shows_the_task_without_a_kernel() -> None:
    data = sw.practice("locking", 1, language="en")._repr_mimebundle_()
    data = data[0] if isinstance(data, tuple) else data
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "Goal: One card is still face down" in data["text/plain"]
    assert "data:image/svg+xml" in data["text/html"]


@pytest.mark.parametrize("make", [lambda: sw.practice("locking"), lambda: sw.Scribe(["wukong", "bajie"])])
def test_marimo_gets_the_widget(make: Callable[[], Any]) -> None:
    """It asks for `_display_` first; without it, it prefers HTML, which has no buttons."""
    shown = make()
    assert shown._display_() is shown.widget

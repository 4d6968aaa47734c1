"""Stepping by button, key, slider, log, move list, map and autoplay; every step without asking Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import fixtures
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
STATE = fixtures.state()
LINE: list[dict[str, Any]] = STATE["line"]
LAST = len(LINE) - 1


def cursor(page: Page) -> int:
    return int(page.evaluate("model.get('cursor')"))


def press(page: Page, *keys: str) -> int:
    page.locator(".sw-player").focus()
    for key in keys:
        page.keyboard.press(key)
    return cursor(page)


def deals() -> list[int]:
    return [i for i, node in enumerate(LINE) if node.get("deal")]


def test_buttons_step_through_the_game(show: Show) -> None:
    """First, back, forward and last; at the ends they do nothing."""
    page = show(STATE)
    seen = []
    for name in ("forward", "forward", "back", "last", "forward", "first", "back"):
        page.locator(f".sw-go-{name}").click(force=True)
        seen.append(cursor(page))
    assert seen == [1, 2, 1, LAST, LAST, 0, 0]


def test_keys_step_by_decision_turn_and_level(show: Show) -> None:
    """Arrows, shifted arrows and brackets, page keys, Home and End."""
    page = show(STATE)
    assert press(page, "ArrowRight", "ArrowRight", "ArrowLeft") == 1
    assert press(page, "End") == LAST
    assert press(page, "Home") == 0
    assert press(page, "PageDown", "PageDown") == deals()[1]
    assert press(page, "PageUp") == deals()[0]
    turn = press(page, "Shift+ArrowRight")
    assert " phase=turn " in LINE[turn]["text"]
    assert " turn=- " in LINE[turn]["text"]
    assert press(page, "]") > turn
    assert press(page, "[") == turn


def test_n_and_p_go_to_commented_nodes(show: Show) -> None:
    """The next and the previous node with a comment or a mark."""
    page = show(STATE)
    noted = [i for i, node in enumerate(LINE) if node.get("comment")]
    assert press(page, "n") == noted[0]
    assert press(page, "n") == noted[1]
    assert press(page, "p") == noted[0]


def test_up_and_down_choose_among_alternatives_and_b_goes_back(show: Show) -> None:
    """A branch is entered from its alternative on the line; the way in is remembered."""
    other = next(node for node in STATE["branches"] if node["path"].count("/") == 1)
    page = show(STATE, cursor=int(other["path"].split("/")[0]))
    assert press(page, "ArrowDown") == other["id"]
    assert press(page, "ArrowRight") > LAST
    assert press(page, "b") == other["parent"]
    assert press(page, "ArrowRight") == other["id"]
    assert press(page, "ArrowUp") == other["parent"] + 1


def test_only_keys_that_are_used_are_stopped(show: Show) -> None:
    """Every other key, and every shortcut with Ctrl, reaches the page."""
    page = show(STATE)
    page.evaluate("window.leaked = []; document.addEventListener('keydown', (e) => leaked.push(e.key))")
    press(page, "ArrowRight", "a", "x", "Home", "Control+s", "Enter")
    assert page.evaluate("leaked.filter((key) => key !== 'Control')") == ["a", "x", "s", "Enter"]
    assert page.locator(".sw-player[data-lm-suppress-shortcuts=true]").count() == 1
    page.locator(".sw-go-forward").focus()
    assert page.locator(":focus[data-lm-suppress-shortcuts=true]").count() == 1


def test_no_letter_leaks_while_a_button_has_the_focus(show: Show) -> None:
    """Every letter may be pressed anywhere in the player: only the listed keys do anything."""
    page = show(STATE, cursor=10)
    page.locator(".sw-go-forward").focus()
    for letter in "acdeghijklmoqrstuvwxyz":
        page.keyboard.press(letter)
    assert cursor(page) == 10


def test_typing_in_a_field_steps_nothing(show: Show) -> None:
    """Keys in the search field are for typing."""
    page = show(STATE, cursor=5)
    page.locator(".sw-moves .sw-filter").fill("")
    page.locator(".sw-moves .sw-filter").press_sequentially("bn p")
    page.keyboard.press("ArrowLeft")
    assert cursor(page) == 5


def test_slider_log_and_move_list_jump(show: Show) -> None:
    """Each of them shows the node that was chosen."""
    page = show(STATE, cursor=20)
    page.locator(".sw-entry").nth(4).click()
    assert cursor(page) == 4
    page.locator(".sw-slider").fill("33")
    assert cursor(page) == 33
    page.locator(".sw-moves .sw-filter").fill(LINE[60]["say"][0])
    page.locator(".sw-move", has_text=LINE[60]["say"][0]).first.click()
    assert LINE[cursor(page)]["say"][0] == LINE[60]["say"][0]


def test_the_map_is_clicked_into(show: Show) -> None:
    """The right edge is the end of the game, the left edge its start."""
    page = show(STATE)
    field = page.locator(".sw-map-field")
    box = field.bounding_box()
    assert box is not None
    field.click(position={"x": box["width"] - 1, "y": 5})
    assert cursor(page) == LAST
    field.click(position={"x": 1, "y": 5})
    assert cursor(page) == 0


def test_the_log_ends_with_what_just_happened(show: Show) -> None:
    """Its last entry is the node shown, in sight and marked; a screen reader hears it."""
    page = show(STATE, cursor=40)
    press(page, "ArrowRight")
    last = page.locator(".sw-entry").last
    assert last.get_attribute("aria-current") == "step"
    assert last.inner_text().replace("\n", " ").startswith(LINE[41]["say"][0])
    heard = "text => document.querySelector('.sw-live[aria-live=polite]').textContent.startsWith(text)"
    page.wait_for_function(heard, arg=LINE[41]["say"][0])


def test_log_and_list_are_at_the_node_however_late_they_get_their_place(show: Show) -> None:
    """Lab lays the player out after it was painted: what is shown then begins in sight all the same."""
    page = show(STATE)
    page.evaluate("views[0]()")
    page.evaluate("document.getElementById('root').style.display = 'none'")
    page.evaluate("model.set('cursor', 120)")
    page.evaluate("addView()")
    page.evaluate("document.getElementById('root').style.display = ''")
    inside = """(selector) => { const last = document.querySelector(selector);
        const scroller = last.closest('.sw-log-scroll, .sw-rows').getBoundingClientRect();
        const box = last.getBoundingClientRect();
        return box.top >= scroller.top - 1 && box.top < scroller.bottom - 10; }"""
    page.wait_for_selector(".sw-entry[aria-current]")
    page.wait_for_function(inside, arg=".sw-entry[aria-current]")
    page.wait_for_selector(".sw-move[aria-current]")
    page.wait_for_function(inside, arg=".sw-move[aria-current]")


def test_lists_follow_only_a_step(show: Show) -> None:
    """A note from Python, or a branch above, leaves the move list and the log where they were scrolled to."""
    page = show(STATE, cursor=LAST)
    both = "[...document.querySelectorAll('.sw-rows, .sw-log-scroll')]"
    tops = f"{both}.map((each) => Math.round(each.scrollTop))"
    row = """() => { const { top } = document.querySelector(".sw-rows").getBoundingClientRect();
        const places = [...document.querySelectorAll(".sw-move")]
          .map((each) => [Math.round(each.getBoundingClientRect().top - top), each.id]);
        return places.filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0])[0][1]; }"""
    assert min(page.evaluate(tops)) > 600
    page.evaluate(f"{both}.forEach((each) => {{ each.scrollTop = 400; }})")
    page.wait_for_timeout(50)
    first = page.evaluate(row)
    page.evaluate("model.set('notes', { 7: { comment: 'from Python' } })")
    page.evaluate("model.set('keeping', { words: 'Kept in a file with a long name.', undo: true })")
    page.wait_for_function("document.querySelector('.sw-kept').textContent.startsWith('Kept')")
    page.set_viewport_size({"width": 1400, "height": 900})
    page.wait_for_timeout(100)
    assert page.evaluate(tops) == [400, 400]
    made = {**LINE[3], "id": 90001, "parent": 2, "path": "3/9", "by": "reader"}
    page.evaluate("(node) => model.set('branches', [...model.get('branches'), node])", made)
    page.wait_for_timeout(200)
    assert page.evaluate(row) == first
    press(page, "ArrowLeft")
    page.wait_for_timeout(50)
    assert min(page.evaluate(tops)) > 500


def test_autoplay_stops_where_nobody_looks(show: Show) -> None:
    """A player that has been scrolled away does not run on."""
    page = show(STATE)
    page.locator(".sw-transport .sw-select").first.select_option("4")
    page.locator(".sw-go-play").first.click()
    page.wait_for_function("model.get('cursor') >= 1")
    page.evaluate("document.getElementById('root').style.marginTop = '9000px'")
    page.locator("[aria-label='Play (space)']").wait_for(state="attached")
    stopped = cursor(page)
    page.wait_for_timeout(600)
    assert cursor(page) == stopped


def test_autoplay_has_one_timer_for_all_views_and_stops(show: Show) -> None:
    """Two views do not play twice as fast; a step by hand, the end and the last view's going stop it."""
    page = show(STATE)
    page.evaluate("addView()")
    page.locator(".sw-transport .sw-select").first.select_option("4")
    press_play = page.locator(".sw-go-play").first
    press_play.click()
    page.wait_for_function("model.get('cursor') >= 2")
    assert cursor(page) <= 3
    assert page.get_by_role("button", name="Pause (space)").count() == 2
    page.locator(".sw-go-back").first.click()
    stopped = cursor(page)
    page.wait_for_timeout(400)
    assert cursor(page) == stopped
    page.evaluate(f"model.set('cursor', {LAST - 1})")
    press_play.click()
    page.wait_for_function(f"model.get('cursor') === {LAST}")
    assert press_play.get_attribute("aria-label") == "Play (space)"
    press_play.click()
    page.evaluate("views.forEach((close) => close())")
    gone = cursor(page)
    page.wait_for_timeout(400)
    assert cursor(page) == gone


def test_two_views_show_the_same_node(show: Show) -> None:
    """A step in one is seen in the other."""
    page = show(STATE)
    page.evaluate("addView()")
    page.locator(".sw-go-forward").first.click()
    assert [where.inner_text() for where in page.locator(".sw-where").all()] == [f"Level 1 · 1 / {LAST}"] * 2


def test_no_step_asks_python(show: Show) -> None:
    """Without a kernel the whole game can be stepped; nothing is sent, and no move is offered."""
    page = show(fixtures.state(kernel=False))
    press(page, "End", "Home", "ArrowRight", "PageDown", "n")
    page.wait_for_timeout(300)
    assert page.evaluate("model.sent") == []
    assert page.locator(".sw-choice").count() == 0
    assert "no kernel" in page.locator(".sw-choices .sw-hint").inner_text()

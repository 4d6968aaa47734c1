"""Stepping by button, key, timeline, move list and autoplay; every step without asking Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import fixtures
from tests.browser.acts import set_speed
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
    for letter in "acdeghijklmoqrstuvwxy":
        page.keyboard.press(letter)
    assert cursor(page) == 10


def test_letters_open_tabs_change_the_notation_and_fill_the_page(show: Show) -> None:
    """1 to 4 for the tabs, c for sentences, z for the whole screen and back."""
    page = show(STATE, cursor=10)
    for key, name in (("2", "Review"), ("3", "Notes"), ("4", "More"), ("1", "Moves")):
        press(page, key)
        assert page.locator(".sw-panel > .sw-tabs > [aria-selected=true]").inner_text() == name
    assert page.locator(".sw-move-full").count() == 1
    press(page, "c")
    assert page.locator(".sw-move-full").count() == 0
    assert page.locator(".sw-move[aria-current] .sw-move-words").inner_text() == LINE[10]["say"][0]
    press(page, "z")
    assert page.locator(".sw-frame").bounding_box() == {"x": 0, "y": 0, **(page.viewport_size or {})}
    press(page, "z")
    page.wait_for_function("document.querySelector('.sw-frame').offsetHeight === 720")


def test_typing_in_a_field_steps_nothing(show: Show) -> None:
    """Keys in the search field are for typing."""
    page = show(STATE, cursor=5)
    page.locator(".sw-moves .sw-filter").fill("")
    page.locator(".sw-moves .sw-filter").press_sequentially("bn p")
    page.keyboard.press("ArrowLeft")
    assert cursor(page) == 5


def test_slider_and_move_list_jump(show: Show) -> None:
    """Each of them shows the node that was chosen."""
    page = show(STATE, cursor=20)
    page.locator(".sw-slider").fill("33")
    assert cursor(page) == 33
    page.locator(".sw-moves .sw-filter").fill(LINE[60]["say"][0])
    page.locator(f".sw-move[title^='{LINE[60]['say'][0]}']").first.click()
    assert LINE[cursor(page)]["say"][0] == LINE[60]["say"][0]


def test_the_move_list_unfolds_the_level_that_is_shown(show: Show) -> None:
    """Of the other levels it has the headings, with their moves by number; a click on one goes there."""
    page = show(STATE, cursor=20)
    deals = [place for place, node in enumerate(LINE) if node.get("deal")][1:]
    rows = page.locator(".sw-rows")
    folded = page.locator(".sw-move[aria-expanded=false]")
    rows.evaluate("(rows) => { rows.scrollTop = rows.scrollHeight; }")
    following = f".sw-move[id$='-level-{LINE[deals[-1]]['id']}']"
    page.wait_for_selector(f"{following}[aria-expanded=false]")
    assert folded.count() == sum(place > 20 for place in deals)
    assert page.locator(f"{following} .sw-move-range").inner_text() == f"moves {deals[-1]}\u2013{LAST}"
    page.locator(following).click()
    assert cursor(page) == deals[-1]
    page.wait_for_selector(f"{following}[aria-expanded=true][aria-current]")
    rows.evaluate("(rows) => { rows.scrollTop = 0; }")
    page.wait_for_selector(".sw-move[id$='-level-0'][aria-expanded=false]")
    assert folded.count() == len(deals)
    page.locator(".sw-moves .sw-filter").fill(LINE[3]["say"][0])
    rows.get_by_title(LINE[3]["say"][0]).first.wait_for()


def test_the_move_list_unfolds_the_level_that_is_shown_after_changes_out_of_sight(show: Show) -> None:
    """Another tab is open while the reader goes to another level and back, and a note comes from Python."""
    page = show(STATE, cursor=LAST)
    page.get_by_role("tab", name="Notes", exact=True).click()
    page.evaluate("model.set('cursor', 3)")
    page.evaluate("model.set('notes', { 7: { comment: 'from Python' } })")
    page.evaluate(f"model.set('cursor', {LAST})")
    page.get_by_role("tab", name="Moves", exact=True).click()
    page.wait_for_selector(f".sw-move[id$='-move-{LINE[LAST]['id']}'][aria-current]")


def test_the_move_list_says_which_cards_are_discarded(show: Show) -> None:
    """What a player kept, and what a variation keeps instead, can be told apart."""
    place = next(i for i, node in enumerate(LINE) if (node["move"] or "").startswith("keep -"))
    cards = LINE[place]["move"].split()[1:]
    page = show(STATE, cursor=place)
    words = page.locator(".sw-move[aria-current] .sw-move-words")
    assert words.inner_text() == f"discards {' '.join(card[1:] for card in cards)}"


def test_the_timeline_is_clicked_and_dragged(show: Show) -> None:
    """Its scale is the recorded game's: the left edge is the start, and the end of the game is at 94%."""
    page = show(STATE)
    field = page.locator(".sw-time-field")
    box = field.bounding_box()
    assert box is not None
    for share, node in ((0.94, LAST), (0.0, 0), (0.47, round(LAST / 2)), (0.99, LAST)):
        field.click(position={"x": max(1.0, share * box["width"]), "y": 5})
        assert abs(cursor(page) - node) <= 1
    page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 5, steps=4)
    page.mouse.up()
    assert abs(cursor(page) - 0.3 / 0.94 * LAST) <= 1


def test_the_timeline_keeps_its_scale_in_a_variation(show: Show) -> None:
    """Entering one changes no place of the recorded line; a ring marks where it left."""
    other = next(node for node in STATE["branches"] if node["path"].count("/") == 1)
    page = show(STATE, cursor=int(other["path"].split("/")[0]))
    names = "[...document.querySelectorAll('.sw-time-levels span')].map((name) => name.style.left)"
    before, line = page.evaluate(names), page.locator(".sw-time-rows").get_attribute("d")
    left = "parseFloat(document.querySelector('.sw-time-cursor').style.left)"
    at = page.evaluate(left)
    assert press(page, "ArrowDown") == other["id"]
    assert page.evaluate(names) == before
    assert page.locator(".sw-time-rows").get_attribute("d") == line
    assert page.evaluate(left) == pytest.approx(at, abs=0.1)
    ring = page.evaluate("parseFloat(document.querySelector('.sw-time-ring').style.left)")
    assert ring == pytest.approx(at - 94 / LAST, abs=0.1)
    assert page.locator(".sw-time-cursor").get_attribute("data-by") == "file"


def test_the_caption_says_what_has_just_happened(show: Show) -> None:
    """As a sentence above the row, and in full in the list; a screen reader hears it."""
    page = show(STATE, cursor=40)
    press(page, "ArrowRight")
    assert page.locator(".sw-happened").inner_text() == " ".join(LINE[41]["say"])
    row = page.locator(".sw-move[aria-current=step]")
    assert row.locator(".sw-move-full").inner_text() == " ".join(LINE[41]["say"])
    heard = "text => document.querySelector('.sw-live[aria-live=polite]').textContent.startsWith(text)"
    page.wait_for_function(heard, arg=LINE[41]["say"][0])


def test_the_list_is_at_the_node_however_late_it_gets_its_place(show: Show) -> None:
    """Lab lays the player out after it was painted: what is shown then begins in sight all the same."""
    page = show(STATE)
    page.evaluate("views[0]()")
    page.evaluate("document.getElementById('root').style.display = 'none'")
    page.evaluate("model.set('cursor', 120)")
    page.evaluate("addView()")
    page.evaluate("document.getElementById('root').style.display = ''")
    inside = """(selector) => { const last = document.querySelector(selector);
        const scroller = last.closest('.sw-rows').getBoundingClientRect();
        const box = last.getBoundingClientRect();
        return box.top >= scroller.top - 1 && box.top < scroller.bottom - 10; }"""
    page.wait_for_selector(".sw-move[aria-current]")
    page.wait_for_function(inside, arg=".sw-move[aria-current]")


def test_the_list_follows_only_a_step(show: Show) -> None:
    """A note from Python, or a variation above, leaves it where it was scrolled to."""
    page = show(STATE, cursor=LAST)
    top = "Math.round(document.querySelector('.sw-rows').scrollTop)"
    row = """() => { const { top } = document.querySelector(".sw-rows").getBoundingClientRect();
        const places = [...document.querySelectorAll(".sw-move")]
          .map((each) => [Math.round(each.getBoundingClientRect().top - top), each.id]);
        return places.filter(([at]) => at >= 0).sort((a, b) => a[0] - b[0])[0][1]; }"""
    assert page.evaluate(top) > 600
    page.evaluate("document.querySelector('.sw-rows').scrollTop = 400")
    page.wait_for_timeout(50)
    first = page.evaluate(row)
    page.evaluate("model.set('notes', { 7: { comment: 'from Python' } })")
    page.evaluate("model.set('keeping', { words: 'Kept in a file with a long name.', undo: true })")
    page.wait_for_function("document.querySelector('.sw-kept').textContent.startsWith('Kept')")
    page.set_viewport_size({"width": 1400, "height": 900})
    page.wait_for_timeout(100)
    assert page.evaluate(top) == 400
    made = {**LINE[3], "id": 90001, "parent": 2, "path": "3/9", "by": "reader"}
    page.evaluate("(node) => model.set('branches', [...model.get('branches'), node])", made)
    page.wait_for_timeout(200)
    assert page.evaluate(row) == first
    press(page, "ArrowLeft")
    page.wait_for_timeout(50)
    assert page.evaluate(top) > 500


def test_autoplay_stops_where_nobody_looks(show: Show) -> None:
    """A player that has been scrolled away does not run on."""
    page = show(STATE)
    set_speed(page, "4")
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
    set_speed(page, "4")
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
    assert not page.locator(".sw-strip").is_visible()

"""The next mistake by key, and a decision tried again: with Python, and in a page without it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import silkenweb as sw
from silkenweb.widgets.review_payload import of_node
from tests.browser.conftest import Show
from tests.browser.reviewed import BLUNDER, cursor, here, made, reviewed, start_retry, tab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
TWO_RIGHT = 26  # a blunder where a Rest was best, and one without rotating nearly as good
MISTAKES = ("inaccuracy", "mistake", "blunder")


def test_m_goes_from_mistake_to_mistake(page: Page, show: Show) -> None:
    """Over all that was forced, good or too close; M back; both stand in the list of keys."""
    bridge = reviewed(page, show, at=0)
    wrong = [
        int(node.path)
        for node in bridge.player.replay.main_line()
        if (found := of_node(node, node.review)) and found.grade in MISTAKES
    ]
    seen = []
    for _ in wrong:
        page.locator(".sw-player").press("m")
        seen.append(cursor(page))
    assert seen == wrong
    page.locator(".sw-player").press("m")
    assert cursor(page) == wrong[-1]
    page.locator(".sw-player").press("Shift+M")
    assert cursor(page) == wrong[-2]
    page.get_by_role("button", name="Show the keys").click()
    assert "next mistake" in page.locator(".sw-help").inner_text()


def test_while_a_decision_is_tried_again_nothing_tells_the_answer(page: Page, show: Show) -> None:
    """No value at a move, nothing that came after; the keys don't step over it. Esc ends it."""
    reviewed(page, show)
    tab(page)
    start_retry(page)
    assert cursor(page) == BLUNDER - 1
    assert page.locator(".sw-value").count() == 0
    assert "%" not in page.locator(".sw-review").inner_text()
    assert page.locator(".sw-time-veil").is_visible()
    tab(page, "Moves")
    page.evaluate("document.querySelector('.sw-rows').scrollTop = 1e6")
    page.wait_for_function("document.querySelector('.sw-move[aria-current]')")
    assert page.locator(".sw-move").last.get_attribute("aria-current") == "step"
    for key in ("ArrowRight", "End", "m", "]", "PageDown"):
        page.locator(".sw-player").press(key)
        assert cursor(page) == BLUNDER - 1
    page.locator(".sw-player").press("Escape")
    assert cursor(page) == BLUNDER
    assert page.locator(".sw-retry").is_hidden()


def test_wrong_and_right_answers_are_told_and_change_nothing(page: Page, show: Show) -> None:
    """The move is played on the table; a second right one within the tolerance counts too."""
    bridge = reviewed(page, show, at=TWO_RIGHT)
    before = bridge.player.replay.dumps()
    start_retry(page)
    page.locator(".sw-hand [data-card=BH3]").click()
    page.locator("[data-target=T30]").click()
    said = page.locator(".sw-retry-said")
    assert "Not this one" in said.inner_text()
    assert said.get_attribute("data-right") == "false"
    page.locator(".sw-choices").get_by_role("button", name="Rest", exact=True).click()
    assert said.get_attribute("data-right") == "true"
    assert "within the tolerance" in said.inner_text()
    assert "Rest and rotate the hand" in said.inner_text()
    assert cursor(page) == TWO_RIGHT - 1
    assert bridge.player.replay.dumps() == before
    page.get_by_role("button", name="Show it on the table").click()
    page.wait_for_selector(".sw-player[data-by=reader]")
    assert made(bridge) == "rest"


def test_a_move_that_the_review_did_not_weigh_is_weighed_now(page: Page, show: Show) -> None:
    """Python is asked; what it forbids is refused with the rule."""
    reviewed(page, show)
    start_retry(page)
    page.locator(".sw-hand [data-card=BH2]").click()
    page.locator("[data-target=T27]").click()
    page.wait_for_function("document.querySelector('.sw-retry-said').textContent.includes('(T')")
    page.locator("[data-target=T29]").click()
    page.wait_for_selector(".sw-retry-said[data-right]")
    assert "%" in page.locator(".sw-retry-said").inner_text()


def test_hints_come_by_and_by(page: Page, show: Show) -> None:
    """What kind of move, then its card or what there is instead, then the answer."""
    reviewed(page, show)
    start_retry(page)
    hints = page.locator(".sw-retry-hints li")
    for name, count in (("Hint", 1), ("Another hint", 2), ("The answer", 3)):
        page.get_by_role("button", name=name, exact=True).click()
        assert hints.count() == count
    assert "Rest and rotate the hand" in hints.last.inner_text()
    assert "%" not in hints.nth(0).inner_text() + hints.nth(1).inner_text()
    page.locator(".sw-retry").get_by_role("button", name="Next mistake").click()
    page.wait_for_selector(".sw-retry:not([hidden])")
    assert cursor(page) == BLUNDER  # the next decision was wrong too


def test_another_lens_ends_it(page: Page, show: Show) -> None:
    """What the seat that looks on now did not decide cannot be tried again by it."""
    reviewed(page, show)
    start_retry(page)
    page.get_by_label("View", exact=True).select_option("seat:1")
    page.wait_for_selector(".sw-retry", state="hidden")
    page.locator(".sw-player").press("ArrowRight")
    assert cursor(page) == BLUNDER


def test_the_keyboard_is_never_lost(page: Page, show: Show) -> None:
    """Buttons that are put away or written anew pass it on: keys go on working wherever one has clicked."""
    reviewed(page, show)
    tab(page)
    page.locator(".sw-review-moment").first.click()
    page.keyboard.press("m")
    page.get_by_role("button", name="Previous mistake").click()
    page.keyboard.press("ArrowLeft")
    place = cursor(page)
    page.keyboard.press("m")
    assert cursor(page) == place + 1
    page.get_by_role("button", name="Retry this decision").click()
    for name in ("Hint", "Another hint", "The answer", "Leave the retry"):
        page.locator(".sw-retry").get_by_role("button", name=name, exact=True).click()
        assert page.evaluate("document.querySelector('.sw-player').contains(document.activeElement)"), name
    page.keyboard.press("ArrowLeft")
    assert cursor(page) == place


def test_an_exported_page_has_all_of_it(page: Page, tmp_path: Path) -> None:
    """From a file: graph, panel and signs; a decision is tried again among the moves that the review kept."""
    file = tmp_path / "game.html"
    sw.export_html(sw.sample("reviewed-two-lost-late"), file, at="40")
    page.set_default_timeout(5000)
    page.goto(file.as_uri())
    page.wait_for_selector(".sw-graph-known", state="attached")
    tab(page)
    assert "52% ± 2" in here(page)
    assert page.locator(".sw-review-run button:visible").count() == 0
    page.get_by_role("button", name="Retry this decision").click()
    choices = page.locator(".sw-retry .sw-choice")
    assert choices.count() == 5
    assert "%" not in page.locator(".sw-retry").inner_text()
    choices.filter(has_text="Play the Relic R08").click()
    said = page.locator(".sw-retry-said")
    assert "Not this one" in said.inner_text()
    choices.filter(has_text="Rest and rotate").click()
    assert said.get_attribute("data-right") == "true"
    page.get_by_role("button", name="Show it on the table").click()
    page.wait_for_selector(".sw-player[data-by=file]")
    page.locator(".sw-player").press("Shift+M")
    assert page.locator(".sw-retry").is_hidden()

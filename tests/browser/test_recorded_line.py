"""On the recorded line the player follows the recorded line, whatever branches have been visited."""

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
OTHER = next(node for node in STATE["branches"] if node["path"].count("/") == 1)


def press(page: Page, *keys: str) -> int:
    """The cursor after the keys."""
    for key in keys:
        page.locator(".sw-player").press(key)
    return int(page.evaluate("model.get('cursor')"))


def counter(page: Page) -> str:
    return page.locator(".sw-where").inner_text().split("·")[1].strip()


def test_a_visited_branch_does_not_lead_away_from_the_recorded_line(show: Show) -> None:
    """Counter, End, `n` and autoplay follow the recorded game; right remembers the branch."""
    page = show(STATE, cursor=OTHER["id"])
    assert int(counter(page).split(" / ")[1]) < LAST
    assert press(page, "b") == OTHER["parent"]
    assert not page.locator(".sw-branch-where").is_visible()
    assert counter(page) == f"{OTHER['parent']} / {LAST}"
    assert press(page, "ArrowRight") == OTHER["id"]
    assert press(page, "Home", "End") == LAST
    page.evaluate(f"model.set('cursor', {OTHER['id']})")
    noted = next(node["id"] for node in LINE[OTHER["parent"] + 1 :] if "comment" in node)
    assert press(page, "b", "n") == noted
    page.evaluate(f"model.set('cursor', {OTHER['id']})")
    assert press(page, "b", "Space") == OTHER["parent"]
    page.wait_for_function(f"model.get('cursor') === {OTHER['parent'] + 1}")


def test_within_a_branch_its_own_end_is_the_end(show: Show) -> None:
    """End and the counter go by the branch as long as the cursor is on it."""
    page = show(STATE, cursor=OTHER["id"])
    end = press(page, "End")
    assert end > LAST
    at, of = counter(page).split(" / ")
    assert at == of


def test_no_level_heading_stands_over_the_line_that_goes_on(show: Show) -> None:
    """An alternative that ends with a deal has that deal as a row of its own; headings are over moves."""
    dealt = next(node for node in LINE if node.get("deal") and node["id"] > 5)
    cleared = {**LINE[dealt["parent"]], "id": 90001, "parent": 3, "path": "4/9", "by": "file"}
    deal = {**dealt, "id": 90002, "parent": 90001, "path": "4/9/2", "by": "file"}
    page = show({**STATE, "branches": [cleared, deal]}, cursor=3)
    row = page.locator(".sw-move[id$='-90002']")
    assert row.get_attribute("data-kind") == "move"
    assert row.get_attribute("data-by") == "file"
    page.evaluate("model.set('cursor', 90002)")
    assert row.get_attribute("aria-current") == "step"
    more = {**LINE[dealt["id"] + 1], "id": 90003, "parent": 90002, "path": "4/9/3", "by": "file"}
    page.evaluate("(nodes) => model.set('branches', nodes)", [cleared, deal, more])
    page.wait_for_selector(".sw-move[id$='-level-90002']")

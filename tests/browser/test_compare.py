"""Two nodes compared: where they part, both tables side by side, turn by turn, and what differs in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import fixtures
from tests.browser.acts import open_tab
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
KEY = (("wukong", "bajie", "wujing"), "class-7", 12, 400, 3)
STATE = fixtures.state(*KEY)
LINE: list[dict[str, Any]] = STATE["line"]
BRANCH = [node for node in STATE["branches"] if node["path"].startswith(STATE["branches"][0]["path"])]


@pytest.fixture
def compared(show: Show) -> Page:
    """The end of the first branch is pinned; shown is the recorded line, some nodes after they parted."""
    page = show(STATE, fixtures.legal_of(KEY, []), cursor=BRANCH[-1]["id"])
    open_tab(page, "Compare")
    page.get_by_role("button", name="Pin this node").click()
    page.evaluate(f"model.set('cursor', {BRANCH[0]['parent'] + 12})")
    return page


def titles(page: Page) -> list[str]:
    return [title.inner_text() for title in page.locator(".sw-compare-title").all()]


def test_what_differs_is_told_in_words(compared: Page) -> None:
    """Where they part, only what differs, and both turn by turn."""
    body = compared.locator(".sw-compare-body")
    parted = f"They part after node {BRANCH[0]['parent']}: {len(BRANCH)} decisions to the pinned one, 12 to"
    assert parted in body.inner_text()
    rows = [
        row.locator("th, td").all_inner_texts()
        for row in body.locator("table").first.locator("tbody tr").all()
    ]
    assert rows
    assert all(pinned != shown for _, pinned, shown in rows)
    assert "Spider Spirit" not in [what for what, _, _ in rows]
    last = body.locator("table").last
    assert BRANCH[0]["say"][0] in last.inner_text()
    assert LINE[BRANCH[0]["parent"] + 1]["say"][0] in last.inner_text()
    compared.get_by_role("button", name="Go to the pinned one").click()
    assert compared.evaluate("model.get('cursor')") == BRANCH[-1]["id"]


def test_both_tables_stand_side_by_side_and_go_by_turns(compared: Page) -> None:
    """From their ends back to where they part, where they are the same; the shorter one waits at its end."""
    assert compared.locator(".sw-compare-table .sw-table").count() == 2
    lid, board = (compared.locator(name).bounding_box() for name in (".sw-side-by-side", ".sw-board"))
    assert lid is not None
    assert board is not None
    assert lid["width"] >= board["width"] - 8
    assert lid["height"] >= board["height"] - 8
    left, right = (side.bounding_box() for side in compared.locator(".sw-compare-table").all())
    assert left is not None
    assert right is not None
    assert right["y"] >= left["y"] + left["height"] - 1
    assert titles(compared)[1] == f"Shown: node {BRANCH[0]['parent'] + 12}"
    assert compared.locator("[data-differs]").count() > 0
    back = compared.get_by_role("button", name="‹ A turn back")
    seen = [titles(compared)]
    while back.get_attribute("aria-disabled") is None:
        back.click()
        seen.append(titles(compared))
    common = BRANCH[0]["parent"]
    assert seen[-1] == [f"Pinned: node {common}", f"Shown: node {common}"]
    assert compared.locator(".sw-compare-turn").inner_text() == "Where they part"
    assert compared.locator("[data-differs]").count() == 0
    assert "Nothing: the two positions are the same." in compared.locator(".sw-compare-body").inner_text()
    assert len(seen) > 2
    compared.locator("[data-turn='1']").click()
    assert titles(compared) == seen[-2]


def test_the_keyboard_stays_in_the_list_of_turns(compared: Page) -> None:
    """A turn chosen by its button keeps the focus, though the list is drawn anew."""
    button = compared.get_by_role("button", name="Show turn 1", exact=True)
    button.focus()
    compared.keyboard.press("Enter")
    focused = compared.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "Show turn 1"


def test_another_tab_brings_the_one_table_back(compared: Page) -> None:
    """And Compare shows both again; unpinning ends it."""
    compared.get_by_role("tab", name="Moves", exact=True).click()
    assert not compared.locator(".sw-side-by-side").is_visible()
    open_tab(compared, "Compare")
    assert compared.locator(".sw-side-by-side").is_visible()
    compared.get_by_role("button", name="Unpin").click()
    assert not compared.locator(".sw-side-by-side").is_visible()


def test_on_a_narrow_page_one_stands_above_the_other(compared: Page) -> None:
    """Nothing runs over the edge."""
    compared.set_viewport_size({"width": 420, "height": 900})
    boxes = [side.bounding_box() for side in compared.locator(".sw-compare-table").all()]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert compared.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

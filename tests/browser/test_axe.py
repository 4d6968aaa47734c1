"""No serious finding of axe-core, which comes from npm: `npm ci --prefix .ci` brings it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import fixtures
from tests.browser.acts import large_type, open_tab, show_sources
from tests.browser.conftest import Show
from tests.browser.reviewed import reviewed, start_retry, tab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
KEY = (("wukong", "bajie", "wujing"), "class-7", 12, 400, 3)


@pytest.fixture(scope="module")
def axe(root: Path) -> str:
    """The text of axe.min.js. Without it these tests are skipped, but fail where CI is set."""
    place = Path(os.environ.get("SILKENWEB_AXE") or root / ".ci/node_modules/axe-core/axe.min.js")
    if not place.is_file():
        told = "axe-core is not here: `npm ci --prefix .ci` brings it, or SILKENWEB_AXE names its axe.min.js"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    return place.read_text("utf-8")


def serious(page: Page, axe: str) -> list[tuple[str, str]]:
    """Its serious and critical findings: which rule, and the first element."""
    page.wait_for_timeout(250)
    page.evaluate(axe)
    found = page.evaluate("axe.run('#root')")["violations"]
    return [
        (fault["id"], fault["nodes"][0]["html"])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(
    ("tab", "theme"), [("Moves", "light"), ("Legal moves", "dark"), ("Compare", "light"), ("Notes", "dark")]
)
def test_axe_finds_nothing_serious(show: Show, axe: str, theme: str, tab: str) -> None:
    """Names, roles, contrast and focus, on each tab, in one theme or the other."""
    state = fixtures.state()
    page = show(state, fixtures.legal_of(KEY), cursor=state["branches"][1]["id"], theme=theme)
    open_tab(page, tab)
    assert serious(page, axe) == []


@pytest.mark.parametrize(("theme", "width"), [("light", 420), ("dark", 900), ("light", 1400)])
def test_axe_finds_nothing_serious_in_what_is_opened(show: Show, axe: str, theme: str, width: int) -> None:
    """Two tables side by side, the sources, the keys, a pile, the classroom; at three widths."""
    state = fixtures.state()
    state["game"] = {**state["game"], "sources": SOURCES}
    page = show(state, fixtures.legal_of(KEY), cursor=60, theme=theme, width=width)
    open_tab(page, "Compare")
    page.get_by_role("button", name="Pin this node").click()
    page.evaluate("model.set('cursor', 70)")
    page.locator(".sw-compare-table .sw-pile").first.click(force=width < 860)
    show_sources(page)
    page.get_by_role("button", name="Show the keys").click()
    assert serious(page, axe) == []
    page.get_by_role("button", name="Close", exact=True).click()
    large_type(page)
    assert serious(page, axe) == []


@pytest.mark.parametrize(("theme", "width"), [("light", 1400), ("dark", 420)])
def test_axe_finds_nothing_serious_in_a_review(
    page: Page, show: Show, axe: str, theme: str, width: int
) -> None:
    """Graph, panel, values at moves, a decision tried again."""
    reviewed(page, show, theme=theme, width=width)
    tab(page)
    assert serious(page, axe) == []
    start_retry(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    assert serious(page, axe) == []


SOURCES = [
    {"source": "printed", "words": "stands in the rulebook", "note": "", "what": ["blessings", "R01"]},
    {"source": "ruling", "words": "read one way", "note": "A note.", "what": ["wukong.ability"]},
    {"source": "reconstructed", "words": "not legible", "note": "", "what": ["WK1", "levels.2", "levels.3"]},
]

"""No serious finding of axe-core, which comes from npm; SILKENWEB_AXE names its axe.min.js."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser import fixtures
from tests.browser.conftest import Show

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def axe() -> str:
    """The text of axe.min.js; without it the test is skipped."""
    place = os.environ.get("SILKENWEB_AXE", "node_modules/axe-core/axe.min.js")
    if not Path(place).is_file():
        pytest.skip("axe-core is not here: `npm install --no-save axe-core`, or set SILKENWEB_AXE")
    return Path(place).read_text("utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("tab", ["Moves", "Legal moves", "Compare", "Notes"])
def test_axe_finds_nothing_serious(show: Show, axe: str, theme: str, tab: str) -> None:
    """Names, roles, contrast and focus, on each tab and in both themes."""
    state = fixtures.state()
    legal = fixtures.legal_of((("wukong", "bajie", "wujing"), "class-7", 12, 400, 3))
    page = show(state, legal, cursor=state["branches"][1]["id"], theme=theme)
    page.get_by_role("tab", name=tab, exact=True).click()
    page.wait_for_timeout(250)
    page.evaluate(axe)
    found = page.evaluate("axe.run('#root')")["violations"]
    assert [
        (fault["id"], fault["nodes"][0]["html"])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ] == []

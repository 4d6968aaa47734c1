"""A practice position solved by clicking, in a real browser, judged by real Python."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from silkenweb.teaching import Practice
from silkenweb.widgets import assets
from tests.browser.conftest import HERE, PAGE
from tests.browser.test_axe import axe, serious  # noqa: F401 (a fixture)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Open = Callable[..., Practice]


@pytest.fixture
def opened(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Shows a practice position: `opened("locking", width=420, theme="dark")`."""
    monkeypatch.setenv("SILKENWEB_PROGRESS", "off")

    def opened(
        theme: str, number: int = 1, width: int = 900, look: str | None = None, language: str = "en"
    ) -> Practice:
        practice = Practice(theme, number, language=language)
        widget = practice.widget

        def ask(text: str) -> dict[str, Any]:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(widget._receive, widget, json.loads(text), []).result()
            return {"traits": {"state": widget.state}, "messages": []}

        page.expose_function("askPython", ask)
        marked = "" if look is None else f'data-jp-theme-light="{str(look == "light").lower()}"'
        state = {"cards": widget.cards, "state": widget.state}
        data = json.dumps({"state": state, "legal": {}, "esm": assets.practice_esm(language)})
        stub = (HERE / "stub.js").read_text("utf-8")
        text = PAGE.format(css=assets.css(), data=data.replace("<", "\\u003c"), stub=stub, theme=marked)
        text = text.replace("await widget.initialize({ model, signal: new AbortController().signal });", "")
        file = tmp_path / "practice.html"
        file.write_text(text, "utf-8")
        page.set_viewport_size({"width": width, "height": 900})
        page.set_default_timeout(8000)
        page.goto(file.as_uri())
        page.wait_for_selector("[data-ready]", timeout=15000, state="attached")
        return practice

    return opened


def test_it_is_solved_by_clicking_cards_and_targets(page: Page, opened: Open) -> None:
    """Card, then target; a forbidden play is answered with the reason; then the next position."""
    practice = opened("locking")
    said = page.locator(".sw-practice-feedback")
    page.click('[data-pick="WK6"]')
    page.click('[data-pick="T20"]')
    said.filter(has_text="does not show an icon").wait_for()
    for card, target in (("WK3", "T20"), ("WK6", "T13"), ("WK1", "T01")):
        page.click(f'[data-pick="{card}"]')
        page.click(f'[data-pick="{target}"]')
    said.filter(has_text="Solved.").wait_for()
    assert practice.solved
    page.get_by_role("button", name="Next position").click()
    page.locator(".sw-practice h3").filter(has_text="Position 2 of 4").wait_for()
    assert page.get_by_role("button", name="Hint").is_visible()


def test_a_hint_a_wrong_move_and_a_reset(page: Page, opened: Open) -> None:
    practice = opened("locking")
    said = page.locator(".sw-practice-feedback")
    page.get_by_role("button", name="Hint").click()
    said.filter(has_text="Hint: Open the Door first").wait_for()
    page.locator('[data-move="play WK3>T20"]').click()
    said.filter(has_text="Good.").wait_for()
    page.get_by_role("button", name="End the turn").click()
    said.filter(has_text="Not this one").wait_for()
    assert len(practice.moves) == 1
    page.get_by_role("button", name="Reset").click()
    page.locator('[data-pick="T20"]').wait_for()
    assert practice.moves == ()


@pytest.mark.parametrize("width", [420, 900])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_axe_finds_nothing_serious_and_nothing_overflows(
    page: Page,
    opened: Open,
    axe: str,  # noqa: F811
    width: int,
    look: str,
) -> None:
    opened("signals", width=width, look=look)
    assert serious(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

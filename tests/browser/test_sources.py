"""Where a value comes from, on request: printed, ruling and reconstructed, never in one breath."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import silkenweb as sw
from silkenweb.text import Words
from silkenweb.widgets import payload
from tests.browser import fixtures
from tests.browser.acts import show_sources
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
EDITION = sw.Edition.load()


@pytest.fixture
def page(show: Show) -> Page:
    """A game in its fourth level, the sources shown."""
    replay = sw.sample("four-nine-relics")
    state = fixtures.state()
    lens = payload.Lens("all", 4)
    state["game"] = payload.game(replay, lens, Words("en"), lenses=["all"], kernel=False)
    nodes = [replay.root, *replay.main_line()]
    state["line"] = [
        {"id": i, "parent": i - 1 if i else None, "path": str(i), **payload.node(node, lens, Words("en"))}
        for i, node in enumerate(nodes)
    ]
    state["branches"] = []
    page = show(state, cursor=60)
    show_sources(page)
    return page


def told(page: Page) -> str:
    return page.locator(".sw-source-picked").inner_text()


def test_a_card_is_asked_about(page: Page) -> None:
    """Its own source, the words for it and the edition's note."""
    page.locator(".sw-slot .sw-card").first.click()
    card = page.locator(".sw-slot .sw-card").first.get_attribute("data-card")
    found = EDITION.provenance(str(card))
    assert told(page).startswith(f"{card}: needs ")
    assert told(page).endswith(f" Reconstructed: {found.words}. {found.note}")
    page.locator(".sw-hand [data-kind=relic]").first.click()
    assert "Printed: stands in the rulebook." in told(page)


def test_a_level_is_asked_about(page: Page) -> None:
    """The first is printed, the second not."""
    page.locator(".sw-level[data-level='1']").click()
    assert told(page) == "Level 1: draw 3, discard 2. Printed: stands in the rulebook."
    page.locator(".sw-level[data-level='2']").click()
    assert "Reconstructed: " in told(page)


def test_what_lies_open_is_listed_by_source(page: Page) -> None:
    """Every value stands under its own source, and under no other."""
    for source in ("printed", "ruling", "reconstructed"):
        text = page.locator(f".sw-source-lists [data-source={source}] b").all_inner_texts()
        names = [name for names in text for name in names.split(", ")]
        assert names
        for name in names:
            if name in EDITION.cards:
                assert EDITION.provenance(name).source == source
    shown = page.locator(".sw-source-lists").inner_text()
    for card in page.locator(".sw-table [data-card]").all():
        assert str(card.get_attribute("data-card")) in shown
    assert "Wukong's sheet" in page.locator("[data-source=ruling]").inner_text()


def test_marks_are_on_request(page: Page) -> None:
    """On cards, levels and sheets; without the button none is seen."""
    marks = page.locator(".sw-source, .sw-table .sw-source-chip")
    assert marks.first.is_visible()
    page.get_by_role("button", name="Sources", exact=True).click()
    assert not any(mark.is_visible() for mark in marks.all())
    assert not page.locator(".sw-sources").is_visible()

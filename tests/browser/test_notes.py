"""Comments and marks: what is being typed is not lost before it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser import fixtures
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
STATE = fixtures.state()


def opened(show: Show, cursor: int) -> Page:
    """A player with its notes open."""
    page = show(STATE, cursor=cursor)
    page.get_by_role("tab", name="Notes").click()
    return page


def test_a_mark_leaves_the_comment_that_is_being_typed(show: Show) -> None:
    """The mark is sent at once, the comment when its button is pressed."""
    page = opened(show, 7)
    field = page.get_by_label("Comment", exact=True)
    field.fill("Too early, I think")
    page.get_by_label("Mark", exact=True).select_option("?!")
    page.wait_for_function("model.get('notes')[7]?.glyph === '?!'")
    page.wait_for_function("document.querySelector('.sw-notes .sw-hint').textContent === 'Kept.'")
    assert field.input_value() == "Too early, I think"
    page.get_by_role("button", name="Keep the comment").click()
    page.wait_for_function("model.get('notes')[7]?.comment === 'Too early, I think'")
    assert field.input_value() == "Too early, I think"


def test_each_node_has_its_own_draft_until_it_is_kept(show: Show) -> None:
    """Stepping away and back finds it again; on another node it is not shown."""
    page = opened(show, 7)
    field = page.get_by_label("Comment", exact=True)
    reply = page.locator(".sw-notes .sw-hint")
    field.fill("first")
    assert reply.inner_text() == "Not kept yet."
    page.evaluate("model.set('cursor', 8)")
    assert field.input_value() == ""
    field.fill("second")
    page.evaluate("model.set('cursor', 7)")
    assert field.input_value() == "first"
    assert reply.inner_text() == "Not kept yet."
    page.get_by_role("button", name="Keep the comment").click()
    page.wait_for_function("model.get('notes')[7]?.comment === 'first'")
    assert reply.inner_text() == "Kept."
    page.evaluate("model.set('cursor', 8)")
    assert field.input_value() == "second"
    field.fill("")
    assert reply.text_content() == ""


def test_a_refused_comment_stays_in_the_field(show: Show) -> None:
    """The reason is said, and the draft is still there after a step away and back."""
    page = opened(show, 7)
    page.evaluate(
        "() => { model.answer = ({ seq }) => model.message({ kind: 'error', seq, reason: 'No.' }); }"
    )
    field = page.get_by_label("Comment", exact=True)
    field.fill("mine")
    page.get_by_role("button", name="Keep the comment").click()
    page.wait_for_selector(".sw-notes [data-fault]")
    page.evaluate("model.set('cursor', 8)")
    page.evaluate("model.set('cursor', 7)")
    assert field.input_value() == "mine"

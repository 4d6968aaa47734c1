"""What the player says: not longer than it is true, and what to do when the kernel has gone."""

from __future__ import annotations

import pytest

import silkenweb as sw
from tests.browser import fixtures
from tests.browser.conftest import Show
from tests.browser.test_variations import KEY, LINE, STATE, offered

pytestmark = pytest.mark.browser
GONE = "The kernel has gone or was restarted: run the cell again."
REFUSE = "() => { model.send = () => { throw new Error('Cannot send'); }; }"


def test_a_restarted_kernel_is_said(show: Show) -> None:
    """No moves are offered any more; stepping goes on, and a comment being typed stays in sight."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=fixtures.full_hands(STATE))
    page.wait_for_selector(".sw-choice")
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Comment", exact=True).fill("mine")
    page.evaluate(REFUSE)
    page.get_by_role("button", name="Save", exact=True).click()
    hint = page.locator(".sw-choices .sw-hint")
    page.wait_for_function(
        "(words) => document.querySelector('.sw-choices .sw-hint').textContent === words", arg=GONE
    )
    assert page.locator(".sw-choice").count() == 0
    assert page.locator("[data-can]").count() == 0
    assert page.get_by_label("Comment", exact=True).input_value() == "mine"
    page.locator(".sw-player").press("ArrowRight")
    page.wait_for_timeout(300)
    assert hint.inner_text() == GONE


def test_jupyter_tells_that_the_kernel_was_lost(show: Show) -> None:
    """Then it is said without a further click."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=fixtures.full_hands(STATE))
    page.wait_for_selector(".sw-choice")
    page.evaluate(REFUSE)
    page.evaluate("model.emit('comm_live_update')")
    page.wait_for_function(
        "(words) => document.querySelector('.sw-choices .sw-hint').textContent === words", arg=GONE
    )


def test_another_seats_decision_offers_nothing(show: Show) -> None:
    """Through a seat's lens there is no button that could not be pressed, and the words say who decides."""
    text = next(node["text"] for node in LINE if " phase=keep seat=" in node["text"])
    position = sw.Position.parse(text)
    viewer = next(i for i in range(3) if f" seat={i} " not in text)
    state, _ = offered(text)
    state["line"][0]["text"] = position.view(viewer).text
    page = show(state, {"0": []})
    page.wait_for_function("document.querySelector('.sw-choices .sw-hint').textContent.includes('decides')")
    name = state["game"]["seats"][viewer]["name"]
    assert (
        page.locator(".sw-choices .sw-hint")
        .inner_text()
        .endswith(f"decides; in this view you decide for {name} only.")
    )
    assert page.locator(".sw-choice").count() == 0


def test_what_was_said_goes_with_the_next_step(show: Show) -> None:
    """It is about the last request, and not about what is shown later."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=5)
    page.evaluate(
        "() => { model.answer = ({ seq }) => model.message({ kind: 'ok', seq, words: 'Undone.' }); }"
    )
    reply = page.locator(".sw-branch > .sw-hint")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("document.querySelector('.sw-branch > .sw-hint').textContent === 'Undone.'")
    page.wait_for_timeout(700)
    assert reply.inner_text() == "Undone."
    page.locator(".sw-player").press("ArrowRight")
    assert reply.text_content() == ""


def test_bots_cannot_go_on_when_the_game_is_over(show: Show) -> None:
    """The button says why, and asks for nothing."""
    over = next(
        (node for node in LINE if " phase=lost " in node["text"] or " phase=won " in node["text"]), None
    )
    assert over is not None
    page = show(STATE, cursor=over["id"])
    go = page.get_by_role("button", name="Let bots continue")
    assert go.get_attribute("aria-disabled") == "true"
    go.click(force=True)
    assert not page.evaluate("model.sent.some((message) => message.kind === 'bots')")
    page.locator(".sw-player").press("ArrowLeft")
    assert go.get_attribute("aria-disabled") is None


def test_a_kernel_that_was_busy_is_asked_again_when_it_answers_late(show: Show) -> None:
    """A cell ran for half a minute: moves are offered again by themselves, and nothing is said any more."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=fixtures.full_hands(STATE))
    page.wait_for_selector(".sw-choice")
    page.evaluate("""() => { window.held = []; window.answer = model.answer;
        model.answer = (message) => window.held.push(message); }""")
    page.clock.install()
    page.evaluate("model.emit('comm_live_update')")
    page.wait_for_function("window.held.length > 0")
    page.clock.fast_forward(21000)
    page.wait_for_function(
        "document.querySelector('.sw-choices .sw-hint').textContent.startsWith('Python does not answer yet')"
    )
    assert page.locator(".sw-choice").count() == 0
    page.evaluate("""() => { model.answer = window.answer;
        for (const message of window.held) model.answer(message, model); }""")
    page.wait_for_selector(".sw-choice")
    assert "does not answer" not in page.locator(".sw-choices .sw-hint").inner_text()

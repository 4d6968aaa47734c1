"""Bots that go on: the page hears of each node, waits as long as it hears something, and can stop them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import fixtures
from tests.browser.acts import bots_continue
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
STATE = fixtures.state()
BRANCH: dict[str, Any] = STATE["branches"][0]
SILENT = "model.answer = () => {}"
GROW = """(words) => {
  const asked = model.sent.findLast((message) => message.kind === 'bots');
  const branches = model.get('branches');
  const parent = window.grown ?? asked.node;
  window.grown = (window.grown ?? 50000) + 1;
  const text = branches[0].text;
  model.message({ kind: 'progress', seq: asked.seq, node: window.grown, words });
  const node = { id: window.grown, parent, path: `g${window.grown}`, move: 'rest', text, by: 'reader' };
  model.set('branches', [...branches, { ...node, say: [`Rest ${node.id}.`] }]);
}"""
DONE = """() => {
  const asked = model.sent.findLast((message) => message.kind === 'bots');
  model.message({ kind: 'ok', seq: asked.seq, node: window.grown, words: 'The bots went on.' });
}"""


@pytest.fixture
def going(show: Show) -> Page:
    """A page whose bots have just been asked to go on, and have not yet answered."""
    page = show(STATE, cursor=BRANCH["id"])
    page.evaluate(SILENT)
    page.clock.install()
    bots_continue(page)
    return page


def cursor(page: Page) -> int:
    return int(page.evaluate("model.get('cursor')"))


def test_the_reader_goes_along_with_each_node(going: Page) -> None:
    """Also where the message comes before the node itself."""
    for number in range(3):
        going.evaluate(GROW, f"{number} decisions")
        going.wait_for_function(f"model.get('cursor') === {50001 + number}")
    assert "2 decisions" in going.locator(".sw-bots").inner_text()
    going.evaluate(DONE)
    going.get_by_role("button", name="Let bots continue").wait_for()
    assert going.locator(".sw-reply").inner_text() == "The bots went on."


def test_who_steps_elsewhere_is_left_there(going: Page) -> None:
    """The bots go on without them."""
    going.evaluate(GROW, "one")
    going.wait_for_function("model.get('cursor') === 50001")
    going.locator(".sw-player").press("Home")
    going.evaluate(GROW, "two")
    going.evaluate(DONE)
    going.get_by_role("button", name="Let bots continue").wait_for()
    assert cursor(going) == 0


def test_progress_keeps_the_request_alive(going: Page) -> None:
    """Half a minute of slow bots is no failure; twenty seconds without a word are one."""
    for _ in range(3):
        going.clock.fast_forward(15000)
        going.evaluate(GROW, "thinking")
    assert going.get_by_role("button", name="Stop the bots").is_visible()
    going.clock.fast_forward(21000)
    going.get_by_role("button", name="Let bots continue").wait_for()
    said = going.locator(".sw-branch [data-fault]").inner_text()
    assert said == "Python does not answer yet. Is another cell running, or has the kernel stopped?"


def test_they_are_stopped_by_a_button(going: Page) -> None:
    """Which takes the place of the one that started them."""
    assert not going.get_by_role("button", name="Let bots continue").is_visible()
    going.get_by_role("button", name="Stop the bots").click()
    assert [message["kind"] for message in going.evaluate("model.sent")][-1] == "stop"


def test_an_answer_for_another_window_is_none_for_this_one(going: Page) -> None:
    """Messages reach every window on the notebook; each has names of its own for its requests."""
    seq = going.evaluate("model.sent.findLast((message) => message.kind === 'bots').seq")
    number = seq.split(".")[1]
    going.evaluate("(seq) => model.message({ kind: 'ok', seq, node: 0 })", int(number))
    going.evaluate("(seq) => model.message({ kind: 'ok', seq, node: 0 })", f"other.{number}")
    assert going.get_by_role("button", name="Stop the bots").is_visible()
    assert cursor(going) == BRANCH["id"]


def test_where_branches_are_kept_is_said(show: Show) -> None:
    """Or why not."""
    page = show(STATE)
    kept = page.locator(".sw-kept")
    assert not kept.is_visible()
    page.evaluate("model.set('keeping', { words: 'Kept in game.branches.json.', fault: false })")
    kept.wait_for()
    assert kept.inner_text() == "Kept in game.branches.json."
    page.evaluate("model.set('keeping', { words: 'Not kept: <b>.', fault: true })")
    page.wait_for_selector(".sw-kept[data-fault]")
    assert kept.inner_text() == "Not kept: <b>."

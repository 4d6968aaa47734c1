"""The two halves of the player together, without Jupyter: what the page sends, `sw.Player` answers."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player
from tests.browser.acts import bots_continue
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
TRAITS = ("game", "line", "branches", "notes", "reviews", "keeping", "cursor")


class Bridge:
    """Carries each request to a Player, and what it changed and answered back."""

    def __init__(self, player: Player, page: Page) -> None:
        self.player = player
        self.start = 0
        self.messages: list[Any] = []
        player.send = lambda content, buffers=None: self.messages.append(content)  # type: ignore[method-assign]
        page.expose_function("askPython", self.ask)

    def ask(self, text: str) -> dict[str, Any]:
        before = {name: getattr(self.player, name) for name in TRAITS}
        self.messages.clear()
        # In a thread of its own, since Playwright's event loop runs in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(self.player._receive, self.player, json.loads(text), []).result()
        after = {name: getattr(self.player, name) for name in TRAITS}
        return {
            "traits": {name: value for name, value in after.items() if value is not before[name]},
            "messages": list(self.messages),
        }


@pytest.fixture
def opened(page: Page, show: Show) -> Bridge:
    """A recorded game of bots, shown where its first turn begins."""
    replay = sw.play(["wukong", "wujing", "tang"], ["greedy", "random", "greedy"], seed="bridge", blessings=9)
    bridge = Bridge(Player(replay), page)
    start = next(node["id"] for node in bridge.player.line if " phase=turn " in node["text"])
    show({name: getattr(bridge.player, name) for name in TRAITS}, cursor=start)
    bridge.start = start
    return bridge


def test_a_branch_is_made_gone_on_with_undone_and_deleted(page: Page, opened: Bridge) -> None:
    """Each step is a click; the replay in Python has what the page shows."""
    recorded = len(opened.player.line)
    assert page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    page.get_by_role("button", name="Rest and rotate the hand").click()
    page.wait_for_function(f"model.get('cursor') >= {recorded}")
    made = page.evaluate("model.get('cursor')")
    assert opened.player.branches[-1]["move"] == "rest ~"
    assert page.locator(".sw-player[data-by=reader]").count() == 1
    bots_continue(page)
    page.wait_for_function(f"model.get('cursor') > {made}")
    count = len(opened.player.branches)
    assert count > 1
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("model.get('branches').length === 1")
    page.get_by_role("button", name="Redo").click()
    page.wait_for_function(f"model.get('branches').length === {count}")
    page.evaluate(f"model.set('cursor', {made})")
    page.get_by_role("button", name="Delete").click()
    page.wait_for_function("model.get('branches').length === 0")
    assert page.evaluate("model.get('cursor')") == opened.start


def test_undo_takes_back_the_last_step_and_says_which(page: Page, opened: Bridge) -> None:
    """Rest, let bots play: undo is about the bots, and the Rest stays."""
    undo = page.get_by_role("button", name="Undo")
    page.get_by_role("button", name="Rest and rotate the hand").click()
    page.wait_for_function(f"model.get('cursor') >= {len(opened.player.line)}")
    assert undo.get_attribute("title") == "Undo: add Rest and rotate the hand"
    assert not page.get_by_role("button", name="Promote").is_visible()
    bots_continue(page)
    page.wait_for_function("document.querySelector('.sw-branch').textContent.includes('bots made')")
    title = str(undo.get_attribute("title"))
    assert title.startswith("Undo: the bots'")
    undo.click()
    page.wait_for_function("model.get('branches').length === 1")
    said = page.locator(".sw-branch > .sw-hint[role=status]")
    assert said.inner_text() == title.replace("Undo", "Undid")
    assert opened.player.branches[-1]["move"] == "rest ~"
    assert page.get_by_role("button", name="Redo").get_attribute("title") == title.replace("Undo", "Redo")


def test_promote_is_offered_only_where_it_moves_a_branch(page: Page, opened: Bridge) -> None:
    """Not on the first branch of a node; on the second, until it has been promoted."""
    page.wait_for_selector(".sw-choice")
    start = opened.player.showing.at(opened.start)
    moves = [move for move in start.position.legal_moves() if start.next is None or move != start.next.move]
    ids = []
    for move in moves[:2]:
        request = {"kind": "move", "node": opened.start, "move": move, "seq": "x"}
        page.evaluate("(request) => model.send(request)", request)
        page.wait_for_function("(move) => model.get('branches').some((node) => node.move === move)", arg=move)
        ids.append(opened.player.branches[-1]["id"])
    promote = page.get_by_role("button", name="Promote")
    offered = []
    for made in ids:
        page.evaluate(f"model.set('cursor', {made})")
        offered.append(promote.is_visible())
    assert offered == [False, True]
    promote.click()
    page.wait_for_function("document.querySelector('.sw-branch').textContent.includes('comes first now')")
    assert not promote.is_visible()
    assert start.children[1].move == moves[1]


def test_a_comment_and_a_mark_are_kept_on_a_branch(page: Page, opened: Bridge) -> None:
    """They come back as notes and stand in the replay."""
    recorded = len(opened.player.line)
    page.get_by_role("button", name="Rest and rotate the hand").click()
    page.wait_for_function(f"model.get('cursor') >= {recorded}")
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Comment", exact=True).fill("Too early?")
    page.get_by_role("button", name="Keep the comment").click()
    page.wait_for_function("Object.values(model.get('notes')).some((note) => note.comment === 'Too early?')")
    page.get_by_label("Mark", exact=True).select_option("?!")
    page.wait_for_function("Object.values(model.get('notes')).some((note) => note.glyph === '?!')")
    page.get_by_role("tab", name="Moves", exact=True).click()
    assert page.locator(".sw-move .sw-comment").inner_text() == "Too early?"
    assert "Too early?" in opened.player.replay.dumps()


def test_an_illegal_try_names_the_rule(page: Page, opened: Bridge) -> None:
    """The reason is the engine's own."""
    page.wait_for_selector(".sw-choice")
    card = page.locator(".sw-hand [data-can=pick]").first
    if not card.count():
        pytest.skip("no card fits here")
    card.click()
    page.locator("[data-can=forbidden]").first.click()
    page.wait_for_selector(".sw-choices [data-fault]")
    assert "(T" in page.locator(".sw-choices [data-fault]").inner_text()


def test_the_lens_is_changed_and_hides_what_it_must(page: Page, opened: Bridge) -> None:
    """After it the page holds no card of another's hand; the chances are drawn."""
    page.get_by_label("View", exact=True).select_option("infer:0")
    page.wait_for_selector(".sw-card-back")
    assert page.evaluate("model.get('game').lens") == "infer:0"
    assert all(node["text"].startswith("view=0 ") for node in page.evaluate("model.get('line')"))
    assert opened.player.line == page.evaluate("model.get('line')")
    assert page.locator(".sw-some-bar").count() > 0

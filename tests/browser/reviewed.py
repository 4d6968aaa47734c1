"""The reviewed game in a player, for the tests of what it shows; Python answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import silkenweb as sw
from silkenweb import Replay
from silkenweb.widgets.player import Player
from tests.browser.acts import open_tab
from tests.browser.test_with_python import TRAITS, Bridge

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Show

BLUNDER = 40  # Bailoong Horse plays a Relic where a Rest was better by 25%


def reviewed(
    page: Page, show: Show, replay: Replay | None = None, lens: str = "all", at: int = BLUNDER, **how: Any
) -> Bridge:
    """Opens the reviewed sample, or another game."""
    replay = replay or sw.sample("reviewed-two-lost-late")
    bridge = Bridge(Player(replay, lens=lens, autosave=False, at=str(at)), page)
    traits = {name: getattr(bridge.player, name) for name in TRAITS}
    show(traits, cursor=bridge.player.cursor, **how)
    return bridge


def cursor(page: Page) -> int:
    """The place of the node shown on the recorded line."""
    place: int = page.evaluate("model.get('line').findIndex((node) => node.id === model.get('cursor'))")
    return place


def go(page: Page, place: int) -> None:
    page.evaluate(f"model.set('cursor', model.get('line')[{place}].id)")


def made(bridge: Bridge) -> str | None:
    """The move of the reader's branch."""
    moves: list[str | None] = [node["move"] for node in bridge.player.branches if node["by"] == "reader"]
    return moves[0] if moves else None


def tab(page: Page, name: str = "Review") -> None:
    open_tab(page, name)


def here(page: Page) -> str:
    """What the panel says of the node shown."""
    return page.locator(".sw-review-here").inner_text()


def start_retry(page: Page) -> None:
    page.locator(".sw-player").press("r")
    page.wait_for_selector(".sw-retry:not([hidden])")
    page.wait_for_selector(".sw-choice")

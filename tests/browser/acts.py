"""What a reader does in a player: open a panel, let bots continue, click on a card of a fanned hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CORNER = {"x": 8.0, "y": 12.0}
"""Where a card of a fan can be clicked: the next card covers the rest."""
WITHIN_MORE = ("Legal moves", "Compare", "Sources", "Settings")


def open_tab(player: Page | Locator, name: str) -> None:
    """Open a panel by its tab, or one of those under More."""
    within = player.get_by_role("tab", name=name, exact=True).first
    if name in WITHIN_MORE and not within.is_visible():
        player.get_by_role("tab", name="More", exact=True).first.click()
    within.click()


def close_sheet(player: Page | Locator) -> None:
    """Put the panel away that lies over the board on a narrow screen."""
    close = player.get_by_role("button", name="Close the panel")
    if close.is_visible():
        close.click()


def show_sources(player: Page | Locator) -> None:
    """Open the panel with the sources, and have them marked on the cards."""
    open_tab(player, "Sources")
    player.get_by_role("button", name="Sources", exact=True).click()


def large_type(player: Page | Locator) -> None:
    """Change to large type, or back."""
    open_tab(player, "Settings")
    player.get_by_role("button", name="Classroom").click()


def set_speed(player: Page | Locator, speed: str) -> None:
    """Choose the speed of autoplay."""
    open_tab(player, "Settings")
    player.locator(".sw-settings select").first.select_option(speed)
    open_tab(player, "Moves")


def bots_continue(player: Page | Locator, *, bot: str | None = None, until: str | None = None) -> None:
    """Let bots continue from the position shown; None leaves the choice as it is."""
    start = player.get_by_role("button", name="Let bots continue")
    if not start.is_visible():  # on a narrow screen
        player.get_by_role("button", name="More to do").click()
    start.click()
    if bot is not None:
        player.get_by_label("Bot", exact=True).select_option(bot)
    if until is not None:
        player.get_by_label("How far", exact=True).select_option(until)
    player.get_by_role("button", name="Continue", exact=True).click()

"""The first notebook as a newcomer meets it: opened in JupyterLab, run, stepped through and branched."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.browser.acts import CORNER
from tests.lab.labserver import Lab

pytestmark = pytest.mark.lab
NOTEBOOK = "notebooks/00_start_here.ipynb"


def last_player(lab: Lab) -> Locator:
    """The last player of the notebook, scrolled to and with its table drawn."""
    player = lab.page.locator(".sw-player").last
    player.scroll_into_view_if_needed()
    player.locator(".sw-seat").first.wait_for()
    return player


def win_the_first_level(lab: Lab) -> None:
    """Solve the guided positions: each decision is judged at once, and the next one continues the level."""
    practice = lab.page.locator(".sw-practice").first
    practice.scroll_into_view_if_needed()
    practice.locator('[data-move="keep -WK6"]').click()
    practice.get_by_text("WK6 is the only card at this table with a Web").wait_for()
    for number, move in enumerate(("keep -WK4", "rest ~", "play WK6>T13", "play WK1>T10"), 1):
        practice.get_by_text(f"Position {number} of 4").wait_for()
        practice.locator(f'[data-move="{move}"]').click()
        practice.get_by_text("Solved.").wait_for()
        practice.get_by_role("button", name="Next position").click()


def cells(lab: Lab) -> list[int]:
    """How many cells there are, and which is active."""
    content = "window.jupyterapp.shell.currentWidget.content"
    found: list[int] = lab.page.evaluate(f"[{content}.widgets.length, {content}.activeCellIndex]")
    return found


def test_the_first_notebook_is_run_stepped_through_and_branched(lab: Lab) -> None:
    """Keys and buttons step; a card and its target make a branch, and the kernel has it.

    That no request leaves the machine and no error is logged, the page's fixture checks.
    """
    lab.open(NOTEBOOK)
    lab.run_all()
    win_the_first_level(lab)
    player = last_player(lab)
    player.focus()
    before = cells(lab)
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        lab.page.keyboard.press(key)
    player.locator(".sw-go-back").click()
    assert cells(lab) == before
    lab.page.wait_for_timeout(300)
    lab.prints("print(player.node.path)", "6")
    player.locator("[data-card=WK6]").first.click(position=CORNER)
    player.locator("[data-target=T11]").first.click()
    player.locator(".sw-branch-where", has_text="alternative").wait_for()
    lab.prints("print(player.node.path, player.node.move)", "7/1/1 play WK6>T11")
    player.locator("button", has_text="Back to game").click()
    player.get_by_role("button", name="Rest and rotate the hand").click()
    player.locator(".sw-branch-where", has_text="variation").wait_for()
    lab.page.wait_for_timeout(500)  # until Python has the place too
    lab.prints("print(player.node.path, player.node.move, player.replay.count)", "7/2/1 rest ~ 41")

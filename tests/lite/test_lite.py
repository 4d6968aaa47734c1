"""The site without a server: notebooks run to their end in the browser, the player steps, the table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.acts import CORNER
from tests.lab.labserver import LabServer
from tests.lite.litesite import READY_WITHIN, Lite, sealed

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator

pytestmark = pytest.mark.lite
ASK = """() => new Promise(answer => {
  const code = "fetch('http://machine.invalid/asked', { mode: 'no-cors' }).then(() => postMessage('went'))";
  new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => answer(data);
})"""
PLAYER = """
import silkenweb as sw
own = sw.Player(sw.sample('lesson-what-silence-costs'), at='6')
own"""
TABLE = """
import silkenweb as sw
table = sw.Table(["wukong", "bajie", "wujing"], seat=0, bots="convention", seed="class-7", pace="at once")
table"""
RECORDED = """
end = table.replay.end
kept = sw.Replay.load("silkenweb-game-1.json")
print(table.replay.characters[end.position.seat], kept.count == table.replay.count)
"""
MISSING = "from importlib.util import find_spec; print(find_spec('polars'), find_spec('altair'))"


def test_the_site_holds_what_runs_without_a_server(site: Path) -> None:
    """The notebooks that need neither polars nor altair."""
    notebooks = (site / "files" / "notebooks").glob("*.ipynb")
    assert sorted(path.name[:2] for path in notebooks) == ["00", "01", "02", "04"]


def test_notebooks_run_to_their_end(pages: dict[str, Lite]) -> None:
    """The first and the longest, each in a Python of its own in the browser, without polars and altair."""
    assert sorted(pages) == ["00", "04"]
    for page in pages.values():
        assert page.kernel(MISSING) == "None None"
        page.run_all()


def test_the_player_steps(pages: dict[str, Lite]) -> None:
    """By clicks, and what it shows is what Python knows; a click on a card and its target makes a branch."""
    page = pages["00"]
    page.add_cell(PLAYER)
    player = page.page.locator(".sw-player").first
    player.locator(".sw-seat").first.wait_for(timeout=READY_WITHIN)
    at(player, "6 / 17")
    player.locator(".sw-go-forward").click()
    at(player, "7 / 17")
    player.locator(".sw-go-back").click()
    at(player, "6 / 17")
    page.page.wait_for_timeout(300)
    assert page.kernel("print(own.node.path)") == "6"
    player.locator("[data-card=WK6]").first.click(position=CORNER)
    player.locator("[data-target=T11]").first.click()
    player.locator(".sw-branch-where", has_text="alternative").wait_for()
    assert page.kernel("print(own.node.path, own.node.move)") == "7/1/1 play WK6>T11"


def test_a_turn_is_played_at_the_table(pages: dict[str, Lite]) -> None:
    """Dealt, kept and rested by clicks; the bots answer, and the game is recorded where the notebook lies."""
    page = pages["04"]
    page.add_cell(TABLE)
    table = page.page.locator(".sw-sitting")
    table.get_by_role("button", name="Deal level 1").click(timeout=READY_WITHIN)
    for number in range(2):
        table.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
        table.locator(".sw-hand [data-picked]").nth(number).wait_for()
    table.locator(".sw-choice.sw-primary").click()
    table.locator(".sw-caption", has_text="Play cards").wait_for()
    table.get_by_role("button", name="Rest", exact=True).click()
    for who in ("Wukong rests", "Bajie", "Wujing"):
        table.locator(".sw-sit-entry", has_text=who).last.wait_for(state="attached")
    table.locator(".sw-caption", has_text="Play cards").wait_for()
    assert page.kernel(RECORDED) == "wukong True"


def at(player: Locator, words: str) -> None:
    """Wait until the player stands there."""
    player.locator(".sw-where", has_text=words).wait_for()


def test_what_leaves_the_machine_is_caught(server: LabServer, browser: Browser) -> None:
    """The trap itself works: it sees, and refuses, what a worker of a page asks."""
    caught = pytest.raises(AssertionError, match=r"GET http://machine\.invalid/asked")
    with caught, sealed(browser, server) as fresh:
        page = fresh().page
        page.goto(f"{server.url}/lab/package.json")
        assert page.evaluate(ASK) == "went"

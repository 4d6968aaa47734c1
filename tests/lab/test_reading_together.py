"""Two players of one game in a real JupyterLab, and what once lost or showed too much there."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.acts import bots_continue
from tests.lab.labserver import Lab
from tests.lab.test_labserver import write

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.lab
TWO = "import silkenweb as sw\none = sw.Player(sw.Replay.load('game.json'), at='8')\none"
ONE = "import silkenweb as sw\nplayer = sw.Player(sw.Replay.load('game.json'), at='{at}')\nplayer"
CARD = re.compile(r"\b(?:TS|WK|BJ|WJ|BH)[1-8]\b")
PICTURES = os.environ.get("SILKENWEB_PICTURES")
"""A folder for screenshots, for people who want to see what the tests do."""


def shown(lab: Lab, folder: Path, sample: str, *cells: str) -> list[Locator]:
    """The players of these cells, in a notebook at 1400 x 900; `game.json` is that sample."""
    shutil.copy(folder.parent / "replays" / f"{sample}.json", folder / "game.json")
    lab.page.set_viewport_size({"width": 1400, "height": 900})
    lab.open(f"{folder.name}/{write(folder, 'own.ipynb', *cells)}")
    lab.run_all()
    players = lab.page.locator(".sw-player")
    players.nth(len(cells) - 1).locator(".sw-seat").first.wait_for()
    return players.all()


def picture(lab: Lab, name: str) -> None:
    """Keep a screenshot if a folder for them was named."""
    if PICTURES:
        lab.page.screenshot(path=Path(PICTURES) / f"{name}.png")


def write_note(player: Locator, folder: Path, text: str) -> None:
    """Write a note on the node that a player shows, and wait until it is in the file."""
    if not player.locator(".sw-note-text").is_visible():
        player.get_by_role("tab", name="Notes").click()
    player.locator(".sw-note-text").fill(text)
    player.get_by_role("button", name=re.compile("comment|note", re.IGNORECASE)).last.click()
    until = time.monotonic() + 20
    while text not in comments(folder):
        assert time.monotonic() < until, comments(folder)
        time.sleep(0.1)


def comments(folder: Path) -> set[str]:
    """All comments in the file of readers' notes."""
    file = folder / "game.branches.json"
    return set(re.findall(r'"comment": "([^"]*)"', file.read_text("utf-8"))) if file.exists() else set()


def test_two_cells_on_one_file_lose_nothing_of_each_other(lab: Lab, folder: Path) -> None:
    """A note that was changed after the other cell read it stays changed, on both screens and in the file."""
    two = TWO.replace("one", "two").replace("'8'", "'3'")
    first, second = shown(lab, folder, "two-won", TWO, two)
    write_note(first, folder, "first thought")
    write_note(second, folder, "another place")
    write_note(first, folder, "second thought, better")
    assert {"second thought, better", "another place"} <= comments(folder)
    assert "first thought" not in comments(folder)
    first.locator(".sw-stakes", has_text="second thought, better").wait_for()
    write_note(second, folder, "another place, again")
    assert comments(folder) >= {"second thought, better", "another place, again"}
    lab.prints("print(one.replay.node(8).comment)", "second thought, better")
    picture(lab, "two-cells")


def test_no_view_leaves_anything_of_another_on_the_page(lab: Lab, folder: Path) -> None:
    """Stepped with everything open, then seen by each seat in turn: the page has no card only others know."""
    (player,) = shown(lab, folder, "three-won", ONE.format(at="0"))
    for _ in range(6):
        player.locator(".sw-go-forward").click()
    lenses = json.loads(lab.kernel("import json; print(json.dumps(player.game['lenses']))"))
    seats = [lens for lens in lenses if lens.startswith("seat:")]
    for lens in (*seats, *reversed(seats)):
        player.locator("select").filter(has=lab.page.locator(f"option[value='{lens}']")).first.select_option(
            lens
        )
        lab.page.wait_for_timeout(600)
        seat = int(lens.removeprefix("seat:"))
        hidden = (
            "import re; position = player.node.position\n"
            f"others = [area for seat, area in enumerate(position.seats) if seat != {seat}]\n"
            "print(*sorted({card.rstrip(chr(39)) for area in others for card in (*area.hand, *area.deck)}))"
        )
        secret = {card for card in lab.kernel(hidden).split() if CARD.fullmatch(card)}
        seen = set(CARD.findall(player.locator(".sw-board").inner_html()))
        assert secret
        assert not secret & seen, (lens, secret & seen)
    picture(lab, "lens")


def test_undo_takes_back_the_last_step_and_says_which(lab: Lab, folder: Path) -> None:
    """Rest is tried and bots finish the level: Undo takes back the bots' moves, and the next one the Rest."""
    (player,) = shown(lab, folder, "two-won", ONE.format(at="3"))
    player.get_by_role("button", name="Rest", exact=False).first.click()
    player.locator(".sw-branch-where", has_text=re.compile("reader|variation")).wait_for()
    bots_continue(player, until="level")
    player.locator(".sw-reply", has_text=re.compile("bots")).wait_for()
    count = "print(sum(not node.recorded for node in player.replay.nodes()))"
    assert int(lab.kernel(count)) > 1
    undo = player.get_by_role("button", name=re.compile("^Undo"))
    assert "bots" in str(undo.get_attribute("title"))
    picture(lab, "undo")
    undo.click()
    player.locator(".sw-reply", has_text="Undid").wait_for()
    lab.prints(count, "1")
    undo.click()
    lab.page.wait_for_timeout(500)
    lab.prints(count, "0")


def test_caps_lock_and_an_open_end(lab: Lab, folder: Path) -> None:
    """Keys work with Caps Lock; where the recording ends, nothing is offered, and the player says why."""
    (player,) = shown(lab, folder, "three-open", ONE.format(at="70"))
    player.locator(".sw-choices", has_text="The recording ends here").wait_for()
    assert player.locator(".sw-choice:not([disabled])").count() == 0
    picture(lab, "open-end")
    player.focus()
    before = lab.kernel("print(player.lens)")
    key = "{ key: 'F', code: 'KeyF', bubbles: true }"
    player.evaluate(f"element => element.dispatchEvent(new KeyboardEvent('keydown', {key}))")
    lab.page.wait_for_timeout(800)
    assert lab.kernel("print(player.lens)") != before

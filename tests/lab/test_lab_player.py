"""The player in a real JupyterLab: its views, its keys, and what stays when cells are run again, the kernel
is restarted and the notebook is closed.

That no request leaves the machine and no error is logged, the page's fixture checks.
"""

from __future__ import annotations

import json
import shutil
import string
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.acts import bots_continue
from tests.lab.labserver import Lab
from tests.lab.test_labserver import write

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.lab
LOAD = "import silkenweb as sw\nreplay = sw.Replay.load('lesson.json')"
SLOW = """
import time
class Slow:
    def __init__(self, rng): pass
    def choose(self, view, legal, seen):
        time.sleep(1.5)
        return 'rest' if 'rest' in legal else legal[0]
sw.bots.register('aslow', Slow)
"""


@pytest.fixture
def folder(folder: Path, lab_folder: Path) -> Path:
    """A folder of the test's own in what Lab shows, with a recorded game."""
    shutil.copy(lab_folder / "replays" / "lesson-what-silence-costs.json", folder / "lesson.json")
    return folder


def opened(lab: Lab, folder: Path, *cells: str) -> None:
    """These cells in a notebook, opened and run."""
    lab.open(f"{folder.name}/{write(folder, 'own.ipynb', *cells)}")
    lab.run_all()


def players(lab: Lab, count: int) -> list[Locator]:
    """The players on the page, drawn."""
    found = lab.page.locator(".sw-player")
    found.nth(count - 1).locator(".sw-seat").first.wait_for()
    assert found.count() == count
    return found.all()


def at(player: Locator, words: str) -> None:
    """Wait until the player stands there."""
    player.locator(".sw-where", has_text=words).wait_for()


def test_views_cells_and_python(lab: Lab, folder: Path) -> None:
    """Two views of one player stay in step; a branch made by hand is there when the cell is run again; one
    made in Python shows by itself; bots are seen move by move, and stopped.
    """
    opened(lab, folder, LOAD + SLOW, "player = sw.Player(replay, at='6')\nplayer", "player")
    one, two = players(lab, 2)
    one.locator(".sw-go-forward").click()
    at(one, "7 / 17")
    at(two, "7 / 17")
    two.locator(".sw-go-back").click()
    at(one, "6 / 17")
    one.get_by_role("button", name="Rest and rotate the hand").click()
    for view in (one, two):
        view.locator(".sw-branch-where", has_text="variation").wait_for()
    lab.prints("print(player.node.path)", "7/2/1")
    lab.kernel("player.show(replay.node('7').branch('ability -BJ8 wukong'))")
    two.locator(".sw-whose", has_text="Wukong takes the drawn card").wait_for()
    lab.run_cell(1)
    again = players(lab, 2)[0]
    at(again, "6 / 17")
    lab.prints("print(sum(not node.recorded for node in replay.nodes()))", "25")
    again.locator(".sw-go-forward").click()
    again.locator(".sw-others [data-by=reader]").wait_for(state="attached")
    bots_continue(again, bot="aslow", until="game")
    again.locator(".sw-branch-where", has_text="variation").wait_for()
    again.get_by_role("button", name="Stop the bots").click()
    again.locator(".sw-reply", has_text="Stopped after").wait_for()


def test_what_is_kept(lab: Lab, folder: Path) -> None:
    """Branches outlive the kernel, beside the recorded game, which stays as it was. A notebook that is saved
    and opened again has its live player, or without its kernel a picture; no widget's state is in the file.
    """
    before = (folder / "lesson.json").read_bytes()
    opened(lab, folder, LOAD, "player = sw.Player(replay, at='6')\nplayer")
    (player,) = players(lab, 1)
    player.get_by_role("button", name="Rest and rotate the hand").click()
    player.locator(".sw-kept", has_text="Kept in lesson.branches.json.").wait_for()
    player.get_by_role("tab", name="Notes").click()
    player.get_by_label("Comment", exact=True).fill("Why not?")
    player.get_by_role("button", name="Keep the comment").click()
    player.locator(".sw-stakes", has_text="Why not?").wait_for()
    lab.restart()
    lab.run_all()
    lab.prints("print(replay.node('7/2/1').move, replay.node('7/2/1').comment)", "rest ~ Why not?")
    assert (folder / "lesson.json").read_bytes() == before
    lab.save()
    saved = json.loads((folder / "own.ipynb").read_text("utf-8"))
    assert "widgets" not in saved["metadata"]
    bundle = saved["cells"][1]["outputs"][0]["data"]
    assert {"text/plain", "image/svg+xml"} <= set(bundle)
    lab.open(f"{folder.name}/own.ipynb")
    (player,) = players(lab, 1)
    at(player, "6 / 17")


KEYS = [*string.ascii_letters, *string.digits, "Delete", "Backspace", "Enter", "Escape", "Space", "Tab"]
SIGNS = [*"[]?+-=.,/", "ArrowUp", "ArrowDown", "Home", "End", "PageDown", "PageUp"]


def test_keys_and_themes(lab: Lab, folder: Path) -> None:
    """Whatever key is pressed in the player, no cell is added, removed, changed, run or left; it is drawn in
    the theme of Lab; the list of moves is at the node that is shown first.
    """
    cells = ("1", LOAD, "player = sw.Player(replay, at='12')\nplayer", "2")
    opened(lab, folder, *cells)
    (player,) = players(lab, 1)
    background = "element => getComputedStyle(element).backgroundColor"
    for theme, colour in (("Dark", "rgb(18, 24, 40)"), ("Light", "rgb(250, 245, 233)")):
        lab.theme(f"JupyterLab {theme}")
        assert player.evaluate(background) == colour
    player.get_by_role("tab", name="Moves", exact=True).click()
    row, rows = (player.locator(name).bounding_box() for name in (".sw-move[aria-current]", ".sw-rows"))
    assert row is not None
    assert rows is not None
    assert rows["y"] - 1 <= row["y"] < rows["y"] + rows["height"]
    count = lab.kernel("print(get_ipython().execution_count)")
    for place in (".sw-go-forward", "self"):
        target = player if place == "self" else player.locator(place)
        for key in [*KEYS, *SIGNS]:
            target.focus()
            lab.page.keyboard.press(key)
    player.focus()
    for key in ("d", "d", "0", "0", "i", "i"):  # Lab's doubled keys
        lab.page.keyboard.press(key)
    assert lab.cells() == list(cells)
    lab.prints("print(get_ipython().execution_count)", count)
    assert player.is_visible()


def test_a_click_in_a_linked_chart_moves_the_player(lab: Lab, folder: Path) -> None:
    """Once for each click, though the player went elsewhere in between; the chart needs no server.

    Its tooltip names the node.
    """
    chart = "chart = player.link(sw.charts.trajectory(sw.frames.decisions(replay)))\nchart"
    opened(lab, folder, LOAD, "player = sw.Player(replay)\nplayer", chart)
    (player,) = players(lab, 1)
    lab.kernel("moves = []; player.observe(lambda change: moves.append(player.node.path), 'cursor')")
    points = lab.page.locator(".vega-embed .mark-symbol path")
    points.nth(16).wait_for(state="attached")
    points.nth(8).scroll_into_view_if_needed()

    def click(number: int) -> None:
        box = points.nth(number).bounding_box()
        assert box is not None
        lab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        at(player, f"{number + 1} / 17")

    click(4)
    click(8)
    lab.kernel("player.show('2')")
    at(player, "2 / 17")
    click(8)
    lab.page.locator("#vg-tooltip-element tr", has_text="node").get_by_text("9", exact=True).wait_for()
    lab.prints("print(moves)", "['5', '9', '2', '9']")


CHEAP = """
sw.review(replay, worlds=16, error=0.5, solver=0)
for node in replay.main_line()[1:]:
    node.review = None
"""


def test_a_game_is_reviewed_while_the_reader_steps(lab: Lab, folder: Path) -> None:
    """A review that was begun goes on in slices, with the budget it had; meanwhile the kernel answers."""
    opened(lab, folder, LOAD + CHEAP, "player = sw.Player(replay, at='2', autosave=False)\nplayer")
    (player,) = players(lab, 1)
    player.get_by_role("tab", name="Review", exact=True).click()
    player.get_by_role("button", name="Continue the review").click()
    player.locator(".sw-go-forward").click()
    at(player, "3 / 17")
    player.get_by_role("button", name="Review the variations too").wait_for()
    assert player.locator(".sw-graph-known").get_attribute("d").count("L") == 16  # type: ignore[union-attr]
    found = "print({node.review['with']['worlds'] for node in replay.main_line()}, player.node.path)"
    lab.prints(found, "{16} 3")
    terms = player.locator(".sw-review-chances dt")
    floats = "(all) => all.map((term) => [getComputedStyle(term).float, term.clientHeight < 60])"
    assert terms.count() > 0
    assert terms.evaluate_all(floats) == [["none", True]] * terms.count()  # Lab's own lists have narrow terms

"""The table in a real JupyterLab: a turn is played, bots keep their pace, the kernel is restarted, and the
finished game is looked at where it was played.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.browser.acts import CORNER
from tests.lab.labserver import Lab
from tests.lab.test_labserver import write

pytestmark = pytest.mark.lab
BEGIN = "import silkenweb as sw\ntable = sw.Table({arguments})\ntable"
GO_ON = "import silkenweb as sw\ntable = sw.Table.resume('silkenweb-game-1.json')\ntable"
LOSE = """
while not table.stage["over"]:
    legal = [str(move) for move in table.replay.end.position.legal_moves()]
    kind = {"kind": "move", "move": "rest" if "rest" in legal else legal[0]} if legal else {"kind": "deal"}
    if table.stage["mine"] or not legal:
        table._receive(table, {**kind, "seq": 0}, [])
    else:
        table.sitting.play_bot(table.sitting.question()())
        table.show_table()
"""


def test_after_a_restart_in_the_middle_of_a_turn_the_game_is_not_lost(lab: Lab, folder: Path) -> None:
    """The button that finds no kernel names the call that continues the game; the cell, run again, offers it.
    What can be done is on the screen all the while.
    """
    cell = BEGIN.format(arguments="['wukong', 'bajie', 'wujing'], seed='class-7', bots='greedy', pace=0")
    lab.open(f"{folder.name}/{write(folder, 'lost.ipynb', cell)}")
    lab.run_all()
    page = lab.page.locator(".sw-sit")
    page.get_by_role("button", name="Deal level 1").click()
    for _ in range(2):
        page.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
    keep = page.locator(".sw-choice.sw-primary:not([disabled])")
    box, size = keep.bounding_box(), lab.page.viewport_size
    assert box is not None
    assert size is not None
    assert box["y"] + box["height"] <= size["height"]
    lab.restart()
    keep.click()
    page.locator(".sw-hint:visible", has_text='sw.Table.resume("silkenweb-game-1.json")').wait_for()
    lab.open(f"{folder.name}/{write(folder, 'setup.ipynb', BEGIN.format(arguments=''))}")
    lab.run_all()
    page.get_by_role("button", name="Continue the game in silkenweb-game-1.json").click()
    page.locator(".sw-sitting[data-mine]").wait_for()


def test_a_game_from_setup_to_the_look_at_it(lab: Lab, folder: Path) -> None:
    """Set up in Chinese and back in English; bots move one at a time; after a restart it goes on where it
    was; at the end the player opens in the table's place, with no error in the page.
    """
    cell = BEGIN.format(arguments="seed='class-7', bots='greedy', pace=0.3")
    lab.open(f"{folder.name}/{write(folder, 'own.ipynb', cell)}")
    lab.run_all()
    page = lab.page.locator(".sw-sit")
    page.get_by_label("Language").select_option("zh-Hant")
    page.get_by_role("heading", name="開新局").wait_for()
    page.get_by_label("語言").select_option("en")
    page.get_by_label("Name of the person at seat 1").fill("Ana")
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Deal level 1").click()
    for _ in range(2):
        page.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
    page.locator(".sw-choice.sw-primary:not([disabled])").click()
    page.locator(".sw-caption", has_text="Play cards").wait_for()
    page.get_by_role("button", name="Rest", exact=True).click()
    page.locator(".sw-log-list", has_text="Wukong rests").wait_for()
    page.locator(".sw-sitting[data-mine]").wait_for()
    page.get_by_role("tab", name="More").click()
    assert page.get_by_text("Recorded in silkenweb-game-1.json.").is_visible()
    told = lab.kernel("print(len(table.replay.main_line()), table.replay.players[0].name)")
    lab.save()
    bundle = json.loads((folder / "own.ipynb").read_text("utf-8"))["cells"][0]["outputs"][0]["data"]
    assert "".join(bundle["text/plain"]).startswith("<Table")

    lab.open(f"{folder.name}/{write(folder, 'again.ipynb', GO_ON)}")
    lab.run_all()
    page.locator(".sw-sitting[data-mine]").wait_for()
    lab.prints("print(len(table.replay.main_line()), table.replay.players[0].name)", told)
    lab.kernel(LOSE)
    page.locator(".sw-end-words").wait_for()
    page.get_by_role("button", name="Look at this game").first.click()
    page.locator(".sw-transport").wait_for()
    page.locator(".sw-go-forward").click()
    page.locator(".sw-where", has_text="1 /").wait_for()
    page.get_by_role("button", name="Back to the table").click()
    page.locator(".sw-end-words").wait_for()

"""The setup offers the unfinished games of the folder, and continues the one that is chosen."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.widgets.table import Table
from silkenweb.widgets.table_setup import MOST_BYTES, MOST_FILES
from tests.widgets.sample_games import HOSTILE
from tests.widgets.seated import Seated, play_to_the_end, sat

pytestmark = pytest.mark.usefixtures("no_loop", "folder")


def begun(name: str, **options: Any) -> Seated:
    """A game that was dealt and then left."""
    seated = sat(autosave=name, **{"bots": "greedy", **options})
    seated.must("deal")
    return seated


def offered(table: Table) -> list[str]:
    """The files that the setup offers, in order."""
    return [game["file"] for game in table.setup["unfinished"]]


def test_an_unfinished_game_is_offered_and_continued(folder: Path) -> None:
    """With the players and the level; the same seats, bots and file as with `Table.resume`."""
    left = begun("mine.json", names=["Ana", None, None], take_back=True)
    seated = Seated(Table())
    (game,) = seated.table.setup["unfinished"]
    assert (game["file"], game["level"]) == ("mine.json", 1)
    assert game["who"] == "Ana (Wukong), Bajie, Wujing"
    assert abs(game["changed"] / 1000 - (folder / "mine.json").stat().st_mtime) < 1
    seated.must("continue", file="mine.json")
    assert seated.table.replay.dumps() == left.table.replay.dumps()
    assert seated.table.path == folder / "mine.json"
    assert seated.stage["take_back"]
    seated.must("move", move=seated.legal()[0])
    assert sw.Replay.load("mine.json").dumps() == seated.table.replay.dumps()
    seated.must("new")
    assert offered(seated.table) == ["mine.json"]


def test_a_player_learns_how_the_game_is_continued(folder: Path) -> None:
    """As a call that works in the kernel: the name in the working folder, else the full path."""
    seated = sat(bots="greedy")
    assert seated.stage["resume"] == ""
    seated.must("deal")
    assert seated.stage["resume"] == 'sw.Table.resume("silkenweb-game-1.json")'
    (folder / "class").mkdir()
    other = begun(str(folder / "class" / 'a "b".json'))
    assert eval(other.stage["resume"], {"sw": sw}).replay.dumps() == other.table.replay.dumps()
    nowhere = sat(bots="greedy", autosave=False)
    nowhere.must("deal")
    assert nowhere.stage["resume"] == ""


WRONG: list[dict[str, Any]] = [
    {"format": "another"},
    {"players": "all"},
    {"players": [{"character": "wukong"}] * 6},
    {"result": {"phase": "open", "level": "1"}},
    {"result": None},
    {"meta": {"x_table": None}},
    {"meta": []},
]


def test_only_unfinished_games_of_a_table_are_offered(folder: Path) -> None:
    """Not finished ones or other files; only regular files are opened."""
    play_to_the_end(sat(autosave="finished.json", bots="greedy"), Random(1))
    begun("open.json")
    sw.sample("three-open").save(folder / "sample.json")
    (folder / "text.json").write_text("hello")
    (folder / "list.json").write_text("[]")
    (folder / "deep.json").write_text("[" * 100_000)
    text = (folder / "open.json").read_text()
    (folder / "large.json").write_text(text + " " * MOST_BYTES)
    for number, wrong in enumerate(WRONG):
        (folder / f"odd-{number}.json").write_text(json.dumps({**json.loads(text), **wrong}))
    os.mkfifo(folder / "pipe.json")
    (folder / "folder.json").mkdir()
    (folder / "link.json").symlink_to(folder / "open.json")
    (folder / "gone.json").symlink_to(folder / "nothing.json")
    seated = Seated(Table())
    assert offered(seated.table) == ["open.json"]
    for name in ("finished.json", "pipe.json", "link.json", "../open.json"):
        assert "does not offer" in seated.ask("continue", file=name)["reason"]
    for odd in (None, 3, ["open.json"]):
        assert seated.ask("continue", file=odd)["reason"].startswith("the request ")
    assert seated.stage == {"name": "setup"}


def test_the_newest_games_come_first_and_few_files_are_read(folder: Path) -> None:
    """A folder may contain thousands."""
    begun("game.json")
    text = (folder / "game.json").read_text()
    (folder / "game.json").unlink()
    for number in range(MOST_FILES + 5):
        (folder / f"game-{number}.json").write_text(text)
        os.utime(folder / f"game-{number}.json", (number + 1, number + 1))
    newest = [f"game-{number}.json" for number in range(MOST_FILES + 4, 4, -1)]
    assert offered(Table()) == newest


def test_hostile_names_are_offered_as_text_and_a_broken_game_is_refused(folder: Path) -> None:
    """The contents of the file are checked when the game is continued; the setup stays, with a sentence."""
    begun("hostile.json", names=[HOSTILE[0], None, None])
    data = json.loads((folder / "hostile.json").read_text())
    data["line"][0]["check"] = "0" * 16
    (folder / "broken.json").write_text(json.dumps(data))
    seated = Seated(Table())
    assert set(offered(seated.table)) == {"hostile.json", "broken.json"}
    assert HOSTILE[0] in seated.table.setup["unfinished"][0]["who"]
    assert seated.ask("continue", file="broken.json")["kind"] == "error"
    assert "Python has failed" not in seated.sent[-1]["reason"]
    (folder / "hostile.json").unlink()
    assert "cannot read" in seated.ask("continue", file="hostile.json")["reason"]
    assert seated.stage == {"name": "setup"}
    seated.must("start", form={**seated.table.setup["draft"], "pace": 0})


def test_a_table_that_keeps_nothing_offers_nothing() -> None:
    """Continuing a game would write to its file."""
    begun("mine.json")
    assert offered(Table(autosave=False)) == []

"""Variations and notes are saved next to the game's file, and loaded with it; nothing is ever lost."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import weakref
from pathlib import Path

import pytest

import silkenweb as sw
from silkenweb.replay.branch_file import beside
from silkenweb.replay.samples import folder
from silkenweb.text import Words
from silkenweb.text.refusals import refusal
from silkenweb.widgets.autosave import Debounced, autosave_of

pytestmark = pytest.mark.usefixtures("no_loop")
NAME = "lesson-what-silence-costs"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of a recorded game in its own folder."""
    return Path(shutil.copy(folder() / f"{NAME}.json", tmp_path / "game.json"))


def opened(game: Path) -> sw.Replay:
    """The game as the next kernel opens it."""
    replay = sw.Replay.load(game)
    autosave_of(replay, True)
    return replay


def kept(game: Path) -> Path:
    return game.with_name("game.branches.json")


def test_what_is_added_comes_back_and_the_game_is_not_touched(game: Path) -> None:
    """A variation, a comment and a promotion, in the next kernel; the saved file is a replay like any
    other.
    """
    before = game.read_bytes()
    replay = opened(game)
    node = replay.node("7").branch("ability -BJ8 wukong")
    node.comment = "Too soon?"
    node.promote()
    again = opened(game)
    assert again.node(node.path).move == node.move
    assert again.node(node.path).comment == "Too soon?"
    assert again.dumps() == replay.dumps() == kept(game).read_text("utf-8")
    assert sw.Replay.load(kept(game)).dumps() == replay.dumps()
    assert game.read_bytes() == before


def test_opening_is_no_edit(game: Path) -> None:
    """The next reader's first undo does not remove loaded changes."""
    opened(game).node("7").branch("rest ~")
    again = opened(game)
    assert not again.undo()
    assert again.count == sw.Replay.load(game).count + 1


def test_nothing_is_written_until_something_changes(game: Path) -> None:
    """Looking at a game creates no file."""
    opened(game)
    assert sorted(game.parent.iterdir()) == [game]


def test_undo_is_kept_too(game: Path) -> None:
    """The file follows the tree."""
    replay = opened(game)
    replay.node("7").branch("rest ~")
    replay.undo()
    assert opened(game).count == replay.count == sw.Replay.load(game).count


def test_samples_are_kept_nowhere_unless_a_file_is_named(tmp_path: Path) -> None:
    """This includes a file loaded from the samples' folder, and a game that was never in a file."""
    loaded = sw.Replay.load(folder() / f"{NAME}.json")
    for replay in (sw.sample(NAME), loaded, sw.Replay.start(["tang", "bajie"], seed="x")):
        assert autosave_of(replay, True) is None
        assert autosave_of(replay, False) is None
    named = tmp_path / "mine.json"
    replay = sw.sample(NAME)
    autosave_of(replay, named)
    replay.node("7").branch("rest ~")
    again = sw.sample(NAME)
    autosave_of(again, str(named))
    assert again.dumps() == replay.dumps()


@pytest.mark.parametrize(
    ("name", "beside_it"),
    [
        ("game.json", "game.branches.json"),
        ("game", "game.branches.json"),
        ("game.x.json", "game.x.branches.json"),
        ("game.branches.json", "game.branches.json"),
    ],
)
def test_how_the_file_is_called(name: str, beside_it: str, tmp_path: Path) -> None:
    """After the game's file; a branches file is saved to itself."""
    replay = sw.sample(NAME)
    replay.save(tmp_path / name)
    assert beside(replay) == tmp_path / beside_it


def test_two_who_read_the_same_game_lose_nothing_of_each_others(game: Path) -> None:
    """Each save merges what the other has saved."""
    one, two = opened(game), opened(game)
    mine = one.node("7").branch("rest ~")
    node = two.node("8")
    known = [child.move for child in node.children]
    yours = node.branch(next(move for move in node.position.legal_moves() if move not in known))
    third = opened(game)
    assert third.node(mine.path).move == mine.move
    assert third.node(yours.path).move == yours.move
    assert two.node(mine.path).move == mine.move


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("not a replay", "not JSON"),
        (sw.sample("two-won").dumps(), "this is another game: the characters differ"),
        ("", "not JSON"),
    ],
)
def test_a_strange_file_is_left_as_it_is(game: Path, text: str, words: str) -> None:
    """The reader is informed; once the file is removed, variations are saved again."""
    kept(game).write_text(text, "utf-8")
    replay = sw.Replay.load(game)
    autosave = autosave_of(replay, True)
    assert autosave is not None
    assert autosave.message(Words("en")).startswith(
        "Not kept: game.branches.json is there and left as it is; "
    )
    assert words in autosave.message(Words("en"))
    replay.node("7").branch("rest ~")
    assert kept(game).read_text("utf-8") == text
    kept(game).unlink()
    assert autosave_of(replay, True) is autosave
    assert not autosave.fault
    replay.node("7").comment = "again"
    assert autosave.message(Words("en")) == "Kept in game.branches.json."
    assert opened(game).dumps() == replay.dumps()


def test_a_folder_that_cannot_be_written_gives_a_word_and_no_error(game: Path) -> None:
    """The variation exists, and is saved as soon as possible."""
    replay = sw.Replay.load(game)
    autosave = autosave_of(replay, True)
    assert autosave is not None
    home, away = game.parent, game.parent.with_name("away")
    home.rename(away)
    replay.node("7").branch("rest ~")
    assert (
        autosave.message(Words("en"))
        == f"Not kept: game.branches.json can't be written (there is no folder {home})."
    )
    away.rename(home)
    replay.node("7").comment = "again"
    assert not autosave.fault
    assert opened(game).dumps() == replay.dumps()


def test_in_an_event_loop_a_burst_is_one_act() -> None:
    """It runs afterwards; a slow run is followed by a pause."""
    done: list[str] = []

    async def burst() -> None:
        soon = Debounced(lambda: done.append("done"))
        for _ in range(100):
            soon.call()
        assert done == []
        await asyncio.sleep(0.01)
        assert done == ["done"]
        soon.call()
        soon.stop()
        assert done == ["done"] * 2
        soon.call()
        await asyncio.sleep(0.01)
        assert done == ["done"] * 2

    asyncio.run(burst())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_place_of_the_file_is_refused_at_once(game: Path) -> None:
    """Neither the first edit nor Save waits for a reader of the pipe."""
    os.mkfifo(kept(game))
    player = sw.Player(game, save_to=kept(game))
    player.replay.node("7").comment = "Too soon?"
    assert player.autosave is not None
    player.autosave.save()
    said = "Not kept: game.branches.json can't be written (this is not a regular file)."
    assert player.autosave.message(player.words) == said
    with pytest.raises(sw.SilkenwebError) as refused:
        player.save()
    assert str(refused.value) == said
    assert kept(game).is_fifo()


def test_a_save_that_fails_says_so_in_a_sentence(game: Path) -> None:
    """It names the file and the reason, in the player's language, never the hidden lock or Python's words."""
    missing = game.parent / "none" / "h.json"
    with pytest.raises(sw.SilkenwebError) as refused:
        sw.Player(game, save_to=missing, autosave=False).save()
    assert str(refused.value) == f"Not kept: h.json can't be written (there is no folder {missing.parent})."
    assert refusal(Words("zh-Hant"), refused.value) == "未保存：無法寫入 h.json（檔案或資料夾不存在）。"
    (game.parent / ".h.json.lock").mkdir()
    with pytest.raises(sw.SilkenwebError) as refused:
        sw.Player(game, save_to=game.with_name("h.json"), autosave=False).save()
    why = "its lock, .h.json.lock in the same folder, is a folder; remove it"
    assert str(refused.value) == f"Not kept: h.json can't be written ({why})."
    assert refusal(Words("zh-Hant"), refused.value) == "未保存：無法寫入 h.json（無法使用該檔案的鎖定檔）。"


def test_whatever_keeps_a_replay_from_being_written_is_told(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unexpected error is a fault of the autosave, not of the edit."""
    replay = sw.Replay.load(game)
    autosave = autosave_of(replay, True)
    assert autosave is not None

    def fail(self: sw.Replay) -> str:
        raise KeyError("bot")

    monkeypatch.setattr(sw.Replay, "dumps", fail)
    replay.node("7").comment = "Too soon?"
    assert autosave.fault
    assert autosave.message(Words("en")) == "Not kept: KeyError: 'bot'"
    monkeypatch.undo()
    autosave.save()
    assert autosave.message(Words("en")) == "Kept in game.branches.json."


def test_equal_replays_are_saved_each_for_itself(game: Path) -> None:
    """An autosave belongs to one replay, not to all equal ones, and ends with it."""
    one, two = sw.Replay.load(game), sw.Replay.load(game)
    first = autosave_of(one, True)
    assert one == two
    assert autosave_of(two, True) is not first
    assert autosave_of(one, True) is first
    alive = weakref.ref(one)
    del one, first
    gc.collect()
    assert alive() is None

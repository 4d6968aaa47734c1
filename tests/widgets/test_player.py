"""The player's Python half: its answers, its messages, and what remains in the replay."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb import bots
from silkenweb.bots.registry import _makers
from silkenweb.widgets.player import Player
from tests.widgets.helpers import Asked, Message, started

pytestmark = pytest.mark.usefixtures("no_loop")
NAME = "lesson-what-silence-costs"


def test_a_branch_made_in_python_is_shown_without_a_call() -> None:
    """Also undo, a comment, and recorded moves; in every player of that replay."""
    replay = sw.sample(NAME)
    one, two = Player(replay), Player(replay, lens="seat:0")
    node = replay.node("7").branch("ability -BJ8 wukong")
    assert [sent["path"] for sent in one.branches].count(node.path) == 1
    node.comment = "mine"
    assert one.notes[str(one.showing.number(node))] == {"comment": "mine"}
    assert two.notes == {}
    replay.undo()
    replay.undo()
    assert node.move not in [sent["move"] for sent in one.branches if sent["path"].startswith("8/")]
    game = sw.Replay.start(["tang", "bajie"], seed="live")
    live = Player(game)
    game.record()
    assert len(live.line) == 2


def test_every_node_is_sent_with_its_path() -> None:
    """Also in nested alternatives, and after a promotion."""
    replay = sw.sample(NAME)
    inner = [node for node in replay.nodes() if not node.recorded and len(node.position.legal_moves()) > 2]
    for node in inner:
        for move in node.position.legal_moves()[:3]:
            node.branch(move)
    next(node for node in inner if len(node.children) > 2).children[-1].promote()
    player = Player(replay)
    sent = [*player.line, *player.branches]
    assert len(sent) == replay.count + 1
    assert all(player.showing.at(each["id"]).path == each["path"] for each in sent)


def test_many_edits_of_a_cell_are_sent_once() -> None:
    """After the cell has ended."""
    replay = sw.sample(NAME)
    player = Player(replay)
    sent: list[Any] = []
    player.observe(lambda change: sent.append(change), "branches")

    async def cell() -> None:
        for move in replay.node("6").position.legal_moves():
            replay.node("6").branch(move)
        assert sent == []
        await asyncio.sleep(0.05)

    asyncio.run(cell())
    assert len(sent) == 1


def test_a_closed_player_hears_nothing_and_is_let_go() -> None:
    """The replay keeps no reference to it."""
    replay = sw.sample(NAME)
    player = Player(replay)
    before = player.branches
    player.close()
    replay.node("7").branch("ability -BJ8 wukong")
    assert player.branches is before
    del player
    gc.collect()
    replay.undo()
    assert replay.history._listeners == []


def test_a_request_that_is_none_is_refused_with_its_number() -> None:
    """Every message gets an answer."""
    asked = started()
    assert asked.ask("nonsense")["reason"].startswith("this is not a valid request")
    assert asked.ask("legal", node=10**6)["reason"] == "there is no node 1000000"
    assert asked.ask("legal", node="0")["kind"] == "error"
    assert asked.ask("move", node=1)["reason"] == "the request lacks 'move'"
    asked.player._receive(asked.player, "no message", [])
    assert asked.sent[-1]["seq"] is None


def test_an_illegal_move_is_refused_by_its_rule() -> None:
    """With the move's text, whichever node is shown."""
    asked = started()
    answer = asked.ask("move", node=asked.number("6"), move="play WK6>T18")
    assert "(T3)" in answer["reason"]
    assert "(S5)" in asked.ask("move", node=asked.number("1"), move="keep -TS4")["reason"]
    assert asked.ask("move", node=asked.number("6"), move="<b>")["kind"] == "error"


def test_a_fault_of_the_program_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page always gets an answer; through a seat's lens it has only the type of the error."""

    def fail(*_: Any) -> None:
        raise KeyError("WK3")

    monkeypatch.setattr("silkenweb.widgets.payload.legal", fail)
    assert started().ask("legal", node=0)["reason"] == "Python has failed: KeyError('WK3')"
    assert started(lens="seat:0").ask("legal", node=0)["reason"] == "Python has failed: KeyError"


def test_a_node_is_shown_by_path_link_or_itself() -> None:
    """Not if the lens hides it."""
    replay = sw.sample(NAME)
    player = Player(replay, at="6")
    assert player.node.path == "6"
    player.show(replay.node("7").link)
    assert player.node.path == "7"
    hidden = next(
        node for node in replay.nodes() if node.parent and node.seat == 0 and node in node.parent.children[1:]
    )
    player.show(hidden)
    player.look_through("seat:1")
    assert player.node is hidden.parent
    with pytest.raises(sw.SilkenwebError, match="is not shown here"):
        player.show(hidden)


def test_the_lens_shown_first_is_one_of_those_offered() -> None:
    """So nobody sees everything by mistake; a failed player leaves nothing behind."""
    replay = sw.sample(NAME)
    assert Player(replay).game["lens"] == "all"
    assert Player(replay, lenses=["seat:1", "infer:1"]).game["lens"] == "seat:1"
    for options in ({"lens": "all", "lenses": ["seat:1"]}, {"lens": "seat:9"}, {"lenses": ["seat:x"]}):
        with pytest.raises(sw.SilkenwebError, match="lens"):
            Player(replay, **options)  # type: ignore[arg-type]
    with pytest.raises(sw.ReplayError, match="no such node"):
        Player(replay, at="999")
    gc.collect()


def test_notes_through_a_lens_are_those_written_through_it() -> None:
    """A comment of the file can neither be read nor overwritten there; undo does not reveal it."""
    asked = started(lens="seat:0")
    replay = asked.player.replay
    hidden = next(node for node in replay.main_line() if node.comment)
    number = asked.number(hidden.path)
    answer = asked.ask("comment", node=number, text="x")
    assert answer["reason"] == "this lens hides the comment that stands here; change it where all is shown"
    free = next(node for node in replay.main_line() if not node.comment)
    asked.ask("comment", node=asked.number(free.path), text="mine")
    assert asked.player.notes == {str(asked.number(free.path)): {"comment": "mine"}}
    free.comment = "what Bajie holds"
    assert asked.player.notes == {}
    asked.player.look_through("seat:1")
    replay.undo()
    assert asked.player.notes == {}
    asked.player.look_through("infer:0")
    assert asked.player.notes == {str(asked.number(free.path)): {"comment": "mine"}}


def test_saving_tells_where(tmp_path: Path) -> None:
    """In the named file, or else next to the game; otherwise it says what to do."""
    assert "save_to" in started().ask("save")["reason"]
    named = tmp_path / "named.json"
    assert started(save_to=named).ask("save")["words"] == f"Saved as {named}."
    kept = started(autosave=tmp_path / "kept.json")
    assert kept.ask("save")["words"] == "There is nothing to keep yet."
    kept.ask("move", node=kept.number("7"), move="rest ~")
    assert kept.ask("save")["words"] == "Kept in kept.json."
    assert kept.player.keeping == {
        "words": "Kept in kept.json.",
        "fault": False,
        "undo": True,
        "redo": False,
        "undoes": "add Rest and rotate the hand",
        "redoes": "",
    }


def test_what_can_be_undone_and_done_again_is_sent() -> None:
    """So that buttons without an effect are disabled."""
    asked = started(autosave=False)

    def steps() -> tuple[bool, bool]:
        return asked.player.keeping["undo"], asked.player.keeping["redo"]

    assert steps() == (False, False)
    asked.ask("move", node=asked.number("7"), move="rest ~")
    assert steps() == (True, False)
    asked.ask("undo")
    assert steps() == (False, True)
    asked.ask("redo")
    assert steps() == (True, False)


def test_undo_says_what_it_takes_back() -> None:
    """Before, in the data for the buttons, and after; promoting the first variation changes nothing."""
    asked = started(autosave=False)
    asked.ask("move", node=asked.number("7"), move="rest ~")
    made = asked.sent[-1]["node"]
    asked.ask("bots", node=made, bot="greedy", until="level")
    run = asked.player.replay.history.last
    assert run is not None
    assert run.label.count > 1
    bots_words = f"the bots' {run.label.count} moves"
    assert asked.player.keeping["undoes"] == bots_words
    node = asked.player.showing.at(made)
    assert node.promote() is node
    assert asked.player.keeping["undoes"] == bots_words
    assert asked.ask("undo")["words"] == f"Undid: {bots_words}"
    assert node in asked.player.replay.nodes()
    assert asked.player.keeping["redoes"] == bots_words
    assert asked.player.keeping["undoes"] == "add Rest and rotate the hand"
    asked.ask("comment", node=made, text="why?")
    asked.ask("comment", node=made, text="why?")
    assert asked.ask("undo")["words"] == "Undid: comment on Rest and rotate the hand"
    assert asked.ask("undo")["words"] == "Undid: add Rest and rotate the hand"
    assert asked.ask("undo")["words"] == "There is nothing to undo."
    assert asked.ask("redo")["words"] == "Redid: add Rest and rotate the hand"
    zh = started(autosave=False, language="zh-Hant")
    zh.ask("move", node=zh.number("7"), move="rest ~")
    assert zh.ask("undo")["words"] == "已復原：新增「休息並倒轉手牌」"


def test_promoting_the_first_branch_is_answered_and_is_no_edit() -> None:
    """A second variation can be promoted."""
    asked = started(autosave=False)
    node = asked.player.replay.node("6")
    there = {str(child.move) for child in node.children}
    free = [str(move) for move in node.position.legal_moves() if str(move) not in there]
    made = [asked.ask("move", node=asked.number("6"), move=move)["node"] for move in free[:2]]
    length = asked.player.replay.history.length
    assert asked.ask("promote", node=made[1])["words"] == "The branch comes first now."
    assert asked.ask("promote", node=made[1])["words"] == "This branch comes first already."
    assert asked.player.replay.history.length == length + 1
    assert asked.player.keeping["undoes"].startswith("promote ")


def test_through_a_seats_lens_undo_names_only_what_was_done_through_it() -> None:
    """An edit from a cell or another view is "the last change"; another's decision is not named."""
    asked = started(lens="seat:2", autosave=False)
    replay = asked.player.replay
    other = next(node for node in replay.main_line() if node.seat == 0 and node.comment is None)
    other.comment = "what Wukong holds"
    assert asked.player.keeping["undoes"] == "the last change"
    assert asked.ask("undo")["words"] == "Undid: the last change"
    asked.ask("comment", node=asked.number(other.path), text="hm")
    assert asked.player.keeping["undoes"] == "comment on Bajie's decision"
    asked.ask("lens", lens="seat:0")
    assert asked.player.keeping["undoes"] == "the last change"
    asked.ask("lens", lens="all")
    assert asked.player.keeping["undoes"].startswith("comment on ")
    assert "decision" not in asked.player.keeping["undoes"]


def test_what_is_kept_in_memory_only_is_said_until_it_is_saved(tmp_path: Path) -> None:
    """And again after the next change."""
    asked = started(save_to=tmp_path / "mine.json", autosave=False)
    asked.ask("move", node=asked.number("7"), move="rest ~")
    assert asked.player.keeping["words"].startswith("Not saved to a file yet")
    asked.ask("save")
    assert asked.player.keeping["words"] == "Nothing has changed since it was saved."
    asked.ask("undo")
    assert asked.player.keeping["words"].startswith("Not saved to a file yet")
    asked.ask("redo")
    assert asked.player.keeping["words"] == "Nothing has changed since it was saved."
    asked.ask("glyph", node=asked.number("7"), glyph="!!")
    assert asked.player.keeping["words"].startswith("Not saved to a file yet")


# -- bots that go on -----------------------------------------------------------------------------------


class Slow:
    """A bot that thinks for a while, and then rests."""

    def __init__(self, rng: Any, *, seconds: float = 0.05) -> None:
        self.seconds = seconds

    def choose(self, view: Any, legal: Any, seen: Any) -> str:
        time.sleep(self.seconds)
        return next((move for move in legal if move == "rest"), legal[0])


class Faulty:
    def __init__(self, rng: Any) -> None:
        pass

    def choose(self, view: Any, legal: Any, seen: Any) -> str:
        raise RuntimeError(f"I hold {view.text}")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Two more bots during the test."""
    bots.register("slow", Slow)
    bots.register("faulty", Faulty)
    yield
    del _makers["slow"], _makers["faulty"]


def run(asked: Asked, bot: str, until: str, *, path: str, stop_after: float | None = None) -> list[Message]:
    """Let bots continue within an event loop, as in a kernel; return all messages up to the answer."""

    async def kernel() -> None:
        number = asked.number(path)
        asked._seq += 1
        seq = asked._seq
        request = {"kind": "bots", "seq": seq, "node": number, "bot": bot, "until": until}
        asked.player._receive(asked.player, request, [])
        if stop_after is not None:
            await asyncio.sleep(stop_after)
            asked.ask("stop")
        for _ in range(1000):
            if any(message["seq"] == seq and message["kind"] != "progress" for message in asked.sent):
                return
            await asyncio.sleep(0.01)

    asked.sent.clear()
    asyncio.run(kernel())
    return list(asked.sent)


def test_bots_tell_each_node_as_they_make_it_and_are_undone_at_once() -> None:
    """Progress for every node, then the answer; one undo removes all of it."""
    asked = started()
    before = asked.player.replay.count
    messages = run(asked, "slow", "level", path="7")
    *progress, answer = messages
    assert {message["kind"] for message in progress} == {"progress"}
    assert answer["kind"] == "ok"
    assert answer["node"] == progress[-1]["node"]
    assert answer["node"] in [sent["id"] for sent in asked.player.branches]
    assert asked.player.replay.count - before <= len(progress)
    asked.ask("undo")
    assert asked.player.replay.count == before


def test_what_is_written_while_bots_go_on_is_undone_by_itself() -> None:
    """The comment is a separate step; undoing it keeps the bots' moves."""
    asked = started(autosave=False)
    replay = asked.player.replay
    note = asked.number("2")

    async def kernel() -> None:
        request = {"kind": "bots", "seq": "b", "node": asked.number("7"), "bot": "slow", "until": "level"}
        asked.player._receive(asked.player, request, [])
        while not any(message["kind"] == "progress" for message in asked.sent):
            await asyncio.sleep(0.01)
        asked.ask("comment", node=note, text="meanwhile")
        while not any(message["seq"] == "b" and message["kind"] == "ok" for message in asked.sent):
            await asyncio.sleep(0.01)

    asyncio.run(kernel())
    count, told = replay.count, []
    while replay.history.length:
        told.append(asked.ask("undo")["words"])
        if "comment" in told[-1]:
            assert replay.node("2").comment != "meanwhile"
    assert [words.split("Undid: ")[1][:11] for words in told if "comment" in words] == ["comment on "]
    assert [("bots" in words) for words in told] == [True, False, True][: len(told)]
    assert replay.count < count


def test_bots_are_stopped_at_once_even_within_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move is dropped; meanwhile the page is informed that a bot is thinking."""
    monkeypatch.setattr("silkenweb.widgets.bot_run.BEAT", 0.05)
    asked = started()
    before = asked.player.replay.count
    start = time.monotonic()
    messages = run(asked, "slow:seconds=1.5", "game", path="7", stop_after=0.3)
    assert time.monotonic() - start < 2.5  # closing the loop waits for the thread
    assert any("thinks …" in message["words"] for message in messages if message["kind"] == "progress")
    assert messages[-1]["words"] == "Stopped after no decisions."
    assert asked.player.replay.count == before


def test_one_run_at_a_time() -> None:
    """A second run is refused until the first one ends."""
    asked = started()

    async def kernel() -> None:
        for seq in (1, 2):
            request = {"kind": "bots", "seq": seq, "node": asked.number("7"), "bot": "slow", "until": "turn"}
            asked.player._receive(asked.player, request, [])
        assert asked.sent[-1] == {
            "kind": "error",
            "seq": 2,
            "reason": "bots are going on already; stop them first",
        }
        while not any(message["seq"] == 1 and message["kind"] == "ok" for message in asked.sent):
            await asyncio.sleep(0.01)

    asyncio.run(kernel())


def test_a_bot_that_fails_is_told_without_its_hand() -> None:
    """The full error is shown with all cards visible, but not through a seat's lens."""
    open_ = run(started(), "faulty", "turn", path="7")[-1]
    assert open_["kind"] == "error"
    assert "I hold view=" in open_["reason"]
    asked = started(lens="seat:2")
    assert asked.ask("move", node=asked.number("6"), move="rest ~")["kind"] == "ok"
    path = asked.player.replay.node("6").children[-1].path
    closed = run(asked, "faulty", "turn", path=path)[-1]
    assert closed["kind"] == "error"
    assert "view=" not in closed["reason"]


def test_through_a_seats_lens_others_follow_what_is_there() -> None:
    """No alternative begins with another player's decision."""
    asked = started(lens="seat:2")
    answer = run(asked, "slow", "game", path="7")[-1]
    assert answer["kind"] == "ok"
    replay = asked.player.replay
    for sent in asked.player.branches:
        node = replay.node(sent["path"])
        begins = node.parent is not None and node.parent.next is not node
        assert not begins or node.seat in (None, 2)


@pytest.mark.parametrize("kind", [["x"], {"a": 1}, None, 7, "unknown"])
def test_an_unknown_request_of_any_type_is_refused(kind: Any) -> None:
    asked = started()
    assert asked.ask(kind)["reason"] == "this is not a valid request: a dict"


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_a_refusal_shows_foreign_text_escaped(language: str) -> None:
    """On one line, with nothing that changes how text is displayed."""
    asked = started(language=language)
    for move in ("\u202ex\ud800\n\x1b[31m", "play \u202ex\ud800\n>\x1b[31m"):
        answer = asked.ask("move", node=3, move=move)
        assert answer["kind"] == "error"
        assert answer["reason"].isprintable()
        assert r"\u202ex\ud800\n" in answer["reason"]

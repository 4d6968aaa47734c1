"""A person's own turn: undoing a play, ending it automatically; and what the end of a game shows."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import silkenweb as sw
from silkenweb import bots
from silkenweb.bots import registry
from silkenweb.game.events import BlessingLost, Played, Revealed
from silkenweb.widgets.table import Table
from tests.widgets.seated import Seated, busy, play_to_the_end, sat

pytestmark = pytest.mark.usefixtures("no_loop", "folder")


def plays(seated: Seated) -> list[str]:
    """The offered plays."""
    return [move for move in seated.legal() if move.startswith("play ")] if seated.stage.get("mine") else []


def at_a_play(seated: Seated, revealing: bool, random: Random) -> str:
    """Play at random up to a person's play that does not end the turn, and that reveals Threats or not."""
    for _ in range(400):
        position = seated.table.replay.end.position
        for move in plays(seated):
            step = position.step(move)
            if step.position.seat != position.seat or step.position.phase != "turn":
                continue
            if revealing == any(isinstance(event, Revealed) for event in step.events):
                return move
        assert seated.act(random)
    raise AssertionError("no such play")


def test_an_own_play_is_undone_before_the_end_of_the_turn() -> None:
    """The same seat decides again, with the same cards; the file keeps the undone play once something else
    is played. A second request for the same play does nothing.
    """
    seated = sat(bots="greedy", blessings=9)
    move = at_a_play(seated, False, Random(1))
    table = seated.table
    before, count = table.replay.end.position.text, table.replay.count
    assert not seated.stage["undo"]
    assert "no play of this turn" in seated.ask("undo")["reason"]
    seated.must("move", move=move)
    assert seated.stage["undo"]
    shown = table.cursor
    seated.must("undo", node=shown)
    assert (table.replay.end.position.text, table.replay.count) == (before, count)
    assert seated.stage["mine"]
    seated.must("undo", node=shown)
    assert table.replay.count == count
    other = next(each for each in seated.legal() if each != move)
    seated.must("move", move=other)
    undone = [node for node in table.replay.nodes() if node.extra.get("x_taken_back")]
    assert [str(node.move) for node in undone] == [move]


def test_what_has_turned_up_new_cards_is_not_undone() -> None:
    """Nor is a turn that has ended."""
    seated = sat(bots="greedy", blessings=9)
    seated.must("move", move=at_a_play(seated, True, Random(2)))
    assert not seated.stage["undo"]
    assert "no play of this turn" in seated.ask("undo")["reason"]
    seated.must("move", move=at_a_play(seated, False, Random(3)))
    assert seated.stage["undo"]
    seated.must("move", move="end")
    assert not seated.stage["undo"]
    assert "no play of this turn" in seated.ask("undo")["reason"]


def test_nobody_else_learns_what_was_undone() -> None:
    """Between two people at one screen, neither the cover nor the other's table names the play."""
    seated = sat(seats=[0, 1], bots="greedy", blessings=9)
    move = at_a_play(seated, False, Random(4))
    seated.must("move", move=move)
    seated.must("undo")
    since = len(seated.traffic)
    seated.must("move", move="rest")
    while seated.stage["name"] != "cover":
        seated.act(Random(1))
    seated.must("ready", seat=seated.stage["seat"])
    sent = "".join(seated.traffic[since:])
    assert move not in sent
    for text in seated.traffic[since:]:
        message = json.loads(text)
        message.pop("game", None)
        assert "x_taken_back" not in json.dumps(message)
    words = f"plays {move.split()[1].partition('>')[0]} "
    assert words not in json.dumps(seated.stage) + json.dumps(seated.table.line)


def test_a_turn_ends_automatically_if_nothing_else_is_possible() -> None:
    """Only then, and only if the person wants it; the choice is kept in the file."""
    for auto in (False, True):
        seated = sat(bots="greedy", blessings=9, auto_end=auto, autosave=f"{auto}.json")
        assert seated.stage["auto_end"] == auto
        random, only, ended = Random(5), 0, 0
        for _ in range(300):
            mine = seated.legal() if seated.stage.get("mine") else []
            only += mine == ["end"]
            before = seated.table.replay.end
            if not seated.act(random):
                break
            line = seated.table.replay.main_line()
            after = line[line.index(before) + 1 :] if before in line else line
            ended += [str(node.move) for node in after[:2]][1:] == ["end"] and after[1].seat == after[0].seat
        assert (only > 0, ended > 0) == (not auto, auto)
        assert Table.resume(f"{auto}.json").stage["auto_end"] == auto
        seated.must("auto-end", on=not auto)
        assert seated.stage["auto_end"] != auto


def test_the_end_shows_all_hands_and_what_each_player_did() -> None:
    """The open position, the outcome, and counts that agree with the recorded events; before the end, none
    of it.
    """
    seated = sat(bots="greedy", blessings=1)
    seated.must("deal")
    assert not seated.stage["final"]
    play_to_the_end(seated, Random(7))
    replay, final = seated.table.replay, dict(seated.stage["final"])
    assert final["text"] == replay.end.position.text
    assert not final["won"]
    assert (final["cleared"], final["levels"]) == (replay.end.position.level - 1, 7)
    assert "lost" in final["words"]
    events = [event for node in replay.main_line() for event in node.events]
    assert final["blessings"] == sum(isinstance(event, BlessingLost) for event in events)
    for seat, counted in enumerate(final["seats"]):
        own = [event for event in events if isinstance(event, Played) and event.seat == seat]
        assert counted["played"] == len(own)
    assert sum(counted["rests"] for counted in final["seats"]) >= 3


def test_bots_say_how_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the table and in the setup, in the language of the table; your own bots by their docstring, cut
    short.
    """

    class Mine:
        """Rests for ever. <b>"""

        def __init__(self, rng: Any) -> None:
            pass

        def choose(self, view: sw.View, legal: Any, seen: Any) -> str:
            """Return the first move."""
            return str(legal[0])

    monkeypatch.setitem(registry._makers, "mine", Mine)
    monkeypatch.setitem(registry._makers, "nameless", lambda rng: Mine(rng))
    monkeypatch.setitem(registry._makers, "long", type("Long", (Mine,), {"__doc__": "word " * 200}))
    about = Table().setup["about"]
    assert set(about) == set(bots.names())
    assert about["mine"] == "Rests for ever. <b>"
    assert about["nameless"] == "A bot that was registered in this notebook."
    assert len(about["long"]) == 160
    assert "agreements" in about["convention"]
    seats = sat(bots=[None, "search:samples=20", "mine"]).table.game["seats"]
    assert "about" not in seats[0]
    assert "hidden cards" in seats[1]["about"]
    assert seats[1]["bot"] == "search:samples=20"
    assert "默契" in Table(language="zh-Hant").setup["about"]["convention"]


def test_busy_players_can_undo_as_often_as_they_may() -> None:
    """Whatever is undone, the game continues to its end, and the file can be read."""
    seated, random, undone = sat(bots="greedy", blessings=9, autosave="much.json"), Random(11), 0
    for _ in range(500):
        if seated.stage.get("undo") and random.random() < 0.5:
            seated.must("undo")
            undone += 1
        elif seated.stage["over"]:
            break
        elif seated.stage["mine"]:
            seated.must("move", move=busy(seated.legal(), random))
        else:
            seated.must("deal")
    assert undone > 5
    assert sw.Replay.load("much.json").dumps() == seated.table.replay.dumps()

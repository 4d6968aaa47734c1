"""The table: complete games through its requests, and how they are recorded, taken back and continued."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.bots import registry
from silkenweb.widgets.table import Table
from tests.widgets.sample_games import HOSTILE
from tests.widgets.seated import ALL, Seated, busy, play_to_the_end, sat

pytestmark = pytest.mark.usefixtures("no_loop", "folder")


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_is_played_and_recorded(players: int, folder: Path) -> None:
    """One person clicks at random, bots play the other seats. Each offer is accepted, and the file contains
    the game, with deals from the seed.
    """
    random = Random(players)
    characters = tuple(random.sample(ALL, players))
    seated = sat(characters, seat=random.randrange(players), blessings=9, bots="greedy")
    play_to_the_end(seated, random)
    replay = sw.Replay.load(folder / "silkenweb-game-1.json")
    assert replay.dumps() == seated.table.replay.dumps()
    assert replay.outcome.phase in ("won", "lost")
    assert replay.seed == "class-7"
    assert replay.end.position.level > 1
    assert seated.must("look")["kind"] == "ok"
    assert seated.table.player is not None
    assert seated.table.player.replay is seated.table.replay


def test_several_people_at_one_screen_play_a_whole_game() -> None:
    """Each is called by name before their cards are shown, and only the deciding person is asked."""
    seated = sat(ALL[1:5], seats={0: "Ana", 3: "Bo"}, blessings=9, bots="greedy")
    random, called = Random(5), set()
    for _ in range(1000):
        stage = seated.stage
        if stage["name"] == "cover":
            called.add(stage["who"])
            assert seated.table.line == []
        elif seated.table.replay.end.position.seat is not None:
            assert stage["viewer"] == seated.table.replay.end.position.seat
        if not seated.act(random):
            break
    assert called == {"Ana (Wukong)", "Bo (Bailoong Horse)"}
    assert seated.table.replay.outcome.phase in ("won", "lost")


def test_setting_up_on_the_screen(folder: Path) -> None:
    """Arguments from Python are filled in; what is filled in is played, and recorded with its seed."""
    seated = Seated(Table(seed="class-7", bots="greedy", pace="slow", take_back=True))
    setup = dict(seated.table.setup)
    assert [row["character"] for row in setup["draft"]["seats"]] == ["wukong", "bajie", "wujing"]
    assert (setup["draft"]["seed"], setup["draft"]["pace"], setup["take_back"]) == ("class-7", 3.0, True)
    form = {
        **setup["draft"],
        "seats": [
            {"character": "bajie", "bot": "random", "name": ""},
            {"character": "tang", "bot": None, "name": "Ana"},
        ],
        "blessings": 4,
        "pace": 0,
        "seed": "",
    }
    seated.must("start", form=form)
    table = seated.table
    assert table.setup == {}
    assert (table.replay.characters, table.replay.blessings) == (("bajie", "tang"), 4)
    assert [player.name for player in table.replay.players] == [None, "Ana"]
    assert len(table.replay.seed or "") == 8
    assert list(folder.iterdir()) == []
    seated.must("deal")
    assert [path.name for path in folder.glob("[!.]*")] == ["silkenweb-game-1.json"]
    seated.must("new")
    assert table.setup["draft"]["seats"][1]["name"] == "Ana"
    assert table.setup["draft"]["seed"] == ""


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"characters": ["wukong", "buddha"]}, "unknown character; the edition has"),
        ({"characters": "wukong"}, "characters: expected a list of characters"),
        ({"characters": ["wukong"]}, "expected 2 to 5 players, got 1"),
        ({"characters": ["wukong", "wukong"]}, "each character can play only once"),
        ({"seat": 3}, "seat: expected a seat from 0 to 2"),
        ({"seat": True}, "seat: expected a seat"),
        ({"seats": [0, -1]}, "seats: expected a seat from 0 to 2"),
        ({"seats": []}, "at least one seat must be a human"),
        ({"seats": [1], "seat": 2}, "not both"),
        ({"bots": "nobody"}, "there is no bot 'nobody'; there are"),
        ({"bots": ["greedy"]}, "one for each of the 3 seats"),
        ({"bots": {7: "greedy"}}, "bots: expected a seat from 0 to 2"),
        ({"bots": [None, None, "greedy"]}, "seat 1: expected the name of a bot"),
        ({"bots": "greedy:depth=3"}, "bot 'greedy:depth=3'"),
        ({"seed": 7.5}, "seed: expected text or a whole number"),
        ({"blessings": -1}, "a number of Blessings"),
        ({"names": ["Ana"]}, "names: expected a list of 3"),
        ({"names": ["", None, None]}, "expected a name of 1 to 200"),
        ({"pace": "hasty"}, "pace: expected a number of seconds up to 60, or one of at once, quick"),
        ({"pace": 61}, "pace: expected"),
        ({"language": "tlh"}, "there is no language 'tlh'"),
        ({"autosave": "nowhere/game.json"}, "there is no such folder"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(options: dict[str, Any], reason: str) -> None:
    """Each error says what was wrong, and most say what is valid."""
    with pytest.raises(sw.SilkenwebError, match=reason):
        Table(**{"characters": ["wukong", "bajie", "wujing"], **options})


EDITION = {"edition": "reconstructed"}
PERSON = {"character": "wukong", "bot": None}


@pytest.mark.parametrize(
    "form",
    [
        None,
        {},
        {"seats": "all"},
        {"seats": [], **EDITION},
        {"seats": [None, 7], **EDITION},
        {"seats": [PERSON, {"character": "bajie", "bot": "x"}], **EDITION},
        {"seats": [PERSON, {"character": "bajie", "bot": 3}], **EDITION},
        {"seats": [PERSON, {"character": "bajie", "bot": None, "name": 3}], **EDITION},
        {"seats": [PERSON, {"character": ["bajie"], "bot": None}], **EDITION},
        {"seats": [PERSON], "edition": "mine"},
        {"seats": [PERSON], "edition": ["reconstructed"]},
    ],
)
def test_a_setup_that_no_page_would_send_is_refused(form: Any) -> None:
    """The answer says so, and the setup stays."""
    seated = Seated(Table())
    assert seated.ask("start", form=form)["kind"] == "error"
    assert "Python has failed" not in seated.sent[-1]["reason"]
    assert seated.stage == {"name": "setup"}


def test_unknown_arguments_raise() -> None:
    """As for any function."""
    with pytest.raises(TypeError):
        Table(["wukong", "bajie"], colour="red")  # type: ignore[call-arg]


# -- requests --------------------------------------------------------------------------------------


def test_an_illegal_try_names_the_rule_and_changes_nothing() -> None:
    """And nobody decides for another seat, deals twice or plays at a covered table."""
    seated = sat()
    assert "not this seat's decision" in seated.ask("move", move="rest")["reason"]
    seated.must("deal")
    assert seated.ask("deal")["reason"] == "no deal is due here"
    before = seated.table.replay.dumps()
    assert "(S5)" in seated.ask("move", move="keep")["reason"]
    assert "lacks 'move'" in seated.ask("move")["reason"]
    assert "not a valid request" in seated.ask("cheat")["reason"]
    assert seated.ask("look")["reason"].startswith("the game is not over")
    assert seated.ask("start", form={})["reason"] == "the table is set up already"
    assert seated.ask("ready", seat=0)["reason"] == "the screen is not waiting for a player"
    assert seated.ask("pace", pace="fast")["kind"] == "error"
    assert seated.table.replay.dumps() == before
    odd: list[Any] = [None, [], 3, {"kind": []}, {"kind": None}]
    for message in odd:
        seated.table._receive(seated.table, message, [])
        assert seated.sent[-1]["kind"] == "error"


class Resting:
    """A bot that rests whenever possible."""

    def __init__(self, rng: Random) -> None:
        pass

    def choose(self, view: sw.View, legal: Any, seen: Any) -> str:
        """Return a Rest, or else the first legal move."""
        return "rest" if "rest" in legal else str(legal[0])


def test_what_cannot_be_undone_is_named_before_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ability, and the Rest that costs a Blessing or the game; other moves need no confirmation."""
    monkeypatch.setitem(registry._makers, "resting", Resting)
    seated = sat(("wukong", "bajie"), seat=1, bots="resting", blessings=2)
    said: dict[str, str] = {}
    words: dict[str, str] = {}
    while not seated.stage["over"]:
        position = seated.table.replay.end.position
        moves = seated.must("legal")["moves"] if seated.stage["mine"] else []
        for move in moves:
            kind = move["text"].split()[0]
            if kind == "rest":
                assert bool(move["final"]) == (position.rests == 1)
            else:
                assert bool(move["final"]) == (kind == "ability"), move
            if move["final"]:
                key = f"{move['text']} at {position.blessings}"
                said[key], words[key] = move["final"], move["words"]
        rest = ["rest"] if moves and position.phase == "turn" and position.rests == 1 else []
        seated.must("move", move=(rest or [moves[0]["text"]])[0]) if moves else seated.must("deal")
    costs = {key.split(" at ")[0]: words[key] for key in said if key.endswith(" at 2")}
    assert costs["rest"] == "Rest (loses a Blessing)"
    assert costs["rest ~"] == "Rest and rotate the hand (loses a Blessing)"
    assert "loses a Blessing" in said["rest at 2"]
    assert words["rest at 0"] == "Rest (loses the game)"
    assert "the game is lost" in said["rest at 0"]


def test_a_second_click_is_not_a_second_move() -> None:
    """A request for an earlier state of the page does nothing."""
    seated = sat(("wukong", "bajie"), bots="greedy")
    shown = seated.table.cursor
    seated.must("deal", node=shown)
    count = seated.table.replay.count
    seated.must("deal", node=shown)
    seated.must("move", node=shown, move=seated.legal()[0])
    assert seated.table.replay.count == count


def test_while_covered_nothing_is_asked_or_played() -> None:
    """Only the called person may say that they are ready."""
    seated = sat(seats=[0, 1])
    seated.must("deal")
    assert seated.stage["name"] == "cover"
    seat = seated.stage["seat"]
    for kind in ("legal", "move", "deal", "back", "pace", "look", "table", "again"):
        assert "covered" in seated.ask(kind, move="rest", pace=1)["reason"]
    assert seated.ask("ready", seat=1 - seat)["kind"] == "error"
    assert seated.ask("ready")["kind"] == "error"
    seated.must("ready", seat=seat)
    assert seated.stage["viewer"] == seat


def test_a_bot_that_fails_is_told_of_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot's error is not quoted, since it may name cards. The game stays as recorded."""

    class Failing:
        works = False

        def __init__(self, rng: Random) -> None:
            self.rng = rng

        def choose(self, view: sw.View, legal: Any, seen: Any) -> str:
            if not self.works:
                raise RuntimeError(f"I hold {view.text}")
            return str(self.rng.choice(legal))

    monkeypatch.setitem(registry._makers, "failing", Failing)
    seated = sat(("wukong", "bajie"), seat=1, bots="failing")
    seated.must("deal")
    assert seated.stage["fault"] == (
        "The bot of Wukong has failed (RuntimeError). The game stands as it was recorded."
    )
    assert "I hold" not in "".join(seated.traffic)
    assert seated.table.replay.count == 1
    Failing.works = True
    seated.must("again")
    assert seated.stage["fault"] == ""
    assert seated.stage["mine"]


def test_hostile_names_go_through_as_they_are(folder: Path) -> None:
    """Into the file, the messages and the text of the table, always as plain text."""
    for number, name in enumerate(HOSTILE, 1):
        seated = sat(("wukong", "bajie"), names=[name, None])
        seated.must("deal")
        assert seated.table.game["seats"][0]["player"] == name
        path = folder / f"silkenweb-game-{number}.json"
        assert sw.Replay.load(path).players[0].name == name
        assert Table.resume(path).game["seats"][0]["player"] == name


# -- what a saved notebook shows -------------------------------------------------------------------


def test_a_saved_notebook_has_a_picture_of_what_the_seat_sees() -> None:
    """Its text contains no memory address. A table for several people has no picture, because it could not
    be covered.
    """
    seated = sat()
    seated.must("deal")
    bundle = seated.table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith("<Table of wukong, bajie, wujing: open at level 1>\n")
    hand = seated.table.replay.end.position.seats[1].hand
    assert not any(card.rstrip("'") in json.dumps(data) for card in hand)
    shared = sat(seats=[0, 1])
    shared.must("deal")
    for _ in range(3):  # covered, looked at, covered again
        bundle = shared.table._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        assert "image/svg+xml" not in data
        assert data["text/plain"] == repr(shared.table)
        shared.act(Random(1))
    assert repr(Table()) == "<Table, not set up yet>"


def test_both_languages_are_spoken() -> None:
    """The language is chosen in the setup, and the filled-in values are kept."""
    seated = Seated(Table())
    seated.must("language", language="zh-Hant", form={**seated.table.setup["draft"], "seed": "甲"})
    assert seated.table.setup["draft"]["seed"] == "甲"
    assert seated.table.setup["language"] == "zh-Hant"
    assert "入座" in seated.table._script.text
    assert seated.ask("language", language="tlh")["kind"] == "error"
    seated.must("start", form={**seated.table.setup["draft"], "pace": 0})
    seated.must("deal")
    assert seated.stage["next"] == "孫悟空"
    random = Random(1)
    assert busy(seated.legal(), random)

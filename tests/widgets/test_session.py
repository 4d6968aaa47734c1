"""One session answers the player, the table, the Scribe and a practice position, over any transport."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.teaching.practice_session import PracticeRequests
from silkenweb.text import Words
from silkenweb.widgets.player import Player
from silkenweb.widgets.player_requests import PlayerRequests
from silkenweb.widgets.scribe_form import ScribeRequests
from silkenweb.widgets.session import Kind, Requests, Session
from silkenweb.widgets.table import Table
from silkenweb.widgets.table_requests import TableRequests

pytestmark = pytest.mark.usefixtures("no_loop")
Message = dict[str, Any]


class Line:
    """A transport in memory: what a session sent, in order."""

    def __init__(self, requests: Requests) -> None:
        self.sent: list[Message] = []
        self.session = Session(requests, self.sent.append)

    def ask(self, kind: str, **values: Any) -> Message:
        """Send one request; return the answer to it."""
        seq = f"here.{len(self.sent)}"
        self.session.receive({"kind": kind, "seq": seq, **values})
        assert self.sent[-1]["seq"] == seq
        return self.sent[-1]


def silent(widget: Any) -> Any:
    """A widget that has no comm to answer by."""

    def fail(*_: object) -> None:
        raise AssertionError("the answer went over the comm")

    widget.send = fail
    return widget


def lines() -> dict[str, Line]:
    """Sessions of a player, a table, a Scribe and a practice position."""
    player = silent(Player(sw.sample("lesson-what-silence-costs")))
    table = silent(Table(["wukong", "bajie"], seed="class-7", pace=0, autosave=False))
    scribe = sw.Scribe(["wukong", "bajie"])
    return {
        "player": Line(PlayerRequests(player)),
        "table": Line(TableRequests(table)),
        "scribe": Line(ScribeRequests(scribe, Words("en"))),
        "practice": Line(PracticeRequests(sw.practice("locking", 1, language="en"))),
    }


def test_each_is_driven_without_a_comm() -> None:
    """A move tried and undone, a game begun, a fact added and removed, and a practice position played."""
    session = lines()
    made = session["player"].ask("move", node=7, move="rest ~")
    assert made["kind"] == "ok"
    assert session["player"].ask("undo")["words"].startswith("Undid: ")
    assert session["table"].ask("deal")["kind"] == "ok"
    offered = session["table"].ask("legal")["moves"]
    assert session["table"].ask("move", move=offered[0]["text"])["kind"] == "ok"
    assert session["scribe"].ask("tell", texts=["row T02 T12"])["kind"] == "ok"
    refused = session["scribe"].ask("tell", texts=["play BJ1>T02"])
    assert refused["kind"] == "refused"
    assert refused["rule"]
    assert session["scribe"].ask("undo")["kind"] == "ok"
    assert session["practice"].ask("play", move="play WK3>T20")["kind"] == "ok"


KINDS: Mapping[str, Mapping[str, Kind]] = {
    "player": PlayerRequests.KINDS,
    "table": TableRequests.KINDS,
    "scribe": ScribeRequests.KINDS,
    "practice": PracticeRequests.KINDS,
}
EVERY = [
    (name, kind, key) for name, kinds in KINDS.items() for kind in kinds for key in kinds[kind].parameters
]


def good(parameter: Any) -> Any:
    """A value that a session accepts."""
    return {str: "a", int: 1, bool: True, dict: {}, list: []}[parameter.types[0]]


@pytest.mark.parametrize(("name", "kind", "key"), EVERY)
def test_wrong_types_and_long_texts_never_reach_a_handler(
    name: str, kind: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For each parameter of each kind: refused with one message that has the number of the request."""
    line = lines()[name]
    known = KINDS[name][kind]
    monkeypatch.setattr(known, "handler", lambda *_: pytest.fail("a handler got an invalid value"))
    parameter = known.parameters[key]
    values = {each: good(known.parameters[each]) for each in known.parameters}
    wrong: list[Any] = [object(), b"x"]
    wrong += [each for each in (True, "1", 1, 1.5, [], {}) if type(each) not in parameter.types]
    for value in wrong:
        answer = line.ask(kind, **{**values, key: value})
        assert answer["kind"] in ("error", "refused")
        assert answer["reason"].startswith(f"the request has an invalid value for {key}: ")
    if parameter.most:
        long = {str: "a", list: ["a"]}.get(parameter.types[0], "") * (parameter.most + 1)
        value = long or dict.fromkeys(map(str, range(parameter.most + 1)))
        reason = line.ask(kind, **{**values, key: value})["reason"]
        assert reason.startswith(f"expected at most {parameter.most:,} characters or items for {key}, got ")
    if not parameter.optional:
        del values[key]
        assert line.ask(kind, **values)["reason"] == f"the request lacks '{key}'"


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("message", [None, 3, [], {}, {"kind": None}, {"kind": []}, {"kind": "nonsense"}])
def test_an_unknown_kind_is_refused_in_one_way(name: str, message: object) -> None:
    """All of them use the same sentence; every message gets an answer."""
    line = lines()[name]
    line.session.receive(message)
    (answer,) = line.sent
    assert answer["reason"].startswith("this is not a valid request")
    assert answer["seq"] is None


@pytest.mark.parametrize("seq", [[], {}, "x" * 200, True, 1.5, None])
def test_what_is_no_number_of_a_request_is_not_repeated(seq: object) -> None:
    """A page cannot make Python send back arbitrary data."""
    line = lines()["scribe"]
    line.session.receive({"kind": "undo", "seq": seq})
    assert line.sent[-1]["seq"] is None


class Odd(Requests):
    """Two handlers that fail, one of them later."""

    words = Words("en")
    discloses = False

    def _fail(self, _request: object) -> Message:
        raise KeyError("WK3")

    async def _fail_later(self, request: Any) -> Message:
        request.progress({"done": 1})
        await asyncio.sleep(0)
        raise KeyError("WK3")

    KINDS = {"fail": Kind(_fail), "fail later": Kind(_fail_later)}  # noqa: RUF012


def test_a_failure_is_answered_and_names_no_card() -> None:
    """At once or in a task, after a progress message, by the same error path."""
    sent: list[Message] = []
    session = Session(Odd(), sent.append)

    async def kernel() -> None:
        for seq, kind in enumerate(("fail", "fail later")):
            session.receive({"kind": kind, "seq": seq})
        await asyncio.sleep(0.01)

    asyncio.run(kernel())
    assert sent == [
        {"kind": "error", "reason": "Python has failed: KeyError", "seq": 0},
        {"kind": "progress", "done": 1, "seq": 1},
        {"kind": "error", "reason": "Python has failed: KeyError", "seq": 1},
    ]

"""The review from within the player: in slices, stopped and continued, while the reader keeps working."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

import silkenweb as sw
from silkenweb import Node, Replay
from silkenweb.study.review import Finding, Mean, Report, ReviewTask, analysis
from silkenweb.widgets import review_run as running
from tests.widgets.helpers import Asked, Message

pytestmark = pytest.mark.usefixtures("no_loop")
BUDGET = {"worlds": 8, "error": 0.9}


def short_game() -> Replay:
    """A short game of two players who chose at random."""
    return sw.play(["wukong", "bajie"], "random", seed="s3")


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The reviewed nodes, each of which takes a twentieth of a second; the findings are invented."""
    paths: list[str] = []

    def look(_evaluator: object, node: Node) -> Finding:
        time.sleep(0.02)
        paths.append(node.path)
        half = Mean(0.5, 0.01)
        luck = Mean(0.1, 0.01) if node.deal else None
        return Finding(node.level, half, half, 0.5, 8, seat=node.seat, luck=luck)

    monkeypatch.setattr(analysis, "review_node", look)
    monkeypatch.setattr(analysis, "find_turning_point", lambda *_: None)
    return paths


def reviewed_paths(replay: Replay) -> list[str]:
    return [node.path for node in replay.main_line() if node.review is not None]


def sent(asked: Asked, kind: str) -> list[Message]:
    return [message for message in asked.sent if message["kind"] == kind]


def begin(asked: Asked, branches: bool = False) -> None:
    """Request a review, whose answer comes later."""
    asked.player._receive(asked.player, {"kind": "review", "seq": 99, "branches": branches}, [])


async def until(asked: Asked, kind: str, count: int = 1) -> Message:
    """Wait for the given number of messages of that kind; return the last."""
    for _ in range(2000):
        if len(sent(asked, kind)) >= count:
            return sent(asked, kind)[count - 1]
        await asyncio.sleep(0.005)
    raise AssertionError(f"no {kind}; only {asked.sent[-3:]}")


def test_where_no_loop_runs_it_is_done_at_once(looked_at: list[str]) -> None:
    """Progress is reported for each node, and one undo removes the review."""
    replay = short_game()
    before = replay.dumps()
    asked = Asked(replay, autosave=False)
    answer = asked.ask("review")
    total = len(replay.main_line())
    assert answer["kind"] == "reviewed"
    assert (answer["done"], answer["total"], answer["over"]) == (total, total, True)
    assert [message["done"] for message in sent(asked, "progress")] == [*range(1, total + 1), total]
    assert len(asked.player.reviews["nodes"]) == total
    assert asked.player.reviews["game"] == [total, total]
    asked.ask("undo")
    assert replay.dumps() == before
    assert asked.player.reviews["nodes"] == {}


@pytest.mark.parametrize("threads", [True, False])
def test_it_is_stopped_and_gone_on_with(
    looked_at: list[str], monkeypatch: pytest.MonkeyPatch, threads: bool
) -> None:
    """With threads and, as in JupyterLite, without. Meanwhile legal moves are answered and variations added;
    findings are shown as they come and kept when it stops, and the next review continues there.
    """
    monkeypatch.setattr(running, "THREADS", threads)
    replay = short_game()
    total = len(replay.main_line())

    async def read() -> None:
        asked = Asked(replay, autosave=False)
        begin(asked)
        await until(asked, "progress", 3)
        assert asked.ask("review")["kind"] == "error"
        turn = next(node for node in replay.main_line() if node.position.phase == "turn")
        number = asked.player.showing.number(turn)
        assert asked.ask("legal", node=number)["kind"] == "legal"
        assert asked.ask("move", node=number, move="rest ~")["kind"] == "ok"
        await asyncio.sleep(0.1)
        assert len(asked.player.reviews["nodes"]) >= 3
        assert reviewed_paths(replay) == []
        asked.ask("stop review")
        answer = await until(asked, "reviewed")
        assert answer["over"] is False
        assert 3 <= answer["done"] < total
        assert reviewed_paths(replay) == looked_at == [str(n) for n in range(1, answer["done"] + 1)]
        asked.ask("undo")
        assert reviewed_paths(replay) == []
        assert any(node.move == "rest ~" for node in turn.children)
        asked.ask("redo")
        begin(asked)
        assert (await until(asked, "reviewed", 2))["over"] is True
        assert looked_at == [node.path for node in replay.main_line()]
        assert asked.player.reviews["game"] == [total, total]
        done, count = asked.player.reviews["branches"]
        assert done == 0 < count
        begin(asked, branches=True)
        await until(asked, "reviewed", 3)
        assert asked.player.reviews["branches"] == [count, count]
        assert len(looked_at) == total + count

    asyncio.run(read())


def test_first_values_change_nothing_in_the_review() -> None:
    """The findings are those of `sw.review` with the same parameters, and nothing provisional is stored."""
    plain, first = short_game(), short_game()
    report = sw.review(plain, worlds=8, error=0.9, solver=0, progress=False)
    work = ReviewTask(first, report.parameters, solver=0)
    for _ in work.first_steps():
        pass
    assert list(work.shown) == list(work.nodes)
    assert not work.found
    assert first.dumps() == short_game().dumps()
    while not work.over:
        work.step()
    work.keep()
    assert first.dumps() == plain.dumps()


def test_first_values_have_an_error_even_if_all_rollouts_agree() -> None:
    """Unless the game is over. They are within three errors of a review with many rollouts, except for one
    node in 50.
    """
    replay = short_game()
    work = ReviewTask(replay, solver=0)
    for _ in work.first_steps():
        pass
    first = dict(work.shown)
    report = sw.review(replay, worlds=96, solver=0, progress=False)
    far = 0
    for node, finding in report.main.entries:
        over = node.state.phase in ("won", "lost")
        assert (first[node].value.error == 0) == over
        far += abs(first[node].value.value - finding.value.value) > 3 * first[node].value.error + 1e-9
    assert far <= len(first) / 50


@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("lens", ["all", "seat:1"])
def test_first_values_are_shown_at_once_and_marked(
    looked_at: list[str], monkeypatch: pytest.MonkeyPatch, threads: bool, lens: str
) -> None:
    """Each shown node gets one early in the review, without a loss; afterwards none has one."""
    monkeypatch.setattr(running, "THREADS", threads)
    replay = short_game()

    async def read() -> None:
        asked = Asked(replay, lens=lens, autosave=False)
        begin(asked)
        await until(asked, "progress")
        asked.player.refresh()
        early = asked.player.reviews
        marked = [found for found in early["nodes"].values() if found.get("provisional")]
        assert len(marked) > len(early["nodes"]) / 2
        assert not any(found.keys() & {"loss", "grade", "forced", "luck"} for found in marked)
        assert all(("open" in found) == (lens == "all") for found in marked)
        if lens == "all":
            assert early["game"][0] == len(early["nodes"]) - len(marked)
        await until(asked, "reviewed")
        later = asked.player.reviews["nodes"]
        assert later.keys() == early["nodes"].keys()
        assert not any("provisional" in found for found in later.values())

    asyncio.run(read())


def test_a_review_that_fails_keeps_what_it_has(looked_at: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is reported, and the review can be started again."""
    real: Any = analysis.review_node

    def failing(evaluator: object, node: Node) -> Finding:
        if node.path == "4":
            raise ValueError("no")
        found: Finding = real(evaluator, node)
        return found

    monkeypatch.setattr(analysis, "review_node", failing)

    async def read() -> None:
        asked = Asked(short_game(), autosave=False)
        begin(asked)
        answer = await until(asked, "error")
        assert "ValueError" in answer["reason"]
        assert reviewed_paths(asked.player.replay) == ["1", "2", "3"]
        monkeypatch.setattr(analysis, "review_node", real)
        begin(asked)
        assert (await until(asked, "reviewed"))["over"]

    asyncio.run(read())


def test_from_python_it_gives_the_report() -> None:
    """`player.review(...)` takes the options of `sw.review`, and shows the findings."""
    asked = Asked(short_game(), autosave=False)
    report = asked.player.review(progress=False, solver=0, **BUDGET)
    assert isinstance(report, Report)
    assert report.complete
    assert len(asked.player.reviews["nodes"]) == len(report.main.entries)
    with pytest.raises(TypeError):
        asked.player.review(speed=3)


# -- better lines, and a decision tried again ----------------------------------------------------------


def unbranched() -> Replay:
    """The reviewed sample without its alternatives."""
    replay = sw.sample("reviewed-two-lost-late")
    for node in replay.main_line():
        for head in node.alternatives:
            head.delete()
    replay.history.forget()
    return replay


def test_better_lines_are_put_in_as_one_edit() -> None:
    """At the three critical moments; one undo removes them."""
    asked = Asked(unbranched(), autosave=False)
    replay = asked.player.replay
    assert asked.ask("better")["count"] == 3
    heads = [head for node in replay.main_line() for head in node.alternatives]
    assert len(heads) == 3
    assert asked.player.branches
    assert replay.undo()
    assert not any(node.alternatives for node in replay.main_line())
    assert Asked(short_game(), autosave=False).ask("better")["kind"] == "error"


def test_through_a_lens_the_better_lines_are_the_seats_own() -> None:
    """None begins with another player's decision."""
    asked = Asked(unbranched(), autosave=False, lens="seat:1")
    assert asked.ask("better")["count"] == 3
    heads = [head for node in asked.player.replay.main_line() for head in node.alternatives]
    assert {head.seat for head in heads} == {1}


def test_a_move_is_weighed_for_who_tries_again() -> None:
    """By Python, if the review has no value for the move; an illegal move is refused with its rule."""
    asked = Asked(sw.sample("reviewed-two-lost-late"), autosave=False, lens="seat:0")
    node = asked.number("40")
    answer = asked.ask("weigh", node=node, move="play BH2>T29")
    assert answer["kind"] == "weighed"
    assert 0 < answer["value"][0] < 1
    assert answer["right"] is (answer["loss"][0] < 0.017 or answer["loss"][0] <= 2 * answer["loss"][1])
    refused = asked.ask("weigh", node=node, move="play BH2>T27")
    assert refused["kind"] == "error"
    assert "(T" in refused["reason"]
    other = next(n for n in asked.player.replay.main_line() if n.seat == 1)
    refused = asked.ask("weigh", node=asked.number(other.path), move="rest")
    assert refused["kind"] == "error"
    assert "lens" in refused["reason"]


def asking_for(**changes: Any) -> tuple[Asked, Node]:
    """A player of the reviewed sample, whose file requests another bot; and a decision of it."""
    replay = sw.sample("reviewed-two-lost-late")
    for node in replay.main_line():
        if node.review is not None:
            node.review = {**node.review, "with": {**node.review["with"], **changes}}
    return Asked(replay, autosave=False), replay.node("40")


@pytest.mark.parametrize(
    "bot", ["search:samples=999999", "search:time=1000", "search", "nobody", "random:x=1"]
)
def test_a_move_is_weighed_with_the_usual_bot_if_the_file_asks_for_another(bot: str) -> None:
    """At once, and the answer says so."""
    asked, node = asking_for(bot=bot)
    began = time.perf_counter()
    answer = asked.ask("weigh", node=asked.number(node.path), move="rest")
    assert time.perf_counter() - began < 30
    assert answer["kind"] == "weighed"
    assert repr(bot) in answer["note"]
    plain, _ = asking_for()
    same = plain.ask("weigh", node=plain.number(node.path), move="rest")
    assert {**same, "seq": 0} == {**answer, "seq": 0, "note": ""}


def test_a_review_is_continued_with_the_usual_bot_if_the_file_asks_for_another(looked_at: list[str]) -> None:
    """The findings are stored with the parameters that were really used."""
    asked, node = asking_for(bot="search:samples=999999")
    answer = asked.ask("review")
    assert answer["kind"] == "reviewed"
    assert "search:samples=999999" in answer["note"]
    assert node.review is not None
    assert node.review["with"]["bot"] == "convention"


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("seed", "x" * 5_000, "a seed of at most"),
        ("error", 0.0, "error: expected a standard error between 0 and 1, got 0.0"),
        ("worlds", 0, "worlds: expected at least"),
        ("reading", "nobody", "expected reading to be 'convention' or None, got 'nobody'"),
    ],
)
def test_the_answer_says_why_the_settings_of_a_file_are_not_used(key: str, value: object, why: str) -> None:
    asked, node = asking_for(**{key: value})
    note = asked.ask("weigh", node=asked.number(node.path), move="rest")["note"]
    assert why in note
    assert "bot" not in note


def test_a_decision_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the reason, the kernel is free again, and the reader gets the reason."""
    from silkenweb.widgets import review_run as widget

    monkeypatch.setattr(widget, "SECONDS", 0.05)
    asked, node = asking_for(worlds=5000, error=0.002)
    answer = asked.ask("weigh", node=asked.number(node.path), move="rest")
    assert answer["kind"] == "error"
    assert "takes longer than" in answer["reason"]

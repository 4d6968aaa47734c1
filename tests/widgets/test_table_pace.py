"""Bots at a table keep their pace, however long they think; people get time before the screen is covered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.bots import registry
from silkenweb.widgets import table, table_game
from silkenweb.widgets.table import Table
from tests.widgets.seated import Seated

pytestmark = pytest.mark.usefixtures("no_loop", "folder")
BEAT = 0.12


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """The people's time is as short as a bot's beat."""
    monkeypatch.setattr(table, "HAND_OVER", BEAT)


def in_a_loop(act: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run it as a kernel does."""
    asyncio.run(act())


async def until(holds: Callable[[], bool]) -> float:
    """Wait until a condition is true; return how long it took."""
    begun = time.perf_counter()
    while not holds():
        assert time.perf_counter() - begun < 20, "it never holds"
        await asyncio.sleep(0.005)
    return time.perf_counter() - begun


class Ponderous:
    """Thinks for a while, then rests or makes the first legal move."""

    def __init__(self, rng: Any, *, seconds: float = 0) -> None:
        self.seconds = seconds

    def choose(self, view: sw.View, legal: Any, seen: Any) -> str:
        """Return the first legal move after a while."""
        time.sleep(self.seconds)
        return str(legal[0])


def sat(**options: Any) -> Seated:
    return Seated(Table(["wukong", "bajie", "wujing"], **{"seed": "class-7", "pace": BEAT, **options}))


def test_bots_play_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a person's decision, the first bot's move comes after one beat, and then one per beat."""
    monkeypatch.setitem(registry._makers, "ponderous", Ponderous)

    async def play() -> None:
        seated = sat(bots="ponderous")
        seated.must("deal")
        seated.must("move", move=seated.legal()[0])
        shown = len(seated.table.line)
        for more in (1, 2):
            assert seated.stage["bots"]
            assert await until(lambda: len(seated.table.line) == shown + more) > BEAT * 0.7  # noqa: B023
        await until(lambda: bool(seated.stage["mine"]))

    in_a_loop(play)


@pytest.mark.parametrize("seconds", [0.0, 0.3 * BEAT])
def test_how_long_a_bot_thinks_is_not_seen(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a beat it makes no difference; a bot that needs longer is shown at the next full beat."""
    monkeypatch.setitem(registry._makers, "ponderous", Ponderous)

    async def play() -> None:
        for thinks, beats in ((seconds, 1), (1.4 * BEAT, 2)):
            bot = Ponderous(None, seconds=thinks)
            begun = asyncio.get_running_loop().time()
            await table_game._thought(lambda: bot.choose(None, ["rest"], ()))  # type: ignore[arg-type]  # noqa: B023
            await table_game._beat(begun, BEAT)
            assert asyncio.get_running_loop().time() - begun >= beats * BEAT * 0.98

    in_a_loop(play)


class Playing:
    """Plays a card whenever possible, and so must end each of its turns."""

    def __init__(self, rng: Any) -> None:
        pass

    def choose(self, view: sw.View, legal: Any, seen: Any) -> str:
        """Return a play if there is one."""
        return next((str(move) for move in legal if move.kind == "play"), str(legal[0]))


def test_a_turn_of_a_bot_takes_one_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its plays and the end of its turn are shown together; before that nothing is offered, played or
    dealt.
    """
    monkeypatch.setitem(registry._makers, "playing", Playing)

    async def play() -> None:
        seated = sat(bots="playing", seat=2, blessings=9)
        seated.must("deal")
        await until(lambda: bool(seated.stage["mine"]))
        seated.must("move", move=seated.legal()[0])
        shown, grown = [], []
        while not seated.stage["mine"]:
            before, begun = len(seated.table.line), time.perf_counter()
            while len(seated.table.line) == before:
                assert time.perf_counter() - begun < 20, "nothing is shown"
                assert seated.legal() == []
                await asyncio.sleep(0.005)
            shown.append(time.perf_counter() - begun)
            grown.append([str(node["move"]).split()[0] for node in seated.table.line[before:]])
        assert any("play" in kinds and "end" in kinds for kinds in grown)
        assert ["end"] not in grown
        assert all(taken > 0.7 * BEAT for taken in shown)

    in_a_loop(play)


def test_without_threads_bots_think_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in JupyterLite."""
    monkeypatch.setattr(table_game, "THREADS", False)

    async def play() -> None:
        seated = sat(bots="greedy", pace=0)
        seated.must("deal")
        await until(lambda: bool(seated.stage["mine"]))

    in_a_loop(play)


def test_the_screen_is_covered_a_while_after_a_decision() -> None:
    """So that the person sees the result before the next person is called."""

    async def play() -> None:
        seated = sat(seats=[0, 1, 2])
        seated.must("deal")
        seat = seated.stage["seat"]
        seated.must("ready", seat=seat)
        seated.must("move", move=seated.legal()[0])
        assert seated.stage["viewer"] == seat
        assert not seated.stage["mine"]
        assert seated.ask("move", move="rest")["kind"] == "error"
        assert await until(lambda: seated.stage["name"] == "cover") > BEAT * 0.7
        assert seated.stage["seat"] != seat

    in_a_loop(play)


def test_taking_back_and_a_new_game_stop_the_bots() -> None:
    """Their remaining moves are not made; the next decision is answered as usual."""

    async def play() -> None:
        seated = sat(bots="greedy", take_back=True)
        seated.must("deal")
        first = seated.legal()[0]
        seated.must("move", move=first)
        seated.must("back")
        await asyncio.sleep(BEAT * 2)
        assert seated.table.replay.count == 1
        seated.must("move", move=first)
        await until(lambda: seated.table.replay.count >= 4)
        seated.must("new")
        count = seated.table.replay.count
        await asyncio.sleep(BEAT * 2)
        assert seated.table.replay.count == count
        assert seated.stage == {"name": "setup"}
        seated.table.close()

    in_a_loop(play)


def test_a_game_that_is_gone_on_with_waits_for_somebody_to_look() -> None:
    """Bots begin when a page shows the table, not when the cell runs."""

    async def play() -> None:
        seated = sat(bots="greedy", autosave="game.json", seat=2)
        seated.must("deal")
        await asyncio.sleep(BEAT / 2)
        seated.table.close()
        count = seated.table.replay.count
        again = Seated(Table.resume("game.json"))
        await asyncio.sleep(BEAT * 1.5)
        assert again.table.replay.count == count
        again.must("here")
        await until(lambda: bool(again.stage["mine"]))

    in_a_loop(play)

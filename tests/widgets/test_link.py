"""A chart that is linked to a player: a click on a point moves the player, once."""

from __future__ import annotations

from typing import Any

import altair as alt
import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player

pytestmark = pytest.mark.usefixtures("no_loop")


def click(chart: alt.JupyterChart, path: str | None) -> None:
    """The browser's message after a click on the point of a node, or beside all points."""
    field = {"field": "path", "channel": "", "type": "E"}
    store = [] if path is None else [{"unit": "view_1", "fields": [field], "values": [path]}]
    value = {} if path is None else {"path": [path], "vlPoint": {"or": [{"path": path}]}}
    chart.set_state({"_vl_selections": {sw.charts.POINT: {"value": value, "store": store}}})


@pytest.fixture
def replay() -> sw.Replay:
    """A short game with alternatives."""
    return sw.sample("lesson-what-silence-costs")


def trajectory(replay: sw.Replay) -> Any:
    """Its chart, with the alternatives."""
    return sw.charts.trajectory(sw.frames.decisions(replay, branches=True))


def test_a_click_moves_the_player_once(replay: sw.Replay) -> None:
    """Also to a node of an alternative, and to the same point again after the player has moved on; a click
    beside all points changes nothing.
    """
    player = Player(replay)
    chart = player.link(trajectory(replay))
    moves: list[str] = []
    player.observe(lambda _change: moves.append(player.node.path), "cursor")
    branch = next(node.path for node in replay.nodes() if not node.recorded)
    for path in ("6", branch, None):
        click(chart, path)
    player.show("3")
    click(chart, branch)
    assert moves == ["6", branch, "3", branch]


def test_a_saved_notebook_has_a_picture_and_a_sentence(replay: sw.Replay) -> None:
    """As for the player; they contain no memory address or id, so that two runs can be compared."""
    once, again = (Player(replay).link(trajectory(replay))._repr_mimebundle_() for _ in range(2))
    data, same = (made[0] if isinstance(made, tuple) else made for made in (once, again))
    assert data["image/svg+xml"].startswith("<svg")
    assert "How the game went" in data["image/svg+xml"]
    assert data["text/plain"] == "<Clickable chart: " + trajectory(replay).description + ">"
    assert "model_id" in data["application/vnd.jupyter.widget-view+json"]
    for kind in ("image/svg+xml", "text/plain"):
        assert data[kind] == same[kind]


def test_several_players_and_charts(replay: sw.Replay) -> None:
    """Your own chart moves all players that it is linked to; a player may have several charts."""
    one, two = Player(replay), Player(replay, lens="seat:0")
    own = alt.JupyterChart(trajectory(replay))
    assert one.link(own) is own
    assert two.link(own) is own
    click(own, "5")
    assert (one.node.path, two.node.path) == ("5", "5")
    click(one.link(trajectory(replay)), "9")
    assert (one.node.path, two.node.path) == ("9", "5")


def test_what_is_hidden_or_gone(replay: sw.Replay) -> None:
    """For a hidden node, the last one before it is shown; an undone node is skipped."""
    node = replay.node("7").branch("ability -BJ8 wukong")
    everything, seat = Player(replay), Player(replay, lens="seat:1")
    chart = seat.link(everything.link(trajectory(replay)))
    path = node.path
    click(chart, path)
    assert everything.node == node
    assert seat.showing.shows(seat.node)
    replay.undo()
    click(chart, "4")
    click(chart, path)
    assert everything.node.path == "4"


def test_other_charts_are_refused(replay: sw.Replay) -> None:
    """Charts whose points are not nodes."""
    levels = sw.charts.level_length(sw.frames.levels(replay))
    with pytest.raises(sw.SilkenwebError, match="trajectory of one game"):
        Player(replay).link(levels)


@pytest.mark.parametrize("name", ["value", "losses"])
def test_so_can_charts_of_a_review(name: str) -> None:
    """A click on a moment of a reviewed game shows it."""
    replay = sw.sample("reviewed-two-lost-late")
    player = Player(replay)
    chart = player.link(getattr(sw.charts, name)(sw.frames.reviews(replay)))
    click(chart, "88")
    assert player.node.path == "88"

"""What a saved notebook contains of its widgets: little, and enough to show them without a kernel."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest
from ipywidgets import Widget
from ipywidgets.embed import dependency_state

import silkenweb as sw
from silkenweb.widgets import assets
from silkenweb.widgets.comm import packed
from silkenweb.widgets.table import Table
from tests.widgets.helpers import TRAITS

pytestmark = pytest.mark.usefixtures("no_loop", "closed")
MOST = 500_000  # bytes
GAMES = ("five-convention-won", "five-won", "four-lost-late", "reviewed-two-lost-late", "three-won")


@pytest.fixture
def closed() -> Iterator[None]:
    """Close the widgets of other tests, before and after."""
    Widget.close_all()
    yield
    Widget.close_all()


def saved(players: list[sw.Player]) -> int:
    """The size of a notebook that is saved with the state of all widgets and the outputs of its cells."""
    state = Widget.get_manager_state(drop_defaults=False)
    metadata = {"widgets": {"application/vnd.jupyter.widget-state+json": state}}
    outputs = [player._repr_mimebundle_()[0] for player in players]
    return len(json.dumps([metadata, outputs], indent=1, ensure_ascii=False).encode())


def unpacked(value: Any) -> Any:
    """A trait as the front end reads it."""
    if not (isinstance(value, dict) and "deflate" in value):
        return value
    text = zlib.decompress(b64decode(value["deflate"]), wbits=-15)
    assert len(text) == value["size"]
    return json.loads(text)


def test_five_players_in_a_saved_notebook_are_small() -> None:
    """Five long games, one of them reviewed; the front end is stored once."""
    players = [sw.Player(name) for name in GAMES]
    assert saved(players) <= MOST
    state = Widget.get_manager_state(drop_defaults=False)
    texts = [unpacked(model["state"].get("text")) for model in state["state"].values()]
    assert texts.count(assets.player_esm()) == 1
    assert texts.count(assets.css()) == 1
    found = [state["state"][player.model_id]["state"] for player in players]
    assert all(unpacked(model["line"]) == player.line for model, player in zip(found, players, strict=True))


def test_all_of_a_player_is_in_its_state() -> None:
    """Each trait is Python's value, compressed or not; an embedded player includes the front end."""
    player = sw.Player("reviewed-two-lost-late")
    state = dependency_state([player], drop_defaults=False)
    mine = state[player.model_id]["state"]
    for name in TRAITS:
        assert unpacked(mine[name]) == json.loads(json.dumps(getattr(player, name)))
    for name, text in (("_script", assets.player_esm()), ("_style", assets.css())):
        assert state[mine[name].removeprefix("IPY_MODEL_")]["state"]["text"] == packed(text)


def test_only_what_is_large_is_compressed() -> None:
    """Small values stay readable, and equal values are sent as equal texts."""
    assert packed({"a": 1}) == {"a": 1}
    large = [{"text": "row=T01"}] * 500
    assert unpacked(packed(large)) == large
    assert packed(large) == packed(list(large))
    assert len(json.dumps(packed(large))) < 500


def test_each_language_has_its_own_front_end_and_a_closed_one_is_replaced() -> None:
    """Players of one language share it; after all widgets were closed, a new player has a new one."""
    one, two, other = sw.Player("two-won"), sw.Player("two-won"), sw.Player("two-won", language="zh-Hant")
    assert one._script is two._script
    assert one._style is other._style
    assert one._script is not other._script
    assert 'const LANGUAGE = "zh-Hant"' in other._script.text
    Widget.close_all()
    again = sw.Player("two-won")
    assert again._script is not one._script
    assert again._script.comm is not None


def test_a_host_without_shared_models_is_sent_the_front_end() -> None:
    """It requests it by a message, which every widget answers."""
    widgets: list[Any] = [sw.Player("two-won"), Table(autosave=False), sw.Scribe(["wukong", "bajie"]).widget]
    for widget, script in zip(widgets, (assets.player_esm, assets.table_esm, assets.scribe_esm), strict=True):
        sent: list[Any] = []
        widget.send = sent.append
        widget._receive(widget, {"kind": "front"}, [])
        assert sent == [{"kind": "front", "script": script(), "style": assets.css()}]

"""Arguments and attributes of the widgets: the standard ones work, and a typo is a helpful error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import traitlets

import silkenweb as sw
from silkenweb.widgets.player import Player
from silkenweb.widgets.table import Table
from tests.widgets.helpers import started

pytestmark = pytest.mark.usefixtures("no_loop")
NAME = "lesson-what-silence-costs"


@pytest.fixture(params=["Player", "Table", "Scribe"])
def made(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make one of the three widgets with these arguments."""
    monkeypatch.chdir(tmp_path)
    return {
        "Player": lambda **options: Player(sw.sample(NAME), **options),
        "Table": lambda **options: Table(["wukong", "bajie"], seed="a", **options),
        "Scribe": lambda **options: sw.Scribe(["wukong", "bajie"], **options),
    }[request.param]


def test_standard_widget_arguments_work(made: Any) -> None:
    """Layout, tooltip and tabbable."""
    widget = made(layout={"width": "50%"}, tooltip="a game", tabbable=True)
    widget = getattr(widget, "widget", widget)
    assert widget.layout.width == "50%"
    assert widget.tooltip == "a game"
    assert widget.tabbable is True
    widget.layout.height = "400px"
    widget.layout = {"width": "10em"}
    assert widget.layout.width == "10em"


def test_an_unknown_argument_is_refused(made: Any) -> None:
    """As by any function, not with a warning."""
    with pytest.raises(TypeError, match="unexpected keyword argument 'layuot'"):
        made(layuot={})


def test_an_unknown_attribute_is_refused(made: Any) -> None:
    """The error lists what can be set; private names are up to the widget."""
    widget = made()
    for each in {widget, getattr(widget, "widget", widget)}:
        with pytest.raises(
            AttributeError, match=r"has no attribute 'layuot'; did you mean 'layout'\?.*tooltip"
        ):
            each.layuot = {}
        with pytest.raises(AttributeError, match="has no attribute 'foo'"):
            each.foo = 1
        assert not hasattr(each, "foo")


def test_a_resumed_table_takes_them_too(tmp_path: Path) -> None:
    table = Table(["wukong", "bajie"], seed="a", autosave=tmp_path / "game.json")
    assert table.sitting is not None
    table.sitting.deal()
    again = Table.resume(tmp_path / "game.json", layout={"width": "50%"})
    assert again.layout.width == "50%"
    with pytest.raises(TypeError, match="'paec'"):
        Table.resume(tmp_path / "game.json", paec=1)


def test_the_lens_can_be_set() -> None:
    """As with `look_through`, the browser gets only what the lens shows."""
    player = Player(sw.sample(NAME))
    assert player.lens == "all"
    player.lens = "seat:0"
    assert player.lens == player.game["lens"] == "seat:0"
    assert all(sent["text"].startswith("view=0 ") for sent in player.line)
    with pytest.raises(sw.SilkenwebError, match="seat:9"):
        player.lens = "seat:9"
    assert player.lens == "seat:0"


def test_the_speed_is_a_trait() -> None:
    """It takes the values that the player offers, from the start or later."""
    player = Player(sw.sample(NAME), speed=4)
    assert player.speed == 4
    player.speed = "weight"
    assert player.get_state("speed") == {"speed": "weight"}
    with pytest.raises(traitlets.TraitError, match=r"0\.5, 1, 2, 4, 'weight'"):
        player.speed = 3
    assert player.speed == "weight"


def test_what_a_player_is_of_cannot_be_exchanged() -> None:
    """A change would silently do nothing."""
    player = started().player
    for name in ("replay", "words", "autosave", "showing"):
        with pytest.raises(AttributeError, match=f"Player.{name} can't be changed"):
            setattr(player, name, None)
    player.save_to = "mine.json"
    assert player.save_to == "mine.json"


@pytest.mark.parametrize("height", [399, 4001, 3.5, "640", True])
def test_a_height_is_a_number_of_pixels(height: Any) -> None:
    """From 400 to 4000, when a widget is made and later; None follows the window."""
    player = sw.Player(sw.sample("two-won"), height=640)
    with pytest.raises(sw.ArgumentError, match="height"):
        sw.Player(sw.sample("two-won"), height=height)
    with pytest.raises(sw.ArgumentError, match="height"):
        player.height = height
    assert player.height == 640
    player.height = None
    assert Table(height=500).height == 500

"""What a saved notebook shows of a player in viewers without widgets."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.widgets.picture import svg
from silkenweb.widgets.player import Player
from tests.widgets.sample_games import lesson

VIEW = "application/vnd.jupyter.widget-view+json"


def forms(player: Player) -> dict[str, Any]:
    """The stored output of a cell that ends with the player."""
    data, _ = player._repr_mimebundle_()
    return dict(data)


def test_widget_picture_and_words_are_kept() -> None:
    """The picture is that of the current node, as the lens shows it; the text contains no memory address."""
    replay = lesson()
    player = Player(replay, at="7", autosave=False)
    kept = forms(player)
    assert kept[VIEW]["model_id"] == player.model_id
    assert kept["image/svg+xml"] == svg(replay.node("7"))
    first, title, *told = kept["text/plain"].split("\n")
    assert first == repr(player) == f"<Player of {replay!r}>"
    assert title.startswith("Level 1: ")
    assert told[-1].startswith("Wujing: ")
    assert "0x" not in kept["text/plain"]
    player.show("9")
    assert forms(player)["image/svg+xml"] == svg(replay.node("9"))


def test_through_a_lens_the_notebook_keeps_only_what_the_seat_sees() -> None:
    """Also after a change of the lens."""
    replay = lesson()
    node = next(node for node in replay.main_line() if all(seat.hand for seat in node.position.seats))
    player = Player(replay, at=node, lens="seat:1", autosave=False)
    assert forms(player)["image/svg+xml"] == svg(node, 1)
    assert "hidden card" in forms(player)["text/plain"]
    player.look_through("infer:2")
    assert forms(player)["image/svg+xml"] == svg(node, 2)


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_nbconvert_shows_the_picture(form: str) -> None:
    """Without widget state, the picture replaces the widget."""
    nbconvert = pytest.importorskip("nbconvert")
    nbformat = pytest.importorskip("nbformat")
    player = Player(lesson(), at="7", autosave=False)
    output = nbformat.v4.new_output("execute_result", forms(player), execution_count=1)
    cell = nbformat.v4.new_code_cell("player", outputs=[output], execution_count=1)
    notebook = nbformat.v4.new_notebook(
        cells=[cell], metadata={"kernelspec": {"name": "python3", "display_name": "P"}}
    )
    exporter = {"html": nbconvert.HTMLExporter, "markdown": nbconvert.MarkdownExporter}[form]()
    text, resources = exporter.from_notebook_node(notebook)
    picture = str(sw.svg(lesson().node("7")))
    if form == "markdown":
        ((name, data),) = resources["outputs"].items()
        assert f"![svg]({name})" in text
        assert data.decode().strip() == picture.strip()
    else:
        assert b64encode(picture.encode()).decode() in text


def test_what_a_saved_notebook_keeps_is_documented(root: Path) -> None:
    """README, guide and method say that the stored picture keeps its lens, and what to do about it."""
    readme, guide = (
        " ".join((root / name).read_text("utf-8").split())
        for name in ("README.md", "notebooks/teaching_guide.md")
    )
    assert "Choosing another lens later does not change what is stored: run the cell again" in readme
    assert "*Edit > Clear Outputs of All Cells*" in guide
    assert "`jupyter nbconvert --clear-output --inplace" in guide
    told = " ".join((Player.look_through.__doc__ or "").split())
    assert "The picture that the notebook stored for the cell does not change" in told

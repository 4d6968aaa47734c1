"""The Scribe's file: where a game was saved or loaded, and what the form says about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from silkenweb.widgets.scribe_form import Scribe

pytestmark = pytest.mark.usefixtures("no_loop", "folder")


def asked(scribe: Scribe, kind: str, **more: Any) -> dict[str, Any]:
    """Send one request of the form."""
    sent: list[dict[str, Any]] = []
    scribe.widget.send = lambda content, buffers=None: sent.append(content)
    scribe.widget._receive(scribe.widget, {"kind": kind, "seq": 1, **more}, [])
    return sent[-1]


def test_save_takes_a_free_name_once_and_keeps_to_it(folder: Path) -> None:
    """An existing file is left alone; the form says that the file lacks facts."""
    (folder / "silkenweb-scribe-1.json").write_text("mine")
    scribe = Scribe(["wukong", "bajie"])
    scribe.row("T02 T12")
    assert scribe.widget.desk["kept"] == "Not saved to a file yet."
    assert asked(scribe, "save")["kind"] == "ok"
    assert scribe.path == folder / "silkenweb-scribe-2.json"
    assert (scribe.widget.desk["saved"], scribe.widget.desk["kept"]) == (
        True,
        "Saved in silkenweb-scribe-2.json.",
    )
    asked(scribe, "tell", texts=["keep wukong -WK1 -WK7"])
    assert not scribe.widget.desk["saved"]
    assert "latest facts" in scribe.widget.desk["kept"]
    asked(scribe, "save")
    assert Scribe.load(folder / "silkenweb-scribe-2.json").facts == scribe.facts
    assert (folder / "silkenweb-scribe-1.json").read_text() == "mine"


def test_a_loaded_game_is_saved_to_its_file(folder: Path) -> None:
    """Also one that was saved from Python."""
    first = Scribe(["wukong", "bajie"])
    first.row("T02 T12")
    first.save("game.json")
    assert first.widget.desk["saved"]
    scribe = Scribe.load("game.json")
    assert (scribe.path, scribe.saved) == (Path("game.json"), True)
    scribe.undo()
    assert not scribe.widget.desk["saved"]
    asked(scribe, "save")
    assert Scribe.load("game.json").facts == ()


def test_a_file_that_cannot_be_written_is_a_reason(folder: Path) -> None:
    """And the game stays the same."""
    scribe = Scribe(["wukong", "bajie"])
    scribe.row("T02 T12")
    scribe.path = folder / "gone" / "game.json"
    answer = asked(scribe, "save")
    assert answer["kind"] == "refused"
    assert "can't be written" in answer["reason"]
    assert not scribe.saved

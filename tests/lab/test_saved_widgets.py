"""A notebook that was saved with the state of its widgets, opened again: it is shown without being run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lab.labserver import Lab
from tests.lab.test_lab_player import at, folder, opened, players  # noqa: F401 (a fixture)

pytestmark = pytest.mark.lab
SAVE_STATE = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"
SHUT_DOWN = "() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()"


def test_saved_players_are_shown_without_their_kernel(lab: Lab, folder: Path) -> None:  # noqa: F811
    """Two players with one front end: each is drawn and stepped through; nothing of Python's is offered."""
    load = "import silkenweb as sw"
    opened(lab, folder, load, "sw.Player('lesson.json', at=6)", "sw.Player('two-won', at=6)")
    players(lab, 2)
    lab.page.evaluate("(name) => window.jupyterapp.commands.execute(name)", SAVE_STATE)
    try:
        lab.save()
    finally:
        lab.page.evaluate("(name) => window.jupyterapp.commands.execute(name)", SAVE_STATE)
    lab.page.evaluate(SHUT_DOWN)
    text = (folder / "own.ipynb").read_text("utf-8")
    state = json.loads(text)["metadata"]["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert len([model for model in state.values() if model["model_name"] == "AnyModel"]) == 2
    assert len([model for model in state.values() if model["model_name"] == "WidgetModel"]) == 2
    lab.open(f"{folder.name}/own.ipynb")
    for player, nodes in zip(players(lab, 2), (17, 114), strict=True):
        at(player, f"6 / {nodes}")
        player.press("ArrowRight")
        at(player, f"7 / {nodes}")
        for name in ("Undo", "Redo", "Save"):
            assert not player.get_by_role("button", name=name, exact=True).is_visible()

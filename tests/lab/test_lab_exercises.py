"""Exercises as a reader meets them: in a real JupyterLab, both themes, progress kept beside the notebook."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.lab.labserver import Lab
from tests.lab.test_labserver import write

pytestmark = pytest.mark.lab
CELLS = (
    'from silkenweb.teaching import exercise, progress\n\nex = exercise("00.3")\nex',
    'ex.check("rest ~")',
    "ex.hint()",
    "ex.solution()",
    "progress()",
)


def test_an_exercise_is_shown_checked_and_kept(lab: Lab, folder: Path) -> None:
    """Question and attempt have their pictures, the solution is folded up, nothing is asked of another
    machine, and the boxes follow Lab's theme, tables and all.
    """
    lab.open(f"{folder.name}/{write(folder, 'own.ipynb', *CELLS)}")
    lab.run_all()
    boxes = lab.page.locator(".jp-OutputArea .sw-lesson")
    boxes.nth(4).wait_for()
    assert boxes.count() == 5
    pictures = boxes.locator("img").evaluate_all("all => all.map((img) => [img.naturalWidth > 0, img.alt])")
    assert [loaded for loaded, _ in pictures] == [True, True]
    assert "Tang Sanzang decides" in pictures[1][1]
    details = boxes.nth(3).locator("details")
    assert details.get_attribute("open") is None
    details.locator("summary").click()
    assert boxes.nth(3).get_by_text("breaks the chain").is_visible()
    light = boxes.nth(1).evaluate("box => getComputedStyle(box).backgroundColor")
    _picture(lab, "light")
    lab.theme("JupyterLab Dark")
    lab.page.wait_for_function("document.body.dataset.jpThemeLight === 'false'")
    dark = boxes.nth(1).evaluate("box => getComputedStyle(box).backgroundColor")
    _picture(lab, "dark")
    lab.theme("JupyterLab Light")
    assert (light, dark) == ("rgb(250, 245, 233)", "rgb(18, 24, 40)")
    rows = boxes.nth(4).locator("tr").nth(2).evaluate("row => getComputedStyle(row).backgroundColor")
    assert rows == "rgba(0, 0, 0, 0)"
    kept = json.loads((folder / "silkenweb-progress.json").read_text("utf-8"))
    assert kept["exercises"] == {"00.3": {"state": "not yet", "attempts": 1, "hints": 1, "solution": True}}


def _picture(lab: Lab, name: str) -> None:
    """A picture to look at, where SILKENWEB_PICTURES names a folder for it."""
    if folder := os.environ.get("SILKENWEB_PICTURES"):
        lab.page.screenshot(path=Path(folder) / f"exercise-{name}.png")

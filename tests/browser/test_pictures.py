"""Pictures in `docs/`: each is made by a script, and the scripts run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser import pictures, table_pictures

if TYPE_CHECKING:
    from playwright.sync_api import Page

PNG = b"\x89PNG\r\n"


def test_each_picture_has_a_script_that_takes_it(root: Path) -> None:
    """README shows no others. `tests/stats/calibration_figure.py` draws the figure of calibration."""
    made = {f"docs/{moment.name}.png" for moment in (*pictures.README, *table_pictures.README)}
    made |= {f"docs/pictures/{moment.name}.png" for moment in (*pictures.MOMENTS, *table_pictures.MOMENTS)}
    made |= {f"docs/calibration-{theme}.png" for theme in ("light", "dark")}
    assert made == {path.relative_to(root).as_posix() for path in (root / "docs").rglob("*.png")}
    assert (root / "tests" / "stats" / "calibration_figure.py").exists()
    assert set(re.findall(r"docs/[\w/-]+\.png", (root / "README.md").read_text("utf-8"))) <= made


@pytest.mark.browser
def test_the_picture_of_the_player_shows_all_of_its_tabs(page: Page, tmp_path: Path) -> None:
    """It is taken as for README, of the player as it is now."""
    shown: list[str] = []

    def look(opened: Page) -> None:
        shown.extend(opened.get_by_role("tab").all_inner_texts())
        moment.act(opened)

    moment = pictures.README[0]
    browser = page.context.browser
    assert browser is not None
    picture = pictures.take(browser, moment._replace(act=look), tmp_path / "player.html")
    assert picture.startswith(PNG)
    assert len(picture) > 20_000
    assert [name for name in shown if name in TABS] == TABS


TABS = ["Moves", "Review", "Notes", "More"]


@pytest.mark.browser
def test_the_picture_of_the_table_is_taken(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As for README."""
    monkeypatch.chdir(tmp_path)
    browser = page.context.browser
    assert browser is not None
    picture = table_pictures.take(browser, table_pictures.README[0], tmp_path)
    assert picture.startswith(PNG)
    assert len(picture) > 20_000

"""The widgets in a real marimo app and in a real page of Voilà: both answer, and Python hears what is done.

Without marimo or Voilà its test is skipped, but fails if CI is set.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.acts import CORNER
from tests.lab.labserver import free_port, running
from tests.lab.test_labserver import write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.lab
READY_WITHIN = 60_000  # milliseconds, for the first widget on a busy machine
LIGHT, DARK = "rgb(250, 245, 233)", "rgb(18, 24, 40)"

SETUP = "import silkenweb as sw\nfrom silkenweb.teaching import exercise"
PLAYER = "player = sw.Player('lesson-what-silence-costs', at='6', autosave=False)"
TABLE = "table = sw.Table(['wukong', 'bajie'], seat=0, seed='class-7', bots='greedy', pace=0, autosave=False)"
SCRIBE = "scribe = sw.Scribe(['wukong', 'bajie'])"
READ = "f'{player.node.path} {player.lens} {table.replay.count} {len(scribe.facts)}'"

MARIMO = f"""
import marimo
app = marimo.App()

@app.cell
def _():
    import marimo as mo
    {SETUP.replace(chr(10), chr(10) + "    ")}
    return exercise, mo, sw

@app.cell
def _(mo, sw):
    {PLAYER}
    shown = mo.ui.anywidget(player)
    shown
    return player, shown

@app.cell
def _(mo, shown):
    mo.md(f"The cursor is at {{shown.value['cursor']}}.")
    return

@app.cell
def _(sw):
    {TABLE}
    table
    return (table,)

@app.cell
def _(sw):
    {SCRIBE}
    scribe
    return (scribe,)

@app.cell
def _(sw):
    sw.practice("first")
    return

@app.cell
def _(sw):
    sw.svg(sw.sample("two-won").end)
    return

@app.cell
def _(exercise):
    exercise("00.1")
    return

@app.cell
def _(mo):
    read = mo.ui.button(label="Read")
    read
    return (read,)

@app.cell
def _(mo, player, read, scribe, table):
    read.value
    mo.md({READ})
    return
"""
VOILA = [
    f"{SETUP}\nimport ipywidgets",
    f"{PLAYER}\nplayer",
    f"{TABLE}\ntable",
    f"{SCRIBE}\nscribe",
    "sw.practice('first')",
    "exercise('00.1')",
    "said = ipywidgets.Label()\nread = ipywidgets.Button(description='Read')\n"
    f"read.on_click(lambda _: setattr(said, 'value', {READ}))\nipywidgets.HBox([read, said])",
]


@contextmanager
def served(own: Path, module: str, *arguments: str) -> Iterator[str]:
    """The address at which `python -m module` serves the folder `own`; it ends with the block."""
    if find_spec(module) is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{module} is not installed")
    port = free_port()
    names = (
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_CACHE_HOME",
        "XDG_STATE_HOME",
        "JUPYTER_CONFIG_DIR",
        "IPYTHONDIR",
    )
    settings = {**dict.fromkeys(names, str(own)), "SILKENWEB_PROGRESS": "off"}
    url = f"http://127.0.0.1:{port}"
    with running(module, [*arguments, f"--port={port}"], os.environ | settings, own, f"{url}/"):
        yield url


def colours(page: Page) -> set[str]:
    """The colours of the surfaces of all widgets and of the lesson."""
    surfaces = page.locator(".silkenweb:not(.silkenweb .silkenweb), .sw-lesson")
    found: list[str] = surfaces.evaluate_all("all => all.map(e => getComputedStyle(e).backgroundColor)")
    assert len(found) == 5
    return set(found)


def drive(page: Page) -> None:
    """Step, branch and change the view; play against a bot; enter facts; practise; read it all in Python."""
    player, table = page.locator(".sw-player").first, page.locator(".sw-sit")
    scribe, practice = page.locator(".sw-scribe"), page.locator(".sw-practice")
    for each in (player, table, scribe, practice):
        each.wait_for(timeout=READY_WITHIN)
    player.locator(".sw-go-forward").click()
    player.locator(".sw-where", has_text="7 / 17").wait_for()
    player.press("ArrowLeft")
    player.locator(".sw-where", has_text="6 / 17").wait_for()
    player.get_by_role("button", name="Rest and rotate the hand").click()
    player.locator(".sw-branch-where", has_text="variation").wait_for()
    player.get_by_label("View", exact=True).select_option("seat:1")
    player.locator(".sw-seat .sw-card:not([data-card])").first.wait_for()

    table.get_by_role("button", name="Deal level 1").click()
    for _ in range(2):
        table.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
    table.locator(".sw-choice.sw-primary:not([disabled])").click()
    table.get_by_role("button", name="Rest", exact=True).click()
    table.locator(".sw-log-list", has_text="Bajie plays no more cards").wait_for(state="attached")

    typed = scribe.locator(".sw-scribe-typed input")
    typed.fill("row T02 T12")
    typed.press("Enter")
    scribe.locator("[data-card=T02]").first.wait_for()
    typed.fill("claim R99")
    typed.press("Enter")
    scribe.locator(".sw-scribe-fault:not(:empty)").wait_for()

    practice.locator("[data-move]").nth(2).click()
    practice.locator(".sw-practice-feedback[data-tone=wrong]").wait_for()
    page.get_by_role("button", name="Read").click()
    page.get_by_text("6 seat:1 6 1", exact=True).wait_for()


def test_in_marimo(page: Page, tmp_path: Path) -> None:
    """Its light theme holds on a system that prefers dark; a cell that uses the cursor follows it."""
    (tmp_path / "app.py").write_text(MARIMO, "utf-8")
    page.emulate_media(color_scheme="dark")
    with served(tmp_path, "marimo", "-q", "run", "app.py", "--headless", "--no-token") as url:
        page.goto(url)
        drive(page)
        page.locator(".sw-player").first.press("ArrowRight")
        page.get_by_text("The cursor is at 7.").wait_for()
        assert colours(page) == {LIGHT}
        assert page.get_by_role("img", name="The game is won").count() == 1
        page.goto("about:blank")  # or it would miss the server


def test_in_voila(browser: Browser, tmp_path: Path) -> None:
    """Its dark theme holds. Its own icons are asked for on another server, so the page is not watched."""
    write(tmp_path, "page.ipynb", *VOILA)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.route(lambda address: "127.0.0.1" not in address, lambda route: route.abort())
    page = context.new_page()
    with served(tmp_path, "voila", "page.ipynb", "--no-browser", "--Voila.ip=127.0.0.1") as url:
        page.goto(f"{url}/?theme=dark")
        drive(page)
        assert colours(page) == {DARK}
        context.close()

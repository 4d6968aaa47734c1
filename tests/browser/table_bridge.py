"""A table on a page of its own: what the page asks, a real `sw.Table` answers, without Jupyter."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from silkenweb.widgets import assets
from silkenweb.widgets.table import Table
from tests.browser.conftest import HERE, PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Page

TRAITS = ("game", "line", "branches", "notes", "keeping", "cursor", "stage", "setup")


def table_page(table: Table, theme: str | None = None) -> str:
    """The page as one file, as a browser would get the table when its cell is run."""
    data = {"state": traits(table), "legal": {}, "esm": assets.table_esm(table.words.language)}
    marked = "" if theme is None else f'data-jp-theme-light="{str(theme == "light").lower()}"'
    stub = (HERE / "stub.js").read_text("utf-8")
    text = json.dumps(data).replace("<", "\\u003c")
    return PAGE.format(css=assets.css(), data=text, stub=stub, theme=marked)


def traits(table: Table) -> dict[str, Any]:
    """All that the browser holds."""
    return {name: getattr(table, name) for name in TRAITS}


class TableBridge:
    """Carries each request to a Table, and what it changed and answered back.

    No event loop runs where it answers, so bots play at once. `sent` holds all that went to the page.
    """

    def __init__(self, table: Table, page: Page) -> None:
        self.table, self.page = table, page
        self.sent: list[Any] = []
        self._messages: list[Any] = []
        self.folder = Path()
        table.send = lambda content, buffers=None: self._messages.append(content)
        page.expose_function("askPython", self.ask)

    def ask(self, text: str) -> dict[str, Any]:
        """One request of the page."""
        before = traits(self.table)
        self._messages.clear()
        # In a thread of its own, since Playwright's event loop runs in this one.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(self.table._receive, self.table, json.loads(text), []).result()
        changed = {name: value for name, value in traits(self.table).items() if value != before[name]}
        self.sent.append([changed, list(self._messages)])
        return {"traits": changed, "messages": list(self._messages)}

    def open(
        self, folder: Path, *, width: int = 1400, height: int = 1000, theme: str | None = None,
        motion: str = "reduce",
    ) -> None:  # fmt: skip
        """Show the table in the page."""
        self.folder = folder
        file = folder / "table.html"
        file.write_text(table_page(self.table, theme), "utf-8")
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        self.page.set_default_timeout(8000)
        self.page.goto(file.as_uri())
        self.page.wait_for_selector("[data-ready]", timeout=15000, state="attached")

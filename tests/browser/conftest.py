"""A player in a page of its own, with a stub in place of Jupyter's model; nothing here needs a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from silkenweb.widgets import assets
from tests.browser import fixtures

if TYPE_CHECKING:
    from playwright.sync_api import Page

HERE = Path(__file__).parent
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>player</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{css}</style>
<body {theme}><main id="root"></main>
<script type="application/json" id="data">{data}</script>
<script type="module">{stub}
const data = JSON.parse(document.getElementById("data").textContent);
const asFile = (text) => URL.createObjectURL(new Blob([text], {{ type: "text/javascript" }}));
window.loadWith = (more) => import(asFile(data.esm + more));
const {{ default: factory }} = await loadWith("");
const Model = window.HostModel ?? StubModel;
window.model = new Model(data.state, window.askPython ? answerByPython : makeAnswers(data.legal));
window.widget = await factory();
await widget.initialize({{ model, signal: new AbortController().signal }});
window.views = [];
window.addView = async () => {{
  const el = document.getElementById("root").appendChild(document.createElement("div"));
  views.push(await widget.render({{ model, el, signal: new AbortController().signal }}));
}};
await addView();
document.documentElement.dataset.ready = "1";
</script></body></html>"""


def page_text(
    state: dict[str, Any], legal: dict[str, Any], theme: str | None = None, language: str = "en"
) -> str:
    """The page as one file: data as JSON with `<` escaped, so that no text in it can end the script."""
    esm = assets.player_esm(language)
    data = json.dumps({"state": state, "legal": legal, "esm": esm}).replace("<", "\\u003c")
    marked = "" if theme is None else f'data-jp-theme-light="{str(theme == "light").lower()}"'
    stub = (HERE / "stub.js").read_text("utf-8")
    return PAGE.format(css=assets.css(), data=data, stub=stub, theme=marked)


Show = Callable[..., "Page"]


@pytest.fixture
def show(page: Page, tmp_path: Path) -> Show:
    """Opens a player: `show()`, `show(state=..., cursor=..., width=..., theme="dark")`; gives the page."""

    def show(
        state: dict[str, Any] | None = None, legal: dict[str, Any] | None = None, *, cursor: int = 0,
        width: int = 1400, height: int = 1000, theme: str | None = None, motion: str = "reduce",
        language: str = "en",
    ) -> Page:  # fmt: skip
        file = tmp_path / "player.html"
        payload = {**(state or fixtures.state()), "cursor": cursor}
        file.write_text(page_text(payload, legal or {}, theme, language), "utf-8")
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion=motion)
        page.set_default_timeout(5000)
        page.goto(file.as_uri())
        page.wait_for_selector("[data-ready]", timeout=15000, state="attached")
        return page

    return show

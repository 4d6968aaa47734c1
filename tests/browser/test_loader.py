"""The module that a notebook loads for each widget: it finds the front end, which the notebook holds once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb.widgets import assets
from silkenweb.widgets.comm import packed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>notebook</title>
<body><main></main><script type="application/json" id="data">{data}</script>
<script type="module">
const data = JSON.parse(document.getElementById("data").textContent);
const url = URL.createObjectURL(new Blob([data.esm], {{ type: "text/javascript" }}));
const {{ default: factory }} = await import(url);
const ids = new Map(Object.entries(data.parts));
const manager = {{ async get_model(id) {{
  window.asked = (window.asked ?? 0) + 1;
  if (data.mute) return new Promise(() => {{}});
  if (window.asked <= (data.late ?? 0) || !ids.has(id)) throw new Error("widget model not found");
  return parts.get(id);
}} }};
const parts = new Map([...ids].map(([id, text]) => [id, {{ get: () => text }}]));
window.models = data.states.map((state) => {{
  const model = new HostModel(state);
  if (data.managed) model.widget_manager = manager;
  if (data.answer) model.send = (message) => {{
    model.sent.push(message);
    if (message.kind === "front") setTimeout(() => model.message(data.answer), 20);
  }};
  return model;
}});
window.closes = [];
for (const model of models) {{
  const widget = await factory();
  await widget.initialize({{ model, signal: new AbortController().signal }});
  for (let n = 0; n < (data.views ?? 1); n += 1) {{
    const el = document.querySelector("main").appendChild(document.createElement("div"));
    closes.push(await widget.render({{ model, el, signal: new AbortController().signal }}));
  }}
}}
document.documentElement.dataset.ready = "1";
</script></body></html>"""

HOST = """window.HostModel = class {
  #values; #acts = new Map(); sent = [];
  constructor(state) { this.#values = state; }
  get(name) { return this.#values[name]; }
  set(name, value) {
    this.#values[name] = value;
    for (const act of this.#acts.get(`change:${name}`) ?? []) act();
  }
  save_changes() {}
  send(message) { this.sent.push(message); }
  on(name, act) { this.#acts.set(name, [...(this.#acts.get(name) ?? []), act]); }
  off(name, act) { this.#acts.set(name, (this.#acts.get(name) ?? []).filter((each) => each !== act)); }
  message(content) { for (const act of [...(this.#acts.get("msg:custom") ?? [])]) act(content, []); }
};"""
Open = Callable[..., None]


@pytest.fixture
def notebook(page: Page, tmp_path: Path) -> Open:
    """Opens a saved notebook: `notebook(player, player, managed=True)`; without a kernel unless `live`."""

    def notebook(*widgets: Any, live: bool = False, **more: Any) -> None:
        states = []
        parts = {}
        for widget in widgets:
            state = {key: value for key, value in widget.get_state().items() if key != "layout"}
            states.append({**state, "layout": {"comm_live": live}})
            parts |= {part.model_id: packed(part.text) for part in (widget._script, widget._style)}
        data = {"states": states, "parts": parts, "esm": assets.loader_esm(), **more}
        file = tmp_path / "notebook.html"
        file.write_text(PAGE.format(data=json.dumps(data).replace("<", "\\u003c")), "utf-8")
        page.add_init_script(HOST)
        page.set_default_timeout(8000)
        page.goto(file.as_uri())
        page.wait_for_selector("[data-ready]", timeout=20000, state="attached")

    return notebook


def test_a_saved_notebook_is_shown_without_a_kernel(page: Page, notebook: Open) -> None:
    """Two players with a view each: styled, stepped through, and nothing is asked of Python."""
    players = [sw.Player("two-won"), sw.Player("reviewed-two-lost-late")]
    notebook(*players, managed=True)
    shown = page.locator(".sw-player")
    assert shown.count() == 2
    assert shown.first.evaluate("(node) => getComputedStyle(node).getPropertyValue('--sw-ink')")
    for number, player in enumerate(players):
        shown.nth(number).press("ArrowRight")
        assert page.evaluate(f"models[{number}].get('cursor')") == 1
        assert page.evaluate(f"models[{number}].sent") == []
        assert str(player.line[1]["say"][0])[:12] in shown.nth(number).inner_text()


@pytest.mark.parametrize(
    "make",
    [
        lambda: sw.Player("two-won", autosave=False),
        lambda: sw.Table(["wukong", "bajie"], seat=0, seed="class-7", autosave=False),
        lambda: sw.Scribe(["wukong", "bajie"]).widget,
        lambda: sw.practice("first").widget,
    ],
    ids=["player", "table", "scribe", "practice"],
)
def test_each_widget_brings_its_stylesheet(page: Page, notebook: Open, make: Callable[[], Any]) -> None:
    """It is styled where no other widget is in the page, and gone without a trace when it is closed."""
    notebook(make(), managed=True)
    shown = page.locator(".silkenweb").first
    assert shown.evaluate("(node) => getComputedStyle(node).getPropertyValue('--sw-ink')")
    page.evaluate("closes[0]()")
    assert page.locator("main > div").evaluate("(node) => node.childNodes.length") == 0


def test_models_that_arrive_late_are_waited_for(page: Page, notebook: Open) -> None:
    """After a page was reloaded, the widget may be there before the models that it names."""
    notebook(sw.Player("two-won"), managed=True, late=9)
    assert page.locator(".sw-player").count() == 1
    assert page.evaluate("asked") == 11


@pytest.mark.parametrize("host", [{}, {"managed": True}, {"managed": True, "mute": True}])
def test_python_sends_the_front_end_where_the_host_knows_no_other_models(
    page: Page, notebook: Open, host: dict[str, bool]
) -> None:
    """A host without a widget manager, one that does not find the models, and one that never answers."""
    answer = {"kind": "front", "script": assets.player_esm(), "style": assets.css()}
    notebook(sw.Player("two-won"), live=True, parts={}, answer=answer, **host)
    assert page.locator(".sw-player").count() == 1
    assert page.evaluate("models[0].sent.filter(({ kind }) => kind === 'front').length") == 1


def test_two_views_of_one_player_share_it_and_close_by_themselves(page: Page, notebook: Open) -> None:
    """Both follow one cursor; what a closed view has added is gone, with its stylesheet."""
    notebook(sw.Player("two-won"), managed=True, views=2)
    page.locator(".sw-player").first.press("ArrowRight")
    page.evaluate("closes[0]()")
    assert page.locator(".sw-player").count() == 1
    assert page.locator("main > div").first.evaluate("(node) => node.childNodes.length") == 0
    page.locator(".sw-player").press("ArrowRight")
    assert page.evaluate("models[0].get('cursor')") == 2


def test_what_python_changes_later_is_read(page: Page, notebook: Open) -> None:
    """A compressed trait that changes is shown like any other."""
    player = sw.Player("lesson-what-silence-costs", autosave=False)
    notebook(player, live=True, managed=True)
    node = player.replay.node(7).branch("rest ~")
    player.refresh()
    changed = player.get_state("branches")["branches"]
    assert "deflate" in changed
    page.evaluate("(value) => models[0].set('branches', value)", changed)
    page.evaluate("(id) => models[0].set('cursor', id)", player.showing.number(node))
    page.wait_for_selector(".sw-player[data-by=reader]")


def test_a_height_is_handed_to_the_front_end(page: Page, notebook: Open) -> None:
    """As the custom property that its frame takes; without a height there is none."""
    notebook(sw.Player("two-won", height=640), sw.Player("two-won"), managed=True)
    heights = """[...document.querySelectorAll("main > div")].map(
        (each) => getComputedStyle(each).getPropertyValue("--height"))"""
    assert page.evaluate(heights) == ["640px", ""]
    page.evaluate("models[0].set('height', null)")
    page.evaluate("models[1].set('height', 700)")
    assert page.evaluate(heights) == ["", "700px"]

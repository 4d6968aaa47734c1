"""Hosts other than a live Jupyter: one that is not Backbone, and a saved page without a kernel."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player
from silkenweb.widgets.table import Table
from tests.browser.acts import open_tab
from tests.browser.conftest import HERE, Show
from tests.browser.table_bridge import TableBridge
from tests.browser.test_scribe import Open, opened  # noqa: F401 (a fixture)
from tests.browser.test_table_play import keep
from tests.browser.test_with_python import TRAITS, Bridge

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
NAME = "lesson-what-silence-costs"
MINIMAL = (HERE / "minimal.js").read_text("utf-8")

# What anywidget hands on in a page that Jupyter saved: the layout is a model without a comm, and sending does
# nothing.
SAVED = """window.HostModel = class {
  #values; #acts = new Map(); sent = [];
  constructor(state) { this.#values = { ...structuredClone(state), layout: { comm_live: false, get() {} } }; }
  get(name) { return this.#values[name]; }
  set(name, value) {
    this.#values[name] = value;
    for (const act of this.#acts.get(`change:${name}`) ?? []) act();
  }
  save_changes() {}
  send(content) { this.sent.push(content); }
  on(name, act) { this.#acts.set(name, [...(this.#acts.get(name) ?? []), act]); }
  off() {}
};"""


@pytest.fixture
def table(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., TableBridge]:
    """Opens a table in the page."""
    monkeypatch.chdir(tmp_path)

    def table(*characters: Any, **options: Any) -> TableBridge:
        bridge = TableBridge(Table(*characters, **{"seed": "class-7", "bots": "greedy", **options}), page)
        bridge.open(tmp_path)
        return bridge

    return table


def test_the_player_works_on_a_minimal_host(page: Page, show: Show) -> None:
    """A branch is drawn as soon as it is there, a note is shown, a change of speed is heard."""
    page.add_init_script(MINIMAL)
    bridge = Bridge(Player(sw.sample(NAME), autosave=False), page)
    start = bridge.player.showing.number(bridge.player.replay.node("7"))
    show({name: getattr(bridge.player, name) for name in TRAITS}, cursor=start)
    count = len(bridge.player.branches)
    page.get_by_role("button", name="Rest and rotate the hand").click()
    page.wait_for_function(f"model.get('branches').length > {count}")
    page.wait_for_selector(".sw-player[data-by=reader]")
    assert page.locator(".sw-move[aria-current]").get_attribute("data-by") == "reader"
    page.evaluate("model.set('speed', 4)")
    open_tab(page, "Settings")
    speed = page.get_by_label("Speed", exact=False).last
    assert speed.input_value() == "4"
    speed.select_option("weight")
    assert page.evaluate("model.get('speed')") == "weight"


def test_the_table_works_on_a_minimal_host(page: Page, table: Callable[..., TableBridge]) -> None:
    """Set up, dealt, cards kept: each stage is drawn."""
    page.add_init_script(MINIMAL)
    bridge = table()
    page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Deal level 1").click()
    keep(page)
    page.wait_for_selector(".sw-sitting[data-mine], .sw-sitting .sw-entry")
    assert bridge.table.replay.count > 2


def test_the_scribe_works_on_a_minimal_host(page: Page, opened: Open) -> None:  # noqa: F811
    """What is told is shown, and so is what is refused."""
    page.add_init_script(MINIMAL)
    scribe = opened(["wukong", "bajie"])
    field = page.locator(".sw-scribe-typed input")
    field.fill("row T02 T12")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.sw-scribe-facts').children.length === 1")
    assert len(scribe.facts) == 1
    field.fill("claim R99")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.sw-scribe-fault').textContent.length > 0")


def test_a_player_saved_without_a_kernel_is_like_an_exported_page(page: Page, show: Show) -> None:
    """It can be stepped through, says that no moves can be made, asks nothing, offers nothing of Python's."""
    page.add_init_script(SAVED)
    replay = sw.sample("two-won")
    replay.node("5").comment = "why?"
    player = Player(replay, autosave=False)
    show({name: getattr(player, name) for name in TRAITS}, cursor=5)
    page.wait_for_timeout(300)
    assert not page.locator(".sw-strip").is_visible()
    assert page.evaluate("model.sent") == []
    for name in ("Undo", "Redo", "Save", "Promote", "Delete", "Let bots continue", "Review this game"):
        assert not page.get_by_role("button", name=name).is_visible()
    assert not page.locator(".sw-kept").is_visible()
    assert not page.get_by_label("View", exact=True).is_visible()
    page.get_by_role("tab", name="More", exact=True).click()
    assert page.get_by_role("tab", name="Legal moves").count() == 0
    page.get_by_role("tab", name="Notes").click()
    assert page.locator(".sw-notes .sw-comment").inner_text() == "why?"
    assert not page.locator(".sw-note-form").is_visible()
    page.locator(".sw-player").press("ArrowRight")
    assert page.evaluate("model.get('cursor')") == 6
    assert page.evaluate("model.sent") == []


@pytest.mark.parametrize("characters", [(), (["wukong", "bajie"],)])
def test_a_table_saved_without_a_kernel_can_only_be_looked_at(
    page: Page, table: Callable[..., TableBridge], characters: tuple[Any, ...]
) -> None:
    """Neither the setup nor the seat has a control that would do nothing; it says why."""
    page.add_init_script(SAVED)
    table(*characters)
    page.wait_for_timeout(200)
    assert page.get_by_text("no kernel").first.is_visible()
    controls = page.locator(".sw-setup :is(button, select, input), .sw-sit-foot button, .sw-sit-foot select")
    assert [each.is_enabled() for each in controls.all() if each.is_visible()].count(True) == 0
    assert page.evaluate("model.sent") == []


def test_a_covered_table_saved_without_a_kernel_stays_covered(
    page: Page, table: Callable[..., TableBridge]
) -> None:
    """Nobody can lift the cover there."""
    page.add_init_script(SAVED)
    bridge = table(["wukong", "bajie"], seats=[0, 1])
    bridge.table.sitting.deal()
    bridge.table.cover()
    bridge.open(bridge.folder)
    assert page.get_by_text("no kernel").first.is_visible()
    assert page.locator(".sw-cover button").is_disabled()


def test_a_scribe_saved_without_a_kernel_shows_what_it_knows(page: Page, opened: Open) -> None:  # noqa: F811
    """The table as far as it is known, and no form."""
    page.add_init_script(SAVED)
    opened(["wukong", "bajie"], told=("row T02 T12",))
    assert page.get_by_text("no kernel").first.is_visible()
    assert not page.locator(".sw-scribe-typed").is_visible()
    assert not page.locator(".sw-scribe-step").is_visible()
    assert page.locator("[data-card=T02]").first.is_visible()


def test_at_the_end_of_an_unfinished_recording_nothing_is_offered_and_the_reason_is_given(
    page: Page, show: Show
) -> None:
    """What lights up is what may be done: nothing. One step back all is offered again."""
    bridge = Bridge(Player(sw.sample("three-open"), autosave=False), page)
    last = bridge.player.line[-1]["id"]
    assert not bridge.player.replay.end.position.over
    show({name: getattr(bridge.player, name) for name in TRAITS}, cursor=last)
    words = "The recording ends here. Step back to try another move."
    page.wait_for_function(
        "(words) => document.querySelector('.sw-choices .sw-hint').textContent === words", arg=words
    )
    assert page.locator("[data-can]").count() == 0
    assert page.locator(".sw-choice").count() == 0
    page.locator(".sw-hand [data-card]").first.click()
    page.locator("[data-target]").first.click()
    assert page.locator("[data-can], [data-picked]").count() == 0
    bots = page.get_by_role("button", name="Let bots continue")
    assert bots.get_attribute("aria-disabled") == "true"
    assert bots.get_attribute("title") == words
    open_tab(page, "Legal moves")
    field = page.get_by_role("searchbox", name="Filter the legal moves")
    field.fill("rest")
    field.press("Enter")
    assert page.locator(".sw-legal-fault").inner_text() == words
    kinds = [json.dumps(message) for message in page.evaluate("model.sent") if message["kind"] != "legal"]
    assert kinds == []
    page.locator(".sw-player").press("ArrowLeft")
    page.wait_for_selector(".sw-choice")
    assert bots.get_attribute("aria-disabled") is None

"""Keys: opposite ones undo each other, and letters work with Caps Lock, other layouts and input methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb.bots.continuation import continue_game
from silkenweb.widgets.player import Player
from tests.browser import fixtures
from tests.browser.conftest import Show
from tests.browser.test_with_python import TRAITS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
STATE = fixtures.state()
LINE: list[dict[str, Any]] = STATE["line"]
PAIRS = [
    ("[", "]"), ("]", "["), ("PageUp", "PageDown"), ("PageDown", "PageUp"), ("ArrowLeft", "ArrowRight"),
    ("ArrowRight", "ArrowLeft"), ("Shift+ArrowLeft", "Shift+ArrowRight"), ("ArrowUp", "ArrowDown"),
    ("ArrowDown", "ArrowUp"), ("p", "n"), ("n", "p"),
]  # fmt: skip

# Presses a key and then the opposite one as often as it had an effect; where that does not end.
WANDER = """([ids, pairs]) => {
  const root = document.querySelector(".sw-player");
  const press = (name) => {
    const shift = name.startsWith("Shift+");
    const key = name.replace("Shift+", "");
    root.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey: shift, bubbles: true }));
    return model.get("cursor");
  };
  const lost = [];
  for (const id of ids) for (const [one, other] of pairs) for (const often of [1, 5]) {
    model.set("cursor", id);
    let moved = 0;
    for (let i = 0, at = id; i < often; i += 1) {
      const now = press(one);
      moved += now !== at;
      at = now;
    }
    for (let i = 0; i < moved; i += 1) press(other);
    if (model.get("cursor") !== id) lost.push([id, one, often, model.get("cursor")]);
  }
  return lost;
}"""


def cursor(page: Page) -> int:
    return int(page.evaluate("model.get('cursor')"))


def dispatch(page: Page, **init: Any) -> bool:
    """One keydown event as a browser would make it; whether the player took it."""
    script = """(init) => {
        const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
        document.querySelector(".sw-player").dispatchEvent(event); return event.defaultPrevented; }"""
    return bool(page.evaluate(script, init))


def test_opposite_keys_undo_each_other_from_every_node_of_a_branch(show: Show) -> None:
    """In the sample game with its long branch: turns, levels, steps, alternatives and notes."""
    replay = sw.sample("two-won")
    first = replay.node("25").branch(replay.node("25").position.legal_moves()[-1])
    for _ in continue_game(first, "greedy", until="game"):
        pass
    player = Player(replay)
    state = {name: getattr(player, name) for name in TRAITS}
    page = show({**state, "game": {**state["game"], "kernel": False}})
    branch = [node["id"] for node in state["branches"]]
    nodes = [*branch[:: max(1, len(branch) // 6)], 0, 40]
    assert len(branch) > 10
    assert page.evaluate(WANDER, [nodes, PAIRS]) == []


def test_steps_by_turn_returns_to_the_branch_that_the_arrow_keys_return_to(show: Show) -> None:
    """Back to the recorded line by turns, on by an arrow key: the next turn is the branch's."""
    node = next(node for node in reversed(STATE["branches"]))
    page = show(STATE, cursor=node["id"])
    page.locator(".sw-player").focus()
    ids = {each["id"] for each in STATE["branches"]}
    while cursor(page) in ids:
        page.keyboard.press("[")
    page.keyboard.press("Home")
    while cursor(page) not in ids:
        before = cursor(page)
        page.keyboard.press("]")
        assert cursor(page) != before
        assert not (before in ids and cursor(page) not in ids)
    assert cursor(page) in ids


@pytest.mark.parametrize(
    "event",
    [
        {"key": "b", "code": "KeyB"},
        {"key": "B", "code": "KeyB"},  # Caps Lock
        {"key": "и", "code": "KeyB"},  # Cyrillic
        {"key": "И", "code": "KeyB"},  # Cyrillic with Caps Lock
        {"key": "Process", "code": "KeyB"},  # an input method
        {"key": "Process", "code": "KeyB", "isComposing": True},
        {"key": "ｂ", "code": "KeyB"},
        {"key": "b", "code": "KeyN"},  # Dvorak
        {"key": "b", "code": ""},
    ],
)
def test_b_leaves_the_branch_on_every_keyboard(show: Show, event: dict[str, Any]) -> None:
    """The letter decides if it is a Latin one, else the place of the key."""
    other = STATE["branches"][0]
    page = show(STATE, cursor=other["id"])
    assert dispatch(page, **event)
    assert cursor(page) == other["parent"]


@pytest.mark.parametrize(
    "event",
    [
        {"key": ",", "code": "KeyM"},  # French: a comma where others have the m
        {"key": "x", "code": "KeyB"},  # Dvorak
        {"key": "B", "code": "KeyB", "shiftKey": True},
        {"key": "в", "code": "KeyD"},
    ],
)
def test_other_keys_are_left_to_the_page(show: Show, event: dict[str, Any]) -> None:
    """A sign is that sign, wherever it is on the keyboard."""
    other = STATE["branches"][0]
    page = show(STATE, cursor=other["id"])
    assert not dispatch(page, **event)
    assert cursor(page) == other["id"]


def test_shift_and_not_caps_lock_makes_the_previous_mistake_of_the_next(show: Show) -> None:
    """`m` goes on and Shift + m back, with Caps Lock on as well as off, and on a Cyrillic keyboard."""
    player = Player(sw.sample("reviewed-two-lost-late"))
    page = show({name: getattr(player, name) for name in TRAITS}, cursor=40)
    places = []
    for event in (
        {"key": "M", "code": "KeyM"},
        {"key": "ь", "code": "KeyM"},
        {"key": "m", "code": "KeyM", "shiftKey": True},
        {"key": "Ь", "code": "KeyM", "shiftKey": True},
    ):
        assert dispatch(page, **event)
        places.append(cursor(page))
    assert places[1] > places[0] > 40
    assert places[2:] == [places[0], 40]


@pytest.mark.parametrize(
    "event",
    [
        {"key": "]", "code": "BracketRight"}, {"key": "ъ", "code": "BracketRight"},
        {"key": "］", "code": "BracketRight"}, {"key": "Process", "code": "BracketRight"},
    ],
)  # fmt: skip
def test_brackets_step_by_turn_on_other_layouts(show: Show, event: dict[str, Any]) -> None:
    page = show(STATE)
    assert dispatch(page, **event)
    assert cursor(page) > 0


def test_held_toggles_act_once(show: Show) -> None:
    """Held Space plays and does not flicker; held `f` asks for one lens, held `?` shows the help."""
    page = show(STATE)
    for key, code in ((" ", "Space"), ("f", "KeyF"), ("?", "Slash")):
        for repeat in [False, *[True] * 12]:
            assert dispatch(page, key=key, code=code, repeat=repeat)
    assert page.locator(".sw-go-play").get_attribute("aria-label") == "Pause (space)"
    assert len([m for m in page.evaluate("model.sent") if m["kind"] == "lens"]) == 1
    assert page.locator(".sw-help").is_visible()
    page.locator(".sw-go-play").focus()
    held = """() => [false, true].map((repeat) => {
        const event = new KeyboardEvent("keydown", { key: "Enter", repeat, bubbles: true, cancelable: true });
        document.querySelector(".sw-go-play").dispatchEvent(event);
        return event.defaultPrevented; })"""
    assert page.evaluate(held) == [False, True]


def test_held_arrows_keep_stepping(show: Show) -> None:
    """They are no toggles."""
    page = show(STATE)
    for repeat in (False, True, True):
        assert dispatch(page, key="ArrowRight", code="ArrowRight", repeat=repeat)
    assert cursor(page) == 3


def test_keys_of_an_input_method_in_a_field_are_its_own(show: Show) -> None:
    """Escape ends the composition, Enter chooses; neither reaches the player."""
    page = show(STATE, cursor=10)
    dispatch(page, key="?", code="Slash", shiftKey=True)
    assert page.locator(".sw-help").is_visible()
    script = """() => {
        const init = { key: "Escape", isComposing: true, bubbles: true, cancelable: true };
        document.querySelector(".sw-moves .sw-filter").dispatchEvent(new KeyboardEvent("keydown", init)); }"""
    page.evaluate(script)
    assert page.locator(".sw-help").is_visible()
    assert cursor(page) == 10

"""After a change of the lens the whole page holds only what the new lens shows."""

from __future__ import annotations

import re
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player
from tests.browser.acts import large_type, open_tab
from tests.browser.conftest import Show
from tests.browser.test_with_python import TRAITS, Bridge
from tests.widgets.test_lens import SECRET, allowed

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
LENSES = ("all", "seat:0", "seat:1", "infer:2")
CARD = re.compile(r"\b(?:(?:TS|WK|BJ|WJ|BH)[1-8]|T\d\d|R\d\d)\b")
TABS = ("Legal moves", "Compare", "Review", "Notes", "Moves")
WHOLE_PAGE = "document.getElementById('root').innerHTML"
"""Text, attributes and titles of everything: open and closed tabs, hidden elements."""


def game() -> sw.Replay:
    """Three bots, alternatives at decisions of two seats, comments on both lines."""
    replay = sw.play(["wukong", "bajie", "wujing"], "greedy", seed="lenses", blessings=3)
    for seat in (0, 1):
        node = next(n for n in replay.main_line() if n.position.phase == "turn" and n.position.seat == seat)
        other = next(move for move in node.position.legal_moves() if node.next and move != node.next.move)
        node.branch(other).comment = f"{SECRET} {other}"
    for path in ("2", "3", "5", "6"):
        replay.node(path).comment = f"{SECRET} at {path}"
    return replay


@pytest.fixture
def opened(page: Page, show: Show) -> Bridge:
    """That game in a player, everything open, after its first three keeps."""
    bridge = Bridge(Player(game(), autosave=False), page)
    show({name: getattr(bridge.player, name) for name in TRAITS}, cursor=0)
    return bridge


def look_everywhere(page: Page, steps: int) -> None:
    """Open every tab and step along, so that each part of the page paints what it can show."""
    page.evaluate("model.set('cursor', model.get('line')[0].id)")
    for name in TABS:
        open_tab(page, name)
        if name == "Compare":
            page.get_by_role("button", name="Pin", exact=False).first.click()
        for _ in range(steps):
            page.locator(".sw-player").press("ArrowRight")
    page.get_by_role("tab", name="Notes", exact=True).click()
    page.wait_for_timeout(300)  # what is legal is asked for when the reader rests


def choose(page: Page, lens: str) -> None:
    page.get_by_label("View", exact=True).select_option(lens)
    page.wait_for_function(f"model.get('game').lens === '{lens}'")
    page.wait_for_function(f"document.querySelector('.sw-lens select').value === '{lens}'")


def may_be_named(player: Player) -> set[str]:
    """Every card that the lens shows somewhere, on any node that is shown."""
    viewer = player.showing.lens.viewer
    nodes = [player.replay.node(sent["path"]) for sent in (*player.line, *player.branches)]
    if viewer is None:
        return set().union(*(CARD.findall(node.position.text) for node in nodes))
    named = set().union(*(allowed(node, viewer) for node in nodes))
    return named | set(CARD.findall(" ".join(sent["text"] for sent in (*player.line, *player.branches))))


def check(page: Page, player: Player) -> None:
    """The page as it stands against what the lens shows at the node shown, and along the way to it."""
    html, at = page.evaluate(WHOLE_PAGE), page.evaluate("model.get('cursor')")
    path = player.showing.at(at).path
    said = page.locator(".sw-happened").evaluate("(said) => said.firstChild.textContent")
    assert said == (" ".join(player.line[int(path)]["say"]) or "The game begins.")
    if player.showing.lens.viewer is None:
        return
    assert SECRET not in html
    assert set(CARD.findall(html)) <= may_be_named(player), (player.game["lens"], path)


def every_change() -> list[str]:
    """Lenses in an order in which each follows each other one."""
    order, left = [LENSES[0]], set(permutations(LENSES, 2))
    while left:
        following = [after for before, after in sorted(left) if before == order[-1]]
        after = max(following, key=lambda lens: sum(before == lens for before, _ in left))
        left.remove((order[-1], after))
        order.append(after)
    return order


def test_nothing_that_was_painted_survives(page: Page, opened: Bridge) -> None:
    """Through every change from one lens to another: the page names no card that the new lens hides, and its
    log says what the new lens says, where the reader stands and after looking at everything again.
    """
    player = opened.player
    for number, lens in enumerate(every_change()[1:]):
        choose(page, lens)
        check(page, player)
        look_everywhere(page, 1 + number % 2)
        check(page, player)
        page.evaluate(f"model.set('cursor', model.get('line')[{2 + number % 5}].id)")


def test_what_is_being_typed_belongs_to_its_lens(page: Page, opened: Bridge) -> None:
    """A comment begun with everything open is not in the page of a seat, and is back with everything open."""
    choose(page, "all")
    page.get_by_role("tab", name="Notes", exact=True).click()
    page.get_by_label("Comment", exact=True).fill("Bajie holds the flood")
    choose(page, "seat:1")
    box = page.get_by_label("Comment", exact=True)
    assert box.is_visible()
    assert box.input_value() == ""
    choose(page, "all")
    assert box.input_value() == "Bajie holds the flood"


def test_the_reader_keeps_place_tab_size_and_keyboard(page: Page, opened: Bridge) -> None:
    """The view is built again, and the reader does not notice."""
    large_type(page)
    open_tab(page, "Compare")
    page.evaluate("model.set('cursor', model.get('line')[4].id)")
    page.get_by_label("View", exact=True).focus()
    choose(page, "seat:0")
    assert page.locator(".sw-player.sw-large").count() == 1
    assert page.locator(".sw-tab[aria-selected=true]").all_text_contents() == ["More", "Compare"]
    assert page.evaluate("model.get('line').findIndex((n) => n.id === model.get('cursor'))") == 4
    assert page.evaluate("document.activeElement.matches('.sw-lens select')")
    page.locator(".sw-player").press("f")
    page.wait_for_function("model.get('game').lens !== 'seat:0'")
    assert page.locator(".sw-player").count() == 1

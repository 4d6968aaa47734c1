"""The player in Traditional Chinese, in a real browser with Python behind it: no word of English is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player
from silkenweb.widgets.table import Table
from tests.browser import fixtures
from tests.browser.acts import CORNER
from tests.browser.conftest import Show
from tests.browser.table_bridge import TableBridge
from tests.browser.test_with_python import TRAITS, Bridge

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CHINESE = "zh-Hant"

# All that a person can read or a screen reader says; moves as texts and keys stand in elements of their own.
SAID = """() => {
  const root = document.querySelector(".sw-player");
  const said = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest("code, kbd")) said.push(walk.currentNode.data);
  }
  for (const element of [root, ...root.querySelectorAll("*")]) {
    for (const name of ["title", "aria-label", "placeholder", "aria-valuetext", "aria-description"]) {
      if (element.hasAttribute(name)) said.push(element.getAttribute(name));
    }
  }
  return said.filter((text) => text.trim());
}"""

NAMES = re.compile(
    r"(?<![A-Za-z0-9])([A-Z]{1,2}\d{1,2}'?|[A-Za-z])(?![A-Za-z0-9])"  # cards, the letters of icons, keys
    r"|\b[a-z]+\.[a-z0-9]+\b"  # icons of sheets
    r"|\b(keep|play|rest|take|ability|signal|claim|rotate|hold|end)(?![A-Za-z])"  # moves as texts
    r"|(Home|End|Enter|Esc|Python|autosave|spirit)(?![A-Za-z])"
)


class Reader:
    """What has been said until now, and whether any of it is English."""

    def __init__(self, page: Page, names: list[str]) -> None:
        self.page = page
        self.names = names
        self.said: set[str] = set()

    def look(self) -> None:
        """Read all that is there now."""
        self.said |= set(self.page.evaluate(SAID))

    @property
    def english(self) -> list[str]:
        """What has Latin letters beside names."""
        names = re.compile("|".join(map(re.escape, self.names)) or "^$")  # of bots and people
        left = {text: NAMES.sub("", names.sub("", text)) for text in self.said}
        return sorted(text for text, rest in left.items() if re.search("[A-Za-z]{2,}", rest))


@pytest.fixture
def opened(page: Page, show: Show) -> Bridge:
    """A recorded game of bots in Chinese, shown where its first turn begins."""
    replay = sw.play(["wukong", "wujing", "tang"], ["greedy", "random", "greedy"], seed="bridge", blessings=9)
    bridge = Bridge(Player(replay, language=CHINESE), page)
    start = next(node["id"] for node in bridge.player.line if " phase=turn " in node["text"])
    show({name: getattr(bridge.player, name) for name in TRAITS}, cursor=start, language=CHINESE)
    bridge.start = start
    return bridge


def press(page: Page, name: str) -> Callable[[], None]:
    return page.get_by_role("button", name=name, exact=True).first.click


def test_no_english_is_left_in_any_panel(page: Page, opened: Bridge) -> None:
    """Tabs, sources, keys, piles, a refused move, a branch, the bots, undo: all is told in Chinese."""
    reader = Reader(page, opened.player.game["bots"])
    page.wait_for_selector(".sw-choice")
    reader.look()
    for tab in ("更多", "合法行動", "比較", "來源", "設定", "覆盤", "筆記", "行動"):
        if tab in ("比較", "來源", "設定"):
            page.get_by_role("tab", name="更多", exact=True).click()
        page.get_by_role("tab", name=tab, exact=True).click()
        reader.look()
    page.get_by_role("tab", name="更多", exact=True).click()
    for tab, name in (("來源", "來源"), ("設定", "顯示按鍵"), ("設定", "課堂模式")):
        page.get_by_role("tab", name=tab, exact=True).click()
        press(page, name)()
        reader.look()
        press(page, name)() if name != "顯示按鍵" else page.keyboard.press("Escape")
    for pile in page.locator(".sw-pile").all():
        pile.click()
        reader.look()
        pile.click()
    page.locator(".sw-hand [data-can=pick]").first.click(position=CORNER)
    reader.look()
    page.get_by_role("tab", name="更多", exact=True).click()
    page.get_by_role("tab", name="合法行動", exact=True).click()
    for text in ("claim T01", "?"):
        page.get_by_label("篩選合法行動").fill(text)
        page.get_by_label("篩選合法行動").press("Enter")
        page.wait_for_function("document.querySelector('.sw-legal-fault').textContent !== ''")
        reader.look()
        page.get_by_label("篩選合法行動").fill("")
    before = len(opened.player.branches)
    press(page, "休息並倒轉手牌")()
    page.wait_for_function(f"model.get('branches').length > {before}")
    reader.look()
    press(page, "讓電腦玩家接著玩")()
    reader.look()
    press(page, "接著玩")()
    page.wait_for_selector(".sw-branch .sw-hint:has-text('電腦玩家又做了')")
    reader.look()
    press(page, "復原")()
    page.wait_for_selector(".sw-branch .sw-hint:has-text('已復原')")
    reader.look()
    page.get_by_role("tab", name="更多", exact=True).click()
    page.get_by_role("tab", name="比較", exact=True).click()
    press(page, "釘選這個節點")()
    for _ in range(3):
        page.locator(".sw-player").press("ArrowLeft")
    reader.look()
    assert opened.player.branches
    assert not reader.english
    assert len(reader.said) > 200


def test_no_lens_shows_english(page: Page, opened: Bridge) -> None:
    """Everything, a seat's eyes and its inferences: in a level's middle, with chances, and at the end."""
    reader = Reader(page, opened.player.game["bots"])
    for lens in ("all", "seat:1", "infer:2"):
        page.get_by_label("視角").select_option(lens)
        page.wait_for_function("(lens) => model.get('game').lens === lens", arg=lens)
        for place in (opened.start + 5, len(opened.player.line) - 1):
            page.evaluate(f"model.set('cursor', {place})")
            reader.look()
        for node in opened.player.line:
            reader.said |= set(node["say"])
    assert not reader.english
    assert any("至少有一張是" in text for text in reader.said)


def test_the_language_is_said_to_screen_readers(page: Page, show: Show) -> None:
    show(fixtures.state(), language=CHINESE)
    assert page.locator(".sw-player").get_attribute("lang") == CHINESE
    show(fixtures.state())
    assert page.locator(".sw-player").get_attribute("lang") == "en"


def test_hostile_names_stay_text_where_words_are_filled_in(page: Page, show: Show) -> None:
    """A name is put into a sentence as it is: no markup, no placeholder and no `$&` of it is read."""
    hostile = "<img src=x onerror=window.hacked=1>{name}{whose}$&$1"
    state = fixtures.state()
    for seat in state["game"]["seats"]:
        seat["name"] = hostile
    show(state, cursor=fixtures.full_hands(state), language=CHINESE)
    assert hostile in page.locator(".sw-whose").inner_text()
    assert page.locator(".sw-whose").inner_text() == f"輪到{hostile}決定"
    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0


def test_no_english_is_left_at_the_table(page: Page, tmp_path: Path) -> None:
    """Setting it up, the cover between two people, keeping cards, and a turn."""
    table = Table(language=CHINESE, autosave=False)
    TableBridge(table, page).open(tmp_path)
    reader = Reader(page, [*table.setup["bots"], "English"])
    reader.look()
    seated = Table(
        ["wukong", "bajie", "tang"], seats={0: "Ana", 1: "Bo"}, bots="greedy", seed="t",
        autosave=False, language=CHINESE,
    )  # fmt: skip
    page = page.context.new_page()
    TableBridge(seated, page).open(tmp_path)
    reader.page = page
    reader.names += ["Ana", "Bo"]
    for _ in range(8):
        reader.look()
        ready = page.locator(".sw-cover button")
        if ready.count():
            ready.first.click()
        elif page.locator(".sw-choice.sw-primary:not([disabled])").count():
            page.locator(".sw-choice.sw-primary:not([disabled])").first.click()
        elif page.locator(".sw-hand [data-can=pick]:not([data-picked])").count():
            page.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
        page.wait_for_timeout(200)
    reader.look()
    assert len(reader.said) > 80
    assert not reader.english


def test_an_exported_page_is_in_the_language_and_says_so(page: Page, tmp_path: Path) -> None:
    """Without a kernel there is no button for moves, and the words say why."""
    replay = sw.play(["bajie", "bailoong"], "greedy", seed="page", blessings=3)
    page.goto(sw.export_html(replay, tmp_path / "game.html", language=CHINESE).as_uri())
    page.wait_for_selector(".sw-player")
    reader = Reader(page, [])
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        reader.look()
    assert page.locator("html").get_attribute("lang") == CHINESE
    assert page.title() == "對局紀錄：豬八戒、白龍馬"
    assert not reader.english


def test_chinese_is_upright_and_its_lines_break_by_its_rules(page: Page, opened: Bridge) -> None:
    """Nothing slants or lies on its side, no line has a single character if that can be avoided, and no font
    is replaced by a serif of another script.
    """
    page.wait_for_selector(".sw-choice")
    style = "getComputedStyle(document.querySelector('.silkenweb'))"
    assert page.evaluate(f"[{style}.textWrapStyle, {style}.lineBreak]") == ["pretty", "strict"]
    everything = "[...document.querySelectorAll('.silkenweb, .silkenweb *')].map((e) => getComputedStyle(e))"
    assert set(page.evaluate(f"{everything}.map((style) => style.fontStyle)")) == {"normal"}
    families = set(page.evaluate(f"{everything}.map((style) => style.fontFamily)"))
    assert any("Noto Serif" in family for family in families)
    assert not [family for family in families if family.endswith(" serif")]
    start = page.locator(".sw-start").first.evaluate("(label) => getComputedStyle(label).rotate")
    assert start == "none"
    page.locator(".sw-player").press("Home")
    assert "開始" in page.locator(".sw-moves").inner_text()
    assert not re.search(r"\b(deal|start)\b", page.locator(".sw-moves").inner_text())

"""A level put in by touch, in a real browser, told to a real Scribe."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from silkenweb.widgets import assets
from silkenweb.widgets.notebook_scribe import Scribe
from tests.browser.conftest import HERE, PAGE
from tests.browser.test_axe import axe, serious  # noqa: F401 (a fixture)

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
SMALL = """() => [...document.querySelectorAll('.silkenweb button, .silkenweb select')]
  .map(e => [e.textContent, e.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5)).map(([text]) => text)"""
Open = Callable[..., Scribe]


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Open:
    """Shows a Scribe's form: `opened(["wukong", "bajie"], width=420, theme="dark")`."""

    def opened(
        characters: list[str], width: int = 900, theme: str | None = None, told: tuple[str, ...] = ()
    ) -> Scribe:
        scribe = Scribe(characters)
        for text in told:
            scribe.move(text)
        widget = scribe.widget
        messages: list[Any] = []
        widget.send = lambda content, buffers=None: messages.append(content)

        def ask(text: str) -> dict[str, Any]:
            messages.clear()
            with ThreadPoolExecutor(1) as thread:
                thread.submit(widget._receive, widget, json.loads(text), []).result()
            return {"traits": {"desk": widget.desk}, "messages": list(messages)}

        page.expose_function("askPython", ask)
        marked = "" if theme is None else f'data-jp-theme-light="{str(theme == "light").lower()}"'
        state = {"game": widget.game, "desk": widget.desk}
        data = json.dumps({"state": state, "legal": {}, "esm": assets.scribe_esm()})
        file = tmp_path / "scribe.html"
        stub = (HERE / "stub.js").read_text("utf-8")
        text = PAGE.format(css=assets.css(), data=data.replace("<", "\\u003c"), stub=stub, theme=marked)
        text = text.replace("await widget.initialize({ model, signal: new AbortController().signal });", "")
        file.write_text(text, "utf-8")
        page.set_viewport_size({"width": width, "height": 900})
        page.set_default_timeout(8000)
        page.goto(file.as_uri())
        page.wait_for_selector("[data-ready]", timeout=15000, state="attached")
        return scribe

    return opened


def test_a_level_begins_by_touch(page: Page, opened: Open) -> None:
    """Row, discards and a play are told by touch; what is assumed is marked; the play is taken back."""
    scribe = opened(["wukong", "bajie"])
    page.get_by_text("By card number").click()
    for card in ("T02", "T12"):
        page.locator(f"[data-threat={card}]").click()
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_selector("[data-own]")
    for cards in (("WK1", "WK7"), ("BJ6", "BJ8")):
        page.locator(f"[data-own={cards[0]}]").click()
        page.locator(f"[data-own={cards[1]}]").click()
        page.get_by_text("2 of 2 entered").wait_for()
        page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Rest", exact=True).wait_for()
    assert scribe.position.phase == "turn"
    page.locator("[data-own=WK2]").click()
    page.locator("[data-onto=T02]").click()
    page.get_by_role("button", name="Played enough").wait_for()
    assert scribe.moves == ("play WK2>T02",)
    assert page.locator(".sw-hand [data-assumed]").count() > 0
    assert "assumed" in (page.locator(".sw-hand [data-assumed]").first.get_attribute("title") or "")
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("button", name="Rest", exact=True).wait_for()
    assert scribe.moves == ()


OUTSIDE = """() => {
  const inside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const parts = ['.sw-head', '.sw-levels', '.sw-rests', '.sw-row', '.sw-seats', '.sw-assumed-legend'];
  const hands = [...document.querySelectorAll('.sw-seat')].map((seat) => seat.getBoundingClientRect());
  return [
    ...parts.filter((part) => !inside(box(part), box('.sw-board'))),
    ...hands.filter((hand) => !inside(hand, box('.sw-seats'))).map((hand) => `seat of ${hand.height} px`),
    ...hands.filter((hand) => hand.height < 30).map((hand) => `flat seat of ${hand.height} px`),
    ...(box('.sw-row').bottom > box('.sw-seats').top ? ['row over seats'] : []),
    ...(box('.sw-seats').bottom > box('.sw-assumed-legend').top ? ['seats over legend'] : []),
  ];
}"""


@pytest.mark.parametrize("width", [1400, 735, 420])
@pytest.mark.parametrize(
    "characters", [("wukong", "bajie"), ("tang", "wukong", "bajie", "wujing", "bailoong")]
)
def test_the_table_beside_the_form_fits_its_board(
    characters: tuple[str, ...], width: int, page: Page, opened: Open
) -> None:
    """Head, row, hands and legend are below each other, inside the board, whatever the width."""
    fact = "row T02 T12" if len(characters) == 2 else "row T02 T12 T13 T26"
    opened(list(characters), width=width, told=(fact,))
    page.locator(".sw-assumed-legend").wait_for()
    assert page.evaluate(OUTSIDE) == []


def test_what_cannot_have_been_is_refused_with_the_rule(page: Page, opened: Open) -> None:
    """The alert names the rule and the earlier facts, and nothing is lost."""
    scribe = opened(
        ["wukong", "bajie"], told=("row T02 T12", "keep wukong -WK1 -WK7", "keep bajie -BJ6 -BJ8")
    )
    page.get_by_role("textbox").fill("play WK1>T02")
    page.get_by_role("button", name="Add", exact=True).click()
    alert = page.get_by_role("alert")
    alert.locator("li").first.wait_for()
    assert "(T1)" in alert.inner_text()
    assert "keep wukong -WK1 -WK7" in alert.inner_text()
    assert len(scribe.facts) == 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_form_has_no_faults_of_accessibility(
    page: Page,
    opened: Open,
    axe: str,  # noqa: F811
    theme: str,
) -> None:
    """At the row, in both themes, on a narrow screen: nothing serious, and nothing wider than the screen."""
    opened(["wukong", "bajie", "wujing"], width=420, theme=theme)
    page.locator("[data-look]").first.click()
    assert serious(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 420
    page.get_by_text("By card number").click()
    assert page.evaluate(SMALL) == []


def test_cards_that_look_the_same_are_chosen_by_what_they_show(page: Page, opened: Open) -> None:
    """One button for all of them says how many are left; a chosen card is removed by touching it."""
    scribe = opened(["wukong", "bajie"])
    combat = page.locator("[data-look='combat*1']")
    left = int(combat.locator(".sw-scribe-number").inner_text().split()[0])
    assert left > 1
    combat.click()
    combat.click()
    page.locator("[data-look='combat*2']").click()
    page.get_by_text("3 cards entered").wait_for()
    assert combat.locator(".sw-scribe-number").inner_text() == f"{left - 2} left"
    page.get_by_role("button", name="Remove").nth(1).click()
    page.get_by_text("2 cards entered").wait_for()
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_selector("[data-own]")
    row = [scribe.tables.edition.cards[target.card] for target in scribe.position.row]
    assert [(card.icons, card.count) for card in row[:2]] == [(("combat",), 1), (("combat",), 2)]


def test_discards_and_stored_cards_are_separate_choices(page: Page, opened: Open) -> None:
    """Each says how many cards it has; the confirm button waits for no more than were put away."""
    scribe = opened(["wujing", "bajie"], told=("row T02 T12", "keep bajie -BJ6 -BJ8"))
    page.get_by_role("button", name="Discard: 0").click()
    page.locator("[data-own=WJ1]").click()
    page.get_by_role("button", name="Store: 0").click()
    page.locator("[data-own=WJ4]").click()
    page.get_by_text("2 of 2 entered").wait_for()
    assert page.get_by_role("button", name="Discard: 1").is_visible()
    assert page.get_by_role("button", name="Store: 1").is_visible()
    page.locator("[data-own=WJ5]").click()
    assert page.get_by_role("button", name="Confirm").is_disabled()
    page.locator("[data-own=WJ5]").click()
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_function("!document.querySelector('.sw-scribe-count')")
    assert "keep wujing -WJ1 ^WJ4?" in [fact.text for fact in scribe.facts]


def test_the_form_saves_and_names_its_file(
    page: Page, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Save writes a new file in the working folder; facts that it does not have are said to be missing."""
    monkeypatch.chdir(tmp_path)
    scribe = opened(["wukong", "bajie"], told=("row T02 T12",))
    kept = page.locator(".sw-kept")
    assert kept.inner_text() == "Not saved to a file yet."
    page.get_by_role("button", name="Save").click()
    kept.get_by_text("Saved in silkenweb-scribe-1.json.").wait_for()
    assert page.get_by_role("button", name="Save").is_disabled()
    assert Scribe.load(tmp_path / "silkenweb-scribe-1.json").facts == scribe.facts
    page.locator("[data-own]").first.click()
    page.get_by_role("button", name="Confirm").click()
    kept.get_by_text("does not have the latest facts").wait_for()
    page.get_by_role("button", name="Save").click()
    kept.get_by_text("Saved in silkenweb-scribe-1.json.").wait_for()
    assert Scribe.load(tmp_path / "silkenweb-scribe-1.json").facts == scribe.facts

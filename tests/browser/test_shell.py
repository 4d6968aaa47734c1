"""The frame of the player: heights, places that never change, full hands and long rows, no layout shift."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player
from tests.browser import fixtures
from tests.browser.acts import CORNER, open_tab
from tests.browser.conftest import Show
from tests.browser.reviewed import reviewed, start_retry
from tests.browser.test_with_python import TRAITS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
KEY = (("wukong", "bajie", "wujing"), "class-7", 12, 400, 3)
STATE = fixtures.state(*KEY)
PLAYED = next(i for i, node in enumerate(STATE["line"]) if (node["move"] or "").startswith("play "))
PLACES = """() => Object.fromEntries(['head-bar', 'board', 'strip', 'time', 'foot', 'side'].map((name) => {
  const { x, y, width, height } = document.querySelector(`.sw-frame > .sw-${name}`).getBoundingClientRect();
  return [name, [x, y, width, height].map(Math.round)];
}))"""
SHIFTS = """() => { window.shifts = []; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push([entry.value,
    ...entry.sources.map(({ node }) => node?.className ?? node?.nodeName)].join(' '));
}).observe({ type: 'layout-shift', buffered: false }); }"""
LEAVES = """() => [
  ...document.querySelectorAll('.sw-board :is(.sw-card, .sw-pile, .sw-tile)')].filter((part) => {
  const box = part.getBoundingClientRect();
  const around = part.closest('.sw-seat, .sw-board').getBoundingClientRect();
  return box.width
    && (box.right > around.right + 2 || box.left < around.left - 2 || box.bottom > around.bottom + 7);
}).map((part) => part.className)"""
FULL = (
    "level=7 phase=turn seat=0 start=0 blessings=9 rests=4 turn=- "
    "row=T01,T02,T03,T04,T05,T06,T07,T08,T09,T11,T12,T13,T14,R01,T16,T17,T18,T19,T21,T20 deck=T10 done=- "
    "spirit=0/3 marker=T04 queue=- taking=- wukong=A/WK1,WK2,WK3,WK4,WK5,WK6,WK7,WK8/-/-/-/- "
    "bajie=A/BJ1,BJ2,BJ3,BJ4,BJ5,BJ6,BJ7,BJ8/-/-/-/- wujing=A/WJ1,WJ2,WJ3,WJ4,WJ5,WJ6,WJ7,WJ8/-/-/-/- "
    "tang=A/TS1,TS2,TS3,TS4,TS5,TS6,TS7,TS8/-/-/-/- bailoong=A/BH1,BH2,BH3,BH4,BH5,BH6,BH7,BH8/-/-/-/-"
)


def press(page: Page, *keys: str) -> None:
    page.locator(".sw-player").focus()
    for key in keys:
        page.keyboard.press(key)


@pytest.mark.parametrize(("width", "height"), [(900, 720), (1280, 900), (1400, 900), (1920, 1080)])
def test_it_is_at_most_720_pixels_or_four_fifths_of_the_window_high(
    show: Show, width: int, height: int
) -> None:
    """Board, strip, timeline and transport are all on the screen at once, and only the side scrolls."""
    page = show(STATE, cursor=fixtures.full_hands(STATE), width=width, height=height)
    frame = page.locator(".sw-frame").bounding_box()
    assert frame is not None
    assert frame["height"] <= min(720, 0.8 * height) + 1
    for place in page.evaluate(PLACES).values():
        assert place[1] + place[3] <= frame["y"] + frame["height"] + 1
    overflow = "(part) => part.scrollHeight > part.clientHeight + 1"
    assert not page.locator(".sw-frame").evaluate(overflow)
    assert page.locator(".sw-rows").evaluate(overflow)


@pytest.mark.parametrize(("width", "height"), [(420, 800), (735, 900), (900, 720), (1280, 900)])
def test_no_part_moves_whatever_is_shown(show: Show, width: int, height: int) -> None:
    """Steps, a variation, a picked card, another panel and the end change no place and no size of a part."""
    page = show(STATE, fixtures.legal_of(KEY), width=width, height=height, cursor=0)
    before = page.evaluate(PLACES)
    other = STATE["branches"][0]["id"]
    for cursor in (1, 20, fixtures.full_hands(STATE), other, len(STATE["line"]) - 1):
        page.evaluate(f"model.set('cursor', {cursor})")
        page.wait_for_timeout(150)
        assert page.evaluate(PLACES) == before, cursor
    page.evaluate(f"model.set('cursor', {PLAYED - 1})")
    page.locator(".sw-holding [data-can=pick]").first.click(position=CORNER)
    assert page.evaluate(PLACES) == before
    open_tab(page, "Review")
    assert page.evaluate(PLACES) == before


@pytest.mark.parametrize(("width", "height"), [(420, 800), (900, 720), (1280, 900), (1920, 1080)])
def test_five_full_hands_and_a_row_of_twenty_fit(show: Show, width: int, height: int) -> None:
    """No card and no pile leaves its seat or the board, and each card of the row shows its index."""
    position = sw.Position.parse(FULL)
    node = {"id": 0, "parent": None, "path": "0", "move": None, "text": position.text, "say": []}
    game = fixtures.game_of(list(position.characters), position.edition)
    page = show({"game": game, "line": [node], "branches": [], "notes": {}}, width=width, height=height)
    assert page.locator(".sw-slot").count() == 20
    assert page.evaluate(LEAVES) == []
    places = page.evaluate("""[...document.querySelectorAll('.sw-slot')]
        .map((slot) => slot.getBoundingClientRect()).map(({ x, y }) => [x, y])""")
    gaps = [b[0] - a[0] for a, b in pairwise(places) if abs(a[1] - b[1]) < 5]
    assert min(gaps) >= 12
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_nothing_shifts_while_one_steps_branches_and_retries(page: Page, show: Show) -> None:
    """The browser's own measure of layout shifts stays at 0."""
    reviewed(page, show, at=1)
    page.evaluate(SHIFTS)
    press(page, *["ArrowRight"] * 50)
    press(page, "ArrowDown", "ArrowRight", "b")
    page.evaluate("model.set('cursor', model.get('line')[40].id)")
    start_retry(page)
    press(page, "Escape")
    page.wait_for_timeout(300)
    shifts = page.evaluate("shifts")
    assert sum(float(shift.split()[0]) for shift in shifts) < 0.001, shifts


def test_a_click_on_a_name_is_that_seats_view_and_the_frame_says_so(page: Page, show: Show) -> None:
    """A second click shows everything again."""
    reviewed(page, show)
    page.locator("[data-view-seat='1']").click()
    page.wait_for_selector(".sw-player[data-lens=seat]")
    assert page.locator(".sw-legend-view").inner_text() == "Bajie's view"
    assert page.locator(".sw-seat[data-seat='0'] .sw-card-back").count() > 0
    page.locator("[data-view-seat='1']").click()
    page.wait_for_selector(".sw-player:not([data-lens])")
    assert page.locator(".sw-card-back").count() == 0


def test_a_retry_looks_through_the_eyes_of_the_seat_that_decided(page: Page, show: Show) -> None:
    """And shows everything again afterwards, at the decision."""
    reviewed(page, show)
    start_retry(page)
    assert page.locator(".sw-legend-view").inner_text() == "Bailoong Horse's view"
    press(page, "Escape")
    page.wait_for_selector(".sw-player:not([data-lens])")
    open_tab(page, "Moves")
    assert page.locator(".sw-move[aria-current] .sw-verdict").get_attribute("data-verdict") == "blunder"


def test_the_end_offers_a_review_and_then_its_first_mistake(page: Page, show: Show) -> None:
    """When a reader steps onto it; any step puts it away, and so does Escape."""
    reviewed(page, show, at=101)
    press(page, "ArrowRight")
    end = page.locator(".sw-end")
    assert "Lost at level 6" in end.inner_text()
    end.get_by_role("button", name="First mistake").click()
    assert page.locator(".sw-move[aria-current] .sw-verdict").count() == 1
    assert page.locator(".sw-review-here").is_visible()
    press(page, "End")
    assert not end.is_visible()
    press(page, "ArrowLeft", "ArrowRight")
    assert end.is_visible()
    press(page, "Escape")
    assert not end.is_visible()


def test_the_end_of_a_game_that_was_not_reviewed_offers_a_review(page: Page, show: Show) -> None:
    """With the reason for the loss, and what each number means."""
    replay = sw.sample("two-lost-late")
    reviewed(page, show, replay, at=len(replay.main_line()) - 1)
    press(page, "ArrowRight")
    end = page.locator(".sw-end")
    assert end.get_by_role("button", name="Review this game").is_visible()
    assert "Levels cleared: 5 of 7" in end.inner_text()


def test_terms_explain_themselves(show: Show) -> None:
    """On hover and on focus; Escape puts the card away."""
    state: dict[str, Any] = {**STATE, "game": {**STATE["game"]}}
    page = show(state, cursor=fixtures.full_hands(STATE))
    card = page.locator(".sw-help-card")
    page.locator(".sw-rests").hover()
    card.wait_for()
    assert "3 Rests in a row cost a Blessing" in card.inner_text()
    box, frame = card.bounding_box(), page.locator(".sw-frame").bounding_box()
    assert box is not None
    assert frame is not None
    assert frame["x"] <= box["x"]
    assert box["x"] + box["width"] <= frame["x"] + frame["width"]
    page.keyboard.press("Escape")
    page.mouse.move(1, 1)
    card.wait_for(state="hidden")


def test_a_tour_is_offered_once(show: Show) -> None:
    """It goes through the parts of the frame, can be skipped, and is not offered again."""
    page = show(STATE, cursor=5)
    page.get_by_role("button", name="Take the tour").first.click()
    tour = page.locator(".sw-tour")
    assert "Threat Row" in tour.inner_text()
    for _ in range(5):
        tour.get_by_role("button", name="Next").click()
    assert page.locator("[data-toured]").get_attribute("class") == "sw-side"
    tour.get_by_role("button", name="Done").click()
    assert not tour.is_visible()
    page = show(STATE, cursor=5)
    assert not page.locator(".sw-tour-offer").is_visible()


def test_the_tour_of_a_page_without_a_kernel_promises_no_more_than_it_has(show: Show) -> None:
    """Nothing is said of trying moves, of undo or of bots, and no part is explained that is not there."""
    page = show(fixtures.state(kernel=False), cursor=5)
    page.get_by_role("button", name="Take the tour").first.click()
    tour = page.locator(".sw-tour")
    told = [tour.inner_text()]
    while tour.get_by_role("button", name="Next").is_visible():
        tour.get_by_role("button", name="Next").click()
        assert page.locator("[data-toured]").is_visible()
        told.append(tour.inner_text())
    assert "1 of 5" in told[0]
    for word in ("Try another", "undo", "bots", "save"):
        assert word not in " ".join(told)


@pytest.mark.parametrize("width", [900, 960, 1280])
def test_chosen_cards_stay_in_their_place(show: Show, width: int) -> None:
    """A hand makes room for the cards beside it that will be discarded."""
    player = Player(sw.sample("two-lost-late"), autosave=False)
    state = {name: getattr(player, name) for name in TRAITS}
    kept = [place for place, node in enumerate(state["line"]) if (node["move"] or "").startswith("keep")]
    for place in kept[-2::-2][:3]:  # the first player of each level, since the second one ends the choice
        page = show(state, cursor=place, width=width, height=900)
        card = page.locator(".sw-chosen .sw-card").last.bounding_box()
        seat = page.locator(".sw-seat", has=page.locator(".sw-chosen .sw-card")).bounding_box()
        assert card is not None
        assert seat is not None
        assert card["x"] + card["width"] <= seat["x"] + seat["width"]


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_tabs_under_more_do_not_overlap(show: Show, language: str) -> None:
    """In the narrowest side column there is."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=20, width=900, height=900, language=language)
    page.locator(".sw-side > .sw-panel > .sw-tabs > .sw-tab").last.click()
    tabs = page.locator(".sw-subpanel > .sw-tabs > .sw-tab:visible")
    for tab in tabs.all():
        tab.click()
        boxes = tabs.evaluate_all(
            "all => all.map(({ offsetLeft: x, offsetTop: y, scrollWidth: w }) => [y, x, x + w])"
        )
        assert len(boxes) > 2
        for (top, _, end), (below, begin, _) in pairwise(sorted(boxes)):
            assert below > top or end <= begin + 1  # rounded

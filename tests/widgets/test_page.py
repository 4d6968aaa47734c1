"""The exported page in a real browser, from file://, with the network switched off."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import silkenweb as sw
from silkenweb.widgets.export import export_html
from tests.browser.acts import open_tab
from tests.widgets.sample_games import HOSTILE, hostile, lesson

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
Opened = Callable[..., "Page"]


@pytest.fixture
def opened(page: Page, tmp_path: Path) -> Opened:
    """Exports a replay and opens the file; the test fails if the page requests anything else."""
    asked: list[str] = []
    files = count()
    page.on("request", lambda request: asked.append(request.url))
    page.context.set_offline(True)
    page.set_default_timeout(5000)

    def open_page(
        replay: sw.Replay,
        lens: str = "all",
        *,
        lenses: list[str | int] | None = None,
        hash: str = "",
        motion: str = "reduce",
    ) -> Page:
        path = export_html(replay, tmp_path / f"{next(files)}.html", lens, lenses=lenses)
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.goto(path.as_uri() + hash)
        page.wait_for_selector(".sw-player", timeout=15000)
        assert [url.split("#")[0] for url in asked] == [path.as_uri()]
        asked.clear()
        return page

    return open_page


def shown(page: Page) -> str:
    """The page's description of the current place: `Level 1 · 7 / 93`."""
    return page.locator(".sw-where").inner_text()


def hand(page: Page, seat: int) -> list[str | None]:
    cards = page.locator(f".sw-seat[data-seat='{seat}'] .sw-hand .sw-card").all()
    return [card.get_attribute("data-card") for card in cards]


def test_keys_step_at_once_and_each_position_is_the_games_own(opened: Opened) -> None:
    """The page has the keyboard from the start; it draws what the engine says."""
    replay = lesson()
    page = opened(replay)
    line = replay.main_line()
    for node in line[:30]:
        page.keyboard.press("ArrowRight")
        position = node.position
        row = [slot.get_attribute("data-target") for slot in page.locator(".sw-row-cards > li").all()]
        assert row == [target.card for target in position.row]
        for seat, area in enumerate(position.seats):
            assert hand(page, seat) == [card.rstrip("'") for card in area.hand]
    page.keyboard.press("End")
    assert shown(page).endswith(f"{len(line)} / {len(line)}")
    page.keyboard.press("Home")
    assert shown(page).endswith(f"0 / {len(line)}")
    page.keyboard.press("n")
    assert " 5 / " in shown(page)
    assert page.locator(".sw-stakes").inner_text() == "Only Wukong can."


def test_search_compare_notes_and_branches_are_there(opened: Opened) -> None:
    """The whole player, except what needs Python: no new moves, no change of lens, no saving."""
    replay = lesson()
    branch = next(node for node in replay.nodes() if not node.recorded)
    page = opened(replay, hash=f"#{branch.path}")
    assert page.locator(".sw-branch-where").inner_text().startswith("A recorded alternative")
    assert page.locator(".sw-move[aria-current] .sw-comment").inner_text() == f"{branch.move} was better"
    page.get_by_role("tab", name="Notes").click()
    assert page.locator(".sw-notes .sw-comment").inner_text() == f"{branch.move} was better"
    open_tab(page, "Compare")
    page.get_by_role("button", name="Pin").first.click()
    page.locator(".sw-player").press("ArrowUp")
    assert "They part after node" in page.locator(".sw-compare-part").inner_text()
    page.get_by_role("tab", name="Moves").click()
    page.get_by_label("Search the moves").fill("was better")
    assert page.locator(".sw-rows [data-row]").count() == 2
    assert page.get_by_role("tab", name="Legal moves").count() == 0
    assert not page.get_by_label("View", exact=True).is_visible()
    for name in ("Save", "Undo", "Delete", "Let bots continue", "Keep the comment"):
        assert not page.get_by_role("button", name=name, exact=True).is_visible()
    assert not page.locator(".sw-choices").is_visible()


def test_the_address_names_a_node(opened: Opened) -> None:
    """At the start and later; an unknown node changes nothing."""
    page = opened(lesson(), hash="#12")
    assert " 12 / " in shown(page)
    page.evaluate("location.hash = '#20'")
    page.locator(".sw-where", has_text=" 20 / ").wait_for()
    page.evaluate("location.hash = '#nowhere'")
    page.wait_for_timeout(100)
    assert " 20 / " in shown(page)
    page = opened(lesson(), hash="#%E0%A4%A")
    assert " 0 / " in shown(page)


def test_a_seats_page_shows_what_the_seat_sees(opened: Opened) -> None:
    """Backs for others' hands, and the lens by its name."""
    replay = lesson()
    node = next(node for node in replay.main_line() if all(seat.hand for seat in node.position.seats))
    position = node.position
    page = opened(replay, "seat:1", hash=f"#{node.path}")
    assert hand(page, 1) == [card.rstrip("'") for card in position.seats[1].hand]
    assert hand(page, 0) == [None] * len(position.seats[0].hand)
    assert page.locator(".sw-legend-view").inner_text().strip() == "Bajie's view"
    page = opened(replay, "infer:1", hash=f"#{node.path}")
    assert page.locator(".sw-some-bar").count() > 0


def test_hostile_texts_are_shown_as_text(opened: Opened) -> None:
    """Names, title and comments: nothing runs, nothing breaks, and each text is read as it was written."""
    page = opened(hostile())
    assert page.locator(".sw-title").inner_text() == HOSTILE[1]
    assert page.title() == HOSTILE[1]
    for seat, name in enumerate(HOSTILE[:3]):
        assert page.locator(f".sw-seat[data-seat='{seat}'] .sw-player-name").inner_text() == name
    for text in HOSTILE:
        page.keyboard.press("ArrowRight")
        assert page.locator(".sw-stakes").text_content() == text
    assert page.evaluate("window.hacked") is None
    assert page.locator("#silkenweb :is(img, script, iframe)").count() == 0


@pytest.mark.parametrize("width", [420, 1280])
def test_both_themes_and_narrow_screens(opened: Opened, width: int) -> None:
    """The system's theme applies to the whole page; nothing overflows."""
    page = opened(lesson(), hash="#8")
    page.set_viewport_size({"width": width, "height": 800})
    for scheme, surface in (("light", "rgb(250, 245, 233)"), ("dark", "rgb(18, 24, 40)")):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for place in ("html", ".silkenweb"):
            assert (
                page.evaluate(f"getComputedStyle(document.querySelector('{place}')).backgroundColor")
                == surface
            )
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_motion_only_where_it_is_welcome(opened: Opened) -> None:
    """A step is animated under the page's policy too, but not with reduced motion."""
    for motion, moves in (("no-preference", True), ("reduce", False)):
        page = opened(lesson(), hash="#0", motion=motion)
        seen = False
        for _ in range(12):
            page.keyboard.press("ArrowRight")
            seen = seen or page.evaluate("document.getAnimations().length > 0")
        assert seen is moves


def test_a_page_of_several_views_switches_between_them(opened: Opened) -> None:
    """With the select and with its key, at the same place of the game; each shows only what its seat may
    know.
    """
    replay = lesson()
    page = opened(replay, lenses=[0, "all"])
    lens = page.get_by_label("View", exact=True)
    assert lens.is_visible()
    assert lens.locator("option").count() == 2
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    held = replay.node(6).position.seats[1].hand
    assert held
    assert hand(page, 1) == [None] * len(held)
    lens.select_option("all")
    page.wait_for_function("document.querySelector('.sw-seat[data-seat=\"1\"] .sw-hand [data-card]')")
    assert hand(page, 1) == [card.rstrip("'") for card in held]
    assert shown(page).startswith("6 / ") or " 6 / " in shown(page)
    lens.select_option("seat:0")
    page.wait_for_function("!document.querySelector('.sw-seat[data-seat=\"1\"] .sw-hand [data-card]')")
    assert hand(page, 1) == [None] * len(held)


def test_a_variation_that_the_other_view_hides_is_left(opened: Opened) -> None:
    """The other view shows the branch point, and the first view does not return to the variation."""
    replay = lesson()
    hidden = next(
        node for node in replay.nodes() if not node.recorded and node.seat not in (None, 0) and node.parent
    )
    assert hidden.parent is not None
    page = opened(replay, lenses=["all", 0], hash=f"#{hidden.path}")
    page.get_by_label("View", exact=True).select_option("seat:0")
    page.wait_for_selector(".sw-player [data-viewer]")
    page.wait_for_timeout(100)
    assert f"{hidden.parent.path} / " in shown(page)


def test_a_page_of_one_view_offers_no_other(opened: Opened) -> None:
    """There is nothing to switch to."""
    page = opened(lesson(), lenses=[0])
    assert not page.get_by_label("View", exact=True).is_visible()

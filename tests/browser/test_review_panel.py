"""The review in the player: timeline, panel, signs and values at moves, lenses, and the review itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb import Node
from silkenweb.study.review import Finding, Mean, analysis
from silkenweb.widgets.review_payload import of_node
from tests.browser.conftest import Show
from tests.browser.reviewed import BLUNDER, cursor, go, here, made, reviewed, start_retry, tab

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
VALUE = [0.5, 0.1]
STRANGE: dict[str, Any] = {
    "nodes": {
        "5": {"value": VALUE, "loss": VALUE, "before": VALUE, "grade": None, "label": "<i>", "moves": []},
        "99999": {"value": VALUE},
    },
    "lines": [
        {
            "head": 99999,
            "recorded": True,
            "summaries": [
                {
                    "seat": 9,
                    "decisions": 1,
                    "forced": 0,
                    "loss": VALUE,
                    "interval": [0, 1],
                    "grades": {},
                    "labels": {},
                    "worst": [70_000_000],
                    "best": [80_000_000],
                }
            ],
            "luck": VALUE,
            "lost": 12345,
        }
    ],
    "game": [1, 2],
    "branches": [0, 0],
    "grades": {},
}


# -- the timeline ---------------------------------------------------------------------------------------


def test_the_timeline_tells_chances_and_shows_mistakes(page: Page, show: Show) -> None:
    """The pointer is told the move and its value; a click goes there; the gravest mistakes have signs."""
    reviewed(page, show, at=0)
    field = page.locator(".sw-time-field")
    box = field.bounding_box()
    assert box is not None
    for node in (BLUNDER, 88, 101):
        x = 0.94 * box["width"] * node / 102
        field.hover(position={"x": x, "y": 30})
        assert "%" in page.locator(".sw-time-tip").inner_text()
        field.click(position={"x": x, "y": 30})
        assert cursor(page) == node
    places = page.evaluate("""[...document.querySelectorAll('.sw-time-mark[data-verdict=blunder]')]
        .map((mark) => parseFloat(mark.style.left))""")
    assert any(place == pytest.approx(94 * BLUNDER / 102, abs=0.2) for place in places)


def test_the_timeline_is_a_slider_for_the_keyboard(page: Page, show: Show) -> None:
    """The arrow keys go along; a screen reader hears the move."""
    reviewed(page, show)
    field = page.locator(".sw-slider")
    field.focus()
    page.keyboard.press("ArrowRight")
    assert cursor(page) == BLUNDER + 1
    page.keyboard.press("ArrowLeft")
    assert cursor(page) == BLUNDER
    assert f"decision {BLUNDER} of 102" in (field.get_attribute("aria-valuetext") or "")


def test_a_variation_is_drawn_beside_the_recorded_line(page: Page, show: Show) -> None:
    """Dashed; the game's own values stay as they were drawn."""
    bridge = reviewed(page, show)
    known = page.locator(".sw-graph-known").get_attribute("d")
    assert page.locator(".sw-graph-branch").count() == 0
    head = bridge.player.replay.node("88").alternatives[0]
    page.evaluate(f"model.set('cursor', {bridge.player.showing.number(head)})")
    page.wait_for_selector(".sw-graph-branch", state="attached")
    style = page.evaluate("getComputedStyle(document.querySelector('.sw-graph-branch')).strokeDasharray")
    assert style != "none"
    assert page.locator(".sw-graph-known").get_attribute("d") == known
    tab(page)
    assert "This variation by itself" in page.locator(".sw-review-sums").inner_text()


def test_a_game_without_review_says_so(page: Page, show: Show) -> None:
    """The timeline has bars only, and the panel says what a review is."""
    reviewed(page, show, sw.sample("two-lost-late"))
    assert page.locator(".sw-time-absent").is_visible()
    assert page.locator(".sw-graph-known").get_attribute("d") == ""
    tab(page)
    assert page.get_by_role("button", name="Review this game").is_visible()


# -- words and signs ---------------------------------------------------------------------------------


def test_the_panel_says_what_a_decision_was_worth(page: Page, show: Show) -> None:
    """Before and after, both losses with their errors, the moves with their values, the best first."""
    reviewed(page, show)
    tab(page)
    text = here(page)
    for part in (
        "?? blunder",
        "77% ± 2",
        "52% ± 2",
        "25% ± 2",
        "19% ± 4",
        "Rest and rotate the hand",
        "played",
    ):
        assert part in text, part
    moves = page.locator(".sw-review-move .sw-review-move-words").all_inner_texts()
    assert moves[0] == "Rest and rotate the hand"
    sums = page.locator(".sw-review-sums").inner_text()
    for part in ("Team", "Bajie", "Bailoong Horse", "96 (9 forced)", "Where level 6 was lost for good"):
        assert part in sums, part
    go(page, 1)
    assert "deal" in here(page).lower()


def test_forced_and_close_decisions_are_told_as_such(page: Page, show: Show) -> None:
    """No grade, no loss is told where there was nothing to decide."""
    bridge = reviewed(page, show)
    tab(page)
    for node in bridge.player.replay.main_line():
        found = of_node(node, node.review)
        if found is None or node.move is None or not (found.forced or found.close):
            continue
        go(page, int(node.path))
        expected = "nothing to decide" if found.forced else "Too close to call"
        assert expected in here(page)
        if found.forced:
            assert page.get_by_role("button", name="Retry this decision").count() == 0


def test_moves_bear_signs_and_words(page: Page, show: Show) -> None:
    """In the list: a sign, a word, and a colour only as the third."""
    reviewed(page, show)
    verdict = page.locator(".sw-move[aria-current] .sw-verdict")
    assert verdict.get_attribute("data-verdict") == "blunder"
    assert (verdict.text_content() or "").startswith("??")
    assert "blunder" in (verdict.text_content() or "")
    go(page, 51)
    assert page.locator(".sw-move[aria-current] .sw-verdict").text_content() == "!!brilliant"


def test_a_better_move_is_shown_or_tried(page: Page, show: Show) -> None:
    """One click: to the alternative that is there, or a new branch."""
    bridge = reviewed(page, show)
    tab(page)
    page.locator(".sw-review-move", has_text="Rest and rotate the hand").click()
    shown = bridge.player.showing.number(bridge.player.replay.node("40").alternatives[0])
    page.wait_for_function(f"model.get('cursor') === {shown}")
    go(page, BLUNDER)
    page.locator(".sw-review-move", has_text="Use the ability").click()
    page.wait_for_selector(".sw-player[data-by=reader]")
    assert "ability" in (made(bridge) or "")


def test_values_stand_at_the_moves_that_are_offered(page: Page, show: Show) -> None:
    """On buttons, in the list of legal moves, and on the table."""
    reviewed(page, show, at=BLUNDER - 1)
    page.wait_for_selector(".sw-choice .sw-value")
    assert page.get_by_role("button", name="Rest and rotate the hand").inner_text().endswith("77%")
    page.locator(".sw-hand [data-card=BH1]").click()
    assert page.locator("[data-target=T29]").get_attribute("data-value") == "65%"
    tab(page, "Legal moves")
    assert page.locator(".sw-legal-move[data-move='play BH1>T29'] .sw-value").inner_text() == "65%"
    go(page, 2)
    page.wait_for_function("!document.querySelector('[data-value]')")


# -- lenses, the review itself, odd things ---------------------------------------------------------------


def test_through_a_seats_lens_nothing_of_others_is_said(page: Page, show: Show) -> None:
    """Neither in the page nor in what it was sent."""
    reviewed(page, show, lens="seat:0", at=89)
    tab(page)
    assert "Another player decided here" in here(page)
    assert page.locator(".sw-verdict[data-verdict=unlucky], .sw-verdict[data-verdict=lucky]").count() == 0
    assert page.locator(".sw-graph-open").get_attribute("d") == ""
    go(page, BLUNDER)
    text = here(page)
    assert "52% ± 2" in text
    assert "cards visible" not in text
    sums = page.locator(".sw-review-sums").inner_text()
    assert "Bajie" not in sums
    assert "Team" not in sums
    start_retry(page)
    assert "Bailoong Horse decides" in page.locator(".sw-retry").inner_text()


def test_the_game_is_reviewed_from_here(page: Page, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """One button; then the better lines, and a review of these; each one edit."""

    def look(_evaluator: object, node: Node) -> Finding:
        half = Mean(0.5, 0.01)
        if node.deal or node.parent is None:
            return Finding(node.level, half, half, 0.5, 8, luck=half)
        moves = [str(move) for move in node.parent.position.legal_moves()[:9] if move != node.move]
        others = tuple((move, Mean(0.8, 0.01)) for move in moves[:1])
        lost = Mean(0.3, 0.01) if others and node.recorded else Mean(0.0, 0.0)
        best = others[0][0] if others and node.recorded else None
        return Finding(
            node.level, half, half, 0.5, 8, seat=node.seat, forced=not others, loss=lost if others else None,
            hindsight=lost if others else None, best=best, moves=others,
        )  # fmt: skip

    monkeypatch.setattr(analysis, "review_node", look)
    monkeypatch.setattr(analysis, "find_turning_point", lambda *_: None)
    bridge = reviewed(page, show, sw.play(["wukong", "bajie"], "random", seed="s3"), at=0)
    tab(page)
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_selector(".sw-graph-known", state="attached")
    total = len(bridge.player.replay.main_line())
    assert bridge.player.reviews["game"] == [total, total]
    page.get_by_role("button", name="Add the better lines").click()
    page.wait_for_function("model.get('branches').length > 0")
    assert "better lines were added" in page.locator(".sw-review-run").inner_text()
    page.get_by_role("button", name="Review the variations too").click()
    page.wait_for_function("model.get('reviews').branches[0] > 0")
    assert page.get_by_role("button", name="Review the variations too").count() == 0
    for _ in range(3):
        assert bridge.player.replay.undo()
    assert not bridge.player.replay.undo()


def test_progress_is_told_and_can_be_stopped(page: Page, show: Show) -> None:
    """While it runs: how far it is, and a button that stops it."""
    reviewed(page, show, sw.sample("two-lost-late"), at=0)
    page.evaluate("""() => { const answer = model.answer; window.asked = [];
      window.review = () => asked.find((message) => message.kind === 'review');
      model.answer = (message) => { window.asked.push(message); }; }""")
    tab(page)
    page.get_by_role("button", name="Review this game").click()
    page.evaluate("model.message({ kind: 'progress', seq: review().seq, done: 31, total: 102 })")
    assert "Decision 31 of 102" in page.locator(".sw-review-run").inner_text()
    assert page.locator(".sw-review-progress").get_attribute("max") == "102"
    page.locator(".sw-player").press("ArrowRight")
    assert cursor(page) == 1
    page.get_by_role("button", name="Stop the review").click()
    kinds = page.evaluate("asked.map((message) => message.kind)")
    assert "stop review" in kinds
    page.evaluate("model.message({ kind: 'reviewed', seq: review().seq, done: 32, total: 102, over: false })")
    page.get_by_text("Stopped after 32 of 102").wait_for()
    assert page.get_by_role("button", name="Review this game").is_visible()


def test_reviews_that_fit_nothing_harm_nothing(page: Page, show: Show) -> None:
    """Nodes that are not there, lines without sums, values without end: the player goes on."""
    reviewed(page, show, at=5)
    tab(page)
    page.evaluate("reviews => model.set('reviews', reviews)", STRANGE)
    page.wait_for_function("document.querySelector('.sw-review-sums').textContent.includes('Seat 9')")
    for key in ("m", "ArrowRight", "ArrowLeft", "Home"):
        page.locator(".sw-player").press(key)
    page.evaluate("model.set('reviews', {})")
    page.wait_for_function("!document.querySelector('.sw-time-absent').hidden")

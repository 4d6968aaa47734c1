"""The review in the player and in a page: graph, panel, signs and values at moves, a decision tried again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb import Node, Replay
from silkenweb.study.review import Finding, Mean, reviewing
from silkenweb.widgets.player import Player
from silkenweb.widgets.reviews import of_node
from tests.browser.conftest import Show
from tests.browser.test_axe import axe, serious  # noqa: F401  (a fixture)
from tests.browser.test_with_python import TRAITS, Bridge

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
BLUNDER = 40  # Bailoong Horse plays a Relic where a Rest was better by 22%
BAR_HEIGHT = """(at) => {
  const svg = document.querySelector('.sw-graph-drawing');
  const number = (bar, name) => Number(bar.getAttribute(name));
  const middle = (bar) => number(bar, 'x') + number(bar, 'width') / 2;
  const bars = [...svg.querySelectorAll('.sw-graph-loss')];
  const bar = bars.find((each) => Math.abs(middle(each) - (at / 102) * svg.clientWidth) < 1);
  return bar ? number(bar, 'height') : 0;
}"""
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
MISTAKES = ("inaccuracy", "mistake", "blunder")
Opened = Callable[..., Bridge]


@pytest.fixture
def opened(page: Page, show: Show) -> Opened:
    """Opens the reviewed sample, or another game: `opened(at=40, lens="seat:0", width=900)`."""

    def opened(replay: Replay | None = None, lens: str = "all", at: int = BLUNDER, **how: Any) -> Bridge:
        replay = replay or sw.sample("reviewed-two-lost-late")
        bridge = Bridge(Player(replay, lens=lens, autosave=False, at=str(at)), page)
        traits = {name: getattr(bridge.player, name) for name in TRAITS}
        show(traits, cursor=bridge.player.cursor, **how)
        return bridge

    return opened


def cursor(page: Page) -> int:
    """The place of the node shown on the recorded line."""
    place: int = page.evaluate("model.get('line').findIndex((node) => node.id === model.get('cursor'))")
    return place


def go(page: Page, place: int) -> None:
    page.evaluate(f"model.set('cursor', model.get('line')[{place}].id)")


def made(bridge: Bridge) -> str | None:
    """The move of the reader's branch."""
    moves: list[str | None] = [node["move"] for node in bridge.player.branches if node["by"] == "reader"]
    return moves[0] if moves else None


def tab(page: Page, name: str = "Review") -> None:
    page.get_by_role("tab", name=name, exact=True).click()


def here(page: Page) -> str:
    """What the panel says of the node shown."""
    return page.locator(".sw-review-here").inner_text()


# -- the graph -----------------------------------------------------------------------------------------


def test_a_click_in_the_graph_shows_that_node(page: Page, opened: Opened) -> None:
    """Each decision has its place across the whole width; the pointer tells what stands there."""
    opened(at=0)
    field = page.locator(".sw-graph-field")
    box = field.bounding_box()
    assert box is not None
    for node in (BLUNDER, 88, 101):
        x = box["width"] * node / 102
        field.hover(position={"x": x, "y": 60})
        assert "%" in page.locator(".sw-graph-readout").inner_text()
        field.click(position={"x": x, "y": 60})
        assert cursor(page) == node
        assert field.get_attribute("aria-valuenow") == str(node)
        left = page.evaluate("parseFloat(document.querySelector('.sw-graph-cursor').style.left)")
        assert left == pytest.approx(100 * node / 102, abs=0.1)


def test_the_graph_is_a_slider_for_the_keyboard(page: Page, opened: Opened) -> None:
    """Up and down go along, Enter opens what is said; a screen reader hears the move and its value."""
    opened()
    field = page.locator(".sw-graph-field")
    field.focus()
    page.keyboard.press("ArrowUp")
    assert cursor(page) == BLUNDER + 1
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert cursor(page) == BLUNDER
    text = field.get_attribute("aria-valuetext") or ""
    assert "?? blunder" in text
    assert "54% ± 2" in text
    page.keyboard.press("Enter")
    assert page.locator(".sw-review-here").is_visible()


def test_a_small_loss_is_seen_beside_a_late_collapse(page: Page, opened: Opened) -> None:
    """Losses have a scale of their own: one of 2% is a bar of several pixels where 22% were lost later."""
    bridge = opened()
    small = next(
        node
        for node in bridge.player.replay.main_line()
        if (found := of_node(node, node.review)) and found.loss and 0.01 < found.loss.value < 0.02
    )
    height = page.evaluate(BAR_HEIGHT, int(small.path))
    assert height > 6


def test_a_branch_is_drawn_for_itself(page: Page, opened: Opened) -> None:
    """Dashed and in the accent colour; the game's own values stay as they were drawn."""
    bridge = opened()
    known = page.locator(".sw-graph-known").get_attribute("d") or ""
    assert page.locator(".sw-graph-branch").count() == 0
    head = bridge.player.replay.node("88").alternatives[0]
    page.evaluate(f"model.set('cursor', {bridge.player.showing.number(head)})")
    page.wait_for_selector(".sw-graph-branch", state="attached")
    style = page.evaluate("getComputedStyle(document.querySelector('.sw-graph-branch')).strokeDasharray")
    assert style != "none"
    assert page.locator(".sw-graph-branch-loss, .sw-graph-branch").count() > 1
    count = page.evaluate("document.querySelector('.sw-graph-known').getAttribute('d').split(/[ML]/).length")
    assert count <= len(known.replace("M", "L").split("L"))
    tab(page)
    assert "This branch, for itself" in page.locator(".sw-review-sums").inner_text()


def test_a_game_without_review_has_no_graph(page: Page, opened: Opened) -> None:
    """And the panel says what a review is."""
    opened(sw.sample("two-lost-late"))
    assert not page.locator(".sw-graph").is_visible()
    tab(page)
    assert page.get_by_role("button", name="Review this game").is_visible()


# -- words and signs ---------------------------------------------------------------------------------


def test_the_panel_says_what_a_decision_was_worth(page: Page, opened: Opened) -> None:
    """Before and after, both losses with their errors, the moves with their values, the best first."""
    opened()
    tab(page)
    text = here(page)
    for part in (
        "?? blunder",
        "76% ± 2",
        "54% ± 2",
        "22% ± 2",
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


def test_forced_and_close_decisions_are_told_as_such(page: Page, opened: Opened) -> None:
    """No grade, no loss is told where there was nothing to decide."""
    bridge = opened()
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


def test_moves_bear_signs_and_words(page: Page, opened: Opened) -> None:
    """In the list: a sign, a word, and a colour only as the third."""
    opened()
    verdict = page.locator(".sw-move[aria-current] .sw-verdict")
    assert verdict.get_attribute("data-verdict") == "blunder"
    assert verdict.inner_text().split() == ["??", "blunder"]
    go(page, 65)
    assert page.locator(".sw-move[aria-current] .sw-verdict").inner_text().split() == ["!!", "brilliant"]


def test_a_better_move_is_shown_or_tried(page: Page, opened: Opened) -> None:
    """One click: to the alternative that is there, or a new branch."""
    bridge = opened()
    tab(page)
    page.locator(".sw-review-move", has_text="Rest and rotate the hand").click()
    shown = bridge.player.showing.number(bridge.player.replay.node("40").alternatives[0])
    page.wait_for_function(f"model.get('cursor') === {shown}")
    go(page, BLUNDER)
    page.locator(".sw-review-move", has_text="Use the ability").click()
    page.wait_for_selector(".sw-branch[data-by=reader]")
    assert "ability" in (made(bridge) or "")


def test_values_stand_at_the_moves_that_are_offered(page: Page, opened: Opened) -> None:
    """On buttons, in the list of legal moves, and on the table."""
    opened(at=BLUNDER - 1)
    page.wait_for_selector(".sw-choice .sw-value")
    assert page.get_by_role("button", name="Rest and rotate the hand").inner_text().endswith("77%")
    page.locator(".sw-hand [data-card=BH1]").click()
    assert page.locator("[data-target=T29]").get_attribute("data-value") == "72%"
    tab(page, "Legal moves")
    assert page.locator(".sw-legal-move[data-move='play BH1>T29'] .sw-value").inner_text() == "72%"
    go(page, 2)
    page.wait_for_function("!document.querySelector('[data-value]')")


# -- the next mistake, and the decision tried again ------------------------------------------------------


def test_m_goes_from_mistake_to_mistake(page: Page, opened: Opened) -> None:
    """Over all that was forced, good or too close; M back; both stand in the list of keys."""
    bridge = opened(at=0)
    wrong = [
        int(node.path)
        for node in bridge.player.replay.main_line()
        if (found := of_node(node, node.review)) and found.grade in MISTAKES
    ]
    seen = []
    for _ in wrong:
        page.locator(".sw-player").press("m")
        seen.append(cursor(page))
    assert seen == wrong
    page.locator(".sw-player").press("m")
    assert cursor(page) == wrong[-1]
    page.locator(".sw-player").press("Shift+M")
    assert cursor(page) == wrong[-2]
    page.get_by_role("button", name="Show the keys").click()
    assert "next mistake" in page.locator(".sw-help").inner_text()


def start_retry(page: Page) -> None:
    page.locator(".sw-player").press("r")
    page.wait_for_selector(".sw-retry:not([hidden])")
    page.wait_for_selector(".sw-choice")


def test_while_a_decision_is_tried_again_nothing_tells_the_answer(page: Page, opened: Opened) -> None:
    """No value at a move, nothing that came after; the keys don't step over it. Esc ends it."""
    opened()
    tab(page)
    start_retry(page)
    assert cursor(page) == BLUNDER - 1
    assert page.locator(".sw-value").count() == 0
    assert "%" not in page.locator(".sw-review").inner_text()
    assert not page.locator(".sw-map").is_visible()
    tab(page, "Moves")
    page.evaluate("document.querySelector('.sw-rows').scrollTop = 1e6")
    page.wait_for_function("document.querySelector('.sw-move[aria-current]')")
    assert page.locator(".sw-move").last.get_attribute("aria-current") == "step"
    for key in ("ArrowRight", "End", "m", "]", "PageDown"):
        page.locator(".sw-player").press(key)
        assert cursor(page) == BLUNDER - 1
    page.locator(".sw-player").press("Escape")
    assert cursor(page) == BLUNDER
    assert page.locator(".sw-retry").is_hidden()


def test_wrong_and_right_answers_are_told_and_change_nothing(page: Page, opened: Opened) -> None:
    """The move is played on the table; a second right one within the tolerance counts too."""
    bridge = opened()
    before = bridge.player.replay.dumps()
    start_retry(page)
    page.locator(".sw-hand [data-card=R08]").click()
    page.locator("[data-target=T34]").click()
    said = page.locator(".sw-retry-said")
    assert "Not this one" in said.inner_text()
    assert said.get_attribute("data-right") == "false"
    page.locator(".sw-choices").get_by_role("button", name="Rest", exact=True).click()
    assert said.get_attribute("data-right") == "true"
    assert "within the tolerance" in said.inner_text()
    assert "Rest and rotate the hand" in said.inner_text()
    assert cursor(page) == BLUNDER - 1
    assert bridge.player.replay.dumps() == before
    page.get_by_role("button", name="Show it on the table").click()
    page.wait_for_selector(".sw-branch[data-by=reader]")
    assert made(bridge) == "rest"


def test_a_move_that_the_review_did_not_weigh_is_weighed_now(page: Page, opened: Opened) -> None:
    """Python is asked; what it forbids is refused with the rule."""
    opened()
    start_retry(page)
    page.locator(".sw-hand [data-card=BH2]").click()
    page.locator("[data-target=T27]").click()
    page.wait_for_function("document.querySelector('.sw-retry-said').textContent.includes('(T')")
    page.locator("[data-target=T29]").click()
    page.wait_for_selector(".sw-retry-said[data-right]")
    assert "%" in page.locator(".sw-retry-said").inner_text()


def test_hints_come_by_and_by(page: Page, opened: Opened) -> None:
    """What kind of move, then its card or what there is instead, then the answer."""
    opened()
    start_retry(page)
    hints = page.locator(".sw-retry-hints li")
    for name, count in (("Hint", 1), ("Another hint", 2), ("The answer", 3)):
        page.get_by_role("button", name=name, exact=True).click()
        assert hints.count() == count
    assert "Rest and rotate the hand" in hints.last.inner_text()
    assert "%" not in hints.nth(0).inner_text() + hints.nth(1).inner_text()
    page.locator(".sw-retry").get_by_role("button", name="Next mistake").click()
    page.wait_for_selector(".sw-retry:not([hidden])")
    assert cursor(page) == BLUNDER  # the next decision was wrong too


def test_the_keyboard_is_never_lost(page: Page, opened: Opened) -> None:
    """Buttons that are put away or written anew pass it on: keys go on working wherever one has clicked."""
    opened()
    tab(page)
    page.locator(".sw-review-moment").first.click()
    page.keyboard.press("m")
    page.get_by_role("button", name="Previous mistake").click()
    page.keyboard.press("ArrowLeft")
    place = cursor(page)
    page.keyboard.press("m")
    assert cursor(page) == place + 1
    page.get_by_role("button", name="Retry this decision").click()
    for name in ("Hint", "Another hint", "The answer", "Leave it"):
        page.get_by_role("button", name=name, exact=True).click()
        assert page.evaluate("document.querySelector('.sw-player').contains(document.activeElement)"), name
    page.keyboard.press("ArrowLeft")
    assert cursor(page) == place


# -- lenses, the review itself, odd things ---------------------------------------------------------------


def test_through_a_seats_lens_nothing_of_others_is_said(page: Page, opened: Opened) -> None:
    """Neither in the page nor in what it was sent."""
    opened(lens="seat:0", at=89)
    tab(page)
    assert "Another player decided here" in here(page)
    assert page.locator(".sw-verdict[data-verdict=unlucky], .sw-verdict[data-verdict=lucky]").count() == 0
    assert page.locator(".sw-graph-open").get_attribute("d") == ""
    assert page.locator(".sw-graph-luck").count() == 0
    go(page, BLUNDER)
    text = here(page)
    assert "54% ± 2" in text
    assert "cards open" not in text
    sums = page.locator(".sw-review-sums").inner_text()
    assert "Bajie" not in sums
    assert "Team" not in sums
    start_retry(page)
    assert "Bailoong Horse decides" in page.locator(".sw-retry").inner_text()


def test_the_game_is_reviewed_from_here(page: Page, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """One button; then the better lines, and a review of these; each one edit."""

    def look(_judge: object, node: Node) -> Finding:
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

    monkeypatch.setattr(reviewing, "review_node", look)
    monkeypatch.setattr(reviewing, "turning", lambda *_: None)
    bridge = opened(sw.play(["wukong", "bajie"], "random", seed="s3"), at=0)
    tab(page)
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_selector(".sw-graph-known", state="attached")
    total = len(bridge.player.replay.main_line())
    assert bridge.player.reviews["game"] == [total, total]
    page.get_by_role("button", name="Put the better lines in").click()
    page.wait_for_function("model.get('branches').length > 0")
    assert "better lines were put in" in page.locator(".sw-review-run").inner_text()
    page.get_by_role("button", name="Review the branches too").click()
    page.wait_for_function("model.get('reviews').branches[0] > 0")
    assert page.get_by_role("button", name="Review the branches too").count() == 0
    for _ in range(3):
        assert bridge.player.replay.undo()
    assert not bridge.player.replay.undo()


def test_progress_is_told_and_can_be_stopped(page: Page, opened: Opened) -> None:
    """While it runs: how far it is, and a button that stops it."""
    opened(sw.sample("two-lost-late"), at=0)
    page.evaluate("""() => { const answer = model.answer; window.asked = [];
      model.answer = (message) => { window.asked.push(message); }; }""")
    tab(page)
    page.get_by_role("button", name="Review this game").click()
    page.evaluate("model.message({ kind: 'progress', seq: asked[0].seq, done: 31, total: 102 })")
    assert "Decision 31 of 102" in page.locator(".sw-review-run").inner_text()
    assert page.locator(".sw-review-progress").get_attribute("max") == "102"
    page.locator(".sw-player").press("ArrowRight")
    assert cursor(page) == 1
    page.get_by_role("button", name="Stop the review").click()
    kinds = page.evaluate("asked.map((message) => message.kind)")
    assert "stop review" in kinds
    page.evaluate("model.message({ kind: 'reviewed', seq: asked[0].seq, done: 32, total: 102, over: false })")
    page.get_by_text("Stopped after 32 of 102").wait_for()
    assert page.get_by_role("button", name="Review this game").is_visible()


def test_reviews_that_fit_nothing_harm_nothing(page: Page, opened: Opened) -> None:
    """Nodes that are not there, lines without sums, values without end: the player goes on."""
    opened(at=5)
    tab(page)
    page.evaluate("reviews => model.set('reviews', reviews)", STRANGE)
    page.wait_for_function("document.querySelector('.sw-review-sums').textContent.includes('Seat 9')")
    for key in ("m", "ArrowRight", "ArrowLeft", "Home"):
        page.locator(".sw-player").press(key)
    page.evaluate("model.set('reviews', {})")
    page.wait_for_function("document.querySelector('.sw-graph').hidden")


@pytest.mark.parametrize(("theme", "width"), [("light", 1400), ("dark", 420)])
def test_axe_finds_nothing_serious_in_a_review(
    page: Page, opened: Opened, axe: str, theme: str, width: int  # noqa: F811
) -> None:  # fmt: skip
    """Graph, panel, values at moves, a decision tried again."""
    opened(theme=theme, width=width)
    tab(page)
    assert serious(page, axe) == []
    start_retry(page)
    page.get_by_role("button", name="Hint", exact=True).click()
    assert serious(page, axe) == []


# -- a page without Python -------------------------------------------------------------------------------


def test_an_exported_page_has_all_of_it(page: Page, tmp_path: Path) -> None:
    """From a file: graph, panel and signs; a decision is tried again among the moves that the review kept."""
    file = tmp_path / "game.html"
    sw.export_html(sw.sample("reviewed-two-lost-late"), file, at="40")
    page.set_default_timeout(5000)
    page.goto(file.as_uri())
    page.wait_for_selector(".sw-graph-known", state="attached")
    tab(page)
    assert "54% ± 2" in here(page)
    assert page.locator(".sw-review-run button:visible").count() == 0
    page.get_by_role("button", name="Retry this decision").click()
    choices = page.locator(".sw-retry .sw-choice")
    assert choices.count() == 5
    assert "%" not in page.locator(".sw-retry").inner_text()
    choices.filter(has_text="Play the Relic R08").click()
    said = page.locator(".sw-retry-said")
    assert "Not this one" in said.inner_text()
    choices.filter(has_text="Rest and rotate").click()
    assert said.get_attribute("data-right") == "true"
    page.get_by_role("button", name="Show it on the table").click()
    page.wait_for_selector(".sw-branch[data-by=file]")
    page.locator(".sw-player").press("Shift+M")
    assert page.locator(".sw-retry").is_hidden()

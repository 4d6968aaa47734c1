"""Moves offered on the table, in the bar and in the list; branches, and what is asked of Python for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from tests.browser import fixtures
from tests.browser.acts import bots_continue, open_tab
from tests.browser.conftest import Show

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
KEY = (("wukong", "bajie", "wujing"), "class-7", 12, 400, 3)
STATE = fixtures.state(*KEY)
LINE: list[dict[str, Any]] = STATE["line"]


def offered(text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game of one position, and its legal moves as Python would answer."""
    position = sw.Position.parse(text)
    game = fixtures.game_of(list(position.characters), position.edition)
    line = [{"id": 0, "parent": None, "path": "0", "move": None, "text": position.text, "say": []}]
    return {"game": game, "line": line, "branches": [], "notes": {}, "cursor": 0}, {
        "0": fixtures.told(position)
    }


def sent(page: Page, kind: str) -> list[dict[str, Any]]:
    return [message for message in page.evaluate("model.sent") if message["kind"] == kind]


def moved(page: Page) -> str:
    page.wait_for_function("model.sent.some((message) => message.kind === 'move')")
    return str(sent(page, "move")[-1]["move"])


def at_phase(phase: str) -> str:
    """The game's first position text of that phase."""
    return next(node["text"] for node in LINE if f" phase={phase} " in node["text"])


def ready(page: Page) -> Page:
    page.wait_for_selector(".sw-choice")
    return page


TURN = (
    "level=1 phase=turn seat=0 start=0 blessings=2 rests=0 turn=- row=T01,T02,T20 deck=T10 done=- spirit=- "
    "marker=- queue=- taking=- wukong=A/WK2,WK4,WK6/WK1,WK3,WK5,WK7,WK8/-/-/- "
    "bailoong=A/BH1,BH2/BH4,BH5,BH6,BH7/BH3,BH8/-/- tang=A/TS1/TS2,TS3,TS4,TS5,TS6,TS7,TS8/-/-/-"
)


def test_a_card_is_picked_up_and_its_targets_light_up(show: Show) -> None:
    """Combat x2 goes on the first card, or on the two first ones, which say "both"; a click on the second
    plays the pair.
    """
    page = ready(show(*offered(TURN)))
    page.locator("[data-card=WK2]").click()
    lit = page.locator("[data-can=target]")
    assert [slot.get_attribute("data-target") for slot in lit.all()] == ["T01", "T02"]
    assert [slot.locator(".sw-card").get_attribute("data-goes") for slot in lit.all()] == ["both", "both"]
    page.locator("[data-target=T02]").click()
    assert moved(page) == "play WK2>T01+T02"
    assert page.locator(".sw-happened").inner_text() == "The reader tried play WK2>T01+T02."


def test_the_keyboard_plays_too(show: Show) -> None:
    """Cards and targets can be reached by Tab and chosen by Enter or space."""
    page = ready(show(*offered(TURN)))
    page.locator("[data-card=WK4]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-target=T02] .sw-card").focus()
    page.keyboard.press("Space")
    assert moved(page) == "play WK4>T02"


def test_escape_puts_the_card_back(show: Show) -> None:
    """Nothing is lit after it."""
    page = ready(show(*offered(TURN)))
    page.locator("[data-card=WK2]").click()
    page.keyboard.press("Escape")
    assert page.locator("[data-picked]").count() == 0
    assert page.locator("[data-can=target]").count() == 0


def test_an_illegal_try_is_answered_with_the_rule(show: Show) -> None:
    """Python says why not; the tree stays as it was."""
    page = ready(show(*offered(TURN)))
    page.locator("[data-card=WK6]").click()
    page.locator("[data-target=T20]").click()
    page.wait_for_selector(".sw-choices [data-fault]")
    assert page.locator(".sw-choices [data-fault]").inner_text() == "play WK6>T20 is not legal here (T3)"
    assert page.evaluate("model.get('branches')") == []


def test_what_is_not_legal_can_be_tried_on_the_table(show: Show) -> None:
    """A card that fits nowhere, another's card, a Relic out of reach: Python is asked, and names the rule."""
    text = TURN.replace("T20 deck", "T20,R03 deck")
    page = ready(show(*offered(text)))
    page.locator("[data-card=TS1]").click()
    assert "fits nowhere now" in page.locator(".sw-choices .sw-hint").inner_text()
    page.locator("[data-target=T02]").click()
    page.wait_for_selector(".sw-choices [data-fault]")
    page.keyboard.press("Escape")
    page.locator("[data-target=R03]").click()
    page.wait_for_function("model.sent.filter((message) => message.kind === 'move').length === 2")
    assert [message["move"] for message in sent(page, "move")] == ["play TS1>T02", "claim R03"]


def test_what_is_typed_can_be_tried(show: Show) -> None:
    """Enter plays the one move that fits; anything else goes to Python, which says which rule forbids it."""
    page = ready(show(*offered(TURN)))
    open_tab(page, "Legal moves")
    field = page.get_by_role("searchbox", name="Filter the legal moves")
    field.fill("claim R01")
    field.press("Enter")
    fault = page.locator(".sw-legal-fault")
    fault.wait_for()
    assert fault.inner_text() == "claim R01 is not legal here (T3)"
    field.fill("claim R0")
    assert not fault.is_visible()
    field.fill("wk2 t02")
    page.get_by_role("button", name="Try it").click()
    page.wait_for_function("model.sent.filter((message) => message.kind === 'move').length === 2")
    assert [message["move"] for message in sent(page, "move")] == ["claim R01", "play WK2>T01+T02"]


TAKE = "Take back discarded cards (once per game) …"


@pytest.mark.parametrize(
    ("seat", "clicks", "move"),
    [
        (0, ["Rest and rotate the hand"], "rest ~"),
        (0, ["Resolve T01 (once per game)"], "ability T01"),
        (1, [TAKE, "take back BH3 Fire", "take back BH8 Combat"], "ability +BH3' +BH8'"),
        (1, [TAKE, "take back BH3 Combat", "Do it"], "ability +BH3"),
        (2, ["Let the others rotate their hands (once per game)"], "ability"),
        (2, ["Move the marker …", "Wukong: Fire"], "signal wukong.fire"),
    ],
)
def test_the_bar_has_the_other_options(show: Show, seat: int, clicks: list[str], move: str) -> None:
    """Rest, the abilities with their choices, and the marker."""
    page = ready(show(*offered(TURN.replace("seat=0", f"seat={seat}"))))
    for words in clicks:
        page.locator(".sw-choices").get_by_role("button", name=words, exact=True).click()
    assert moved(page) == move


def test_the_marker_is_put_on_a_card_of_the_row(show: Show) -> None:
    """While the marker is in hand the row's cards are its targets."""
    page = ready(show(*offered(TURN.replace("seat=0", "seat=2"))))
    page.get_by_role("button", name="Move the marker").click()
    page.locator("[data-target=T20]").click()
    assert moved(page) == "signal T20"


def test_bajie_discards_and_another_draws(show: Show) -> None:
    """The card is picked from the hand, the drawer in the bar."""
    text = TURN.replace("wukong=A/WK2,WK4,WK6/WK1,WK3,WK5,WK7,WK8", "bajie=A/BJ2,BJ4,BJ6/BJ1,BJ3,BJ5,BJ7,BJ8")
    page = ready(show(*offered(text)))
    page.get_by_role("button", name="once per game").click()
    page.locator("[data-card=BJ4]").click()
    page.locator(".sw-choices").get_by_role("button", name="Tang Sanzang", exact=True).click()
    assert moved(page) == "ability -BJ4 tang"


def test_keeping_and_discarding(show: Show) -> None:
    """Cards are picked on the table, the hand rotated by a button; only the right number can be sent."""
    state, legal = offered(at_phase("keep"))
    page = ready(show(state, legal))
    keep = page.locator(".sw-choice.sw-primary")
    assert keep.is_disabled()
    seat = int(page.evaluate("document.querySelector('[data-deciding]').dataset.seat"))
    cards = page.locator(f".sw-seat[data-seat='{seat}'] [data-can=pick]")
    picked = sorted(str(card.get_attribute("data-card")) for card in cards.all())[:2]
    for card in reversed(picked):
        page.locator(f"[data-card={card}]").click()
    page.get_by_role("button", name="Rotate the hand first").click()
    keep.click()
    assert moved(page) == f"keep ~ -{picked[0]} -{picked[1]}"


def test_wujing_chooses_between_discarding_and_storing(show: Show) -> None:
    """Two buttons say where the cards go that are touched, with their counts; a second touch keeps a card."""
    text = next(node["text"] for node in LINE if " phase=keep seat=2 " in node["text"])
    page = ready(show(*offered(text)))
    cards = page.locator(".sw-seat[data-seat='2'] .sw-hand [data-card]")
    put = page.locator(".sw-choice[aria-pressed]:not(:has-text('Rotate'))")

    def touch(card: int) -> tuple[list[str | None], list[str]]:
        cards.nth(card).click()
        return [each.get_attribute("data-goes") for each in cards.all()][:2], put.all_inner_texts()

    assert touch(0) == (["discard", None], ["Discard: 1", "Store: 0"])
    put.nth(1).click()
    assert put.nth(1).get_attribute("aria-pressed") == "true"
    assert touch(1) == (["discard", "store"], ["Discard: 1", "Store: 1"])
    assert touch(0) == (["store", "store"], ["Discard: 0", "Store: 2"])
    assert touch(0) == ([None, "store"], ["Discard: 0", "Store: 1"])
    assert cards.nth(1).get_attribute("aria-description") == "store"


def test_which_targets_is_asked_where_one_card_can_have_one_or_both(show: Show) -> None:
    """Touching the first of two single Combat Threats asks: on it alone, or on both."""
    page = ready(show(*offered(TURN)))
    page.locator("[data-card=WK2]").click()
    page.locator("[data-target=T01]").click()
    choices = page.locator(".sw-choices")
    assert choices.get_by_role("button", name="Both T01 and T02", exact=True).is_visible()
    choices.get_by_role("button", name="T01 only", exact=True).click()
    assert moved(page) == "play WK2>T01"


def test_the_list_can_be_filtered(show: Show) -> None:
    """Every legal move is in it, in words and as text."""
    page = ready(show(*offered(TURN)))
    open_tab(page, "Legal moves")
    whole = page.locator(".sw-legal-move").count()
    assert whole == len(offered(TURN)[1]["0"])
    page.get_by_role("searchbox", name="Filter the legal moves").fill("wk2 t02")
    assert [move.inner_text() for move in page.locator(".sw-legal-move code").all()] == ["play WK2>T01+T02"]
    page.locator(".sw-legal-move").click()
    assert moved(page) == "play WK2>T01+T02"


def test_a_known_move_is_shown_without_asking(show: Show) -> None:
    """Playing what is in the tree already goes there and makes no second node."""
    page = ready(show(STATE, fixtures.legal_of(KEY), cursor=10))
    open_tab(page, "Legal moves")
    page.get_by_role("searchbox", name="Filter the legal moves").fill(str(LINE[11]["move"]))
    page.locator(f".sw-legal-move[data-move='{LINE[11]['move']}']").click()
    page.wait_for_function("model.get('cursor') === 11")
    assert sent(page, "move") == []


def test_a_branch_is_marked_deleted_and_left(show: Show) -> None:
    """A reader's branch is dashed, and deleting it puts the reader where it left."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=STATE["branches"][0]["id"])
    assert page.locator(".sw-player[data-by]").count() == 1
    assert page.locator(".sw-graph-branch").count() > 0
    page.get_by_role("button", name="Delete").click()
    page.wait_for_function(f"model.get('cursor') === {STATE['branches'][0]['parent']}")
    assert sent(page, "delete")[0]["node"] == STATE["branches"][0]["id"]
    assert page.locator(".sw-player[data-by]").count() == 0
    assert not page.get_by_role("button", name="Delete").is_visible()


def test_comments_marks_and_upkeep_are_numbered_requests(show: Show) -> None:
    """Each has a sequence number of its own, so that none is lost."""
    second = {**STATE["branches"][0], "id": 90000, "by": "reader"}
    page = show({**STATE, "branches": [*STATE["branches"], second]}, fixtures.legal_of(KEY), cursor=90000)
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Comment", exact=True).fill("<i>why?</i>")
    page.get_by_role("button", name="Keep the comment").click()
    page.wait_for_function("Object.keys(model.get('notes')).length === 1")
    page.get_by_label("Mark", exact=True).select_option("!?")
    for name in ("Undo", "Redo", "Save", "Promote"):
        page.get_by_role("button", name=name).click()
    bots_continue(page)
    page.wait_for_function("model.sent.some((message) => message.kind === 'bots')")
    messages = page.evaluate("model.sent")
    numbers = [message["seq"] for message in messages]
    assert len(set(numbers)) == len(numbers)
    kinds = {message["kind"] for message in messages}
    assert kinds >= {"comment", "glyph", "undo", "redo", "save", "promote", "bots"}
    bots = sent(page, "bots")[0]
    assert (bots["node"], bots["bot"], bots["until"]) == (90000, "random", "turn")
    assert page.locator(".sw-stakes").inner_text() == "<i>why?</i>"
    assert page.locator(".sw-board i:not(.sw-link, .sw-tile > i)").count() == 0


def test_the_next_level_is_dealt_by_python(show: Show) -> None:
    """Where a branch has cleared a level, its deal is asked for; where the deal is known it is shown."""
    cleared = next(node for node in LINE if " phase=deal " in node["text"] and node["id"])
    page = ready(show(STATE, cursor=cleared["id"]))
    page.get_by_role("button", name="Deal level").click()
    assert page.evaluate("model.get('cursor')") == cleared["id"] + 1
    assert sent(page, "deal") == []
    page = ready(show(*offered(cleared["text"])))
    page.get_by_role("button", name="Deal level").click()
    page.wait_for_function("model.sent.some((message) => message.kind === 'deal')")
    assert sent(page, "deal")[0]["node"] == 0


def test_an_error_of_python_is_shown_and_announced(show: Show) -> None:
    """A refused request changes nothing and says why."""
    page = show(STATE, cursor=STATE["branches"][0]["id"])
    refuse = "(reason) => { model.answer = ({ seq }) => model.message({ kind: 'error', seq, reason }); }"
    page.evaluate(refuse, "A named reason <b>.")
    page.get_by_role("button", name="Delete").click()
    page.wait_for_selector(".sw-branch [data-fault]")
    assert page.locator(".sw-branch [data-fault]").inner_text() == "A named reason <b>."


def test_another_lens_replaces_what_is_shown_and_keeps_the_place(show: Show) -> None:
    """The traits are replaced; nodes keep their ids, so the reader stays where they were."""
    page = show(STATE, fixtures.legal_of(KEY), cursor=fixtures.full_hands(STATE))
    views = [{**node, "text": sw.Position.parse(node["text"]).view(0).text} for node in LINE]
    page.evaluate(
        "(traits) => { for (const [name, value] of Object.entries(traits)) model.set(name, value); }",
        {"line": views, "branches": [], "game": {**STATE["game"], "lens": "seat:0"}},
    )
    page.wait_for_selector(".sw-card-back")
    assert page.evaluate("model.get('cursor')") == fixtures.full_hands(STATE)
    assert page.get_by_label("View", exact=True).input_value() == "seat:0"
    assert page.locator(".sw-seat[data-seat='0'] .sw-card-back").count() == 0


def test_the_lens_is_asked_for(show: Show) -> None:
    """By the list and by the key `f`."""
    page = show(STATE)
    page.get_by_label("View", exact=True).select_option("seat:0")
    page.locator(".sw-player").focus()
    page.keyboard.press("f")
    page.wait_for_function("model.sent.filter((message) => message.kind === 'lens').length === 2")
    assert [message["lens"] for message in sent(page, "lens")] == ["seat:0", "seat:0"]

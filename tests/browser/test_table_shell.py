"""The table in the player's frame: heights, what never moves, whose turn it is, undo, cards, the end."""

# ruff: noqa: F811 (fixtures)

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from silkenweb import bots
from silkenweb.bots import registry
from tests.browser.acts import CORNER
from tests.browser.table_bridge import TableBridge
from tests.browser.test_axe import axe, serious  # noqa: F401 (a fixture)
from tests.browser.test_table_play import Sit, keep, played, press, rest_to_the_end, sit, tab  # noqa: F401
from tests.widgets.seated import ALL, Seated

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
THREE = ["wukong", "bajie", "wujing"]
LOOKS = [(420, "dark"), (1280, "light")]
SIZES = [(420, 800), (900, 800), (1280, 900), (1280, 640), (1920, 1080)]
AREAS = (".sw-head-bar", ".sw-board", ".sw-strip", ".sw-side")


class Resting:
    """A bot that rests whenever it can."""

    def __init__(self, rng: Any) -> None:
        pass

    def choose(self, view: Any, legal: Any, seen: Any) -> str:
        """Rest, or what comes first."""
        return "rest" if "rest" in legal else str(legal[0])


@pytest.fixture(autouse=True)
def resting(monkeypatch: pytest.MonkeyPatch) -> None:
    """That bot by its name."""
    monkeypatch.setitem(registry._makers, "resting", Resting)


def to_a_turn(seated: Seated) -> None:
    """Deal, and keep what the bots would, up to the person's turn with a card to play."""
    person = bots.make("convention", "Ana")
    while True:
        end, stage = seated.table.replay.end, seated.stage
        moves = end.position.legal_moves() if stage["mine"] else ()
        if end.position.phase == "turn" and any(move.kind == "play" for move in moves):
            return
        if not moves:
            seated.must("deal")
            continue
        viewer = stage["viewer"]
        seated.must("move", move=person.choose(end.view(viewer), moves, end.seen(viewer)))


def opened(bridge: TableBridge, act: Callable[[Seated], None], **how: Any) -> None:
    """Play on without the page, and open it with this width and theme."""
    send, send_state = bridge.table.send, bridge.table.send_state
    with ThreadPoolExecutor(1) as thread:
        thread.submit(act, Seated(bridge.table)).result()
    bridge.table.send, bridge.table.send_state = send, send_state
    bridge.open(bridge.folder, **how)


def boxes(page: Page) -> dict[str, Any]:
    """Where the areas are."""
    return {area: page.locator(area).first.bounding_box() for area in AREAS}


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("players", [3, 5])
def test_areas_fit_the_window_and_never_move(
    page: Page,
    sit: Sit,
    width: int,
    height: int,
    players: int,
) -> None:
    """The whole table is on the screen; picking a card, opening a pile and another tab move none of head,
    board, strip and side.
    """
    bridge = sit(list(ALL[:players]), seat=0, bots="resting", blessings=9)
    played(bridge, to_a_turn)
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_selector("[data-viewer] .sw-hand [data-can=pick]")
    frame = page.locator(".sw-frame").bounding_box()
    assert frame is not None
    limit = min(720, 0.8 * height) if width >= 900 else min(780, 0.97 * height)
    assert frame["height"] <= max(limit, min(520, 0.97 * height)) + 1
    before = boxes(page)
    ends = {area: box["y"] + box["height"] for area, box in before.items()}
    assert max(ends.values()) <= frame["y"] + frame["height"]
    page.locator("[data-viewer] .sw-hand [data-can=pick]").first.click(position=CORNER)
    assert boxes(page) == before
    page.locator(".sw-sitting").press("Escape")
    page.locator(".sw-seat .sw-pile-deck").first.click()
    tab(page, "More")
    page.wait_for_timeout(100)
    assert boxes(page) == before


@pytest.mark.parametrize("width", [420, 1280])
def test_the_host_may_set_the_height(page: Page, sit: Sit, width: int) -> None:
    """Where the window's height means nothing the frame takes the one that it is given, and all areas fit."""
    sit(THREE, seat=0, width=width)
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    page.evaluate("document.getElementById('root').style.setProperty('--height', '500px')")
    frame = page.locator(".sw-frame").bounding_box()
    assert frame is not None
    assert frame["height"] == 500
    for box in boxes(page).values():
        assert box["y"] + box["height"] <= frame["y"] + 500


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_a_turn_passes_axe_and_is_large_enough_to_touch(
    page: Page,
    sit: Sit,
    request: pytest.FixtureRequest,
    width: int,
    theme: str,
) -> None:
    """In both themes, with each tab open; on a narrow screen buttons are at least 44 px high and wide."""
    rules = request.getfixturevalue("axe")
    bridge = sit(THREE, seat=0, bots="resting", take_back=True, theme=theme, width=width)
    opened(bridge, to_a_turn, width=width, theme=theme, height=850)
    page.wait_for_selector(".sw-choice")
    for name in ("This level", "Cards", "All moves", "More"):
        tab(page, name)
        page.wait_for_timeout(50)
        assert serious(page, rules) == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if width == 420:
            assert page.evaluate(SMALL) == [], name


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_setup_and_cover_are_large_enough_to_touch(
    page: Page, sit: Sit, request: pytest.FixtureRequest, theme: str
) -> None:
    """On a narrow screen, in both themes, and axe finds nothing serious."""
    rules = request.getfixturevalue("axe")
    sit(None, seats=[0, 1], width=420, theme=theme)
    page.get_by_role("button", name="Sit down").wait_for()
    assert page.evaluate(SMALL) == []
    assert serious(page, rules) == []
    press(page, "Sit down")
    press(page, "Deal level 1")
    page.get_by_role("button", name="I am").wait_for()
    assert page.evaluate(SMALL) == []
    assert serious(page, rules) == []


SMALL = """() => [...document.querySelectorAll('.silkenweb button, .silkenweb select')]
  .filter(e => e.checkVisibility() && !e.closest('.sw-choice-buttons') || e.matches('.sw-choice'))
  .map(e => [e.textContent, e.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([text, box]) => `${text} ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


def test_whose_turn_it_is_and_what_each_player_did_is_said(page: Page, sit: Sit) -> None:
    """On the board's edge and in a chip per player with the moves since the person's last turn."""
    bridge = sit(THREE, seat=0, bots="resting", blessings=9)
    assert not page.locator(".sw-legend-yours").is_visible()
    press(page, "Deal level 1")
    page.locator(".sw-legend-yours", has_text="Your turn").wait_for()
    keep(page)
    page.locator(".sw-caption", has_text="Play cards").wait_for()
    press(page, "Rest")
    page.locator(".sw-turn-chip", has_text="rests").first.wait_for()
    chips = page.locator(".sw-turn-chip:visible")
    assert [text.split()[-1] for text in chips.all_inner_texts()] == ["rests", "rests"]
    titles = [chip.get_attribute("title") or "" for chip in chips.all()]
    assert "Bajie rests" in titles[0]
    assert "Wujing rests" in titles[1]
    assert bridge.table.stage["mine"]


@pytest.mark.parametrize("keys", [False, True])
def test_an_own_play_is_undone_on_the_strip(page: Page, sit: Sit, keys: bool) -> None:
    """By its button or by its key: the card is in the hand again, and the button is gone. By keys alone, a
    digit picks the card and the next one its target.
    """
    bridge = sit(THREE, seat=0, seed="b3", bots="resting", blessings=9)
    played(bridge, to_a_turn)
    page.wait_for_selector("[data-viewer] .sw-hand [data-can=pick]")
    before = bridge.table.replay.end.position.text
    if keys:
        page.locator(".sw-sitting").press("1")
        page.wait_for_selector("[data-can=target]")
        page.keyboard.press("1")
    else:
        page.locator("[data-viewer] .sw-hand [data-can=pick]").first.click(position=CORNER)
        page.locator("[data-can=target]").first.click()
    undo = page.locator("[aria-keyshortcuts=u]")
    undo.wait_for()
    assert "Undo" in undo.inner_text()
    assert bridge.table.replay.end.position.text != before
    page.locator(".sw-sitting").press("u") if keys else undo.click()
    undo.wait_for(state="detached")
    assert bridge.table.replay.end.position.text == before


def test_discards_look_different_from_a_play(page: Page, sit: Sit) -> None:
    """The button counts what is selected, a discard is named on its card, and its outline is not a play's."""
    sit(THREE, seat=0)
    press(page, "Deal level 1")
    button = page.locator(".sw-choice.sw-primary")
    page.get_by_role("button", name="Discard 2 (0 selected)").wait_for()
    assert button.is_disabled()
    page.locator("[data-viewer] .sw-hand [data-can=pick]").first.click(position=CORNER)
    page.get_by_role("button", name="Discard 2 (1 selected)").wait_for()
    card = page.locator("[data-viewer] .sw-hand [data-picked]")
    assert card.get_attribute("data-goes") == "discard"
    style = "e => [getComputedStyle(e).outlineStyle, getComputedStyle(e).translate]"
    discarding = card.evaluate(style)
    keep(page)
    page.locator(".sw-caption", has_text="Play cards").wait_for()
    page.get_by_role("button", name="Rest", exact=True).wait_for()
    page.locator("[data-viewer] .sw-hand [data-card]").first.click(position=CORNER)
    assert page.locator("[data-viewer] .sw-hand [data-picked]").evaluate(style) != discarding


def at_bajies_gift(seated: Seated) -> None:
    """Play on until a card was drawn for the person, by Bajie's ability."""
    table = seated.table
    seated.must("deal")
    for _ in range(40):
        position = table.replay.end.position
        if position.phase == "take" and seated.stage["mine"]:
            return
        if not seated.stage["mine"]:
            seated.must("deal")
            continue
        seated.must("move", move=seated.legal()[0])
    raise AssertionError("no card was drawn")


class Giving(Resting):
    """A bot that lets Wukong draw as soon as it can."""

    def choose(self, view: Any, legal: Any, seen: Any) -> str:
        """The ability for Wukong, or what comes first."""
        given = [str(move) for move in legal if str(move).startswith("ability -") and "wukong" in str(move)]
        return given[0] if given else super().choose(view, legal, seen)


def test_a_drawn_card_is_a_picture_to_turn_around(
    page: Page,
    sit: Sit,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The button turns the card on the board; what is taken is what was shown."""
    monkeypatch.setitem(registry._makers, "giving", Giving)
    bridge = sit(["bajie", "wukong"], seat=1, bots="giving", blessings=9)
    played(bridge, at_bajies_gift)
    drawn = page.locator("[data-where=drawn] .sw-card")
    drawn.wait_for()
    press(page, "Turn it around")
    assert drawn.get_attribute("data-turned") == "true"
    taken = bridge.table.replay.end.position.taking
    page.get_by_role("button", name="Take it this way up").click()
    page.wait_for_function("!document.querySelector('[data-where=drawn]')")
    moves = [str(node.move) for node in bridge.table.replay.main_line()]
    assert f"take {taken}'" in moves


def test_the_marker_chooses_among_icons_of_the_sheets(page: Page, sit: Sit) -> None:
    """Each icon is a picture with its letter in the line of its character, 44 px large, and named in full."""
    bridge = sit(["tang", "wukong"], seat=0, bots="resting", blessings=9)
    played(bridge, to_a_turn)
    page.get_by_role("button", name="Move the marker").click()
    sheet = page.locator(".sw-choice-sheet")
    icons = sheet.locator(".sw-sheet-icon")
    assert icons.count() > 6
    assert sheet.locator(".sw-sheet-name").all_inner_texts() == ["Tang Sanzang", "Wukong"]
    box = icons.first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    sheet.get_by_role("button", name="Wukong: Fire").click()
    page.locator(".sw-pointer:visible").wait_for()
    assert bridge.table.replay.end.position.marker == "wukong.fire"
    page.get_by_role("button", name="Undo the marker").click()
    page.locator(".sw-pointer").first.wait_for(state="hidden")
    assert bridge.table.replay.end.position.marker == "-"


def test_all_eight_cards_of_each_character_are_listed(page: Page, sit: Sit) -> None:
    """With what is seen and what is not; the own hand is seen, another's is not."""
    bridge = sit(THREE, seat=0, bots="resting")
    played(bridge, to_a_turn)
    tab(page, "Cards")
    for seat, area in enumerate(bridge.table.replay.end.position.seats):
        cards = page.locator(f".sw-eight[data-seat='{seat}'] li")
        assert cards.count() == 8
        hand = cards.locator("xpath=self::*[@data-place='hand']").count()
        assert hand == (len(area.hand) if seat == 0 else 0)
    unseen = page.locator(".sw-eight[data-seat='1'] [data-place=unseen]").count()
    area = bridge.table.replay.end.position.seats[1]
    assert unseen == len(area.hand) + len(area.deck)


def test_bots_say_how_they_play_and_a_turn_may_end_automatically(page: Page, sit: Sit) -> None:
    """Under More; the option is sent and kept."""
    bridge = sit(THREE, seat=0, bots=[None, "convention", "random"])
    tab(page, "More")
    told = page.locator(".sw-bot").all_inner_texts()
    assert "agreements" in told[0]
    assert "equally likely" in told[1]
    box = page.get_by_label("End my turn automatically")
    assert not box.is_checked()
    box.check()
    page.wait_for_function("model.get('stage').auto_end")
    assert bridge.table.sitting is not None
    assert bridge.table.sitting.seating.auto_end


def cleared(seated: Seated) -> None:
    """Play as the bots do until level 1 is cleared."""
    person = bots.make("convention", "Ana")
    seated.must("deal")
    while seated.table.replay.end.position.level == 1:
        end = seated.table.replay.end
        moves = end.position.legal_moves()
        seated.must("move", move=person.choose(end.view(0), moves, end.seen(0)))


@pytest.mark.parametrize(("width", "theme"), [(420, "dark"), (1280, "light")])
def test_a_cleared_level_shows_the_last_play(
    page: Page,
    sit: Sit,
    request: pytest.FixtureRequest,
    width: int,
    theme: str,
) -> None:
    """The card and what it resolved, as pictures; it goes by Escape, and the deal stays where it was."""
    bridge = sit(THREE, seat=0, bots="convention")
    opened(bridge, cleared, width=width, theme=theme)
    moment = page.locator(".sw-cleared")
    moment.get_by_role("heading", name="Level 1 is cleared").wait_for()
    last = str(bridge.table.replay.end.move)
    assert last.startswith("play ")
    names = last.removeprefix("play ").replace(">", "+").split("+")
    titles = [card.get_attribute("title") or "" for card in moment.locator(".sw-card").all()]
    assert [title.split(":")[0] for title in titles] == names
    assert serious(page, request.getfixturevalue("axe")) == []
    deal = page.get_by_role("button", name="Deal level 2")
    before = deal.bounding_box()
    page.locator(".sw-sitting").press("Escape")
    assert not moment.is_visible()
    assert deal.bounding_box() == before


@pytest.mark.parametrize(("width", "theme"), LOOKS)
def test_the_end_shows_hands_and_counts(
    page: Page,
    sit: Sit,
    request: pytest.FixtureRequest,
    width: int,
    theme: str,
) -> None:
    """What came of it, a line per player, and all hands open on the board once the card is folded away."""
    bridge = sit(THREE, seat=0, bots="resting")
    with ThreadPoolExecutor(1) as thread:
        thread.submit(rest_to_the_end, bridge.table).result()
    bridge.open(bridge.folder, width=width, theme=theme)
    page.get_by_role("heading", name="Lost at level 1").wait_for()
    assert page.locator(".sw-counts tbody tr").count() == 3
    assert serious(page, request.getfixturevalue("axe")) == []
    press(page, "Look at the table")
    assert not page.locator(".sw-end").is_visible()
    for seat, area in enumerate(bridge.table.replay.end.position.seats):
        hand = page.locator(f".sw-seat[data-seat='{seat}'] .sw-hand [data-card]")
        assert hand.count() == len(area.hand)


def test_chinese_fits_at_every_width(page: Page, sit: Sit) -> None:
    """No area is wider than the frame, and nothing of the strip is English."""
    bridge = sit(THREE, seat=0, bots="resting", language="zh-Hant")
    played(bridge, to_a_turn)
    for width in (420, 900, 1280):
        page.set_viewport_size({"width": width, "height": 820})
        page.locator(".sw-legend-yours", has_text="輪到你了").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "Rest" not in page.locator(".sw-strip").inner_text()


def keeping_wk5(seated: Seated) -> None:
    """Deal, and keep the card with Combat x2."""
    seated.must("deal")
    seated.must("move", move=next(move for move in seated.legal() if "WK5" not in move and "~" not in move))


def test_a_pair_of_targets_is_labelled_and_asked_about(page: Page, sit: Sit) -> None:
    """Combat x2 on two Combat Threats: both say "both"; the first asks whether it is meant alone."""
    bridge = sit(THREE, seat=0, seed="p20", bots="resting", blessings=9)
    played(bridge, keeping_wk5)
    page.locator("[data-viewer] .sw-hand [data-can=pick][data-card=WK5]").click(position=CORNER)
    lit = page.locator("[data-can=target]")
    lit.first.wait_for()
    marked = [place.locator(".sw-card").get_attribute("data-goes") for place in lit.all()]
    assert marked == ["both", "both"]
    first, second = (place.get_attribute("data-target") for place in lit.all())
    count = bridge.table.replay.count
    lit.first.click()
    page.get_by_role("button", name=f"{first} only", exact=True).wait_for()
    assert bridge.table.replay.count == count
    page.get_by_role("button", name=f"Both {first} and {second}", exact=True).click()
    page.locator("[aria-keyshortcuts=u]").wait_for()
    assert f"play WK5>{first}+{second}" in [str(node.move) for node in bridge.table.replay.main_line()]


@pytest.mark.parametrize("width", [420, 1280])
def test_the_sources_are_shown_over_the_board_and_closed_by_escape(page: Page, sit: Sit, width: int) -> None:
    """They cover neither the strip nor the tabs."""
    sit(THREE, seat=0, width=width)
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    tab(page, "More")
    press(page, "Sources")
    sources, board = page.locator(".sw-sources").bounding_box(), page.locator(".sw-board").bounding_box()
    assert sources is not None
    assert board is not None
    assert sources["y"] + sources["height"] <= board["y"] + board["height"] + 1
    page.locator(".sw-sitting").press("Escape")
    assert not page.locator(".sw-sources").is_visible()


def won(seated: Seated) -> None:
    """Let the bots' play win for the person, with Blessings to spare."""
    person = bots.make("convention", "Ana")
    while not seated.stage["over"]:
        end = seated.table.replay.end
        moves = end.position.legal_moves() if seated.stage["mine"] else ()
        if moves:
            seated.must("move", move=person.choose(end.view(0), moves, end.seen(0)))
        else:
            seated.must("deal")


def test_a_won_game_shows_the_last_play(page: Page, sit: Sit) -> None:
    """As pictures in the result, for the row is empty by then."""
    bridge = sit(["wukong", "bajie"], seat=0, seed="w0", bots="convention", blessings=30)
    opened(bridge, won)
    assert bridge.table.stage["final"]["won"]
    page.get_by_role("heading", name="You have escaped").wait_for()
    last = str(bridge.table.replay.end.move)
    assert last.startswith("play ")
    shown = page.locator(".sw-end .sw-last-play .sw-card").first.get_attribute("title") or ""
    assert shown.startswith(last.removeprefix("play ").partition(">")[0])

"""A person at the table, in a real browser: setting up, keeping, playing, abilities, keys, the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from silkenweb.bots import registry
from silkenweb.widgets.table import Table
from tests.browser.acts import CORNER
from tests.browser.table_bridge import TableBridge, traits
from tests.browser.test_axe import axe, serious  # noqa: F401 (a fixture)
from tests.widgets.sample_games import HOSTILE
from tests.widgets.seated import Seated

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
THREE = ["wukong", "bajie", "wujing"]
Sit = Callable[..., TableBridge]


@pytest.fixture
def sit(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """Opens a table: `sit(characters, seat=1, ..., width=420)`; games are kept in the test's folder."""
    monkeypatch.chdir(tmp_path)

    def sit(*characters: Any, width: int = 1400, theme: str | None = None, **options: Any) -> TableBridge:
        bridge = TableBridge(Table(*characters, **{"seed": "class-7", "bots": "greedy", **options}), page)
        bridge.open(tmp_path, width=width, theme=theme)
        return bridge

    return sit


def press(page: Page, name: str) -> None:
    """Click a button by its whole name."""
    page.get_by_role("button", name=name, exact=True).first.click()


def my_turn(page: Page) -> None:
    """Wait until it is said to be this person's turn."""
    page.locator(".sw-legend-yours:visible").wait_for()
    page.locator(".sw-caption", has_text="Play").wait_for()


def tab(page: Page, name: str) -> None:
    """Open a tab beside the board."""
    page.get_by_role("tab", name=name, exact=True).click()


def keep(page: Page) -> None:
    """Touch as many cards as have to go, and keep the rest."""
    page.wait_for_selector(".sw-hand [data-can=pick]")
    while page.locator(".sw-choice.sw-primary:disabled").count():
        page.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
    page.locator(".sw-choice.sw-primary").click()


def position(bridge: TableBridge) -> sw.Position:
    """Where the game stands in Python."""
    return bridge.table.replay.end.position


def test_a_game_is_set_up_and_a_turn_is_played(page: Page, sit: Sit, tmp_path: Path) -> None:
    """By touch from the empty setup to the bots' answers: seats changed, a name and a house rule given, the
    hand rotated, a card played on a lit target. What is recorded is what was done.
    """
    bridge = sit(None, seed="class-11")
    page.get_by_label("Character of seat 2").select_option("tang")
    press(page, "Add a player")
    press(page, "Remove seat 3")
    press(page, "Move seat 1 down")
    page.get_by_label("Name of the person at seat 2").fill("Ana")
    page.get_by_label("Blessings", exact=True).select_option("5")
    assert page.get_by_text("house rule").is_visible()
    page.get_by_label("Bot speed").select_option("0")
    press(page, "Sit down")
    page.get_by_text("You are Ana (Wukong)").wait_for()
    assert bridge.table.replay.characters == ("tang", "wukong", "bajie")
    assert (bridge.table.replay.seed, bridge.table.replay.blessings) == ("class-11", 5)
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    shown = page.locator("[data-viewer] .sw-hand .sw-card").first.get_attribute("title")
    press(page, "Rotate the hand first")
    assert page.locator("[data-viewer] .sw-hand .sw-card").first.get_attribute("title") != shown
    keep(page)
    my_turn(page)
    assert str(bridge.table.replay.main_line()[2].move).startswith("keep ~ -")
    play = next(move for move in position(bridge).legal_moves() if move.kind == "play")
    card, target = str(play).removeprefix("play ").split(">")
    page.locator(f"[data-viewer] [data-can=pick][data-card={card}]").click(position=CORNER)
    page.locator(f"[data-can=target][data-target={target}]").click()
    page.locator(".sw-sit-entry", has_text=f"Wukong plays {card}").first.wait_for()
    assert str(play) in [str(node.move) for node in bridge.table.replay.main_line()]
    assert sw.Replay.load(tmp_path / "silkenweb-game-1.json").count == bridge.table.replay.count
    tab(page, "More")
    assert page.get_by_text("Recorded in silkenweb-game-1.json.").is_visible()


def test_illegal_tries_abilities_and_taking_back(page: Page, sit: Sit) -> None:
    """A card where it may not go: why, and what would work. Bajie's ability asks for the card, then for who
    draws, then whether it is meant: it can't be used twice. Taken back, it is Bajie's decision again.
    """
    bridge = sit(THREE, seat=1, take_back=True, seed="b3")
    press(page, "Deal level 1")
    keep(page)
    my_turn(page)
    page.get_by_role("button", name="Rest", exact=True).wait_for()
    page.locator("[data-viewer] .sw-hand [data-card]").first.click()
    page.locator("[data-can=forbidden]").first.click()
    said = page.locator(".sw-choices:visible [data-fault]").inner_text()
    instead = "BJ\\d can be played on|These cards can be played now:|What you can do now:"
    assert re.fullmatch(rf"[A-Z][^>']+ \(T3\)\. ({instead}) [^>']+\.", said)
    page.locator(".sw-sitting").press("Escape")
    before = bridge.table.replay.count
    press(page, "Discard a card, another player draws (once per game) …")
    choices = page.locator(".sw-choices:visible")
    choices.get_by_role("button", name="discard").first.click()
    choices.get_by_role("button", name="Wukong").first.click()
    assert bridge.table.replay.count == before
    page.locator(".sw-hint", has_text="only once per game").first.wait_for()
    choices.get_by_role("button", name="Confirm: Wukong").click()
    page.locator(".sw-sit-entry", has_text="Bajie uses the Action Ability").wait_for()
    assert bridge.table.replay.count > before
    tab(page, "More")
    press(page, "Take back my last decision")
    page.wait_for_function("!document.querySelector('.sw-log-list').textContent.includes('Action Ability')")
    assert bridge.table.replay.count == before
    press(page, "Rest")
    page.wait_for_function("document.querySelector('.sw-log-list').textContent.includes('Bajie rests')")
    assert any(node.extra for node in bridge.table.replay.nodes())


def played(bridge: TableBridge, act: Callable[[Seated], None]) -> None:
    """Play on without the page, and open it again."""
    send, send_state = bridge.table.send, bridge.table.send_state
    with ThreadPoolExecutor(1) as thread:
        thread.submit(act, Seated(bridge.table)).result()
    bridge.table.send, bridge.table.send_state = send, send_state
    bridge.open(bridge.folder)


def at_a_costly_rest(seated: Seated) -> None:
    """Rest until one more Rest loses a Blessing."""
    while True:
        position = seated.table.replay.end.position
        if seated.stage["mine"] and (position.phase, position.rests) == ("turn", 1):
            return
        moves = seated.legal() if seated.stage["mine"] else []
        seated.must("move", move="rest" if "rest" in moves else moves[0]) if moves else seated.must("deal")


@pytest.mark.parametrize("keys", [False, True])
def test_a_rest_that_costs_a_blessing_says_so_and_is_confirmed(page: Page, sit: Sit, keys: bool) -> None:
    """By its name and a second press, by touch and by keys; Escape and a double click do not confirm it."""
    bridge = sit(["wukong", "bajie"], seat=0, bots="resting", blessings=3)
    played(bridge, at_a_costly_rest)
    count, blessings = bridge.table.replay.count, position(bridge).blessings
    rest = page.get_by_role("button", name="Rest (loses a Blessing)", exact=True)
    sure = page.get_by_role("button", name="Confirm: Rest (loses a Blessing)", exact=True)
    rest.wait_for()
    if keys:
        rest.focus()
        page.keyboard.press("Enter")
    else:
        rest.dblclick()
    sure.wait_for()
    assert page.locator(".sw-choices:visible .sw-hint", has_text="loses a Blessing").is_visible()
    sure.press("Escape")
    rest.wait_for()
    assert bridge.table.replay.count == count
    if keys:
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    else:
        rest.click()
        sure.click()
    page.locator(".sw-log-list", has_text="a Blessing is lost").wait_for()
    assert position(bridge).blessings == blessings - 1


@pytest.fixture(autouse=True)
def resting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that rests whenever it can."""

    class Resting:
        def __init__(self, rng: Any) -> None:
            pass

        def choose(self, view: sw.View, legal: Any, seen: Any) -> str:
            return "rest" if "rest" in legal else str(legal[0])

    monkeypatch.setitem(registry._makers, "resting", Resting)


def test_a_stored_card_is_confirmed_on_its_target(page: Page, sit: Sit) -> None:
    """Playing it turns the sheet over: the first press on the target says so, the second one plays it."""
    bridge = sit(THREE, seat=0, seed="p9", bots="convention")
    played(bridge, keep_first)
    stored = page.locator(".sw-storage [data-can=pick]").first
    stored.wait_for()
    play = next(move for move in position(bridge).legal_moves() if str(move).startswith("play WJ"))
    card, target = str(play).removeprefix("play ").split(">")
    page.locator(f".sw-storage [data-card={card}]").click()
    page.locator(f"[data-can=target][data-target={target}]").click()
    page.locator(".sw-choices:visible .sw-hint", has_text="Wujing's sheet").wait_for()
    assert str(play) not in [str(node.move) for node in bridge.table.replay.main_line()]
    page.locator(f"[data-can=target][data-target={target}]").click()
    page.locator(".sw-sit-entry", has_text=f"Wukong plays {card}").first.wait_for()
    assert str(play) in [str(node.move) for node in bridge.table.replay.main_line()]


def keep_first(seated: Seated) -> None:
    """Deal, and keep what the first offer keeps."""
    seated.must("deal")
    seated.must("move", move=next(move for move in seated.legal() if "~" not in move))


def keep_wk5(seated: Seated) -> None:
    """Deal, and keep the card with Combat x2."""
    seated.must("deal")
    seated.must("move", move=next(move for move in seated.legal() if "WK5" not in move and "~" not in move))


def test_after_a_restart_the_player_is_led_back_to_the_game(page: Page, sit: Sit) -> None:
    """A button that finds no kernel names what continues this game; a new setup offers and continues it."""
    bridge = sit(THREE, seat=0)
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    page.evaluate("() => { model.send = () => { throw new Error('Cannot send: the comm is closed'); }; }")
    page.locator(".sw-hand [data-can=pick]").first.click(position=CORNER)
    page.locator(".sw-hand [data-can=pick]:not([data-picked])").first.click(position=CORNER)
    page.locator(".sw-choice.sw-primary").click()
    page.locator(".sw-hint:visible", has_text='sw.Table.resume("silkenweb-game-1.json")').wait_for()
    count = bridge.table.replay.count
    bridge.table = Table()
    bridge.table.send = lambda content, buffers=None: bridge._messages.append(content)
    bridge.open(bridge.folder)
    page.get_by_text("Level 1: Wukong, Bajie, Wujing").wait_for()
    press(page, "Continue the game in silkenweb-game-1.json")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    assert bridge.table.replay.count == count


@pytest.mark.parametrize("width", [420, 1400])
def test_held_heights_are_released_and_the_actions_stay_in_sight(page: Page, sit: Sit, width: int) -> None:
    """Piles that are opened and closed leave nothing behind; the bar is on the screen without scrolling."""
    sit(THREE, seat=0, width=width)
    press(page, "Deal level 1")
    keep(page)
    my_turn(page)
    page.wait_for_timeout(300)
    height = page.locator(".sw-board").bounding_box()["height"]  # type: ignore[index]
    piles = page.locator(".sw-seat[data-viewer] .sw-pile-deck")
    for _ in range(2):
        for pile in piles.all():
            pile.click()
        page.wait_for_timeout(200)
    assert page.locator(".sw-board").bounding_box()["height"] <= height + 1  # type: ignore[index]
    page.set_viewport_size({"width": width, "height": 500})
    page.evaluate("scrollTo(0, 0)")
    box = page.locator(".sw-choices:visible .sw-choice").first.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 500


def test_targets_follow_a_picked_card_in_the_focus_order(page: Page, sit: Sit) -> None:
    """With five seats too one Tab leads from the card to its target, and Enter plays it."""
    bridge = sit(["wukong", "bajie", "wujing", "tang", "bailoong"], seat=0, seed="p20", bots="resting")
    played(bridge, keep_wk5)
    play = next(move for move in position(bridge).legal_moves() if str(move).startswith("play WK"))
    card = str(play).removeprefix("play ").partition(">")[0]
    page.wait_for_selector("[data-viewer] .sw-hand [data-can=pick]")
    page.locator(f"[data-viewer] .sw-hand [data-card={card}]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-can=target]') !== null")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.card") == card


def test_what_happened_since_the_last_turn_is_marked(page: Page, sit: Sit) -> None:
    """With bots at once too: from the first decision after this person's on, each with its player's sign."""
    sit(THREE, seat=0, bots="resting", blessings=9)
    press(page, "Deal level 1")
    keep(page)
    my_turn(page)
    press(page, "Rest")
    page.locator(".sw-log-list", has_text="Wujing rests").wait_for()
    entries = page.locator(".sw-sit-entry[data-news]")
    assert [text.split()[0] for text in entries.locator(".sw-said").all_inner_texts()] == ["Bajie", "Wujing"]
    assert page.locator(".sw-sit-entry .sw-news:visible").all_inner_texts() == ["Since your last turn"]
    assert entries.locator(".sw-chip").count() == 2


def test_a_turn_is_played_with_the_keyboard_alone(page: Page, sit: Sit) -> None:
    """Tab and Enter reach and do everything; what happens is said to a screen reader, and whose decision it
    is.
    """
    bridge = sit(THREE, seat=0)
    tab_to(page, "Deal level 1")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    for _ in range(2):
        tab_to(page, "Wukong", "when rotated", pressed="false")
        page.keyboard.press("Enter")
    tab_to(page, "Discard 2 (2 selected)")
    page.keyboard.press("Enter")
    my_turn(page)
    page.wait_for_function("document.querySelector('.sw-live').textContent.includes('your decision')")
    tab_to(page, "Rest")
    count = bridge.table.replay.count
    page.keyboard.press("Enter")
    page.locator(".sw-log-list", has_text="Wukong rests").wait_for()
    assert page.evaluate("document.activeElement !== document.body")
    assert str(bridge.table.replay.main_line()[count].move) == "rest"


NAME = """() => { const e = document.activeElement;
  if (!e.matches('button, [role=button]')) return ['', null, ''];
  return [e.getAttribute('aria-label') ?? e.textContent, e.getAttribute('aria-pressed'), e.title ?? '']; }"""


def tab_to(page: Page, *words: str, pressed: str | None = None) -> None:
    """Press Tab until what has the focus is named so."""
    for _ in range(120):
        page.keyboard.press("Tab")
        name, state, title = page.evaluate(NAME)
        if any(word in f"{name} {title}" for word in words) and (pressed is None or state == pressed):
            return
    raise AssertionError(f"no focus on {words}")


def test_the_end_and_a_look_at_the_game(page: Page, sit: Sit) -> None:
    """What came of it is said; the player of this replay takes the table's place, and gives it back. A new
    game begins with the setup as it was.
    """
    bridge = sit(THREE, seat=0)
    page.evaluate("""() => { model.widget_manager = {
      get_model: async (id) => ({ id }),
      create_view: async ({ id }) => {
        const el = document.createElement('p');
        el.textContent = `player ${id}`;
        return { el, remove: () => el.remove() };
      } }; }""")
    press(page, "Deal level 1")
    keep(page)
    for _ in range(40):
        page.wait_for_function("document.querySelector('.sw-choice, .sw-end:not([hidden])')")
        if bridge.table.replay.end.position.over:
            break
        rest = page.locator(".sw-choice").get_by_text(re.compile(r"^(Confirm: )?Rest( \(|$)"))
        rest.first.click() if rest.count() else keep_or_deal(page)
    page.locator(".sw-end-words", has_text="Lost at level").wait_for()
    press(page, "Look at this game")
    assert bridge.table.player is not None
    page.get_by_text(f"player {bridge.table.player.model_id}").wait_for()
    press(page, "Back to the table")
    page.locator(".sw-end-words").wait_for()
    press(page, "New game")
    page.get_by_role("heading", name="Sit down at the table").wait_for()
    assert page.evaluate("[model.get('line'), model.get('game')]") == [[], {}]


def keep_or_deal(page: Page) -> None:
    """Go on where no Rest is to be had."""
    deal = page.locator(".sw-choice.sw-primary", has_text="Deal")
    deal.click() if deal.count() else keep(page)


@pytest.mark.parametrize("first", ["keeping", "line", "stage"])
def test_what_changes_together_may_be_told_of_in_any_order(page: Page, sit: Sit, first: str) -> None:
    """Jupyter sends all at once, and tells of each trait in no certain order; an error in the page would fail
    the test.
    """
    bridge = sit(THREE, seats=[0, 1])
    page.evaluate(
        "model.set('stage', {}); model.set('line', []); model.set('game', {}); model.set('keeping', {})"
    )
    held = sorted(traits(bridge.table).items(), key=lambda trait: trait[0] != first)
    page.evaluate("held => { for (const [name, value] of held) model.set(name, value); }", held)
    page.get_by_role("button", name="Deal level 1").wait_for()


def test_breaking_off_is_asked_about(page: Page, sit: Sit) -> None:
    """One click too many does not end a game."""
    sit(THREE, seat=0)
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-hand [data-can=pick]")
    tab(page, "More")
    press(page, "New game")
    press(page, "Keep playing")
    assert page.locator(".sw-table").is_visible()
    press(page, "New game")
    press(page, "Abandon")
    page.get_by_role("heading", name="Sit down at the table").wait_for()


def test_the_cover_between_two_people(page: Page, sit: Sit) -> None:
    """While it is up, neither the page nor its model holds a hand; Enter says ready."""
    bridge = sit(THREE, seats={0: HOSTILE[0], 2: "Bo"})
    press(page, "Deal level 1")
    for who in (HOSTILE[0], "Bo"):
        ready = page.get_by_role("button", name=f"I am {who}", exact=False)
        ready.wait_for()
        held = page.evaluate("JSON.stringify([model.get('line'), model.get('stage')])")
        seen = page.locator("#root").inner_html()
        for seat in position(bridge).seats:
            assert not any(card.rstrip("'") in held + seen for card in seat.hand)
        assert page.locator(".sw-hand").count() == 0
        ready.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".sw-table")
        assert page.evaluate("document.activeElement.className").startswith("silkenweb")
        keep(page)
    assert page.evaluate("window.hacked") is None


@pytest.mark.parametrize("first", [0, 5, 9])
def test_hostile_names_are_only_text(page: Page, sit: Sit, first: int) -> None:
    """In the setup, at the table and on the cover."""
    names = list(HOSTILE[first : first + 5])
    bridge = sit(None, names=names, seats=range(5))
    fields = page.locator(".sw-setup-name")
    assert [fields.nth(seat).input_value() for seat in range(5)] == names
    press(page, "Sit down")
    page.wait_for_selector(".sw-player-name")
    assert page.locator(".sw-player-name").evaluate_all(TEXTS) == names
    assert [player.name for player in bridge.table.replay.players] == names
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-cover")
    assert page.evaluate("window.hacked") is None


TEXTS = "elements => elements.map(e => e.textContent)"


def test_the_table_speaks_chinese(page: Page, sit: Sit) -> None:
    """From the setup to a turn; a text that is missing would be logged, and fail the test."""
    bridge = sit(None, language="zh-Hant")
    press(page, "入座")
    page.locator(".sw-title", has_text="你是孫悟空").wait_for()
    press(page, "發第 1 關的牌")
    keep(page)
    page.locator(".sw-choice", has_text="休息").first.click()
    page.locator(".sw-log-list", has_text="孫悟空").wait_for()
    english = "English"
    assert "Wukong" not in page.locator("#root").inner_text().replace(english, "")
    assert bridge.table.words.language == "zh-Hant"


@pytest.mark.parametrize(("width", "theme"), [(420, "dark"), (1000, "light")])
def test_it_fits_and_axe_finds_nothing_serious(
    page: Page, sit: Sit, request: pytest.FixtureRequest, width: int, theme: str
) -> None:
    """Setup, table, cover and end: no line is wider than the screen, and names, roles and contrast hold."""
    rules = request.getfixturevalue("axe")
    bridge = sit(None, take_back=True, width=width, theme=theme)
    fits(page, rules)
    page.get_by_label("Who plays seat 2").select_option("")
    press(page, "Sit down")
    page.get_by_role("button", name="Deal level 1").wait_for()
    fits(page, rules)
    press(page, "Deal level 1")
    page.wait_for_selector(".sw-cover")
    fits(page, rules)
    page.get_by_role("button", name="I am").click()
    page.wait_for_selector(".sw-hand [data-can=pick]")
    page.locator(".sw-hand [data-can=pick]").first.click(position=CORNER)
    fits(page, rules)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(rest_to_the_end, bridge.table).result()
    bridge.open(bridge.folder, width=width, theme=theme)
    page.locator(".sw-end-words").wait_for()
    fits(page, rules)


def rest_to_the_end(table: Table) -> None:
    """The game is lost by resting."""
    seated = Seated(table)
    while not seated.stage.get("over"):
        if seated.stage["name"] == "cover":
            seated.must("ready", seat=seated.stage["seat"])
        elif seated.stage["mine"]:
            moves = seated.legal()
            seated.must("move", move="rest" if "rest" in moves else moves[0])
        else:
            seated.must("deal")


def fits(page: Page, rules: str) -> None:
    """Nothing sticks out, and axe has nothing serious."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.viewport_size
    assert serious(page, rules) == []

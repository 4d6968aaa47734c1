"""What is drawn: both themes, narrow to wide, hostile text only ever text, all of it described in words."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import silkenweb as sw
from silkenweb.edition import Equipment
from silkenweb.edition.icons import ICONS
from tests.browser import fixtures
from tests.browser.acts import large_type, show_sources
from tests.browser.conftest import Show

pytestmark = pytest.mark.browser
STATE = fixtures.state()
FULL = fixtures.full_hands(STATE)
ALL = ("wukong", "bajie", "wujing", "tang", "bailoong")
HOSTILE = [
    "<img src=x onerror=window.hacked=1>",
    "<script>window.hacked=1</script>",
    '"><svg onload=window.hacked=1>',
    "</script><script>window.hacked=1</script>",
    "javascript:hacked=1",
    "{{constructor.constructor('hacked=1')()}}",
    "A" * 200,
    "\u202egnirts",
    "مرحبا " * 30,
    "\x00\x07",
    "😀" * 100,
]


def with_names(state: dict[str, Any], texts: list[str]) -> dict[str, Any]:
    """The same game with these texts as names, title, comments and sentences."""
    hostile = copy.deepcopy(state)
    for i, seat in enumerate(hostile["game"]["seats"]):
        seat["player"] = texts[i % len(texts)]
    hostile["game"]["title"] = texts[0]
    for i, node in enumerate(hostile["line"]):
        node["comment"] = texts[i % len(texts)]
        node["say"] = [texts[(i + 1) % len(texts)]]
        node["glyph"] = texts[(i + 2) % len(texts)]
    return hostile


def test_hostile_text_is_only_text(show: Show) -> None:
    """Names, comments, sentences and marks from a file run nothing and make no element."""
    page = show(with_names(fixtures.state(), HOSTILE), cursor=12)
    page.get_by_role("tab", name="Notes").click()
    for key in ("End", "ArrowLeft", "Home", "PageDown"):
        page.locator(".sw-player").press(key)
    assert page.evaluate("window.hacked") is None
    assert page.locator(".silkenweb img, .silkenweb script").count() == 0
    assert page.locator(".sw-title").inner_text() == HOSTILE[0]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [420, 900, 1920])
def test_nothing_runs_over_the_edge(show: Show, width: int, theme: str) -> None:
    """Five players with long names: the page does not scroll sideways, no card lies outside the player."""
    page = show(with_names(fixtures.state(ALL, "wide-3", 9), HOSTILE), cursor=150, width=width, theme=theme)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    outside = page.evaluate("""[
        ...document.querySelectorAll('.sw-card, .sw-button, .sw-pile')].filter((card) => {
        const frame = card.closest('.sw-player').getBoundingClientRect(), box = card.getBoundingClientRect();
        return box.width && (box.right > frame.right + 1 || box.left < frame.left - 1); }).length""")
    assert outside == 0
    dark = page.evaluate("getComputedStyle(document.querySelector('.silkenweb')).backgroundColor")
    assert dark == ("rgb(18, 24, 40)" if theme == "dark" else "rgb(250, 245, 233)")


def test_without_lab_the_system_theme_holds(show: Show) -> None:
    """prefers-color-scheme is followed where no page marks its theme."""
    page = show(STATE)
    seen = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        seen.append(page.evaluate("getComputedStyle(document.querySelector('.silkenweb')).backgroundColor"))
    assert seen == ["rgb(250, 245, 233)", "rgb(18, 24, 40)"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_in_marimo_its_theme_holds(show: Show, theme: str) -> None:
    """It is a class inside the shadow root that marimo makes for a widget, whatever the system prefers."""
    page = show(STATE)
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    page.evaluate(
        """theme => {
          const root = document.querySelector('.silkenweb').parentNode;
          const host = document.body.appendChild(document.createElement('div'));
          const shadow = host.attachShadow({mode: 'open'});
          shadow.innerHTML = `<div class="marimo"><div class="contents ${theme}"></div></div>`;
          shadow.append(document.querySelector('style').cloneNode(true));
          shadow.querySelector('.contents').append(root);
          window.drawn = root.querySelector('.silkenweb');
        }""",
        theme,
    )
    seen = page.evaluate("getComputedStyle(drawn).backgroundColor")
    assert seen == {"light": "rgb(250, 245, 233)", "dark": "rgb(18, 24, 40)"}[theme]


@pytest.mark.parametrize("by", [None, "file", "reader"])
def test_the_words_of_the_current_move_can_be_read(show: Show, by: str | None) -> None:
    """They do not have the colour of what they stand on, at the head of a variation either."""
    heads = {node["by"]: node["id"] for node in reversed(STATE["branches"])}
    page = show(STATE, cursor=FULL if by is None else heads[by])
    words = page.locator(".sw-move[aria-current] .sw-move-words")
    assert words.evaluate("e => getComputedStyle(e).color !== getComputedStyle(e).backgroundColor")


def test_cards_show_both_faces_and_lie_as_they_lie(show: Show) -> None:
    """The upright face is named first; letters stand beside the icons."""
    page = show(fixtures.state(kernel=False), cursor=FULL)
    position = sw.Position.parse(STATE["line"][FULL]["text"])
    hand = position.seats[0].hand
    shown = page.locator(".sw-seat[data-seat='0'] .sw-hand .sw-card").all()
    assert [item.get_attribute("data-card") for item in shown] == [str(held).rstrip("'") for held in hand]
    first = str(hand[0])
    bare = first.rstrip("'")
    card = position.edition.cards[bare]
    assert isinstance(card, Equipment)
    up, down = reversed(card.faces) if first.endswith("'") else card.faces
    words = f"{bare}: {ICONS[up].name} upright, {ICONS[down].name} when rotated"
    assert page.locator(f"[data-card={bare}]").get_attribute("aria-label") == words


def test_icons_have_the_letters_and_names_of_the_edition(show: Show) -> None:
    """One list of names and letters, in Python; the drawings agree with it."""
    page = show()
    drawn = page.evaluate("async () => (await loadWith('export { DRAWINGS };')).DRAWINGS.icons")
    for icon in ICONS.values():
        assert (drawn[icon.key]["letter"], drawn[icon.key]["name"]) == (icon.letter, icon.name)


def test_the_row_says_what_is_next_and_what_is_locked(show: Show) -> None:
    """Words under the cards; the deck's count; whose decision; slips with whose they are and until when."""
    text = (
        "level=1 phase=turn seat=0 start=0 blessings=1 rests=1 turn=- row=T10(BJ1'@1),T20 deck=T01,T02 "
        "done=- spirit=- marker=- queue=- taking=- wukong=A/WK2/WK1,WK3,WK4,WK5,WK6,WK7,WK8/-/-/- "
        "bajie=A/-/BJ2,BJ3,BJ4,BJ5,BJ6,BJ7,BJ8/-/-/-"
    )
    state = fixtures.state()
    state["game"] = fixtures.game_of(["wukong", "bajie"], sw.Edition.load())
    state["line"] = [{"id": 0, "parent": None, "path": "0", "move": None, "text": text, "say": []}]
    state["branches"] = []
    page = show(state)
    assert page.locator("[data-target=T10] > .sw-slot-caption").inner_text() == "Next in line"
    assert page.locator("[data-target=T20] > .sw-slot-caption").inner_text() == "locks 2 cards"
    assert page.locator("[data-card=T20]").get_attribute("data-locking") == "true"
    assert page.locator(".sw-whose").inner_text() == "Wukong decides"
    assert (page.locator(".sw-slip").text_content() or "").endswith("until Bajie's turn")
    assert (
        page.locator(".sw-rests").get_attribute("aria-label")
        == "1 Rest in a row; 1 more, and a Blessing is lost"
    )


def test_a_view_shows_backs_and_chances(show: Show) -> None:
    """Hidden cards are silk backs; with chances the hand has a bar for each icon, in words too."""
    state = fixtures.state()
    position = sw.Position.parse(state["line"][FULL]["text"])
    text = position.view(0).text
    hidden = len(position.seats[1].hand)
    known = str(position.seats[1].hand[0])
    card = {"combat": 0.5, "web": 0.25, "door": 0.25}
    some = {"combat": 0.875, "web": 0.004}
    infer = {"1": {"card": card, "some": some, "known": [known], "unseen": [hidden - 1, 7]}}
    state["line"] = [
        {"id": 0, "parent": None, "path": "0", "move": None, "text": text, "say": [], "infer": infer}
    ]
    state["branches"] = []
    page = show(state)
    assert page.locator(".sw-seat[data-seat='1'] .sw-card-back").count() == hidden - 1
    assert page.locator(f".sw-seat[data-seat='1'] [data-card={known.rstrip(chr(39))}]").count() == 1
    chances = [
        item.inner_text().split("\n")[-1] for item in page.locator(".sw-some li:not(.sw-some-title)").all()
    ]
    assert chances[0].endswith("at least one card shows Combat: 88%")
    assert chances[1].endswith("at least one card shows Web: under 1%")
    assert page.locator(".sw-seat[data-seat='0'] .sw-card-back").count() == 0
    label = page.locator(".sw-seat[data-seat='1'] .sw-card-back").first.get_attribute("aria-label")
    assert label == "a hidden card"
    assert (
        page.locator(".sw-seat[data-seat='2'] .sw-card-back").first.get_attribute("aria-label")
        == "a hidden card"
    )


def test_the_javascript_reads_every_text_as_the_engine_writes_it(show: Show) -> None:
    """Positions and views of a whole game, read and written again by the front end's own parser."""
    texts = []
    for node in fixtures.state(ALL, "wide-3", 9)["line"]:
        position = sw.Position.parse(node["text"])
        texts += [node["text"], position.view(0).text]
    page = show()
    page.add_script_tag(path=Path(__file__).parent / "rewrite.js")
    again = page.evaluate(
        "async (texts) => { const { parsePosition } = await loadWith(''); "
        "return texts.map((text) => rewrite(parsePosition(text))); }",
        texts,
    )
    assert again == texts


def test_piles_can_be_looked_into(show: Show) -> None:
    """A click on a discard pile lists it, a second one closes it."""
    page = show(STATE, cursor=FULL + 8)
    pile = page.locator("[data-pile='discard:0']")
    pile.click()
    shown = page.locator(".sw-seat[data-seat='0'] .sw-tray [data-shown]").count()
    assert shown == int(pile.locator(".sw-pile-count").inner_text())
    pile.click()
    assert not page.locator(".sw-seat[data-seat='0'] .sw-tray").is_visible()


def test_large_type_and_sources_on_request(show: Show) -> None:
    """Classroom type is larger; reconstructed cards are marked only when asked."""
    page = show(STATE, cursor=FULL)
    size = "parseFloat(getComputedStyle(document.querySelector('.sw-frame')).fontSize)"
    before = page.evaluate(size)
    large_type(page)
    assert page.evaluate(size) > before * 1.15
    marks = page.locator(".sw-hand .sw-source")
    assert not marks.first.is_visible()
    show_sources(page)
    assert marks.first.is_visible()


def test_the_comment_of_the_node_stands_above_the_table(show: Show) -> None:
    """For readers, and for a class; the sentence of what happened above it."""
    page = show(STATE, cursor=FULL)
    noted = next(node for node in STATE["line"] if node.get("comment"))
    page.evaluate(f"model.set('cursor', {noted['id']})")
    assert page.locator(".sw-happened").inner_text().startswith(noted["say"][0])
    assert page.locator(".sw-stakes").inner_text() == noted["comment"]


def test_a_revealed_card_turns_over(show: Show) -> None:
    """A back flies in from the deck, and is gone when the face has turned up."""
    line = STATE["line"]
    dealt = next(i for i, node in enumerate(line) if node.get("deal"))
    page = show(STATE, cursor=dealt - 1, motion="no-preference")
    backs = page.evaluate(f"""() => {{ model.set('cursor', {dealt});
        return document.querySelectorAll('.sw-layer .sw-card-back').length; }}""")
    assert backs == len(sw.Position.parse(line[dealt]["text"]).row) + sum(
        len(seat.hand) for seat in sw.Position.parse(line[dealt]["text"]).seats
    )
    expect(page.locator(".sw-layer > *")).to_have_count(0)


def test_only_what_moved_is_animated_and_nothing_with_reduced_motion(show: Show) -> None:
    """A card slides or flies for at most a quarter of a second; a jump is not animated."""
    played = next(i for i, node in enumerate(STATE["line"]) if (node["move"] or "").startswith("play"))
    moving = """(at) => { model.set('cursor', at); const all = document.getAnimations();
        return all.map((one) => one.effect.getTiming().duration); }"""
    page = show(STATE, cursor=played - 1, motion="no-preference")
    lasting = page.evaluate(moving, played)
    assert lasting
    assert max(lasting) <= 250
    expect(page.locator(".sw-ghost")).to_have_count(0)
    assert page.evaluate(moving, 100) == []
    page = show(STATE, cursor=played - 1, motion="reduce")
    assert page.evaluate(moving, played) == []


def test_a_closed_view_leaves_nothing_behind(show: Show) -> None:
    """Closing takes the player away, and later steps of the model disturb nobody."""
    page = show(STATE)
    page.evaluate("addView()")
    page.evaluate("views[0]()")
    page.evaluate("model.set('cursor', 7)")
    assert page.locator(".sw-player").count() == 1
    page.evaluate("views[1]()")
    page.evaluate("model.set('cursor', 8)")
    assert page.locator(".sw-player").count() == 0


def test_an_unreadable_position_is_said_not_thrown(show: Show) -> None:
    """A payload that cannot be shown gives a sentence."""
    page = show(STATE | {"line": [], "branches": []})
    assert page.locator(".silkenweb").inner_text() == "This replay has no position that can be shown."


def test_the_table_is_told_in_words(show: Show) -> None:
    """A screen reader gets the table as sentences, lists and named regions."""
    page = show(STATE, cursor=FULL)
    told = page.locator(".sw-table > .sw-spoken").inner_text()
    assert told.startswith("Level ")
    assert "The row from the left: " in told
    for region in ("Threat Row", "Wukong", "Try a move", "Undo and save"):
        assert page.get_by_role("region", name=region, exact=True).count() == 1
    assert page.locator(".sw-player").get_attribute("tabindex") == "0"

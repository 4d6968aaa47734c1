"""Two hundred hostile texts as names, titles, comments and words of an edition: only ever text, anywhere."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

import silkenweb as sw
from tests.browser.acts import open_tab, show_sources
from tests.browser.conftest import Show
from tests.browser.hostile import HOSTILE
from tests.widgets.helpers import TRAITS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

# Tags and attributes that the player itself makes. What a text could add is in none of them.
LOOK = """() => {
  const tags = new Set(), attributes = new Set();
  for (const element of document.querySelectorAll('.silkenweb, .silkenweb *')) {
    tags.add(element.localName);
    for (const { name } of element.attributes) attributes.add(name);
  }
  const active = /^on|^(href|src|srcset|srcdoc|action|formaction|xlink:href)$/;
  const strange = [...attributes].filter((name) => active.test(name));
  return { tags: [...tags].sort(), strange, hacked: window.hacked ?? null };
}"""
NAMES = """async (groups) => {
  const seen = [];
  for (const [names, title] of groups) {
    const game = structuredClone(model.get('game'));
    game.seats.forEach((seat, i) => { seat.player = names[i % names.length]; });
    game.title = title;
    model.set('game', game);
    await new Promise((next) => setTimeout(next));
    views.forEach((close) => close());
    await addView();
    seen.push([[...document.querySelectorAll('.sw-player-name')].map((name) => name.textContent),
      document.querySelector('.sw-title').textContent]);
  }
  return seen;
}"""
COMMENTS = """(count) => {
  const seen = [];
  for (let i = 1; i <= count; i += 1) {
    model.set('cursor', i);
    const log = document.querySelector('.sw-move[aria-current] .sw-comment').textContent;
    const large = document.querySelector('.sw-stakes').textContent;
    const noted = document.querySelector('.sw-move[aria-current] .sw-has-note').title;
    seen.push([log, large, noted, document.querySelector('.sw-note-text').value]);
  }
  return seen;
}"""


def traits_of(replay: sw.Replay) -> dict[str, Any]:
    from silkenweb.widgets.player import Player

    player = Player(replay)
    return {name: getattr(player, name) for name in TRAITS}


def checked(page: Page, tags: list[str]) -> None:
    """Nothing has run, and there is no element or attribute that a game of plain words would not have."""
    found = page.evaluate(LOOK)
    assert found["hacked"] is None
    assert found["strange"] == []
    assert set(found["tags"]) <= set(tags)


@pytest.fixture
def plain_tags(show: Show) -> list[str]:
    """The elements of a player in which all surfaces have been opened, of a game without hostile text."""
    replay = sw.sample("four-nine-relics")
    replay.node("5").comment, replay.node("5").glyph = "plain", "!"
    page = show(traits_of(replay), {"5": [{"text": "rest", "words": "Rest"}]}, cursor=5)
    page.wait_for_selector(".sw-choice")
    open_all(page)
    tags = set(page.evaluate(LOOK)["tags"])
    page.evaluate("model.set('cursor', 238)")  # a level with the Spider Spirit
    return sorted(tags | set(page.evaluate(LOOK)["tags"]))


def open_all(page: Page) -> None:
    """Bring every part of the player to the page once."""
    for tab in ("Compare", "Legal moves", "Notes", "Moves"):
        open_tab(page, tab)
        if tab == "Compare":
            page.get_by_role("button", name="Pin this node").click()
            page.locator(".sw-go-forward").click()
            page.locator(".sw-go-back").click()
            page.wait_for_timeout(300)  # until what is legal here has been asked for
    show_sources(page)
    page.locator(".sw-pile").first.click()


def test_names_and_titles(show: Show, plain_tags: list[str]) -> None:
    """Each stands on the page as it stands in the file, letter for letter."""
    assert len(HOSTILE) >= 200
    page = show(traits_of(sw.sample("four-nine-relics")), cursor=40)
    groups = [(HOSTILE[i : i + 4], HOSTILE[i]) for i in range(0, len(HOSTILE) - 3, 3)]
    seen = page.evaluate(NAMES, [[list(names), title] for names, title in groups])
    assert [names for names, _ in seen] == [list(names) for names, _ in groups]
    assert [title for _, title in seen] == [title for _, title in groups]
    open_all(page)
    checked(page, plain_tags)


def test_comments(show: Show, plain_tags: list[str]) -> None:
    """Above the table, in the list of moves, and in the field where they are changed."""
    replay = sw.sample("four-nine-relics")
    for node, text in zip(replay.main_line(), HOSTILE, strict=False):
        node.comment = text
    page = show(traits_of(sw.Replay.loads(replay.dumps())))
    both = "document.querySelector('.sw-tab-panel:has(.sw-notes)').hidden ="  # shown beside the moves
    page.evaluate(f"{both} false")
    seen = page.evaluate(COMMENTS, len(HOSTILE))
    page.evaluate(f"{both} true")
    for text, (log, large, noted, field) in zip(HOSTILE, seen, strict=True):
        assert log == large == noted == text
        assert field == text.replace("\r\n", "\n").replace("\r", "\n")
    page.locator(".sw-moves .sw-filter").fill("<script")
    page.locator(".sw-move").first.wait_for()
    checked(page, plain_tags)


def test_an_edition_of_hostile_words(show: Show, plain_tags: list[str]) -> None:
    """Characters' names, the edition's title, notes of sources, sentences and moves in words."""
    state = copy.deepcopy(traits_of(sw.sample("four-nine-relics")))
    for i, seat in enumerate(state["game"]["seats"]):
        seat["name"] = HOSTILE[i]
    state["game"]["edition"]["title"] = HOSTILE[4]
    for i, group in enumerate(state["game"]["sources"]):
        group["note"] = HOSTILE[i]
    for i, node in enumerate(state["line"]):
        node["say"] = [HOSTILE[i % len(HOSTILE)], HOSTILE[(i + 1) % len(HOSTILE)]]
    state["keeping"] = {"words": HOSTILE[0], "fault": True}
    legal = {"40": [{"text": str(state["line"][41]["move"]), "words": text} for text in HOSTILE]}
    page = show(state, legal, cursor=40)
    page.wait_for_timeout(300)
    open_all(page)
    page.evaluate("(all) => { for (const node of all) model.set('cursor', node.id); }", state["line"])
    checked(page, plain_tags)


def test_what_a_text_says_of_direction_ends_with_it(show: Show) -> None:
    """A text that turns the direction of writing around does so for itself alone."""
    page = show(traits_of(sw.sample("four-nine-relics")), cursor=5)
    for selector in (".sw-title", ".sw-player-name", ".sw-comment"):
        page.evaluate("(cls) => document.querySelector('.sw-frame').append(Object.assign("
                      "document.createElement('p'), { className: cls }))", selector[1:])  # fmt: skip
        style = f"getComputedStyle([...document.querySelectorAll('{selector}')].at(-1)).unicodeBidi"
        assert page.evaluate(style) in ("isolate", "plaintext"), selector

"""The classroom: large type with full hands, where nothing may lie over anything else."""

from __future__ import annotations

import pytest

import silkenweb as sw
from tests.browser import fixtures
from tests.browser.acts import large_type
from tests.browser.conftest import Show

pytestmark = pytest.mark.browser

FULL = (
    "level=1 phase=turn seat=0 start=0 blessings=9 rests=0 turn=- row=T01,T02,T20 deck=T10 done=- spirit=- "
    "marker=- queue=- taking=- wukong=A/R01,WK1,WK2,WK3,WK4,WK5,WK6,WK7/WK8/-/-/- "
    "bajie=A/BJ1,BJ2,BJ3,BJ4,BJ5,BJ6,BJ7,R09/BJ8/-/-/- wujing=A/WJ1,WJ2,WJ3,WJ4,WJ5,WJ6/WJ7,WJ8/-/-/- "
    "tang=A/TS1,TS2,TS3,TS4,TS5,TS6,TS7/TS8/-/-/-"
)
CHANCES = {"combat": 0.9, "web": 0.8, "door": 0.7, "fire": 0.6, "ranged": 0.5, "relic": 0.4}
LAID_OVER = """() => [...document.querySelectorAll(".sw-seat")].flatMap((seat) => {
  const wanted = ".sw-who, .sw-hand > li, .sw-some, .sw-seat-note, .sw-piles .sw-pile";
  const parts = [...seat.querySelectorAll(wanted)].filter((part) => part.getBoundingClientRect().width);
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const around = seat.getBoundingClientRect();
  const out = (box) => box.right > around.right + 1 || box.bottom > around.bottom + 1;
  const name = (part) => part.className || part.parentElement.className;
  return parts.flatMap((part, i) => [
    ...parts.slice(i + 1).filter((_other, j) => over(boxes[i], boxes[i + 1 + j]))
      .map((other) => `${name(part)} over ${name(other)}`),
    ...(out(boxes[i]) ? [`out: ${name(part)}`] : []),
  ]);
})"""


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (1920, 1080), (800, 900)])
@pytest.mark.parametrize("lens", ["all", "infer:0"])
def test_full_hands_have_room(show: Show, width: int, height: int, lens: str) -> None:
    """Cards, chances, notes and piles lie beside or below each other; the transport ends the page."""
    position = sw.Position.parse(FULL)
    node = {"id": 0, "parent": None, "path": "0", "move": None, "text": position.text, "say": []}
    if lens != "all":
        node |= {
            "text": position.view(0).text,
            "infer": [{"card": CHANCES, "some": CHANCES, "known": []}] * 4,
        }
    game = fixtures.game_of(list(position.characters), position.edition, lens=lens)
    state = {"game": game, "line": [node], "branches": [], "notes": {}}
    page = show(state, width=width, height=height)
    if lens != "all":
        assert page.locator(".sw-some:visible").count() == 3
    assert page.evaluate(LAID_OVER) == []
    large_type(page)
    assert page.locator(".sw-hand > li").count() == 29
    assert page.evaluate(LAID_OVER) == []
    page.evaluate("scrollTo(0, 0)")
    board, foot = page.locator(".sw-board").bounding_box(), page.locator(".sw-foot").bounding_box()
    assert board is not None
    assert foot is not None
    assert foot["y"] >= board["y"] + board["height"]

"""The static picture: its contents, that a seat's picture shows no more than the seat knows, and that it is
self-contained.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

import silkenweb as sw
from silkenweb.widgets.picture import seen, svg, words
from tests.widgets.picture_positions import GOLDEN, POSITIONS, longest, readable, small
from tests.widgets.sample_games import HOSTILE, hostile

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    """All texts in a picture, except its title and description."""
    root = ElementTree.fromstring(picture)
    return ["".join(element.itertext()) for element in root.iter(f"{NAMES}text")]


def test_a_kept_picture_is_drawn_as_it_was() -> None:
    """After an intended change, draw it with `python -m tests.widgets.picture_positions`, and look at it."""
    assert readable(svg(small())) == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_picture_stands_alone(name: str, seat: int | None) -> None:
    """It is well-formed and small, and contains no script, reference or id."""
    picture = svg(POSITIONS[name](), seat)
    root = ElementTree.fromstring(picture)
    tags = Counter(element.tag.removeprefix(NAMES) for element in root.iter())
    assert tags.keys() <= {"svg", "title", "desc", "style", "g", "path", "rect", "circle", "text", "tspan"}
    attributes = {name for element in root.iter() for name in element.attrib}
    assert not {
        name for name in attributes if "href" in name or name.startswith("on") or name in ("id", "style")
    }
    assert "url(" not in picture
    assert "@import" not in picture
    assert picture.count("http") == 1
    assert len(picture) < 120_000


def test_both_themes_are_in_it() -> None:
    """Each coloured element has its light colour as an attribute, and its dark one by a class."""
    picture = svg(longest())
    style = re.search(r"<style>(.*)</style>", picture)
    assert style is not None
    assert style[1].startswith("@media (prefers-color-scheme:dark){")
    rules = set(re.findall(r"\.(sw-[fs]-\w+)\{", style[1]))
    for element in ElementTree.fromstring(picture).iter():
        classes = element.get("class", "").split()
        assert set(classes) <= rules
        coloured = {key for key in ("fill", "stroke") if element.get(key, "none") != "none"}
        assert coloured == {{"f": "fill", "s": "stroke"}[name.split("-")[1]] for name in classes}


def test_what_lies_on_the_table_is_in_the_picture() -> None:
    """As ids, letters, counts and words."""
    said = texts(svg(small()))
    for text in (
        "Wukong decides",
        "T10",
        "T20",
        "BJ2",
        "WK2",
        "until Bajie's turn",
        "1 of 2",
        "Wukong",
        "Bajie",
    ):
        assert text in said
    assert " ".join(said).count("locks 2 cards") == 1
    assert " ".join(said).count("Next in line") == 1
    position = longest()
    said = texts(svg(position))
    for target in position.row:
        assert target.card in said
    for seat in position.seats:
        for card in (*seat.hand, *seat.storage):
            assert card.rstrip("'") in said


def test_it_is_told_in_words() -> None:
    """For screen readers in the picture itself, for plain text beside it."""
    picture = svg(small(), 1)
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root[0].text == "Level 1: Wukong decides, as Bajie sees it"
    told = words(seen(small(), 1)).split("\n")
    assert told[0] == root[0].text
    assert " ".join(told[1:]) == root[1].text
    assert told[1:] == [
        "It is Wukong's turn: Wukong decides.",
        "The row from the left: T10 Combat x2 with BJ2 Combat until Bajie's turn, T20 Door locking.",
        "Threat Deck: two cards; resolved: 0.",
        "Blessings: 1; Rests in a row: 1 of 2.",
        "Wukong: one hidden card in hand; deck 7; no discards.",
        "Bajie: nothing in hand; deck 7; no discards.",
    ]


def test_a_seats_picture_is_that_of_its_view() -> None:
    """However the seat is given; positions that the seat cannot distinguish give the same text."""
    position = longest()
    node = sw.sample("two-won").node("9")
    for seat in range(5):
        assert svg(position, seat) == svg(position.view(seat)) == svg(position.view(seat), seat)
    assert svg(node.view(1)) == svg(node.position, 1)
    other = sw.Position.parse(small().text.replace("/WK2/WK1,WK3", "/WK3'/WK2,WK1"))
    assert svg(other, 1) == svg(small(), 1)
    assert svg(other, 0) != svg(small(), 0)


def test_a_node_brings_the_players_names() -> None:
    """Names are only text, and characters that no picture can contain are replaced."""
    replay = hostile()
    picture = svg(replay.node("9"))
    said = texts(picture)
    assert any(text.startswith("<img src=x") for text in said)
    assert not any(text.startswith("<img") for text in texts(svg(replay.node("9").position)))
    for name in HOSTILE:
        names = [name, name, name]
        game = sw.play(["wukong", "bajie", "wujing"], "greedy", seed="h", names=names)
        ElementTree.fromstring(svg(game.node("4")))


def test_what_cannot_be_drawn_is_refused() -> None:
    """A missing seat, or another seat's view."""
    for seat in (2, -1):
        with pytest.raises(sw.SilkenwebError, match="seat: expected a seat from 0 to 1"):
            svg(small(), seat)
    with pytest.raises(sw.SilkenwebError, match="the view of seat 0"):
        svg(small().view(0), 1)


def test_a_notebook_shows_it_as_a_picture() -> None:
    """And not as a long text."""
    picture = svg(small())
    assert picture._repr_svg_() == str(picture)
    assert type(picture._repr_svg_()) is str
    assert len(repr(picture)) < 60


def test_marimo_shows_it_as_an_image() -> None:
    """So that it follows the page's colours; its description is the alternative text."""
    kind, text = svg(small())._mime_()
    assert kind == "text/html"
    (alt,) = re.findall(r'^<img alt="([^"]+)" style="[^"]+" src="data:image/svg\+xml;base64,[^"]+">$', text)
    assert alt.startswith("Level 1: ")


@pytest.mark.browser
@pytest.mark.parametrize("name", [*POSITIONS, "hostile"])
def test_no_words_run_over_an_edge_or_each_other(page: Page, tmp_path: Path, name: str) -> None:
    """With any fonts of this machine: all texts are inside the picture, and none overlaps another."""
    picture = svg(hostile().node("9") if name == "hostile" else POSITIONS[name]())
    file = tmp_path / "picture.html"
    file.write_text(f"<!doctype html><meta charset=utf-8><body style='margin:0'>{picture}", "utf-8")
    page.goto(file.as_uri())
    boxes = page.evaluate(
        """[...document.querySelectorAll('text')].map((text) => {
            const { left, right, top, bottom } = text.getBoundingClientRect();
            return [left, right, top, bottom, text.textContent]; })"""
    )
    height = page.evaluate("document.querySelector('svg').getBoundingClientRect().height")
    assert [box for box in boxes if box[0] < 0 or box[1] > 900 or box[2] < 0 or box[3] > height] == []
    over = [
        (one[4], other[4])
        for place, one in enumerate(boxes)
        for other in boxes[place + 1 :]
        if min(one[1], other[1]) - max(one[0], other[0]) > 2
        and min(one[3], other[3]) - max(one[2], other[2]) > 5
    ]
    assert over == []


def drawn_sizes(picture: str) -> dict[str, float]:
    """The font size of each card's id in pixels, after all scaling."""
    sizes: dict[str, float] = {}

    def look(element: ElementTree.Element, factor: float) -> None:
        for scale in re.findall(r"scale\(([\d.]+)\)", element.get("transform", "")):
            factor *= float(scale)
        text = element.text or ""
        if element.tag.endswith("text") and re.fullmatch(r"(TS|WK|BJ|WJ|BH)\d|R\d\d", text):
            sizes[text] = factor * float(element.get("font-size", "nan"))
        for inner in element:
            look(inner, factor)

    look(ElementTree.fromstring(picture), 1)
    return sizes


def test_a_hand_of_any_size_can_be_read() -> None:
    """Many cards take a second line instead of shrinking; ids are at least 7.5 pixels high."""
    nodes = [node for name in ("two-won", "three-won", "five-won") for node in sw.sample(name).main_line()]
    keeping = [node for node in nodes if any(seat.chosen for seat in node.position.seats)]
    fullest = max(nodes, key=lambda node: max(len(seat.hand) for seat in node.position.seats))
    assert max(len(seat.hand) for seat in fullest.position.seats) >= 8
    for position in (fullest.position, *(node.position for node in keeping), longest()):
        sizes = drawn_sizes(svg(position))
        hands = {card.rstrip("'") for seat in position.seats for card in seat.hand}
        assert hands <= set(sizes)
        assert min(sizes.values(), default=9) >= 7.5

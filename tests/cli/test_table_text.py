"""The table as text: as in the golden files, within its width, and only what a seat knows."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from silkenweb.cli.table_text import draw, icon_style
from silkenweb.cli.terminal import Look
from silkenweb.edition import Edition
from silkenweb.edition.icons import ICONS
from silkenweb.game import Position, deal
from silkenweb.game.perspective import sight
from silkenweb.text import Words, english
from silkenweb.text.decision_text import decision
from silkenweb.text.names import Naming
from tests.cli.golden_tables import GOLDEN, drawn

CARDS = re.compile(r"\b[A-Z]{1,2}\d+\b", re.ASCII)
KEPT = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_tables_are_drawn_as_kept(path: Path) -> None:
    """`python -m tests.cli.golden_tables` draws them again; then look at the changes."""
    text = path.read_text("utf-8")
    assert drawn(text) == text


def reached(seed: int, steps: int) -> Position:
    """A position of a random game."""
    chance = Random(seed)
    characters = chance.sample(list(Edition.load().characters), chance.randint(2, 5))
    position = Position.start(characters, blessings=chance.randint(0, 30))
    for _ in range(steps):
        if position.over:
            break
        moves = position.legal_moves()
        position = position.apply(chance.choice(moves) if moves else deal(position, rng=chance))
    return position


positions = st.builds(reached, st.integers(0, 10_000), st.integers(0, 200))


@given(positions, st.integers(40, 130), st.booleans())
def test_no_line_is_wider_than_asked(position: Position, width: int, simple: bool) -> None:
    """With ASCII signs it contains only ASCII."""
    for viewer in (None, *range(len(position.characters))):
        lines = [line.plain for line in draw(sight(position, viewer), Look(width, simple))]
        assert max(map(cell_len, lines)) <= width
        assert not simple or "".join(lines).isascii()
        assert all(line == line.rstrip() for line in lines)


@given(positions)
def test_a_seat_is_shown_no_card_that_its_view_does_not_name(position: Position) -> None:
    """K1-K4: a drawing is made from the View."""
    for viewer in range(len(position.characters)):
        text = "\n".join(line.plain for line in draw(sight(position, viewer), Look()))
        assert set(CARDS.findall(text)) <= set(CARDS.findall(position.view(viewer).text))


@given(positions)
def test_everything_open_names_every_card_of_the_game(position: Position) -> None:
    """All players' cards, the row, the Threat Deck and the Resolved pile."""
    text = "\n".join(line.plain for line in draw(sight(position), Look()))
    assert set(CARDS.findall(text)) == set(CARDS.findall(position.text))


@given(positions)
def test_the_score_is_open_to_all(position: Position) -> None:
    """E4: everyone knows who has which Relic, so a seat counts all of them."""
    scores = {sight(position, viewer).score for viewer in (None, *range(len(position.characters)))}
    assert len(scores) == 1
    assert position.score in (None, *scores)


@given(positions, st.integers(40, 130))
def test_a_chinese_table_shows_the_same_cards_and_no_word_in_latin_letters(
    position: Position, width: int
) -> None:
    """Wide characters count twice: no line is wider than asked."""
    for viewer in (None, *range(len(position.characters))):
        seen, look = sight(position, viewer), Look(width)
        lines = [line.plain for line in draw(seen, look, Words("zh-Hant"))]
        assert max(map(cell_len, lines)) <= width
        chinese, there = "\n".join(lines), "\n".join(line.plain for line in draw(seen, look))
        assert sorted(CARDS.findall(chinese)) == sorted(CARDS.findall(there))
        assert not re.search("[A-Za-z]", CARDS.sub("", chinese)), chinese


def test_an_end_is_told_with_its_title() -> None:
    """E4, B2."""
    won = (
        "level=7 phase=won seat=- start=0 blessings=1 rests=0 turn=- row=- deck=- done=T01 spirit=3/3 "
        "marker=- queue=- taking=- wukong=A/-/-/R01,WK1,WK2,WK3,WK4,WK5,WK6,WK7,WK8/-/- "
        "bajie=A/-/-/BJ1,BJ2,BJ3,BJ4,BJ5,BJ6,BJ7,BJ8/-/-"
    )
    position = Position.parse(won)
    naming = Naming(english(), position.edition, position.characters)
    assert decision(sight(position), naming) == "The game is won, with one Relic: Lucky pilgrims."


@pytest.mark.parametrize("icon", [*ICONS, "relic"])
def test_icons_can_be_read_on_black_and_on_white(icon: str) -> None:
    """A contrast of at least 4:1 to both, since the background of a terminal is unknown."""
    colour = icon_style(icon).color
    assert colour is not None
    triplet = colour.get_truecolor()
    luminance = sum(
        weight * (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
        for weight, part in zip((0.2126, 0.7152, 0.0722), triplet.normalized, strict=True)
    )
    assert (luminance + 0.05) / 0.05 >= 4
    assert 1.05 / (luminance + 0.05) >= 4

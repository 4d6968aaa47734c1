"""The text of a View can be read back, strictly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.errors import NotationError
from silkenweb.game.view import parse_view
from silkenweb.text.refusals import in_english

ALL = tuple(sw.Edition.load().characters)


@settings(max_examples=12, deadline=None)
@given(
    st.permutations(ALL), st.integers(2, 5), st.sampled_from(["random", "convention"]), st.integers(0, 999)
)
def test_every_view_of_a_game_is_read_back(order: list[str], players: int, bot: str, seed: int) -> None:
    """Of every seat after every decision and deal: the same View."""
    replay = sw.play(order[:players], bot, seed=str(seed), blessings=2)
    for node in replay.main_line()[::3]:
        for seat in range(players):
            view = node.view(seat)
            assert parse_view(view.text) == view


def some_view() -> str:
    replay = sw.play(["wukong", "bajie", "tang"], "convention", seed="v")
    nodes = (node for node in replay.main_line() if node.position.phase == "turn")
    return next(node.view(1).text for node in nodes if len(node.position.deck) > 2)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("view=1", "view=3", "the number of a seat"),
        ("view=1", "seen=1", "expected field 'view'"),
        ("deck=?", "deck=?9", "Threat Cards can be hidden|no seat can see this"),
        ("wukong=A/?", "wukong=A/?5", "more cards are hidden than there are"),
        ("wukong=A/?", "wukong=A/WK1,?", "is missing"),
        ("/-/-/- tang", "/-/- tang", "7 parts"),
        ("blessings=1", "blessings=one", "a number from 0"),
    ],
)
def test_what_no_seat_sees_is_refused(old: str, new: str, said: str) -> None:
    """With where and why."""
    text = some_view()
    assert old in text
    with pytest.raises(NotationError, match=said) as caught:
        parse_view(text.replace(old, new, 1))
    assert caught.value.reason == in_english(caught.value.code, caught.value.parameters)


def test_nonsense_is_refused() -> None:
    """What is no view's text at all, or endless; a position's text, which tells more."""
    with pytest.raises(NotationError):
        parse_view("x" * 30_000)
    with pytest.raises(NotationError):
        parse_view("")
    with pytest.raises(NotationError):
        parse_view(sw.Position.start(["wukong", "bajie"]).text)
    with pytest.raises(NotationError):
        parse_view(7)  # type: ignore[arg-type]

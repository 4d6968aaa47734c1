"""Positions, views and moves as objects: how they show themselves, and what they refuse."""

from __future__ import annotations

import copy
import pickle

import pytest

import silkenweb as sw


def position() -> sw.Position:
    start = sw.Position.start(["wukong", "bajie"])
    return start.apply(sw.deal(start, seed="class-7"))


def test_a_position_in_a_cell_is_a_picture() -> None:
    """With all cards visible, as `sw.svg` draws it; as text it is the position text."""
    found = position()
    assert found._repr_svg_() == str(sw.svg(found))
    assert str(found) == found.text == f"{found}"


def test_a_move_is_a_valid_move_text() -> None:
    """Any other text is refused, however the move is made; a copy is the same move."""
    for make in (sw.Move, sw.Move.parse):
        assert make("rest ~") == "rest ~"
        with pytest.raises(sw.NotationError, match="hello"):
            make("hello")
    move = sw.Move("play WK2>T02")
    for again in (copy.copy(move), pickle.loads(pickle.dumps(move))):
        assert (again, type(again)) == (move, sw.Move)


def test_a_hidden_move_can_be_copied() -> None:
    """What another seat sees of a keep has no valid move text, but is the same after pickling."""
    from silkenweb.game.view import seen_move

    hidden = seen_move(sw.Move("keep -WK1 -WK7"), 0, 1)
    assert pickle.loads(pickle.dumps(hidden)) == hidden == "keep ?"


def test_position_and_view_have_the_same_names() -> None:
    """The level's start seat is `start_seat` in both."""
    found = position()
    assert found.view(1).start_seat == found.start_seat == 0
    assert not hasattr(found.view(1), "start")

"""Promises of several public names at once."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import silkenweb as sw

NAMES = sorted(name for name in sw.__all__ if callable(getattr(sw, name)))


def defaults(parameter: str) -> Iterator[tuple[str, Any]]:
    """The default of a parameter, for each public function or class that has it."""
    for name in NAMES:
        found = inspect.signature(getattr(sw, name)).parameters.get(parameter)
        if found is not None and found.default is not found.empty:
            yield name, found.default


@pytest.mark.parametrize(
    ("parameter", "names"), [("bots", {"play", "simulate", "Table"}), ("bot", {"review"})]
)
def test_the_default_bot_is_the_same_everywhere(parameter: str, names: set[str]) -> None:
    """In `play`, `simulate`, `Table` and reviews, the default bot is `convention`."""
    found = dict(defaults(parameter))
    assert set(found) == names
    assert set(found.values()) == {"convention"}


def test_progress_is_shown_unless_it_is_switched_off() -> None:
    """In everything that may take more than a second."""
    assert dict(defaults("progress")) == {"review": True, "simulate": True}


def test_a_simulation_names_its_games_first() -> None:
    """`simulate(500)`; everything else by keyword, with four players by default."""
    first, *others = inspect.signature(sw.simulate).parameters.values()
    assert first.name == "games"
    assert all(each.kind is each.KEYWORD_ONLY for each in others)
    assert sw.simulate(1, bots="random", progress=False).games["players"].to_list() == [4]


def test_one_name_for_one_thing() -> None:
    """The seat that starts, and the outcome of a game."""
    replay = sw.sample("lesson-what-silence-costs")
    position = replay.node(6).position
    assert position.start_seat == position.view(0).start_seat
    assert not hasattr(position.view(0), "start")
    assert replay.outcome == ("lost", 1, None)
    assert not hasattr(replay, "result")


def test_a_position_shows_itself() -> None:
    """As a picture in a notebook, and as its whole text."""
    position = sw.sample("lesson-what-silence-costs").node(6).position
    assert position._repr_svg_() == str(sw.svg(position))
    assert str(position) == position.text


def test_a_belief_takes_a_seat_or_its_view() -> None:
    """Both give the same, and say what it is."""
    position = sw.sample("lesson-what-silence-costs").node(6).position
    seat = position.seat
    assert seat is not None
    by_seat, by_view = sw.belief(position, seat), sw.belief(position.view(seat))
    assert by_seat.count == by_view.count
    assert repr(by_seat) == repr(by_view)
    assert repr(by_seat).startswith(f"<Belief of {position.characters[seat]} (seat {seat}): ")


def test_a_lens_may_be_a_character() -> None:
    """In a player and in a page."""
    player = sw.Player("lesson-what-silence-costs", lens="bajie")
    assert player.lens == f"seat:{player.replay.characters.index('bajie')}"


def test_a_move_is_the_text_of_one() -> None:
    """Any other text is refused."""
    assert sw.Move("rest ~") == "rest ~"
    with pytest.raises(sw.NotationError, match="a move starts with one of"):
        sw.Move("hello")

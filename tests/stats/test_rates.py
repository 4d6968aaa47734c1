"""Rates and their intervals."""

from __future__ import annotations

import polars as pl
import pytest

import silkenweb as sw
from silkenweb.stats.rates import with_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    """Compared with published values; the frame's expression gives the same."""
    assert sw.frames.wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
    frame = with_interval(pl.DataFrame({"wins": [wins], "games": [games]}))
    assert frame.select("low", "high").row(0) == pytest.approx(sw.frames.wilson(wins, games), abs=1e-12)


def test_nothing_is_known_without_a_game() -> None:
    """The interval is 0 to 1."""
    assert sw.frames.wilson(0, 0) == (0.0, 1.0)


def test_win_rates_leave_out_games_that_were_broken_off() -> None:
    """And count the other games, by any column or all together."""
    games = pl.DataFrame({"won": [True, False, None, True], "players": [2, 2, 2, 3]})
    assert sw.frames.win_rates(games).select("games", "wins").rows() == [(3, 2)]
    assert sw.frames.win_rates(games.lazy(), "players").select("players", "games", "wins").rows() == [
        (2, 2, 1),
        (3, 1, 1),
    ]


def test_survival_counts_all_games_at_every_level() -> None:
    """Including those that never reached it; an unfinished game does not count."""
    levels = pl.DataFrame(
        {
            "run": "r",
            "game": [0, 0, 1, 2, 2],
            "level": [1, 2, 1, 1, 2],
            "end": ["cleared", "lost", "lost", "cleared", "open"],
            "cleared": [True, False, False, True, None],
            "players": [2, 2, 3, 3, 3],
        }
    )
    assert sw.frames.survival(levels).select("level", "tried", "games", "wins").rows() == [
        (1, 2, 2, 1),
        (2, 1, 2, 0),
    ]
    by = sw.frames.survival(levels, "players").select("level", "players", "tried", "games", "wins")
    assert by.rows() == [(1, 2, 1, 1, 1), (2, 2, 1, 1, 0), (1, 3, 1, 1, 0), (2, 3, 0, 1, 0)]

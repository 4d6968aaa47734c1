"""`silkenweb simulate`: many games, with a summary and saved tables."""

from __future__ import annotations

import re
from pathlib import Path

import silkenweb as sw
from tests.cli.conftest import Silkenweb


def test_it_tells_how_often_games_are_won(silkenweb: Silkenweb) -> None:
    """By number of players, with the interval; no bar is drawn outside a terminal."""
    done = silkenweb("simulate", "--players", "2,3", "--games", "8", "--bots", "random", "--seed", "x")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "Bots       random",
        "Seed       x",
        "2 players    0.0% won [0.0% to 49.0%] of 4 games",
        "3 players    0.0% won [0.0% to 49.0%] of 4 games",
    ]
    assert done.stderr == ""


def test_it_keeps_tables_and_goes_on(silkenweb: Silkenweb, tmp_path: Path) -> None:
    """In several processes; `sw.simulate` does the same and can read the folder."""
    words = (
        "simulate",
        "--players",
        "2",
        "--bots",
        "random",
        "--seed",
        "x",
        "-o",
        tmp_path / "run",
        "--quiet",
    )
    first = silkenweb(*words, "--games", "6", "--jobs", "2", "--tables", "games,cards")
    assert (first.returncode, first.stderr) == (0, "")
    assert re.search(r"Saved .*run: games, cards$", first.stdout, re.MULTILINE)
    again = silkenweb(*words, "--games", "9", "--tables", "games,cards", "--resume")
    assert "of 9 games" in again.stdout, again.stderr
    whole = sw.simulate(
        players=2, bots=["random"], games=9, seed="x", tables=["games", "cards"], progress=False
    )
    for kept, made in ((sw.frames.games, whole.games), (sw.frames.cards, whole.cards)):
        assert kept(tmp_path / "run").lazy().collect().equals(made)


def test_what_is_wrong_is_told(silkenweb: Silkenweb, tmp_path: Path) -> None:
    """In one line, without a traceback."""
    for words, told in (
        (["--players", "two"], "expected numbers separated by commas"),
        (["--players", "7"], "players: expected a whole number from 2 to 5, got 7"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--tables", "moves"], "tables: expected one of games, levels, decisions, cards, got 'moves'"),
        (["--resume"], "name the folder with -o"),
        (["--resume", "-o", str(tmp_path)], "needs the --seed"),
    ):
        done = silkenweb("simulate", *words)
        assert done.returncode in (1, 2)
        assert told in done.stderr
        assert "Traceback" not in done.stderr

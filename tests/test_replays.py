"""The recorded games in `replays/` load, and match the descriptions in their README."""

from __future__ import annotations

from pathlib import Path

import pytest

from silkenweb import Replay
from silkenweb.game.events import AbilityUsed, Played

FOLDER = Path(__file__).parent.parent / "replays"
FILES = sorted(path for path in FOLDER.glob("*.json") if path.name != "replay.schema.json")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_loads_and_comes_back_byte_for_byte(path: Path) -> None:
    """Loading applies every move and compares every digest; saving gives the same bytes."""
    assert Replay.load(path).dumps().encode() == path.read_bytes()


def test_the_readme_lists_exactly_the_games_there_are() -> None:
    """With the right number of players in the second column."""
    rows = [
        line.split("|")
        for line in (FOLDER / "README.md").read_text("utf-8").splitlines()
        if ".json` |" in line
    ]
    listed = {row[1].strip().strip("`"): int(row[2]) for row in rows}
    assert listed == {path.name: len(Replay.load(path).characters) for path in FILES}


def test_together_they_show_every_ability_every_ending_and_every_number_of_players() -> None:
    """A1 to A4 and a played stored card (A6); won, lost early and late, unfinished; 2 to 5 players."""
    replays = [Replay.load(path) for path in FILES]
    events = [event for replay in replays for node in replay.main_line() for event in node.events]
    used = {event.effect for event in events if isinstance(event, AbilityUsed)}
    assert used == {"others-may-rotate", "resolve-next", "discard-then-other-draws", "recover-two"}
    assert any(isinstance(event, Played) and event.stored for event in events)
    outcomes = {(replay.outcome.phase, replay.outcome.level) for replay in replays}
    assert {("won", 7), ("lost", 1), ("lost", 7), ("open", 4)} <= outcomes
    assert {len(replay.characters) for replay in replays} == {2, 3, 4, 5}

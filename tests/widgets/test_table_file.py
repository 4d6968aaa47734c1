"""A game at the table is recorded, taken back and continued."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.widgets.table import Table
from tests.widgets.seated import Seated, sat, scripted

pytestmark = pytest.mark.usefixtures("no_loop", "folder")


# -- recording -------------------------------------------------------------------------------------


def test_the_file_is_whole_after_each_decision_and_never_another_s(folder: Path) -> None:
    """An existing file is left alone, even one created in the meantime."""
    (folder / "silkenweb-game-1.json").write_text("mine")
    seated, random = sat(bots="greedy"), Random(1)
    assert seated.table.keeping["words"] == "The game is recorded from its first deal on."
    for _ in range(6):
        seated.act(random)
        assert sw.Replay.load(folder / "silkenweb-game-2.json").dumps() == seated.table.replay.dumps()
    assert seated.table.keeping["words"] == "Recorded in silkenweb-game-2.json."
    assert seated.table.path == folder / "silkenweb-game-2.json"
    other = sat()
    other.must("deal")
    assert other.table.path == folder / "silkenweb-game-3.json"
    assert (folder / "silkenweb-game-1.json").read_text() == "mine"
    with pytest.raises(sw.SilkenwebError, match=r"never overwrites another file; Table\.resume"):
        Table(["wukong", "bajie"], autosave="silkenweb-game-1.json")


def test_two_tables_on_one_file_lose_nothing_of_each_other_s(folder: Path) -> None:
    """The table that finds another game in its file continues in a different one."""
    random = Random(2)
    first, second = (sat(autosave="game.json", bots="greedy", seed=seed) for seed in ("a", "b"))
    for seated in (first, second, first, second):
        seated.act(random)
    assert second.table.path == folder / "silkenweb-game-1.json"
    assert second.table.keeping["words"] == "Recorded in silkenweb-game-1.json."
    again, late = (Seated(Table.resume("game.json")) for _ in range(2))
    for seated in (again, again, late, again, late):
        seated.act(random)
    assert late.table.path == folder / "silkenweb-game-2.json"
    for seated, name in ((again, "game"), (second, "silkenweb-game-1"), (late, "silkenweb-game-2")):
        assert sw.Replay.load(f"{name}.json").dumps() == seated.table.replay.dumps()


def test_a_file_that_was_taken_away_is_made_again(folder: Path) -> None:
    """With the same name."""
    seated, random = sat(autosave="game.json"), Random(1)
    seated.act(random)
    (folder / "game.json").unlink()
    seated.act(random)
    assert [path.name for path in folder.glob("[!.]*")] == ["game.json"]
    assert sw.Replay.load("game.json").dumps() == seated.table.replay.dumps()


def test_where_it_is_recorded_can_be_said(folder: Path) -> None:
    """In a file with this name, or in none."""
    named = sat(autosave="ana.json")
    named.must("deal")
    nowhere = sat(autosave=False)
    nowhere.must("deal")
    assert nowhere.table.keeping["words"] == "This game is not recorded."
    assert [path.name for path in folder.glob("[!.]*")] == ["ana.json"]


def test_a_file_that_cannot_be_written_is_told_of_and_tried_again(folder: Path) -> None:
    """The game continues meanwhile."""
    place = folder / "gone"
    place.mkdir()
    seated = sat(autosave=place / "game.json")
    place.rmdir()
    seated.must("deal")
    assert seated.table.keeping["fault"]
    missing = "Not recorded: the file can't be written (there is no folder"
    assert seated.table.keeping["words"].startswith(missing)
    place.mkdir()
    seated.act(Random(1))
    assert seated.table.keeping == {"words": "Recorded in game.json.", "fault": False}
    assert sw.Replay.load(place / "game.json").dumps() == seated.table.replay.dumps()


def test_going_on_after_a_restart_gives_the_same_game(folder: Path) -> None:
    """The same seats, bots, pace and names, in the same file; random bots make the same moves as they would
    have.
    """
    games = []
    for broken_off in (False, True):
        seated = sat(seats={1: "Ana"}, bots="random", blessings=6, autosave=f"game-{broken_off}.json", pace=0)
        random = Random(3)
        for step in range(60):
            if broken_off and step % 7 == 3:
                seated = Seated(Table.resume(f"game-{broken_off}.json"))
                assert seated.table.sitting is not None
                assert seated.table.sitting.seating.bots == ("random", None, "random")
            if not seated.act(random):
                break
        games.append([str(node.move) for node in seated.table.replay.main_line()])
        assert seated.table.path == folder / f"game-{broken_off}.json"
    assert games[0] == games[1]
    assert len(games[0]) > 30


def test_going_on_needs_a_game_of_a_table(folder: Path) -> None:
    """For any other replay, the error says what to do with it."""
    sw.sample("two-won").save(folder / "other.json")
    with pytest.raises(sw.SilkenwebError, match="not played at a table"):
        Table.resume(folder / "other.json")
    sat(autosave="mine.json", bots="greedy").must("deal")
    text = (folder / "mine.json").read_text()
    (folder / "odd.json").write_text(text.replace('"greedy"', '"nobody"'))
    with pytest.raises(sw.SilkenwebError, match="there is no bot 'nobody'"):
        Table.resume(folder / "odd.json")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("bots", "search:samples=999999", "seat [12] is played by convention: .*at most 1000 in a file"),
        ("bots", "search:time=1000", "seat [12] is played by convention: .*at most 10 in a file"),
        ("bots", "search:samples=1.5", "seat [12] is played by convention: .*a whole number from 1, got 1.5"),
        ("bots", "convention:x=1", "seat [12] is played by convention: .*unknown parameter 'x'"),
        ("bots", "convention:x", "seat [12] is played by convention: .*written name=value"),
        ("bots", 5, "seat [12] is played by convention: expected the name of a bot"),
        ("pace", 10**9, "the pace is 1.5 seconds: "),
        ("pace", "slowly", "the pace is 1.5 seconds: "),
    ],
)
def test_a_seating_out_of_bounds_is_replaced_with_a_warning(
    folder: Path, key: str, value: Any, words: str
) -> None:
    """The game continues with the default bot and pace."""
    sat(autosave="mine.json", bots="greedy", pace=3).must("deal")
    data = json.loads((folder / "mine.json").read_text())
    kept = data["meta"]["x_table"]
    kept[key] = [None if bot is None else value for bot in kept["bots"]] if key == "bots" else value
    (folder / "odd.json").write_text(json.dumps(data))
    with pytest.warns(UserWarning, match=f"odd.json: {words}"):
        table = Table.resume(folder / "odd.json")
    assert table.sitting is not None
    seating = table.sitting.seating
    assert seating.pace == (1.5 if key == "pace" else 3)
    assert set(seating.bots) == {None, "convention" if key == "bots" else "greedy"}


def test_the_pace_is_set_and_kept(folder: Path) -> None:
    """For this game and after a restart."""
    seated = sat(autosave="game.json")
    seated.must("pace", pace=0.25)
    assert {"words": "0.25 s", "pace": 0.25} in seated.stage["paces"]
    seated.must("pace", pace=0)
    seated.must("deal")
    assert Table.resume("game.json").stage["pace"] == 0


# -- taking back -----------------------------------------------------------------------------------


def alternatives(table: Table) -> list[list[str]]:
    """All lines of the file that begin instead of a node and are marked as taken back."""
    replay = sw.Replay.loads(table.replay.dumps())
    assert replay.count == table.replay.count
    heads = [node for node in replay.nodes() if not node.recorded and node.parent.next is not node]  # type: ignore[union-attr]
    assert all(node.extra == {"x_taken_back": True} for node in heads)
    return [[str(node.move) for node in head.line()] for head in heads]


def test_a_decision_is_taken_back_where_the_teacher_allows_it() -> None:
    """The main line has what was played in the end; what was taken back, with the bots' replies, is an
    alternative.
    """
    seated = sat(("wukong", "bajie"), bots="greedy", take_back=True)
    seated.must("deal")
    first, other = [move for move in seated.legal() if "~" not in move][:2]
    seated.must("move", move=first)
    before = scripted(seated.table.replay)
    seated.must("back")
    assert scripted(seated.table.replay) == []
    assert seated.stage["mine"]
    assert alternatives(seated.table) == []
    seated.must("move", move=other)
    assert scripted(seated.table.replay)[0] == other
    assert alternatives(seated.table) == [before]
    assert seated.table.path is not None
    assert sw.Replay.load(seated.table.path).dumps() == seated.table.replay.dumps()


def test_what_is_played_again_is_not_an_alternative_to_itself() -> None:
    """Only a different move makes an alternative; bots reply the same as before."""
    seated = sat(("wukong", "bajie"), bots="random", take_back=True, blessings=9)
    seated.must("deal")
    seated.must("move", move=seated.legal()[0])
    seated.must("move", move="rest")
    played = scripted(seated.table.replay)
    for _ in range(2):
        seated.must("back")
    assert seated.stage["why_not_back"] == "You have decided nothing yet in this level."
    assert seated.ask("back")["kind"] == "error"
    seated.must("move", move=played[0])
    seated.must("move", move="rest")
    assert scripted(seated.table.replay) == played
    assert alternatives(seated.table) == []
    seated.must("back")
    seated.must("move", move="rest ~")
    (taken,) = alternatives(seated.table)
    assert taken == played[played.index("rest") :]


@pytest.mark.parametrize("number", range(3))
def test_any_number_of_decisions_taken_back_leaves_a_whole_file(number: int) -> None:
    """At random moments of a whole game: the file loads, its main line is the game, every alternative is
    marked.
    """
    seated, random = sat(bots="greedy", take_back=True, blessings=9), Random(number)
    taken = 0
    for _ in range(150):
        if not seated.stage.get("why_not_back", "-") and random.random() < 0.25 and taken < 55:
            seated.must("back")
            taken += 1
        elif not seated.act(random):
            break
    assert taken > 10
    assert seated.table.path is not None
    assert len(alternatives(seated.table)) > 3
    again = Table.resume(seated.table.path)
    assert again.replay.count <= seated.table.replay.count


def test_a_deal_and_another_person_s_decision_are_not_taken_back() -> None:
    """Nor anything at a table that does not allow it."""
    seated = sat(("wukong", "bajie"), bots="greedy")
    seated.must("deal")
    seated.must("move", move=seated.legal()[0])
    assert seated.stage["why_not_back"] == "At this table no decision is taken back."
    assert seated.ask("back")["kind"] == "error"
    two = sat(("wukong", "bajie"), seats=[0, 1], take_back=True)
    two.must("deal")
    two.must("ready", seat=two.stage["seat"])
    two.must("move", move=two.legal()[0])
    two.must("ready", seat=two.stage["seat"])
    assert two.stage["why_not_back"] == "Somebody else has decided since."


def test_undo_of_a_player_brings_no_taken_back_line_to_life() -> None:
    """A variation from before a takeback stays, but can no longer be undone."""
    seated, random = sat(take_back=True, bots="greedy"), Random(5)
    replay = seated.table.replay
    while all(node.seat != 0 for node in replay.main_line()):
        seated.act(random)
    last = next(node for node in reversed(replay.main_line()) if node.seat == 0)
    assert last.parent is not None
    moves = [move for move in map(str, last.parent.position.legal_moves()) if move != str(last.move)]
    last.parent.branch(moves[0])
    seated.must("back")
    seated.must("move", move=moves[1])
    assert not replay.undo()
    assert replay.end in list(replay.nodes())
    assert sw.Replay.load(str(seated.table.path)).dumps() == replay.dumps()

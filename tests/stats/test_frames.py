"""Frames from replays, files, folders and runs."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import silkenweb as sw
from silkenweb.stats.columns import ENUMS, TABLES
from silkenweb.stats.replay_rows import replay_files


@pytest.fixture(scope="module")
def replays() -> list[sw.Replay]:
    """Short games, the first with a nested variation."""
    made = [sw.play(["wukong", "bajie", "tang"][:n], "random", seed=f"frames-{n}") for n in (2, 3, 2)]
    node = made[0].root.next
    assert node is not None
    other = node.branch("keep -" + " -".join(card.rstrip("'") for card in node.position.seats[0].hand[:2]))
    other.branch(other.position.legal_moves()[0])
    other.branch(other.position.legal_moves()[1])
    return made


@pytest.fixture
def folder(replays: list[sw.Replay], tmp_path: Path) -> Path:
    """A folder with these games, one of them in a subfolder, and files that are not replays."""
    (tmp_path / "deep").mkdir()
    for name, replay in zip(("a.json", "b.json", "deep/c.json"), replays, strict=True):
        replay.save(tmp_path / name)
    (tmp_path / "replay.schema.json").write_text("{}")
    (tmp_path / ".hidden.json").write_text("{}")
    return tmp_path


@pytest.mark.parametrize("table", TABLES)
def test_columns_are_documented_and_typed(table: str, replays: list[sw.Replay]) -> None:
    """The frames have exactly the columns that `describe` lists; columns have meanings, numbers have
    units.
    """
    told = sw.frames.describe(table)
    frame = getattr(sw.frames, table)(replays)
    assert told["column"].to_list() == frame.columns == list(sw.frames.dtypes(table))
    assert frame.schema == sw.frames.dtypes(table)
    assert all(told["meaning"])
    numbers = told.filter(pl.col("type").str.starts_with("Int"))
    names = {"game", "level", "turn", "seat", "by", "start_seat"}
    assert set(numbers.filter(pl.col("unit") == "")["column"]) <= names


def test_characters_icons_and_kinds_are_enums() -> None:
    """In the order of the edition and of the rules."""
    decisions = sw.frames.dtypes("decisions")
    assert decisions["character"] == pl.Enum(list(sw.Edition.load().characters))
    assert decisions["kind"] == pl.Enum(ENUMS["kind"])
    assert decisions["face"] == sw.frames.dtypes("cards")["asked"] == pl.Enum(ENUMS["icon"])


def test_a_replay_an_iterable_a_file_and_a_folder(replays: list[sw.Replay], folder: Path) -> None:
    """From memory they are eager, from paths lazy; the rows differ only in where they come from."""
    one = sw.frames.games(replays[0])
    many = sw.frames.games(iter(replays))
    file = sw.frames.games(folder / "a.json")
    lazy = sw.frames.games(folder)
    assert isinstance(one, pl.DataFrame)
    assert isinstance(many, pl.DataFrame)
    assert isinstance(file, pl.LazyFrame)
    assert isinstance(lazy, pl.LazyFrame)
    rest = pl.exclude("run", "file")
    assert one.select(rest).equals(file.collect().select(rest))
    assert many.select(rest).equals(lazy.collect().select(rest))
    assert [Path(name).name for name in lazy.collect()["file"]] == ["a.json", "b.json", "c.json"]
    assert sw.frames.games([folder / "a.json", replays[1]])["game"].to_list() == [0, 1]


@pytest.mark.parametrize("table", TABLES)
def test_lazy_frames_read_no_more_than_is_asked_for(table: str, folder: Path) -> None:
    """They read only the requested columns and rows."""
    lazy = getattr(sw.frames, table)(str(folder))
    whole = lazy.collect()
    level = pl.col("level") > 1
    assert lazy.filter(level).select("game").collect().equals(whole.filter(level).select("game"))
    assert lazy.head(2).collect().equals(whole.head(2))
    assert lazy.filter(level).head(1).collect().equals(whole.filter(level).head(1))
    assert lazy.select(pl.len()).collect().item() == whole.height


def test_reading_all_at_once_gives_the_same(replays: list[sw.Replay], folder: Path) -> None:
    """`read` returns all four tables in one pass."""
    frames = sw.frames.read(folder)
    for table, frame in zip(TABLES, frames, strict=True):
        assert frame.equals(getattr(sw.frames, table)(folder).collect())


def test_branches_come_when_they_are_asked_for(replays: list[sw.Replay]) -> None:
    """With the path by which the replay finds the node; `line` distinguishes them from the recorded game."""
    played = sw.frames.decisions(replays[0])
    every = sw.frames.decisions(replays[0], branches=True)
    assert every.filter(pl.col("line").is_null()).equals(played)
    assert sorted(every["path"]) == sorted(
        node.path for node in replays[0].nodes() if node.parent is not None
    )
    for path, step, turn, seat, move, row in every.select(
        "path", "step", "turn", "seat", "move", "row"
    ).rows():
        node = replays[0].node(path)
        assert (node.move, node.seat, node.turn, len(node.position.row)) == (move, seat, turn, row)
        assert step == len(list(_up(node)))
    assert every["line"].n_unique() == 3


def _up(node: sw.Node) -> list[sw.Node]:
    return [] if node.parent is None else [node, *_up(node.parent)]


def test_a_damaged_replay_is_told_of(folder: Path) -> None:
    """It raises an error with the file's name, or adds it to the list of faults and reads the others."""
    (folder / "aa.json").write_text("{}")
    with pytest.raises(Exception, match=r"aa\.json"):
        sw.frames.games(folder).collect()
    with pytest.raises(sw.ReplayError, match=r"aa\.json"):
        sw.frames.read(folder)
    faults: list[sw.ReplayError] = []
    games = sw.frames.games(folder, faults=faults).collect()
    assert games["game"].to_list() == [0, 2, 3]
    assert [Path(fault.file).name for fault in faults] == ["aa.json"]


def test_nothing_to_read(tmp_path: Path) -> None:
    """An empty folder and an empty list give frames without rows, of the right types."""
    assert (
        sw.frames.games(tmp_path).collect().schema == sw.frames.games([]).schema == sw.frames.dtypes("games")
    )
    # Older versions of polars report an error during reading by their own exception.
    with pytest.raises((sw.SilkenwebError, pl.exceptions.ComputeError), match="no such file"):
        sw.frames.games(tmp_path / "not-there").collect()


def test_a_game_that_was_broken_off() -> None:
    """Its result is open, whether it was won is null, and cards still in play have no rows."""
    replay = sw.Replay.start(["wukong", "bajie"], seed="x")
    replay.record()
    frames = sw.frames.read(replay)
    assert frames.games.select("result", "won", "level", "score").rows() == [("open", None, 1, None)]
    assert frames.levels.select("end", "cleared", "held_web").rows() == [("open", None, None)]
    assert frames.cards.is_empty()
    assert sw.frames.games(sw.Replay.start(["wukong", "bajie"])).select("result", "decisions").rows() == [
        ("open", 0)
    ]


def test_names_make_a_team() -> None:
    """The text of the players' names: the one that all share, or all of them, or null."""

    def team(*names: str | None) -> str | None:
        return sw.frames.games(sw.play(["wukong", "bajie"], "random", seed="x", names=names))["team"].item()

    assert team("greedy", "greedy") == "greedy"
    assert team("Ana", None) == "Ana, ?"
    assert team(None, None) is None


def test_the_recorded_games_of_the_project(root: Path) -> None:
    """All of them are read, as one folder."""
    games = sw.frames.games(root / "replays").collect()
    assert games.height == len(replay_files(root / "replays")) >= 11
    assert set(games["result"]) == {"won", "lost", "open"}


def test_unknown_tables_are_told_of() -> None:
    """The error lists the existing tables."""
    with pytest.raises(sw.SilkenwebError, match="games, levels, decisions, cards"):
        sw.frames.describe("moves")


def test_replays_of_editions_with_other_characters_do_not_mix(replays: list[sw.Replay]) -> None:
    """The characters are a type of the frame."""
    data = sw.Edition.load().data
    data["edition"] = "other"
    data["characters"] = data["characters"][::-1]
    other = sw.play(["wukong", "bajie"], "random", seed="x", edition=sw.Edition.from_dict(data))
    with pytest.raises(sw.SilkenwebError, match="'reconstructed' and 'other'"):
        sw.frames.games([replays[0], other])
    assert sw.frames.games([other])["edition"].to_list() == ["other"]

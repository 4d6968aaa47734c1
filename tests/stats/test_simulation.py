"""Simulations: the same games however they are played; nothing is lost or doubled; errors are reported."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tqdm.auto import tqdm

import silkenweb as sw
from silkenweb.stats import simulation
from silkenweb.stats.columns import TABLES
from silkenweb.stats.simulation import Run

QUICK: dict[str, Any] = {"bots": "random", "games": 40, "seed": "s", "tables": TABLES, "progress": False}


@pytest.fixture(scope="module")
def plain() -> Run:
    """Forty games played in this process, in memory."""
    return sw.simulate(players=(2, 3), **QUICK)


def same(one: Run, other: Run) -> None:
    """Fail unless every table is equal, row by row."""
    for table in one.task.tables:
        assert one.table(table).lazy().collect().equals(other.table(table).lazy().collect()), table


def executors() -> Iterator[Executor]:
    yield ThreadPoolExecutor(3)
    yield ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@pytest.mark.parametrize("chunk", [1, 7, 100])
def test_the_size_of_chunks_changes_nothing(plain: Run, chunk: int, tmp_path: Path) -> None:
    """In memory and in a folder."""
    same(plain, sw.simulate(players=(2, 3), **QUICK, chunk=chunk))
    same(plain, sw.simulate(players=(2, 3), **QUICK, chunk=chunk, out=tmp_path / "run"))


def test_processes_of_its_own_change_nothing(plain: Run) -> None:
    """`jobs=2`."""
    same(plain, sw.simulate(players=(2, 3), **QUICK, jobs=2, chunk=9))


def test_any_executor_changes_nothing(plain: Run, tmp_path: Path) -> None:
    """Threads and processes; the executor belongs to the user and is not shut down."""
    for number, executor in enumerate(executors()):
        with executor:
            same(plain, sw.simulate(players=(2, 3), **QUICK, executor=executor, out=tmp_path / str(number)))
            assert executor.submit(len, "ab").result() == 2


def test_each_game_comes_from_the_seed_and_its_number(plain: Run) -> None:
    """A longer run begins with the same games; `seed|n` alone gives game n."""
    fewer = sw.simulate(players=(2, 3), **{**QUICK, "games": 12})
    assert fewer.games.equals(plain.games.head(12))
    seed, seating = plain.games.select("seed", "characters").row(5)
    assert seed == "s|5"
    again = sw.frames.decisions(sw.play(seating, "random", seed=seed)).drop("run", "game")
    assert again.equals(plain.decisions.filter(pl.col("game") == 5).drop("run", "game"))
    assert plain.replay(5).outcome.level == plain.games["level"][5]


def test_who_plays(plain: Run) -> None:
    """Numbers of players in rotation with drawn characters, or the given characters in rotation."""
    assert plain.games["players"].to_list() == [2, 3] * 20
    assert plain.games["character_set"].n_unique() > 10
    one = sw.simulate(characters=["bajie", "tang"], bots=["resting", "random"], games=3, progress=False)
    assert one.games["characters"].to_list() == [["bajie", "tang"]] * 3
    assert one.games["team"].to_list() == ["resting, random"] * 3
    two = sw.simulate(characters=[["bajie", "tang"], ["tang", "wujing", "wukong"]], games=3, progress=False)
    assert two.games["players"].to_list() == [2, 3, 2]


def test_house_rules_and_editions_of_ones_own(tmp_path: Path) -> None:
    """Both are sent to other processes and stored in the folder."""
    data = sw.Edition.load().data
    data["edition"] = "short"
    data["levels"] = data["levels"][:2]
    edition = sw.Edition.from_dict(data)
    where = {"bots": "random", "games": 8, "blessings": 30, "edition": edition, "progress": False}
    run = sw.simulate(players=2, **where, jobs=2, chunk=2, out=tmp_path / "run")
    assert run.games.collect()["won"].all()
    assert Run.open(tmp_path / "run").task == run.task
    assert Run.open(tmp_path / "run").replay(1).outcome.phase == "won"


# -- stopping and going on ---------------------------------------------------------------------------


def test_a_run_that_was_stopped_goes_on(plain: Run, tmp_path: Path) -> None:
    """After Ctrl-C the finished chunks are complete; the rest follows with other chunks and processes."""
    flag, out = tmp_path / "flag", tmp_path / "run"
    bot = f"interrupted:flag={flag}"
    whole = sw.simulate(players=2, bots=bot, games=30, progress=False)
    part = sw.simulate(players=2, bots=bot, games=12, chunk=4, out=out, progress=False)
    flag.touch()
    with pytest.raises(KeyboardInterrupt):
        sw.simulate(players=2, bots=bot, games=30, chunk=4, out=out, resume=True, progress=False)
    assert part.games.collect().equals(whole.games.head(12))
    again = sw.simulate(players=2, bots=bot, games=30, chunk=5, out=out, resume=True, jobs=2, progress=False)
    same(whole, again)
    assert sorted(path.name for path in (out / "games").iterdir())[:4] == [
        "00000000-00000003.parquet", "00000004-00000007.parquet", "00000008-00000011.parquet",
        "00000012-00000016.parquet",
    ]  # fmt: skip


def test_what_a_crash_left_half_done_is_done_again(plain: Run, tmp_path: Path) -> None:
    """A part that is being written, and a chunk with missing tables."""
    out = tmp_path / "run"
    sw.simulate(players=(2, 3), **QUICK, chunk=10, out=out)
    (out / "games" / "00000010-00000019.parquet").unlink()
    (out / "levels" / ".00000010-00000019.parquet.1.tmp").write_bytes(b"half")
    assert len(Run.open(out)) == 30
    same(plain, sw.simulate(players=(2, 3), **QUICK, chunk=3, out=out, resume=True))
    assert not list(out.rglob("*.tmp"))


def test_a_finished_run_is_left_as_it_is(plain: Run, tmp_path: Path) -> None:
    """Resuming plays nothing; a larger number of games plays the rest."""
    out = tmp_path / "run"
    sw.simulate(players=(2, 3), **{**QUICK, "games": 30}, out=out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    sw.simulate(players=(2, 3), **{**QUICK, "games": 30}, out=out, resume=True)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*")} == before
    same(plain, sw.simulate(players=(2, 3), **QUICK, out=out, resume=True))


def test_a_folder_is_never_taken_for_another(tmp_path: Path) -> None:
    """An existing folder needs `resume`; other settings, fewer games, overlapping parts and other files are
    refused.
    """
    out = tmp_path / "run"
    given: dict[str, Any] = {"bots": "random", "games": 10, "progress": False, "out": out}
    sw.simulate(players=2, **given, chunk=5)
    with pytest.raises(sw.SilkenwebError, match="resume=True"):
        sw.simulate(players=2, **given)
    with pytest.raises(sw.SilkenwebError, match=r"other settings \(name="):
        sw.simulate(players=3, **given, resume=True)
    with pytest.raises(sw.SilkenwebError, match=r"other settings \(seed='0', not '1'\)"):
        sw.simulate(players=2, **given, resume=True, seed=1, name="random; 2 players; 0")
    with pytest.raises(sw.SilkenwebError, match="already has 10"):
        sw.simulate(players=2, **{**given, "games": 9}, resume=True)
    shutil.copy(out / "games" / "00000005-00000009.parquet", out / "games" / "00000004-00000009.parquet")
    with pytest.raises(sw.SilkenwebError, match="two parts contain game 4"):
        sw.simulate(players=2, **given, resume=True)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.tex").touch()
    with pytest.raises(sw.SilkenwebError, match="this contains other files"):
        sw.simulate(players=2, **{**given, "out": tmp_path / "other"}, resume=True)
    (out / "run.json").write_text("[]")
    with pytest.raises(sw.SilkenwebError, match="not the file of a run"):
        Run.open(out)


# -- programs that are killed, and two at once -------------------------------------------------------

KILLED = """
import os, signal, sys
import silkenweb as sw

renames, replace = int(sys.argv[2]), os.replace

def dying(one, other):
    global renames
    if not renames:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    renames -= 1
    replace(one, other)

os.replace = dying
given = {"bots": "random", "games": 40, "seed": "s", "tables": sw.frames.TABLES, "progress": False}
sw.simulate(players=(2, 3), **given, chunk=20, out=sys.argv[1], resume=True)
"""


@pytest.mark.parametrize("renames", [0, 1, 2, 4, 5, 7])
def test_a_run_that_was_killed_can_be_resumed(renames: int, plain: Run, tmp_path: Path) -> None:
    """Before `run.json` exists, before the first part, within a chunk, and between two."""
    out = tmp_path / "deep" / "run"
    done = subprocess.run([sys.executable, "-c", KILLED, str(out), str(renames)], timeout=120)
    assert done.returncode != 0
    assert (out / "run.json").exists() == (renames > 0)
    same(plain, sw.simulate(players=(2, 3), **QUICK, chunk=15, out=out, resume=True))
    assert not [path for path in out.glob("*/*") if path.suffix == ".tmp"]


SLOW = """
import sys, time
from pathlib import Path
import silkenweb as sw

class Waiting:
    def __init__(self, rng):
        self.rng = rng

    def choose(self, view, legal, seen):
        while not Path(sys.argv[2]).exists():
            time.sleep(0.02)
        return self.rng.choice(legal)

sw.bots.register("waiting", Waiting)
sw.simulate(players=2, bots="waiting", games=4, name="w", out=sys.argv[1], resume=True, progress=False)
"""


def test_two_programs_cannot_play_one_run(tmp_path: Path) -> None:
    """The second is refused at once, and does not disturb the first."""
    out, flag = tmp_path / "run", tmp_path / "go"
    command = [sys.executable, "-c", SLOW, str(out), str(flag)]
    with subprocess.Popen(command) as first:
        while not (out / "games").exists():
            assert first.poll() is None
            time.sleep(0.02)
        second = subprocess.run(command, capture_output=True, text=True, timeout=60)
        with pytest.raises(sw.SilkenwebError, match="another program is playing this run; wait until"):
            sw.simulate(players=2, bots="random", games=4, out=out, resume=True, progress=False)
        flag.touch()
        assert first.wait(60) == 0
    assert second.returncode == 1
    assert second.stderr.splitlines()[-1].endswith("wait until it ends, or choose another folder")
    assert len(Run.open(out)) == 4


def test_the_folder_is_free_again_after_an_error(tmp_path: Path) -> None:
    """The next run in the same program can use it."""
    out = tmp_path / "run"
    with pytest.raises(sw.SilkenwebError, match="a bot's own fault"):
        sw.simulate(players=2, bots="faulty", games=2, name="f", out=out, progress=False)
    with pytest.raises(sw.SilkenwebError, match="other settings"):
        sw.simulate(players=2, bots="random", games=2, name="f", out=out, resume=True, progress=False)


def test_files_of_the_reader_s_in_a_run_are_left_alone(plain: Run, tmp_path: Path) -> None:
    """Resuming removes only unfinished parts."""
    out = tmp_path / "run"
    sw.simulate(players=(2, 3), **{**QUICK, "games": 10}, out=out)
    (out / "games" / "notes.txt").write_text("mine")
    same(plain, sw.simulate(players=(2, 3), **QUICK, out=out, resume=True))
    assert (out / "games" / "notes.txt").read_text() == "mine"


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    """With the reason, not with one of Python's own errors."""
    (tmp_path / "file").touch()
    with pytest.raises(sw.SilkenwebError, match=r"file: this contains other files"):
        sw.simulate(players=2, games=1, out=tmp_path / "file", progress=False)
    with pytest.raises(sw.SilkenwebError, match=r"run: cannot use this as the folder of a run"):
        sw.simulate(players=2, games=1, out=tmp_path / "file" / "run", progress=False)


GUARDLESS = """import silkenweb as sw

{before}
run = sw.simulate(players=2, bots="random", games=4, progress=False, {how})
"""


@pytest.mark.parametrize(
    ("before", "how"),
    [
        ("", "jobs=2"),
        ("import concurrent.futures as f, multiprocessing as m\n"
         "executor = f.ProcessPoolExecutor(1, mp_context=m.get_context('spawn'))", "executor=executor"),
    ],
)  # fmt: skip
def test_a_script_without_a_guard_is_told_so(before: str, how: str, tmp_path: Path) -> None:
    """In one message with the file and the line, without the tracebacks of the processes."""
    script = tmp_path / "many.py"
    script.write_text(GUARDLESS.format(before=before, how=how))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    line = 4 + before.count("\n")
    assert done.returncode == 1
    assert f"many.py, line {line}: other processes import this file" in done.stderr
    assert 'put it under `if __name__ == "__main__":`' in done.stderr
    assert done.stderr.count("Traceback") == 1
    assert len(done.stderr.splitlines()) < 20


def test_a_script_with_a_guard_plays(tmp_path: Path) -> None:
    """Also if the call is in a function."""
    script = tmp_path / "many.py"
    call = "print(len(sw.simulate(players=2, bots='random', games=4, jobs=2, progress=False)))"
    script.write_text(
        f"import silkenweb as sw\ndef main():\n    {call}\nif __name__ == '__main__':\n    main()\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("4\n", "")


# -- workers that fail -------------------------------------------------------------------------------


def test_a_process_that_dies_loses_only_its_chunk(tmp_path: Path) -> None:
    """Other processes take over, and the tables are unchanged."""
    flag = tmp_path / "flag"
    bot = f"dying:flag={flag}"
    whole = sw.simulate(players=2, bots=bot, games=20, progress=False)
    flag.touch()
    same(
        whole,
        sw.simulate(players=2, bots=bot, games=20, jobs=2, chunk=3, progress=False, out=tmp_path / "run"),
    )
    assert not flag.exists()


def test_games_that_no_process_survives_are_given_up(tmp_path: Path) -> None:
    """After three attempts, with the games."""
    with pytest.raises(
        sw.SilkenwebError, match=r"games? \d.*: lost 3 times by the executor \(BrokenProcessPool"
    ):
        sw.simulate(
            players=2, bots="alwaysdying", games=2, jobs=2, chunk=1, progress=False, out=tmp_path / "run"
        )


def test_an_executor_that_broke_is_told_of(tmp_path: Path) -> None:
    """The executor belongs to the user, so it is not replaced; everything written is complete, and another
    executor continues.
    """
    flag, out = tmp_path / "flag", tmp_path / "run"
    given: dict[str, Any] = {"bots": f"dying:flag={flag}", "games": 12, "chunk": 2, "progress": False}
    whole = sw.simulate(players=2, **given)
    sw.simulate(players=2, **{**given, "games": 4}, out=out)
    flag.touch()
    told = pytest.raises(sw.SilkenwebError, match="resume=True")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor, told:
        sw.simulate(players=2, **given, out=out, resume=True, executor=executor)
    same(whole, sw.simulate(players=2, **given, out=out, resume=True))


@pytest.mark.parametrize("jobs", [None, 2])
def test_a_bot_that_fails_is_told_of_with_its_game(jobs: int | None) -> None:
    """An illegal move with its rule, an error in the bot with the traceback, in whichever process."""
    with pytest.raises(
        sw.SilkenwebError, match=r"game \d+ \(seed '0\|\d+', .*'play WK1>T99'\)? is not legal"
    ):
        sw.simulate(players=2, bots="cheating", games=3, jobs=jobs, progress=False)
    with pytest.raises(
        sw.SilkenwebError, match=r"(?s)game \d+ .*players\.py.*ZeroDivisionError: a bot's own fault"
    ):
        sw.simulate(players=2, bots="faulty", games=3, jobs=jobs, progress=False)


def test_wrong_calls_are_told_of_before_anything_is_played(tmp_path: Path) -> None:
    """Each error names the expected value, and no folder is created."""
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"bots": "nobody"}, "there is no bot 'nobody'"),
        ({"bots": "random:x=1"}, "bot 'random:x=1'"),
        ({"bots": ["random"] * 3, "players": (2, 3)}, "expected one bot, or one per seat (2 or 3), got 3"),
        ({"players": 6}, "players: expected a whole number from 2 to 5, got 6"),
        ({"characters": ["bajie", "monkey"]}, "unknown character"),
        ({"players": 2, "characters": ["bajie", "tang"]}, "either players or characters"),
        ({"tables": ["moves"]}, "tables: expected one of games, levels, decisions, cards, got 'moves'"),
        ({"games": -1}, "games: expected a whole number from 0 to 1000000000, got -1"),
        ({"jobs": 0}, "jobs: expected a whole number from 1 to 10000, got 0"),
    ]
    for given, told in wrong:
        with pytest.raises(sw.SilkenwebError, match=re.escape(told)):
            sw.simulate(**given, out=tmp_path / "run", progress=False)
    with pytest.raises(sw.SilkenwebError, match="with out="):
        sw.simulate(players=2, resume=True)
    assert not (tmp_path / "run").exists()


# -- what is told ------------------------------------------------------------------------------------


def test_a_table_that_was_not_kept_is_told_of(tmp_path: Path) -> None:
    """The error says how to keep it."""
    for out in (None, tmp_path / "run"):
        run = sw.simulate(players=2, bots="random", games=2, progress=False, out=out)
        assert run.levels.lazy().collect().height >= 2
        with pytest.raises(sw.SilkenwebError, match=r"did not keep cards: simulate\(\.\.\., tables="):
            _ = run.cards


def test_frames_read_runs_and_their_folders(plain: Run, tmp_path: Path) -> None:
    """A Run and the path of its folder are valid sources."""
    sw.simulate(players=(2, 3), **QUICK, out=tmp_path / "run")
    for table, frame in zip(TABLES, sw.frames.read(tmp_path / "run"), strict=True):
        lazy = getattr(sw.frames, table)(tmp_path / "run")
        assert isinstance(lazy, pl.LazyFrame)
        assert frame.equals(lazy.collect())
        assert frame.equals(getattr(sw.frames, table)(plain))


def test_no_games_at_all(tmp_path: Path) -> None:
    """Tables without rows, of the right types."""
    for out in (None, tmp_path / "run"):
        run = sw.simulate(players=2, games=0, progress=False, out=out)
        assert len(run) == 0
        assert run.games.lazy().collect_schema() == sw.frames.dtypes("games")
        assert repr(run).endswith("0 games, 0.0% [0.0, 100.0] won>")


def test_the_bar_shows_games_and_win_rate(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Including the games that existed before. Only in a terminal, and after one second."""

    def shown(**given: Any) -> Any:
        assert (given["delay"], given["disable"]) in ((1, None), (1, True))
        return tqdm(**{**given, "delay": 0, "disable": given["disable"] is True})

    given: dict[str, Any] = {"bots": "random", "blessings": 500, "chunk": 2, "out": tmp_path / "run"}
    sw.simulate(2, players=2, **given)
    assert capsys.readouterr().err == ""  # not a terminal here
    monkeypatch.setattr(simulation, "tqdm", shown)
    sw.simulate(4, players=2, resume=True, **given)
    assert re.search(r"4/4 .*won 100\.0% \[51\.0, 100\.0\]", capsys.readouterr().err)
    sw.simulate(6, players=2, resume=True, **given)
    told = capsys.readouterr().err
    assert re.search(r"4/6 .*won 100\.0% \[51\.0, 100\.0\]", told)
    assert re.search(r"6/6 .*won 100\.0% \[61\.0, 100\.0\]", told)
    sw.simulate(8, players=2, resume=True, progress=False, **given)
    assert capsys.readouterr().err == ""

"""Only regular files are read: every function that takes a path refuses a pipe or a device at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SECONDS = 60  # enough to start Python on a busy machine; a blocked read would never end

SETUP = """
import os, sys, warnings
from pathlib import Path
import silkenweb as sw
from silkenweb import teaching
odd = Path(sys.argv[1])
"""

READS = {
    "a replay": "sw.Replay.load(odd)",
    "a damaged replay": "sw.Replay.salvage(odd)",
    "an edition": "sw.Edition.load(odd)",
    "a puzzle": "sw.Puzzle.load(odd)",
    "the replay of a Scribe": "sw.Scribe.load(odd)",
    "a game of a table": "sw.Table.resume(odd)",
    "frames of a file": "sw.frames.games(odd).collect()",
    "frames of a folder": "sw.frames.games(odd.parent).collect()",
    "reviews of a folder": "sw.frames.reviews(odd.parent).collect()",
    "a file of branches": """
sw.sample("two-won").save(odd.parent / "game.json")
player = sw.Player(sw.Replay.load(odd.parent / "game.json"))
assert player.keeping["fault"]
raise sw.SilkenwebError(player.keeping["words"])""",
    "a run": """
from silkenweb.stats.run import Run
Run.open(odd.parent)""",
    "a class": "teaching.class_report(odd.parent)",
    "exported progress": "teaching.class_report(odd.parent)",
    "progress": """
os.environ["SILKENWEB_PROGRESS"] = str(odd)
raise sw.SilkenwebError(teaching.progress().note)""",
    "the file of a table that is open": """
table = sw.Table(["wukong", "bajie"], autosave=str(odd.parent / "table.json"), seed="a", pace=0)
table.sitting.deal()
(odd.parent / "table.json").unlink()
os.mkfifo(odd.parent / "table.json")
table.sitting.keep()
raise sw.SilkenwebError(table.sitting.fault)""",
}
NAMES = {"a file of branches": "game.branches.json", "a run": "run.json", "exported progress": "progress.csv"}


def ended(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python to its end; blocking fails the test."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("what", READS)
@pytest.mark.parametrize("make", [pipe, zeros])
def test_what_is_no_regular_file_is_refused_at_once(
    what: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    """With a SilkenwebError that says so; a class report skips such files."""
    odd = tmp_path / NAMES.get(what, "odd.json")
    make(odd)
    code = SETUP + "try:\n" + "\n".join(f"    {line}" for line in READS[what].strip().split("\n"))
    code += "\nexcept sw.SilkenwebError as error:\n    print('REFUSED', error)\n"
    done = ended(code, str(odd))
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("REFUSED")
    assert "not a regular file" in done.stdout or "not a file of its own" in done.stdout


@pytest.mark.parametrize("make", [pipe, zeros])
def test_validate_refuses_what_is_no_regular_file(make: Callable[[Path], None], tmp_path: Path) -> None:
    make(tmp_path / "odd.json")
    done = ended(
        "from silkenweb.cli.entry import main; raise SystemExit(main())",
        "validate",
        str(tmp_path / "odd.json"),
    )
    assert done.returncode == 1
    assert "not a regular file" in done.stderr


@pytest.mark.parametrize("path", ["a\0b", "\ud800"])
def test_a_text_that_can_name_no_file_gives_a_plain_error(path: str) -> None:
    import silkenweb as sw

    for load in (sw.Replay.load, sw.Replay.salvage, sw.Edition.load, sw.Puzzle.load, sw.Scribe.load):
        with pytest.raises(sw.SilkenwebError, match="no file can have this name"):
            load(path)

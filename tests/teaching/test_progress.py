"""What is kept of a reader's progress, where, and what happens when that fails."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

from silkenweb.errors import SilkenwebError
from silkenweb.teaching import class_report, exercise, names, progress, progress_file

RIGHT, WRONG = ["combat", "fire", "web"], ["web", "web", "web"]


def entry(kept: Path, name: str = "00.1") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(kept.read_text("utf-8"))["exercises"][name]
    return found


def test_attempts_hints_and_state_are_kept(kept: Path) -> None:
    """Up to the first right answer; what comes after it changes nothing."""
    one = exercise("00.1")
    one.check(WRONG)
    one.hint()
    one.check(WRONG)
    assert entry(kept) == {"state": "not yet", "attempts": 2, "hints": 1, "solution": False}
    one.check(RIGHT)
    for act in (lambda: one.check(WRONG), one.hint, one.solution, lambda: one.check(RIGHT)):
        act()
    assert entry(kept) == {"state": "right", "attempts": 3, "hints": 1, "solution": False}


def test_asking_for_the_solution_first_is_kept(kept: Path) -> None:
    """It is no attempt."""
    exercise("00.2").solution()
    assert entry(kept, "00.2") == {"state": "untried", "attempts": 0, "hints": 0, "solution": True}


def test_the_file_holds_no_name_and_no_time(kept: Path) -> None:
    """And not the answers either."""
    exercise("00.1").check(RIGHT)
    assert kept.read_text("utf-8") == (
        '{\n "format": "silkenweb-progress",\n "version": 1,\n "exercises": {\n'
        '  "00.1": {\n   "state": "right",\n'
        '   "attempts": 1,\n   "hints": 0,\n   "solution": false\n  }\n }\n}\n'
    )
    assert [path.name for path in kept.parent.glob("[!.]*")] == [kept.name]


def test_by_default_it_lies_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook's is the notebook's own; the variable may name another file, or say that none is kept."""
    monkeypatch.delenv(progress_file.VARIABLE)
    monkeypatch.chdir(tmp_path)
    exercise("00.1").check(RIGHT)
    assert [path.name for path in tmp_path.glob("[!.]*")] == ["silkenweb-progress.json"]
    for word in ("off", "OFF", "", os.devnull):
        monkeypatch.setenv(progress_file.VARIABLE, word)
        exercise("00.2").check(14)
        assert repr(progress()).endswith(f"0 of {len(names())} right; not saved.")
    assert [path.name for path in tmp_path.glob("[!.]*")] == ["silkenweb-progress.json"]


@pytest.mark.parametrize(
    "damaged",
    [
        b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b'{"format": "silkenweb-progress", "version": 2}',
        b'{"format": "silkenweb-progress", "version": 1}',
        b'{"format": "silkenweb-progress", "version": 1, "exercises": {"00.1": 3}}',
        b'{"format": "silkenweb-progress", "version": 1, "exercises": {"00.1": {"state": "great"}}}',
        b'{"format": "silkenweb-progress", "version": 1, "exercises": {"00.1": {"attempts": -1}}}',
        b'{"format": "silkenweb-progress", "version": 1, "exercises": {"00.1": {"attempts": true}}}',
        b" " * (progress_file.MAX_BYTES + 1),
    ],
)  # fmt: skip
def test_a_damaged_file_is_told_and_put_aside(damaged: bytes, kept: Path) -> None:
    """The table says so; the next answer begins a new file and keeps the old one beside it."""
    kept.write_bytes(damaged)
    assert "progress.json could not be read: " in repr(progress())
    assert kept.read_bytes() == damaged
    result = exercise("00.1").check(RIGHT)
    assert "It was renamed to progress.damaged.json, and a new file was started." in repr(result)
    assert "was renamed" in result._repr_html_()
    assert kept.with_name("progress.damaged.json").read_bytes() == damaged
    assert entry(kept)["state"] == "right"
    assert exercise("00.2").check(14).note == ""


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check answers all the same."""
    monkeypatch.setenv(progress_file.VARIABLE, str(tmp_path / "nowhere" / "progress.json"))
    result = exercise("00.1").check(RIGHT)
    assert result.state == "right"
    missing = f"there is no folder {tmp_path / 'nowhere'}"
    assert result.note == f"Your progress could not be saved to progress.json: {missing}."


def test_what_is_no_file_is_left_where_it_is(kept: Path) -> None:
    """A folder or a device of that name is neither read nor renamed."""
    kept.mkdir()
    assert "progress.json could not be read: this is a folder, not a file." in repr(progress())
    result = exercise("00.1").check(RIGHT)
    assert result.state == "right"
    assert result.note == "Your progress could not be saved to progress.json: this is a folder, not a file."
    assert kept.is_dir()


def test_exercises_that_this_version_does_not_know_are_kept(kept: Path) -> None:
    """They may be of a later version, or of a course of somebody's own."""
    kept.write_text(progress_file._text({"98.7": progress_file.Entry("right", 2)}), "utf-8")
    exercise("00.1").check(RIGHT)
    assert entry(kept, "98.7")["attempts"] == 2
    assert "98.7" not in repr(progress())


def test_a_student_whose_name_no_file_can_hold_is_refused(tmp_path: Path) -> None:
    """Before the file is written."""
    with pytest.raises(SilkenwebError, match=r"^student: expected text that has a UTF-8 form, got "):
        progress().to_csv(tmp_path / "p.csv", student="\ud800")
    assert not (tmp_path / "p.csv").exists()


def test_the_table_and_the_csv_for_a_teacher(tmp_path: Path) -> None:
    """Every exercise of the course, tried or not; a name only where the student gives one."""
    exercise("00.1").check(RIGHT)
    exercise("00.2").hint()
    table = progress()
    assert table.solved == 1
    lines = repr(table).splitlines()
    assert lines[1].split() == ["00.1", "right", "1", "0"]
    assert lines[2].split() == ["00.2", "untried", "0", "1"]
    assert lines[-1] == f"1 of {len(names())} right; saved in progress.json."
    assert "<td>00.1</td><td>right</td><td>1</td>" in table._repr_html_()
    written = table.to_csv(tmp_path / "ana.csv", student='Ana, "A"\n<b>')
    with written.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["exercise"] for row in rows] == list(names())
    assert rows[0] == {
        "student": 'Ana, "A"\n<b>', "exercise": "00.1", "state": "right", "attempts": "1", "hints": "0",
        "solution": "no", "sure": "", "answer": "",
    }  # fmt: skip


def test_what_is_handed_in_stays_so_and_is_counted(tmp_path: Path, kept: Path) -> None:
    """In the file, the table and the CSV for a teacher; final as "right" is, and not counted as right."""
    one = exercise("00.4")
    one.check(("two-lost-late", "46", "play BJ8>T31"))
    assert one.check("nothing").state == "not yet"
    assert entry(kept, "00.4") == {"state": "handed in", "attempts": 1, "hints": 0, "solution": False}
    table = progress()
    assert table.solved == 0
    assert repr(table).endswith(f"0 of {len(names())} right, 1 handed in; saved in progress.json.")
    assert "<td>handed in</td>" in table._repr_html_()
    written = table.to_csv(tmp_path / "ana.csv", student="Ana")
    report = class_report(tmp_path)
    assert report.progress[0].count("handed in") == 1
    assert "handed in" in report.to_html()
    assert '"00.4","handed in",1,0,"no"' in written.read_text("utf-8")

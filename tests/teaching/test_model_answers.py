"""Each notebook of the course, run and then answered from its last exercise to its first: the verdicts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from silkenweb.teaching import course
from tests.teaching.notebooks import FOLDER


def test_a_notebook_that_was_run_judges_each_answer_by_its_own_exercise(
    notebook: Path, kept: Path, tmp_path: Path
) -> None:
    """After all cells have run, the exercises are answered from the last to the first. Each verdict belongs
    to the exercise that was answered: right, or handed in where a person has to judge. The file of progress
    says the same. Tables and charts that cells show are complete, and charts have both themes.

    It is run outside the checkout, where it finds nothing but the package.
    """
    command = [sys.executable, "-m", "tests.teaching.notebooks", str(notebook)]
    environment = {**os.environ, "PYTHONPATH": str(FOLDER.parent), "MPLBACKEND": "agg"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["faults"] == []
    names = [name for name in course.names() if name.startswith(notebook.name[:2])]
    assert len(names) >= 3
    asked = [name for name, _, _ in said["untouched"]]
    assert sorted(asked) == names
    assert {state for _, state, _ in said["untouched"]} == {"untried"}
    assert [name for name, _, _ in said["backwards"]] == asked[::-1]
    for name, state, words in said["backwards"]:
        assert state == "right" or (state == "handed in" and course.exercise(name).open), words
    entries = json.loads(kept.read_text("utf-8"))["exercises"]
    assert {name: entry["state"] for name, entry in entries.items()} == {
        name: state for name, state, _ in said["backwards"]
    }

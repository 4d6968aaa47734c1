"""Each notebook of the course, run with the model answers in place of None: every check finds them right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from silkenweb.teaching import course
from tests.teaching.notebooks import FOLDER


def test_a_notebook_filled_with_the_model_answers_is_right(
    notebook: Path, kept: Path, tmp_path: Path
) -> None:
    """All its exercises are checked, once each and in order, and all are right; so says the file of progress.

    It is run outside the checkout, where it finds nothing but the package.
    """
    command = [sys.executable, "-m", "tests.teaching.notebooks", str(notebook)]
    environment = {**os.environ, "PYTHONPATH": str(FOLDER.parent), "MPLBACKEND": "agg"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    names = [name for name in course.names() if name.startswith(notebook.name[:2])]
    assert len(names) >= 3
    assert [name for name, _, _ in said] == names
    assert [words for _, state, words in said if state != "right"] == []
    entries = json.loads(kept.read_text("utf-8"))["exercises"]
    assert {name: entry["state"] for name, entry in entries.items()} == dict.fromkeys(names, "right")

"""Notebooks in other hands: nbgrader grades submissions, papermill fills in parameters.

Neither of the two is needed: the tests do with a notebook's JSON what they do.
"""

from __future__ import annotations

import ast
import re
import shutil
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from silkenweb.teaching import course, exercise, predict, progress_file
from tests.teaching import nbgrader_metadata
from tests.teaching.notebooks import FOLDER, numbered, read, run

PARAMETERS = {"00": ["seed"], "08": ["games"], "09": ["games"]}
GUIDE = FOLDER / "teaching_guide.md"
FIRST = FOLDER / "00_start_here.ipynb"


def names_of(notebook: Path) -> list[str]:
    return [name for name in course.names() if name.startswith(notebook.name[:2])]


def test_two_submissions_get_their_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One student answered everything right; the other got one wrong, one raises, and the rest is missing.
    The open exercise waits for a person. The submissions leave no file behind.
    """
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    monkeypatch.delenv(progress_file.VARIABLE)
    names = names_of(FIRST)
    earned = {}
    wrong = {names[0]: "answer = ['no such icon']", names[1]: "answer = 1 / 0"}
    for student, answers in {"ana": {name: exercise(name).model for name in names}, "bo": wrong}.items():
        (tmp_path / student).mkdir()
        monkeypatch.chdir(tmp_path / student)
        earned[student] = nbgrader_metadata.points(nbgrader_metadata.submission(FIRST, answers))
        assert list((tmp_path / student).iterdir()) == []
    last = f"silkenweb-{names[-1].replace('.', '-')}-answer"
    checks = [f"silkenweb-{name.replace('.', '-')}-check" for name in names[:-1]]
    assert earned["ana"] == {**dict.fromkeys(checks, 1), last: None}
    assert earned["bo"] == {**dict.fromkeys(checks, 0), last: None}


@pytest.mark.parametrize("mode", ["autograde", "validate"])
def test_nothing_is_saved_while_a_notebook_is_graded(
    mode: str, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither exercises nor predictions, although a file is named; afterwards they are saved again."""
    monkeypatch.setenv("NBGRADER_EXECUTION", mode)
    exercise("00.4").check("anything")
    exercise("00.4").solution()
    predict("00.b", number="Rests").answer(6)
    assert not kept.exists()
    monkeypatch.delenv("NBGRADER_EXECUTION")
    exercise("00.4").check("anything")
    assert kept.exists()


def test_the_guide_keeps_progress_files_out_of_feedback(tmp_path: Path) -> None:
    """A student's folder is copied with the patterns that the guide tells a teacher to ignore: progress files
    of any kind stay behind, the notebook does not.
    """
    (line,) = re.findall(r"^c\.CourseDirectory\.ignore = (\[.*\])$", GUIDE.read_text("utf-8"), re.MULTILINE)
    patterns = ast.literal_eval(line)
    own = Path(progress_file.FILE)
    for name in (own.name, f"{own.stem}.damaged{own.suffix}", FIRST.name, "data.csv"):
        path = tmp_path / "submitted" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    shutil.copytree(tmp_path / "submitted", tmp_path / "feedback", ignore=shutil.ignore_patterns(*patterns))
    assert sorted(path.name for path in (tmp_path / "feedback").iterdir()) == [FIRST.name, "data.csv"]
    assert fnmatch(f"{own.stem}.lock{own.suffix}", patterns[-1])


def test_parameters_are_assigned_in_their_cell_and_used_below(notebook: Path) -> None:
    """At most one cell has papermill's tag. The guide lists what it sets."""
    cells = read(notebook)["cells"]
    tagged = [place for place, cell in enumerate(cells) if "parameters" in cell["metadata"].get("tags", [])]
    wanted = PARAMETERS.get(notebook.name[:2], [])
    assert len(tagged) == bool(wanted)
    guide = GUIDE.read_text("utf-8")
    for name in wanted:
        stored = ast.walk(ast.parse(cells[tagged[0]]["source"]))
        assert name in [
            node.id for node in stored if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        ]
        below = [cell["source"] for cell in cells[tagged[0] + 1 :] if cell["cell_type"] == "code"]
        assert any(re.search(rf"(?<![\w.]){name}\b(?!=)", source) for source in below)
        assert f"| {notebook.name[:2]} | `{name}` |" in guide


def test_the_value_of_a_parameter_is_nowhere_else(notebook: Path) -> None:
    """A number that is written again below would not change with it: notebook 09 once failed so."""
    cells = [cell for cell in read(notebook)["cells"] if cell["cell_type"] == "code"]
    tagged = [place for place, cell in enumerate(cells) if "parameters" in cell["metadata"].get("tags", [])]
    if not tagged:
        return
    names: dict[str, Any] = {}
    run([cells[tagged[0]]["source"]], names)
    values = [names[name] for name in PARAMETERS[notebook.name[:2]]]
    below = [node for cell in cells[tagged[0] + 1 :] for node in ast.walk(ast.parse(cell["source"]))]
    assert not [node.value for node in below if isinstance(node, ast.Constant) and node.value in values]


@pytest.mark.parametrize("path", [FIRST, FOLDER / "zh-Hant" / FIRST.name], ids=["en", "zh-Hant"])
def test_a_notebook_with_another_value_runs(path: Path) -> None:
    """The value is in a cell of its own below the tagged one, as papermill writes it."""
    names: dict[str, object] = {}
    for cell in read(path)["cells"]:
        if cell["cell_type"] == "code":
            run([cell["source"]], names)
            if "parameters" in cell["metadata"].get("tags", []):
                run(['seed = "class 7b"'], names)
    assert names["seed"] == "class 7b"


def test_the_parameters_are_of_notebooks_that_exist() -> None:
    assert set(PARAMETERS) <= {path.name[:2] for path in numbered()}

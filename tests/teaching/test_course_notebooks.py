"""How a notebook of the course is made: its length, the order of its parts, its exercises, what it keeps."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from silkenweb.teaching import course, exercise, names
from tests.teaching import nbgrader_metadata
from tests.teaching.notebooks import answered, numbered, read, visible

Cell = dict[str, Any]


def code(notebook: Path) -> list[Cell]:
    return [cell for cell in read(notebook)["cells"] if cell["cell_type"] == "code"]


def first(cells: list[Cell], pattern: str, kind: str = "") -> int:
    """The place of the first cell (of a kind) that matches."""
    for place, cell in enumerate(cells):
        if cell["cell_type"].startswith(kind) and re.search(pattern, cell["source"], re.MULTILINE):
            return place
    raise AssertionError(f"no {kind} cell has {pattern!r}")


def exercises_of(notebook: Path) -> list[str]:
    return [name for name in names() if name.startswith(notebook.name[:2])]


def test_there_is_a_notebook_for_every_exercise() -> None:
    """Its number names the module that has its exercises, and the other way round."""
    assert [path.name[:2] for path in numbered()] == list(course.notebooks())


def test_it_is_as_long_as_a_lesson(notebook: Path) -> None:
    """30 to 55 cells that the reader sees, the code of each at most 8 lines."""
    cells = [cell for cell in read(notebook)["cells"] if visible(cell)]
    assert 30 <= len(cells) <= 55
    long = {cell["id"]: cell["source"].count("\n") + 1 for cell in cells if cell["cell_type"] == "code"}
    assert {key: lines for key, lines in long.items() if lines > 8} == {}


def test_its_parts_come_in_order(notebook: Path) -> None:
    """What you will be able to do, one set-up cell, something to play or look at, predictions and what came
    of them, a picture or a chart, what you have seen; the open exercise at the end.
    """
    cells = read(notebook)["cells"]
    assert re.match(r"# \S", cells[0]["source"])
    assert "you can" in cells[0]["source"]
    assert cells[1]["cell_type"] == "code"
    assert "import silkenweb as sw" in cells[1]["source"]
    imports = [c["id"] for c in cells[2:] if re.search("^import silkenweb", c["source"], re.MULTILINE)]
    assert imports == []
    predict = first(cells, r"^predict\(", "code")
    seen = first(cells, r"^## What you have seen", "markdown")
    assert first(cells, r"sw\.(practice|Player|svg|Table|sample)\(", "code") < seen
    assert predict < predict + first(cells[predict:], r"reveal\(", "code") < seen
    assert first(cells, r"\bcharts\.\w+\(|\balt\.|█|sw\.svg\(", "code") < seen
    assert seen < first(cells, f'exercise\\("{exercises_of(notebook)[-1]}"\\)$', "code")


def test_its_exercises_are_those_of_the_course(notebook: Path) -> None:
    """Three to five, each shown, with a cell for the answer in which stands None, and one that checks it; the
    last one is open, and nothing comes after it.
    """
    wanted = exercises_of(notebook)
    assert 3 <= len(wanted) <= 5
    assert [exercise(name).open for name in wanted] == [False] * (len(wanted) - 1) + [True]
    cells = code(notebook)
    answers = [place for place, cell in enumerate(cells) if answered(cell)]
    assert sorted(answered(cells[place]) or "" for place in answers) == wanted
    assert answers[-1] == len(cells) - 2
    for place in answers:
        shown, answer, check = cells[place - 1 : place + 2]
        name = answered(answer)
        assert shown["source"] == f'exercise("{name}")'
        assert re.search(r"^answer = None\b", answer["source"], re.MULTILINE)
        assert check["source"] == f'exercise("{name}").check(answer)'
    assert answered(cells[answers[-1]]) == wanted[-1]


def test_its_metadata_is_such_as_nbgrader_reads(notebook: Path) -> None:
    """Answers are solutions, checks are locked tests worth a point; the open answer is graded by a person.

    By nbgrader's schema, version 3: only these keys, unique ids of letters, digits, - and _, and points only
    in graded cells. `python -m tests.teaching.nbgrader_metadata` writes it.
    """
    cells = read(notebook)["cells"]
    for name, answer, check in nbgrader_metadata.triples(cells):
        assert answer["metadata"]["nbgrader"] == nbgrader_metadata.of_answer(name)
        assert check["metadata"]["nbgrader"] == nbgrader_metadata.of_check(name)
    marked = [cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]]
    assert len(marked) == len({data["grade_id"] for data in marked}) == 2 * len(exercises_of(notebook))
    for data in marked:
        assert set(data) - {"points"} == {"grade", "grade_id", "locked", "schema_version", "solution", "task"}
        assert ("points" in data) == data["grade"]
        assert re.fullmatch(r"[a-zA-Z0-9_-]+", data["grade_id"])
    by_hand = [data["grade_id"] for data in marked if data["grade"] and data["solution"]]
    assert by_hand == [f"silkenweb-{exercises_of(notebook)[-1].replace('.', '-')}-answer"]


def test_nothing_is_saved_in_it_but_what_it_says(notebook: Path) -> None:
    """A valid notebook of the kernel python3; no widget state, no counts of execution."""
    whole = nbformat.read(notebook, as_version=nbformat.NO_CONVERT)
    nbformat.validate(whole)
    assert whole.metadata.kernelspec.name == "python3"
    assert set(whole.metadata) == {"kernelspec", "language_info"}
    assert all(cell.execution_count is None for cell in whole.cells if cell.cell_type == "code")
    for cell in whole.cells:
        for output in cell.get("outputs", []):
            assert "application/vnd.jupyter.widget-view+json" not in output.get("data", {})


@pytest.mark.parametrize("number", ["00", "01", "02", "04"])
def test_the_notebooks_for_a_browser_without_server_need_no_polars(number: str) -> None:
    """Where such a notebook uses charts or frames it does so in a `try`, and says what is missing."""
    for notebook in (path for path in numbered() if path.name.startswith(number)):
        for cell in code(notebook):
            if re.search(r"\b(polars|altair|sw\.charts|sw\.frames|sw\.simulate)\b", cell["source"]):
                assert re.match(r"(#.*\n)*try:\n", cell["source"]), cell["id"]
                assert re.search(r"^except (ImportError|sw\.SilkenwebError) ", cell["source"], re.MULTILINE)


def test_no_cell_shows_a_progress_bar(notebook: Path) -> None:
    """Its games take a second or two, and a bar would stay in the saved notebook without a name."""
    for cell in code(notebook):
        for call in ast.walk(ast.parse(cell["source"])):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "simulate":
                given = {each.arg: ast.unparse(each.value) for each in call.keywords}
                assert given.get("progress") == "False", cell["id"]

"""What nbgrader reads in a cell's metadata (its schema, version 3), on the cells of an exercise.

`python -m tests.teaching.nbgrader_metadata` writes it into all notebooks of the course.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

from silkenweb.teaching import exercise
from tests.teaching.notebooks import answered, numbered, read, run

Cell = dict[str, Any]


def of_answer(name: str) -> dict[str, Any]:
    """Of the cell in which the answer stands: a solution; an open exercise's is graded by a person."""
    return _metadata(f"{name}-answer", solution=True, grade=exercise(name).open, locked=False)


def of_check(name: str) -> dict[str, Any]:
    """Of the cell that checks it: locked, and a test where the exercise is not open."""
    return _metadata(f"{name}-check", solution=False, grade=not exercise(name).open, locked=True)


def _metadata(key: str, *, solution: bool, grade: bool, locked: bool) -> dict[str, Any]:
    points = {"points": 1} if grade else {}
    grade_id = f"silkenweb-{key.replace('.', '-')}"
    kinds = {"solution": solution, "task": False}
    return {"grade": grade, "grade_id": grade_id, "locked": locked, **points, "schema_version": 3, **kinds}


def triples(cells: list[Cell]) -> list[tuple[str, Cell, Cell]]:
    """Each exercise's name, the cell of its answer, and the one after it, which checks it."""
    pairs = itertools.pairwise(cells)
    return [(name, answer, check) for answer, check in pairs if (name := answered(answer)) is not None]


def submission(path: Path, answers: dict[str, str]) -> dict[str, Any]:
    """The notebook with a student's answers, source by exercise, in its solution cells."""
    notebook = read(path)
    for name, answer, _ in triples(notebook["cells"]):
        answer["source"] = answers.get(name, "answer = None")
    return notebook


def points(notebook: dict[str, Any]) -> dict[str, int | None]:
    """Run a submission as nbgrader's autograder does, past errors, and return what each grade cell earns.

    A test earns its points if it does not raise; a solution that a person grades has none yet.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    earned: dict[str, int | None] = {}
    for cell in (cell for cell in notebook["cells"] if cell["cell_type"] == "code"):
        passed = True
        try:
            run([cell["source"]], names)
        except Exception:  # an answer, or the check of one that is not right
            passed = False
        data = cell["metadata"].get("nbgrader", {})
        if data.get("grade"):
            earned[data["grade_id"]] = None if data["solution"] else data["points"] * passed
    return earned


def write(path: Path) -> bool:
    """Write it into a notebook; whether that changed anything."""
    before = path.read_text("utf-8")
    notebook = json.loads(before)
    for name, answer, check in triples(notebook["cells"]):
        answer["metadata"]["nbgrader"] = of_answer(name)
        check["metadata"]["nbgrader"] = of_check(name)
    after = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    if json.loads(before) == notebook:
        return False
    path.write_text(after, "utf-8")
    return True


if __name__ == "__main__":
    print("\n".join(path.name for path in numbered() if write(path)) or "Nothing to change.")

"""The notebooks of the course as tests read and run them.

`python -m tests.teaching.notebooks NOTEBOOK` runs one with the model answers where a reader's would stand,
and prints what each check said, as JSON.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from silkenweb.teaching import Result, course

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"


def numbered() -> list[Path]:
    """All notebooks of the course, in order."""
    return sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    """A notebook as its JSON, with each cell's source as one text."""
    notebook: dict[str, Any] = json.loads(path.read_text("utf-8"))
    for cell in notebook["cells"]:
        cell["source"] = "".join(cell["source"])
    return notebook


def answered(cell: dict[str, Any]) -> str | None:
    """The exercise whose answer a cell is for."""
    name: str | None = cell["metadata"].get("silkenweb", {}).get("exercise")
    return name


def filled(path: Path) -> list[str]:
    """The code cells of a notebook, with the model answers where a reader's would stand."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    return [
        cell["source"] if (name := answered(cell)) is None else course.exercise(name).model for cell in cells
    ]


def run(sources: list[str]) -> list[tuple[str, str, str]]:
    """Run cells one after another; gives exercise, state and words of each check that a cell ends with.

    Nothing is shown, which takes most of a notebook's time; nbval runs them with all that they show.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    said = []
    for number, source in enumerate(sources):
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with redirect_stdout(io.StringIO()):
            exec(compile(tree, f"cell {number}", "exec"), names)
            value = (
                eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
            )
        if isinstance(value, Result):
            said.append((value.name, value.state, repr(value)))
    return said


if __name__ == "__main__":
    print(json.dumps(run(filled(Path(sys.argv[1])))))

"""The notebooks of the course as tests read and run them.

`python -m tests.teaching.notebooks NOTEBOOK` runs all cells of one, then answers its exercises from the last
to the first with their model answers, and prints what each check said, as JSON, and what is wrong with the
tables and charts that its cells show.
"""

from __future__ import annotations

import ast
import io
import itertools
import json
import re
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


def visible(cell: dict[str, Any]) -> bool:
    """Whether the reader sees the source of a cell. Checks of what the text says are hidden."""
    hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
    return not hidden and "hide-input" not in cell["metadata"].get("tags", [])


def answered(cell: dict[str, Any]) -> str | None:
    """The exercise whose answer a cell is for."""
    name: str | None = cell["metadata"].get("silkenweb", {}).get("exercise")
    return name


def answers(path: Path) -> list[tuple[str, str]]:
    """Return for each exercise the source of its model answer, and that of the cell that checks it."""
    cells = [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]
    pairs = itertools.pairwise(cells)
    return [
        (course.exercise(name).model, check["source"]) for cell, check in pairs if (name := answered(cell))
    ]


def run(
    sources: list[str], names: dict[str, Any], seen: list[str] | None = None
) -> list[tuple[str, str, str]]:
    """Run cells in the namespace `names`; return exercise, state and words of each check at their ends.

    Only tables and charts are shown, and `seen` gets what is wrong with them: the rest takes most of a
    notebook's time, and nbval runs them with all that they show.
    """
    said = []
    for number, source in enumerate(sources):
        tree = ast.parse(source)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        with redirect_stdout(io.StringIO()) as printed:
            exec(compile(tree, f"cell {number}", "exec"), names)
            value = (
                eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
            )
        if isinstance(value, Result):
            said.append((value.name, value.state, repr(value)))
        if seen is not None:
            seen += [
                f"cell {number}: {fault}"
                for fault in (*table_faults(value, printed.getvalue()), *chart_faults(value))
            ]
    return said


def table_faults(value: Any, printed: str) -> list[str]:
    """Return what is wrong with a frame at the end of a cell, and with printed ones."""
    told = printed + (repr(value) if type(value).__module__.startswith("polars") else "")
    faults = ["a table has its shape above it"] if "shape: (" in told else []
    return faults + (["a text of a table is cut"] if re.search(r"│.*…", told) else [])


def chart_faults(value: Any) -> list[str]:
    """Return what is wrong with a chart at the end of a cell; an empty list for any other value."""
    if not any(kind.__module__.startswith("altair") for kind in type(value).__mro__):
        return []
    bundle = value._repr_mimebundle_()
    picture = (bundle[0] if isinstance(bundle, tuple) else bundle).get("image/svg+xml", "")
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    legends = re.findall(r"role-legend-title.*?<text[^>]*>([^<]*)</text>", picture, re.DOTALL)
    checks = {
        "it is drawn by a server": not texts,
        "it has only one theme": "prefers-color-scheme:dark" not in picture,
        "a label is cut": any("…" in text for text in texts),
        "a legend is there twice": len(legends) > len(set(legends)),
        "a count has decimals": {"0.0", "1.0"} <= set(texts),
    }
    return [fault for fault, found in checks.items() if found]


if __name__ == "__main__":
    notebook = Path(sys.argv[1])
    kernel: dict[str, Any] = {"__name__": "__main__"}
    faults: list[str] = []
    cells = [cell["source"] for cell in read(notebook)["cells"] if cell["cell_type"] == "code"]
    untouched = run(cells, kernel, faults)
    backwards = run([source for pair in reversed(answers(notebook)) for source in pair], kernel)
    print(json.dumps({"untouched": untouched, "backwards": backwards, "faults": faults}))

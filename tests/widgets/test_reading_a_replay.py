"""The tasks of the notebook `01_reading_a_replay`: untouched they are not wrong, and each can be solved."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytestmark = pytest.mark.usefixtures("no_loop")
BLANK = re.compile(r"^(\w+) = None\b", re.MULTILINE)
ANSWERS = {
    "first_blessing": 65,
    "segments_left": 1,
    "most_relics": 4,
    "likeliest": "combat2",
    "wukongs_ability": "74",
}


@pytest.fixture(scope="module")
def cells(root: Path) -> list[str]:
    notebook = nbformat.read(root / "notebooks" / "01_reading_a_replay.ipynb", as_version=4)
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def told(cells: list[str], answers: dict[str, Any], after: dict[str, str] | None = None) -> list[str]:
    """What the checks say, in order; `after`: code to run once a name has come to be."""
    names: dict[str, Any] = {}
    waiting, said = dict(after or {}), []
    for source in cells:
        tree = ast.parse(BLANK.sub(lambda blank: f"{blank[1]} = {answers.get(blank[1])!r}", source))
        last = tree.body[-1]
        if isinstance(last, ast.Expr) and ast.unparse(last).startswith("check("):
            tree.body.pop()
            exec(compile(tree, "cell", "exec"), names)
            said.append(str(eval(ast.unparse(last), names)))
        else:
            exec(compile(tree, "cell", "exec"), names)
        for name in [name for name in waiting if name in names]:
            exec(waiting.pop(name), names)
    return said


def test_what_has_not_been_tried_is_not_wrong(cells: list[str]) -> None:
    """Every check of the untouched notebook says so."""
    assert told(cells, {}) == ["Not tried yet."] * 7


def test_each_task_can_be_solved(cells: list[str]) -> None:
    """The right answers, a note and a branch are found right."""
    acts = {
        "lost": "lost.node('99').comment, lost.node('99').glyph = 'Here.', '?'",
        "uses": "won.node(uses[0]).parent.branch('rest ~')",
    }
    assert told(cells, ANSWERS, acts) == ["Right!"] * 7


def test_a_wrong_answer_gets_a_hint(cells: list[str]) -> None:
    """And no more than that."""
    said = told(cells, dict.fromkeys(ANSWERS, "0"))
    wrong = [words for words in said if words != "Not tried yet."]
    assert len(wrong) == len(ANSWERS)
    assert all(words.startswith("Not yet. ") and len(words) > 20 for words in wrong)

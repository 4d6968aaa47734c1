"""The teacher's kit: answer key, printable sheets, prerequisites, routes, plans that fit the notebooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from silkenweb.teaching import course
from silkenweb.teaching.classroom.handouts import answer_key, practice_sheets
from silkenweb.teaching.course import NEEDS, ROUTES
from silkenweb.teaching.practice_position import themes
from silkenweb.teaching.predictions import known
from tests.teaching.notebooks import FOLDER, answered, numbered, read

GUIDE = (FOLDER / "teaching_guide.md").read_text("utf-8")


def test_the_answer_key_has_every_answer() -> None:
    """Each prediction and each exercise by its name, and nothing from a network."""
    page = answer_key()
    for name in (*known(), *course.names()):
        assert re.search(rf">{re.escape(name)}\b", page), name
    assert "http" not in re.sub(r'xmlns="[^"]*"', "", page.split("<body")[1])


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_sheets_have_a_picture_and_room_for_each_position(language: str) -> None:
    """The solutions come after all positions, so that they can be left out when printing."""
    page = practice_sheets(["locking", "signals"], language=language)
    count = len(themes()["locking"]) + len(themes()["signals"])
    assert page.count("<img ") == count
    assert page.count('class="line"') == 2 * count
    assert page.count("<li>") == count
    assert page.rindex("<img ") < page.index("<li>")
    assert f'lang="{language}"' in page


def test_routes_respect_what_notebooks_build_on() -> None:
    """Every notebook of a route comes after those that it needs, and no dependency is circular."""
    assert list(NEEDS) == list(course.notebooks())
    for number, needs in NEEDS.items():
        assert all(other < number for other in needs.notebooks)
    for name, route in ROUTES.items():
        for place, number in enumerate(route):
            missing = set(NEEDS[number].notebooks) - set(route[:place])
            assert not missing, (name, number)


def test_the_guide_lists_the_same_prerequisites_and_routes() -> None:
    for number, needs in NEEDS.items():
        assert f"| {number} | {', '.join(needs.notebooks) or 'none'} | {needs.python} |" in GUIDE
    for name, route in ROUTES.items():
        assert f"| {name} | {', '.join(route)} |" in GUIDE


def plan_of(number: str) -> list[int]:
    """The minutes of the plans for 45 and for 90 minutes of a notebook."""
    part = re.search(rf"^### {number} .*?(?=^##)", GUIDE, re.MULTILINE | re.DOTALL)
    assert part is not None
    first, _, second = part[0].partition("| 90 |")
    return [
        sum(int(minutes) for minutes in re.findall(r"^\| (\d+) \| [^|\s]", text, re.MULTILINE))
        for text in (first, second)
    ]


def test_each_plan_fills_its_lesson() -> None:
    """45 minutes each; the second plan continues the first."""
    assert {number: plan_of(number) for number in NEEDS} == {key: [45, 45] for key in NEEDS}


def test_a_notebook_fits_into_two_lessons(notebook: Path) -> None:
    """A minute and a half for each prediction, four for a set of practice positions, five for an exercise."""
    cells = read(notebook)["cells"]
    count = {
        text: sum(text in cell["source"] for cell in cells if cell["cell_type"] == "code")
        for text in ("predict(", "sw.practice(")
    }
    exercises = sum(answered(cell) is not None for cell in cells)
    minutes = 1.5 * count["predict("] + 4 * count["sw.practice("] + 5 * exercises
    assert notebook in numbered()
    assert minutes <= 85, minutes

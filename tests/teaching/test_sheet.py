"""Tables for spreadsheets: no text is run as a formula, and numbers stay numbers."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silkenweb.teaching import class_report, exercise, progress
from silkenweb.teaching.progress_file import csv_text, read_text

LINK = '=HYPERLINK("http://example.invalid","Ana")'
RUN = [
    LINK,
    "+1+cmd",
    "-2+3",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\n=1+1",
    "  =1+1",
    '"=1+1',
    " '=1+1",
    "\u201c=1",
    "\uff1d1+1",
]
RUN += ["\ufeff=1+1", "\x00=1+1", "-", "=", "-Ana", "'=already marked"]
LEFT = ["Ana", "", "00.1", "not yet", "a=b", "'Ana'", "O'Neill", "-5", "+1.5", "-1e3", "x\t=1", "3 - 2"]


def cells(text: str) -> list[str]:
    """What a spreadsheet finds in the only row."""
    (row,) = csv.reader(io.StringIO(text, newline=""))
    return row


@pytest.mark.parametrize("text", RUN)
def test_a_text_that_would_be_run_is_marked(text: str) -> None:
    """Also after spaces, quotes and what cannot be seen; read again, it is what it was."""
    (cell,) = cells(csv_text([[text]]))
    assert cell == "'" + text
    assert read_text(cell) == text


@pytest.mark.parametrize("text", LEFT)
def test_other_texts_are_left_as_they_are(text: str) -> None:
    """A number among them, with its sign."""
    assert cells(csv_text([[text, "end"]])) == [text, "end"]
    assert read_text(text) == text


def test_numbers_stay_numbers() -> None:
    """Those below 0 too."""
    assert csv_text([[-3, -0.25, 7, "-7"]]) == '-3,-0.25,7,"-7"\n'


@given(st.text())
def test_every_text_can_be_read_again(text: str) -> None:
    """The mark is taken away where one was set, and nowhere else."""
    if "\0" not in text:
        assert read_text(cells(csv_text([[text, "end"]]))[0]) == text


@pytest.mark.usefixtures("kept")
def test_a_student_s_name_is_no_formula_in_exported_progress(tmp_path: Path) -> None:
    """The class report shows the name as it was given."""
    exercise("00.1").check(["combat", "fire", "web"])
    written = progress().to_csv(tmp_path / "ana.csv", student=LINK)
    with written.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["student"] for row in rows} == {"'" + LINK}
    (found,) = class_report(tmp_path).progress
    assert found.student == LINK

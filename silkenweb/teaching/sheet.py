"""Tables as CSV for spreadsheets, in which no cell of text is taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Final, TypeAlias

Cell: TypeAlias = str | int | float

MARK: Final = "'"
"""Before a text that a spreadsheet would run: it then shows the text as it is."""

# What a spreadsheet skips before a formula: spaces, quotes, characters that cannot be seen.
_FORMULA: Final = re.compile(
    r"""[\s\x00-\x1f\ufeff\u200b-\u200f\u2060"'`\u2018-\u201f\u00ab\u00bb]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r]"""
)
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def csv_text(rows: Iterable[Iterable[Cell]]) -> str:
    """Return rows as CSV. Numbers stay numbers; a text that a spreadsheet would run has a MARK before it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")  # a carriage return too
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def read_text(cell: str) -> str:
    """Return the text that `csv_text` wrote into a cell."""
    return cell.removeprefix(MARK) if cell.startswith(MARK) and _runs(cell[1:]) else cell


def _safe(cell: Cell) -> Cell:
    return MARK + cell if isinstance(cell, str) and _runs(cell) else cell


def _runs(text: str) -> bool:
    """Whether a spreadsheet would take a text for a formula. A number is none, with a sign or without."""
    return bool(_FORMULA.match(text)) and not _NUMBER.fullmatch(text)

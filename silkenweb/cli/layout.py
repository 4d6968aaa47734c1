"""Lines of a given width: cut, filled up, in columns, wrapped behind a label. Widths are in columns."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from silkenweb.cli.plain import plain

GAP = 2  # columns between columns
_WRAPPER = Console(markup=False, emoji=False, highlight=False)


def fit(text: Text, width: int) -> Text:
    """A copy in exactly `width` columns: cut or filled up with blanks."""
    made = text.copy()
    made.truncate(width, overflow="ellipsis", pad=True)
    return made


def shorten(text: str, width: int) -> str:
    """A text that is not trusted: plain, on one line, in at most `width` columns."""
    shown = plain(text[: width + 1])
    return shown if cell_len(shown) <= width else f"{set_cell_size(shown, width - 1).rstrip()}…"


def wrap(text: Text, width: int) -> list[Text]:
    """The text in lines of at most `width`."""
    return [_stripped(line) for line in text.wrap(_WRAPPER, width)]


def behind(label: Text | str, lines: Sequence[Text], indent: int) -> list[Text]:
    """Lines set in by `indent`, with the label before the first."""
    shown = fit(Text(label) if isinstance(label, str) else label, indent)
    blank = Text(" " * indent)
    return [(shown if number == 0 else blank) + line for number, line in enumerate(lines)]


def in_columns(items: Sequence[Text], width: int, widest: int = 0) -> list[Text]:
    """Items in aligned columns, as many as fit, read line by line; each column at least `widest` wide."""
    widest = max([widest, *(item.cell_len for item in items)])
    across = max(1, (width + GAP) // (widest + GAP))
    rows = [items[first : first + across] for first in range(0, len(items), across)]
    return [_stripped(Text(" " * GAP).join(fit(item, widest) for item in row)) for row in rows]


def _stripped(line: Text) -> Text:
    line.rstrip()
    return line

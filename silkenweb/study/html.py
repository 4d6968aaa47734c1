"""Small HTML tables for reports in a notebook: all text is escaped, and colours follow the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

# Lines and text inherit the page's colours, so that they suit any theme.
_TABLE = "border-collapse:collapse;margin:.4em 0;color:inherit;background:none"
_EDGE = "1px solid color-mix(in srgb,currentColor 25%,transparent)"
_CELL = "padding:.2em .7em;text-align:{align};vertical-align:top;border-bottom:" + _EDGE


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "", right: Sequence[int] = ()
) -> str:
    """Return a table; the columns whose indices are in `right` hold numbers."""
    head = "".join(_cell("th", text, place in right) for place, text in enumerate(heads))
    lines = ("".join(_cell("td", text, place in right) for place, text in enumerate(row)) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    title = f'<caption style="text-align:left;font-weight:bold;padding:.2em 0">{escape(caption)}</caption>'
    inside = f"{title if caption else ''}<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'<table style="{_TABLE}">{inside}</table>'


def _cell(tag: str, text: str, number: bool) -> str:
    scope = ' scope="col"' if tag == "th" else ""
    style = _CELL.format(align="right" if number else "left")
    style += ";white-space:nowrap" if number and tag == "td" else ""
    return f'<{tag}{scope} style="{style}">{escape(text)}</{tag}>'


def paragraph(text: str, *, strong: bool = False) -> str:
    """Return a line of text."""
    return f"<p><b>{escape(text)}</b></p>" if strong else f"<p>{escape(text)}</p>"


def bullets(lines: Iterable[str]) -> str:
    """Return lines of text below each other."""
    return f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"

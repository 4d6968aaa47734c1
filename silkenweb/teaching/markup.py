"""HTML of exercises: a subset of Markdown, escaped first, in the project's colours. It needs no script."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from silkenweb.edition.colours import THEME
from silkenweb.widgets.picture import html_image

_INLINE: Final = re.compile(
    r"(?P<code>`[^`\n]+`)|(?P<bold>\*\*[^*\n]+\*\*)|(?P<it>(?<![\w*])\*[^*\s][^*\n]*\*(?!\w))"
)
_ITEM: Final = re.compile(r"(?:[-*]|\d+\.) +")


@cache
def _style() -> str:
    """Return the style sheet with the colours of both themes, as an element."""
    colours = "".join(f"--sw-{name}:light-dark({light},{dark});" for name, (light, dark) in THEME.items())
    rules = (files(__package__) / "lesson.css").read_text(encoding="utf-8")
    return f"<style>.sw-lesson{{{colours}}}\n{rules}</style>"


def section(kind: str, head: str, which: str, body: str, language: str = "en") -> str:
    """Return a box: `kind` is its class, `head` and `which` are texts, `body` is HTML in this language."""
    name = f' <span class="sw-which">{html.escape(which)}</span>' if which else ""
    title = f'<p class="sw-head">{html.escape(head)}{name}</p>'
    attributes = f'class="sw-lesson sw-{html.escape(kind)}" lang="{html.escape(language)}"'
    return f"{_style()}<div {attributes}>{title}{body}</div>"


def details(title: str, body: str) -> str:
    """Return HTML that is collapsed until the reader opens it."""
    return f"<details><summary>{html.escape(title)}</summary>{body}</details>"


def small(text: str) -> str:
    """Return a remark in small type, or nothing."""
    return f'<p class="sw-small">{html.escape(text)}</p>' if text else ""


def image(svg: str | None) -> str:
    """Return a picture as an image, or nothing."""
    return html_image.image(svg) if svg else ""


# -- the Markdown subset of exercises -------------------------------------------------------------------


def markdown(text: str) -> str:
    """Return paragraphs, lists, fenced code, `code`, **bold** and *italics* as HTML; the rest as text."""
    return "".join(_block(block) for block in _blocks(text))


def _blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block; fenced code is one block, including blank lines."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        fence = line.startswith("```")
        if not fenced and (fence or not line.strip() or (block and _starts_list(block, line))):
            if block:
                yield block
            block = []
        if fence or fenced or line.strip():
            block.append(line)
        if fence:
            fenced = not fenced
            if not fenced:
                yield block
                block = []
    if block:
        yield block


def _starts_list(block: list[str], line: str) -> bool:
    return bool(_ITEM.match(line)) and not _ITEM.match(block[0])


def _block(lines: list[str]) -> str:
    if lines[0].startswith("```"):
        code = lines[1:-1] if lines[-1].startswith("```") and len(lines) > 1 else lines[1:]
        return f"<pre><code>{html.escape(chr(10).join(code))}</code></pre>"
    if _ITEM.match(lines[0]):
        items: list[str] = []
        for line in lines:
            if _ITEM.match(line):
                items.append(_ITEM.sub("", line, count=1))
            else:
                items[-1] += f" {line.strip()}"
        tag = "ol" if lines[0][0].isdigit() else "ul"
        return f"<{tag}>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</{tag}>"
    return f"<p>{_inline(' '.join(line.strip() for line in lines))}</p>"


def _inline(text: str) -> str:
    """Escape text piece by piece, so that text between two marks can never become an element."""
    out, last = [], 0
    for found in _INLINE.finditer(text):
        out.append(html.escape(text[last : found.start()]))
        mark = found[0]
        if found["code"]:
            out.append(f"<code>{html.escape(mark[1:-1])}</code>")
        elif found["bold"]:
            out.append(f"<strong>{_inline(mark[2:-2])}</strong>")
        else:
            out.append(f"<em>{_inline(mark[1:-1])}</em>")
        last = found.end()
    return "".join([*out, html.escape(text[last:])])

"""A picture as an image in HTML, with its description as the alternative text."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from typing import Final

_DESCRIPTION: Final = re.compile(r"<title>(.*?)</title>(?:<desc>(.*?)</desc>)?", re.DOTALL)


def image(svg: str, style: str = "") -> str:
    """Return a picture as a separate element, so that its styles affect nothing outside."""
    data = b64encode(svg.encode()).decode()
    words = html.escape(picture_text(svg), quote=True)
    look = f' style="{html.escape(style, quote=True)}"' if style else ""
    return f'<img alt="{words}"{look} src="data:image/svg+xml;base64,{data}">'


def picture_text(svg: str) -> str:
    """Return the title and description that a picture of this project carries."""
    found = _DESCRIPTION.search(svg)
    return html.unescape(" ".join(filter(None, found.groups()))) if found else ""

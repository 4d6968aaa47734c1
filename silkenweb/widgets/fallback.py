"""The fallback for viewers without widgets: a picture and a text of the position, stored in the notebook."""

from __future__ import annotations

from typing import Any

from silkenweb.replay import Node
from silkenweb.widgets.picture import seen, svg, words

SVG, TEXT = "image/svg+xml", "text/plain"


def with_picture(bundle: Any, node: Node, viewer: int | None, language: str | None = None) -> Any:
    """Add the position after `node` to a widget's mime bundle, as a picture and as text.

    The position is as the seat `viewer` sees it; None shows everything.
    """
    data, *more = bundle if isinstance(bundle, tuple) else (bundle,)
    if not isinstance(data, dict):
        return bundle
    text = f"{data.get(TEXT, '')}\n{words(seen(node, viewer, language))}".strip()
    data = {**data, TEXT: text, SVG: str(svg(node, viewer, language=language))}
    return (data, *more) if more else data

"""What a saved notebook shows of a player where nobody can run it: a picture and a text of the position."""

from __future__ import annotations

from typing import Any

from silkenweb.replay import Node
from silkenweb.widgets.picture import seen, svg, words

SVG, TEXT = "image/svg+xml", "text/plain"


def with_picture(bundle: Any, node: Node, viewer: int | None, language: str | None = None) -> Any:
    """The widget's bundle of forms (or what stands for one) with the position after `node` beside it, as the
    seat `viewer` sees it or everything open."""
    data, *more = bundle if isinstance(bundle, tuple) else (bundle,)
    if not isinstance(data, dict):
        return bundle
    told = f"{data.get(TEXT, '')}\n{words(seen(node, viewer, language))}".strip()
    data = {**data, TEXT: told, SVG: str(svg(node, viewer, language=language))}
    return (data, *more) if more else data

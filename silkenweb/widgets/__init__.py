"""The widgets for notebooks, exported pages, and pictures.

Widgets require ipywidgets and anywidget; pages and pictures do not.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from silkenweb.widgets.export import export_html
    from silkenweb.widgets.picture import svg
    from silkenweb.widgets.player import Player
    from silkenweb.widgets.scribe_form import Scribe
    from silkenweb.widgets.table import Table

_LAZY = {
    "Player": "player",
    "Scribe": "scribe_form",
    "Table": "table",
    "export_html": "export",
    "svg": "picture",
}

__all__ = ["Player", "Scribe", "Table", "export_html", "svg"]


if not TYPE_CHECKING:  # so that a type checker reports a name that does not exist

    def __getattr__(name: str) -> Any:
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)

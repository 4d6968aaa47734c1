"""What a person sees in a notebook: the player. Needs ipywidgets and anywidget; a browser draws it."""

from silkenweb.widgets.player import Player

__all__ = ["Player"]

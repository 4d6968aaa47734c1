"""The public Scribe: the Scribe of `silkenweb.scribe`, with a form to enter facts in a notebook."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from silkenweb.game.tables import Tables
from silkenweb.scribe import Scribe as Telling
from silkenweb.text import Words
from silkenweb.widgets.attributes import STANDARD, Checked

if TYPE_CHECKING:
    from silkenweb.widgets.scribe_form import ScribeWidget


class Scribe(Checked, Telling):
    """Enter a game that was played with real cards; in a notebook also by touch.

    See `silkenweb.scribe.Scribe`, whose methods it has.
    """

    _widget: ScribeWidget | None = None
    _language: str | None = None
    _layout: Mapping[str, Any] = MappingProxyType({})

    seed: str
    tables: Tables
    characters: tuple[str, ...]

    def __init__(self, characters: Sequence[str], *, language: str | None = None, **options: Any) -> None:
        """Create a Scribe with its form.

        `language`, `height`, `layout`, `tooltip` and `tabbable` are options of the form, as of any widget;
        the other options are those of `silkenweb.scribe.Scribe`.
        """
        self._language = Words(language).language
        self._layout = {name: options.pop(name) for name in STANDARD if name in options}
        super().__init__(characters, **options)

    @property
    def widget(self) -> ScribeWidget:
        """The form that a notebook shows; each Scribe has one."""
        if self._widget is None:
            from silkenweb.widgets.scribe_form import ScribeWidget

            self._widget = ScribeWidget(self, language=self._language, **self._layout)
        return self._widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget._repr_mimebundle_(**kwargs)

    def _display_(self) -> ScribeWidget:
        """Return the form for marimo."""
        return self.widget

    def _keep_in(self, path: str | os.PathLike[str]) -> None:
        super()._keep_in(path)
        self._refresh()

    def _renew(self) -> None:
        super()._renew()
        self._refresh()

    def _refresh(self) -> None:
        if self._widget is not None:
            self._widget.refresh()

"""The public Scribe: what it was told, and in a notebook a form to tell it by."""

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
    """Put in a game that was played with the real cards, in a notebook by touch too; see
    `silkenweb.scribe.Scribe`, whose methods it has."""

    _widget: ScribeWidget | None = None
    _language: str | None = None
    _layout: Mapping[str, Any] = MappingProxyType({})

    seed: str
    tables: Tables
    characters: tuple[str, ...]

    def __init__(self, characters: Sequence[str], *, language: str | None = None, **options: Any) -> None:
        """`language`, `layout`, `tooltip` and `tabbable` of the form, as of any widget; the other options are
        those of the Scribe's own.
        """
        self._language = Words(language).language
        self._layout = {name: options.pop(name) for name in STANDARD if name in options}
        super().__init__(characters, **options)

    @property
    def widget(self) -> ScribeWidget:
        """The form by which a game is put in, as a notebook shows it; one for each Scribe."""
        if self._widget is None:
            from silkenweb.widgets.scribe_form import ScribeWidget

            self._widget = ScribeWidget(self, language=self._language, **self._layout)
        return self._widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        return self.widget._repr_mimebundle_(**kwargs)

    def _keep_in(self, path: str | os.PathLike[str]) -> None:
        super()._keep_in(path)
        self._refresh()

    def _renew(self) -> None:
        super()._renew()
        self._refresh()

    def _refresh(self) -> None:
        if self._widget is not None:
            self._widget.refresh()

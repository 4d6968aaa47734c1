"""Jupyter's comm as the transport of a session, and of the state that a widget shows.

A saved notebook contains the state of its widgets, so that state is small: the script and the stylesheet of
the front end are in separate models, one for all widgets (`frontend/src/loader.ts` finds them), and large
traits are compressed (`frontend/src/packed.ts` reads them).

A typo in an attribute or an argument of a widget is an error.
"""

from __future__ import annotations

import difflib
import inspect
import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

import anywidget
import traitlets
from ipywidgets import Widget, widget_serialization

from silkenweb import arguments
from silkenweb.text import Words
from silkenweb.widgets import assets
from silkenweb.widgets.session import Requests, Session

STANDARD: Final = ("height", "layout", "tabbable", "tooltip")
"""The arguments and attributes that every widget has: those of Jupyter's widgets, and the height."""


class Checked:
    """Refuses public attributes that the class does not declare, and new values for those declared Final.

    `SETTABLE` names what a person may set, for the error.
    """

    SETTABLE: ClassVar[tuple[str, ...]] = STANDARD

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_"):
            declared = _declared(type(self), name)
            if declared is None or (declared.startswith("Final") and name in vars(self)):
                raise AttributeError(_refusal(type(self), name, known=declared is not None))
        super().__setattr__(name, value)


def _declared(kind: type, name: str) -> str | None:
    """Return the annotation of an attribute, "" if it has none; None if the class does not declare it."""
    for each in kind.__mro__:
        if name in vars(each).get("__annotations__", {}):
            return str(vars(each)["__annotations__"][name])
    return "" if hasattr(kind, name) else None


def _refusal(kind: type, name: str, *, known: bool) -> str:
    settable: tuple[str, ...] = getattr(kind, "SETTABLE", STANDARD)
    # anywidget creates a subclass of the same name for each widget.
    found = (
        f"{kind.__name__}.{name} can't be changed" if known else f"{kind.__name__} has no attribute {name!r}"
    )
    return f"{found}{_close(name, settable)}. These can be set: {', '.join(settable)}"


def standard(kind: type, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the standard widget arguments. Raises TypeError, as any function does, for another one."""
    for name in options:
        if name not in STANDARD:
            parameters = inspect.signature(kind).parameters
            known = [key for key, each in parameters.items() if each.kind is not each.VAR_KEYWORD]
            close = _close(name, [*known, *STANDARD])
            raise TypeError(f"{kind.__name__}() got an unexpected keyword argument {name!r}{close}")
    return dict(options)


def _close(name: str, known: Iterable[str]) -> str:
    found = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""


HEIGHTS: Final = (400, 4000)
"""The least and the greatest height of a widget, in pixels."""

LEAST_PACKED: Final = 2000
"""The size in bytes from which a trait is compressed."""


def packed(value: Any, _widget: object = None) -> Any:
    """Return the value of a trait as it is sent: compressed if it is large."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) < LEAST_PACKED:
        return value
    return {"deflate": b64encode(zlib.compress(text, wbits=-15)).decode(), "size": len(text)}


PACKED: Final = {"sync": True, "to_json": packed}
"""The metadata of a trait that is sent compressed."""


class Part(Widget):  # type: ignore[misc]
    """A text of the front end, once for all widgets that need it."""

    text = traitlets.Unicode().tag(**PACKED)


_parts: dict[tuple[Callable[..., str], str], Part] = {}


def part_of(make: Callable[..., str], language: str = "") -> Part:
    """Return the model of a script or stylesheet; a new one if the last one was closed."""
    part = _parts.get((make, language))
    if part is None or part.comm is None:
        part = _parts[make, language] = Part(text=make(language) if language else make())
    return part


class CommWidget(Checked, anywidget.AnyWidget):
    """A widget whose requests are answered by a session, and whose front end is shared with others."""

    height = traitlets.Any(None).tag(sync=True)
    """The height of the widget in pixels; None to follow the window."""
    _script = traitlets.Instance(Part).tag(sync=True, **widget_serialization)
    _style = traitlets.Instance(Part).tag(sync=True, **widget_serialization)
    _notice = traitlets.Unicode().tag(sync=True)

    def __init__(self, script: Callable[[str], str], words: Words, **options: Any) -> None:
        """Create the widget; `script` makes the script of the front end in a language."""
        self._esm = assets.loader_esm(words.language)
        parts = {"_script": part_of(script, words.language), "_style": part_of(assets.css)}
        super().__init__(_notice=words("hub.front"), **parts, **options)

    def _reload(self, script: Callable[[str], str], words: Words) -> None:
        """Show the front end in another language."""
        with self.hold_sync():
            self._script, self._notice = part_of(script, words.language), words("hub.front")
            self._esm = assets.loader_esm(words.language)

    @traitlets.validate("height")
    def _height_in_bounds(self, proposal: Any) -> int | None:
        height: int | None = proposal["value"]
        return None if height is None else arguments.whole("height", height, *HEIGHTS)

    def _connect(self, requests: Requests) -> None:
        """Answer what the browser sends from now on."""
        self._session = Session(requests, lambda message: self.send(message))
        self.on_msg(self._receive)

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        if message == {"kind": "front"}:  # from a host that has no models but this one
            self.send({"kind": "front", "script": self._script.text, "style": self._style.text})
        else:
            self._session.receive(message)

"""The front end: the scripts and stylesheets that `frontend/` builds into `static/`, ready to be shown.

Each script is one ES module without imports, because a widget's module is loaded as a blob, where relative
imports fail. Python puts the declarations that a script needs before it: `LANGUAGE`, `WORDS` and `DRAWINGS`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from silkenweb import text
from silkenweb.edition.colours import THEME
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.widgets import drawings

COLOURS: Final = THEME
"""Paper, ink and threads in both themes. The icons' colours are in `silkenweb.edition.icons`."""


def loader_esm(language: str = text.ENGLISH) -> str:
    """Return the module that loads the front end; it differs by language, so that a host loads it again."""
    return f"// {language}\n{_read('loader.js')}"


def player_esm(language: str = text.ENGLISH) -> str:
    """Return the player as one ES module without imports."""
    return _module("player.js", language)


def table_esm(language: str = text.ENGLISH) -> str:
    """Return the table at which people play as one ES module without imports."""
    return _module("table.js", language)


def scribe_esm(language: str = text.ENGLISH) -> str:
    """Return the Scribe's form as one ES module without imports."""
    return _module("scribe.js", language)


def practice_esm(language: str = text.ENGLISH) -> str:
    """Return a practice position as one ES module without imports."""
    return _module("practice.js", language)


@cache
def page_script(language: str = text.ENGLISH) -> str:
    """Return the player as the script of a page without a kernel."""
    return _for_element("script", _module("page.js", language))


@cache
def page_css() -> str:
    """Return the stylesheet of that page."""
    return _for_element("style", _stylesheet("page.css"))


@cache
def css() -> str:
    """Return the stylesheet of all widgets."""
    return _stylesheet("widgets.css")


def _stylesheet(name: str) -> str:
    return f".silkenweb {{\n{css_variables()}\n}}\n{_read(name)}"


def css_variables() -> str:
    """Return the colours as CSS custom properties, light and dark in one value each."""
    icons = {icon.key: (icon.light, icon.dark) for icon in (*ICONS.values(), RELIC)}
    pairs = {**COLOURS, **icons}
    return "\n".join(f"  --sw-{name}: light-dark({light}, {dark});" for name, (light, dark) in pairs.items())


@cache
def _module(name: str, language: str) -> str:
    """Return a script of `static/` in one language; the same text object for the same arguments."""
    script = _read(name)
    return f"{text.as_script(language, script)}\nconst DRAWINGS = {drawings.as_json()};\n{script}"


def _read(name: str) -> str:
    return (files("silkenweb.widgets") / "static" / name).read_text(encoding="utf-8")


def _for_element(element: str, text: str) -> str:
    """Return the text, which must neither end the element it is put into nor hide that element's end."""
    assert f"</{element}" not in text
    assert "<!--" not in text
    return text

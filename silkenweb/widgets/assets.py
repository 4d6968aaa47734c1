"""The front end's files, joined into one ES module and one stylesheet.

A widget's module is loaded as a blob, where relative imports fail; so the files hold only top-level
functions and constants, and are joined here in a fixed order. The entry, with the one `export default`,
comes last.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from silkenweb.edition.colours import THEME
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.text import ENGLISH, as_script
from silkenweb.widgets import drawings

TABLE_SCRIPTS: Final = (
    "words", "telling.js", "model.js", "drawings.json", "notation.js", "dom.js", "icons.js", "words.js",
    "cards.js", "row.js", "seats.js", "head.js", "assumed.js", "table.js", "motion.js",
)  # fmt: skip
"""What every widget of the project shares: the words of its language, reading texts, drawing icons and cards,
the table."""

PLAYER_SCRIPTS: Final = (
    "tree.js", "hub.js", "findings.js", "legal.js", "acting.js", "movelist.js", "log.js", "gamemap.js",
    "transport.js", "review.js", "reviewpanel.js", "reviewsums.js", "reviewrun.js", "retry.js", "keys.js",
    "notes.js", "compare.js", "lenses.js", "sources.js", "player.js", "player_entry.js",
)  # fmt: skip
"""The player's own parts; the entry comes last."""

SITTING_SCRIPTS: Final = ("setup.js", "cover.js", "sit.js", "sit_entry.js")
"""The table's own parts beside the player's; the entry comes last."""

SCRIBE_SCRIPTS: Final = ("scribegrid.js", "scribeturn.js", "scribe.js", "scribe_entry.js")
"""The Scribe's own parts; the entry comes last."""

STYLES: Final = (
    "base.css", "cards.css", "table.css", "player.css", "lists.css", "review.css", "sit.css",
    "scribe.css",
)  # fmt: skip

COLOURS: Final = THEME
"""Paper, ink and threads in both themes. The icons' colours are in `silkenweb.edition.icons`."""


def _read(name: str) -> str:
    return (files("silkenweb.widgets") / "static" / name).read_text(encoding="utf-8")


def _script(name: str, language: str) -> str:
    if name == "words":
        return as_script(language)
    if name == "drawings.json":
        return f"const DRAWINGS = {drawings.as_json()};"
    return _read(name)


def css_variables() -> str:
    """The colours as CSS custom properties, light and dark in one value each."""
    icons = {icon.key: (icon.light, icon.dark) for icon in (*ICONS.values(), RELIC)}
    pairs = {**COLOURS, **icons}
    return "\n".join(f"  --sw-{name}: light-dark({light}, {dark});" for name, (light, dark) in pairs.items())


@cache
def joined(names: tuple[str, ...], language: str = ENGLISH) -> str:
    """Scripts as one ES module without imports, in one language. Who asks for the same gets the same text."""
    return "\n".join(_script(name, language) for name in names)


def player_esm(language: str = ENGLISH) -> str:
    """The player as one ES module without imports."""
    return joined((*TABLE_SCRIPTS, *PLAYER_SCRIPTS), language)


def table_esm(language: str = ENGLISH) -> str:
    """The table at which people play, as one ES module without imports."""
    return joined((*TABLE_SCRIPTS, *PLAYER_SCRIPTS[:-1], *SITTING_SCRIPTS), language)


def scribe_esm(language: str = ENGLISH) -> str:
    """The Scribe's form as one ES module without imports."""
    return joined((*TABLE_SCRIPTS, *SCRIBE_SCRIPTS), language)


@cache
def page_script(language: str = ENGLISH) -> str:
    """The player as the script of a page without a kernel: the same files with another entry."""
    return _for_element("script", joined((*TABLE_SCRIPTS, *PLAYER_SCRIPTS[:-1], "page_entry.js"), language))


@cache
def page_css() -> str:
    """The stylesheet of that page."""
    return _for_element("style", f"{_read('page.css')}\n{css()}")


def _for_element(element: str, text: str) -> str:
    """The text, which must not end the element that it is put into, nor hide its end."""
    assert f"</{element}" not in text
    assert "<!--" not in text
    return text


@cache
def css() -> str:
    """The stylesheet of all widgets of the project."""
    return "\n".join([f".silkenweb {{\n{css_variables()}\n}}", *map(_read, STYLES)])

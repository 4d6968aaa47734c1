"""Texts from files and arguments, made harmless for a terminal.

Names, comments and titles are never trusted: control characters, and those that turn the writing round,
are shown as escapes.
"""

from __future__ import annotations

import unicodedata

# Joiners make up emoji and whole scripts, and move nothing; every other invisible character is shown.
_JOINERS = "\u200c\u200d"
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def plain(text: str) -> str:
    """`text` on one line, with everything escaped that could steer a terminal or turn the writing round.

    >>> print(plain("a\\x1b[31mb\\u202ec\\n"))
    a\\x1b[31mb\\u202ec\\n
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def plain_lines(text: str) -> list[str]:
    """As `plain`, with the text's line breaks kept."""
    return [plain(line) for line in text.replace("\r\n", "\n").split("\n")]


def _shown(character: str) -> str:
    if unicodedata.category(character) in _UNSEEN and character not in _JOINERS:
        return character.encode("unicode_escape").decode("ascii")
    return character

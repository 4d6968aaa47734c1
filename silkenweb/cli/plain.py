"""Texts from files and arguments, made harmless for a terminal.

Names, comments and titles are never trusted: control characters, and those that turn the writing round,
are shown as escapes.
"""

from __future__ import annotations

from silkenweb.errors import escaped


def plain(text: str) -> str:
    """`text` on one line, with everything escaped that could steer a terminal or turn the writing round.

    >>> print(plain("a\\x1b[31mb\\u202ec\\n"))
    a\\x1b[31mb\\u202ec\\n
    """
    return escaped(text)


def plain_lines(text: str) -> list[str]:
    """As `plain`, with the text's line breaks kept."""
    return [plain(line) for line in text.replace("\r\n", "\n").split("\n")]

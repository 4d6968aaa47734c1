"""Where all that the command line says comes out: as it is, in colour only where that is seen."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO

from rich.console import Console
from rich.text import Text

from silkenweb.errors import escaped

NARROWEST = 40
"""Columns that a table needs; a terminal that has fewer wraps its lines."""


@dataclass(frozen=True, slots=True)
class Look:
    """How there is to draw: in so many columns, and whether with ASCII alone."""

    width: int = 80
    ascii: bool = False

    def sign(self, fine: str, simple: str) -> str:
        """The one of two signs that can be shown."""
        return simple if self.ascii else fine


def console(file: IO[str] | None = None) -> Console:
    """A console on `file`, by default standard output, that reads no markup."""
    return Console(file=file or sys.stdout, markup=False, emoji=False, highlight=False)


def look_of(made: Console) -> Look:
    """What can be drawn on a console."""
    return Look(width=max(made.width, NARROWEST), ascii=not made.encoding.lower().startswith("utf"))


def say(made: Console, lines: Iterable[Text | str]) -> None:
    """Print lines that have their width already."""
    for line in lines:
        made.print(line, soft_wrap=True)


def plain(text: str) -> str:
    """`text` on one line, with everything escaped that could steer a terminal or turn the writing round.

    >>> print(plain("a\\x1b[31mb\\u202ec\\n"))
    a\\x1b[31mb\\u202ec\\n
    """
    return escaped(text)


def plain_lines(text: str) -> list[str]:
    """As `plain`, with the text's line breaks kept."""
    return [plain(line) for line in text.replace("\r\n", "\n").split("\n")]

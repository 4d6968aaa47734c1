"""The output of the command line: text as it is, with colour only if the output can show it."""

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
    """The limits of a drawing: its width in columns, and whether it must use only ASCII."""

    width: int = 80
    ascii: bool = False

    def sign(self, fine: str, simple: str) -> str:
        """Return the one of two signs that can be shown."""
        return simple if self.ascii else fine


def console(file: IO[str] | None = None) -> Console:
    """Return a console on `file`, by default standard output, that reads no markup."""
    return Console(file=file or sys.stdout, markup=False, emoji=False, highlight=False)


def look_of(made: Console) -> Look:
    """Return the limits of a console."""
    return Look(width=max(made.width, NARROWEST), ascii=not made.encoding.lower().startswith("utf"))


def say(made: Console, lines: Iterable[Text | str]) -> None:
    """Print lines that already have the right width."""
    for line in lines:
        made.print(line, soft_wrap=True)


def plain(text: str) -> str:
    r"""Return `text` on one line; escape what could control a terminal or reverse the writing.

    >>> print(plain("a\x1b[31mb\u202ec\n"))
    a\x1b[31mb\u202ec\n
    """
    return escaped(text)


def plain_lines(text: str) -> list[str]:
    """Return lines as `plain` does, keeping the text's line breaks."""
    return [plain(line) for line in text.replace("\r\n", "\n").split("\n")]

"""Drawn tables as text that people can read: `python -m tests.cli.golden_tables` draws them again.

Each file in `golden/` begins with two lines that define the drawing: its options (`seat 3, 80 columns,
ASCII`, or `all open, ...`), and the position. The table follows.
"""

from __future__ import annotations

import re
from pathlib import Path

from silkenweb.cli.table_text import draw
from silkenweb.cli.terminal import Look
from silkenweb.game import Position
from silkenweb.game.perspective import sight

GOLDEN = Path(__file__).with_name("golden")
HOW = re.compile(r"(?:all open|seat (?P<seat>\d)), (?P<width>\d+) columns(?P<ascii>, ASCII)?")

# One person without a name, one with a hostile name, one with wide characters.
PERSONS = ("Ana", None, "Eva\x1b[31m [red]Rot[/red]", "李雷", None)


def drawn(text: str) -> str:
    """A golden file's text with the table drawn again."""
    how, position_text, *_ = text.split("\n")
    asked = HOW.fullmatch(how)
    assert asked is not None, how
    viewer = None if asked["seat"] is None else int(asked["seat"])
    position = Position.parse(position_text)
    seen = sight(position, viewer, PERSONS[: len(position.characters)])
    lines = draw(seen, Look(int(asked["width"]), bool(asked["ascii"])))
    return "\n".join([how, position_text, "", *(line.plain for line in lines)]) + "\n"


if __name__ == "__main__":
    for path in GOLDEN.glob("*.txt"):
        path.write_text(drawn(path.read_text("utf-8")), encoding="utf-8")

"""Each rule id has a test that is named after it, and every refusal names one of them."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
NUMBERS = {"C": (1, 6), "S": (1, 8), "T": (0, 12), "B": (1, 3), "E": (1, 4), "A": (1, 6), "K": (1, 4)}
IDS = {f"{letter}{number}" for letter, (least, most) in NUMBERS.items() for number in range(least, most + 1)}


def test_every_rule_has_a_test_named_after_it() -> None:
    """C1 to K4, and the three sections that are contracts."""
    named: set[str] = set()
    for path in HERE.glob("test_*.py"):
        for name in re.findall(r"^def test_(\w+)", path.read_text("utf-8"), re.MULTILINE):
            named |= set(re.findall(r"(?:^|(?<=_))[A-Z]\d+(?=_)|^Chance|^Position_text|^Move_text", name))
    assert named >= IDS | {"Chance", "Position_text", "Move_text"}


def test_every_refusal_names_a_rule(root: Path) -> None:
    """What the engine gives as the rule is an id of the rules."""
    code = "\n".join(path.read_text("utf-8") for path in (root / "silkenweb/game").glob("*.py"))
    given = set(re.findall(r"Illegal\(\s*\"(\w+)\"", code))
    assert given
    assert given <= IDS

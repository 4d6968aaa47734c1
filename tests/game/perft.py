"""How many positions can be reached in k moves from six set ones: the counts are in `perft.json`.

`python -m tests.game.perft` compares, `python -m tests.game.perft --write` writes the counts again. They tell
at once that the rules have changed, and in what kind of position. In the file, `after` holds a pair for 1, 2,
3 moves and so on: the different positions reached, and the ways to reach them (a deal is one move).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import silkenweb as sw
from silkenweb.game import Position

FILE = Path(__file__).with_name("perft.json")
SEED = "perft"  # what is dealt where a level comes within these moves


def counts(text: str, depth: int) -> list[list[int]]:
    """For 1, 2, ... `depth` moves: the different positions reached, and the ways."""
    level = {Position.parse(text): 1}
    found = []
    for _ in range(depth):
        after: dict[str, int] = {}
        reached: dict[str, Position] = {}
        for position, ways in level.items():
            for what in (sw.deal(position, SEED),) if position.phase == "deal" else position.legal_moves():
                new = position.apply(what)
                name = new.text
                after[name] = after.get(name, 0) + ways
                reached[name] = new
        level = {reached[name]: ways for name, ways in after.items()}
        found.append([len(level), sum(level.values())])
    return found


def load() -> list[dict[str, Any]]:
    """The set positions with their counts."""
    data: list[dict[str, Any]] = json.loads(FILE.read_text("utf-8"))
    return data


def again(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry with its counts made anew."""
    return entry | {"after": counts(entry["position"], len(entry["after"]))}


def written(entries: list[dict[str, Any]]) -> str:
    """The file's text, a line a value."""
    values = [
        ",\n".join(f'  "{key}": {json.dumps(value)}' for key, value in entry.items()) for entry in entries
    ]
    return "[\n" + ",\n".join(f" {{\n{value}\n }}" for value in values) + "\n]\n"


def main() -> int:
    """Compare, or write."""
    entries = load()
    new = [again(entry) for entry in entries]
    if "--write" in sys.argv[1:]:
        FILE.write_text(written(new), "utf-8")
    for entry, made in zip(entries, new, strict=True):
        reached = [number for number, _ in made["after"]]
        print("same   " if entry == made else "CHANGED", made["name"], *reached)
    return int(entries != new and "--write" not in sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())

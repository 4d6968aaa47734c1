"""Golden games: positions, moves and sentences that people can read, re-run and compared line by line.

`python -m tests.game.golden` compares, `python -m tests.game.golden --write` writes the files in `golden/`
again. To add a game, write a file with its head, an empty line, and the moves, each after `> ` (and `= deal`
where a deal comes, which is the seed's); `--write` adds the rest. A file is

    # title
    position: (a position text), or characters: and blessings:
    seed: (of the deals)

    @ the position
    > the move, or = deal
      what happened, in order; `|` what the other players were told of it, where that is less
"""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path

import silkenweb as sw
from silkenweb.game import Event, Position
from silkenweb.game.events import Secret

FOLDER = Path(__file__).with_name("golden")


def files() -> list[Path]:
    """All golden games."""
    return sorted(FOLDER.glob("*.txt"))


def again(text: str) -> str:
    """The file's text, with everything but the head and the moves made anew."""
    head, _, body = text.partition("\n\n")
    given = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    if "position" in given:
        position = Position.parse(given["position"])
    else:
        position = Position.start(given["characters"].split(" "), blessings=int(given["blessings"]))
    lines = [head, ""]
    for line in body.splitlines():
        if line.startswith(("> ", "= ")):
            what = sw.deal(position, given["seed"]) if line == "= deal" else line[2:]
            lines += [f"@ {position.text}", line]
            position, told = position.step(what)
            lines += [each for event in told for each in sentences(event)]
    return "\n".join([*lines, f"@ {position.text}"]) + "\n"


def sentences(event: Event) -> list[str]:
    """What happened, and what the others were told where it is less."""
    others = [f"  | {event.open_sentence}"] if isinstance(event, Secret) else []
    return [f"  {event.sentence}", *others]


def main() -> int:
    """Compare, or write."""
    differ = False
    for path in files():
        old = path.read_text("utf-8")
        new = again(old)
        if "--write" in sys.argv[1:]:
            path.write_text(new, "utf-8")
        elif old != new:
            differ = True
            print(
                *unified_diff(old.splitlines(), new.splitlines(), path.name, "now", n=1, lineterm=""),
                sep="\n",
            )
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())

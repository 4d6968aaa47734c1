"""A class's folder for tests and to look at: games of one seed, one with a review, hostile names, bad files.

`python -m tests.teaching.classes FOLDER` writes it.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import silkenweb as sw
from silkenweb.replay.samples import folder as samples

HOSTILE = "Eva\x1b[2J </td><script>alert(1)</script>\u202eabc <img src=x onerror=alert(2)>"
TEAMS = {
    "red": ("greedy", ["Ana", "Bo", "Chidi"]),
    "blue": ("convention", ["Mei", "Tomás", "孫悟空"]),
    "green": (
        "random",
        [HOSTILE, None, "A name that is so long that no table should ever let it have its way"],
    ),
}


def write(folder: Path) -> Path:
    """The folder, with what a class might hand in; gives it back."""
    folder.mkdir(parents=True, exist_ok=True)
    for team, (bots, names) in TEAMS.items():
        meta = {"title": f"Team {team}"} if team != "green" else {"title": HOSTILE}
        game = sw.play(["tang", "wukong", "bajie"], bots, seed="class-7", names=names, meta=meta)
        game.save(folder / f"{team}.json")
    shutil.copy(samples() / "reviewed-two-lost-late.json", folder / "reviewed.json")
    (folder / "late").mkdir(exist_ok=True)
    shutil.copy(samples() / "three-no-seed.json", folder / "late" / "no-seed.json")
    shutil.copy(folder / "red.json", folder / "late" / "red-again.json")
    shutil.copy(folder / "red.json", folder / "red.branches.json")
    _bad(folder)
    _progress(folder)
    return folder


def _bad(folder: Path) -> None:
    """What is no game, each in its own way."""
    red = (folder / "red.json").read_text("utf-8")
    (folder / "broken.json").write_text(red[: len(red) // 2], "utf-8")
    (folder / "illegal.json").write_text(red.replace('"move": "end"', '"move": "claim R01"', 1), "utf-8")
    (folder / "kept.json").write_text('{\n "format": "silkenweb-progress",\n "version": 1}', "utf-8")
    (folder / "list.csv").write_text("name,mark\nAna,1\n", "utf-8")
    (folder / "notes.txt").write_text("not looked at", "utf-8")


def _progress(folder: Path) -> None:
    rows = {"ana": "right,1,0,no", "bo": "not yet,3,2,yes"}
    for name, first in rows.items():
        text = f"student,exercise,state,attempts,hints,solution\n{name.title()},03.1,{first}\n"
        text += f"{name.title()},03.2,right,2,1,no\n{name.title()},03.3,untried,0,0,no\n"
        (folder / f"{name}.csv").write_text(text, "utf-8")
    hostile = '"=1+1<b>","<script>",right,1,0,no'
    text = f"student,exercise,state,attempts,hints,solution\n{hostile}\n"
    (folder / "hostile.csv").write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

"""Positions whose pictures are tested; `python -m tests.widgets.picture_positions` redraws the golden one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import silkenweb as sw
from silkenweb.widgets.picture import svg
from tests.game.short_positions import at

GOLDEN = Path(__file__).with_name("golden") / "two.svg"


def small() -> sw.Position:
    """Two players: a commitment, a locking Threat, cards face down, a Rest."""
    return sw.Position.parse(
        "level=1 phase=turn seat=0 start=0 blessings=1 rests=1 turn=- row=T10(BJ2@1),T20 deck=T01,T02 "
        "done=- spirit=- marker=- queue=- taking=- wukong=A/WK2/WK1,WK3,WK4,WK5,WK6,WK7,WK8/-/-/- "
        "bajie=A/-/BJ1,BJ3,BJ4,BJ5,BJ6,BJ7,BJ8/-/-/-"
    )


def longest() -> sw.Position:
    """Five players at the last level: a row of 35 cards, a commitment with the marker on it, spirit and
    storage.
    """
    threats = [f"T{number:02}" for number in range(1, 36)]
    row = ["T10(BJ2@1)", *(threat for threat in threats[:31] if threat != "T10"), "R01", "R02", "R03", "R04"]
    return at(
        f"level=7 row={','.join(row)} deck={','.join(threats[31:])} rests=4 blessings=12 spirit=1/3 "
        "marker=T03 tang=TS1,TS2,TS3',TS4,TS5,TS6,TS7,TS8,R05,R06,R07,R08,R09,R10 bajie=BJ3,BJ4' "
        "wujing=WJ1/-/-/WJ2,WJ3'/- wukong=u/WK1,WK2 bailoong="
    )


POSITIONS: dict[str, Callable[[], sw.Position]] = {
    "small": small,
    "longest": longest,
    "pointing": lambda: at(
        "level=5 seat=1 row=T01,R01 rests=1 blessings=7 spirit=0/1 marker=wukong.web tang= wukong=WK1"
    ),
    "start": lambda: sw.Position.start(["bailoong", "wujing"]),
    "keeping": lambda: sw.sample("four-lost-late").node("37").position,
    "won": lambda: sw.sample("three-won").end.position,
    "lost": lambda: sw.sample("five-lost-at-level-1").end.position,
}


def readable(picture: str) -> str:
    """A picture with one element per line, so that versions can be compared."""
    return picture.replace("><", ">\n<")


if __name__ == "__main__":
    GOLDEN.write_text(readable(svg(small())), encoding="utf-8")

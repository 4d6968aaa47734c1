"""Games for the tests of what people see: one with branches and notes, one with hostile texts."""

from __future__ import annotations

from functools import cache

import silkenweb as sw

HOSTILE = (
    "<img src=x onerror=window.hacked=1>",
    "</title></script><script>window.hacked=1</script>",
    "<!--<script>",
    "]]></svg><script>window.hacked=1</script>",
    "\"'&amp;&lt;",
    "javascript:hacked=1",
    "\u202egnirts",
    "\u2028\u2029",
    "\x00\x07\x1b[2J",
    "{{constructor.constructor('hacked=1')()}}",
    "{title} {0} %s ${x} `",
    "A" * 200,
    "مرحبا " * 30,
    "😀" * 100,
)
SEED = "a seed to keep to oneself"


@cache
def small() -> str:
    """The text of a game of three greedy bots, with an alternative at each of two decisions, and notes."""
    replay = sw.play(
        ["wukong", "bajie", "wujing"], "greedy", seed=SEED, blessings=3, meta={"title": "A lesson"}
    )
    for seat in (0, 1):
        node, other = next(
            (node, move)
            for node in replay.main_line()
            if node.next is not None and node.position.phase == "turn" and node.position.seat == seat
            for move in node.position.legal_moves()
            if move != node.next.move
        )
        node.branch(other).comment = f"{other} was better"
    replay.node("5").comment = "Only Wukong can."
    replay.node("6").glyph = "?!"
    return replay.dumps()


def lesson() -> sw.Replay:
    """A fresh copy of that game."""
    return sw.Replay.loads(small())


def hostile() -> sw.Replay:
    """A game with hostile names, title and comments."""
    names = list(HOSTILE[:3])
    replay = sw.play(
        ["wukong", "bajie", "wujing"], "greedy", seed="h", names=names, meta={"title": HOSTILE[1]}
    )
    for node, text in zip(replay.main_line(), HOSTILE, strict=False):
        node.comment = text
    return replay

"""A whole game by bots, recorded."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from silkenweb.bots.protocol import Bot
from silkenweb.bots.table import game, seat_bots
from silkenweb.edition import Edition
from silkenweb.replay import Node, Recorder, Replay


def play(
    characters: Sequence[str],
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    *,
    seed: str,
    blessings: int | None = None,
    edition: Edition | None = None,
    names: Sequence[str | None] | None = None,
    meta: Mapping[str, Any] | None = None,
    record_to: str | os.PathLike[str] | None = None,
    told: Callable[[Node], object] | None = None,
) -> Replay:
    """A game of these characters (clockwise), played by bots with hidden hands.

    `bots`: a name for all seats, or a name or Bot for each. `seed` gives the deals and the bots' chance: the
    same seed, the same game. `record_to`: a file that is kept up to date while they play. `told`: called with
    each node as it is there. Raises IllegalMove where a bot of one's own chooses what it may not.

    >>> play(["wukong", "bajie"], "random", seed="class-7").outcome.phase
    'lost'
    """
    start = Replay.start(characters, names=names, edition=edition, blessings=blessings, seed=seed, meta=meta)
    recorder = start if record_to is None else Recorder(start, record_to)
    for taken in game(start.root.position, seat_bots(start.characters, bots, seed), seed):
        node = recorder.record(taken.what)
        if told is not None:
            told(node)
    return start

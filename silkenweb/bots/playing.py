"""A whole game by bots, recorded."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from silkenweb import arguments
from silkenweb.bots.protocol import Bot
from silkenweb.bots.table import game, seat_bots
from silkenweb.edition.argument import EditionLike
from silkenweb.replay import Node, Recorder, Replay


def play(
    characters: Sequence[str],
    bots: str | Bot | Sequence[str | Bot] = "greedy",
    *,
    seed: str | int | None = None,
    blessings: int | None = None,
    edition: EditionLike | None = None,
    names: Sequence[str | None] | None = None,
    meta: Mapping[str, Any] | None = None,
    record_to: str | os.PathLike[str] | None = None,
    told: Callable[[Node], object] | None = None,
) -> Replay:
    """A game of these characters (clockwise), played by bots with hidden hands.

    `bots`: a name for all seats, or a name or Bot for each. `seed` gives the deals and the bots' chance, as
    text or a whole number: the same seed, the same game. None draws a new seed, which `replay.seed` gives.
    `edition`: an Edition, the name of a built-in one, or the path of its file. `record_to`: a file that is
    kept up to date while they play. `told`: called with each node as it is there. Raises IllegalMove if a bot
    of your own chooses what it may not.

    >>> play(["wukong", "bajie"], "random", seed="class-7").outcome.phase
    'lost'
    """
    seed = arguments.seed(seed)
    if told is not None:
        arguments.function("told", told, "a function of a node, or None")
    start = Replay.start(characters, names=names, edition=edition, blessings=blessings, seed=seed, meta=meta)
    seated = seat_bots(start.characters, bots, seed)
    if record_to is not None:
        arguments.path("record_to", record_to)
    recorder = start if record_to is None else Recorder(start, record_to)
    for taken in game(start.root.position, seated, seed):
        node = recorder.record(taken.what)
        if told is not None:
            told(node)
    return start

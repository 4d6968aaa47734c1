"""What a Scribe was told, as it stands in a replay's file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from silkenweb.errors import SilkenwebError, quote
from silkenweb.replay.scribe.facts import Fact
from silkenweb.replay.tree import Replay

FACTS: Final = "x_scribe"
"""The key of the file."""

MOST_FACTS: Final = 5_000


def as_data(seed: str, told: Sequence[Sequence[Fact]]) -> dict[str, Any]:
    """The JSON of what was told, in the groups in which it was."""
    return {
        "seed": seed,
        "facts": [[[fact.level, fact.after, fact.text] for fact in group] for group in told],
    }


def told_in(replay: Replay) -> tuple[str, list[list[tuple[int, int, str]]]]:
    """The seed and the facts of a file, whose shape anybody may have changed."""
    data = replay.extra.get(FACTS)
    seed = data.get("seed") if isinstance(data, dict) else None
    groups = data.get("facts") if isinstance(data, dict) else None
    if not isinstance(seed, str) or not isinstance(groups, list):
        raise SilkenwebError("no Scribe wrote this replay: it does not say what was told of the game")
    told: list[list[tuple[int, int, str]]] = []
    for group in groups:
        for fact in group if isinstance(group, list) else [None]:
            if not isinstance(fact, list) or list(map(type, fact)) != [int, int, str] or min(fact[:2]) < 0:
                raise SilkenwebError(
                    f"{FACTS}: a fact is a level, a number of moves and a text, not {quote(fact)}"
                )
        told.append([(level, after, text) for level, after, text in group])
    if sum(map(len, told)) > MOST_FACTS:
        raise SilkenwebError(f"{FACTS}: more than {MOST_FACTS:,} facts")
    return seed, told

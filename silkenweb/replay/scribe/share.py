"""How much of a game that was put in is assumed."""

from __future__ import annotations

from typing import NamedTuple

from silkenweb.replay.assumed import noted
from silkenweb.replay.tree import Replay


class Share(NamedTuple):
    """How much of a game is assumed: cards dealt (Equipment and Threats) and those of which place or side is
    a guess."""

    cards: int
    places: int
    sides: int
    threats_dealt: int
    threats: int

    def __str__(self) -> str:
        if not self.cards:
            return "Nothing has been dealt yet."
        return (
            f"Of {self.cards} Equipment Cards and Relics dealt, the place of {self.places} is assumed and "
            f"which way up of {self.sides}; of {self.threats_dealt} Threat Cards dealt, {self.threats}."
        )


def share_of(replay: Replay) -> Share:
    """What is assumed of the recorded line's deals."""
    share = Share(0, 0, 0, 0, 0)
    for node in replay.main_line():
        if node.deal is None:
            continue
        marks = noted(node)
        share = Share(
            share.cards + sum(map(len, node.deal.decks.values())),
            share.places + sum(map(len, marks.places.values())),
            share.sides + sum(map(len, marks.sides.values())),
            share.threats_dealt + len(node.deal.threats),
            share.threats + len(marks.threats),
        )
    return share

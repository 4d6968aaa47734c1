"""The Threat Cards, Relics and segments of an edition as numbers: what each asks for, made once for an
edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from silkenweb.edition import Edition, Equipment, Relic, Segment, Threat
from silkenweb.game.move import Move

SPIRIT = -1  # the next segment of the Spider Spirit, among targets
ON_SHEET, REMOVED = -1, -2  # the marker, where it lies on no target and no icon


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Targets:
    """What can lie in the Threat Row, numbered in the order of the ids, and what the segments ask for."""

    def __init__(self, edition: Edition) -> None:
        cards = edition.cards
        self.ids = tuple(sorted(key for key, card in cards.items() if not isinstance(card, Equipment)))
        self.index = {key: number for number, key in enumerate(self.ids)}
        kinds = [cards[key] for key in self.ids]
        relics = [number for number, card in enumerate(kinds) if isinstance(card, Relic)]
        self.relics = tuple(self.ids[number] for number in relics)
        self.relic_mask = (1 << len(relics)) - 1
        self.of_relic = {1 << place: number for place, number in enumerate(relics)}
        self.relic_of = {number: 1 << place for place, number in enumerate(relics)}
        self.is_relic = tuple(isinstance(card, Relic) for card in kinds)
        self.icons = tuple(card.icons if isinstance(card, Threat) else () for card in kinds)
        self.locking = tuple(isinstance(card, Threat) and card.locking for card in kinds)
        self.combat = tuple("combat" in icons for icons in self.icons)
        self.need = tuple(card.count if isinstance(card, Threat) else 0 for card in kinds)
        pairs = zip(self.combat, self.need, strict=True)
        self.single_combat = tuple(combat and need == 1 for combat, need in pairs)
        self.segments: tuple[tuple[Segment, ...], ...] = ((), *(level.segments for level in edition.levels))
        self.everything = tuple(range(len(self.ids)))
        self.encoded = tuple(key.encode() for key in self.ids)
        self.actions: dict[str, tuple[Any, ...]] = {}  # what each move text means (reading.py)
        self.claim = tuple(Move(f"claim {key}") for key in self.ids)
        self.resolve = tuple(Move(f"ability {key}") for key in self.ids)
        self.signal = tuple(Move(f"signal {key}") for key in self.ids)


@lru_cache(maxsize=16)
def targets_for(edition: Edition) -> Targets:
    """The targets of an edition, made once."""
    return Targets(edition)

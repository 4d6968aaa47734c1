"""What a level asks for and what the players can bring, counted in icons."""

from __future__ import annotations

from functools import lru_cache

from silkenweb.edition import Edition
from silkenweb.edition.icons import ICONS
from silkenweb.game.state import State
from silkenweb.game.tables import Tables, equipment_for, targets_for
from silkenweb.stats.columns import TARGET_ICONS

Counts = tuple[int, ...]
"""A number for each of TARGET_ICONS."""


def asked_for(tables: Tables, level: int, threats: tuple[int, ...]) -> tuple[Counts, Counts]:
    """Of each icon: how many are asked for where no other will do, and how many flexible targets list it.

    Counts the cards dealt and the level's segments.
    """
    asks = [_asks(tables.edition)[target] for target in threats]
    asks += [(segment.icons, segment.count) for segment in tables.segments[level]]
    need = tuple(sum(count for icons, count in asks if icons == (icon,)) for icon in TARGET_ICONS)
    may = tuple(sum(len(icons) > 1 and icon in icons for icons, _ in asks) for icon in TARGET_ICONS)
    return need, may


@lru_cache(maxsize=16)
def _asks(edition: Edition) -> tuple[tuple[tuple[str, ...], int], ...]:
    targets = targets_for(edition)
    return tuple(zip(targets.icons, targets.need, strict=True))


def held(state: State) -> tuple[Counts, Counts, int]:
    """Of each icon: how many hands and storages show upright, how many the hands would show turned round; and
    the Relics among them. Combat x2 counts twice (C5).
    """
    tables = state.tables
    upright, turned, relics = [0] * len(TARGET_ICONS), [0] * len(TARGET_ICONS), 0
    for seat, character in enumerate(tables.characters):
        masks = _masks(tables.edition, character)
        hand, store = state.hands[seat], state.stores[seat]
        relics += ((hand | store) & tables.relic_mask).bit_count()
        other = tables.rotated(seat, hand)
        for place, (once, twice) in enumerate(masks):
            upright[place] += ((hand | store) & once).bit_count() + ((hand | store) & twice).bit_count()
            turned[place] += (other & once).bit_count() + (other & twice).bit_count()
    return tuple(upright), tuple(turned), relics


@lru_cache(maxsize=128)
def _masks(edition: Edition, character: str) -> tuple[tuple[int, int], ...]:
    """For each of TARGET_ICONS the faces that pay it, and those among them that pay two."""
    kit = equipment_for(edition, character)
    both = []
    for icon in TARGET_ICONS:
        pays = {face.key for face in ICONS.values() if face.pays == icon}
        twice = {key for key in pays if ICONS[key].worth > 1}
        both.append((kit.showing(pays), kit.showing(twice)))
    return tuple(both)

"""The parts of an edition as frozen records: characters, cards, levels, titles."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Character:
    """A character.

    `key` is its name in positions, `prefix` the beginning of its card ids, `seniority` the rank that decides
    who starts the first level (S1; the lowest rank present), `effect` the effect of its Action Ability (one
    of `EFFECTS`), and `cards` the ids of its Equipment in the order of the file.
    """

    key: str
    name: str
    prefix: str
    seniority: int
    effect: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Equipment:
    """An Equipment Card. `WK3` shows `faces[0]`, and `WK3'` shows `faces[1]` (C4)."""

    id: str
    owner: str
    faces: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Threat:
    """A Threat Card that requires `count` icons, each any one of `icons` (C2)."""

    id: str
    icons: tuple[str, ...]
    count: int
    locking: bool


@dataclass(frozen=True, slots=True)
class Relic:
    """A Relic: it is in the Threat Row until it is claimed, and is then a wild card (T10, T11, T7)."""

    id: str


Card: TypeAlias = Equipment | Threat | Relic


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of the Spider Spirit: it requires `count` icons, each any one of `icons` (S7)."""

    icons: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its number, the cards that each player draws and discards (S4, S5), and its segments."""

    level: int
    draw: int
    discard: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Reputation:
    """The title for a score from `least` to `most` Relics, inclusive (E4)."""

    least: int
    most: int
    title: str


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of an Action Ability, in words. If `single`, at most one character may have it."""

    key: str
    words: str
    single: bool


# A position text has room for only one marker, one played stored card, and one card being drawn, so the
# effects that need these are single.
EFFECTS: Final = MappingProxyType(
    {
        effect.key: effect
        for effect in (
            Effect(
                "others-may-rotate",
                "Each other player, clockwise, may rotate their whole hand. "
                "Until then, the marker may point at a Threat Card or at an icon of a character.",
                True,
            ),
            Effect("resolve-next", "Resolve the next Threat Card or the next segment without cards.", False),
            Effect(
                "discard-then-other-draws",
                "Discard a card from hand. Another player draws a card and chooses its orientation.",
                True,
            ),
            Effect(
                "storage",
                "Cards discarded as a level begins may be stored, open to all; anyone may play them. "
                "After the first turn in which one was played, the rest is discarded and no more is stored.",
                True,
            ),
            Effect(
                "recover-two",
                "Take one or two cards from your Discard Pile, each in either orientation.",
                False,
            ),
        )
    }
)
"""All effects, by key."""

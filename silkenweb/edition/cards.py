"""What an edition is made of, as small frozen records: characters, cards, levels, titles."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias


@dataclass(frozen=True, slots=True)
class Character:
    """One of the pilgrims.

    `key` is how positions name it, `prefix` what its card ids begin with, `seniority` the rank that
    decides who starts the first level (S1; the lowest present), `effect` what its Action Ability does
    (one of `EFFECTS`), `cards` the ids of its Equipment in the order of the file.
    """

    key: str
    name: str
    prefix: str
    seniority: int
    effect: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Equipment:
    """An Equipment Card. `faces[0]` is what `WK3` shows, `faces[1]` what `WK3'` shows (C4)."""

    id: str
    owner: str
    faces: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Threat:
    """A Threat Card that asks for `count` icons, each any one of `icons` (C2)."""

    id: str
    icons: tuple[str, ...]
    count: int
    locking: bool


@dataclass(frozen=True, slots=True)
class Relic:
    """A Relic: lies in the Threat Row until it is claimed, and is then a wild card (T10, T11, T7)."""

    id: str


Card: TypeAlias = Equipment | Threat | Relic


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of the Spider Spirit: asks for `count` icons, each any one of `icons` (S7)."""

    icons: tuple[str, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Level:
    """A level: its number, how many cards each player draws and discards (S4, S5), its segments."""

    level: int
    draw: int
    discard: int
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Reputation:
    """The title for a score of `least` to `most` Relics, both included (E4)."""

    least: int
    most: int
    title: str


@dataclass(frozen=True, slots=True)
class Effect:
    """What an Action Ability does, in words. One that is `single` belongs to at most one character."""

    key: str
    words: str
    single: bool


# A position text has room for one marker, for one stored card played, and for one card being taken: the
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

"""What an edition is made of, as small frozen records: characters, cards, levels, titles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


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

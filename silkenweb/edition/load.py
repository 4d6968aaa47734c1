"""The edition itself: all card data of a game, read once and never changed."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any

from silkenweb.edition.records import (
    Card,
    Character,
    Equipment,
    Level,
    Relic,
    Reputation,
    Segment,
    Threat,
)
from silkenweb.errors import EditionError

BUILT_IN = ("reconstructed",)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Edition:
    """The card data of a game. Two editions are equal if their data are (by `sha256`).

    `characters` and `cards` are read-only mappings in the order of the file, by key and by id.
    """

    name: str
    version: int
    title: str
    sha256: str
    icons: tuple[str, ...]
    characters: Mapping[str, Character]
    cards: Mapping[str, Card]
    levels: tuple[Level, ...]
    blessings: Mapping[int, int]
    reputation: tuple[Reputation, ...]
    _data: dict[str, Any] = field(repr=False)

    @classmethod
    def load(cls, name_or_path: str | Path = "reconstructed") -> Edition:
        """A built-in edition by its name, or the one in a file. Raises EditionError."""
        if isinstance(name_or_path, str) and name_or_path in BUILT_IN:
            return _built_in(name_or_path)
        try:
            return cls.from_dict(json.loads(Path(name_or_path).read_text("utf-8")))
        except OSError as error:
            raise EditionError(f"{name_or_path}: cannot be read ({error})") from error

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Edition:
        """An edition from the JSON of an edition file, already read. Raises EditionError."""
        return _build(dict(data))

    @property
    def data(self) -> dict[str, Any]:
        """The JSON of this edition: a copy, the caller's to change and give to `from_dict`."""
        return copy.deepcopy(self._data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Edition):
            return NotImplemented
        return self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __repr__(self) -> str:
        return f"<Edition {self.name!r} version {self.version}, {self.sha256[:12]}>"


@cache
def _built_in(name: str) -> Edition:
    return Edition.from_dict(json.loads((files("silkenweb.edition") / f"{name}.json").read_text("utf-8")))


def digest(data: Mapping[str, Any]) -> str:
    """The SHA-256 that replay files name an edition by: of its JSON, keys sorted, no spaces, UTF-8."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _build(data: dict[str, Any]) -> Edition:
    equipment = [Equipment(c["id"], c["owner"], tuple(c["faces"])) for c in data["equipment"]["cards"]]
    threats = [Threat(c["id"], tuple(c["icons"]), c["count"], c["locking"]) for c in data["threats"]["cards"]]
    relics = [Relic(i) for i in data["relics"]["ids"]]
    characters = [
        Character(
            c["key"],
            c["name"],
            c["prefix"],
            c["seniority"],
            c["ability"]["effect"],
            tuple(e.id for e in equipment if e.owner == c["key"]),
        )
        for c in data["characters"]
    ]
    levels = tuple(
        Level(
            v["level"],
            v["draw"],
            v["discard"],
            tuple(Segment(tuple(s["icons"]), s["count"]) for s in v["segments"]),
        )
        for v in data["levels"]
    )
    return Edition(
        name=data["edition"],
        version=data["version"],
        title=data["title"],
        sha256=digest(data),
        icons=tuple(data["icons"]),
        characters=MappingProxyType({c.key: c for c in characters}),
        cards=MappingProxyType({c.id: c for c in [*equipment, *threats, *relics]}),
        levels=levels,
        blessings=MappingProxyType({int(k): v for k, v in data["blessings"]["by_players"].items()}),
        reputation=tuple(
            Reputation(t["relics"][0], t["relics"][1], t["title"]) for t in data["reputation"]["titles"]
        ),
        _data=data,
    )

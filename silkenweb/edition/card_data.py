"""Editions: load, check and query the card data of a game, and the argument for an edition."""

from __future__ import annotations

import copy
import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from silkenweb import arguments
from silkenweb.edition.cards import Card, Character, Equipment, Level, Relic, Reputation
from silkenweb.edition.draft import Draft, read_draft
from silkenweb.edition.icons import RELIC
from silkenweb.edition.inspection import MISSING, Fault, Inspection
from silkenweb.edition.provenance import Provenance, find_provenance, provenances
from silkenweb.edition.rulebook import compare
from silkenweb.edition.source import BUILT_IN, built_in, from_file, from_object
from silkenweb.errors import EditionError, escaped, quote, shorten

_MOST_SHOWN = 10


def check(source: Mapping[str, Any] | str | Path) -> list[Fault]:
    """Return the faults of an edition: a dict, the name of a built-in one, or a file. It never raises.

    Errors come first: an edition with errors does not load. The other faults ("unprinted") are differences
    from the printed rulebook, and values without a source.
    """
    inspection = Inspection()
    data, draft = inspect(source, inspection)
    if data is not MISSING:
        compare(data, draft, inspection)
    return [*inspection.errors, *inspection.unprinted]


def inspect(source: Mapping[str, Any] | str | Path, inspection: Inspection) -> tuple[Any, Draft]:
    """Return the data (MISSING if it cannot be read at all) and the draft of its readable parts."""
    if isinstance(source, str | Path):
        data = from_file(built_in(source) or Path(source), inspection)
    else:
        data = from_object(source, inspection)
    return data, Draft() if data is MISSING else read_draft(data, inspection)


def raise_errors(what: str, errors: list[Fault]) -> None:
    """Raise EditionError if there are errors; the message lists the first of them."""
    if not errors:
        return
    if len(errors) == 1:
        raise EditionError(f"{what}: {errors[0]}")
    lines = [f"  {fault}" for fault in errors[:_MOST_SHOWN]]
    if len(errors) > _MOST_SHOWN:
        lines.append(f"  and {len(errors) - _MOST_SHOWN} more")
    raise EditionError("\n".join([f"{what}: {len(errors)} faults", *lines]))


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Edition:
    """The card data of a game, read-only. Two editions are equal if their data are equal (by `sha256`).

    Create one with `Edition.load` or `Edition.from_dict`. A replay refers to it by `name` and `version`.
    `characters`, `cards` and `blessings` are mappings by key, by id and by number of players, the first two
    in the order of the file (cards: Equipment, Threats, Relics).
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
    _provenances: dict[str, Provenance] = field(repr=False)

    @classmethod
    def load(cls, name_or_path: str | os.PathLike[str] = "reconstructed") -> Edition:
        """Load a built-in edition by its name, or the edition in a file.

        Raises EditionError, with the place, the value found and the value expected, for a file that cannot
        be read or played. An edition that only differs from the printed game loads; see `check`.
        """
        if not isinstance(name_or_path, str):
            expected = f"the path of a file, or the name of a built-in edition ({', '.join(BUILT_IN)})"
            name_or_path = Path(arguments.path("name_or_path", name_or_path, expected))
        if not name_or_path:
            raise EditionError("edition: expected the name of an edition or the path of a file, got no name")
        if built_in(name_or_path) is not None:
            return _built_in(str(name_or_path))
        return _read(name_or_path, shorten(escaped(str(name_or_path)), 200))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Edition:
        """Return an edition from a copy of the contents of a file. Raises EditionError like `load`."""
        if not isinstance(data, Mapping):
            found = quote(data)
            raise EditionError(f"data: expected a dict with the contents of an edition file, got {found}")
        return _read(data, "edition")

    @property
    def data(self) -> dict[str, Any]:
        """A copy of the JSON of this edition, which you can change and pass to `from_dict`."""
        return copy.deepcopy(self._data)

    def provenance(self, what: str) -> Provenance:
        """Return the source of a value.

        `edition.provenance("T10").source` is printed, ruling or reconstructed. `what` is a card's id ("WK3",
        "T10", "R04"), "levels.3", "levels.3.draw", "wukong.ability", "wukong.seniority", "wukong.name",
        "blessings.4", or a whole section ("blessings", "reputation", "icons", "equipment", "threats",
        "relics", "levels"). Raises EditionError for anything else.
        """
        return find_provenance(
            self._provenances, arguments.text("what", what, 'text such as "T10" or "levels.3"')
        )

    def shows(self, card: str) -> str:
        """Return the upright icon of a card (C4).

        `shows("WK3")` is the icon of its first face, `shows("WK3'")` that of its second, and a Relic shows
        "relic". Raises EditionError for any other card.
        """
        bare = arguments.text("card", card, 'a card such as "WK3" or "R04"').removesuffix("'")
        found = self.cards.get(bare)
        if isinstance(found, Equipment):
            return found.faces[bare != card]
        if isinstance(found, Relic) and bare == card:
            return RELIC.key
        raise EditionError(
            f"{quote(card)} is not an Equipment Card or a Relic; write an Equipment Card as WK3 "
            "or WK3' (second face upright), a Relic as R04"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Edition):
            return NotImplemented
        return self.sha256 == other.sha256

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __repr__(self) -> str:
        return f"<Edition {self.name!r} version {self.version}, {self.sha256[:12]}>"

    def __copy__(self) -> Edition:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Edition:
        return self

    def __reduce__(self) -> tuple[Callable[..., Edition], tuple[Any, ...]]:
        # A pickle of the built-in edition omits the data, because thousands of games go to other processes.
        if built_in(self.name) is not None and self == _built_in(self.name):
            return Edition.load, (self.name,)
        return Edition.from_dict, (self._data,)


@cache
def _built_in(name: str) -> Edition:
    return _read(name, name)


def _read(source: Mapping[str, Any] | str | Path, what: str) -> Edition:
    inspection = Inspection()
    data, draft = inspect(source, inspection)
    raise_errors(what, inspection.errors)
    return _build(data, draft)


def _build(data: dict[str, Any], draft: Draft) -> Edition:
    owned: dict[str, list[str]] = {character.key: [] for character in draft.characters}
    for card in draft.equipment:
        owned[card.owner].append(card.id)
    cards: list[Card] = [*draft.equipment, *draft.threats, *draft.relics]
    return Edition(
        name=draft.name,
        version=draft.version,
        title=draft.title,
        sha256=_digest(data),
        icons=draft.icons,
        characters=MappingProxyType(
            {each.key: replace(each, cards=tuple(owned[each.key])) for each in draft.characters}
        ),
        cards=MappingProxyType({card.id: card for card in cards}),
        levels=tuple(draft.levels),
        blessings=MappingProxyType(draft.blessings),
        reputation=tuple(draft.reputation),
        _data=data,
        _provenances=provenances(data),
    )


def _digest(data: dict[str, Any]) -> str:
    """Return the SHA-256 of the edition's JSON with sorted keys and no spaces, in UTF-8; replays store it."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


EditionLike = Edition | str | os.PathLike[str]
"""An edition, the name of a built-in one, or the path of its file."""


def edition_of(value: EditionLike | None, name: str = "edition") -> Edition:
    """Return the edition of an argument; None gives the built-in edition."""
    given = edition_or_none(value, name)
    return Edition.load() if given is None else given


def edition_or_none(value: EditionLike | None, name: str = "edition") -> Edition | None:
    """Return the edition of an argument; None stays None, for games that name their own edition."""
    if value is None or isinstance(value, Edition):
        return value
    if isinstance(value, str) and value:
        return Edition.load(value)
    expected = "an Edition, the name of a built-in one, or the path of its file"
    return Edition.load(Path(arguments.path(name, value, expected)))

"""The source of each value of an edition: the rulebook, a ruling, or this project's choice."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, cast

from silkenweb.errors import EditionError, quote

Source: TypeAlias = Literal["printed", "ruling", "reconstructed"]

SOURCES: Final[tuple[Source, ...]] = ("printed", "ruling", "reconstructed")
"""The kinds of source, the most certain first."""

GROUPS: Final = ("equipment", "threats", "relics", "levels", "blessings", "reputation")
"""The sections of an edition that hold the values, in the order of the file."""

PRINTED_NAMES: Final = MappingProxyType(
    {
        "tang": "Tang Sanzang",
        "wukong": "Wukong",
        "bajie": "Bajie",
        "wujing": "Wujing",
        "bailoong": "Bailoong Horse",
    }
)
"""The characters of the rulebook. The keys are this project's."""

_WORDS: Final[dict[str, str]] = {
    "printed": "stands in the rulebook",
    "ruling": "follows from printed text, read one way",
    "reconstructed": "not legible in the rulebook; chosen so that the game is playable",
}

_KNOWN_NAMES: Final = (
    "a card's id (WK3, T10, R04), levels.3, levels.3.draw, wukong.ability, wukong.seniority, wukong.name, "
    f"blessings.4, icons, or one of {', '.join(GROUPS)}"
)


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of a value: its `source`, a `note` (or ""), and the meaning of the source in `words`."""

    source: Source
    note: str
    words: str

    @property
    def reconstructed(self) -> bool:
        """Whether the value is this project's choice, which must not be shown as if it were printed."""
        return self.source == "reconstructed"


def provenances(data: dict[str, Any]) -> dict[str, Provenance]:
    """Return the provenance of every named value in the data of a valid edition."""
    return _Index(data).found


def find_provenance(found: dict[str, Provenance], what: str) -> Provenance:
    """Return one of them. Raises EditionError, which lists the kinds of names, for an unknown name."""
    if what in found:
        return found[what]
    close = difflib.get_close_matches(what[:40], found, n=3)
    hint = f" Did you mean {' or '.join(close)}?" if close else ""
    raise EditionError(f"{quote(what)} is not a value of this edition.{hint} Ask for {_KNOWN_NAMES}.")


class _Index:
    def __init__(self, data: dict[str, Any]) -> None:
        self.words: dict[str, str] = {**_WORDS, **data.get("provenance", {})}
        self.found: dict[str, Provenance] = {"icons": self.of("printed", "")}
        for character in data["characters"]:
            self.character(character)
        for group in GROUPS:
            if group != "levels":
                self.found[group] = self.stated(data[group])
        for card in data["equipment"]["cards"]:
            self.card("equipment", card, ("owner", "faces"))
        for card in data["threats"]["cards"]:
            self.card("threats", card, ("icons", "count", "locking"))
        for relic in data["relics"]["ids"]:
            self.found[relic] = self.found["relics"]
        for players in data["blessings"]["by_players"]:
            self.found[f"blessings.{players}"] = self.found["blessings"]
        self.levels(data["levels"])

    def of(self, source: Source, note: str) -> Provenance:
        return Provenance(source, note, self.words[source])

    def stated(self, fields: dict[str, Any], key: str = "source") -> Provenance:
        """Return the stated source of an object. Without one, it cannot be treated as printed."""
        if key not in fields:
            return self.of("reconstructed", "The edition does not say where this comes from.")
        return self.of(cast(Source, fields[key]), fields.get("note", ""))

    def character(self, fields: dict[str, Any]) -> None:
        key, name = fields["key"], fields["name"]
        self.found[f"{key}.seniority"] = self.stated(fields, "seniority_source")
        self.found[f"{key}.ability"] = self.stated(fields["ability"])
        printed = name in PRINTED_NAMES.values()
        self.found[f"{key}.name"] = self.of(
            "printed" if printed else "reconstructed",
            "" if printed else "The rulebook has no such character.",
        )

    def card(self, group: str, fields: dict[str, Any], values: tuple[str, ...]) -> None:
        """Index a card. Its own source overrides the source and the note of its group."""
        given = self.stated(fields) if "source" in fields else self.found[group]
        if "note" in fields:
            given = self.of(given.source, fields["note"])
        self.found[fields["id"]] = given
        for value in values:
            self.found[f"{fields['id']}.{value}"] = given

    def levels(self, levels: list[dict[str, Any]]) -> None:
        """Index each level, each of its values, and `levels`, which is as uncertain as any of them."""
        read = [self.stated(fields) for fields in levels]
        for number, given in enumerate(read, start=1):
            self.found[f"levels.{number}"] = given
            for value in ("draw", "discard", "segments"):
                self.found[f"levels.{number}.{value}"] = given
        self.found["levels"] = self.of(max((given.source for given in read), key=SOURCES.index), "")

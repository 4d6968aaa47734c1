"""A draft of an edition: the records read from JSON, with a fault for every value that cannot be played.

The data is read in one pass, section by section. An invalid value is left out of the draft, and its fault is
added to the inspection; so a draft without errors is complete.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import comb
from typing import Any, Final

from silkenweb.edition.cards import EFFECTS, Character, Equipment, Level, Relic, Reputation, Segment, Threat
from silkenweb.edition.icons import ICONS, TARGETS
from silkenweb.edition.inspection import MISSING, Inspection, inside
from silkenweb.edition.provenance import GROUPS, SOURCES

# Far more than any game of this kind needs, and small enough that nothing built from it can explode.
MOST_CHARACTERS: Final = 12
MOST_EQUIPMENT: Final = 60  # per character
MOST_THREATS: Final = 200
MOST_RELICS: Final = 60
MOST_LEVELS: Final = 50
MOST_SEGMENTS: Final = 20
MOST_CARDS_DRAWN: Final = 60
MOST_KEEPS: Final = 1_000_000  # legal moves in `keep`: rotated or not, what is discarded, each stored or not
MOST_ICONS_ASKED: Final = 20
MOST_BLESSINGS: Final = 99
MOST_TITLES: Final = 100
MOST_RELICS_SCORED: Final = 999
MOST_SENIORITY: Final = 999
MOST_VERSION: Final = 1_000_000
LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 2000

PLAYERS: Final = ("2", "3", "4", "5")

# Words that can't be the key of a character, because position texts or `provenance` use them.
# fmt: off
_RESERVED_WORDS: Final = frozenset((
    "view", "level", "phase", "seat", "start", "rests", "turn", "row", "deck", "done", "spirit", "marker",
    "queue", "taking", "icons", *GROUPS,
))
# fmt: on

_KEY: Final = re.compile(r"[a-z]{1,30}")
_PREFIX: Final = re.compile(r"[A-Za-z]{1,10}")
_ID: Final = re.compile(r"[A-Za-z0-9]{0,15}[0-9]")


@dataclass(slots=True)
class Draft:
    """The readable parts of an edition."""

    name: str = ""
    version: int = 0
    title: str = ""
    icons: tuple[str, ...] = ()
    characters: list[Character] = field(default_factory=list)
    equipment: list[Equipment] = field(default_factory=list)
    threats: list[Threat] = field(default_factory=list)
    relics: list[Relic] = field(default_factory=list)
    levels: list[Level] = field(default_factory=list)
    blessings: dict[int, int] = field(default_factory=dict)
    reputation: list[Reputation] = field(default_factory=list)


def read_draft(data: Any, inspection: Inspection) -> Draft:
    """Return the draft of an edition's JSON; faults are added to the inspection."""
    return _Reader(inspection).read(data)


class _Reader:
    """Reads all sections in one pass; they share the icons, keys and ids read so far."""

    def __init__(self, inspection: Inspection) -> None:
        self.look = inspection
        self.draft = Draft()
        self.icons: list[str] = list(ICONS)
        self.owners: set[str] | None = None  # None if a key could not be read: any owner may be right
        self.ids: dict[str, str] = {}  # id -> its place

    def read(self, data: Any) -> Draft:
        known = ("edition", "version", "title", "provenance", "icons", "characters", *GROUPS)
        fields = self.look.fields("", data, known)
        if fields is None:
            return self.draft
        draft = self.draft
        draft.name = self.look.text("edition", fields.get("edition", MISSING), LONGEST_NAME) or ""
        draft.version = self.look.whole("version", fields.get("version", MISSING), 1, MOST_VERSION) or 0
        draft.title = self.look.text("title", fields.get("title", MISSING), 2 * LONGEST_NAME) or ""
        self.words(fields.get("provenance", MISSING))
        self.icon_list(fields.get("icons", MISSING))
        self.characters(fields.get("characters", MISSING))
        self.equipment(fields.get("equipment", MISSING))
        self.threats(fields.get("threats", MISSING))
        self.relics(fields.get("relics", MISSING))
        self.levels(fields.get("levels", MISSING))
        self.blessings(fields.get("blessings", MISSING))
        self.reputation(fields.get("reputation", MISSING))
        return draft

    # --- sources of values

    def words(self, value: Any) -> None:
        """Read the edition's own words for the sources; they are optional."""
        if value is MISSING:
            return
        for source in self.look.fields("provenance", value, SOURCES) or {}:
            if source in SOURCES:
                self.look.text(inside("provenance", source), value[source], LONGEST_NOTE)

    def source(self, place: str, fields: dict[str, Any], key: str = "source", needed: bool = True) -> None:
        """Read a source and its note. A needed source that is missing is not an error, only unprinted."""
        value = fields.get(key, MISSING)
        if value is not MISSING:
            self.look.one_of(inside(place, key), value, SOURCES)
        elif needed:
            self.look.add(inside(place, key), "nothing", f"one of {', '.join(SOURCES)}", "unprinted")
        note = fields.get("note", "")
        if not isinstance(note, str) or len(note) > LONGEST_NOTE:
            self.look.wrong(inside(place, "note"), note, f"a text of at most {LONGEST_NOTE} characters")

    # --- icons and characters

    def icon_list(self, value: Any) -> None:
        icons = self.look.items("icons", value, 1, len(ICONS), "different icons")
        if icons is None:
            return
        read = self.choices("icons", icons, tuple(ICONS))
        if read is not None:
            self.icons = list(read)
            self.draft.icons = read

    def choices(self, place: str, values: list[Any], known: tuple[str, ...]) -> tuple[str, ...] | None:
        """Return different words, each one of `known`."""
        read: list[str] = []
        for index, value in enumerate(values):
            word = self.look.one_of(f"{place}[{index}]", value, known)
            if word is not None and word in read:
                self.look.add(f"{place}[{index}]", f"{word!r} again", "each icon once")
            elif word is not None:
                read.append(word)
        return tuple(read) if len(read) == len(values) else None

    def characters(self, value: Any) -> None:
        values = self.look.items("characters", value, 2, MOST_CHARACTERS, "characters")
        if values is None:
            return
        read = [self.character(f"characters[{index}]", each) for index, each in enumerate(values)]
        self.draft.characters = [each for each in read if each is not None]
        keys = [each.get("key") if isinstance(each, dict) else None for each in values]
        if all(isinstance(key, str) and _KEY.fullmatch(key) for key in keys):
            self.owners = {str(key) for key in keys}
        self.once("characters", values, "key", "a key that no other character has")
        self.once("characters", values, "seniority", "a rank that no other character has")
        single = [effect for effect in EFFECTS.values() if effect.single]
        abilities = [each.get("ability") if isinstance(each, dict) else None for each in values]
        for effect in single:
            having = [
                index
                for index, ability in enumerate(abilities)
                if isinstance(ability, dict) and ability.get("effect") == effect.key
            ]
            for index in having[1:]:
                self.look.add(
                    f"characters[{index}].ability.effect",
                    f"{effect.key!r} again",
                    f"another effect: only one character may have it, as characters[{having[0]}] does",
                )

    def once(self, place: str, values: list[Any], key: str, expected: str) -> None:
        """Add a fault if two objects in a list have the same value for a key."""
        seen: list[Any] = []
        for index, each in enumerate(values):
            value = each.get(key) if isinstance(each, dict) else None
            if isinstance(value, str | int) and value in seen:
                self.look.add(f"{place}[{index}].{key}", f"{value!r} again", expected)
            seen.append(value)

    def character(self, place: str, value: Any) -> Character | None:
        known = ("key", "name", "prefix", "seniority", "seniority_source", "ability")
        fields = self.look.fields(place, value, known)
        if fields is None:
            return None
        key = self.look.shaped(
            inside(place, "key"), fields.get("key", MISSING), _KEY, "a word of 1 to 30 small letters a-z"
        )
        if key in _RESERVED_WORDS:
            self.look.wrong(inside(place, "key"), key, "a word that has no other meaning in texts")
        name = self.look.text(inside(place, "name"), fields.get("name", MISSING), LONGEST_NAME)
        prefix = self.look.shaped(
            inside(place, "prefix"), fields.get("prefix", MISSING), _PREFIX, "1 to 10 letters A-Z or a-z"
        )
        seniority = self.look.whole(
            inside(place, "seniority"), fields.get("seniority", MISSING), 0, MOST_SENIORITY
        )
        self.source(place, fields, "seniority_source")
        effect = self.ability(inside(place, "ability"), fields.get("ability", MISSING))
        if key is None or name is None or prefix is None or seniority is None or effect is None:
            return None
        return Character(key, name, prefix, seniority, effect, ())

    def ability(self, place: str, value: Any) -> str | None:
        fields = self.look.fields(place, value, ("effect", "source", "note"))
        if fields is None:
            return None
        self.source(place, fields)
        return self.look.one_of(inside(place, "effect"), fields.get("effect", MISSING), tuple(EFFECTS))

    # --- cards

    def group(self, place: str, value: Any, contents: str) -> Any:
        """Return the contents of a section that has one source for all of it, or None."""
        fields = self.look.fields(place, value, (contents, "source", "note"))
        if fields is None:
            return None
        self.source(place, fields)
        return fields.get(contents, MISSING)

    def card_id(self, place: str, value: Any) -> str | None:
        expected = "an id of at most 16 letters A-Z, a-z and digits, ending in a digit (C6)"
        read = self.look.shaped(place, value, _ID, expected)
        if read is None:
            return None
        if read in self.ids:
            self.look.add(place, f"{read!r} again", f"an id that no other card has, as {self.ids[read]} does")
            return None
        self.ids[read] = place
        return read

    def equipment(self, value: Any) -> None:
        contents = self.group("equipment", value, "cards")
        most = MOST_CHARACTERS * MOST_EQUIPMENT
        cards = contents is not None and self.look.items("equipment.cards", contents, 0, most, "cards")
        if not cards:
            return
        number: dict[str, int] = {}
        for index, each in enumerate(cards):
            place = f"equipment.cards[{index}]"
            card = self.equipment_card(place, each)
            if card is None:
                continue
            self.draft.equipment.append(card)
            number[card.owner] = number.get(card.owner, 0) + 1
            if number[card.owner] == MOST_EQUIPMENT + 1:
                self.look.add(
                    place, f"one more card of {card.owner}", f"at most {MOST_EQUIPMENT} per character"
                )

    def equipment_card(self, place: str, value: Any) -> Equipment | None:
        fields = self.look.fields(place, value, ("id", "owner", "faces", "source", "note"))
        if fields is None:
            return None
        self.source(place, fields, needed=False)
        card = self.card_id(inside(place, "id"), fields.get("id", MISSING))
        owner = fields.get("owner", MISSING)
        if self.owners is not None:
            owner = self.look.one_of(inside(place, "owner"), owner, sorted(self.owners))
        faces = self.faces(inside(place, "faces"), fields.get("faces", MISSING))
        if card is None or not isinstance(owner, str) or faces is None:
            return None
        return Equipment(card, owner, faces)

    def faces(self, place: str, value: Any) -> tuple[str, str] | None:
        faces = self.look.items(place, value, 2, 2, "icons, the upright one first")
        if faces is None:
            return None
        read = [self.look.one_of(f"{place}[{index}]", face, self.icons) for index, face in enumerate(faces)]
        first, second = read
        return None if first is None or second is None else (first, second)

    def threats(self, value: Any) -> None:
        contents = self.group("threats", value, "cards")
        cards = contents is not None and self.look.items("threats.cards", contents, 1, MOST_THREATS, "cards")
        for index, each in enumerate(cards or ()):
            card = self.threat(f"threats.cards[{index}]", each)
            if card is not None:
                self.draft.threats.append(card)

    def threat(self, place: str, value: Any) -> Threat | None:
        fields = self.look.fields(place, value, ("id", "icons", "count", "locking", "source", "note"))
        if fields is None:
            return None
        self.source(place, fields, needed=False)
        card = self.card_id(inside(place, "id"), fields.get("id", MISSING))
        target = self.target(place, fields)
        locking = self.look.flag(inside(place, "locking"), fields.get("locking", MISSING))
        if card is None or target is None or locking is None:
            return None
        return Threat(card, target.icons, target.count, locking)

    def target(self, place: str, fields: dict[str, Any]) -> Segment | None:
        """Return the icons and the count of a Threat or of a segment (C2)."""
        known = tuple(icon for icon in TARGETS if icon in self.icons)
        at = inside(place, "icons")
        icons = self.look.items(at, fields.get("icons", MISSING), 1, len(TARGETS), "different icons")
        read = None if icons is None else self.choices(at, icons, known)
        count = self.look.whole(inside(place, "count"), fields.get("count", MISSING), 1, MOST_ICONS_ASKED)
        if icons is not None and len(icons) > 1 and count is not None and count != 1:
            self.look.wrong(inside(place, "count"), count, "1, as more than one icon is listed (C2)")
            return None
        return None if read is None or count is None else Segment(read, count)

    def relics(self, value: Any) -> None:
        contents = self.group("relics", value, "ids")
        ids = contents is not None and self.look.items("relics.ids", contents, 0, MOST_RELICS, "ids")
        for index, each in enumerate(ids or ()):
            card = self.card_id(f"relics.ids[{index}]", each)
            if card is not None:
                self.draft.relics.append(Relic(card))

    # --- levels, Blessings, titles

    def levels(self, value: Any) -> None:
        levels = self.look.items("levels", value, 1, MOST_LEVELS, "levels")
        for index, each in enumerate(levels or ()):
            level = self.level(f"levels[{index}]", index + 1, each)
            if level is not None:
                self.draft.levels.append(level)

    def level(self, place: str, number: int, value: Any) -> Level | None:
        known = ("level", "draw", "discard", "segments", "source", "note")
        fields = self.look.fields(place, value, known)
        if fields is None:
            return None
        self.source(place, fields)
        named = fields.get("level", MISSING)
        if isinstance(named, bool) or named != number or not isinstance(named, int):
            self.look.wrong(inside(place, "level"), named, f"{number}: levels are numbered from 1, in order")
        draw = self.look.whole(inside(place, "draw"), fields.get("draw", MISSING), 0, MOST_CARDS_DRAWN)
        discard = self.look.whole(
            inside(place, "discard"), fields.get("discard", MISSING), 0, MOST_CARDS_DRAWN
        )
        segments = self.segments(inside(place, "segments"), fields.get("segments", MISSING))
        if draw is None or discard is None or segments is None:
            return None
        fewer = min(draw, discard)
        if 2 * comb(draw, fewer) * 2**fewer > MOST_KEEPS:
            self.look.wrong(inside(place, "discard"), discard, f"a hand of {draw} with fewer ways to discard")
            return None
        return Level(number, draw, discard, segments)

    def segments(self, place: str, value: Any) -> tuple[Segment, ...] | None:
        values = self.look.items(place, value, 0, MOST_SEGMENTS, "segments")
        if values is None:
            return None
        read: list[Segment | None] = []
        for index, each in enumerate(values):
            at = f"{place}[{index}]"
            fields = self.look.fields(at, each, ("icons", "count"))
            read.append(None if fields is None else self.target(at, fields))
        whole = tuple(segment for segment in read if segment is not None)
        return whole if len(whole) == len(read) else None

    def blessings(self, value: Any) -> None:
        contents = self.group("blessings", value, "by_players")
        if contents is None:
            return
        place = "blessings.by_players"
        fields = self.look.fields(place, contents, PLAYERS)
        for players in PLAYERS if fields is not None else ():
            number = self.look.whole(
                inside(place, players), contents.get(players, MISSING), 0, MOST_BLESSINGS
            )
            if number is not None:
                self.draft.blessings[int(players)] = number

    def reputation(self, value: Any) -> None:
        contents = self.group("reputation", value, "titles")
        titles = contents is not None and self.look.items(
            "reputation.titles", contents, 0, MOST_TITLES, "titles"
        )
        for index, each in enumerate(titles or ()):
            self.reputation_title(f"reputation.titles[{index}]", each)

    def reputation_title(self, place: str, value: Any) -> None:
        fields = self.look.fields(place, value, ("relics", "title"))
        if fields is None:
            return
        title = self.look.text(inside(place, "title"), fields.get("title", MISSING), LONGEST_NAME)
        at = inside(place, "relics")
        ends = self.look.items(at, fields.get("relics", MISSING), 2, 2, "numbers, the least and the most")
        if ends is None:
            return
        after = self.draft.reputation[-1].most + 1 if self.draft.reputation else 0
        least = self.look.whole(f"{at}[0]", ends[0], after, MOST_RELICS_SCORED)
        most = self.look.whole(f"{at}[1]", ends[1], after if least is None else least, MOST_RELICS_SCORED)
        if title is not None and least is not None and most is not None:
            self.draft.reputation.append(Reputation(least, most, title))

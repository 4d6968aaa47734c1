"""The printed values of the rulebook, to compare editions with (C1, C3, S1, S7, E4, the Level 1 card)."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from silkenweb.edition.cards import Reputation
from silkenweb.edition.draft import Draft
from silkenweb.edition.inspection import Inspection

THREAT_CARDS: Final = 45
RELICS: Final = 10
EQUIPMENT_EACH: Final = 8
CHARACTERS: Final = 5
LEVELS: Final = 7
SPIRIT_LEVELS: Final = (5, 6, 7)
FIRST_LEVEL: Final = (3, 2)  # cards drawn, cards discarded
BLESSINGS: Final = {2: 2, 3: 1, 4: 1, 5: 0}
SENIORITY: Final = ("tang", "wukong", "bajie", "wujing")
LOCKING: Final = ("door", "fire")
REPUTATION: Final = (
    Reputation(0, 0, "Barely escaped the web"),
    Reputation(1, 2, "Lucky pilgrims"),
    Reputation(3, 4, "Web-cutting survivors"),
    Reputation(5, 6, "Relic guardians"),
    Reputation(7, 8, "Heroes of the Silken Web"),
    Reputation(9, 10, "Legends worthy of scripture"),
)


def compare(data: Any, draft: Draft, inspection: Inspection) -> None:
    """Add a fault for each difference from the printed rulebook. Unreadable sections are skipped."""
    if not isinstance(data, dict):
        return
    _Comparison(data, draft, inspection).run()


class _Comparison:
    def __init__(self, data: dict[str, Any], draft: Draft, inspection: Inspection) -> None:
        self.data = data
        self.draft = draft
        self.inspection = inspection

    def run(self) -> None:
        self.characters()
        self.numbers()
        self.locking()
        self.levels()
        self.blessings()
        self.reputation()

    def differs(self, place: str, found: str, expected: str) -> None:
        self.inspection.add(place, found, f"{expected}, as printed", "unprinted")

    def listed(self, section: str, contents: str = "") -> list[Any] | None:
        """Return a list of the data; a card that cannot be read still counts."""
        value = self.data.get(section)
        if contents and isinstance(value, dict):
            value = value.get(contents)
        return value if isinstance(value, list) else None

    def characters(self) -> None:
        values = self.listed("characters")
        if values is not None and len(values) != CHARACTERS:
            self.differs("characters", f"{len(values)} characters", str(CHARACTERS))
        ranked = sorted(self.draft.characters, key=lambda character: character.seniority)
        order = [character.key for character in ranked if character.key in SENIORITY]
        printed = [key for key in SENIORITY if key in order]
        if order != printed:
            self.differs("characters", f"seniority {', '.join(order)}", f"seniority {', '.join(printed)}")

    def numbers(self) -> None:
        equipment = self.listed("equipment", "cards")
        if equipment is not None:
            owners = (card.get("owner") for card in equipment if isinstance(card, dict))
            owned = Counter(owner for owner in owners if isinstance(owner, str))
            for character in self.draft.characters:
                if owned[character.key] != EQUIPMENT_EACH:
                    found = f"{owned[character.key]} cards of {character.key}"
                    self.differs("equipment.cards", found, f"{EQUIPMENT_EACH} per character")
        threats, relics = self.listed("threats", "cards"), self.listed("relics", "ids")
        if relics is not None and len(relics) != RELICS:
            self.differs("relics.ids", f"{len(relics)} Relics", str(RELICS))
        if relics is not None and threats is not None and len(threats) + len(relics) != THREAT_CARDS:
            found = f"{len(threats)} cards, with the Relics {len(threats) + len(relics)} Threat Cards"
            self.differs("threats.cards", found, f"{THREAT_CARDS} with the Relics")

    def locking(self) -> None:
        """Compare locks (C3): only Door and Fire lock; mixed flexible cards may do either."""
        cards = self.listed("threats", "cards") or []
        places = {card.get("id"): index for index, card in enumerate(cards) if _has_id(card)}
        for threat in self.draft.threats:
            lists = {icon in LOCKING for icon in threat.icons}
            printed = lists == {True}
            if len(lists) == 1 and threat.locking != printed and (printed is False or len(threat.icons) == 1):
                place = f"threats.cards[{places[threat.id]}].locking"
                kind = "locks" if printed else "does not lock"
                expected = (
                    f"{str(printed).lower()}: a Threat that requires {' or '.join(threat.icons)} {kind}"
                )
                self.differs(place, str(threat.locking).lower(), expected)

    def levels(self) -> None:
        values = self.listed("levels")
        if values is not None and len(values) != LEVELS:
            self.differs("levels", f"{len(values)} levels", str(LEVELS))
        for level in self.draft.levels:
            place = f"levels[{level.level - 1}]"
            if level.level == 1 and level.draw != FIRST_LEVEL[0]:
                self.differs(f"{place}.draw", str(level.draw), str(FIRST_LEVEL[0]))
            if level.level == 1 and level.discard != FIRST_LEVEL[1]:
                self.differs(f"{place}.discard", str(level.discard), str(FIRST_LEVEL[1]))
            if level.level in SPIRIT_LEVELS and not level.segments:
                self.differs(f"{place}.segments", "none", "a Spider Spirit of one segment or more")
            if level.level not in SPIRIT_LEVELS and level.segments:
                self.differs(f"{place}.segments", str(len(level.segments)), "no Spider Spirit")

    def blessings(self) -> None:
        for players, number in self.draft.blessings.items():
            if number != BLESSINGS[players]:
                self.differs(f"blessings.by_players.{players}", str(number), str(BLESSINGS[players]))

    def reputation(self) -> None:
        titles = self.listed("reputation", "titles")
        if titles is None or len(titles) != len(self.draft.reputation):
            return
        if len(titles) != len(REPUTATION):
            self.differs("reputation.titles", f"{len(titles)} titles", str(len(REPUTATION)))
        for index, (found, printed) in enumerate(zip(self.draft.reputation, REPUTATION, strict=False)):
            if found != printed:
                self.differs(f"reputation.titles[{index}]", _title(found), _title(printed))


def _has_id(card: Any) -> bool:
    return isinstance(card, dict) and isinstance(card.get("id"), str)


def _title(reputation: Reputation) -> str:
    return f"{reputation.least}-{reputation.most} {reputation.title!r}"

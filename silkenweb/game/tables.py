"""The Threat Cards, Relics and segments of an edition as numbers: what each asks for, made once for an
edition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from silkenweb.edition import Edition, Equipment, Relic, Segment, Threat
from silkenweb.game.move import Move
from silkenweb.text.catalogue import CharacterName, Words
from silkenweb.text.names import Naming
from silkenweb.text.refusals import unreadable

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
        self.actions: dict[str, tuple[Any, ...]] = {}  # what each move text means (action.py)
        self.claim = tuple(Move(f"claim {key}") for key in self.ids)
        self.resolve = tuple(Move(f"ability {key}") for key in self.ids)
        self.signal = tuple(Move(f"signal {key}") for key in self.ids)


@lru_cache(maxsize=16)
def targets_for(edition: Edition) -> Targets:
    """The targets of an edition, made once."""
    return Targets(edition)


CACHE_LIMIT = 20_000  # entries of one kind of move list; then it starts anew


class EquipmentTables:
    """The faces of a character's cards and of Relics (see tables.py for the layout of a mask)."""

    def __init__(self, edition: Edition, character: str) -> None:
        self.edition = edition
        self.targets = targets_for(edition)
        self.relic_mask = self.targets.relic_mask
        self.cards = tuple(sorted(edition.characters[character].cards))
        shift = len(self.targets.relics)
        self.upright = sum(1 << (shift + 2 * place) for place in range(len(self.cards)))
        self.face_of = self._faces(shift)
        self.text_of = {face: text for text, face in self.face_of.items()}
        self.bare_of = {face: text.rstrip("'") for face, text in self.text_of.items()}
        self.turned = {
            bare: bare if face <= self.relic_mask else bare + "'" for face, bare in self.bare_of.items()
        }
        self._match()
        self._make_caches()

    def _faces(self, shift: int) -> dict[str, int]:
        faces = {relic: 1 << place for place, relic in enumerate(self.targets.relics)}
        for place, card in enumerate(self.cards):
            first = 1 << (shift + 2 * place)
            faces[card], faces[card + "'"] = first, first << 1
        return faces

    # -- what matches (C5, T3) ---------------------------------------------------------------------

    def icon(self, face: int) -> str:
        """The upright icon of a face that is no Relic's."""
        card = self.edition.cards[self.bare_of[face]]
        assert isinstance(card, Equipment)
        return card.faces[0 if face & self.upright else 1]

    def showing(self, icons: set[str]) -> int:
        """The faces that show one of these icons."""
        return sum(face for face in self.text_of if face > self.relic_mask and self.icon(face) in icons)

    def matching(self, icons: tuple[str, ...]) -> int:
        """The faces that satisfy one of these icons (C5); Relics do wherever anything is asked for (T7)."""
        wanted = set(icons)
        if "combat" in wanted:
            wanted |= {"ranged", "combat2"}  # C5
        return self.showing(wanted) | self.relic_mask if wanted else 0  # T7; nothing is played on a Relic

    def _match(self) -> None:
        self.ranged = self.showing({"ranged"})
        self.combat2 = self.showing({"combat2"})
        self.match = tuple(self.matching(icons) for icons in self.targets.icons)
        self.far = tuple(self.ranged if combat else 0 for combat in self.targets.combat)  # T3
        self.segment_match = tuple(
            tuple(self.matching(segment.icons) for segment in segments) for segments in self.targets.segments
        )
        self.on_segment = tuple((*masks, 0) for masks in self.segment_match)  # 0: no segment is left

    # -- moves -------------------------------------------------------------------------------------

    def _make_caches(self) -> None:
        ordered = sorted(self.bare_of, key=lambda face: self.bare_of[face] + ">")
        self.play_order = {face: place for place, face in enumerate(ordered)}
        self.plays: tuple[dict[int, tuple[Move, ...]], ...] = tuple({} for _ in self.targets.ids)
        self.spirit_plays: dict[int, tuple[Move, ...]] = {}
        self.pair_plays: dict[tuple[int, int, int], tuple[Move, ...]] = {}
        self.sorted_texts: dict[int, tuple[str, ...]] = {}
        self.listed: dict[tuple[object, ...], tuple[Move, ...]] = {}

    def plays_on(self, faces: int, target: int) -> tuple[Move, ...]:
        """The moves that play each of these faces on a target, sorted by text."""
        cache = self.spirit_plays if target == SPIRIT else self.plays[target]
        made = cache.get(faces)
        if made is None:
            if len(cache) > CACHE_LIMIT:
                cache.clear()
            place = "spirit" if target == SPIRIT else self.targets.ids[target]
            made = cache[faces] = self._plays(faces, place)
        return made

    def plays_on_two(self, faces: int, left: int, right: int) -> tuple[Move, ...]:
        """The moves that resolve two single Combat Threats with one Combat x2 card (T6)."""
        key = (faces, left, right)
        made = self.pair_plays.get(key)
        if made is None:
            if len(self.pair_plays) > CACHE_LIMIT:
                self.pair_plays.clear()
            place = f"{self.targets.ids[left]}+{self.targets.ids[right]}"
            made = self.pair_plays[key] = self._plays(faces, place)
        return made

    def _plays(self, faces: int, place: str) -> tuple[Move, ...]:
        ordered = sorted(bits(faces), key=self.play_order.__getitem__)
        return tuple(Move(f"play {self.bare_of[face]}>{place}") for face in ordered)

    def keeps(self, hand: int, discard: int, storing: bool) -> tuple[Move, ...]:
        """Every way to rotate or not, and to discard (or store, S6) that many cards of this hand (S5)."""
        cards = self.without_orientation(hand)
        return self._remember(("keep", cards, discard, storing), lambda: self._keeps(cards, discard, storing))

    def _keeps(self, cards: int, discard: int, storing: bool) -> list[str]:
        texts = self.texts(cards)
        made = []
        for chosen in combinations(texts, discard):
            for ways in range(1 << len(chosen) if storing else 1):
                marks = "".join(f" {'^' if ways >> k & 1 else '-'}{card}" for k, card in enumerate(chosen))
                made += [f"keep{marks}", f"keep ~{marks}"]
        return made

    def draws(self, hand: int, drawers: tuple[str, ...]) -> tuple[Move, ...]:
        """A1: each card to discard, with each other player who has a deck to draw from."""
        cards = self.without_orientation(hand)
        return self._remember(
            ("draw", cards, drawers),
            lambda: [f"ability -{self.text_of[face]} {key}" for face in bits(cards) for key in drawers],
        )

    def recovers(self, discards: int) -> tuple[Move, ...]:
        """A4: one or two cards of the Discard Pile, each in either orientation."""
        return self._remember(("recover", discards), lambda: self._recovers(discards))

    def _recovers(self, discards: int) -> list[str]:
        ways = [self.orientations(self.face_of[text]) for text in self.texts(discards)]
        ones = [f"ability +{one}" for way in ways for one in way]
        twos = [f"ability +{a} +{b}" for x, y in combinations(ways, 2) for a in x for b in y]
        return ones + twos

    def takes(self, first: int) -> tuple[Move, ...]:
        """A1: the card drawn, in each orientation."""
        return self._remember(("take", first), lambda: [f"take {way}" for way in self.orientations(first)])

    def _remember(self, key: tuple[object, ...], make: Callable[[], list[str]]) -> tuple[Move, ...]:
        made = self.listed.get(key)
        if made is None:
            if len(self.listed) > CACHE_LIMIT:
                self.listed.clear()
            made = self.listed[key] = tuple(map(Move, sorted(make())))
        return made

    # -- small conversions -------------------------------------------------------------------------

    def orientations(self, face: int) -> tuple[str, ...]:
        """The texts of a card in each orientation it can take."""
        text = self.bare_of[face]
        return (text,) if face <= self.relic_mask else (text, text + "'")

    def without_orientation(self, faces: int) -> int:
        """The cards of a mask as a Discard Pile holds them: every Equipment Card on its first face."""
        up = self.upright
        return (faces | (faces >> 1 & up)) & (up | self.relic_mask)

    def rotated(self, faces: int) -> int:
        """A hand turned round: every Equipment Card shows its other face, a Relic has none (C4)."""
        up = self.upright
        return (faces & up) << 1 | (faces >> 1 & up) | (faces & self.relic_mask)

    def texts(self, faces: int) -> tuple[str, ...]:
        """The texts of a mask, sorted."""
        made = self.sorted_texts.get(faces)
        if made is None:
            if len(self.sorted_texts) > CACHE_LIMIT:
                self.sorted_texts.clear()
            text_of = self.text_of
            made = self.sorted_texts[faces] = tuple(sorted([text_of[face] for face in bits(faces)]))
        return made


@lru_cache(maxsize=128)
def equipment_for(edition: Edition, character: str) -> EquipmentTables:
    """The tables of a character, made once."""
    return EquipmentTables(edition, character)


OTHERS_MAY_ROTATE, RESOLVE_NEXT, OTHER_DRAWS, STORAGE, RECOVER_TWO = (
    "others-may-rotate",
    "resolve-next",
    "discard-then-other-draws",
    "storage",
    "recover-two",
)
ABSENT, RELIC_SEAT = (
    -2,
    -1,
)  # in seat_at: a character who isn't there; the last entry, found by -1, for Relics


class Tables:
    """Everything about (edition, characters in seat order) that does not change during a game."""

    def __init__(self, edition: Edition, characters: tuple[str, ...]) -> None:
        self.edition = edition
        self.characters = characters
        self.players = len(characters)
        sheets = [edition.characters[key] for key in characters]
        self.names = tuple(sheet.name for sheet in sheets)
        self.who = tuple(CharacterName(sheet.key, sheet.name) for sheet in sheets)
        self.effects = tuple(sheet.effect for sheet in sheets)
        self.marker_seat = self._seat_of(OTHERS_MAY_ROTATE)
        self.drawing_seat = self._seat_of(OTHER_DRAWS)
        self.all_seats = (1 << self.players) - 1
        self.first_start = min(range(self.players), key=lambda seat: sheets[seat].seniority)  # S1
        self._take_targets()
        self._take_equipment()
        self._number_sheet_icons()
        self.seats_by_name = {key: seat for seat, key in enumerate(characters)}
        self.seat_at = (*(self.seats_by_name.get(key, ABSENT) for key in edition.characters), RELIC_SEAT)
        self.actions = self.of.actions
        self._namings: dict[str, Naming] = {}

    def naming(self, words: Words) -> Naming:
        """Return what the things of this game are called in a language, made once."""
        made = self._namings.get(words.language)
        if made is None:
            made = self._namings[words.language] = Naming(words, self.edition, self.characters)
        return made

    def _seat_of(self, effect: str) -> int:
        return self.effects.index(effect) if effect in self.effects else -1

    def _take_targets(self) -> None:
        self.of = of = targets_for(self.edition)
        self.all_targets = of.everything
        self.targets, self.target_of = of.ids, of.index
        self.relics, self.relic_mask = of.relics, of.relic_mask
        self.target_of_relic, self.relic_of_target, self.is_relic = of.of_relic, of.relic_of, of.is_relic
        self.locking, self.combat, self.need = of.locking, of.combat, of.need
        self.single_combat, self.segments = of.single_combat, of.segments
        self.claim, self.resolve, self.signal = of.claim, of.resolve, of.signal

    def _take_equipment(self) -> None:
        self.kits = tuple(equipment_for(self.edition, key) for key in self.characters)
        self.equipment = tuple(kit.cards for kit in self.kits)
        self.owner_of = {card: seat for seat, cards in enumerate(self.equipment) for card in cards}
        self.face_of = tuple(kit.face_of for kit in self.kits)
        self.text_of = tuple(kit.text_of for kit in self.kits)
        self.upright_mask = tuple(kit.upright for kit in self.kits)
        self.second_mask = tuple(kit.upright << 1 for kit in self.kits)
        self.ranged = tuple(kit.ranged for kit in self.kits)
        self.combat2 = tuple(kit.combat2 for kit in self.kits)
        self.match = tuple(kit.match for kit in self.kits)
        self.segment_match = tuple(kit.segment_match for kit in self.kits)

    def _number_sheet_icons(self) -> None:
        """A5: a sheet shows each icon that stands on any of its character's Equipment."""
        places = {
            f"{key}.{kit.icon(face)}"
            for key, kit in zip(self.characters, self.kits, strict=True)
            for face in kit.text_of
            if face > self.relic_mask
        }
        self.sheet_icons = tuple(sorted(places))
        self.sheet_signals = tuple(Move(f"signal {place}") for place in self.sheet_icons)
        self.marker_of = {place: len(self.targets) + n for n, place in enumerate(self.sheet_icons)}
        self.marker_of |= self.target_of

    def worth(self, seat: int, face: int, combat: bool) -> int:
        """How many icons a face pays: two for Combat x2 where Combat is asked for, else one (C5)."""
        return 2 if combat and face & self.combat2[seat] else 1

    def without_orientation(self, seat: int, faces: int) -> int:
        """The cards of a mask as a Discard Pile holds them: every Equipment Card on its first face."""
        return self.kits[seat].without_orientation(faces)

    def rotated(self, seat: int, faces: int) -> int:
        """A hand turned round (C4)."""
        return self.kits[seat].rotated(faces)

    def cards(self, seat: int, faces: int) -> tuple[str, ...]:
        """The texts of a mask, sorted."""
        return self.kits[seat].texts(faces)


@lru_cache(maxsize=1024)
def tables_for(edition: Edition, characters: tuple[str, ...]) -> Tables:
    """The tables of these characters in this order, made once."""
    if not 2 <= len(characters) <= 5:
        raise unreadable("players", "characters", count=len(characters))
    for key in characters:
        if key not in edition.characters:
            known = ", ".join(edition.characters)
            raise unreadable("character.unknown", "characters", key, known=known)
    if len(set(characters)) != len(characters):
        raise unreadable("character.once", "characters", ", ".join(characters))
    return Tables(edition, characters)


__all__ = ["ON_SHEET", "REMOVED", "SPIRIT", "Tables", "bits", "tables_for"]

"""What matches what, made once for an edition and the characters at the table, and looked up ever after.

Inside the engine cards are small ints and sets of cards are int masks:

- A *target* is a Threat Card's (or Relic's) index in the edition's Threat ids, sorted as strings; the
  next segment of the Spider Spirit is `SPIRIT`. Sets of resolved cards are masks over these indices.
- A *face* is one bit of a player's mask. Bits 0..R-1 are the R Relics (in id order), then two bits for
  each of the character's Equipment Cards in id order: the first face upright, then the second. So every
  mask of a hand, a storage or a Discard Pile (always first face) has one layout, and rotating a hand is
  a shift.

Both orders are the orders of the printed ids, so that texts come out sorted without sorting.
"""

from __future__ import annotations

from functools import lru_cache

from silkenweb.edition import Edition
from silkenweb.errors import NotationError
from silkenweb.game.equipment import equipment_for
from silkenweb.game.move import Move
from silkenweb.game.targets import ON_SHEET, REMOVED, SPIRIT, bits, targets_for

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
        raise NotationError(f"a game has 2 to 5 players, not {len(characters)}", where="characters")
    for key in characters:
        if key not in edition.characters:
            known = ", ".join(edition.characters)
            raise NotationError(f"unknown character; the edition has {known}", where="characters", text=key)
    if len(set(characters)) != len(characters):
        raise NotationError("each character plays once", where="characters", text=", ".join(characters))
    return Tables(edition, characters)


__all__ = ["ON_SHEET", "REMOVED", "SPIRIT", "Tables", "bits", "tables_for"]

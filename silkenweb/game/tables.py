"""What matches what, made once for an edition and the characters at the table, and looked up ever after.

Inside the engine cards are small ints and sets of cards are int masks:

- A *target* is a Threat Card's (or Relic's) index in the edition's Threat ids, sorted as strings; the next
  segment of the Spider Spirit is `SPIRIT`. Sets of resolved cards are masks over these indices.
- A *face* is one bit of a player's mask. Bits 0..R-1 are the R Relics (in id order), then two bits for each of
  the character's Equipment Cards in id order: the first face upright, then the second. So every mask of a hand,
  a storage or a Discard Pile (always first face) has one layout, and rotating a hand is a shift.

Both orders are the orders of the printed ids, so that texts come out sorted without sorting.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

from silkenweb.edition import Edition, Equipment, Relic, Segment, Threat
from silkenweb.errors import NotationError
from silkenweb.game.move import Move

SPIRIT = -1
ON_SHEET, REMOVED = -1, -2  # the marker, where it lies on no target and no icon
CACHE_LIMIT = 20_000  # entries of one kind of move list; then it starts anew

OTHERS_MAY_ROTATE, RESOLVE_NEXT, OTHER_DRAWS, STORAGE, RECOVER_TWO = (
    "others-may-rotate",
    "resolve-next",
    "discard-then-other-draws",
    "storage",
    "recover-two",
)


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


class Tables:
    """Everything about (edition, characters in seat order) that does not change during a game."""

    def __init__(self, edition: Edition, characters: tuple[str, ...]) -> None:
        self.edition = edition
        self.characters = characters
        self.players = len(characters)
        self.names = tuple(edition.characters[key].name for key in characters)
        self.effects = tuple(edition.characters[key].effect for key in characters)
        self.marker_seat = self._seat_of(OTHERS_MAY_ROTATE)
        self.drawing_seat = self._seat_of(OTHER_DRAWS)
        self.all_seats = (1 << self.players) - 1
        self.first_start = min(
            range(self.players), key=lambda seat: edition.characters[characters[seat]].seniority
        )
        self._number_targets()
        self._number_faces()
        self._match_targets()
        self._match_segments()
        self._make_move_caches()

    def _seat_of(self, effect: str) -> int:
        return self.effects.index(effect) if effect in self.effects else -1

    # -- numbering -----------------------------------------------------------------------------------------

    def _number_targets(self) -> None:
        cards = self.edition.cards
        self.targets = tuple(sorted(key for key, card in cards.items() if not isinstance(card, Equipment)))
        self.target_of = {key: index for index, key in enumerate(self.targets)}
        kinds = [cards[key] for key in self.targets]
        relics = [index for index, card in enumerate(kinds) if isinstance(card, Relic)]
        self.relics = tuple(self.targets[index] for index in relics)
        self.target_of_relic = {1 << number: index for number, index in enumerate(relics)}
        self.relic_of_target = {index: 1 << number for number, index in enumerate(relics)}
        self.relic_mask = (1 << len(relics)) - 1
        self.is_relic = tuple(isinstance(card, Relic) for card in kinds)
        self.locking = tuple(isinstance(card, Threat) and card.locking for card in kinds)
        self.combat = tuple(isinstance(card, Threat) and "combat" in card.icons for card in kinds)
        self.need = tuple(card.count if isinstance(card, Threat) else 0 for card in kinds)
        self.single_combat = tuple(
            combat and need == 1 for combat, need in zip(self.combat, self.need, strict=True)
        )

    def _number_faces(self) -> None:
        shift = len(self.relics)
        self.equipment = tuple(tuple(sorted(self.edition.characters[key].cards)) for key in self.characters)
        self.upright_mask = tuple(
            sum(1 << (shift + 2 * k) for k in range(len(cards))) for cards in self.equipment
        )
        self.face_of: tuple[dict[str, int], ...] = tuple(self._faces(cards) for cards in self.equipment)
        self.text_of: tuple[dict[int, str], ...] = tuple(
            {face: text for text, face in faces.items()} for faces in self.face_of
        )
        self.owner_of = {card: seat for seat, cards in enumerate(self.equipment) for card in cards}
        self.start_discards = self.upright_mask

    def _faces(self, cards: tuple[str, ...]) -> dict[str, int]:
        faces = {relic: 1 << number for number, relic in enumerate(self.relics)}
        for k, card in enumerate(cards):
            first = 1 << (len(self.relics) + 2 * k)
            faces[card], faces[card + "'"] = first, first << 1
        return faces

    # -- what matches (C5, T3) ------------------------------------------------------------------------------

    def icon(self, seat: int, face: int) -> str:
        """The upright icon of a face of this seat's Equipment."""
        text = self.text_of[seat][face]
        card = self.edition.cards[text.rstrip("'")]
        assert isinstance(card, Equipment)
        return card.faces[1 if text.endswith("'") else 0]

    def _faces_showing(self, seat: int, icons: frozenset[str]) -> int:
        return sum(
            face
            for text, face in self.face_of[seat].items()
            if face > self.relic_mask and self.icon(seat, face) in icons
        )

    def _faces_matching(self, seat: int, icons: tuple[str, ...]) -> int:
        wanted = set(icons)
        if "combat" in wanted:
            wanted |= {"ranged", "combat2"}  # C5
        return self._faces_showing(seat, frozenset(wanted)) | self.relic_mask  # T7

    def _match_targets(self) -> None:
        seats = range(self.players)
        self.ranged = tuple(self._faces_showing(seat, frozenset({"ranged"})) for seat in seats)
        self.combat2 = tuple(self._faces_showing(seat, frozenset({"combat2"})) for seat in seats)
        cards = self.edition.cards
        self.match = tuple(
            tuple(self._matching(seat, cards[key]) for key in self.targets) for seat in seats
        )

    def _matching(self, seat: int, card: object) -> int:
        return self._faces_matching(seat, card.icons) if isinstance(card, Threat) else 0

    def _match_segments(self) -> None:
        self.segments: tuple[tuple[Segment, ...], ...] = ((), *(lv.segments for lv in self.edition.levels))
        self.segment_match = tuple(
            tuple(
                tuple(self._faces_matching(seat, segment.icons) for segment in segments)
                for segments in self.segments
            )
            for seat in range(self.players)
        )

    def worth(self, seat: int, face: int, icons_combat: bool) -> int:
        """How many icons a face pays on a target: two for Combat x2 on a Combat target, else one (C5)."""
        return 2 if icons_combat and face & self.combat2[seat] else 1

    # -- moves ------------------------------------------------------------------------------------------------

    def _make_move_caches(self) -> None:
        seats = range(self.players)
        self.play_order = tuple(
            {face: index for index, face in enumerate(sorted(of, key=lambda face, of=of: of[face] + ">"))}  # type: ignore[misc]
            for of in ({f: t.rstrip("'") for f, t in texts.items()} for texts in self.text_of)
        )
        self.plays: tuple[tuple[dict[int, tuple[Move, ...]], ...], ...] = tuple(
            tuple({} for _ in self.targets) for _ in seats
        )
        self.spirit_plays: tuple[dict[int, tuple[Move, ...]], ...] = tuple({} for _ in seats)
        self.pair_plays: dict[tuple[int, int, int, int], tuple[Move, ...]] = {}
        self.actions: dict[str, tuple[Any, ...]] = {}
        self.listed: dict[tuple[object, ...], tuple[Move, ...]] = {}
        self.claim = tuple(Move(f"claim {key}") for key in self.targets)
        self.resolve = tuple(Move(f"ability {key}") for key in self.targets)
        self.signal = tuple(Move(f"signal {key}") for key in self.targets)
        self.sheet_icons = tuple(
            sorted(
                {
                    f"{key}.{icon}"
                    for seat, key in enumerate(self.characters)
                    for icon in self._sheet(seat)
                }
            )
        )
        self.sheet_signals = tuple(Move(f"signal {place}") for place in self.sheet_icons)
        self.marker_of = {place: len(self.targets) + i for i, place in enumerate(self.sheet_icons)}
        self.marker_of |= self.target_of

    def _sheet(self, seat: int) -> set[str]:
        return {self.icon(seat, face) for face in self.text_of[seat] if face > self.relic_mask}

    def plays_on(self, seat: int, faces: int, target: int) -> tuple[Move, ...]:
        """The moves that play each of these faces of the seat's own cards on a target, sorted by text."""
        cache = self.spirit_plays[seat] if target == SPIRIT else self.plays[seat][target]
        made = cache.get(faces)
        if made is None:
            place = "spirit" if target == SPIRIT else self.targets[target]
            if len(cache) > CACHE_LIMIT:
                cache.clear()
            made = cache[faces] = self._plays(seat, faces, place)
        return made

    def plays_on_two(self, seat: int, faces: int, left: int, right: int) -> tuple[Move, ...]:
        """The moves that resolve two single Combat Threats with one Combat x2 card (T6)."""
        key = (seat, faces, left, right)
        made = self.pair_plays.get(key)
        if made is None:
            if len(self.pair_plays) > CACHE_LIMIT:
                self.pair_plays.clear()
            place = f"{self.targets[left]}+{self.targets[right]}"
            made = self.pair_plays[key] = self._plays(seat, faces, place)
        return made

    def _plays(self, seat: int, faces: int, place: str) -> tuple[Move, ...]:
        order, texts = self.play_order[seat], self.text_of[seat]
        ordered = sorted(bits(faces), key=order.__getitem__)
        return tuple(Move(f"play {texts[face].rstrip(chr(39))}>{place}") for face in ordered)

    def remember(
        self, key: tuple[object, ...], make: Callable[..., list[str]], *args: object
    ) -> tuple[Move, ...]:
        """A sorted list of moves made once for `key`."""
        made = self.listed.get(key)
        if made is None:
            if len(self.listed) > CACHE_LIMIT:
                self.listed.clear()
            made = self.listed[key] = tuple(map(Move, sorted(make(*args))))
        return made

    def keeps(self, seat: int, hand: int, discard: int, storing: bool) -> tuple[Move, ...]:
        """Every way to rotate or not, and to discard (or store, S6) so many cards of this hand (S5)."""
        cards = self.without_orientation(seat, hand)
        return self.remember(("keep", seat, cards, discard, storing), self._keeps, seat, cards, discard, storing)

    def _keeps(self, seat: int, cards: int, discard: int, storing: bool) -> list[str]:
        texts = [self.text_of[seat][face] for face in self.in_id_order(seat, cards)]
        made = []
        for chosen in combinations(texts, min(discard, len(texts))):
            for ways in range(1 << len(chosen) if storing else 1):
                marks = "".join(
                    f" {'^' if ways >> k & 1 else '-'}{card}" for k, card in enumerate(chosen)
                )
                made += [f"keep{marks}", f"keep ~{marks}"]
        return made

    def draws(self, seat: int, hand: int, drawers: int) -> tuple[Move, ...]:
        """A1: each card to discard, with each other player who has a deck to draw from."""
        cards = self.without_orientation(seat, hand)
        return self.remember(("draw", seat, cards, drawers), self._draws, seat, cards, drawers)

    def _draws(self, seat: int, cards: int, drawers: int) -> list[str]:
        others = [key for other, key in enumerate(self.characters) if drawers >> other & 1]
        return [f"ability -{self.text_of[seat][face]} {key}" for face in bits(cards) for key in others]

    def recovers(self, seat: int, discards: int) -> tuple[Move, ...]:
        """A4: one or two cards of the Discard Pile, each in either orientation."""
        return self.remember(("recover", seat, discards), self._recovers, seat, discards)

    def _recovers(self, seat: int, discards: int) -> list[str]:
        ways = [self.orientations(seat, face) for face in self.in_id_order(seat, discards)]
        ones = [f"ability +{one}" for way in ways for one in way]
        twos = [f"ability +{a} +{b}" for x, y in combinations(ways, 2) for a in x for b in y]
        return ones + twos

    def orientations(self, seat: int, face: int) -> tuple[str, ...]:
        """The texts of a card in each orientation it can take."""
        text = self.text_of[seat][face].rstrip("'")
        return (text,) if face <= self.relic_mask else (text, text + "'")

    # -- small conversions --------------------------------------------------------------------------------------

    def without_orientation(self, seat: int, faces: int) -> int:
        """The cards of a mask as a Discard Pile holds them: every Equipment Card on its first face."""
        up = self.upright_mask[seat]
        return (faces | (faces >> 1 & up)) & (up | self.relic_mask)

    def rotated(self, seat: int, faces: int) -> int:
        """A hand turned round: every Equipment Card shows its other face, a Relic has none (C4)."""
        up = self.upright_mask[seat]
        return (faces & up) << 1 | (faces >> 1 & up) | (faces & self.relic_mask)

    def in_id_order(self, seat: int, faces: int) -> list[int]:
        """The faces of a mask in the order of their cards' ids."""
        texts = self.text_of[seat]
        return sorted(bits(faces), key=texts.__getitem__)

    def cards(self, seat: int, faces: int) -> tuple[str, ...]:
        """The texts of a mask, sorted."""
        texts = self.text_of[seat]
        return tuple(sorted(texts[face] for face in bits(faces)))

    def seat_of(self, character: str) -> int:
        """The seat of a character, or a NotationError."""
        if character not in self.characters:
            raise NotationError(f"nobody plays {character!r}; at the table are {', '.join(self.characters)}")
        return self.characters.index(character)


@lru_cache(maxsize=64)
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

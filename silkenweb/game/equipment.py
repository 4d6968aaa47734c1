"""One character's cards as masks: what each face shows and matches, and the moves that name them.

Made once for an edition and a character, whoever else is at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from silkenweb.edition import Edition, Equipment
from silkenweb.game.move import Move
from silkenweb.game.targets import SPIRIT, bits, targets_for

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
        self.segment_match = tuple(
            tuple(self.matching(segment.icons) for segment in segments) for segments in self.targets.segments
        )

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
        """Every way to rotate or not, and to discard (or store, S6) so many cards of this hand (S5)."""
        cards = self.without_orientation(hand)
        return self._remember(("keep", cards, discard, storing), lambda: self._keeps(cards, discard, storing))

    def _keeps(self, cards: int, discard: int, storing: bool) -> list[str]:
        texts = self.texts(cards)
        made = []
        for chosen in combinations(texts, min(discard, len(texts))):
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

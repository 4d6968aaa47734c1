"""A level as the solver sees it: everything that does not change while the level is played.

The solver decides late what the rules ask for early, so that whole families of positions become one:

- *Orientation.* A hand that rested since it was last seen may have been rotated or not, whichever is
  useful. Such a hand is *free*; playing one of its cards fixes it. Hands are masks in the orientation
  they had at the start (frame 0), with one bit that says whether they now lie the other way round.
- *Discards* (S5). A hand owes so many discards; any cards that are never played will do. The same goes
  for what Bajie discards (A1).

A Threat is named by its place in the line: the row, then the Threat Deck, which is a fixed order.
"""

from __future__ import annotations

from typing import NamedTuple

from silkenweb.game.state import State
from silkenweb.game.tables import RECOVER_TWO, RESOLVE_NEXT, SPIRIT, bits

Commit = tuple[int, int, int, tuple[tuple[int, int], ...]]
"""Cards committed to a target: the target, icons paid, mask of the seats that committed, and those of the
cards that A4 can take back once they are discarded, each as (owner, card)."""

Masks = tuple[int, ...]


class Rest(NamedTuple):
    """The part of a node that changes seldom: what may still be spent, and what abilities work on."""

    sheets: int
    blessings: int  # that may still be lost
    abilities: int  # sheets that may still be flipped
    relics: int  # that may still be spent
    lost: int  # Relics of the row that Blessings may still remove
    stores: Masks
    owed: Masks  # discards owed by each hand
    extra: Masks  # cards of a hand that came later and can't pay what it owes
    piles: Masks  # the Discard Piles of seats that can recover cards (A4), as long as they can


class Node(NamedTuple):
    """Where the level stands, at the start of a turn or within one."""

    seat: int  # whose turn begins, or goes on
    rests: int
    mid: int  # 0: a turn begins; MID, STORE_OPEN: within the turn of `seat`
    alive: int  # mask of the line
    seen: int  # so many places of the line have been turned up
    segments: int
    commits: tuple[Commit, ...]
    hands: Masks
    turned: int  # mask of the seats whose hand lies the other way round
    free: int  # mask of the seats whose hand may lie either way
    rest: Rest


MID, STORE_OPEN = 1, 3


class Model:
    """What the cards of one level match, by places of the line and in both orientations of each hand."""

    def __init__(self, state: State) -> None:
        tables = state.tables
        self.tables = tables
        self.players = tables.players
        self.line = line = state.row + state.deck
        self.decks = state.decks
        self.size = len(line)
        self.need = tuple(tables.need[target] for target in line)
        self.combat = tuple(tables.combat[target] for target in line)
        self.single = tuple(tables.single_combat[target] for target in line)
        self.lock_mask = sum(1 << k for k, target in enumerate(line) if tables.locking[target])
        self.relic_places = sum(1 << k for k, target in enumerate(line) if tables.is_relic[target])
        self.combat_mask = sum(1 << k for k, combat in enumerate(self.combat) if combat)
        self.single_mask = sum(1 << k for k, single in enumerate(self.single) if single)
        self.relic_mask = tables.relic_mask
        self.segments = tables.segments[state.level]
        self.segment_need = tuple(segment.count for segment in self.segments)
        self.segment_combat = tuple("combat" in segment.icons for segment in self.segments)
        self._match(state)
        self._find_abilities()

    def _match(self, state: State) -> None:
        """fit[o][seat][place], far, double, segment_fit: faces in frame 0 that do it when turned by o."""
        tables, seats = self.tables, range(self.players)
        cards = ~self.relic_mask

        def both(seat: int, mask: int) -> tuple[int, int]:
            return mask & cards, tables.rotated(seat, mask & cards)

        def ways(masks: list[tuple[int, int]]) -> tuple[Masks, Masks]:
            return tuple(a for a, _ in masks), tuple(b for _, b in masks)

        fits = [ways([both(seat, tables.match[seat][target]) for target in self.line]) for seat in seats]
        self.fit = tuple(tuple(fit[o] for fit in fits) for o in (0, 1))
        level = [tables.segment_match[seat][state.level] for seat in seats]
        parts = [ways([both(seat, mask) for mask in level[seat]]) for seat in seats]
        self.segment_fit = tuple(tuple(part[o] for part in parts) for o in (0, 1))
        self.far = ways([both(seat, tables.ranged[seat]) for seat in seats])
        self.double = ways([both(seat, tables.combat2[seat]) for seat in seats])
        self.kinds = tuple(self._kinds(seat) for seat in seats)
        self._chosen: dict[tuple[int, int], tuple[int, ...]] = {}

    def _kinds(self, seat: int) -> dict[int, tuple[str, str]]:
        kit = self.tables.kits[seat]
        faces = [face for face in kit.text_of if face > self.relic_mask]
        return {face: (kit.icon(face), kit.icon(kit.rotated(face))) for face in faces}

    def _find_abilities(self) -> None:
        tables = self.tables

        def seats(effect: str) -> int:
            return sum(1 << seat for seat, each in enumerate(tables.effects) if each == effect)

        self.rotating_seat = tables.marker_seat
        self.drawing_seat = tables.drawing_seat
        self.resolving = seats(RESOLVE_NEXT)
        self.recovering = seats(RECOVER_TWO)
        self.tops = tuple((seat, deck[0]) for seat, deck in enumerate(self.decks) if deck)

    # -- questions -----------------------------------------------------------------------------------

    def different(self, seat: int, faces: int) -> tuple[int, ...]:
        """One face of each kind among these: cards that show the same on both faces are as good."""
        key = (seat, faces)
        found = self._chosen.get(key)
        if found is None:
            kinds = self.kinds[seat]
            first: dict[tuple[str, str], int] = {}
            for face in bits(faces):
                first.setdefault(kinds[face], face)
            found = self._chosen[key] = tuple(first.values())
        return found

    def turn_up(self, alive: int, seen: int) -> int:
        """How much of the line is turned up once the last visible lock is gone (T9)."""
        if alive & self.lock_mask & ((1 << seen) - 1):
            return seen
        hidden = (self.lock_mask >> seen) << seen
        return (hidden & -hidden).bit_length() if hidden else self.size

    def name(self, place: int) -> str:
        """The text of a place of the line, or of the next segment."""
        return "spirit" if place == SPIRIT else self.tables.targets[self.line[place]]

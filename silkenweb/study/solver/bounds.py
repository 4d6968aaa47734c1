"""Whether the remaining cards can still pay the remaining targets: Hall's condition, with limits on hands.

For every set U of icons: what only icons of U can pay must not exceed what the cards that show an icon of U
can provide. A hand that owes discards provides at most as many cards as it may play (Rado's form of the
condition, for a matroid). The order of turns and rotations is ignored, so a level that fails here cannot be
cleared, while one that passes may still fail.

The sums for all sets U at once are the fields of one int, so that a check takes only a few additions.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from silkenweb.game.tables import SPIRIT, STORAGE, bits
from silkenweb.study.solver.model import STORE_OPEN, Commit, Model, Node
from silkenweb.text import Words
from silkenweb.text.names import listed_in

WIDTH = 16  # bits of a field
FIELD = (1 << WIDTH) - 1
DOUBLES = FIELD >> 1  # field 0 without its guard: the number of Combat x2


class Shortage(NamedTuple):
    """A set of icons that shows that a level cannot be paid."""

    icons: tuple[str, ...]
    asked: int  # what only these icons can pay, minus what all wild cards together can remove
    paid: int  # the most that can still pay for it
    wild: int  # how many targets abilities, Relics and Blessings can fully resolve
    unit: str  # "icons" or "cards"

    def text(self, words: Words) -> str:
        """Return the shortage as a clause."""
        return words(
            "solve.short.wild" if self.wild else "solve.short",
            icons=listed_in(words, (words(f"icon.{icon}") for icon in self.icons)),
            needed=words.count(f"solve.{self.unit}", self.asked),
            paid=self.paid,
            wild=self.wild,
        )


class Bounds:
    """The condition for the nodes of one level; sums are cached."""

    def __init__(self, model: Model) -> None:
        self.model = model
        lists = [model.tables.of.icons[target] for target in model.line]
        lists += [tuple(segment.icons) for segment in model.segments]
        self.icons = tuple(sorted({icon for icons in lists for icon in icons}))
        self.sets = 1 << len(self.icons)
        self.asks = [self._number(icons) for icons in lists]
        self.ones = sum(1 << (WIDTH * u) for u in range(self.sets))
        self.guard = self.ones << (WIDTH - 1)
        number = self._number(("combat",)) if "combat" in self.icons else 0
        self.with_combat = sum(1 << (WIDTH * u) for u in range(self.sets) if u & number)
        self._serve()
        self._demands: dict[tuple[object, ...], tuple[int, int]] = {}
        self._hands: dict[tuple[int, int, int, int], int] = {}
        self._drawn: dict[tuple[int, int, int, int], int] = {}

    def _number(self, icons: tuple[str, ...]) -> int:
        return sum(1 << self.icons.index(icon) for icon in icons)

    def _serve(self) -> None:
        """Set serves[seat][face]: the icons (as a mask) that this face of a card satisfies."""
        model = self.model
        self.serves: list[dict[int, int]] = []
        for kit, kinds in zip(model.tables.kits, model.kinds, strict=True):
            by_icon = [kit.matching((icon,)) for icon in self.icons]
            self.serves.append(
                {face: sum(1 << k for k, mask in enumerate(by_icon) if mask & face) for face in kinds}
            )

    def touching(self, icons: int) -> int:
        """Return 1 in the field of every set that contains one of these icons."""
        return sum(1 << (WIDTH * u) for u in range(self.sets) if u & icons)

    # -- what is asked ---------------------------------------------------------------------------------

    def demand(self, alive: int, segments: int, commits: tuple[Commit, ...], wild: int) -> tuple[int, int]:
        """Return what each set requires, minus the most that resolving `wild` targets without cards removes.

        It is given in icons, and in cards if there are enough Combat x2 to pay two icons wherever that is
        possible.
        """
        key = (alive, segments, wild, tuple([(on, paid) for on, paid, _, _ in commits]) if commits else ())
        found = self._demands.get(key)
        if found is None:
            found = self._demands[key] = self._demand(alive, segments, commits, wild)
        return found

    def _demand(self, alive: int, segments: int, commits: tuple[Commit, ...], wild: int) -> tuple[int, int]:
        model = self.model
        paid = {on: much for on, much, _, _ in commits}
        asked: list[tuple[int, int, int]] = []  # which icons, how many, and the fewest cards for them
        for k in range(model.size):
            if alive >> k & 1 and not model.relic_places >> k & 1:
                missing = model.need[k] - paid.get(k, 0)
                asked.append((self.asks[k], missing, missing - missing // 2 if model.combat[k] else missing))
        for j in range(segments, len(model.segments)):
            missing = model.segment_need[j] - (paid.get(SPIRIT, 0) if j == segments else 0)
            least = missing - missing // 2 if model.segment_combat[j] else missing
            asked.append((self.asks[model.size + j], missing, least))
        icons = cards = 0
        for u in range(1, self.sets):
            here = [(missing, least) for wanted, missing, least in asked if wanted & ~u == 0]
            count = max(0, len(here) - wild)
            icons |= sum(sorted([missing for missing, _ in here])[:count]) << (WIDTH * u)
            fewest = sum(sorted([least for _, least in here])[:count]) - self._pairs(alive, u)
            cards |= max(0, fewest) << (WIDTH * u)
        return icons, cards

    def _pairs(self, alive: int, icons: int) -> int:
        """Return how many pairs of single Combat Threats (T6) are still possible.

        It counts pairs that only these icons can pay.

        Only Combat may separate the two, since only a Combat Threat is ever resolved behind the front.
        """
        model, pairs, run = self.model, 0, 0
        for place in range(model.size):
            if not alive >> place & 1:
                continue
            if model.combat[place]:
                run += model.single[place] and self.asks[place] & ~icons == 0
            else:
                pairs += run // 2
                run = 0
        return pairs + run // 2

    # -- what there is ---------------------------------------------------------------------------------

    def hand(self, seat: int, mask: int, owed: int, extra: int) -> int:
        """Return what a hand provides to each set; field 0 (the empty set) has its Combat x2."""
        key = (seat, mask, owed, extra)
        found = self._hands.get(key)
        if found is None:
            found = self._hands[key] = self._hand(seat, mask, owed, extra)
        return found

    def _hand(self, seat: int, mask: int, owed: int, extra: int) -> int:
        model = self.model
        tables = model.tables
        both = tables.rotated(seat, mask) | mask
        cards = list(bits(both & tables.upright_mask[seat]))
        double = model.double[0][seat]
        bound_cards = [face for face in cards if not face & extra]
        later = [face for face in cards if face & extra]
        relics = (mask & model.relic_mask & ~extra).bit_count()
        most = max(0, len(bound_cards) + relics - owed)
        serves = self.serves[seat]

        def count(faces: list[int], u: int) -> int:
            return sum(1 for face in faces if (serves[face] | serves[face << 1]) & u)

        def doubles(faces: list[int]) -> int:
            return sum(1 for face in faces if (face | face << 1) & double)

        packed = min(most, doubles(bound_cards)) + doubles(later)
        for u in range(1, self.sets):
            packed |= (min(most, count(bound_cards, u)) + count(later, u)) << (WIDTH * u)
        return packed

    def store(self, seat: int, mask: int) -> int:
        """Return what stored cards provide: each only what it shows."""
        key = (seat, mask, -1, 0)
        found = self._hands.get(key)
        if found is None:
            faces = list(bits(mask & ~self.model.relic_mask))
            packed = sum(1 for face in faces if face & self.model.double[0][seat])
            for face in faces:
                packed += self.touching(self.serves[seat][face])
            found = self._hands[key] = packed
        return found

    # -- what abilities add ----------------------------------------------------------------------------

    def _abilities(self, node: Node) -> list[tuple[int, int]]:
        """Return (fields added, wild cards added) for each ability that can still be used."""
        model, resources = self.model, node.resources
        found: list[tuple[int, int]] = []
        for sheet in bits(resources.sheets):
            seat = sheet.bit_length() - 1
            effect = model.tables.effects[seat]
            if model.resolving >> seat & 1:
                found.append((0, 1))
            elif model.recovering >> seat & 1:
                found.append((self._recovered(node, seat), 0))
            elif seat == model.drawing_seat:
                found.append((self._draws(node), 0))
            elif effect == STORAGE and resources.stores[seat]:
                found.append((self.store(seat, resources.stores[seat]), 0))
        return found

    def _recovered(self, node: Node, seat: int) -> int:
        """Return what up to two cards provide that are, or may come to be, in the Discard Pile (A4)."""
        model, resources = self.model, node.resources
        serves = self.serves[seat]
        hand = node.hands[seat]
        tables = model.tables
        top = model.decks[seat][0] if model.decks[seat] else 0  # A1 may bring it
        cards = resources.piles[seat] | hand | top
        cards = (cards | tables.rotated(seat, cards)) & tables.upright_mask[seat]
        for _, _, _, committed in node.commits:
            cards |= sum(card & tables.upright_mask[seat] for owner, card in committed if owner == seat)
        key = (seat, cards, -2, 0)
        found = self._hands.get(key)
        if found is None:
            faces = list(bits(cards))
            double = model.double[0][seat]
            found = min(2, sum(1 for face in faces if (face | face << 1) & double))
            for u in range(1, self.sets):
                many = sum(1 for face in faces if (serves[face] | serves[face << 1]) & u)
                found |= min(2, many) << (WIDTH * u)
            self._hands[key] = found
        return found

    def _draws(self, node: Node) -> int:
        """Return the change if Bajie's hand plays one card less and somebody else's one more (A1)."""
        model, resources = self.model, node.resources
        seat = model.drawing_seat
        owed, extra = resources.owed[seat], resources.extra[seat]
        mask = node.hands[seat]
        key = (seat, mask, owed, extra)
        found = self._drawn.get(key)
        if found is None:
            before = self._hand(seat, mask, owed, extra)
            after = self._hand(seat, mask, owed + 1, extra)
            found = 0
            best = self._tops()
            for u in range(self.sets):
                lost = (before >> (WIDTH * u) & FIELD) - (after >> (WIDTH * u) & FIELD)
                found |= max(0, (best >> (WIDTH * u) & FIELD) - lost) << (WIDTH * u)
            self._drawn[key] = found
        return found

    def _tops(self) -> int:
        """Return what the best of the top cards of the other Equipment Decks provides to each set."""
        model = self.model
        tops = 0
        for seat, face in model.tops:
            if seat == model.drawing_seat or face & model.relic_mask:
                continue
            turned = model.tables.rotated(seat, face)
            tops |= self.touching(self.serves[seat][face] | self.serves[seat][turned])
            tops |= int(bool((face | turned) & model.double[0][seat]))
        return tops

    # -- the condition ---------------------------------------------------------------------------------

    def fails(self, node: Node) -> bool:
        """Return whether the level cannot be cleared from here, whatever the order of turns."""
        return self._fails(node, self._held(node))

    def slack(self, node: Node) -> int | None:
        """Return the least surplus over all sets of icons, with the hands alone, to order moves by.

        None if the level cannot be cleared.
        """
        total = self._held(node)
        if self._fails(node, total):
            return None
        total += self.guard
        icons, cards = self.demand(node.alive, node.segments, node.commits, 0)
        return min(
            self._least(total - cards), self._least(total + self.with_combat * (total & DOUBLES) - icons)
        )

    def _least(self, spare: int) -> int:
        fields = memoryview(spare.to_bytes(self.sets * WIDTH // 8, "little")).cast("H")
        return min(fields[1:], default=0x8000) - 0x8000

    def _fails(self, node: Node, total: int) -> bool:
        resources = node.resources
        wild = resources.blessings + resources.relics
        if not self._short(node, total, wild):
            return False
        if not resources.abilities:
            return True
        found = self._abilities(node)
        if not found:
            return True
        for some in combinations(found, min(resources.abilities, len(found))):
            more, jokers = sum(part for part, _ in some), sum(part for _, part in some)
            if not self._short(node, total + more, wild + jokers):
                return False
        return True

    def shortage(self, node: Node) -> Shortage | None:
        """Return the set of icons with the greatest shortage after all abilities; None if there is none."""
        resources = node.resources
        found = self._abilities(node) if resources.abilities else []
        total = self._held(node) + sum(part for part, _ in found)
        wild = resources.blessings + resources.relics + sum(jokers for _, jokers in found)
        icons, cards = self.demand(node.alive, node.segments, node.commits, wild)
        doubled = total + self.with_combat * (total & DOUBLES)
        worst: Shortage | None = None
        for u in range(1, self.sets):
            names = tuple(icon for k, icon in enumerate(self.icons) if u >> k & 1)
            for asked, there, unit in ((icons, doubled, "icons"), (cards, total, "cards")):
                need, have = asked >> (WIDTH * u) & FIELD, there >> (WIDTH * u) & FIELD
                if need > have and (worst is None or need - have > worst.asked - worst.paid):
                    worst = Shortage(names, need, have, wild, unit)
        return worst

    def _held(self, node: Node) -> int:
        resources, hand, total = node.resources, self.hand, 0
        for seat, mask in enumerate(node.hands):
            total += hand(seat, mask, resources.owed[seat], resources.extra[seat])
        if node.mid == STORE_OPEN:
            for seat, mask in enumerate(resources.stores):
                if mask and not resources.sheets >> seat & 1:
                    total += self.store(seat, mask)
        return total

    def _short(self, node: Node, total: int, wild: int) -> bool:
        icons, cards = self.demand(node.alive, node.segments, node.commits, wild)
        total += self.guard
        if (total - cards) & self.guard != self.guard:
            return True
        return (total + self.with_combat * (total & DOUBLES) - icons) & self.guard != self.guard

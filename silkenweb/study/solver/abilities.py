"""The abilities (A1-A4) on the solver's nodes."""

from __future__ import annotations

from itertools import combinations

from silkenweb.game.state import put
from silkenweb.game.tables import SPIRIT, bits
from silkenweb.study.solver.acts import DRAW, RECOVER, RESOLVE, ROTATE, Act, Child
from silkenweb.study.solver.model import Node
from silkenweb.study.solver.outcomes import Outcomes


class Abilities(Outcomes):
    """What a seat whose sheet is unflipped can do with its turn."""

    def abilities(self, node: Node) -> list[Child]:
        """The uses of the ability of the node's seat, which has one to use."""
        model, seat = self.model, node.seat
        pile = node.rest.piles[seat]
        node = node._replace(rest=self.spent(node.rest, seat))
        if model.resolving >> seat & 1:
            return self._resolve_next(node)
        if seat == model.rotating_seat:
            free = node.free | self.all & ~(1 << seat)
            return [(Act(ROTATE, seat), self.next_turn(node._replace(free=free, turned=node.turned & ~free)))]
        if seat == model.drawing_seat:
            return self._draw(node)
        if model.recovering >> seat & 1:
            return self._recover(node, pile)
        return []

    def _resolve_next(self, node: Node) -> list[Child]:
        """A2."""
        model, seat, found = self.model, node.seat, []
        front = self.front(node.alive, node.seen)
        if front and not front & model.relic_places:
            found.append(self.resolved(node, Act(RESOLVE, seat, targets=(front.bit_length() - 1,)), True))
        if node.segments < len(model.segments):
            found.append(self.resolved(node, Act(RESOLVE, seat, targets=(SPIRIT,)), True))
        return found

    def _draw(self, node: Node) -> list[Child]:
        """A1: Bajie's hand owes one card more; somebody has the top card of their deck."""
        seat, rest = node.seat, node.rest
        found: list[Child] = []
        if node.hands[seat].bit_count() <= rest.owed[seat]:
            return found
        owed = put(rest.owed, seat, rest.owed[seat] + 1)
        for drawer, top in self.model.tops:
            if drawer == seat:
                continue
            other = self.model.tables.rotated(drawer, top)
            after = rest._replace(owed=owed, extra=put(rest.extra, drawer, rest.extra[drawer] | top | other))
            for face in sorted({top, other}):
                hands = put(node.hands, drawer, node.hands[drawer] | face)
                drawn = self.next_turn(node._replace(hands=hands, rest=after))
                found.append((Act(DRAW, seat, face, drawer), drawn))
        return found

    def _recover(self, node: Node, pile: int) -> list[Child]:
        """A4: two cards of the Discard Pile (one, if there is but one), each either way.

        Cards that the hand owes (S5) lie in the Discard Pile too: which ones they are, is settled here.
        """
        model, seat, rest = self.model, node.seat, node.rest
        up, hand, owed, extra = model.tables.upright_mask[seat], node.hands[seat], rest.owed[seat], rest.extra
        spare = model.tables.without_orientation(seat, hand & ~extra[seat]) if owed else 0
        found: list[Child] = []
        size = min(2, pile.bit_count() + min(owed, spare.bit_count()))
        if not size:
            return found
        seen: set[tuple[object, ...]] = set()
        for some in combinations([*bits(pile), *bits(spare)], size):
            mask = sum(some)
            back = mask & spare
            if back.bit_count() > owed:
                continue
            both, returned = mask | (mask & up) << 1, back | (back & up) << 1
            after = rest._replace(
                owed=put(rest.owed, seat, owed - back.bit_count()), extra=put(extra, seat, extra[seat] | both)
            )
            for faces in _ways(some, up):
                kinds = tuple(sorted([str(model.kinds[seat].get(face)) for face in bits(faces)]))
                if (kinds, returned) in seen:
                    continue
                seen.add((kinds, returned))
                hands = put(node.hands, seat, hand & ~returned | faces)
                taken = self.next_turn(node._replace(hands=hands, rest=after))
                found.append((Act(RECOVER, seat, faces=faces), taken))
        return found


def _ways(cards: tuple[int, ...], up: int) -> list[int]:
    """Every way to lay these cards, each on either face; a Relic has but one."""
    ways = [0]
    for card in cards:
        ways = [way | face for way in ways for face in ((card, card << 1) if card & up else (card,))]
    return ways

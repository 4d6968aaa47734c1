"""What can be done next, as the solver sees it: from a node to the nodes after one act.

Nobody has to play two cards in one turn unless a committed card or an open storage makes them: to end the
turn, let all others rest, and go on is as good, and frees every other hand.
"""

from __future__ import annotations

from silkenweb.game.state import put
from silkenweb.game.tables import SPIRIT, bits
from silkenweb.study.solver.abilities import Abilities
from silkenweb.study.solver.acts import CLAIM, END, PLAY, RELIC, STORED, Act, Child
from silkenweb.study.solver.model import MID, STORE_OPEN, Node


class Expander(Abilities):
    """The acts of one level."""

    def children(self, node: Node) -> list[Child]:
        """Every act that may come next, with the node after it."""
        if node.mid:
            return [*self._turn(node), (Act(END, node.seat), self.next_turn(node))]
        players, seat, free = self.model.players, node.seat, node.free
        commits, rest = node.commits, node.rest
        found: list[Child] = []
        for _ in range(players - node.rests):  # so many may rest before one must act
            if commits:
                commits, rest = self.expire(commits, rest, seat)
            here = Node(
                seat, 0, 0, node.alive, node.seen, node.segments, commits, node.hands,
                node.turned & ~free, free, rest,
            )  # fmt: skip
            found += self._turn(here)
            if rest.sheets >> seat & 1:
                found += self.abilities(here)
            free |= 1 << seat
            seat = seat + 1 if seat + 1 < players else 0
        if rest.blessings:
            here = node._replace(seat=seat, commits=commits, turned=node.turned & ~free, free=free, rest=rest)
            loss = self.lost(here)
            if loss is not None:
                found.append(loss)
        return found

    # -- the choices of a turn -------------------------------------------------------------------------

    def _turn(self, node: Node) -> list[Child]:
        """Plays and the claim."""
        model, seat, rest = self.model, node.seat, node.rest
        visible = node.alive & ((1 << node.seen) - 1)
        front = (visible & -visible).bit_length() - 1
        found: list[Child] = []
        if front >= 0 and model.relic_places >> front & 1:
            found.append(self._claim(node, front))
            front = -1
        owed, extra = rest.owed[seat], rest.extra[seat]
        hand = node.hands[seat]
        if owed and (hand & ~extra).bit_count() <= owed:
            hand &= extra
        if hand:
            for turned in (0, 1) if node.free >> seat & 1 else (node.turned >> seat & 1,):
                self._cards(node, seat, hand, turned, front, visible, found)
            self._relics(node, seat, hand & model.relic_mask, front, False, found)
        for owner, store in enumerate(rest.stores):
            if store:
                self._cards(node, owner, store, -1, front, visible, found)
                self._relics(node, owner, store & model.relic_mask, front, True, found)
        return found

    def _claim(self, node: Node, front: int) -> Child:
        """T11."""
        alive = node.alive & ~(1 << front)
        act = Act(CLAIM, node.seat, targets=(front,))
        if not alive and node.segments == len(self.model.segments):
            return act, None
        rest = self.claimed(node.rest, node.seat, 1 << front)
        return act, self.next_turn(node._replace(alive=alive, rest=rest))

    def _cards(
        self, node: Node, owner: int, cards: int, turned: int, front: int, visible: int, found: list[Child]
    ) -> None:
        """T3, T5, T6 for the cards of a hand that lies so, or (turned -1) of a storage."""
        model = self.model
        way = max(turned, 0)
        double = model.double[way][owner]
        if front >= 0:
            fit = cards & model.fit[way][owner][front]
            if fit:
                self._put(node, owner, fit, turned, (front,), double if model.combat[front] else 0, found)
            pair = cards & double
            if pair and model.single[front]:
                behind = visible & (visible - 1)
                second = (behind & -behind).bit_length() - 1
                if second >= 0 and model.single[second]:
                    self._put(node, owner, pair, turned, (front, second), 0, found)
        far = cards & model.far[way][owner]
        if far:
            for bit in bits(visible & model.combat_mask):
                place = bit.bit_length() - 1
                if place != front:
                    self._put(node, owner, far, turned, (place,), 0, found)
        if node.segments < len(model.segments):
            fit = cards & model.segment_fit[way][owner][node.segments]
            if fit:
                twice = double if model.segment_combat[node.segments] else 0
                self._put(node, owner, fit, turned, (SPIRIT,), twice, found)

    def _put(
        self,
        node: Node,
        owner: int,
        faces: int,
        turned: int,
        targets: tuple[int, ...],
        double: int,
        found: list[Child],
    ) -> None:
        """Each kind of card among these faces on these targets."""
        for face in self._different(node, owner, faces, turned < 0):
            act = Act(STORED if turned < 0 else PLAY, node.seat, face, owner, turned, targets)
            here = self._without(node, owner, face, turned)
            if len(targets) == 1:
                found.append(self.played(here, act, 2 if face & double else 1))
                continue
            here = here._replace(rest=self.piled(here.rest, owner, face))
            found.append(self.resolved(here, act, False))

    def _different(self, node: Node, owner: int, faces: int, stored: bool) -> tuple[int, ...]:
        """One card of each kind; one that can't pay what its hand owes is another kind."""
        model, extra = self.model, node.rest.extra[owner]
        if stored or not extra or not node.rest.owed[owner]:
            return model.different(owner, faces)
        return model.different(owner, faces & extra) + model.different(owner, faces & ~extra)

    def _without(self, node: Node, owner: int, face: int, turned: int) -> Node:
        """The node once the card is lifted: the hand lies as it must, or the storage is open."""
        if turned < 0:
            return node._replace(mid=STORE_OPEN, rest=self.opened(node.rest, owner, face))
        left, bit = node.hands[owner] & ~face, 1 << owner
        if left <= self.model.relic_mask:  # no card is left whose orientation matters
            free, now = node.free | bit, node.turned & ~bit
        else:
            free, now = node.free & ~bit, node.turned | bit if turned else node.turned & ~bit
        return Node(
            node.seat, 0, node.mid or MID, node.alive, node.seen, node.segments, node.commits,
            put(node.hands, owner, left), now, free, node.rest,
        )  # fmt: skip

    def _relics(
        self, node: Node, owner: int, relics: int, front: int, stored: bool, found: list[Child]
    ) -> None:
        """T7: all Relics are the same, but for what a hand owes."""
        if not relics or not node.rest.relics:
            return
        targets = ([front] if front >= 0 else []) + [SPIRIT] * (node.segments < len(self.model.segments))
        extra = 0 if stored else node.rest.extra[owner]
        rest = node.rest._replace(relics=node.rest.relics - 1)
        for face in [part & -part for part in (relics & extra, relics & ~extra) if part]:
            if stored:
                here = node._replace(mid=STORE_OPEN, rest=self.opened(rest, owner, face))
            else:
                hands = put(node.hands, owner, node.hands[owner] & ~face)
                here = node._replace(mid=node.mid or MID, hands=hands, rest=rest)
            for target in targets:
                act = Act(STORED if stored else RELIC, node.seat, face, owner, targets=(target,))
                found.append(self.resolved(here, act, False))

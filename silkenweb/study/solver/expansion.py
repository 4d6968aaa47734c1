"""The consequences of acts on the solver's nodes: the same rules as in the engine, for lazy hands."""

from __future__ import annotations

from itertools import combinations

from silkenweb.game.state import put
from silkenweb.game.tables import SPIRIT, bits
from silkenweb.study.solver.model import (
    CLAIM,
    DRAW,
    END,
    MID,
    PLAY,
    RECOVER,
    RELIC,
    RESOLVE,
    ROTATE,
    STORE_OPEN,
    STORED,
    Act,
    Child,
    Commit,
    Model,
    Node,
    Resources,
)


class Transitions:
    """From a node in which an act has taken its card to the node after the act."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.all = (1 << model.players) - 1

    # -- turns ---------------------------------------------------------------------------------------

    def next_turn(self, node: Node) -> Node:
        """Return the start of the turn after that of the node's seat (A6)."""
        resources = node.resources
        if node.mid == STORE_OPEN:
            kept = tuple(
                [store if resources.sheets >> s & 1 else 0 for s, store in enumerate(resources.stores)]
            )
            resources = resources._replace(stores=kept)
        seat = node.seat + 1 if node.seat + 1 < self.model.players else 0
        return Node(
            seat, 0, 0, node.alive, node.seen, node.segments, node.commits, node.hands, node.turned,
            node.free, resources,
        )  # fmt: skip

    def expire(
        self, commits: tuple[Commit, ...], resources: Resources, seat: int
    ) -> tuple[tuple[Commit, ...], Resources]:
        """Discard what expires as the turn of `seat` begins (T0)."""
        kept = tuple([commit for commit in commits if not commit[2] >> seat & 1])
        if len(kept) < len(commits):
            for _, _, by, cards in commits:
                if by >> seat & 1:
                    for owner, card in cards:
                        resources = self.piled(resources, owner, card)
        return kept, resources

    # -- what may still be spent -----------------------------------------------------------------------

    def piled(self, resources: Resources, owner: int, face: int) -> Resources:
        """Put a card into its owner's Discard Pile, if its contents still matter."""
        if not self.recoverable(resources, owner):
            return resources
        card = self.model.tables.without_orientation(owner, face)
        return resources._replace(piles=put(resources.piles, owner, resources.piles[owner] | card))

    def recoverable(self, resources: Resources, owner: int) -> bool:
        """Return whether the contents of the Discard Pile of `owner` still matter (A4)."""
        return bool(self.model.recovering & resources.sheets & 1 << owner)

    def spent(self, resources: Resources, seat: int, opening: bool = False) -> Resources:
        """Flip a sheet, and forget what can no longer be used."""
        sheets = resources.sheets & ~(1 << seat) if resources.abilities > 1 else 0
        stores = tuple(
            [
                store if sheets >> owner & 1 or (opening and owner == seat) else 0
                for owner, store in enumerate(resources.stores)
            ]
        )
        return resources._replace(
            sheets=sheets,
            abilities=resources.abilities - 1,
            piles=tuple([pile if sheets >> owner & 1 else 0 for owner, pile in enumerate(resources.piles)]),
            stores=stores,
        )

    def opened(self, resources: Resources, owner: int, face: int) -> Resources:
        """Return the node after a stored card was played (A6)."""
        if resources.sheets >> owner & 1:
            resources = self.spent(resources, owner, opening=True)
        return resources._replace(stores=put(resources.stores, owner, resources.stores[owner] & ~face))

    # -- targets -------------------------------------------------------------------------------------

    def played(self, node: Node, act: Act, worth: int) -> Child:
        """Play one card on one target; it pays, or stays there as committed (T4, T5)."""
        model, target = self.model, act.targets[0]
        need = model.segment_need[node.segments] if target == SPIRIT else model.need[target]
        mine = self.recoverable(node.resources, act.owner)
        if need > worth:
            before = next((commit for commit in node.commits if commit[0] == target), (target, 0, 0, ()))
            if before[1] + worth < need:
                card = model.tables.without_orientation(act.owner, act.face)
                cards = (*before[3], (act.owner, card)) if mine else before[3]
                others = [commit for commit in node.commits if commit[0] != target]
                new = (target, before[1] + worth, before[2] | 1 << node.seat, tuple(sorted(cards)))
                return act, node._replace(commits=tuple(sorted([*others, new])))
        if mine:
            node = node._replace(resources=self.piled(node.resources, act.owner, act.face))
        return self.resolved(node, act, False)

    def resolved(self, node: Node, act: Act, over: bool) -> Child:
        """Remove the act's targets (T8-T10, E1). `over`: the act is a whole turn."""
        model = self.model
        alive, seen, segments, commits, resources = (
            node.alive,
            node.seen,
            node.segments,
            node.commits,
            node.resources,
        )
        front = self.front(alive, seen)
        unlocked = False
        for target in act.targets:
            if commits:
                commits, resources = self.lifted(commits, resources, target)
            if target == SPIRIT:
                segments += 1
            else:
                alive &= ~(1 << target)
                unlocked = unlocked or bool(model.lock_mask >> target & 1)
        if unlocked:
            seen = model.turn_up(alive, seen)
        new = self.front(alive, seen)
        if new & model.relic_places and new != front:
            alive &= ~new
            resources = self.claimed(resources, node.seat, new)
            over = True
        if not alive and segments == len(model.segments):
            return act, None
        after = Node(
            node.seat,
            0,
            node.mid,
            alive,
            seen,
            segments,
            commits,
            node.hands,
            node.turned,
            node.free,
            resources,
        )
        goes_on = not over and (commits or node.mid == STORE_OPEN)
        return act, after if goes_on else self.next_turn(after)

    def lifted(
        self, commits: tuple[Commit, ...], resources: Resources, target: int
    ) -> tuple[tuple[Commit, ...], Resources]:
        """Return the cards committed to a target to their owners (T8)."""
        for on, _, _, cards in commits:
            if on == target:
                for owner, card in cards:
                    resources = self.piled(resources, owner, card)
        return tuple([commit for commit in commits if commit[0] != target]), resources

    def front(self, alive: int, seen: int) -> int:
        """Return the leftmost card of the row as a mask; 0 if the row is empty."""
        visible = alive & ((1 << seen) - 1)
        return visible & -visible

    def claimed(self, resources: Resources, seat: int, place: int) -> Resources:
        """Put a Relic into the Discard Pile of `seat` (T10, T11)."""
        target = self.model.line[place.bit_length() - 1]
        return self.piled(resources, seat, self.model.tables.relic_of_target[target])

    def lost(self, node: Node) -> Child | None:
        """Lose a Blessing after all have rested, the seat before the node's last (B1).

        Returns None if this Blessing must not be lost.
        """
        model, resources = self.model, node.resources
        alive, seen, commits = node.alive, node.seen, node.commits
        front = self.front(alive, seen)
        is_relic = bool(front & model.relic_places)
        if is_relic and not resources.lost:
            return None
        resources = resources._replace(blessings=resources.blessings - 1, lost=resources.lost - is_relic)
        place = front.bit_length() - 1
        if front:
            alive &= ~front
            commits, resources = self.lifted(commits, resources, place)
            if model.lock_mask & front:
                seen = model.turn_up(alive, seen)
        act = Act("blessing", (node.seat - 1) % model.players, targets=(place,) if front else ())
        if not alive and node.segments == len(model.segments):
            return act, None
        return act, node._replace(rests=0, alive=alive, seen=seen, commits=commits, resources=resources)


class Abilities(Transitions):
    """The uses of the ability of a seat with an unflipped sheet."""

    def abilities(self, node: Node) -> list[Child]:
        """Return the uses of the ability of the node's seat, which has one to use."""
        model, seat = self.model, node.seat
        pile = node.resources.piles[seat]
        node = node._replace(resources=self.spent(node.resources, seat))
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
        """Resolve the next target without a card (A2)."""
        model, seat, found = self.model, node.seat, []
        front = self.front(node.alive, node.seen)
        if front and not front & model.relic_places:
            found.append(self.resolved(node, Act(RESOLVE, seat, targets=(front.bit_length() - 1,)), True))
        if node.segments < len(model.segments):
            found.append(self.resolved(node, Act(RESOLVE, seat, targets=(SPIRIT,)), True))
        return found

    def _draw(self, node: Node) -> list[Child]:
        """Let another seat draw the top card of its deck; Bajie's hand owes one more card (A1)."""
        seat, resources = node.seat, node.resources
        found: list[Child] = []
        if node.hands[seat].bit_count() <= resources.owed[seat]:
            return found
        owed = put(resources.owed, seat, resources.owed[seat] + 1)
        for drawer, top in self.model.tops:
            if drawer == seat:
                continue
            other = self.model.tables.rotated(drawer, top)
            after = resources._replace(
                owed=owed, extra=put(resources.extra, drawer, resources.extra[drawer] | top | other)
            )
            for face in sorted({top, other}):
                hands = put(node.hands, drawer, node.hands[drawer] | face)
                drawn = self.next_turn(node._replace(hands=hands, resources=after))
                found.append((Act(DRAW, seat, face, drawer), drawn))
        return found

    def _recover(self, node: Node, pile: int) -> list[Child]:
        """Recover two cards of the Discard Pile (or its only one), each either way up (A4).

        Cards that the hand owes (S5) are in the Discard Pile too; this decides which ones they are.
        """
        model, seat, resources = self.model, node.seat, node.resources
        up, hand, owed, extra = (
            model.tables.upright_mask[seat],
            node.hands[seat],
            resources.owed[seat],
            resources.extra,
        )
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
            after = resources._replace(
                owed=put(resources.owed, seat, owed - back.bit_count()),
                extra=put(extra, seat, extra[seat] | both),
            )
            for faces in _ways(some, up):
                kinds = tuple(sorted([str(model.kinds[seat].get(face)) for face in bits(faces)]))
                if (kinds, returned) in seen:
                    continue
                seen.add((kinds, returned))
                hands = put(node.hands, seat, hand & ~returned | faces)
                taken = self.next_turn(node._replace(hands=hands, resources=after))
                found.append((Act(RECOVER, seat, faces=faces), taken))
        return found


def _ways(cards: tuple[int, ...], up: int) -> list[int]:
    """Return every way to lay these cards, each on either face; a Relic has only one."""
    ways = [0]
    for card in cards:
        ways = [way | face for way in ways for face in ((card, card << 1) if card & up else (card,))]
    return ways


class Expander(Abilities):
    """The acts of one level."""

    def children(self, node: Node) -> list[Child]:
        """Return every possible next act, with the node after it."""
        if node.mid:
            return [*self._turn(node), (Act(END, node.seat), self.next_turn(node))]
        players, seat, free = self.model.players, node.seat, node.free
        commits, resources = node.commits, node.resources
        found: list[Child] = []
        for _ in range(players - node.rests):  # at most this many may rest before one must act
            if commits:
                commits, resources = self.expire(commits, resources, seat)
            here = Node(
                seat, 0, 0, node.alive, node.seen, node.segments, commits, node.hands,
                node.turned & ~free, free, resources,
            )  # fmt: skip
            found += self._turn(here)
            if resources.sheets >> seat & 1:
                found += self.abilities(here)
            free |= 1 << seat
            seat = seat + 1 if seat + 1 < players else 0
        if resources.blessings:
            here = node._replace(
                seat=seat, commits=commits, turned=node.turned & ~free, free=free, resources=resources
            )
            loss = self.lost(here)
            if loss is not None:
                found.append(loss)
        return found

    # -- the choices of a turn -------------------------------------------------------------------------

    def _turn(self, node: Node) -> list[Child]:
        """Return plays and the claim."""
        model, seat, resources = self.model, node.seat, node.resources
        visible = node.alive & ((1 << node.seen) - 1)
        front = (visible & -visible).bit_length() - 1
        found: list[Child] = []
        if front >= 0 and model.relic_places >> front & 1:
            found.append(self._claim(node, front))
            front = -1
        owed, extra = resources.owed[seat], resources.extra[seat]
        hand = node.hands[seat]
        if owed and (hand & ~extra).bit_count() <= owed:
            hand &= extra
        if hand:
            for turned in (0, 1) if node.free >> seat & 1 else (node.turned >> seat & 1,):
                self._cards(node, seat, hand, turned, front, visible, found)
            self._relics(node, seat, hand & model.relic_mask, front, False, found)
        for owner, store in enumerate(resources.stores):
            if store:
                self._cards(node, owner, store, -1, front, visible, found)
                self._relics(node, owner, store & model.relic_mask, front, True, found)
        return found

    def _claim(self, node: Node, front: int) -> Child:
        """Claim the Relic at the front (T11)."""
        alive = node.alive & ~(1 << front)
        act = Act(CLAIM, node.seat, targets=(front,))
        if not alive and node.segments == len(self.model.segments):
            return act, None
        resources = self.claimed(node.resources, node.seat, 1 << front)
        return act, self.next_turn(node._replace(alive=alive, resources=resources))

    def _cards(
        self, node: Node, owner: int, cards: int, turned: int, front: int, visible: int, found: list[Child]
    ) -> None:
        """Add the plays of cards of a hand in this orientation, or (turned -1) of a storage (T3, T5, T6)."""
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
        """Add each kind of card among these faces on these targets."""
        for face in self._different(node, owner, faces, turned < 0):
            act = Act(STORED if turned < 0 else PLAY, node.seat, face, owner, turned, targets)
            here = self._without(node, owner, face, turned)
            if len(targets) == 1:
                found.append(self.played(here, act, 2 if face & double else 1))
                continue
            here = here._replace(resources=self.piled(here.resources, owner, face))
            found.append(self.resolved(here, act, False))

    def _different(self, node: Node, owner: int, faces: int, stored: bool) -> tuple[int, ...]:
        """Return one card of each kind; a card that cannot pay what its hand owes is another kind."""
        model, extra = self.model, node.resources.extra[owner]
        if stored or not extra or not node.resources.owed[owner]:
            return model.different(owner, faces)
        return model.different(owner, faces & extra) + model.different(owner, faces & ~extra)

    def _without(self, node: Node, owner: int, face: int, turned: int) -> Node:
        """Return the node without the card: the hand's orientation is fixed, or the storage is open."""
        if turned < 0:
            return node._replace(mid=STORE_OPEN, resources=self.opened(node.resources, owner, face))
        left, bit = node.hands[owner] & ~face, 1 << owner
        if left <= self.model.relic_mask:  # no card is left whose orientation matters
            free, now = node.free | bit, node.turned & ~bit
        else:
            free, now = node.free & ~bit, node.turned | bit if turned else node.turned & ~bit
        return Node(
            node.seat, 0, node.mid or MID, node.alive, node.seen, node.segments, node.commits,
            put(node.hands, owner, left), now, free, node.resources,
        )  # fmt: skip

    def _relics(
        self, node: Node, owner: int, relics: int, front: int, stored: bool, found: list[Child]
    ) -> None:
        """Add the plays of Relics, which are all the same apart from what a hand owes (T7)."""
        if not relics or not node.resources.relics:
            return
        targets = ([front] if front >= 0 else []) + [SPIRIT] * (node.segments < len(self.model.segments))
        extra = 0 if stored else node.resources.extra[owner]
        resources = node.resources._replace(relics=node.resources.relics - 1)
        for face in [part & -part for part in (relics & extra, relics & ~extra) if part]:
            if stored:
                here = node._replace(mid=STORE_OPEN, resources=self.opened(resources, owner, face))
            else:
                hands = put(node.hands, owner, node.hands[owner] & ~face)
                here = node._replace(mid=node.mid or MID, hands=hands, resources=resources)
            for target in targets:
                act = Act(STORED if stored else RELIC, node.seat, face, owner, targets=(target,))
                found.append(self.resolved(here, act, False))

"""What follows from an act, on the solver's nodes: the same rules as in the engine, for lazy hands."""

from __future__ import annotations

from silkenweb.game.state import put
from silkenweb.game.tables import SPIRIT
from silkenweb.study.solver.acts import Act, Child
from silkenweb.study.solver.model import STORE_OPEN, Commit, Model, Node, Rest


class Outcomes:
    """From a node in which an act has taken its card to the node after the act."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.all = (1 << model.players) - 1

    # -- turns ---------------------------------------------------------------------------------------

    def next_turn(self, node: Node) -> Node:
        """The start of the turn after that of the node's seat (A6)."""
        rest = node.rest
        if node.mid == STORE_OPEN:
            kept = tuple([store if rest.sheets >> s & 1 else 0 for s, store in enumerate(rest.stores)])
            rest = rest._replace(stores=kept)
        seat = node.seat + 1 if node.seat + 1 < self.model.players else 0
        return Node(
            seat, 0, 0, node.alive, node.seen, node.segments, node.commits, node.hands, node.turned,
            node.free, rest,
        )  # fmt: skip

    def expire(self, commits: tuple[Commit, ...], rest: Rest, seat: int) -> tuple[tuple[Commit, ...], Rest]:
        """T0: as the turn of `seat` begins."""
        kept = tuple([commit for commit in commits if not commit[2] >> seat & 1])
        if len(kept) < len(commits):
            for _, _, by, cards in commits:
                if by >> seat & 1:
                    for owner, card in cards:
                        rest = self.piled(rest, owner, card)
        return kept, rest

    # -- what may still be spent -----------------------------------------------------------------------

    def piled(self, rest: Rest, owner: int, face: int) -> Rest:
        """A card comes to its owner's Discard Pile, if it still matters what lies there."""
        if not self.recoverable(rest, owner):
            return rest
        card = self.model.tables.without_orientation(owner, face)
        return rest._replace(piles=put(rest.piles, owner, rest.piles[owner] | card))

    def recoverable(self, rest: Rest, owner: int) -> bool:
        """Whether it still matters what the Discard Pile of `owner` holds (A4)."""
        return bool(self.model.recovering & rest.sheets & 1 << owner)

    def spent(self, rest: Rest, seat: int, opening: bool = False) -> Rest:
        """A sheet was flipped; what can't be used any more is forgotten."""
        sheets = rest.sheets & ~(1 << seat) if rest.abilities > 1 else 0
        stores = tuple(
            [
                store if sheets >> owner & 1 or (opening and owner == seat) else 0
                for owner, store in enumerate(rest.stores)
            ]
        )
        return rest._replace(
            sheets=sheets,
            abilities=rest.abilities - 1,
            piles=tuple([pile if sheets >> owner & 1 else 0 for owner, pile in enumerate(rest.piles)]),
            stores=stores,
        )

    def opened(self, rest: Rest, owner: int, face: int) -> Rest:
        """A6: a stored card is played."""
        if rest.sheets >> owner & 1:
            rest = self.spent(rest, owner, opening=True)
        return rest._replace(stores=put(rest.stores, owner, rest.stores[owner] & ~face))

    # -- targets -------------------------------------------------------------------------------------

    def played(self, node: Node, act: Act, worth: int) -> Child:
        """T4, T5: one card on one target; it pays, or stays there as committed."""
        model, target = self.model, act.targets[0]
        need = model.segment_need[node.segments] if target == SPIRIT else model.need[target]
        mine = self.recoverable(node.rest, act.owner)
        if need > worth:
            before = next((commit for commit in node.commits if commit[0] == target), (target, 0, 0, ()))
            if before[1] + worth < need:
                card = model.tables.without_orientation(act.owner, act.face)
                cards = (*before[3], (act.owner, card)) if mine else before[3]
                others = [commit for commit in node.commits if commit[0] != target]
                new = (target, before[1] + worth, before[2] | 1 << node.seat, tuple(sorted(cards)))
                return act, node._replace(commits=tuple(sorted([*others, new])))
        if mine:
            node = node._replace(rest=self.piled(node.rest, act.owner, act.face))
        return self.resolved(node, act, False)

    def resolved(self, node: Node, act: Act, over: bool) -> Child:
        """T8-T10, E1: the act's targets go; `over`: the act is a whole turn."""
        model = self.model
        alive, seen, segments, commits, rest = node.alive, node.seen, node.segments, node.commits, node.rest
        front = self.front(alive, seen)
        unlocked = False
        for target in act.targets:
            if commits:
                commits, rest = self.lifted(commits, rest, target)
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
            rest = self.claimed(rest, node.seat, new)
            over = True
        if not alive and segments == len(model.segments):
            return act, None
        after = Node(
            node.seat, 0, node.mid, alive, seen, segments, commits, node.hands, node.turned, node.free, rest
        )
        goes_on = not over and (commits or node.mid == STORE_OPEN)
        return act, after if goes_on else self.next_turn(after)

    def lifted(self, commits: tuple[Commit, ...], rest: Rest, target: int) -> tuple[tuple[Commit, ...], Rest]:
        """T8: the cards committed to a target go to their owners."""
        for on, _, _, cards in commits:
            if on == target:
                for owner, card in cards:
                    rest = self.piled(rest, owner, card)
        return tuple([commit for commit in commits if commit[0] != target]), rest

    def front(self, alive: int, seen: int) -> int:
        """The leftmost card of the row, as a mask; 0 where the row is empty."""
        visible = alive & ((1 << seen) - 1)
        return visible & -visible

    def claimed(self, rest: Rest, seat: int, place: int) -> Rest:
        """T10, T11: a Relic comes to the Discard Pile of `seat`."""
        target = self.model.line[place.bit_length() - 1]
        return self.piled(rest, seat, self.model.tables.relic_of_target[target])

    def lost(self, node: Node) -> Child | None:
        """B1: all have rested, the seat before the node's last; None where that may not be."""
        model, rest = self.model, node.rest
        alive, seen, commits = node.alive, node.seen, node.commits
        front = self.front(alive, seen)
        is_relic = bool(front & model.relic_places)
        if is_relic and not rest.lost:
            return None
        rest = rest._replace(blessings=rest.blessings - 1, lost=rest.lost - is_relic)
        place = front.bit_length() - 1
        if front:
            alive &= ~front
            commits, rest = self.lifted(commits, rest, place)
            if model.lock_mask & front:
                seen = model.turn_up(alive, seen)
        act = Act("blessing", (node.seat - 1) % model.players, targets=(place,) if front else ())
        if not alive and node.segments == len(model.segments):
            return act, None
        return act, node._replace(rests=0, alive=alive, seen=seen, commits=commits, rest=rest)

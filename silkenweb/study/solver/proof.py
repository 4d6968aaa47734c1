"""From the solver's acts to a line of moves, played through the engine to prove it.

This decides what the solver left open: which Rest (or keep) rotates a hand, which cards a keep discards, and
which turns can be joined because nobody had to rotate between them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from silkenweb.game.move import Move
from silkenweb.game.state import KEEP, PLAYED, TAKE, TURN, State
from silkenweb.game.state import ROTATE as ROTATING
from silkenweb.game.tables import bits
from silkenweb.game.transition import apply
from silkenweb.study.solver.model import (
    BLESSING,
    CLAIM,
    DRAW,
    END,
    PLAY,
    PLAYS,
    RECOVER,
    RELIC,
    RESOLVE,
    ROTATE,
    Act,
    Child,
    Model,
    Node,
    Root,
)

KEPT, TAKEN, RESTED, HELD, NEW = "kept", "taken", "rested", "held", "new"


@dataclass
class Entry:
    """One decision of the line; `flips` says that it rotates the seat's hand."""

    kind: str
    seat: int
    act: Act | None = None
    gap: int = -1  # of a Rest: the act that it precedes
    flips: bool = False
    after: Node | None = None


@dataclass
class Line:
    """The decisions, and what is needed to write them down."""

    state: State
    model: Model
    root: Root
    path: list[Child]
    entries: list[Entry] = field(default_factory=list)

    def moves(self) -> tuple[list[Move], State]:
        """Return the moves and the State they lead to. An AssertionError would be a bug in the solver."""
        self._schedule()
        joined = self._joinable()
        self._rotate(joined)
        self._choose_discards()
        return self._play(joined)

    # -- the order of decisions ---------------------------------------------------------------

    def _schedule(self) -> None:
        state, add = self.state, self.entries.append
        if state.phase in (KEEP, ROTATING):
            for seat in state.queue:
                add(Entry(KEPT if state.phase == KEEP else HELD, seat))
        elif state.phase == TAKE:
            add(Entry(TAKEN, state.seat))
        node: Node | None = self.root.node
        for number, (act, after) in enumerate(self.path):
            assert node is not None
            if not node.mid:
                self._rests(node.seat, act, number)
            if act.kind in (DRAW, RECOVER):
                owner = act.owner if act.kind == DRAW else act.seat
                if node.hands[owner] <= self.model.relic_mask:
                    add(Entry(NEW, owner))  # an empty hand takes the orientation of its first card
            if act.kind != BLESSING:
                add(Entry(act.kind, act.seat, act, after=after))
            if act.kind == ROTATE:
                players = self.model.players
                for step in range(1, players):
                    add(Entry(HELD, (act.seat + step) % players))
            node = after

    def _rests(self, seat: int, act: Act, number: int) -> None:
        players = self.model.players
        if act.kind == BLESSING:
            self.entries.append(Entry(RESTED, seat, gap=number))
            while seat != act.seat:
                seat = (seat + 1) % players
                self.entries.append(Entry(RESTED, seat, gap=number))
            return
        while seat != act.seat:
            self.entries.append(Entry(RESTED, seat, gap=number))
            seat = (seat + 1) % players

    def _joinable(self) -> set[int]:
        """Return the acts that could continue the turn of the previous act.

        They are by the same seat, with nothing in between.
        """
        found = set()
        for number in range(1, len(self.path)):
            before, between = self.path[number - 1]
            act = self.path[number][0]
            if before.kind not in PLAYS or act.kind not in (*PLAYS, CLAIM) or before.seat != act.seat:
                continue
            node = self.root.node if number == 1 else self.path[number - 2][1]
            assert node is not None
            assert between is not None
            if between.mid or between.commits or self._claimed(node, before, between):
                continue
            found.add(number)
        return found

    @staticmethod
    def _claimed(node: Node, act: Act, after: Node) -> bool:
        gone = (node.alive & ~after.alive).bit_count()
        return gone > sum(1 for target in act.targets if target >= 0)

    # -- rotations --------------------------------------------------------------------------------

    def _rotate(self, joined: set[int]) -> None:
        """Choose where each hand is rotated.

        That is at the latest chance, preferably one that does not split joined turns.
        """
        lies = [self.root.node.turned >> seat & 1 for seat in range(self.model.players)]
        chances: list[list[Entry]] = [[] for _ in lies]
        for entry in self.entries:
            seat = entry.seat
            if entry.kind == KEPT and self.root.stored and not self.root.node.free >> seat & 1:
                entry.flips = bool(lies[seat])
            elif entry.kind in (KEPT, RESTED, HELD, NEW):
                chances[seat].append(entry)
            elif entry.kind == PLAY and entry.act is not None:
                if entry.act.turned != lies[seat]:
                    better = [chance for chance in chances[seat] if chance.gap not in joined]
                    (better or chances[seat])[-1].flips = True
                    lies[seat] = entry.act.turned
                chances[seat].clear()
        apart = {entry.gap for entry in self.entries if entry.kind == RESTED and entry.flips}
        joined -= apart

    # -- discards ------------------------------------------------------------------------------------

    def _choose_discards(self) -> None:
        """Choose from each hand cards that are never played (S5, A1)."""
        tables = self.model.tables
        unused = [set(bits(tables.without_orientation(s, hand))) for s, hand in enumerate(self.state.hands)]
        self.discards: list[set[int]] = [set() for _ in unused]
        for act, _ in self.path:
            if act.kind in (PLAY, RELIC):
                unused[act.owner].discard(tables.without_orientation(act.owner, act.face))
            elif act.kind == RECOVER:
                back = set(bits(tables.without_orientation(act.seat, act.faces))) & unused[act.seat]
                unused[act.seat] -= back
                self.discards[act.seat] |= back
        stored = tables.without_orientation  # stored cards count as discards too
        for seat, owed in enumerate(self.root.node.resources.owed):
            if self.root.stored and not owed and tables.effects[seat] == "storage":
                laid = set(bits(stored(seat, self.root.stored)))
                self.discards[seat] |= laid
                unused[seat] -= laid
            spare = sorted(unused[seat])[: owed - len(self.discards[seat])] if owed else []
            self.discards[seat] |= set(spare)
            unused[seat] -= set(spare)
        self.unused = unused

    # -- the engine has the last word ----------------------------------------------------------------

    def _play(self, joined: set[int]) -> tuple[list[Move], State]:
        self.now, self.made = self.state, list[Move]()
        self.lies = [0] * self.model.players
        numbers = {id(act): number for number, (act, _) in enumerate(self.path)}
        for entry in self.entries:
            if entry.kind == RESTED and entry.gap in joined:
                continue
            number = numbers[id(entry.act)] if entry.act is not None else -1
            if entry.act is None or number not in joined:
                self._finish_turn(entry)
            self._write(entry)
        return self.made, self.now

    def _finish_turn(self, entry: Entry) -> None:
        """End the previous turn if the rules have not ended it (T2)."""
        state = self.now
        if state.phase == TURN and state.flags & PLAYED and not self._goes_on(entry):
            self._do("end")

    def _goes_on(self, entry: Entry) -> bool:
        """Return whether the entry belongs to the current turn."""
        if entry.kind == END:
            return True
        if entry.kind == NEW or entry.act is None:
            return False
        number = next(k for k, (act, _) in enumerate(self.path) if act is entry.act)
        before = self.root.node if number == 0 else self.path[number - 1][1]
        return before is not None and bool(before.mid)

    def _do(self, text: str) -> None:
        self.now = apply(self.now, text)
        self.made.append(Move(text))

    def _write(self, entry: Entry) -> None:
        seat = entry.seat
        if entry.flips:
            self.lies[seat] ^= 1
        mark = " ~" if entry.flips else ""
        if entry.kind == KEPT:
            self._do(f"keep{mark}{self._laid(seat)}")
        elif entry.kind == TAKEN:
            self._do(f"take {self.model.tables.text_of[seat][self.root.take]}")
        elif entry.kind == RESTED:
            self._do(f"rest{mark}")
        elif entry.kind == HELD:
            self._do("rotate" if entry.flips else "hold")
        elif entry.kind == END:
            self._do("end")
        elif entry.act is not None:
            self._act(entry.act)

    def _laid(self, seat: int) -> str:
        kit, stored = self.model.tables.kits[seat], 0
        if self.model.tables.effects[seat] == "storage":
            stored = kit.without_orientation(self.root.stored)
        faces = sorted(self.discards[seat], key=lambda face: kit.bare_of[face])
        return "".join(f" {'^' if face & stored else '-'}{kit.bare_of[face]}" for face in faces)

    def _act(self, act: Act) -> None:
        model, tables = self.model, self.model.tables
        names = [model.name(target) for target in act.targets]
        if act.kind in PLAYS:
            self._do(f"play {tables.kits[act.owner].bare_of[act.face]}>{'+'.join(names)}")
        elif act.kind == CLAIM:
            self._do(f"claim {names[0]}")
        elif act.kind == RESOLVE:
            self._do(f"ability {names[0]}")
        elif act.kind == ROTATE:
            self._do("ability")
        elif act.kind == DRAW:
            card = min(self.unused[act.seat])
            self._do(f"ability -{tables.kits[act.seat].bare_of[card]} {tables.characters[act.owner]}")
            self._do(f"take {self._as_it_lies(act.owner, act.face)[0]}")
        else:
            taken = sorted(self._as_it_lies(act.seat, act.faces))
            self._do("ability" + "".join(f" +{card}" for card in taken))

    def _as_it_lies(self, seat: int, faces: int) -> list[str]:
        """Return the texts of faces of frame 0, as the hand lies now."""
        tables = self.model.tables
        if self.lies[seat]:
            faces = tables.rotated(seat, faces)
        return list(tables.cards(seat, faces))

"""`random` and `greedy`: baselines to compare other bots with, and the bots to read first."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.tables import SPIRIT, bits
from silkenweb.game.view import View

Score = tuple[float, ...]


class RandomBot:
    """Chooses any legal move, each equally likely."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """Return a legal move at random."""
        return self.rng.choice(legal)


class GreedyBot:
    """Follows a rule of thumb: do what is possible now, with the card that is least useful otherwise.

    - Keep the orientation and the cards that match most of the row, the left more than the right.
    - Claim whatever can be claimed; resolve one target, next in line or a segment, and leave the next to
      others.
    - If the previous player has rested too (or two play), use a Relic: a point is worth less than the game.
    - If a Rest would cost a Blessing or the game, use what is rare: the ability, or distant Ranged Combat.
    - Otherwise rest, rotated so that the hand serves the next in line, or else most of the row.
    """

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """Return the first available move, in the order of the rule."""
        own = _OwnView(view)
        if view.phase == "keep":
            return max(legal, key=own.keep_value)
        if view.phase == "take":
            return max(legal, key=lambda move: own.matches(own.face(move.split()[1])))
        if view.phase == "rotate":
            return "rotate" if own.prefers_rotated() else "hold"
        return self._turn(view, legal, own)

    def _turn(self, view: View, legal: Sequence[Move], own: _OwnView) -> str:
        claims = [move for move in legal if move.startswith("claim")]
        if claims:
            return claims[0]
        plain, rare = own.plays(legal)
        if "end" in legal and not own.halfway():
            return "end"
        if plain:
            return min(plain, key=own.cost)
        if "end" in legal:
            return "end"
        relics = [move for move in rare if own.is_relic(move)]
        if relics and (view.rests or len(view.characters) == 2):
            return relics[0]
        if view.rests + 1 == len(view.characters):
            rare += [move for move in legal if move.startswith("ability")]
            if rare:
                return min(rare, key=own.cost)
        return "rest ~" if own.prefers_rotated() else "rest"


class _OwnView:
    """The hand and the row as one seat sees them, in the engine's masks."""

    def __init__(self, view: View) -> None:
        self.state = view.open_state
        self.seat = view.viewer
        self.tables = view.tables
        self.hand = self.state.hands[self.seat]
        self.match = self.tables.match[self.seat]

    def face(self, text: str) -> int:
        """Return the mask of a card's text."""
        return self.tables.face_of[self.seat][text]

    def matches(self, faces: int) -> float:
        """Return how much of the row and the next segment these faces match.

        Cards further right count less.
        """
        total = sum(0.8**place for place, target in enumerate(self.state.row) if faces & self.match[target])
        segments = self.tables.segments[self.state.level]
        if self.state.segments < len(segments):
            total += bool(faces & self.tables.segment_match[self.seat][self.state.level][self.state.segments])
        return total

    def keep_value(self, move: Move) -> Score:
        """Rate the hand that a keep leaves: Relics first, then what each card matches on either side."""
        turned = self.tables.rotated(self.seat, self.hand) if " ~" in move else self.hand
        for card in move.laid:
            turned &= ~(self.face(card) | self.tables.rotated(self.seat, self.face(card)))
        relics = (turned & self.tables.relic_mask).bit_count()
        each = sum(self.matches(face) for face in bits(turned & ~self.tables.relic_mask))
        other = sum(self.matches(face) for face in bits(self.tables.rotated(self.seat, turned)))
        stored = move.count("^")
        return relics, self.front(turned), self.matches(turned) + 0.3 * each + 0.15 * other, stored

    def front(self, faces: int) -> bool:
        """Return whether these faces match the card next in line."""
        return bool(self.state.row and faces & self.match[self.state.row[0]])

    def prefers_rotated(self) -> bool:
        """Return whether the hand would serve better after a rotation."""
        turned = self.tables.rotated(self.seat, self.hand)
        now, then = ((self.front(faces), self.matches(faces)) for faces in (self.hand, turned))
        return then > now

    def plays(self, legal: Sequence[Move]) -> tuple[list[Move], list[Move]]:
        """Return the plays of Equipment on the next in line or a segment, and all other plays.

        The others are Relics and distant Ranged Combat.
        """
        front = self.tables.targets[self.state.row[0]] if self.state.row else ""
        plain: list[Move] = []
        rare: list[Move] = []
        for move in legal:
            if move.startswith("play"):
                near = move.targets[0] in (front, "spirit")
                usual = near and not self.is_relic(move) and self.pays(move)
                (plain if usual else rare).append(move)
        return plain, rare

    def halfway(self) -> bool:
        """Return whether this seat has a card committed to a target that is still there."""
        return any(by == self.seat for _, _, _, by in self.state.commits)

    def pays(self, move: Move) -> bool:
        """Return whether this seat can pay for the whole target, alone or with the cards committed there."""
        target = self.tables.target_of.get(move.targets[0], SPIRIT)
        missing = self._missing(target)
        if missing < 2 or len(move.targets) == 2:
            return True
        fit = self.hand & ~self.tables.relic_mask & self._match(target)
        return bool(fit & self.tables.combat2[self.seat]) or fit.bit_count() >= missing

    def _missing(self, target: int) -> int:
        segments = self.tables.segments[self.state.level]
        need = segments[self.state.segments].count if target == SPIRIT else self.tables.need[target]
        combat = self.state.segment_combat() if target == SPIRIT else self.tables.combat[target]
        paid = [(whose, face) for on, whose, face, _ in self.state.commits if on == target]
        return need - sum(self.tables.worth(whose, face, combat) for whose, face in paid)

    def _match(self, target: int) -> int:
        if target == SPIRIT:
            return self.tables.segment_match[self.seat][self.state.level][self.state.segments]
        return self.match[target]

    def is_relic(self, move: Move) -> bool:
        """Return whether a move plays a Relic."""
        return move.card in self.tables.relics

    def cost(self, move: Move) -> Score:
        """Rate what a move gives away: cheap is a card that pays what is required and matches little else."""
        if not move.startswith("play"):
            return (2, 0)
        card = str(move.card)
        if card in self.tables.relics:
            return (3, 0)
        owner = self.tables.owner_of[card]
        face = self.tables.face_of[owner][card]
        mine = self.hand | self.state.stores[owner]
        face = face if face & mine else face << 1
        stored = not face & self.hand or owner != self.seat
        pays = len(move.targets) + (SPIRIT if move.targets[0] == "spirit" else 0)
        return (stored, -pays, self.matches(face) + self.matches(self.tables.rotated(owner, face)))

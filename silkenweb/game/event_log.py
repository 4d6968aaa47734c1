"""What happens in one step, as events: the engine's numbers become records of facts.

Made only if somebody asks what happened (`step`), never by `apply`. The catalogue has the sentences.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import force_setattr

from silkenweb.edition.icons import asked
from silkenweb.game import events as ev
from silkenweb.game.state import Commitment, State
from silkenweb.game.tables import SPIRIT, STORAGE, bits
from silkenweb.text import english, sentence


class EventLog:
    """The events of one step, in order. The State that its methods are given is the one that changes."""

    def __init__(self, before: State) -> None:
        self.tables = before.tables
        self.events: list[ev.Event] = []
        self._scene = before.scene(english())

    def _add(self, event: ev.Event) -> None:
        """Add an event, with its sentence and, if it is secret, the one for the other seats."""
        if isinstance(event, ev.Secret):
            force_setattr(event, "open_sentence", sentence(event.hidden(), self._scene))
        force_setattr(event, "sentence", sentence(event, self._scene))
        self.events.append(event)

    def _place(self, target: int) -> str:
        return "spirit" if target == SPIRIT else self.tables.targets[target]

    def _pile(self, seat: int, faces: int) -> tuple[str, ...]:
        """The cards of a mask as a Discard Pile shows them, without orientation."""
        return self.tables.cards(seat, self.tables.without_orientation(seat, faces))

    # -- set-up ------------------------------------------------------------------------------------

    def dealt(self, state: State, threats: int) -> None:
        """Record how many Threat Cards were dealt, and whose Relics are whose (S2)."""
        piles = state.discards
        relics = tuple(
            self.tables.cards(seat, pile & self.tables.relic_mask) for seat, pile in enumerate(piles)
        )
        self._add(ev.Dealt(level=state.level, threats=threats, relics=relics))

    def revealed(self, targets: Sequence[int]) -> None:
        """Record the cards that were turned up, if any (S3, T9)."""
        if targets:
            self._add(ev.Revealed(cards=tuple(self.tables.targets[target] for target in targets)))

    def drew(self, seat: int, faces: int) -> None:
        """Record the cards that a seat was dealt (S4)."""
        self._add(ev.Drew(seat=seat, count=faces.bit_count(), cards=self.tables.cards(seat, faces)))

    def drew_one(self, seat: int, first: int) -> None:
        """Record the card drawn, whose orientation is still to be chosen (A1)."""
        self._add(ev.Drew(seat=seat, count=1, cards=(self.tables.text_of[seat][first],)))

    def kept(self, seat: int, rotated: bool, chosen: int, storing: int) -> None:
        """Record what a seat discards and stores, face down until all have chosen (S5, S6)."""
        discards, stored = self.tables.cards(seat, chosen), self.tables.cards(seat, storing)
        self._add(ev.Kept(seat=seat, rotated=rotated, discards=discards, stored=stored))

    def discards_revealed(self, state: State) -> None:
        """Record everybody's discards together (S5), then the Spider Spirit (S7)."""
        for seat in range(self.tables.players):
            discards = self._pile(seat, state.chosen[seat])
            stored = self.tables.cards(seat, state.storing[seat])
            if discards or stored:
                self._add(ev.DiscardsRevealed(seat=seat, discards=discards, stored=stored))
        segments = tuple(asked(s.icons, s.count) for s in self.tables.segments[state.level])
        if segments:
            self._add(ev.SpiritRevealed(segments=segments))

    # -- turns -------------------------------------------------------------------------------------

    def turn_began(self, seat: int) -> None:
        """Record whose turn begins (T1)."""
        self._add(ev.TurnBegan(seat=seat))

    def turn_ended(self, seat: int) -> None:
        """Record that a player who has played cards ends the turn (T2)."""
        self._add(ev.TurnEnded(seat=seat))

    def expired(self, target: int, commits: Sequence[Commitment]) -> None:
        """Record the commitments on a target that ran out (T0)."""
        cards = tuple(self.tables.text_of[owner][face] for _, owner, face, _ in commits)
        self._add(ev.Expired(target=self._place(target), cards=cards))

    def played(self, seat: int, owner: int, face: int, targets: Sequence[int], stored: bool) -> None:
        """Record a card played (T3, T6, T7, A6)."""
        self._add(
            ev.Played(
                seat=seat,
                owner=owner,
                card=self.tables.text_of[owner][face],
                targets=tuple(map(self._place, targets)),
                stored=stored,
            )
        )

    def committed(self, seat: int, owner: int, face: int, target: int, missing: int) -> None:
        """Record that the card stays on its target (T4)."""
        card = self.tables.text_of[owner][face]
        self._add(ev.Committed(seat=seat, card=card, target=self._place(target), missing=missing))

    def resolved(self, seat: int, targets: Sequence[int], cards: Sequence[tuple[int, int]]) -> None:
        """Record the targets resolved, and the cards that left with them (T8)."""
        self._add(
            ev.Resolved(
                seat=seat,
                targets=tuple(map(self._place, targets)),
                cards=tuple(self.tables.text_of[owner][face] for owner, face in cards),
            )
        )

    def claimed(self, seat: int, target: int) -> None:
        """Record a Relic claimed (T10, T11)."""
        self._add(ev.RelicClaimed(seat=seat, relic=self.tables.targets[target]))

    def rested(self, seat: int, rotated: bool, in_a_row: int) -> None:
        """Record a Rest (T12)."""
        self._add(ev.Rested(seat=seat, rotated=rotated, in_a_row=in_a_row))

    def blessing_lost(self, left: int, target: int | None) -> None:
        """Record a Blessing lost, and the card that left the row (B1)."""
        removed = None if target is None else self.tables.targets[target]
        self._add(ev.BlessingLost(left=left, removed=removed))

    def marker_moved(self, seat: int, place: str) -> None:
        """Record where the marker was put (A5)."""
        self._add(ev.MarkerMoved(seat=seat, place=place))

    def marker_returned(self) -> None:
        """Record that the marker came back to its sheet (A5, E3)."""
        self._add(ev.MarkerReturned())

    # -- abilities ---------------------------------------------------------------------------------

    def ability_used(self, seat: int) -> None:
        """Record that a sheet was flipped (A1-A4)."""
        effect = self.tables.effects[seat]
        assert effect != STORAGE
        self._add(ev.AbilityUsed(seat=seat, effect=effect))

    def card_discarded(self, seat: int, face: int) -> None:
        """Record the card that paid for the ability (A1)."""
        (card,) = self._pile(seat, face)
        self._add(ev.CardDiscarded(seat=seat, card=card))

    def took(self, seat: int, face: int) -> None:
        """Record how the drawer holds the drawn card (A1)."""
        self._add(ev.Took(seat=seat, card=self.tables.text_of[seat][face]))

    def recovered(self, seat: int, faces: int) -> None:
        """Record the cards taken back from the Discard Pile (A4)."""
        self._add(ev.Recovered(seat=seat, cards=self.tables.cards(seat, faces)))

    def hand_rotated(self, seat: int, rotated: bool) -> None:
        """Record whether a player rotated the hand (A3)."""
        self._add(ev.HandRotated(seat=seat, rotated=rotated))

    def storage_emptied(self, seat: int, faces: int) -> None:
        """Record the stored cards that were not played (A6)."""
        self._add(ev.StorageEmptied(seat=seat, cards=self.tables.cards(seat, faces)))

    # -- endings -----------------------------------------------------------------------------------

    def level_cleared(self, seat: int, level: int) -> None:
        """Record a level cleared (E1, E2)."""
        self._add(ev.LevelCleared(seat=seat, level=level))

    def won(self, state: State) -> None:
        """Record the score and its title (E4)."""
        score = sum(1 for _ in bits(state.held_relics()))
        titles = self.tables.edition.reputation
        title = next((t.title for t in titles if t.least <= score <= t.most), "")
        self._add(ev.Won(score=score, reputation=title))

    def lost(self, level: int) -> None:
        """Record the end of a lost game (B2)."""
        self._add(ev.Lost(level=level))

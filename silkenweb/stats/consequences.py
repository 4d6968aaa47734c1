"""The effects of a decision, worked out from the positions before and after it, and the uses of each card.

The events of `position.step` say the same in words and for every seat, at several times the cost; a test
compares the two.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from silkenweb.edition import Edition
from silkenweb.edition.icons import ICONS
from silkenweb.edition.icons import RELIC as RELIC_ICON
from silkenweb.game.action import RELIC, Action, read_action
from silkenweb.game.deal import Deal
from silkenweb.game.state import DEAL, KEEP, LOST, WON, Commitment, State
from silkenweb.game.tables import OTHER_DRAWS, RESOLVE_NEXT, SPIRIT, Tables, bits
from silkenweb.replay.tree import turn_begins

NONE: Final = -2
"""The number for no target; -1 is the segment."""

Faces = tuple[tuple[int, int], ...]
"""Cards as pairs of owner and face."""


class Consequences(NamedTuple):
    """The effects of one decision. Targets are numbers of the engine's tables, cards are (owner, face)."""

    kind: str
    action: Action
    card: tuple[int, int] | None = None
    """The card played, or discarded for A1."""
    targets: tuple[int, ...] = ()
    """The targets of a play or of Wukong's ability."""
    resolved: tuple[int, ...] = ()
    use: str = ""
    """How the targets were resolved: paid, by relic or by ability."""
    paid: tuple[Commitment, ...] = ()
    """Commitments that helped to resolve a target."""
    wasted: tuple[Commitment, ...] = ()
    """Commitments that were lost without helping."""
    claimed: tuple[int, ...] = ()
    removed: int = NONE
    """The target that the loss of a Blessing removed from the row."""
    blessing_lost: bool = False
    emptied: Faces = ()
    """Cards that were discarded from storage (A6)."""
    turn_began: bool = False

    @property
    def rotated(self) -> bool | None:
        """Whether a hand was rotated; None if it could not be."""
        return bool(self.action[1]) if self.action[0] in ("keep", "rest", "rotate") else None


def find_consequences(before: State, text: str, after: State) -> Consequences:
    """Return the effects of the move with this text, which led from `before` to `after`."""
    tables = before.tables
    action = tables.actions.get(text) or read_action(tables, text)
    kind = text.partition(" ")[0]
    card: tuple[int, int] | None = None
    targets: tuple[int, ...] = ()
    resolved: tuple[int, ...] = ()
    use = ""
    if kind == "play":
        _, owner, first, target, second = action
        card = find_card(before, tables.seat_at[owner], first)
        targets = (target,) if second < 0 else (target, second)
        committed = (target, *card, before.seat)
        if second >= 0 or committed not in after.commits or committed in before.commits:
            resolved = targets
        use = "by relic" if card[1] <= tables.relic_mask else "paid"
    elif action[0] == RESOLVE_NEXT:
        resolved = targets = (action[1],)
        use = "by ability"
    elif action[0] == OTHER_DRAWS:
        card = find_card(before, tables.seat_at[action[1]], action[2])
    lost = after.blessings < before.blessings
    gone: tuple[Commitment, ...] = ()
    if before.commits and before.commits != after.commits:
        gone = tuple(commit for commit in before.commits if commit not in after.commits)
    helped = resolved if use == "paid" else ()
    return Consequences(
        kind,
        action,
        card,
        targets,
        resolved,
        use,
        tuple(commit for commit in gone if commit[0] in helped),
        tuple(commit for commit in gone if commit[0] not in helped),
        _claimed(before, after) if resolved or kind == "claim" else (),
        before.row[0] if lost and before.row else NONE,
        lost,
        _emptied(before, after, card) if before.stores != after.stores and before.phase != KEEP else (),
        turn_begins(before, after),
    )


def find_card(state: State, owner: int, first: int) -> tuple[int, int]:
    """Return the holder and the upright face of a card in the deciding seat's hand, or else in a storage.

    `owner` is a seat, or RELIC for a Relic; `first` is the card's first face.
    """
    both = first if owner == RELIC else first | first << 1
    if owner in (RELIC, state.seat) and state.hands[state.seat] & both:
        return state.seat, state.hands[state.seat] & both
    seats = [seat for seat, store in enumerate(state.stores) if store & both and owner in (RELIC, seat)]
    return seats[0], state.stores[seats[0]] & both


def _claimed(before: State, after: State) -> tuple[int, ...]:
    """Return the Relics that were claimed, including those turned up and claimed at once."""
    relic = before.tables.is_relic
    there = before.row + before.deck
    return tuple(
        target for target in there if relic[target] and target not in after.row and target not in after.deck
    )


def _emptied(before: State, after: State, played: tuple[int, int] | None) -> Faces:
    gone: list[tuple[int, int]] = []
    for owner, (old, new) in enumerate(zip(before.stores, after.stores, strict=True)):
        faces = old & ~new
        while faces:
            face = faces & -faces
            faces ^= face
            if (owner, face) != played:
                gone.append((owner, face))
    return tuple(gone)


Row = tuple[Any, ...]


class CardUses:
    """Tracks the cards of one game, and adds a row for each use; rows begin with `key` (run and game)."""

    def __init__(self, tables: Tables, key: Row, rows: list[Row]) -> None:
        self.tables = tables
        self.key = key
        self.rows = rows
        self.sources = card_sources(tables.edition)
        self.level = 0

    def dealt(self, deal: Deal) -> None:
        """Begin a level."""
        self.level = deal.level

    def step(self, before: State, did: Consequences, after: State, turn: int) -> None:
        """Add the rows of all cards whose use a decision settled."""
        by = before.seat
        for face in bits(did.action[3] if did.kind == "keep" else 0):
            self._add_held(by, face, "discarded", turn, by)
        if did.resolved and did.card is not None:
            self._add_held(*did.card, "played", turn, by, did.targets[0])
        elif did.action[0] == OTHER_DRAWS and did.card is not None:
            self._add_held(*did.card, "given", turn, by)
        for target, owner, face, committer in did.paid:
            self._add_held(owner, face, "played", turn, committer, target)
        for target, owner, face, committer in did.wasted:
            self._add_held(owner, face, "wasted", turn, committer, target)
        for owner, face in did.emptied:
            self._add_held(owner, face, "unused", turn, None)
        for target in filter(SPIRIT.__ne__, did.resolved):
            self._add_row_card(target, did.use, turn, by)
        for target in did.claimed:
            self._add_row_card(target, "claimed", turn, by)
        if did.removed != NONE:
            self._add_row_card(did.removed, "removed", turn, by)
        if after.phase in (DEAL, WON, LOST):
            self._end_level(before, did, after)

    def _end_level(self, before: State, did: Consequences, after: State) -> None:
        """Add the rows of all cards still in hands, storages, decks, on targets and in the row.

        They are taken from `before`, because in `after` all cards are gathered for the next deal.
        """
        for seat, hand in enumerate(before.hands):
            if did.card is not None and did.card[0] == seat:
                hand &= ~did.card[1]
            for face in bits(hand):
                self._add_held(seat, face, "unused")
            for face in before.decks[seat]:
                self._add_held(seat, face, "undrawn")
            for face in bits(after.stores[seat]):
                self._add_held(seat, face, "stored")
        if after.phase == LOST:
            for target, owner, face, committer in after.commits:
                self._add_held(owner, face, "wasted", None, committer, target)
            for target in after.row + after.deck:
                self._add_row_card(target, "left")

    def _add_held(
        self,
        owner: int,
        face: int,
        use: str,
        turn: int | None = None,
        by: int | None = None,
        target: int = NONE,
    ) -> None:
        """Add the row of a card of a player."""
        tables = self.tables
        kit = tables.kits[owner]
        card = kit.bare_of[face]
        relic = face <= tables.relic_mask
        icon = asked = place = None
        if target != NONE:
            icon = RELIC_ICON.key if relic else kit.icon(face)
            asked = None if relic else ICONS[icon].pays
            place = "spirit" if target == SPIRIT else tables.targets[target]
        kind = "relic" if relic else "equipment"
        who = tables.characters[owner]
        self.rows.append(
            (
                *self.key,
                self.level,
                owner,
                who,
                card,
                kind,
                self.sources[card],
                use,
                turn,
                by,
                icon,
                asked,
                place,
            )
        )

    def _add_row_card(self, target: int, use: str, turn: int | None = None, by: int | None = None) -> None:
        """Add the row of a card of the row or the Threat Deck."""
        card = self.tables.targets[target]
        kind = "relic" if self.tables.is_relic[target] else "threat"
        source = self.sources[card]
        self.rows.append(
            (*self.key, self.level, None, None, card, kind, source, use, turn, by, None, None, None)
        )


@lru_cache(maxsize=16)
def card_sources(edition: Edition) -> dict[str, str]:
    """Return the source of each card's values."""
    return {card: edition.provenance(card).source for card in edition.cards}

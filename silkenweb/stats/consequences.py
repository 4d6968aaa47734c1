"""What a decision did, told from the two positions that it lies between, for counting.

The events of `position.step` tell the same in words and for every seat, at several times the cost; a test
holds the two against each other.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from silkenweb.game.action import RELIC, Action, read_action
from silkenweb.game.state import KEEP, Commitment, State
from silkenweb.game.tables import OTHER_DRAWS, RESOLVE_NEXT
from silkenweb.replay.tree import turn_begins

NONE: Final = -2
"""No target; -1 is the segment."""

Faces = tuple[tuple[int, int], ...]
"""Cards: whose, and as which face."""


class Happened(NamedTuple):
    """The effects of one decision. Targets are numbers as in the engine's tables, cards (owner, face)."""

    kind: str
    action: Action
    card: tuple[int, int] | None = None
    """The card played, or discarded for A1."""
    targets: tuple[int, ...] = ()
    """What a play or Wukong's ability was aimed at."""
    resolved: tuple[int, ...] = ()
    use: str = ""
    """How: paid, by relic or by ability."""
    paid: tuple[Commitment, ...] = ()
    """Commitments that helped to resolve it."""
    wasted: tuple[Commitment, ...] = ()
    """Commitments that went without having helped."""
    claimed: tuple[int, ...] = ()
    removed: int = NONE
    """What the loss of a Blessing took out of the row."""
    blessing_lost: bool = False
    emptied: Faces = ()
    """What went from storages to Discard Piles (A6)."""
    turn_began: bool = False

    @property
    def rotated(self) -> bool | None:
        """Whether a hand was rotated; None where it could not be."""
        return bool(self.action[1]) if self.action[0] in ("keep", "rest", "rotate") else None


def what_happened(before: State, text: str, after: State) -> Happened:
    """The effects of the move of this text, which led from `before` to `after`."""
    tables = before.tables
    action = tables.actions.get(text) or read_action(tables, text)
    kind = text.partition(" ")[0]
    card: tuple[int, int] | None = None
    targets: tuple[int, ...] = ()
    resolved: tuple[int, ...] = ()
    use = ""
    if kind == "play":
        _, owner, first, target, second = action
        card = lying(before, tables.seat_at[owner], first)
        targets = (target,) if second < 0 else (target, second)
        committed = (target, *card, before.seat)
        if second >= 0 or committed not in after.commits or committed in before.commits:
            resolved = targets
        use = "by relic" if card[1] <= tables.relic_mask else "paid"
    elif action[0] == RESOLVE_NEXT:
        resolved = targets = (action[1],)
        use = "by ability"
    elif action[0] == OTHER_DRAWS:
        card = lying(before, tables.seat_at[action[1]], action[2])
    lost = after.blessings < before.blessings
    gone: tuple[Commitment, ...] = ()
    if before.commits and before.commits != after.commits:
        gone = tuple(commit for commit in before.commits if commit not in after.commits)
    helped = resolved if use == "paid" else ()
    return Happened(
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


def lying(state: State, owner: int, first: int) -> tuple[int, int]:
    """Whose a card is and as which face it lies: in the deciding seat's hand, else in a storage.

    `owner` is a seat, or RELIC for a card that is anybody's; `first` its first face.
    """
    both = first if owner == RELIC else first | first << 1
    if owner in (RELIC, state.seat) and state.hands[state.seat] & both:
        return state.seat, state.hands[state.seat] & both
    seats = [seat for seat, store in enumerate(state.stores) if store & both and owner in (RELIC, seat)]
    return seats[0], state.stores[seats[0]] & both


def _claimed(before: State, after: State) -> tuple[int, ...]:
    """The Relics that left the row (or came and left at once) as something was resolved or claimed."""
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

"""What happened, as small frozen records in the past tense.

`position.step(move).events` lists them in order. Each has a `sentence` in plain English, and
`seen_by(seat)` gives the record as that seat saw it: what it could not see is None, and the sentence says
no more than it saw.
"""

from __future__ import annotations

from typing import Self

import msgspec

from silkenweb import arguments


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="event"):
    """Something that happened at the table. `sentence` says it in English, with everything open.

    `silkenweb.text.sentence` says it in any language.
    """

    sentence: str = ""

    def seen_by(self, seat: int) -> Event:
        """The event as the seat of this number saw it; open events are seen by all."""
        if type(seat) is not int:
            arguments.whole("seat", seat)
        return self


class Secret(Event, frozen=True, kw_only=True):
    """An event that only `seat` knows fully; the others see `open_sentence` and no hidden field."""

    seat: int
    open_sentence: str = ""

    def seen_by(self, seat: int) -> Event:
        """The whole for the seat itself, the open part for every other."""
        if type(seat) is not int:
            seat = arguments.whole("seat", seat)
        return self if seat == self.seat else self.hidden()

    def hidden(self) -> Self:
        """The event with all that is hidden taken out."""
        raise NotImplementedError


class Dealt(Event, frozen=True, kw_only=True):
    """A level was dealt (S2, S4): how many Threat Cards; `relics` are those that each seat owns."""

    level: int
    threats: int
    relics: tuple[tuple[str, ...], ...]


class Revealed(Event, frozen=True, kw_only=True):
    """Cards were turned up at the right end of the row (S3, T9)."""

    cards: tuple[str, ...]


class Drew(Secret, frozen=True, kw_only=True):
    """A seat drew cards, which only it sees (S4, A1). Without orientation where it is still to be chosen."""

    count: int
    cards: tuple[str, ...] | None

    def hidden(self) -> Self:
        """How many were drawn."""
        return msgspec.structs.replace(self, cards=None, sentence=self.open_sentence)


class Kept(Secret, frozen=True, kw_only=True):
    """A seat chose what to keep (S5), hidden until all have; nobody else ever learns whether it rotated."""

    rotated: bool | None
    discards: tuple[str, ...] | None
    stored: tuple[str, ...] | None

    def hidden(self) -> Self:
        """That a choice was made."""
        return msgspec.structs.replace(
            self, rotated=None, discards=None, stored=None, sentence=self.open_sentence
        )


class DiscardsRevealed(Event, frozen=True, kw_only=True):
    """What a seat had laid away was turned up, into its Discard Pile and storage (S5, S6).

    Stored cards keep the orientation that they were chosen in, discards have none.
    """

    seat: int
    discards: tuple[str, ...]
    stored: tuple[str, ...]


class SpiritRevealed(Event, frozen=True, kw_only=True):
    """The Spider Spirit lies face up (S7)."""

    segments: tuple[str, ...]


class TurnBegan(Event, frozen=True, kw_only=True):
    """It is this seat's turn."""

    seat: int


class TurnEnded(Event, frozen=True, kw_only=True):
    """A seat that played cards said that it has finished (T2)."""

    seat: int


class Expired(Event, frozen=True, kw_only=True):
    """Commitments went to their owners' Discard Piles as their player's turn came round (T0)."""

    target: str
    cards: tuple[str, ...]


class Played(Event, frozen=True, kw_only=True):
    """A card was played on a target or two (T6); `owner` is another seat for another's storage (A6)."""

    seat: int
    owner: int
    card: str
    targets: tuple[str, ...]
    stored: bool


class Committed(Event, frozen=True, kw_only=True):
    """The card just played stays on its target, which still needs `missing` icons (T4)."""

    seat: int
    card: str
    target: str
    missing: int


class Resolved(Event, frozen=True, kw_only=True):
    """Targets were resolved; `cards` went to their owners' Discard Piles (T8)."""

    seat: int
    targets: tuple[str, ...]
    cards: tuple[str, ...]


class RelicClaimed(Event, frozen=True, kw_only=True):
    """A Relic went from the row to the claimer's Discard Pile (T10, T11)."""

    seat: int
    relic: str


class Rested(Event, frozen=True, kw_only=True):
    """A seat rested, the `in_a_row`-th to do so (T12, B1)."""

    seat: int
    rotated: bool
    in_a_row: int


class BlessingLost(Event, frozen=True, kw_only=True):
    """All rested in a row: a Blessing was lost, and the leftmost card of the row, if any, removed (B1)."""

    left: int
    removed: str | None


class MarkerMoved(Event, frozen=True, kw_only=True):
    """Tang Sanzang's marker was placed on a card of the row or an icon of a sheet (A5)."""

    seat: int
    place: str


class MarkerReturned(Event, frozen=True, kw_only=True):
    """The marker came back to its sheet: its card left the row, or the level ended (A5, E3)."""


class AbilityUsed(Event, frozen=True, kw_only=True):
    """A seat flipped its sheet for its Action Ability (A1-A4)."""

    seat: int
    effect: str


class CardDiscarded(Event, frozen=True, kw_only=True):
    """A seat discarded a card from hand for its ability (A1)."""

    seat: int
    card: str


class Took(Secret, frozen=True, kw_only=True):
    """The drawer took the card into hand, in an orientation only it knows (A1)."""

    card: str | None

    def hidden(self) -> Self:
        """That it was taken."""
        return msgspec.structs.replace(self, card=None, sentence=self.open_sentence)


class Recovered(Event, frozen=True, kw_only=True):
    """A seat took cards back from its Discard Pile, openly (A4)."""

    seat: int
    cards: tuple[str, ...]


class HandRotated(Event, frozen=True, kw_only=True):
    """A seat rotated its hand, or held it, when Tang Sanzang let it (A3)."""

    seat: int
    rotated: bool


class StorageEmptied(Event, frozen=True, kw_only=True):
    """The stored cards that were not played went to their owner's Discard Pile (A6)."""

    seat: int
    cards: tuple[str, ...]


class LevelCleared(Event, frozen=True, kw_only=True):
    """No Threat and no segment is left; `seat` starts the next level (E1, E2)."""

    seat: int
    level: int


class Won(Event, frozen=True, kw_only=True):
    """The last level was cleared; `score` counts the Relics held (E4)."""

    score: int
    reputation: str


class Lost(Event, frozen=True, kw_only=True):
    """All rested in a row with no Blessing to lose (B2)."""

    level: int

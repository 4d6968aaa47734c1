"""How far a completion has come: what is settled up to a move, and what is left open of each hand.

The engine plays on a State in which no hand and no deck holds what it really did: a card is put into the hand
at the moment in which it is told to be played, and Threats into the deck as they are turned up. Where the
cards can have been before is the ledgers' question.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from silkenweb.game.state import State
from silkenweb.game.tables import Tables
from silkenweb.scribe.placement import Ledger


@dataclass(frozen=True, slots=True)
class Turned:
    """Threat Cards that were turned up together, and for each whether it was told."""

    cards: tuple[int, ...] = ()
    known: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """A move as the completion has it. `guessed`: whether it had to be chosen among several. `drawer`: the
    seat that drew by it (A1), else -1. `turned`: how many Threats it turned up.
    """

    text: str
    guessed: bool = False
    drawer: int = -1
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """One level. `turned`: the Threats up to now; `known`: what was told of the Threat Deck as it now lies,
    next first, None for a card that nobody knows. `faces`: cards whose side was chosen among several that
    would have led to different things.
    """

    level: int
    dealt: int
    ledgers: tuple[Ledger, ...]
    turned: tuple[Turned, ...]
    known: tuple[int | None, ...] = ()
    made: tuple[Made, ...] = ()
    faces: frozenset[str] = frozenset()

    @property
    def seen(self) -> tuple[int, ...]:
        """The Threats turned up so far, in order."""
        return tuple(card for group in self.turned for card in group.cards)

    def with_ledger(self, seat: int, ledger: Ledger) -> Stretch:
        """With this seat's ledger replaced."""
        return replace(self, ledgers=(*self.ledgers[:seat], ledger, *self.ledgers[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Trail:
    """`moves`: how many of the told moves were made; `facts`: how many other facts were found to hold.
    `held`: per seat the Relics it owns, as a mask. `either`: stored cards whose side is open, with the level
    in which they were stored.
    """

    state: State
    moves: int
    facts: int
    held: tuple[int, ...]
    past: tuple[Stretch, ...] = ()
    now: Stretch | None = None
    either: tuple[tuple[str, int], ...] = ()

    @property
    def stretches(self) -> tuple[Stretch, ...]:
        """All levels that have begun."""
        return self.past if self.now is None else (*self.past, self.now)

    @property
    def open(self) -> Stretch:
        """The level that is being played."""
        assert self.now is not None
        return self.now

    @property
    def level(self) -> int:
        """Its number."""
        return self.open.level

    def ledger(self, seat: int) -> Ledger:
        """What is left of this seat's hand in the running level."""
        return self.open.ledgers[seat]

    def with_ledger(self, seat: int, ledger: Ledger) -> Trail:
        """With this seat's ledger replaced."""
        return replace(self, now=self.open.with_ledger(seat, ledger))

    def with_face(self, card: str) -> Trail:
        """With a card noted whose side was chosen among several that lead to different things."""
        return replace(self, now=replace(self.open, faces=self.open.faces | {card}))

    def with_stored(self, seat: int, card: str, sides: tuple[int, ...]) -> Trail:
        """A stored card was played with one of these sides up; if that was open, it is so no more."""
        level = dict(self.either).get(card)
        if level is None:
            return self
        either = tuple(each for each in self.either if each[0] != card)
        stretches = [
            each.with_ledger(seat, each.ledgers[seat].stored_as(card, sides)) if each.level == level else each
            for each in self.stretches
        ]
        return replace(self, past=tuple(stretches[:-1]), now=stretches[-1], either=either)


def gathered(tables: Tables, state: State, held: tuple[int, ...]) -> State:
    """E3, in the state that is played on: before a deal everything but storage lies in the Discard Piles."""
    new = state.copy()
    new.discards = tuple(
        (tables.upright_mask[seat] | held[seat]) & ~tables.without_orientation(seat, state.stores[seat])
        for seat in range(tables.players)
    )
    return new


def emptied(tables: Tables, state: State) -> State:
    """After keep: no hand, no pile, and decks of the right sizes without a Relic."""
    new = state.copy()
    new.hands = new.discards = (0,) * tables.players
    new.decks = tuple(
        tuple(_any_faces(tables, seat, len(deck))) for seat, deck in enumerate(state.decks)
    )  # fmt: skip
    return new


def _any_faces(tables: Tables, seat: int, count: int) -> list[int]:
    """So many different faces of Equipment; more than there are go on above them, where no card is."""
    first = tables.upright_mask[seat] & -tables.upright_mask[seat]
    return [first << index for index in range(count)]

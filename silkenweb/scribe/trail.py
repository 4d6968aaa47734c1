"""A partial completion: what is decided up to a move, and what is still open about each hand.

The engine plays on a State whose hands and decks are not the real ones: a card is put into a hand when a fact
says that it was played, and Threats into the deck when they are revealed. The ledgers keep track of where the
cards can have been before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from silkenweb.game.state import State
from silkenweb.game.tables import Tables
from silkenweb.scribe.placement import Ledger


@dataclass(frozen=True, slots=True)
class Turned:
    """Threat Cards that were revealed together, and for each whether a fact names it."""

    cards: tuple[int, ...] = ()
    known: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """A move of the completion.

    `guessed`: whether it was chosen among several. `drawer`: the seat that drew a card by it (A1), else -1.
    `turned`: the number of Threats that it revealed.
    """

    text: str
    guessed: bool = False
    drawer: int = -1
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Stretch:
    """One level.

    `turned`: the Threats revealed so far; `known`: the known cards of the current Threat Deck, next first,
    None for an unknown card. `faces`: cards whose side was chosen among several with different outcomes.
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
        """The Threats revealed so far, in order."""
        return tuple(card for group in self.turned for card in group.cards)

    def with_ledger(self, seat: int, ledger: Ledger) -> Stretch:
        """Return a copy with the ledger of a seat replaced."""
        return replace(self, ledgers=(*self.ledgers[:seat], ledger, *self.ledgers[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class Trail:
    """A partial completion.

    `moves`: the number of moves made; `facts`: the number of other facts that were found true. `held`: for
    each seat a mask of the Relics that it owns. `either`: stored cards whose side is open, with the level in
    which they were stored.
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
        """The current level."""
        assert self.now is not None
        return self.now

    @property
    def level(self) -> int:
        """The number of the current level."""
        return self.open.level

    def ledger(self, seat: int) -> Ledger:
        """Return the ledger of a seat in the current level."""
        return self.open.ledgers[seat]

    def with_ledger(self, seat: int, ledger: Ledger) -> Trail:
        """Return a copy with the ledger of a seat replaced."""
        return replace(self, now=self.open.with_ledger(seat, ledger))

    def with_face(self, card: str) -> Trail:
        """Return a copy that notes a card whose side was chosen among several with different outcomes."""
        return replace(self, now=replace(self.open, faces=self.open.faces | {card}))

    def with_stored(self, seat: int, card: str, sides: tuple[int, ...]) -> Trail:
        """Return a copy in which a stored card was played with one of these sides up."""
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
    """Return the state before a deal, when all cards except stored ones are in the Discard Piles (E3)."""
    new = state.copy()
    new.discards = tuple(
        (tables.upright_mask[seat] | held[seat]) & ~tables.without_orientation(seat, state.stores[seat])
        for seat in range(tables.players)
    )
    return new


def emptied(tables: Tables, state: State) -> State:
    """Return the state after keep with empty hands and piles, and decks of the right sizes without Relics."""
    new = state.copy()
    new.hands = new.discards = (0,) * tables.players
    new.decks = tuple(
        tuple(_any_faces(tables, seat, len(deck))) for seat, deck in enumerate(state.decks)
    )  # fmt: skip
    return new


def _any_faces(tables: Tables, seat: int, count: int) -> list[int]:
    """Return `count` different faces of Equipment, continuing with unused ones if the seat has fewer."""
    first = tables.upright_mask[seat] & -tables.upright_mask[seat]
    return [first << index for index in range(count)]

"""Position, the public interface of the rules. Positions never change: a move returns a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike, edition_of
from silkenweb.errors import ArgumentError, IllegalMove, shorten
from silkenweb.game import legality
from silkenweb.game.areas import Seat, Spirit, Target, seat_of, spirit_of, targets_of
from silkenweb.game.deal import Deal, apply_deal, deal_at_random, deal_from_seed
from silkenweb.game.event_log import EventLog
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.notation import flags_text, marker_text, position_text
from silkenweb.game.position_reader import MAX_BLESSINGS, parse_position
from silkenweb.game.state import DEAL, LOST, WON, Illegal, State, sealed, start_state
from silkenweb.game.tables import bits, tables_for
from silkenweb.game.transition import apply
from silkenweb.game.view import View

_new = object.__new__


class Position:
    """A position of a game with all cards visible. Read-only; `apply` and `step` return the next one.

    >>> position = Position.start(["wukong", "bajie"])
    >>> position.phase, position.level, position.blessings
    ('deal', 1, 2)
    >>> position = position.apply(deal(position, seed="class-7"))
    >>> position.phase, position.seats[0].character
    ('keep', 'wukong')
    """

    __slots__ = ("_state",)

    _state: State

    def __init__(self) -> None:
        raise TypeError("a Position comes from Position.start, Position.parse or another one's apply")

    @classmethod
    def start(
        cls, characters: Sequence[str], edition: EditionLike | None = None, blessings: int | None = None
    ) -> Position:
        """Return the position before the first deal, with the players in clockwise order (S1).

        `edition`: an Edition, the name of a built-in one, or the path of its file. `blessings`: the team's
        Blessings at the start; by default the edition's number for that many players (C1).
        """
        edition = edition_of(edition)
        asked = arguments.texts("characters", characters, 'a list of characters, as in ["wukong", "bajie"]')
        tables = tables_for(edition, asked)
        if blessings is None:
            blessings = edition.blessings[tables.players]
        try:
            blessings = arguments.whole("blessings", blessings, 0, MAX_BLESSINGS)
        except ArgumentError:
            raise arguments.unreadable("blessings", "a number of Blessings, 0 or more", blessings) from None
        return cls._of(start_state(tables, blessings))

    @classmethod
    def parse(cls, text: str, edition: EditionLike | None = None) -> Position:
        """Return the position of a text. Raises NotationError for an invalid or impossible one."""
        if not isinstance(text, str):
            raise arguments.unreadable("text", "the text of a position", text)
        return cls._of(parse_position(text, edition_of(edition)))

    @classmethod
    def _of(cls, state: State) -> Position:
        position = _new(cls)
        position._state = state
        return position

    # -- playing -----------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """Return all legal moves, sorted by text; none in the phases deal, won and lost."""
        return legality.legal_moves(self._state)

    def apply(self, what: str | Deal | Mapping[str, Any]) -> Position:
        """Return the position after a move (or its text) or a deal (or its dict).

        Raises IllegalMove with the rule that forbids it, NotationError if the text is not a valid move.
        """
        try:
            state = apply(self._state, what) if isinstance(what, str) else self._deal(what, None)
        except Illegal as error:
            raise self._illegal(what, error) from None
        position = _new(Position)
        position._state = state
        return position

    def step(self, what: str | Deal | Mapping[str, Any]) -> Step:
        """Return the position as `apply` does, with the events that led to it."""
        log = EventLog(self._state)
        try:
            state = apply(self._state, what, log) if isinstance(what, str) else self._deal(what, log)
        except Illegal as error:
            raise self._illegal(what, error) from None
        return Step(Position._of(state), tuple(log.events))

    def _deal(self, what: Deal | Mapping[str, Any], log: EventLog | None) -> State:
        if not isinstance(what, Deal):
            if not isinstance(what, Mapping):
                raise arguments.unreadable("what", "the text of a move, or a deal or its dict", what)
            what = Deal.from_dict(what)
        return apply_deal(self._state, what, log)

    def _illegal(self, what: object, error: Illegal) -> IllegalMove:
        text = what if isinstance(what, str) else "deal"
        return IllegalMove(
            text, error.rule, error.reason, self.legal_moves(), code=error.code, parameters=error.parameters
        )

    # -- texts and identity ------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The position text; `Position.parse` reads it back."""
        return position_text(self._state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        tables = self._state.tables
        return (tables.edition.sha256, tables.characters, self._state.key())

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Position({shorten(self.text, 120)!r})"

    def _repr_svg_(self) -> str:
        """Return the picture for a notebook, with all cards visible; `sw.svg` has options."""
        return str(import_module("silkenweb.widgets.picture").svg(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Position.parse, (self.text, self.edition)

    @property
    def state(self) -> State:
        """The engine's own record, read-only, for code that needs its speed."""
        return sealed(self._state)

    def view(self, seat: int | str) -> View:
        """Return only what a seat may know (K1-K4); `seat` is its number or its character."""
        return View(self._state, arguments.seat(seat, self._state.tables.characters))

    # -- in the words of the rules -----------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The card data of this game."""
        return self._state.tables.edition

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters in seat order, clockwise."""
        return self._state.tables.characters

    @property
    def phase(self) -> str:
        """deal, keep, turn, take, rotate, won or lost."""
        return self._state.phase

    @property
    def level(self) -> int:
        """The level, from 1; in phase deal the one to come."""
        return self._state.level

    @property
    def seat(self) -> int | None:
        """The seat that decides, from 0; None in the phases deal, won and lost."""
        return self._state.seat if self._state.seat >= 0 else None

    @property
    def start_seat(self) -> int:
        """The level's start seat; in phase won, the seat that cleared the last level."""
        return self._state.start

    @property
    def blessings(self) -> int:
        """Blessings left."""
        return self._state.blessings

    @property
    def rests(self) -> int:
        """How many Rests in a row have been taken (B1)."""
        return self._state.rests

    @property
    def turn(self) -> str:
        """What happened in this turn: p (card played), s (signalled), w (stored card played); else `-`."""
        return flags_text(self._state.flags)

    @property
    def row(self) -> tuple[Target, ...]:
        """The Threat Row from left to right."""
        return targets_of(self._state)

    @property
    def deck(self) -> tuple[str, ...]:
        """The Threat Deck, next first. Nobody at the table knows it (K3)."""
        return tuple(self._state.tables.targets[target] for target in self._state.deck)

    @property
    def done(self) -> tuple[str, ...]:
        """The Resolved pile, sorted."""
        targets = self._state.tables.targets
        return tuple(targets[bit.bit_length() - 1] for bit in bits(self._state.done))

    @property
    def spirit(self) -> Spirit | None:
        """The Spider Spirit, or None in a level without one."""
        return spirit_of(self._state)

    @property
    def marker(self) -> str:
        """The place of Tang Sanzang's marker: `-` his sheet, a card, `character.icon`, `x` removed (A5)."""
        return marker_text(self._state.tables, self._state.marker)

    @property
    def queue(self) -> tuple[int, ...]:
        """The seats still to decide in keep and rotate, the deciding one first."""
        return self._state.queue

    @property
    def taking(self) -> str | None:
        """The card drawn by A1, whose orientation is still to be chosen."""
        state = self._state
        return state.tables.text_of[state.seat][state.taking] if state.taking else None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players' areas."""
        return tuple(seat_of(self._state, seat) for seat in range(self._state.tables.players))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase in (WON, LOST)

    @property
    def score(self) -> int | None:
        """The number of Relics in all player areas if the game is won, otherwise None (E4)."""
        return self._state.held_relics().bit_count() if self._state.phase == WON else None


class Step(NamedTuple):
    """A position and the events that led to it."""

    position: Position
    events: tuple[Event, ...]


def deal(position: Position, seed: str | int | None = None, *, rng: Random | None = None) -> Deal:
    """Return the deal that a seed gives at this position (RULES.md, Chance), or one from a generator.

    `seed`: text or a whole number (7 is the seed "7"), for a game that can be repeated; None for a new deal
    each time. `rng`: a generator instead of a seed, for playouts.
    """
    arguments.instance("position", position, Position, "a Position in phase deal")
    if position.phase != DEAL:
        raise position._illegal("deal", Illegal("S2", "deal.phase", phase=position.phase))
    if rng is None:
        return deal_from_seed(position._state, arguments.seed(seed))
    if seed is not None:
        raise arguments.wrong("seed", "None where `rng` is given", seed)
    return deal_at_random(position._state, arguments.instance("rng", rng, Random, "a random.Random or None"))

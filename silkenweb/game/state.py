"""How the rules say no, from deep within; `Position.apply` makes the public IllegalMove of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from silkenweb.game.tables import Tables
from silkenweb.text import Scene, Words
from silkenweb.text.refusals import in_english


class Illegal(Exception):
    """Raised for a move that a rule forbids: the rule's id, and the code and parameters of the reason."""

    def __init__(self, rule: str, code: str, /, **parameters: object) -> None:
        super().__init__(rule, code)
        self.rule = rule
        self.code = code
        self.parameters = parameters

    @property
    def reason(self) -> str:
        """The reason in English."""
        return in_english(self.code, self.parameters)


# Phases, in the words of the position text.
DEAL, KEEP, TURN, TAKE, ROTATE, WON, LOST = PHASES = ("deal", "keep", "turn", "take", "rotate", "won", "lost")

# What has happened in the current turn (the field `turn`).
PLAYED, SIGNALLED, STORED = 1, 2, 4

Commitment = tuple[int, int, int, int]
"""A committed card: the target (or SPIRIT), whose card, its face, the seat that committed it."""

Masks = tuple[int, ...]
"""One mask a seat."""

_new = object.__new__


class State:
    """One position. All fields together are the position; `__slots__` says which they are."""

    __slots__ = (
        "blessings",
        "chosen",  # faces that each seat discards, not yet revealed (S5)
        "commits",  # tuple[Commitment, ...], by target, then oldest first
        "deck",  # targets, next first
        "decks",  # per seat its faces, top first
        "discards",
        "done",  # mask of targets
        "flags",  # of PLAYED, SIGNALLED, STORED
        "hands",
        "level",
        "marker",  # ON_SHEET, REMOVED, a target, or len(targets) + an index of sheet_icons
        "phase",
        "queue",
        "rests",
        "row",  # targets, left to right
        "seat",  # who decides, -1 where nobody does
        "segments",  # how many are resolved
        "sheets",  # mask of the seats whose sheet is unflipped
        "start",
        "stores",
        "storing",  # faces that each seat puts into storage, not yet revealed (S6)
        "tables",
        "taking",  # the face drawn by A1, as its first face; 0 where none is
    )

    tables: Tables
    phase: str
    level: int
    seat: int
    start: int
    blessings: int
    rests: int
    flags: int
    row: tuple[int, ...]
    commits: tuple[Commitment, ...]
    deck: tuple[int, ...]
    done: int
    segments: int
    marker: int
    queue: tuple[int, ...]
    taking: int
    sheets: int
    hands: Masks
    decks: tuple[tuple[int, ...], ...]
    discards: Masks
    stores: Masks
    chosen: Masks
    storing: Masks

    def copy(self) -> State:
        """A State with the same fields; written out because this is the hottest line of the engine."""
        new = _new(State)
        new.tables = self.tables
        new.phase = self.phase
        new.level = self.level
        new.seat = self.seat
        new.start = self.start
        new.blessings = self.blessings
        new.rests = self.rests
        new.flags = self.flags
        new.row = self.row
        new.commits = self.commits
        new.deck = self.deck
        new.done = self.done
        new.segments = self.segments
        new.marker = self.marker
        new.queue = self.queue
        new.taking = self.taking
        new.sheets = self.sheets
        new.hands = self.hands
        new.decks = self.decks
        new.discards = self.discards
        new.stores = self.stores
        new.chosen = self.chosen
        new.storing = self.storing
        return new

    def key(self) -> tuple[object, ...]:
        """Everything but the tables, to compare and hash by."""
        return tuple(getattr(self, name) for name in State.__slots__ if name != "tables")

    def scene(self, words: Words) -> Scene:
        """Return what sentences about this position need to know of it, in a language."""
        return Scene(self.tables.naming(words), self.level, self.segments, self.phase == DEAL)

    # -- questions that several rules ask ----------------------------------------------------------

    def all_segments_done(self) -> bool:
        """Whether no segment of the Spider Spirit is left."""
        return self.segments == len(self.tables.segments[self.level])

    def segment_combat(self) -> bool:
        """Whether the next segment asks for Combat."""
        return "combat" in self.tables.segments[self.level][self.segments].icons

    def held_relics(self) -> int:
        """The Relics in all player areas, as faces."""
        held = 0
        for masks in (self.hands, self.discards, self.stores, self.chosen, self.storing):
            for mask in masks:
                held |= mask
        for deck in self.decks:
            for face in deck:
                held |= face
        return (held | self.taking) & self.tables.relic_mask

    def relics_in_piles(self) -> int:
        """The Relics that players hold where a deal must come: all lie in Discard Piles and storages."""
        held = 0
        for pile in self.discards:
            held |= pile
        for store in self.stores:
            held |= store
        return held & self.tables.relic_mask

    def relics_between_levels(self) -> int:
        """As `held_relics`, where a deal must come: then all cards lie in Discard Piles and storages."""
        held = 0
        for pile, store in zip(self.discards, self.stores, strict=True):
            held |= pile | store
        return held & self.tables.relic_mask

    def reserve(self) -> tuple[int, ...]:
        """Every target that no player holds as a Relic (S2); asked for where a deal must come."""
        held = self.relics_in_piles()
        if not held:
            return self.tables.all_targets
        taken = {target for relic, target in self.tables.target_of_relic.items() if relic & held}
        return tuple([target for target in self.tables.all_targets if target not in taken])


class _Sealed(State):
    """A State that has been handed out: setting one of its fields would change the game behind it."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position's state is read-only ({name}); position.apply gives another one")

    def __reduce__(self) -> tuple[Callable[[State], State], tuple[State]]:
        return sealed, (self.copy(),)


def sealed(state: State) -> State:
    """The same State, read-only from now on. Its copies can be changed."""
    if type(state) is State:
        state.__class__ = _Sealed
    return state


def in_order(commits: Iterable[Commitment]) -> tuple[Commitment, ...]:
    """Commitments by target, then in the order they were made: the one order that a text can tell."""
    return tuple(sorted(commits, key=itemgetter(0)))


def put(masks: Masks, seat: int, mask: int) -> Masks:
    """`masks` with this seat's replaced."""
    return masks[:seat] + (mask,) + masks[seat + 1 :]  # noqa: RUF005 - the quickest way to say it


def start_state(tables: Tables, blessings: int) -> State:
    """The position before the first deal (S1)."""
    none = (0,) * tables.players
    state = _new(State)
    state.tables, state.phase, state.level, state.seat = tables, DEAL, 1, -1
    state.start, state.blessings, state.rests, state.flags = tables.first_start, blessings, 0, 0
    state.row, state.commits, state.deck, state.done, state.segments = (), (), (), 0, 0
    state.marker, state.queue, state.taking = -1, (), 0
    state.sheets = tables.all_seats
    state.hands = state.stores = state.chosen = state.storing = none
    state.decks = ((),) * tables.players
    state.discards = tables.upright_mask
    return state

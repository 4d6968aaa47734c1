"""The view of one seat: what it may know of a position (RULES.md, "Who knows what").

K1 is open to all, K2 only to the seat, K3 to nobody. A View holds K1 and K2 only: two positions that the
seat can't distinguish have equal Views. Everybody knows who owns which Relic: every claim was open, and all
cards are visible between levels.
"""

from __future__ import annotations

import re
from typing import Any

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike, edition_of
from silkenweb.errors import quote, shorten
from silkenweb.game import notation
from silkenweb.game.areas import SeatView, Spirit, Target, seat_of, spirit_of, targets_of
from silkenweb.game.events import Event
from silkenweb.game.move import Move, trusted
from silkenweb.game.notation import NONE, listed
from silkenweb.game.position_reader import FIELDS, MAX_TEXT, differs, parse_position
from silkenweb.game.state import LOST, TAKE, WON, Masks, State, put, sealed
from silkenweb.game.tables import Tables, tables_for
from silkenweb.text.refusals import unreadable

HIDDEN = "?"


class View:
    """What `viewer` may know now, in the words of Position; hidden cards are counted, not named."""

    __slots__ = ("_chosen", "_deck", "_decks", "_hands", "_relics", "_state", "viewer")

    def __init__(self, state: State, viewer: int) -> None:
        self.viewer = viewer
        self._deck = len(state.deck)
        self._decks = tuple(map(len, state.decks))
        self._hands = tuple(mask.bit_count() for mask in state.hands)
        laid = zip(state.chosen, state.storing, strict=True)
        self._chosen = tuple((discards | stored).bit_count() for discards, stored in laid)
        self._relics = tuple(_hidden_relics(state, seat, viewer) for seat in range(state.tables.players))
        self._state = _open_part(state, viewer)

    # -- who is asking -----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        tables, counts = self._state.tables, (self._deck, self._decks, self._hands, self._chosen)
        return (
            tables.edition.sha256,
            tables.characters,
            self.viewer,
            counts,
            self._relics,
            self._state.key(),
        )

    def __repr__(self) -> str:
        return f"View({self.text!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # The text holds all of a View and is a hundredth of the size of its tables.

        return parse_view, (self.text, self.edition)

    @property
    def tables(self) -> Tables:
        """The engine's tables of this game; nothing in them is hidden."""
        return self._state.tables

    @property
    def open_state(self) -> State:
        """The engine's record without hidden cards: the hands, decks and discards of others are empty."""
        return sealed(self._state)

    @property
    def edition(self) -> Edition:
        """The card data."""
        return self._state.tables.edition

    @property
    def characters(self) -> tuple[str, ...]:
        """The characters in seat order."""
        return self._state.tables.characters

    @property
    def text(self) -> str:
        """The position text with hidden cards counted (`?3`).

        It has a seventh part for each seat: its Relics among its hidden cards.
        """
        state, tables = self._state, self._state.tables
        taking = self.taking or "-"
        parts = [f"view={self.viewer}", notation.table_fields(state), f"deck={_count(self._deck)}"]
        parts += [f"done={notation.listed(self.done)}", notation.open_fields(state), f"taking={taking}"]
        parts += [f"{key}={self._seat_text(seat)}" for seat, key in enumerate(tables.characters)]
        return " ".join(parts)

    def _seat_text(self, seat: int) -> str:
        parts = notation.seat_text(self._state, seat).split("/")
        parts[2] = _count(self._decks[seat])
        if seat != self.viewer:
            parts[1] = _count(self._hands[seat])
            parts[5] = _count(self._chosen[seat])
        relics = notation.listed(self._state.tables.cards(seat, self._relics[seat]))
        return "/".join((*parts, relics))

    # -- in the words of Position ------------------------------------------------------------------

    phase = property(lambda self: self._state.phase, doc="As Position.phase.")
    level = property(lambda self: self._state.level, doc="As Position.level.")
    start_seat = property(lambda self: self._state.start, doc="As Position.start_seat.")
    blessings = property(lambda self: self._state.blessings, doc="As Position.blessings.")
    rests = property(lambda self: self._state.rests, doc="As Position.rests.")
    turn = property(lambda self: notation.flags_text(self._state.flags), doc="As Position.turn.")
    queue = property(lambda self: self._state.queue, doc="As Position.queue.")
    over = property(lambda self: self._state.phase in (WON, LOST), doc="As Position.over.")

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if nobody does."""
        return self._state.seat if self._state.seat >= 0 else None

    @property
    def row(self) -> tuple[Target, ...]:
        """The Threat Row, left to right."""
        return targets_of(self._state)

    @property
    def marker(self) -> str:
        """The place of Tang Sanzang's marker, as Position.marker."""
        return notation.marker_text(self.tables, self._state.marker)

    @property
    def spirit(self) -> Spirit | None:
        """The Spider Spirit, or None in a level without one."""
        return spirit_of(self._state)

    @property
    def taking(self) -> str | None:
        """The card drawn by A1: its text for the drawer, `?` for every other seat; None if there is none."""
        state = self._state
        if state.phase != TAKE:
            return None
        return state.tables.text_of[state.seat][state.taking] if state.taking else HIDDEN

    @property
    def deck_count(self) -> int:
        """The number of cards in the Threat Deck."""
        return self._deck

    @property
    def done(self) -> tuple[str, ...]:
        """The Resolved pile, sorted."""
        targets = self._state.tables.targets
        return tuple(target for index, target in enumerate(targets) if self._state.done >> index & 1)

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """Each player's area as this seat sees it."""
        return tuple(self._seat(seat) for seat in range(self._state.tables.players))

    def _seat(self, seat: int) -> SeatView:
        whole = seat_of(self._state, seat)
        own = seat == self.viewer
        return SeatView(
            character=whole.character,
            unflipped=whole.unflipped,
            hand=whole.hand if own else None,
            hand_count=self._hands[seat],
            deck_count=self._decks[seat],
            discards=whole.discards,
            storage=whole.storage,
            chosen=whole.chosen if own else None,
            chosen_count=self._chosen[seat],
            relics=self._state.tables.cards(seat, self._relics[seat]),
        )


def seen_move(move: Move, mover: int, viewer: int) -> Move:
    """Return a move's text as a seat saw it: what another player keeps or takes is hidden (K2)."""
    kind = move.kind
    return trusted(f"{kind} {HIDDEN}") if viewer != mover and kind in ("keep", "take") else move


def seen_events(events: tuple[Event, ...], viewer: int) -> tuple[Event, ...]:
    """Return events as a seat saw them."""
    return tuple(event.seen_by(viewer) for event in events)


def _count(number: int) -> str:
    return f"{HIDDEN}{number}" if number else "-"


def _only(masks: Masks, viewer: int) -> Masks:
    return put((0,) * len(masks), viewer, masks[viewer])


def _open_part(state: State, viewer: int) -> State:
    shown = state.copy()
    shown.deck = ()
    shown.decks = ((),) * state.tables.players
    shown.hands = _only(state.hands, viewer)
    shown.chosen = _only(state.chosen, viewer)
    shown.storing = _only(state.storing, viewer)
    if state.seat != viewer:
        shown.taking = 0
    return shown


def _hidden_relics(state: State, seat: int, viewer: int) -> int:
    """Return the seat's Relics in places that the viewer can't see."""
    hidden = sum(state.decks[seat])
    if seat != viewer:
        hidden |= state.hands[seat] | state.chosen[seat] | state.storing[seat]
        hidden |= state.taking if state.seat == seat else 0
    return hidden & state.tables.relic_mask


PARTS = 7  # of a seat: as in a position's text, and its Relics among what is hidden
_COUNT = re.compile(r"\?([1-9][0-9]{0,3})", re.ASCII)
_CARD = re.compile(r"[A-Za-z0-9]+", re.ASCII)


def parse_view(text: str, edition: EditionLike | None = None) -> View:
    """Return the View of a text from `View.text`. Raises NotationError if no seat could see that."""
    if not isinstance(text, str):
        raise arguments.unreadable("text", "the text of a view", text)
    if len(text) > MAX_TEXT:
        raise unreadable("text.long", "view", most=MAX_TEXT)
    names, values = _fields(text)
    tables = tables_for(edition_of(edition), tuple(names))
    viewer = values["view"]
    if not viewer.isdecimal() or int(viewer) >= tables.players:
        raise unreadable("view.seat", "view", viewer)
    state = parse_position(_Filling(tables, values).position(), tables.edition)
    view = View(state, int(viewer))
    if view.text != text:
        raise differs("view.form", "view.form.part", "view", text, view.text)
    return view


def _fields(text: str) -> tuple[list[str], dict[str, str]]:
    """Return the characters, and the text of each field."""
    parts = [part.partition("=") for part in text.split(" ")]
    names = [name for name, _, _ in parts]
    for place, name in enumerate(("view", *FIELDS)):
        if names[place : place + 1] != [name]:
            found = names[place] if place < len(names) else "nothing"
            raise unreadable("text.field", f"field {place + 1}", found, name=quote(name))
    return names[1 + len(FIELDS) :], {name: value for name, _, value in parts}


class _Filling:
    """Puts cards where a view has only counts."""

    def __init__(self, tables: Tables, values: dict[str, str]) -> None:
        self.tables, self.values = tables, values
        self.shown = {card for value in values.values() for card in _CARD.findall(value)}

    def position(self) -> str:
        """Return the text of a position that agrees with the view."""
        tables, values = self.tables, dict(self.values)
        unseen = [target for target in tables.targets if target not in self.shown]
        count = self._count(values["deck"], "deck")
        if count > len(unseen):
            raise unreadable("view.deck", "deck", count=len(unseen))
        values["deck"] = listed(unseen[:count])
        for seat, name in enumerate(tables.characters):
            values[name] = self._seat(seat, name, values)
        return " ".join(f"{name}={values[name]}" for name in (*FIELDS, *tables.characters))

    def _seat(self, seat: int, name: str, values: dict[str, str]) -> str:
        parts = values[name].split("/")
        if len(parts) != PARTS:
            raise unreadable("view.parts", name, shorten(values[name]), count=PARTS)
        sheet, hand, deck, pile, store, chosen, relics = parts
        hidden = [card for card in self.tables.equipment[seat] if card not in self.shown]
        hidden += [] if relics == NONE else relics.split(",")
        if values["phase"] == TAKE and values["seat"] == str(seat) and values["taking"] == HIDDEN:
            values["taking"] = self._take(hidden, 1, name)[0]
        if hand.startswith(HIDDEN):
            hand = listed(sorted(self._take(hidden, self._count(hand, name), name)))
        if chosen.startswith(HIDDEN):
            chosen = "".join(
                f"-{card}" for card in sorted(self._take(hidden, self._count(chosen, name), name))
            )
        deck = listed(self._take(hidden, self._count(deck, name), name))
        if hidden:
            raise unreadable("text.missing", name, shorten(values[name]), cards=listed(hidden))
        return f"{sheet}/{hand}/{deck}/{pile}/{store}/{chosen}"

    def _take(self, hidden: list[str], count: int, where: str) -> list[str]:
        """Take that many of the hidden cards."""
        if count > len(hidden):
            raise unreadable("view.more", where)
        taken = hidden[:count]
        del hidden[:count]
        return taken

    def _count(self, text: str, where: str) -> int:
        found = _COUNT.fullmatch(text)
        if text != NONE and not found:
            raise unreadable("view.count", where, text)
        return int(found[1]) if found else 0

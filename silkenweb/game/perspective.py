"""A position as drawings need it, with all cards visible or as one seat knows it, in one record.

The record of a seat is made from its View alone, so that a drawing can show no more than the seat knows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from silkenweb.edition import Edition, Relic
from silkenweb.game.areas import Seat, SeatView, Spirit, Target, spirit_of
from silkenweb.game.notation import flags_text, marker_text
from silkenweb.game.position import Position
from silkenweb.game.view import View


@dataclass(frozen=True, slots=True)
class Area:
    """A player's area. `deck` is None if it may not be seen; `player` is the person's name, if known."""

    seen: SeatView
    deck: tuple[str, ...] | None
    player: str | None

    @property
    def character(self) -> str:
        """The character's key."""
        return self.seen.character


@dataclass(frozen=True, slots=True)
class Sight:
    """A position in the words of the rules, as `viewer` sees it (None: with all cards visible)."""

    edition: Edition
    viewer: int | None
    phase: str
    level: int
    seat: int | None
    start: int
    blessings: int
    rests: int
    turn: str
    row: tuple[Target, ...]
    deck: tuple[str, ...] | None
    deck_count: int
    done: tuple[str, ...]
    spirit: Spirit | None
    marker: str
    queue: tuple[int, ...]
    taking: str | None
    areas: tuple[Area, ...]
    assumed: frozenset[str] = field(default=frozenset(), kw_only=True)
    """Cards, without `'`, whose place is a guess (in a game entered from a real table)."""

    @property
    def shown_cards(self) -> frozenset[str]:
        """Every visible card, without `'`."""
        cards = {target.card for target in self.row} | set(self.deck or ())
        for area in self.areas:
            seen, laid = area.seen, tuple(text[1:] for text in area.seen.chosen or ())
            cards |= {*(seen.hand or ()), *(area.deck or ()), *seen.discards, *seen.storage, *laid}
        return frozenset(card.rstrip("'") for card in cards)

    @property
    def score(self) -> int:
        """The Relics in all players' areas (E4); whose they are is open to all."""
        return sum(len(self._relics(area)) for area in self.areas)

    def _relics(self, area: Area) -> set[str]:
        seen = area.seen
        chosen = tuple(text[1:] for text in seen.chosen or ())
        cards = (*(seen.hand or ()), *(area.deck or ()), *seen.discards, *seen.storage, *chosen, *seen.relics)
        return {card for card in cards if isinstance(self.edition.cards.get(card), Relic)}


Players = tuple[str | None, ...]


def sight(what: Position | View, viewer: int | None = None, players: Players = ()) -> Sight:
    """Return what to draw of a position: everything, or what the seat `viewer` knows.

    A View is drawn as it is, whatever the `viewer`. `players` are the people's names.
    """
    names = players or (None,) * len(what.characters)
    if isinstance(what, View):
        return _seen(what, names)
    return _open(what, names) if viewer is None else _seen(what.view(viewer), names)


def _open(position: Position, players: Players) -> Sight:
    areas = (
        Area(_as_seen(seat), seat.deck, name) for seat, name in zip(position.seats, players, strict=True)
    )
    return Sight(
        edition=position.edition,
        viewer=None,
        phase=position.phase,
        level=position.level,
        seat=position.seat,
        start=position.start_seat,
        blessings=position.blessings,
        rests=position.rests,
        turn=position.turn,
        row=position.row,
        deck=position.deck,
        deck_count=len(position.deck),
        done=position.done,
        spirit=position.spirit,
        marker=position.marker,
        queue=position.queue,
        taking=position.taking,
        areas=tuple(areas),
    )


def _as_seen(seat: Seat) -> SeatView:
    """Return a seat with all cards visible, in the record that a View has."""
    return SeatView(
        character=seat.character,
        unflipped=seat.unflipped,
        hand=seat.hand,
        hand_count=len(seat.hand),
        deck_count=len(seat.deck),
        discards=seat.discards,
        storage=seat.storage,
        chosen=seat.chosen,
        chosen_count=len(seat.chosen),
        relics=(),
    )


def _seen(view: View, players: Players) -> Sight:
    state = view.open_state  # what is hidden from the viewer has been taken out of it
    return Sight(
        edition=view.edition,
        viewer=view.viewer,
        phase=view.phase,
        level=view.level,
        seat=view.seat,
        start=view.start_seat,
        blessings=view.blessings,
        rests=view.rests,
        turn=flags_text(state.flags),
        row=view.row,
        deck=None,
        deck_count=view.deck_count,
        done=view.done,
        spirit=spirit_of(state),
        marker=marker_text(view.tables, state.marker),
        queue=state.queue,
        taking=view.tables.text_of[state.seat][state.taking] if state.taking else None,
        areas=tuple(Area(seat, None, name) for seat, name in zip(view.seats, players, strict=True)),
    )

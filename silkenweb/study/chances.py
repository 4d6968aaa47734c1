"""What public information says about a hidden hand: exact chances by counting.

Every card of a player that nobody has seen since the deal is in its hand or its Equipment Deck, each with
the same chance, and equally likely in either orientation; the View of another seat says no more (K1-K3).
Cards that were recovered openly (A4) are known to be in the hand, and since all rotations in turns are
public, so is their orientation.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import msgspec

from silkenweb.edition import Equipment
from silkenweb.game.events import Event, HandRotated, Played, Recovered, Rested
from silkenweb.game.state import DEAL
from silkenweb.game.view import View

RELIC = "relic"


class HandChances(msgspec.Struct, frozen=True):
    """Chances about one hidden hand, each from 0 to 1.

    `card`: that a given unseen card of the hand shows this icon upright (or is a Relic); they sum to 1.
    `some`: that at least one card of the whole hand does. `known`: cards that must be in it, in their
    orientation. `unseen`: the number of unknown cards in the hand, and how many cards they could be.
    """

    card: dict[str, float]
    some: dict[str, float]
    known: tuple[str, ...]
    unseen: tuple[int, int]


def hand_chances(view: View, seen: Sequence[Event] = ()) -> dict[int, HandChances]:
    """Return the chances for each other seat with cards in hand.

    `seen`: the level's events as the viewer saw them.
    """
    known = known_cards(view, seen)
    chances = {}
    for seat, area in enumerate(view.seats):
        if seat != view.viewer and area.hand_count:
            chances[seat] = _chances(view, seat, known.get(seat, set()))
    return chances


def unseen_cards(view: View, seat: int) -> tuple[str, ...]:
    """Return the cards of another seat that the viewer cannot see: hand, deck, hidden discards; sorted."""
    state, tables = view.open_state, view.tables
    shown = tables.without_orientation(seat, state.discards[seat] | state.stores[seat])
    for _, owner, face, _ in state.commits:
        shown |= tables.without_orientation(owner, face) if owner == seat else 0
    cards = tables.upright_mask[seat] & ~shown
    return tuple(sorted((*tables.cards(seat, cards), *view.seats[seat].relics)))


def known_cards(view: View, seen: Sequence[Event]) -> dict[int, set[str]]:
    """Return for each seat the cards that were recovered openly (A4) and must still be in hand.

    They are given in the orientation that they have now.
    """
    known: dict[int, set[str]] = {}
    if view.phase == DEAL:
        return known  # between levels nobody has a hand
    for event in seen:
        if isinstance(event, Recovered):
            known.setdefault(event.seat, set()).update(event.cards)
        elif isinstance(event, HandRotated | Rested) and event.rotated and event.seat in known:
            known[event.seat] = {_turned(view, card) for card in known[event.seat]}
        elif isinstance(event, Played) and not event.stored:
            known.get(event.seat, set()).discard(event.card)
    return known


def _turned(view: View, card: str) -> str:
    if not isinstance(view.edition.cards[card.rstrip("'")], Equipment):
        return card
    return card[:-1] if card.endswith("'") else card + "'"


def _chances(view: View, seat: int, known: set[str]) -> HandChances:
    bare = {card.rstrip("'") for card in known}
    pool = [card for card in unseen_cards(view, seat) if card not in bare]
    count = view.seats[seat].hand_count - len(known)
    shows = [_shows(view, card) for card in pool]
    icons = (*view.edition.icons, RELIC)
    card = {icon: sum(show.get(icon, 0.0) for show in shows) / len(pool) for icon in icons} if count else {}
    lying = {icon for text in known for icon in _lying(view, text)}
    some = {
        icon: 1.0 if icon in lying else 1.0 - _none([show.get(icon, 0.0) for show in shows], count)
        for icon in icons
    }
    return HandChances(card, some, tuple(sorted(known)), (count, len(pool)))


def _shows(view: View, card: str) -> dict[str, float]:
    """Return the chance of each icon to be the upright one of a card whose orientation is unknown."""
    found = view.edition.cards[card]
    if not isinstance(found, Equipment):
        return {RELIC: 1.0}
    shows: dict[str, float] = {}
    for icon in found.faces:
        shows[icon] = shows.get(icon, 0.0) + 0.5
    return shows


def _lying(view: View, text: str) -> tuple[str, ...]:
    found = view.edition.cards[text.rstrip("'")]
    return (found.faces[text.endswith("'")],) if isinstance(found, Equipment) else (RELIC,)


def _none(chances: Sequence[float], count: int) -> float:
    """Return the chance that none of `count` cards drawn from these shows the icon.

    It is hypergeometric, with a half for each card that shows the icon on one face only.
    """
    always, half = chances.count(1.0), chances.count(0.5)
    never = len(chances) - always - half
    ways = sum(comb(half, j) * comb(never, count - j) * 0.5**j for j in range(min(half, count) + 1))
    return ways / comb(len(chances), count)

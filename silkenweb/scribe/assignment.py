"""Assigning cards to the places that are still open: one deal and keep per player, with what is assumed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b

from silkenweb.scribe.placement import DECK, DISCARDED, STORED, Ledger, Option, Options, match


@dataclass(frozen=True, slots=True)
class Assignment:
    """The cards of a player in a level.

    The deck as dealt, top first, with sides; the keep; the drawn cards (A1), with the side chosen. `places`
    and `sides`: the cards whose place, or orientation, is only assumed.
    """

    deck: tuple[tuple[str, int], ...]
    rotated: bool
    laid: tuple[str, ...]
    stored: tuple[str, ...]
    drawn: tuple[tuple[str, int], ...]
    places: frozenset[str]
    sides: frozenset[str]
    turned_assumed: bool
    drawn_assumed: bool


def assign(ledger: Ledger, seed: str, relics: frozenset[str], faces: frozenset[str]) -> Assignment:
    """Return the completion that the seed selects. `faces`: cards whose side had to be chosen."""
    prefer = _Preference(seed)
    possible = [turned for turned in (False, True) if ledger.turned[turned] is not None]
    turned = possible[prefer.number("turned") % len(possible)]
    options = ledger.turned[turned]
    assert options is not None
    places = match(options, ledger.counts.places, prefer.place)
    assert places is not None
    sides = {card: _side(options[card], place, prefer, card) for card, place in places.items()}
    drawn = [_at(places, DECK + index) for index in range(len(ledger.drawn))]
    under = _under(ledger)
    lying = dict(sides)
    for card, place in places.items():
        if place < DECK:
            lying[card] ^= turned
        elif card in drawn:
            lying[card] = _side(
                frozenset((place, side) for side in under.get(card, (0, 1))), place, prefer, card
            )
    for relic in relics & lying.keys():
        lying[relic] = sides[relic] = 0
    known_places = frozenset(card for card in places if _place_known(ledger, card))
    known_sides = frozenset(card for card in places if card not in faces and _side_known(ledger, card))
    known_sides |= relics
    taken = tuple((card, sides[card]) for card in drawn)
    return Assignment(
        deck=tuple((card, lying[card]) for card in _order(places, prefer)),
        rotated=turned,
        laid=tuple(sorted(card for card, place in places.items() if place == DISCARDED)),
        stored=tuple(sorted(card for card, place in places.items() if place == STORED)),
        drawn=taken,
        places=frozenset(places) - known_places,
        sides=frozenset(places) - known_sides,
        turned_assumed=len(possible) > 1,
        drawn_assumed=any(card not in known_places or card not in known_sides for card, _ in taken),
    )


class _Preference:
    """A random order of the choices, which depends only on the seed."""

    def __init__(self, seed: str) -> None:
        self.prefix = seed.encode() + b"|"

    def number(self, what: str) -> int:
        return int.from_bytes(blake2b(self.prefix + what.encode(), digest_size=8).digest(), "big")

    def place(self, card: str, place: int) -> int:
        return self.number(f"{card}|{place}")


def _side(options: frozenset[Option], place: int, prefer: _Preference, card: str) -> int:
    sides = sorted({side for where, side in options if where == place})
    return sides[prefer.number(f"{card}|side") % len(sides)]


def _under(ledger: Ledger) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for card, sides in ledger.under:
        found.setdefault(card, sides)
    return found


def _at(places: dict[str, int], place: int) -> str:
    return next(card for card, where in places.items() if where == place)


def _order(places: dict[str, int], prefer: _Preference) -> list[str]:
    """Return the deck as dealt: the cards drawn at the start, in any order, then the others."""
    first = sorted(
        (card for card, place in places.items() if place < DECK), key=lambda card: prefer.number(card)
    )
    rest = sorted((place, card) for card, place in places.items() if place >= DECK)
    return [*first, *(card for _, card in rest)]


def _place_known(ledger: Ledger, card: str) -> bool:
    """Return whether the card has the same place in all completions (the hand is one place)."""
    possible = set()
    for options in ledger.turned:
        if options is None:
            continue
        for place in {place for place, _ in options[card]}:
            if place not in possible and _can(ledger, options, card, lambda option, p=place: option[0] == p):  # type: ignore[misc]
                possible.add(place)
        if len(possible) > 1:
            return False
    return True


def _side_known(ledger: Ledger, card: str) -> bool:
    """Return whether the card has the same orientation in all completions, as dealt and after keep."""
    possible = set()
    for turned, options in enumerate(ledger.turned):
        if options is None:
            continue
        for side in (0, 1):
            kept = {option for option in options[card] if option[1] == side}
            if kept and _can(ledger, options, card, lambda option, s=side: option[1] == s):  # type: ignore[misc]
                possible |= {(side, turned if place < DECK else 0) for place, _ in kept}
    return len({side for side, _ in possible}) <= 1


def _can(ledger: Ledger, options: Options, card: str, fits: Callable[[Option], bool]) -> bool:
    narrowed = {**options, card: frozenset(option for option in options[card] if fits(option))}
    return bool(narrowed[card]) and match(narrowed, ledger.counts.places) is not None

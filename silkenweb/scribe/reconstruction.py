"""How an entered game is completed: cards for the places still open, what is assumed, and the replay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from silkenweb.errors import SilkenwebError
from silkenweb.game import Deal, Move
from silkenweb.game.state import KEEP
from silkenweb.replay.assumed import KEY, noted
from silkenweb.replay.game_record import Replay
from silkenweb.replay.tree import Node
from silkenweb.scribe.completion import Search
from silkenweb.scribe.placement import DECK, DISCARDED, STORED, Ledger, Option, Options, match
from silkenweb.scribe.trail import Made, Stretch, Trail


@dataclass(frozen=True, slots=True)
class Assignment:
    """The cards of a player in a level: the deck as dealt, the keep, and the drawn cards.

    The deck has its top card first, with sides; drawn cards (A1) have the chosen side. `places` and `sides`:
    the cards whose place, or orientation, is only assumed.
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


class Share(NamedTuple):
    """How much of a game is assumed.

    The numbers of cards dealt (Equipment and Threats), and of cards whose place or side is assumed.
    """

    cards: int
    places: int
    sides: int
    threats_dealt: int
    threats: int

    def __str__(self) -> str:
        if not self.cards:
            return "Nothing has been dealt yet."
        return (
            f"Of {self.cards} Equipment Cards and Relics dealt, the place of {self.places} is assumed and "
            f"which way up of {self.sides}; of {self.threats_dealt} Threat Cards dealt, {self.threats}."
        )


def share_of(replay: Replay) -> Share:
    """Count what is assumed in the deals of the recorded line."""
    share = Share(0, 0, 0, 0, 0)
    for node in replay.main_line():
        if node.deal is None:
            continue
        marks = noted(node)
        share = Share(
            share.cards + sum(map(len, node.deal.decks.values())),
            share.places + sum(map(len, marks.places.values())),
            share.sides + sum(map(len, marks.sides.values())),
            share.threats_dealt + len(node.deal.threats),
            share.threats + len(marks.threats),
        )
    return share


class Reconstruction:
    """Records a completion in a new replay."""

    def __init__(self, search: Search, replay: Replay) -> None:
        self.search = search
        self.tables = search.tables
        self.replay = replay

    def build(self, trail: Trail) -> Replay:
        """Record this trail and return the replay."""
        try:
            for stretch in trail.stretches:
                self._level(stretch)
        except SilkenwebError as error:
            raise SilkenwebError(f"the completion that was found is not valid: {error}") from error
        return self.replay

    def _level(self, stretch: Stretch) -> None:
        assignments = [self._assignment(stretch, seat) for seat in range(self.tables.players)]
        decks = {
            key: tuple(card + "'" * side for card, side in assignments[seat].deck)
            for seat, key in enumerate(self.tables.characters)
        }
        threats = self._threats(stretch)
        dealt = self.replay.record(Deal(stretch.level, threats, decks))
        turned_by: set[int] = set()
        if stretch.made or self.search.facts.of_level(stretch.level, "keep"):
            self._keeps(assignments)
            for made in stretch.made:
                seat = self.replay.end.state.seat
                self._move(made, assignments)
                if made.guessed:
                    turned_by.add(seat)
        _mark(dealt, self._assumed(stretch, threats, assignments, turned_by))

    def _assignment(self, stretch: Stretch, seat: int) -> Assignment:
        seed = f"{self.search.seed}|{stretch.level}|{self.tables.characters[seat]}"
        return assign(stretch.ledgers[seat], seed, frozenset(self.tables.relics), stretch.faces)

    def _threats(self, stretch: Stretch) -> tuple[str, ...]:
        """Return the Threats of a deal (S2): those revealed, then the known or assumed cards of the deck."""
        known = [card for card in stretch.known if card is not None]
        reserve = self.search.reveals.in_order(stretch.level, self.replay.end.state.reserve())
        others = iter([card for card in reserve if card not in stretch.seen and card not in known])
        order = list(stretch.seen)
        for card in stretch.known:
            order.append(next(others) if card is None else card)
        order += [next(others) for _ in range(stretch.dealt - len(order))]
        return tuple(self.tables.targets[card] for card in order)

    def _keeps(self, assignments: list[Assignment]) -> None:
        while self.replay.end.state.phase == KEEP:
            own = assignments[self.replay.end.state.seat]
            marked = sorted([(card, "-") for card in own.laid] + [(card, "^") for card in own.stored])
            text = "keep" + " ~" * own.rotated + "".join(f" {sign}{card}" for card, sign in marked)
            laid = [card for card, _ in marked if card in own.places]
            _mark(self.replay.record(text), {"laid": laid, "rotated": own.turned_assumed})

    def _move(self, made: Made, assignments: list[Assignment]) -> None:
        node = self.replay.record(made.text)
        if made.guessed:
            _mark(node, {"rotated": True})
        if made.drawer >= 0:
            own = assignments[made.drawer]
            card, side = own.drawn[0]
            node = self.replay.record(f"take {card}" + "'" * side)
            _mark(node, {"card": card in own.places, "side": card in own.sides})

    def _assumed(
        self, stretch: Stretch, threats: tuple[str, ...], assignments: list[Assignment], turned_by: set[int]
    ) -> dict[str, Any]:
        told = {
            self.tables.targets[card]
            for group in stretch.turned
            for card, known in zip(group.cards, group.known, strict=True)
            if known
        }
        told |= {self.tables.targets[card] for card in stretch.known if card is not None}
        told |= {name for made in stretch.made for name in _named(Move(made.text))}
        decks: dict[str, Any] = {}
        for seat, key in enumerate(self.tables.characters):
            own = assignments[seat]
            sides = own.sides
            if seat in turned_by:
                sides = frozenset(card for card, _ in own.deck) - set(self.tables.relics)
            found = {"places": sorted(own.places), "sides": sorted(sides), "rotated": own.turned_assumed}
            decks[key] = {name: value for name, value in found.items() if value}
        return {
            "threats": [card for card in threats if card not in told],
            "decks": {key: found for key, found in decks.items() if found},
        }


def _named(move: Move) -> tuple[str, ...]:
    """Return the Threats and Relics of the Threat Row that a move names."""
    return (*move.targets, *filter(None, [move.card if move.kind == "claim" else move.place]))


def _mark(node: Node, assumed: Mapping[str, Any]) -> None:
    """Note what is assumed, if anything is."""
    found = {name: value for name, value in assumed.items() if value}
    if found:
        node._notes = {**(node._notes or {}), KEY: found}

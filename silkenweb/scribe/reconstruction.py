"""How much of an entered game is assumed, and its replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from silkenweb.errors import SilkenwebError
from silkenweb.game import Deal, Move
from silkenweb.game.state import KEEP
from silkenweb.replay.assumed import KEY, noted
from silkenweb.replay.game_record import Replay
from silkenweb.replay.tree import Node
from silkenweb.scribe.assignment import Assignment, assign
from silkenweb.scribe.completion import Search
from silkenweb.scribe.trail import Made, Stretch, Trail


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

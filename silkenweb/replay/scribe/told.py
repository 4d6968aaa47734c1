"""The facts, sorted by what asks for them."""

from __future__ import annotations

from collections.abc import Sequence

from silkenweb.game import Move
from silkenweb.game.illegal import Illegal
from silkenweb.game.tables import Tables
from silkenweb.replay.scribe.facts import ANY, Fact

Sides = tuple[int, ...]


class Told:
    """What was told of a game. `moves` in order; `others` are all facts beside them."""

    def __init__(self, tables: Tables, facts: Sequence[Fact]) -> None:
        self.tables = tables
        self.moves = [fact for fact in facts if fact.is_move]
        self.others = [fact for fact in facts if not fact.is_move]
        self._at: dict[tuple[int, int], list[Fact]] = {}
        for fact in self.others:
            if fact.kind in ("hand", "deck", "threats"):
                self._at.setdefault((fact.level, fact.after), []).append(fact)
        words = {word.strip("-+^") for fact in self.moves for word in fact.moves[0].replace(">", " ").split()}
        words |= {card for fact in facts for card, _ in (*fact.cards, *fact.stored)}
        self.relics = frozenset(tables.relics) & words
        """The Relics that are named anywhere."""

    def of_level(self, level: int, *kinds: str) -> list[Fact]:
        """The facts of these kinds that speak of a level."""
        return [fact for fact in self.others if fact.level == level and fact.kind in kinds]

    def at(self, level: int, moves: int) -> Sequence[Fact]:
        """What was told of hands and decks at this moment of a level."""
        return self._at.get((level, moves), ())

    def revealed(self, level: int, move: int) -> list[Fact]:
        """What was told of the Threats that a move turned up; `move` is its number, from 1."""
        return [fact for fact in self.of_level(level, "reveal") if fact.after == move]

    def taken(self, level: int, seat: int) -> tuple[dict[str, Sides], int]:
        """The card that a seat drew in a level (A1), as far as it was told, and in how many facts."""
        told = [fact.cards[0] for fact in self.of_level(level, "took") if fact.seat == seat]
        return merged(told, "A1"), len(told)

    def stored(self, level: int, seat: int) -> dict[str, Sides]:
        """What a seat put into storage in a level's keep (S6)."""
        keeps = [fact for fact in self.of_level(level, "keep") if fact.seat == seat]
        by_card: dict[str, Sides] = {}
        for fact in keeps:
            for card, sides in fact.stored:
                by_card[card] = common(by_card.get(card, (0, 1)), sides, card, "S6")
        return by_card

    def later(self, level: int, moves: int) -> set[int]:
        """The Threats of a level that were told to come, or to lie in the deck, after so many moves."""
        return {
            self.tables.target_of[card]
            for fact in self.of_level(level, "reveal", "threats")
            if fact.after > moves or (fact.kind == "threats" and fact.after == moves)
            for card, _ in fact.cards
            if card != ANY
        }

    def named(self, level: int, moves: int) -> list[int]:
        """The Threats that the moves of a level name after so many moves, in that order."""
        found: dict[int, None] = {}
        for fact in self.moves[moves:]:
            if fact.level != level:
                break
            move = Move(fact.moves[0])
            for name in [*move.targets, move.card if move.kind == "claim" else move.place]:
                if name in self.tables.target_of:
                    found[self.tables.target_of[name]] = None
        return list(found)

    def lying(self, facts: Sequence[Fact], count: int, rule: str) -> list[int | None]:
        """The next `count` Threat Cards of the deck, as far as these facts tell them; None for the others."""
        lying: list[int | None] = [None] * count
        for fact in facts:
            if len(fact.cards) > count:
                raise Illegal(rule, f"there are {count} Threat Cards to turn up, not {len(fact.cards)}")
            for place, (card, _) in enumerate(fact.cards):
                if card != ANY:
                    lying[place] = self.agree(lying[place], self.tables.target_of[card], rule)
        return lying

    def agree(self, one: int | None, other: int | None, rule: str) -> int | None:
        """What two tell of the same place of the Threat Deck."""
        if one is None or other is None or one == other:
            return other if one is None else one
        first, second = self.tables.targets[one], self.tables.targets[other]
        raise Illegal(rule, f"{first} lay there, so {second} did not")


def merged(told: Sequence[tuple[str, Sides]], rule: str) -> dict[str, Sides]:
    """One card, told several times."""
    found: dict[str, Sides] = {}
    for card, sides in told:
        if found and card not in found:
            raise Illegal(rule, f"it was {next(iter(found))}, not {card}")
        found[card] = common(found.get(card, (0, 1)), sides, card, rule)
    return found


def common(one: Sides, other: Sides, card: str, rule: str) -> Sides:
    """The sides on which both agree."""
    both = tuple(side for side in one if side in other)
    if not both:
        raise Illegal(rule, f"{card} lay the other way up")
    return both


def same_length(facts: Sequence[Fact], rule: str) -> int | None:
    """How many cards lay there, where it was told."""
    lengths = {len(fact.cards) for fact in facts}
    if len(lengths) > 1:
        raise Illegal(rule, f"there were {' and '.join(map(str, sorted(lengths)))} cards, by what was told")
    return lengths.pop() if lengths else None

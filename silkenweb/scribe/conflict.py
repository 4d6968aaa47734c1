"""Minimal sets of earlier facts that a new fact contradicts."""

from __future__ import annotations

from collections.abc import Sequence

from silkenweb.game.tables import Tables
from silkenweb.scribe.completion import Search, TooOpen
from silkenweb.scribe.facts import Fact

EACH = 400
"""Maximum number of moves to try in a search; a search that has not failed by then counts as possible."""

MOST_SEARCHES, MOST_TRIED = 60, 8_000
"""Limits on searches, and on the moves tried in them (a few seconds). Beyond them, the facts found so far are
reported, though fewer might suffice."""


class ConflictSearch:
    """Finds a minimal set of earlier facts that contradicts new ones: without any one of them, it would not.

    Moves are never removed, but the search may ignore whether the player held the card.
    """

    def __init__(
        self, tables: Tables, blessings: int, seed: str, old: Sequence[Fact], new: Sequence[Fact]
    ) -> None:
        self.tables = tables
        self.blessings = blessings
        self.seed = seed
        self.old = tuple(old)
        self.new = tuple(new)
        self.searches = self.tried = 0

    def find(self) -> tuple[Fact, ...]:
        """Return these earlier facts; none if the moves alone contradict the new ones."""
        if not self._fits([]):
            return ()
        level = self.new[0].level
        near = [fact for fact in self.old if fact.level == level]
        everything = [*(fact for fact in self.old if fact.level != level), *near]
        least = self._explain([], near if not self._fits(near) else everything, changed=False)
        return tuple(fact for fact in self.old if fact in least)

    def _explain(self, base: list[Fact], items: list[Fact], *, changed: bool) -> list[Fact]:
        """Return a minimal part of `items` that, with `base`, contradicts the new facts (QuickXplain)."""
        if changed and not self._fits(base):
            return []
        if len(items) <= 1 or self.searches > MOST_SEARCHES or self.tried > MOST_TRIED:
            return items
        half = len(items) // 2
        first, second = items[:half], items[half:]
        of_second = self._explain([*base, *first], second, changed=True)
        of_first = self._explain([*base, *of_second], first, changed=bool(of_second))
        return [*of_first, *of_second]

    def _fits(self, facts: list[Fact]) -> bool:
        """Return whether the new facts agree with these earlier ones and all moves."""
        self.searches += 1
        chosen = set(map(id, [*facts, *self.new]))
        told = [fact for fact in (*self.old, *self.new) if fact.is_move or id(fact) in chosen]
        moves = [fact for fact in told if fact.is_move]
        loose = frozenset(number for number, fact in enumerate(moves) if id(fact) not in chosen)
        search = Search(self.tables, self.blessings, told, self.seed, loose, EACH)
        try:
            if search.find() is not None:
                return True
        except TooOpen:
            return True
        finally:
            self.tried += search.tried
        return False

"""Which few earlier facts a new one contradicts."""

from __future__ import annotations

from collections.abc import Sequence

from silkenweb.game.tables import Tables
from silkenweb.scribe.completion import Search, TooOpen
from silkenweb.scribe.facts import Fact

EACH = 400
"""So many moves are tried at most in a search; what has not failed by then counts as possible."""

MOST_SEARCHES, MOST_TRIED = 60, 8_000
"""Past so many searches, or moves tried in them (a few seconds), the facts found so far are named, though
fewer might do."""


class ConflictSearch:
    """Finds a least set of earlier facts that leaves no room for new ones (no one of them can be spared).

    A move is never taken back for this, but whether its player held the card may be left aside.
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
        """The earlier facts; none where the moves alone rule the new ones out."""
        if not self._fits([]):
            return ()
        level = self.new[0].level
        near = [fact for fact in self.old if fact.level == level]
        everything = [*(fact for fact in self.old if fact.level != level), *near]
        least = self._explain([], near if not self._fits(near) else everything, changed=False)
        return tuple(fact for fact in self.old if fact in least)

    def _explain(self, base: list[Fact], items: list[Fact], *, changed: bool) -> list[Fact]:
        """QuickXplain: those of `items` that with `base` leave no room, none of which can be spared."""
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
        """Whether the new facts can be so with these earlier ones and all moves."""
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

"""Which Threat Cards can have been turned up, where that was not told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from silkenweb.game.deal import AT_LEAST_REVEALED
from silkenweb.game.tables import Tables
from silkenweb.scribe.facts import Told


class Revealing:
    """Lists the groups of cards that can have been turned up together: first those that take the cards in the
    order in which they are named later, then in the order of the seed; then those that depart from it in one
    place, in two, and so on. Of those that make no difference only one is tried.
    """

    def __init__(self, tables: Tables, told: Told, seed: str) -> None:
        self.tables = tables
        self.told = told
        self.seed = seed

    def in_order(self, level: int, cards: Sequence[int]) -> list[int]:
        """Threats in the order in which the seed would deal them (RULES.md, Chance)."""
        prefix = f"{self.seed}|{level}|".encode()
        encoded = self.tables.of.encoded
        return sorted(cards, key=lambda card: blake2b(prefix + encoded[card], digest_size=8).digest())

    def groups(
        self,
        unseen: Sequence[int],
        named: Sequence[int],
        lying: Sequence[int | None],
        length: int | None,
        *,
        row: bool,
    ) -> Iterator[tuple[int, ...]]:
        """`unseen`: what may lie in the deck; `named`: those of it that later moves name; `lying`: what is
        known of the deck, next first, None where nothing is; `length`: how many were turned up, if told;
        `row`: whether it is the row at the start of a level (S3) and not what T9 turns up.
        """
        known = {card for card in lying if card is not None}
        free = [card for card in unseen if card not in known]
        first = [card for card in named if card in free]

        def grow(group: tuple[int, ...], others: int) -> Iterator[tuple[int, ...]]:
            if self._ends(group, len(lying), length, row):
                if not others:
                    yield group
                return
            told = lying[len(group)]
            choices = [told] if told is not None else self._choices(free, first, group)
            for place, card in enumerate(choices):
                spent = int(place > 0)
                if spent > others:
                    return
                yield from grow((*group, card), others - spent)

        for others in range(len(lying) + 1):
            yield from grow((), others)

    def _ends(self, group: tuple[int, ...], left: int, length: int | None, row: bool) -> bool:
        if length is not None or len(group) == left:
            return len(group) == (left if length is None else length)
        locked = any(self.tables.locking[card] for card in group)
        return locked and (not row or len(group) >= AT_LEAST_REVEALED)

    def _choices(self, free: Sequence[int], named: Sequence[int], group: Sequence[int]) -> Iterator[int]:
        for card in named:
            if card not in group:
                yield card
        kinds = set()
        for card in free:
            kind = self._kind(card)
            if card not in group and card not in named and kind not in kinds:
                kinds.add(kind)
                yield card

    def _kind(self, card: int) -> tuple[object, ...]:
        """Nothing is played on a Threat that no move names, so all that matters is whether it locks, and
        whether it is a Relic; one that is named in some level is a kind of its own.
        """
        tables = self.tables
        name = tables.targets[card] if tables.targets[card] in self.told.relics else ""
        return tables.locking[card], tables.is_relic[card], name

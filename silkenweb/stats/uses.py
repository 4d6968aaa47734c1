"""What becomes of each card in a level: the rows of the table `cards`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from silkenweb.edition import Edition
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.game.deal import Deal
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.game.tables import OTHER_DRAWS, SPIRIT, Tables, bits
from silkenweb.stats.consequences import NONE, Happened

Row = tuple[Any, ...]


class Uses:
    """Follows the cards of one game; `rows` get what is known of one, after `key` (run and game)."""

    def __init__(self, tables: Tables, key: Row, rows: list[Row]) -> None:
        self.tables = tables
        self.key = key
        self.rows = rows
        self.sources = sources_of(tables.edition)
        self.level = 0

    def dealt(self, deal: Deal) -> None:
        """A level begins."""
        self.level = deal.level

    def step(self, before: State, did: Happened, after: State, turn: int) -> None:
        """A decision: what it settled for each card."""
        by = before.seat
        for face in bits(did.action[3] if did.kind == "keep" else 0):
            self._held(by, face, "discarded", turn, by)
        if did.resolved and did.card is not None:
            self._held(*did.card, "played", turn, by, did.targets[0])
        elif did.action[0] == OTHER_DRAWS and did.card is not None:
            self._held(*did.card, "given", turn, by)
        for target, owner, face, committer in did.paid:
            self._held(owner, face, "played", turn, committer, target)
        for target, owner, face, committer in did.wasted:
            self._held(owner, face, "wasted", turn, committer, target)
        for owner, face in did.emptied:
            self._held(owner, face, "unused", turn, None)
        for target in filter(SPIRIT.__ne__, did.resolved):
            self._in_row(target, did.use, turn, by)
        for target in did.claimed:
            self._in_row(target, "claimed", turn, by)
        if did.removed != NONE:
            self._in_row(did.removed, "removed", turn, by)
        if after.phase in (DEAL, WON, LOST):
            self._ended(before, did, after)

    def _ended(self, before: State, did: Happened, after: State) -> None:
        """The level is over: what was still in hands, storages, decks, on targets and in the row.

        `after` will not tell, as all has been gathered for the next deal.
        """
        for seat, hand in enumerate(before.hands):
            if did.card is not None and did.card[0] == seat:
                hand &= ~did.card[1]
            for face in bits(hand):
                self._held(seat, face, "unused")
            for face in before.decks[seat]:
                self._held(seat, face, "undrawn")
            for face in bits(after.stores[seat]):
                self._held(seat, face, "stored")
        if after.phase == LOST:
            for target, owner, face, committer in after.commits:
                self._held(owner, face, "wasted", None, committer, target)
            for target in after.row + after.deck:
                self._in_row(target, "left")

    def _held(
        self,
        owner: int,
        face: int,
        use: str,
        turn: int | None = None,
        by: int | None = None,
        target: int = NONE,
    ) -> None:
        """A card that a player held."""
        tables = self.tables
        kit = tables.kits[owner]
        card = kit.bare_of[face]
        relic = face <= tables.relic_mask
        icon = asked = place = None
        if target != NONE:
            icon = RELIC.key if relic else kit.icon(face)
            asked = None if relic else ICONS[icon].pays
            place = "spirit" if target == SPIRIT else tables.targets[target]
        kind = "relic" if relic else "equipment"
        who = tables.characters[owner]
        self.rows.append(
            (
                *self.key,
                self.level,
                owner,
                who,
                card,
                kind,
                self.sources[card],
                use,
                turn,
                by,
                icon,
                asked,
                place,
            )
        )

    def _in_row(self, target: int, use: str, turn: int | None = None, by: int | None = None) -> None:
        """A card of the row or the Threat Deck."""
        card = self.tables.targets[target]
        kind = "relic" if self.tables.is_relic[target] else "threat"
        source = self.sources[card]
        self.rows.append(
            (*self.key, self.level, None, None, card, kind, source, use, turn, by, None, None, None)
        )


@lru_cache(maxsize=16)
def sources_of(edition: Edition) -> dict[str, str]:
    """Where what stands on each card comes from."""
    return {card: edition.provenance(card).source for card in edition.cards}

"""What happened, in sentences of any language, from the events that the rules tell.

An event is told from its own fields and from what lies open to all, so a sentence holds no more than the
event does: as a seat saw it, it says what that seat saw.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from silkenweb.edition import Edition
from silkenweb.game import events as ev
from silkenweb.game.state import DEAL
from silkenweb.game.view import seen_events
from silkenweb.replay import Node
from silkenweb.text import Words
from silkenweb.text.names import Naming

NOBODY = -1
"""The viewer who sees only what all see."""


def sentences(words: Words, node: Node, viewer: int | None = None) -> list[str]:
    """What happened as a node was decided or dealt, a sentence an event; as the seat `viewer` saw it, as all
    saw it (NOBODY), or with everything open (None)."""
    if node.parent is None:
        return []
    events = node.events if viewer is None else seen_events(node.events, viewer)
    teller = Teller(words, node.parent)
    return [teller.sentence(event) for event in events]


class Teller:
    """Tells the events of one step from `before`."""

    def __init__(self, words: Words, before: Node) -> None:
        self._words = words
        self._state = before.state
        self._edition: Edition = before.state.tables.edition
        self._characters = before.state.tables.characters
        self.naming = Naming(words, self._edition, self._characters)

    def sentence(self, event: ev.Event) -> str:
        """An event in a sentence."""
        return _TELLERS[type(event)](self, event)

    def _tell(self, key: str, **values: object) -> str:
        text = self._words(f"event.{key}", **values)
        return text[:1].upper() + text[1:]

    def _who(self, event: Any) -> str:
        return self.naming.who(event.seat)

    def _place(self, text: str) -> str:
        """A target or a place of the marker. Only one segment of the Spirit can be paid for in a step."""
        if text == "spirit":
            return self.naming.segment(self._state.level, self._state.segments)
        character, dot, icon = text.partition(".")
        return self.naming.sheet_icon(character, icon) if dot else self.naming.card(text)

    # -- set-up ------------------------------------------------------------------------------------

    def dealt(self, event: ev.Dealt) -> str:
        """S2."""
        cards = self.naming.counted(event.threats, "threat")
        return self._tell("dealt", level=event.level, cards=cards)

    def revealed(self, event: ev.Revealed) -> str:
        """S3, T9."""
        return self._tell(_form("revealed", event.cards), cards=self.naming.cards(event.cards))

    def drew(self, event: ev.Drew) -> str:
        """S4 while a level is dealt; A1 within one: there the drawer still chooses how to hold it."""
        who = self._who(event)
        if self._state.phase == DEAL:
            cards = (
                self.naming.counted(event.count, "card")
                if event.cards is None
                else self.naming.cards(event.cards)
            )
            return self._tell("drew", who=who, cards=cards)
        card = self.naming.counted(1, "card") if event.cards is None else event.cards[0]
        return self._tell("drew.choosing", who=who, card=card)

    def kept(self, event: ev.Kept) -> str:
        """S5, S6."""
        who = self._who(event)
        if event.rotated is None:
            return self._tell("kept.hidden", who=who)
        done = self._tell("kept.rotated" if event.rotated else "kept.held", who=who)
        if event.discards:
            done = self._tell("kept.away", done=done, cards=self.naming.cards(event.discards))
        if event.stored:
            done = self._tell("kept.stored", done=done, cards=self.naming.cards(event.stored))
        return self._tell("kept", done=done)

    def discards_revealed(self, event: ev.DiscardsRevealed) -> str:
        """S5."""
        discards = self.naming.listed(map(self.naming.pile_card, event.discards))
        stored = self.naming.cards(event.stored)
        if not event.stored:
            return self._tell("discards", who=self._who(event), discards=discards)
        if not event.discards:
            return self._tell("stores", who=self._who(event), stored=stored)
        return self._tell("discards.stores", who=self._who(event), discards=discards, stored=stored)

    def spirit_revealed(self, _event: ev.SpiritRevealed) -> str:
        """S7."""
        level = self._edition.levels[self._state.level - 1]
        segments = (self.naming.needs(segment.icons, segment.count) for segment in level.segments)
        return self._tell("spirit", segments=self._words("list.then").join(segments))

    # -- turns -------------------------------------------------------------------------------------

    def expired(self, event: ev.Expired) -> str:
        """T0."""
        cards = self.naming.cards(event.cards)
        return self._tell(_form("expired", event.cards), cards=cards, place=self._place(event.target))

    def played(self, event: ev.Played) -> str:
        """T3, T6, T7, A6."""
        told = {
            "who": self._who(event),
            "card": self.naming.card(event.card),
            "targets": self.naming.listed(map(self._place, event.targets)),
        }
        if not event.stored:
            return self._tell("played", **told)
        if event.owner == event.seat:
            return self._tell("played.stored", **told)
        return self._tell("played.stored.other", **told, owner=self.naming.who(event.owner))

    def committed(self, event: ev.Committed) -> str:
        """T4."""
        missing = self.naming.number(event.missing)
        return self._tell("committed", place=self._place(event.target), missing=missing, who=self._who(event))

    def resolved(self, event: ev.Resolved) -> str:
        """T8."""
        targets = self.naming.listed(map(self._place, event.targets))
        return self._tell(_form("resolved", event.targets), targets=targets)

    def rested(self, event: ev.Rested) -> str:
        """T12."""
        key = "rested.rotated" if event.rotated else "rested"
        return self._tell(key, who=self._who(event), count=event.in_a_row, players=len(self._characters))

    def blessing_lost(self, event: ev.BlessingLost) -> str:
        """B1."""
        left = self.naming.number(event.left) if event.left else self._words("number.none")
        if event.removed is None:
            return self._tell("blessing", left=left)
        return self._tell("blessing.card", left=left, card=self.naming.card(event.removed))

    # -- abilities and endings ---------------------------------------------------------------------

    def ability_used(self, event: ev.AbilityUsed) -> str:
        """A1-A4; with Tang Sanzang's the marker goes (A5)."""
        marker = event.seat == self._state.tables.marker_seat
        return self._tell("ability.marker" if marker else "ability", who=self._who(event))

    def took(self, event: ev.Took) -> str:
        """A1."""
        if event.card is None:
            return self._tell("took.hidden", who=self._who(event))
        return self._tell("took", who=self._who(event), card=self.naming.card(event.card))

    def won(self, event: ev.Won) -> str:
        """E4."""
        relics = self.naming.counted(event.score, "relic")
        if not event.reputation:
            return self._tell("won", relics=relics)
        return self._tell("won.title", relics=relics, title=self._words.of_edition(event.reputation))

    def by(self, key: str, event: Any) -> str:
        """An event that only says who did it."""
        return self._tell(key, who=self._who(event))


def _form(key: str, things: tuple[str, ...]) -> str:
    return f"{key}.{'one' if len(things) == 1 else 'many'}"


_TELLERS: dict[type[ev.Event], Callable[[Teller, Any], str]] = {
    ev.Dealt: Teller.dealt,
    ev.Revealed: Teller.revealed,
    ev.Drew: Teller.drew,
    ev.Kept: Teller.kept,
    ev.DiscardsRevealed: Teller.discards_revealed,
    ev.SpiritRevealed: Teller.spirit_revealed,
    ev.TurnBegan: lambda teller, event: teller.by("turn", event),
    ev.TurnEnded: lambda teller, event: teller.by("turn.ended", event),
    ev.Expired: Teller.expired,
    ev.Played: Teller.played,
    ev.Committed: Teller.committed,
    ev.Resolved: Teller.resolved,
    ev.RelicClaimed: lambda teller, event: teller._tell("claimed", who=teller._who(event), relic=event.relic),
    ev.Rested: Teller.rested,
    ev.BlessingLost: Teller.blessing_lost,
    ev.MarkerMoved: lambda teller, event: teller._tell(
        "marker", who=teller._who(event), place=teller._place(event.place)
    ),
    ev.MarkerReturned: lambda teller, _event: teller._tell("marker.home"),
    ev.AbilityUsed: Teller.ability_used,
    ev.CardDiscarded: lambda teller, event: teller._tell(
        "discarded", who=teller._who(event), card=teller.naming.pile_card(event.card)
    ),
    ev.Took: Teller.took,
    ev.Recovered: lambda teller, event: teller._tell(
        "recovered", who=teller._who(event), cards=teller.naming.cards(event.cards)
    ),
    ev.HandRotated: lambda teller, event: teller.by("hand.rotated" if event.rotated else "hand.held", event),
    ev.StorageEmptied: lambda teller, event: teller._tell(
        "storage", who=teller._who(event), cards=teller.naming.cards(event.cards)
    ),
    ev.LevelCleared: lambda teller, event: teller._tell("cleared", who=teller._who(event), level=event.level),
    ev.Won: Teller.won,
    ev.Lost: lambda teller, event: teller._tell("lost", level=event.level),
}

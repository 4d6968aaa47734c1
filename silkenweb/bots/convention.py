"""`convention`: silent players who made agreements beforehand, and read each other's open choices by them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from silkenweb.bots.agreements import Agreements
from silkenweb.bots.knowledge import NOWHERE, Look, Told
from silkenweb.bots.policy import Policy
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import events as ev
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.tables import SPIRIT, Tables
from silkenweb.game.view import View


class ConventionBot:
    """Plays by the Agreements; `without` names some to leave out, with `+` between."""

    def __init__(self, rng: Random, *, without: str = "") -> None:
        if not isinstance(without, str):
            raise SilkenwebError(f"expected without to name agreements, got {quote(without)}")
        self.agreed = Agreements().without(without)
        self.policy: Policy | None = None

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """What the agreements say."""
        if self.policy is None or self.policy.tables is not view.tables:
            self.policy = Policy(view.tables, self.agreed)
        return self.policy.decide(Look.of_view(view, told_by(view, seen, self.agreed), legal))


def told_by(view: View, seen: Sequence[Event], agreed: Agreements) -> Told:
    """What the seats have told in the events of this level."""
    reader = _Reader(view.tables, view.level, agreed)
    for event in seen:
        reader.read(event)
    return reader.told


class _Reader:
    """Follows row and segments through the events of a level, for what each Rest was about."""

    def __init__(self, tables: Tables, level: int, agreed: Agreements) -> None:
        self.tables, self.level, self.agreed = tables, level, agreed
        self.told = Told(tables)
        self.row: list[str] = []
        self.segments = 0

    def read(self, event: Event) -> None:
        """Take in one event."""
        if isinstance(event, ev.Rested):
            front, asked = self._asked(event.seat)
            self.told.rested(event.seat, front, asked if self.agreed.resting else 0, event.rotated)
        elif isinstance(event, ev.Revealed):
            self.row += event.cards
        elif isinstance(event, ev.Resolved):
            for target in event.targets:
                self._gone(target)
        elif isinstance(event, ev.RelicClaimed):
            self._gone(event.relic)
        elif isinstance(event, ev.BlessingLost) and event.removed:
            self._gone(event.removed)
        elif isinstance(event, ev.HandRotated) and event.rotated:
            self.told.rotated(event.seat)
        elif isinstance(event, ev.Took | ev.Recovered):
            self.told.drew(event.seat)

    def _gone(self, target: str) -> None:
        if target in self.row:
            self.row.remove(target)
        else:
            self.segments += 1

    def _asked(self, seat: int) -> tuple[int, int]:
        """As `asked_at`, from the events."""
        tables = self.tables
        if self.row:
            front = tables.target_of[self.row[0]]
            if tables.is_relic[front]:
                return NOWHERE, 0
            asked, need = tables.match[seat][front], tables.need[front]
        else:
            segments = tables.segments[self.level]
            if self.segments >= len(segments):
                return NOWHERE, 0
            front, asked = SPIRIT, tables.segment_match[seat][self.level][self.segments]
            need = segments[self.segments].count
        return front, asked & tables.combat2[seat] if need == 2 else asked

"""The tables count what the events report."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb import bots
from silkenweb.game import Deal, Event, Move, Position
from silkenweb.game.tables import SPIRIT
from silkenweb.stats.consequences import NONE, find_consequences
from silkenweb.stats.task import Task
from tests.game.random_editions import editions


def steps(
    bot: str, players: int, count: int, edition: sw.Edition | None = None
) -> Iterator[tuple[Position, Move, Position, tuple[Event, ...]]]:
    """The decisions of `count` games."""
    edition = edition or sw.Edition.load()
    task = Task("", "happened", (players,), (), (bot,), None, edition, ("games",))
    for number in range(count):
        before = task.start(number)
        seated = bots.seat_bots(before.characters, bot, task.seed_of(number))
        for taken in bots.game(before, seated, task.seed_of(number)):
            if not isinstance(taken.what, Deal):
                yield before, taken.what, taken.step.position, taken.step.events
            before = taken.step.position


def told(before: Position, events: tuple[Event, ...]) -> dict[str, object]:
    """What the events report, as texts."""
    of = {
        kind: [e for e in events if type(e).__name__ == kind] for kind in {type(e).__name__ for e in events}
    }
    resolved = [target for event in of.get("Resolved", []) for target in event.targets]
    lost = of.get("BlessingLost", [])
    return {
        "played": [event.card for event in of.get("Played", [])],
        "resolved": resolved,
        "claimed": [event.relic for event in of.get("RelicClaimed", [])],
        "removed": lost[0].removed if lost else None,
        "blessing": bool(lost),
        "turn": bool(of.get("TurnBegan")),
        "emptied": sorted(card for event in of.get("StorageEmptied", []) for card in event.cards),
        "helped": sorted(
            card.rstrip("'") for event in of.get("Resolved", []) for card in event.cards
        ) if of.get("Played") else [],
        "expired": sorted(card.rstrip("'") for event in of.get("Expired", []) for card in event.cards),
    }  # fmt: skip


def counted(before: Position, move: Move, after: Position) -> dict[str, object]:
    """What the two positions imply, as texts."""
    did = find_consequences(before.state, move, after.state)
    tables = before.state.tables

    def name(target: int) -> str:
        return "spirit" if target == SPIRIT else tables.targets[target]

    def bare(owner: int, face: int) -> str:
        return tables.kits[owner].bare_of[face]

    played = did.kind == "play"
    relic = did.use == "by relic"
    helped = [bare(owner, face) for _, owner, face, _ in did.paid]
    displaced = [bare(owner, face) for target, owner, face, _ in did.wasted if target in did.resolved]
    expired = [bare(owner, face) for target, owner, face, _ in did.wasted if target not in did.resolved]
    if played and did.resolved and did.card and not relic:
        helped.append(bare(*did.card))
    removed = did.removed
    return {
        "played": [tables.text_of[did.card[0]][did.card[1]]] if played and did.card else [],
        "resolved": [name(target) for target in did.resolved],
        "claimed": [name(target) for target in did.claimed],
        "removed": None if removed == NONE else name(removed),
        "blessing": did.blessing_lost,
        "turn": did.turn_began,
        "emptied": sorted(tables.text_of[owner][face] for owner, face in did.emptied),
        "helped": sorted(helped + displaced) if played else [],
        "expired": sorted(card for card in expired),
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("bot", "count"), [("random", 25), ("greedy", 3)])
def test_positions_tell_what_the_events_tell(bot: str, players: int, count: int) -> None:
    """Plays, resolved targets, claims, lost Blessings, expired commitments, emptied storages, turns."""
    kinds = set()
    for before, move, after, events in steps(bot, players, count):
        assert counted(before, move, after) == told(before, events), (before.text, move)
        kinds.add(move.kind)
    assert {"keep", "play", "rest", "end"} <= kinds


@settings(max_examples=30)
@given(editions(), st.integers(2, 5))
def test_so_they_do_in_any_edition(edition: sw.Edition, players: int) -> None:
    """The same with other numbers, icons and levels."""
    for before, move, after, events in steps("random", players, 2, edition):
        assert counted(before, move, after) == told(before, events), (before.text, move)

"""The agreements, and the inferences that follow from them."""

from __future__ import annotations

import pytest

from silkenweb import bots
from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import NO_TARGET, Agreements, Inferences, Observation, inferences_from
from silkenweb.errors import SilkenwebError
from silkenweb.game import Event, Position
from silkenweb.game.view import seen_events


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_events_tell_what_moves_tell(seed: str, players: int) -> None:
    """Inferences and decisions from a seat's events and View equal those from the moves of a
    sampled world.
    """
    start = Position.start(["tang", "bajie", "wukong", "wujing", "bailoong"][:players], blessings=3)
    before, agreed = start, Agreements()
    policy = Policy(start.state.tables, agreed)
    seen: list[list[Event]] = []
    for taken in bots.game(start, bots.seat_bots(start.characters, "convention", seed), seed):
        if taken.seat is None:
            seen = [[] for _ in start.characters]
            inferences = Inferences(start.state.tables)
        else:
            view = before.view(taken.seat)
            read = inferences_from(view, seen[taken.seat], agreed)
            assert (read.absent, read.promised) == (inferences.absent, inferences.promised)
            observation = Observation.of_view(view, read, before.legal_moves())
            world = Observation.of_world(before.state, taken.seat, inferences)
            assert observation.counts == world.counts
            assert observation.pools == world.pools
            assert policy.decide(observation) == policy.decide(world) == taken.what
            inferences.record_move(before.state, str(taken.what), agreed)
        for viewer, events in enumerate(seen):
            events.extend(seen_events(taken.step.events, viewer))
        before = taken.step.position


def test_a_rest_is_read() -> None:
    """A player who rests at a Web has no Web that way up.

    After a rotation, the hand has none the other way up, and promises one.
    """
    tables = Position.start(["tang", "bajie"]).state.tables
    inferences, web, front = (
        Inferences(tables),
        tables.match[0][tables.target_of["T13"]],
        tables.target_of["T13"],
    )
    inferences.record_rest(0, front, web, False)
    assert inferences.absent[0] == web & ~tables.relic_mask
    assert inferences.promised[0] == NO_TARGET
    inferences.record_rest(0, front, web, True)
    assert inferences.absent[0] == tables.rotated(0, web & ~tables.relic_mask)
    assert inferences.promised[0] == front
    inferences.record_draw(0)
    assert inferences.absent[0] == 0


def test_odds_of_a_hidden_hand() -> None:
    """Chances are counted from the cards that are not face up anywhere: none, all, and in between."""
    state = Position.start(["tang", "bajie"]).state
    tables, inferences = state.tables, Inferences(state.tables)
    web = tables.match[1][tables.target_of["T13"]]
    cards = {name: tables.face_of[1][name] for name in ("BJ2", "BJ4", "BJ7", "R01")}

    def chance_to_show(held: int, *names: str) -> tuple[float, float]:
        pool = sum(cards[name] for name in names)
        return Observation(state, 0, inferences, [0, held], [0, pool]).chance_to_show(1, web)

    assert chance_to_show(0, "BJ2") == (0, 0)
    assert chance_to_show(1, "BJ2") == (0.5, 0)  # combat and web: one way up of two
    assert chance_to_show(1, "BJ2", "BJ4") == (0.25, 0)
    assert chance_to_show(1, "BJ4") == (0, 0)  # combat and door
    assert chance_to_show(1, "BJ2", "R01") == (0.25, 0.5)
    inferences.absent[1] = web
    assert chance_to_show(1, "BJ2") == (0, 0)
    inferences.absent[1] = tables.rotated(1, cards["BJ2"] << 1)
    assert chance_to_show(1, "BJ2") == (1, 0)


def test_agreements_can_be_left_out() -> None:
    """Agreements are named, with `+` between them; an unknown name is refused."""
    bot = bots.make("convention:without=turning+marker", "s")
    assert isinstance(bot, bots.ConventionBot)
    assert not bot.agreed.turning
    assert not bot.agreed.marker
    assert bot.agreed.places
    with pytest.raises(SilkenwebError, match="there is no agreement"):
        bots.make("convention:without=luck", "s")


@pytest.mark.parametrize(("players", "least"), [(2, 20), (3, 28), (4, 33), (5, 28)])
def test_convention_is_strong(players: int, least: int) -> None:
    """It wins most of 40 games with printed Blessings; the games are the same each time."""
    from tests.bench.bench_bots import one

    won = sum(one("convention", players, "strong", number).phase == "won" for number in range(40))
    assert won >= least

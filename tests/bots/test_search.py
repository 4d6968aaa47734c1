"""Sampled worlds, the comparison of moves in them, the win model, and the yardstick."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from silkenweb import bots
from silkenweb.bots import win_model
from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import Inferences, Observation
from silkenweb.bots.rollout import candidates
from silkenweb.bots.search import clairvoyant_game
from silkenweb.bots.worlds import Worlds
from silkenweb.errors import SilkenwebError
from silkenweb.game import Position, deal
from silkenweb.game.tables import bits
from tools.win_model_fit import fit


def worlds_of(position: Position, seat: int, inferences: Inferences, policy: Policy) -> Worlds:
    view = position.view(seat)
    observation = Observation.of_view(view, inferences, position.legal_moves())
    return Worlds(observation, [area.deck_count for area in view.seats], view.deck_count, policy)


@pytest.mark.parametrize("players", [2, 4])
def test_worlds_agree_with_the_view(players: int) -> None:
    """In every sampled world, the seat's View is the true one (in `keep`, except for what others chose), and
    no card is missing.
    """
    start = Position.start(["bajie", "wujing", "tang", "bailoong"][:players], blessings=2)
    policy, rng, inferences = Policy(start.state.tables), Random("worlds"), Inferences(start.state.tables)
    before = start
    for taken in bots.game(start, bots.seat_bots(start.characters, "convention", "w"), "w"):
        if taken.seat is None:
            inferences = Inferences(start.state.tables)
        else:
            world = worlds_of(before, taken.seat, inferences, policy).draw(rng)
            drawn = Position._of(world)
            assert drawn.view(taken.seat).text == before.view(taken.seat).text
            assert Position.parse(drawn.text).text == drawn.text
            for seat, absent in enumerate(inferences.absent):
                assert seat == taken.seat or not world.hands[seat] & absent
            inferences.record_move(before.state, str(taken.what), policy.agreed)
        before = taken.step.position


def test_worlds_are_as_likely_as_their_deals() -> None:
    """Each unseen card is in a hand as often as the hand's share of them, each way up; faces known to be
    absent never are.
    """
    position = Position.start(["tang", "bajie"], blessings=2)
    position = position.apply(deal(position, "likely"))
    policy = Policy(position.state.tables)
    while position.phase == "keep":
        position = position.apply(position.legal_moves()[0])
    tables, seat = position.state.tables, position.seat
    assert seat is not None
    other = 1 - seat
    inferences = Inferences(tables)
    inferences.absent[other] = tables.face_of[other]["BJ1" if other else "TS1"]
    worlds, rng, found = worlds_of(position, seat, inferences, policy), Random("likely"), Counter[int]()
    for _ in range(6000):
        found.update(bits(worlds.draw(rng).hands[other]))
    pool = worlds.observation.pools[other]
    assert all(not face & inferences.absent[other] for face in found)
    held = worlds.observation.counts[other]
    assert held == 1  # level 1: one card is kept
    weights = {
        face: 1 for card in bits(pool) for face in (card, card << 1) if not face & inferences.absent[other]
    }
    for face in weights:
        assert found[face] / 6000 == pytest.approx(1 / len(weights), abs=0.02)


def test_a_broken_agreement_is_no_contradiction() -> None:
    """Inferences that cannot be true are ignored."""
    position = Position.start(["tang", "bajie"], blessings=2)
    position = position.apply(deal(position, "broken"))
    policy = Policy(position.state.tables)
    while position.phase == "keep":
        position = position.apply(position.legal_moves()[0])
    inferences = Inferences(position.state.tables)
    inferences.absent = [-1, -1]
    assert position.seat is not None
    assert worlds_of(position, position.seat, inferences, policy).draw(Random("b"))


def test_candidates_hold_what_the_policy_does() -> None:
    """All candidates are legal, none occurs twice, and the policy's own move is first."""
    start = Position.start(["wukong", "wujing", "bailoong"], blessings=3)
    policy, inferences, before = Policy(start.state.tables), Inferences(start.state.tables), start
    for taken in bots.game(start, bots.seat_bots(start.characters, "convention", "c"), "c"):
        if taken.seat is None:
            inferences = Inferences(start.state.tables)
        else:
            observation = Observation.of_view(before.view(taken.seat), inferences, before.legal_moves())
            moves = candidates(policy, observation, str(taken.what))
            assert moves[0] == taken.what
            assert len(set(moves)) == len(moves)
            assert set(moves) <= set(before.legal_moves())
            inferences.record_move(before.state, str(taken.what), policy.agreed)
        before = taken.step.position


def test_worth_of_a_levels_end() -> None:
    """A win is worth 1 plus a little for each Relic, a loss nothing; Blessings and abilities add value."""
    text = (
        "level=7 phase=deal seat=- start=0 blessings={} rests=0 turn=- row=- deck=- done=- spirit=0/3 "
        "marker={} queue=- taking=- tang={}/-/-/TS1,TS2,TS3,TS4,TS5,TS6,TS7,TS8/-/- "
        "wukong={}/-/-/WK1,WK2,WK3,WK4,WK5,WK6,WK7,WK8/-/-"
    )

    def worth(blessings: int, tang: str, wukong: str) -> float:
        marker = "-" if tang == "A" else "x"
        return win_model.worth(Position.parse(text.format(blessings, marker, tang, wukong)).state)

    assert 0 < worth(0, "u", "u") < worth(0, "u", "A") < worth(1, "u", "A") < worth(2, "A", "A") < 1


def test_model_has_all_levels() -> None:
    """The shipped models cover every number of players and level of the built-in edition."""
    weights = win_model.model().weights
    assert set(weights) == {f"{players}/{level}" for players in range(2, 6) for level in range(1, 8)}
    assert all(len(line) == len(win_model.FEATURES) for line in weights.values())
    assert win_model.model().edition == Position.start(["tang", "bajie"]).edition.sha256


def test_fit_finds_the_odds() -> None:
    """The logistic fit comes close to the chances from which games were drawn."""
    rng, rows = Random("fit"), []
    size = len(win_model.FEATURES)
    for _ in range(3000):
        blessings = rng.choice((0, 1))
        rows.append(([1.0, float(blessings), *[0.0] * (size - 2)], rng.random() < (0.3, 0.7)[blessings]))
    weights = fit(rows)
    assert weights[0] == pytest.approx(-0.85, abs=0.15)
    assert weights[1] == pytest.approx(1.7, abs=0.2)


def test_search_is_settled_by_its_seed() -> None:
    """With `samples`, a search is the same on every machine; invalid budgets are refused."""
    start = Position.start(["tang", "bajie"])

    def moves() -> list[str]:
        players = bots.seat_bots(start.characters, "search:samples=4", "s")
        return [str(taken.what) for taken in bots.game(start, players, "s") if taken.seat is not None]

    assert moves() == moves()
    for wrong in ("search:samples=0", "search:time=-1"):
        with pytest.raises(SilkenwebError):
            bots.make(wrong, "s")


def test_time_is_kept() -> None:
    """With `time`, a decision ends by the clock."""
    start = Position.start(["tang", "bajie"])
    players = bots.seat_bots(start.characters, "search:time=0.001", "s")
    assert list(bots.game(start, players, "s"))[-1].step.position.over


def test_clairvoyant_wins() -> None:
    """With all cards visible, nearly every game can be won."""
    start = Position.start(["tang", "bajie", "wujing"])
    ends = [list(clairvoyant_game(start, str(number)))[-1].step.position.phase for number in range(6)]
    assert ends.count("won") >= 5

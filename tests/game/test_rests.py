"""The rules B1-B3: Rests in a row and Blessings."""

from __future__ import annotations

import pytest

from silkenweb.edition import Edition
from tests.game.short_positions import at, deal_of, field, kinds, legal, refused, row, run

# -- B1: everybody has rested ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "seats", ["wukong= tang=", "wukong= tang= bajie=", "wukong= tang= bajie= wujing= bailoong="]
)
def test_B1_as_many_rests_in_a_row_as_players_cost_a_blessing_and_the_next_card(seats: str) -> None:
    """From whoever rested first; the leftmost card goes to the Resolved pile; the count starts again."""
    players = seats.count("=")
    position = at(f"seat=1 blessings=2 row=T01,T13,T19 {seats}")
    for count in range(1, players):
        position = position.apply("rest")
        assert (position.rests, position.blessings, row(position)) == (count, 2, "T01,T13,T19")
    position = position.apply("rest")
    assert (position.rests, position.blessings, row(position)) == (0, 1, "T13,T19")
    assert position.done == ("T01",)
    assert position.seat == 1


def test_B1_the_removed_card_may_be_a_relic_which_nobody_gets() -> None:
    """It goes to the Resolved pile."""
    position = at("rests=1 row=R01,T13 wukong= tang=").apply("rest")
    assert (row(position), position.done) == ("T13", ("R01",))
    assert position.seats[0].discards == tuple(f"WK{n}" for n in range(1, 9))


def test_B1_a_reveal_follows_where_the_last_lock_was_removed() -> None:
    """T9 applies; only where it was the last one."""
    position = at("rests=1 row=T19,T13 deck=T01,T24,T02 wukong= tang=").apply("rest")
    assert (row(position), position.deck) == ("T13,T01,T24", ("T02",))
    other = at("rests=1 row=T19,T20 deck=T01 wukong= tang=").apply("rest")
    assert (row(other), other.deck) == ("T20", ("T01",))


def test_B1_no_relic_is_claimed() -> None:
    """Neither the one beside the removed card nor one that was revealed just then."""
    beside = at("rests=1 row=T13,R01,T19 wukong= tang=").apply("rest")
    assert (row(beside), beside.seat) == ("R01,T19", 1)
    revealed = at("rests=1 row=T19 deck=R01,T01 wukong= tang=").apply("rest")
    assert row(revealed) == "R01,T01"
    assert legal(revealed, "claim") == ["claim R01"]


def test_B1_with_no_card_in_the_row_only_the_blessing_is_lost() -> None:
    """A level whose Spirit still stands."""
    position = at("level=5 rests=1 blessings=2 row=- wukong= tang=").apply("rest")
    assert (position.phase, position.blessings, position.rests) == ("turn", 1, 0)
    assert field(position, "spirit") == "0/1"
    assert position.done == ()


def test_B1_no_card_is_committed_by_then(wide: Edition) -> None:
    """Whatever is committed as the last card is played, the turns of those who rest have swept it away."""
    position = at("level=2 row=T10,T19 wukong=WK1 tang=TS5 bailoong=BH1", wide)
    position = run(position, "play WK1>T10", "end", "play TS5>T10", "end", "rest", "rest", "rest")
    assert (position.blessings, row(position), position.rests) == (0, "T19", 0)
    piles = [seat.discards for seat in position.seats]
    assert "WK1" in piles[0]
    assert "TS5" in piles[1]


def test_B1_what_is_told() -> None:
    """The Rest, the loss with the removed card, then the reveal."""
    position = at("rests=1 row=T19 deck=T01,T02 wukong= tang=")
    assert kinds(position, "rest") == ["Rested", "BlessingLost", "Revealed", "TurnBegan"]


# -- B2: no Blessing left --------------------------------------------------------------------------


def test_B2_with_no_blessing_to_lose_the_game_is_lost_at_once() -> None:
    """Nothing is removed, nobody decides, nothing is legal; the cards stay where they were."""
    position = at("rests=1 blessings=0 row=T19,T01 deck=T02 wukong=WK1 tang=TS1").apply("rest")
    assert (position.phase, position.seat, position.rests, position.turn) == ("lost", None, 2, "-")
    assert (row(position), position.deck, position.done) == ("T19,T01", ("T02",), ())
    assert legal(position) == []
    assert (position.over, position.score) == (True, None)
    for move in ("rest", "end", "keep"):
        assert refused(position, move) == "B2"
    with pytest.raises(ValueError, match="S2"):
        position.apply(deal_of(position, "T01,T02"))


def test_B2_it_is_after_the_rotation_of_that_rest() -> None:
    """The hand lies rotated in the lost position."""
    position = at("rests=1 blessings=0 row=T19 wukong=WK1,WK2' tang=TS1").apply("rest ~")
    assert position.seats[0].hand == ("WK1'", "WK2")


def test_B2_the_last_blessing_is_not_yet_the_end() -> None:
    """With one left it is lost, and the next round of Rests ends the game."""
    position = run(at("blessings=1 row=T01,T02,T19 wukong= tang="), "rest", "rest")
    assert (position.phase, position.blessings) == ("turn", 0)
    assert run(position, "rest", "rest").phase == "lost"


# -- B3: what breaks the chain ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("row=T01,T19 wukong=WK1 tang=", ["play WK1>T01"]),
        ("row=T10,T19 wukong=WK1 tang=", ["play WK1>T10"]),  # a commitment is a play
        ("level=5 row=T19 wukong=WK6' tang=", ["play WK6>spirit"]),
        ("row=R01,T19 wukong= tang=", ["claim R01"]),
        ("row=T01,T19 wukong= tang=", ["ability T01"]),
        ("row=T01,T19 tang= wukong=", ["ability"]),
        ("row=T01,T19 bajie=BJ1 wukong=/WK1", ["ability -BJ1 wukong"]),
        ("row=T01,T19 bailoong= wukong=", ["ability +BH1"]),
    ],
)
def test_B3_a_play_a_claim_and_an_ability_each_set_the_count_to_0(start: str, moves: list[str]) -> None:
    """At once, not only as the turn ends."""
    assert run(at(f"rests=1 {start}"), *moves).rests == 0


def test_B3_so_does_a_new_level() -> None:
    """A Blessing removed the last card: the next level begins at 0."""
    position = at("rests=1 blessings=3 row=T01 wukong= tang=").apply("rest")
    assert (position.phase, position.rests) == ("deal", 0)


def test_B3_the_marker_does_not() -> None:
    """A signal is no option of the turn."""
    position = at("rests=1 row=T01,T19 tang=TS5 wukong=").apply("signal T01")
    assert position.rests == 1
    assert position.apply("rest").blessings == 0


def test_B3_a_broken_chain_begins_anew() -> None:
    """Rest, play, and then a whole round of Rests is needed."""
    position = run(at("blessings=1 row=T01,T19 wukong= tang=TS5"), "rest", "play TS5>T01", "end", "rest")
    assert (position.rests, position.blessings) == (1, 1)
    assert position.apply("rest").blessings == 0

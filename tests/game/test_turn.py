"""The rules T0-T5: a turn, and playing single cards. (T6-T12 are in test_resolving.py.)"""

from __future__ import annotations

import pytest

from silkenweb.edition import Edition
from tests.game.short_positions import at, events, field, kinds, legal, refused, row, run

# -- T0: what was committed a round ago goes -------------------------------------------------------


def test_T0_as_a_turn_begins_its_players_commitments_go_to_their_owners() -> None:
    """Wukong's WK1 lies on T10; as his turn comes round it goes to his pile, and the Threat stays."""
    position = at("seat=1 row=T10(WK1@0),T01 wukong=WK2 tang=TS1").apply("rest")
    assert position.seat == 0
    assert row(position) == "T10,T01"
    assert "WK1" in position.seats[0].discards


def test_T0_all_cards_on_that_target_go_each_to_its_own_owner(wide: Edition) -> None:
    """Tang's card on the same target goes with Wukong's."""
    position = at("seat=1 row=T10(WK1@0+TS5@1),T01 wukong=WK2 tang=TS1", wide).apply("rest")
    assert row(position) == "T10,T01"
    assert "WK1" in position.seats[0].discards
    assert "TS5" in position.seats[1].discards


def test_T0_targets_without_a_card_of_this_player_keep_theirs(wide: Edition) -> None:
    """What Wukong has a card on is cleared as his turn begins, Tang's card and segment as Tang's does."""
    start = (
        "level=2 seat=2 row=T10(WK1@0),T06(WK8@1),T11(BH1@0+WK4@1) spirit=0/1(TS5@1) wukong= tang= bailoong="
    )
    position = at(start, wide).apply("rest")
    assert row(position) == "T10,T06(WK8@1),T11"
    assert field(position, "spirit") == "0/1(TS5@1)"
    position = position.apply("rest")
    assert row(position) == "T10,T06,T11"
    assert field(position, "spirit") == "0/1"


def test_T0_cards_committed_to_a_segment_go_too() -> None:
    """The segment stays unresolved."""
    position = at("level=6 seat=1 row=T19 spirit=0/2(WK1@0) wukong=WK2 tang=TS1").apply("rest")
    assert field(position, "spirit") == "0/2"
    assert "WK1" in position.seats[0].discards


def test_T0_who_committed_counts_and_not_who_owns_the_card() -> None:
    """Tang played Wujing's WJ3: it stays as Wujing's turn begins, goes as Tang's does, to Wujing's pile."""
    position = at("seat=2 row=T10(WJ3@1),T01 wujing=u/ tang=TS1 wukong=WK1").apply("rest")
    assert (position.seat, row(position)) == (0, "T10(WJ3@1),T01")
    position = position.apply("rest")
    assert (position.seat, row(position)) == (1, "T10,T01")
    assert "WJ3" in position.seats[0].discards
    assert "WJ3" not in position.seats[1].discards


def test_T0_comes_before_the_player_chooses() -> None:
    """Wukong can't finish what he began a round ago: he begins anew."""
    position = at("seat=1 row=T10(WK1@0),T01 wukong=WK3 tang=TS1")
    assert kinds(position, "rest") == ["Rested", "TurnBegan", "Expired"]
    assert row(run(position, "rest", "play WK3>T10")) == "T10(WK3@0),T01"


def test_T0_holds_after_every_kind_of_turn() -> None:
    """After Play Cards, a claim, a Rest and an ability: the next player's commitments go."""
    place = "seat=1 row=R01,T10(WK1@0),T01,T13 wukong=WK2 tang=TS5"
    for moves in (["claim R01"], ["rest"], ["ability", "hold"]):
        position = run(at(place), *moves)
        assert position.seat == 0
        assert "(" not in row(position)
    played = run(at("seat=1 row=T13,T10(WK4@0),T01 wukong=WK2 tang=TS1"), "play TS1>T13", "end")
    assert row(played) == "T10,T01"


# -- T1: one of three options ----------------------------------------------------------------------


def test_T1_a_turn_is_one_of_playing_cards_resting_and_the_ability() -> None:
    """All three are open to Wukong as his turn begins; each Rest or ability ends it."""
    position = at("row=T01,T02,T13 wukong=WK1,WK3 tang=TS1")
    assert {move.split(" ")[0] for move in legal(position)} == {"play", "rest", "ability"}
    assert position.apply("rest").seat == 1
    assert position.apply("ability T01").seat == 1
    assert position.apply("play WK1>T01").seat == 0


def test_T1_once_a_card_is_played_there_is_no_rest_and_no_ability() -> None:
    """Only more plays or the end."""
    position = at("row=T01,T02,T13 wukong=WK1,WK3 tang=TS1").apply("play WK1>T01")
    assert legal(position) == ["end", "play WK3>T02"]
    for move in ("rest", "rest ~", "ability T02"):
        assert refused(position, move) == "T1"


@pytest.mark.parametrize("move", ["keep", "keep ~ -WK1", "hold", "rotate", "take WK1", "take R01"])
def test_T1_what_belongs_to_another_phase_is_no_option(move: str) -> None:
    """Nothing is kept, taken or turned at another's word in a turn."""
    assert refused(at("row=T01,T02,T13 wukong=WK1,WK3 tang=TS1"), move) == "T1"


def test_T1_a_card_is_played_from_the_own_hand_or_a_storage() -> None:
    """Not from another's hand, a deck, a pile, nor twice."""
    position = at("row=T01,T02,T13 wukong=WK1/WK3 tang=TS5,R02/R01")
    for move in (
        "play TS5>T01",
        "play WK3>T01",
        "play WK7>T01",
        "play R02>T01",
        "play R01>T01",
        "play R03>T01",
    ):
        assert refused(position, move) == "T1"
    assert refused(position.apply("play WK1>T01"), "play WK1>T02") == "T1"


# -- T2: Play Cards is a run of plays --------------------------------------------------------------


def test_T2_play_cards_is_at_least_one_play_then_more_then_end() -> None:
    """Three plays in a turn, each shown by `p`; the turn goes on until `end`."""
    position = at("row=T01,T02,T13,T03 wukong=WK1,WK3,WK6' tang=TS1")
    assert refused(position, "end") == "T2"
    for move in ("play WK1>T01", "play WK3>T02", "play WK6>T13"):
        position = position.apply(move)
        assert (position.seat, position.turn) == (0, "p")
        assert "end" in legal(position)
    position = position.apply("end")
    assert (position.seat, position.turn) == (1, "-")


def test_T2_end_is_needed_even_when_nothing_more_can_be_played() -> None:
    """The hand is empty, and still the player says so."""
    position = at("row=T01,T02 wukong=WK1 tang=TS1").apply("play WK1>T01")
    assert (position.seat, legal(position)) == (0, ["end"])


def test_T2_a_signal_is_no_play() -> None:
    """Tang has signalled and played nothing: he can't end."""
    position = at("row=T01,T02 tang=TS5 wukong=WK1").apply("signal T01")
    assert refused(position, "end") == "T2"


def test_T2_the_turn_ends_by_itself_with_a_relic_claimed() -> None:
    """By T10 and by T11."""
    assert run(at("row=T01,R01,T02 wukong=WK1,WK3 tang="), "play WK1>T01").seat == 1
    assert run(at("row=T01,T02,R01,T03 wukong=WK2,WK3 tang="), "play WK2>T01+T02").seat == 1
    position = run(at("row=T29,R01,T02 wukong=WK1,WK4 tang="), "play WK4>T02")
    assert position.seat == 0
    assert run(at("row=R01,T02,T13 wukong=WK4 tang="), "play WK4>T02", "claim R01").seat == 1


def test_T2_the_turn_ends_by_itself_with_the_level() -> None:
    """The last Threat resolved, the next deal comes; no `end`."""
    position = at("row=T01 wukong=WK1,WK3 tang=").apply("play WK1>T01")
    assert (position.phase, position.turn, position.seat) == ("deal", "-", None)


# -- T3: what a card is played on ------------------------------------------------------------------


def test_T3_a_card_goes_on_the_next_in_line() -> None:
    """The leftmost card alone, whatever else would match."""
    position = at("row=T13,T14,T01 wukong=WK6',WK2',WK1 tang=")
    assert legal(position, "play") == ["play WK2>T13", "play WK6>T13"]
    for move in ("play WK6>T14", "play WK1>T01", "play WK6>T01", "play WK1>T13"):
        assert refused(position, move) == "T3"


@pytest.mark.parametrize("front", ["T13", "T19", "T24", "R01", "T01", "T10"])
def test_T3_ranged_reaches_any_visible_combat_threat(front: str) -> None:
    """Past Web, Door, Fire, Relics and other Combat: single, Combat x2 and flexible ones that list Combat."""
    position = at(f"row={front},T14,T02,T11,T30,T34,R02 deck=T03 wukong=WK4 tang=")
    far = {"play WK4>T02", "play WK4>T11", "play WK4>T30"}
    near = {f"play WK4>{front}"} if front in ("T01", "T10") else set()
    assert set(legal(position, "play")) == far | near
    for target in ("T14", "T34", "T03", "T05"):
        assert refused(position, f"play WK4>{target}") == "T3"
    assert refused(position, "play WK4>R02") == "T11"


def test_T3_ranged_is_the_upright_icon() -> None:
    """WK8 is Ranged one way and Combat the other, WJ5 Web and Ranged."""
    assert "play WK8>T01" in legal(at("row=T13,T01 wukong=WK8 tang="))
    assert refused(at("row=T13,T01 wukong=WK8' tang="), "play WK8>T01") == "T3"
    assert legal(at("row=T14,T13,T01 wujing=WJ5 tang="), "play") == ["play WJ5>T14"]
    assert legal(at("row=T14,T13,T01 wujing=WJ5' tang="), "play") == ["play WJ5>T01"]


def test_T3_no_other_card_reaches_past_the_next_in_line() -> None:
    """Neither Combat nor Combat x2 on a Combat Threat further on, nor ranged on Web."""
    position = at("row=T19,T01,T10,T13 wukong=WK1,WK2,WK4 tang=")
    for move in ("play WK1>T01", "play WK2>T01", "play WK2>T10", "play WK4>T13", "play WK4>T19"):
        assert refused(position, move) == "T3"


def test_T3_a_card_of_the_threat_deck_or_the_resolved_pile_is_no_target() -> None:
    """Only what lies in the row."""
    position = at("row=T19,T01 deck=T02,T03 done=T04 wukong=WK4 tang=")
    for target in ("T02", "T03", "T04", "T05"):
        assert refused(position, f"play WK4>{target}") == "T3"


def test_T3_the_next_segment_may_be_played_on_instead() -> None:
    """With Threats in the row, past a Relic at the front too; its icon must match; not without a Spirit."""
    position = at("level=5 row=R01,T13,T19 wukong=WK6',WK1 tang=")
    assert legal(position, "play") == ["play WK6>spirit"]
    assert refused(position, "play WK1>spirit") == "T3"
    assert refused(at("row=T01 wukong=WK6' tang="), "play WK6>spirit") == "T3"
    assert refused(at("level=5 row=T01 spirit=1/1 wukong=WK6' tang="), "play WK6>spirit") == "T3"


def test_T3_a_relic_at_the_front_must_be_claimed_before_the_next_card_is_targeted() -> None:
    """It stops a plain card, a pair (T6), a Relic from the hand (T7) and the ability (A2), but not ranged."""
    position = at("row=R01,T01,T02 wukong=R02,WK1,WK2,WK4 tang=")
    assert legal(position, "play") == ["play WK4>T01", "play WK4>T02"]
    assert refused(position, "play WK1>T01") == "T3"
    assert refused(position, "play WK2>T01+T02") == "T6"
    assert refused(position, "play R02>T01") == "T3"
    assert refused(position, "ability T01") == "A2"
    assert refused(position, "play WK1>R01") == "T11"
    claimed = run(position, "claim R01", "rest")
    assert {"play WK1>T01", "play WK2>T01+T02", "play R02>T01", "ability T01"} <= set(legal(claimed))


def test_T3_nothing_is_played_on_a_relic() -> None:
    """Neither Equipment, ranged included, nor another Relic."""
    position = at("row=T13,R01 wukong=R02,WK4 tang=")
    assert refused(position, "play WK4>R01") == "T11"
    assert refused(position, "play R02>R01") == "T11"


# -- T4: commitments -------------------------------------------------------------------------------


def test_T4_a_target_not_fully_paid_keeps_the_cards() -> None:
    """As they lie, with who committed them, in order; on Threats and on segments."""
    position = at("level=6 row=T10,T19 wukong=WK1,WK8' tang=TS7'")
    assert row(position.apply("play WK8>T10")) == "T10(WK8'@0),T19"
    assert field(position.apply("play WK1>spirit"), "spirit") == "0/2(WK1@0)"
    both = run(position, "play WK1>spirit", "play WK8>T10", "end")
    assert (row(both), field(both, "spirit")) == ("T10(WK8'@0),T19", "0/2(WK1@0)")
    assert both.seats[0].hand == ()
    assert not {"WK1", "WK8"} & set(both.seats[0].discards)


def test_T4_any_player_may_add_on_their_turn() -> None:
    """Tang finishes what Wukong began; each card goes to its own owner's pile."""
    position = at("row=T10,T19 wukong=WK1 tang=TS5")
    position = run(position, "play WK1>T10", "end", "play TS5>T10")
    assert row(position) == "T19"
    assert "WK1" in position.seats[0].discards
    assert "TS5" in position.seats[1].discards


def test_T4_the_same_player_may_add_in_the_same_turn(wide: Edition) -> None:
    """Two cards of one hand, or three."""
    position = at("row=T10,T19 wukong=WK1,WK3,WK4 tang=", wide)
    position = run(position, "play WK1>T10", "play WK3>T10")
    assert row(position) == "T10(WK1@0+WK3@0),T19"
    assert row(position.apply("play WK4>T10")) == "T19"


def test_T4_commitments_lie_in_the_order_they_were_made(wide: Edition) -> None:
    """Not sorted by card or seat."""
    position = at("level=2 row=T10,T06,T19 bailoong=BH1,BH4 wukong=WK8,WK1", wide)
    position = run(position, "play BH4>T10", "play BH1>T06", "end", "play WK8>spirit", "play WK1>T10")
    assert row(position) == "T10(BH4@0+WK1@1),T06(BH1@0),T19"
    assert field(position, "spirit") == "0/1(WK8@1)"


def test_T4_only_ranged_reaches_a_target_that_is_not_next_even_to_add() -> None:
    """A ranged card lies on T10 behind T13: a plain Combat can't join it there, another ranged one can."""
    position = at("seat=1 row=T13,T10(WK4@0),T19 wukong= bailoong=BH1,BH3")
    assert refused(position, "play BH3>T10") == "T3"
    assert row(position.apply("play BH1>T10")) == "T13,T19"


def test_T4_only_matching_cards_are_added() -> None:
    """The Threat still asks for its icon."""
    position = at("seat=1 row=T10(WK1@0),T19 wukong= tang=TS1,TS7'")
    assert legal(position, "play") == ["play TS7>T10"]
    assert refused(position, "play TS1>T10") == "T3"


def test_T4_it_is_still_the_play_cards_option() -> None:
    """A commitment is told as such, and the turn goes on."""
    position = at("row=T10,T19 wukong=WK1 tang=TS5")
    assert kinds(position, "play WK1>T10") == ["Played", "Committed"]
    assert getattr(events(position, "play WK1>T10")[1], "missing", None) == 1
    assert legal(position.apply("play WK1>T10")) == ["end"]


# -- T5: more than needed --------------------------------------------------------------------------


def test_T5_a_card_may_bring_more_than_needed_and_the_rest_is_lost() -> None:
    """Combat x2 on a single Combat, on the last missing one of two or three, on a segment's last one."""
    assert row(at("row=T01,T02 wukong=WK2 tang=").apply("play WK2>T01")) == "T02"
    assert row(at("row=T10(TS5@1),T02 wukong=WK2 tang=").apply("play WK2>T10")) == "T02"
    spirit = at("level=6 row=T19 spirit=0/2(TS5@1) wukong=WK2 tang=").apply("play WK2>spirit")
    assert field(spirit, "spirit") == "1/2"


def test_T5_two_combat_x2_on_three(wide: Edition) -> None:
    """The first leaves one missing, the second brings one too many."""
    position = at("row=T10,T02 wukong=WK2,WK5 tang=", wide).apply("play WK2>T10")
    assert row(position) == "T10(WK2@0),T02"
    assert row(position.apply("play WK5>T10")) == "T02"


def test_T5_nothing_is_played_on_a_target_that_needs_nothing() -> None:
    """A resolved card and a defeated Spirit are no targets any more."""
    position = at("level=5 row=T01,T02 wukong=WK1,WK3,WK6',WK2' tang=")
    position = run(position, "play WK1>T01", "play WK6>spirit")
    assert refused(position, "play WK3>T01") == "T3"
    assert refused(position, "play WK2>spirit") == "T3"

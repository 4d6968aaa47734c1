"""The rules A1-A4: the characters' Action Abilities."""

from __future__ import annotations

import pytest

from silkenweb.errors import NotationError
from tests.game.short_positions import at, changed, field, kinds, legal, refused, row, run

# -- A1: Bajie -------------------------------------------------------------------------------------


def test_A1_bajie_discards_a_card_and_another_player_draws_one() -> None:
    """The top card of that deck; in phase take the drawer decides; then comes the seat after Bajie's."""
    start = "seat=1 start=1 row=T01,T13 tang=TS1/TS2 bajie=BJ1',BJ2 wukong=WK1/WK7',WK3"
    position = at(start).apply("ability -BJ1 wukong")
    assert (position.phase, position.seat, position.taking) == ("take", 2, "WK7")
    assert position.seats[1].hand == ("BJ2",)
    assert "BJ1" in position.seats[1].discards
    assert position.seats[2].deck == ("WK3",)
    assert not position.seats[1].unflipped
    taken = position.apply("take WK7'")
    assert (taken.phase, taken.seat, taken.taking) == ("turn", 2, None)
    assert taken.seats[2].hand == ("WK1", "WK7'")
    assert run(at(start), "ability -BJ1 tang", "take TS2").seat == 2


def test_A1_the_discard_may_be_a_relic() -> None:
    """It goes to Bajie's Discard Pile."""
    position = at("row=T01,T13 bajie=R01,BJ1 wukong=/WK1").apply("ability -R01 wukong")
    assert position.seats[0].discards[-1] == "R01"


def test_A1_each_card_of_the_hand_with_each_player_who_has_a_deck() -> None:
    """Sorted by card, then by character; nobody without a deck, nor Bajie himself."""
    position = at("row=T01,T13 bajie=BJ2',BJ1/BJ3 wukong=/WK1 tang=TS1 wujing=/WJ1")
    assert legal(position, "ability") == [
        *("ability -BJ1 wujing", "ability -BJ1 wukong"),
        *("ability -BJ2 wujing", "ability -BJ2 wukong"),
    ]
    wrong = [
        "-BJ1 tang",
        "-BJ1 bajie",
        "-BJ1 bailoong",
        "-BJ3 wukong",
        "-BJ4 wukong",
        "-WK1 wukong",
        "-R01 wukong",
    ]
    for move in wrong:
        assert refused(position, f"ability {move}") == "A1"
    assert refused(position, "ability -BJ1 monkey") == "A1"


def test_A1_not_without_a_card_to_discard_nor_without_a_deck_to_draw_from() -> None:
    """Then there is no such ability this turn."""
    assert legal(at("row=T01 bajie=/BJ1 wukong=/WK1"), "ability") == []
    assert legal(at("row=T01 bajie=BJ1/BJ2 wukong=WK1"), "ability") == []


def test_A1_the_drawer_chooses_the_orientation_of_that_card_alone() -> None:
    """Nothing else is legal, no other card and no other decision."""
    position = at("row=T01,T13 bajie=BJ1 wukong=WK1/WK7,WK3").apply("ability -BJ1 wukong")
    assert legal(position) == ["take WK7", "take WK7'"]
    for move in (
        "take WK3",
        "take WK1'",
        "take R01",
        "take BJ1",
        "rest",
        "hold",
        "keep",
        "end",
        "signal T01",
    ):
        assert refused(position, move) == "A1"


def test_A1_a_relic_drawn_has_no_orientation() -> None:
    """It is taken as it is."""
    position = at("row=T01,T13 bajie=BJ1 wukong=WK1/R04").apply("ability -BJ1 wukong")
    assert (position.taking, legal(position)) == ("R04", ["take R04"])
    assert refused(position, "take R04'") in ("A1", "C6")
    assert position.apply("take R04").seats[1].hand == ("R04", "WK1")


# -- A2: Wukong ------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["T01", "T10", "T10(TS5@1)", "T13", "T19", "T24", "T29", "T32", "T34"])
def test_A2_wukong_resolves_the_next_in_line_without_cards(target: str) -> None:
    """Whatever it asks for; committed cards go to their owners; the whole turn."""
    position = at(f"row={target},T14 wukong=WK1 tang=").apply(f"ability {target[:3]}")
    assert (row(position), position.done, position.seat) == ("T14", (target[:3],), 1)
    assert position.seats[0].hand == ("WK1",)
    assert len(position.seats[1].discards) == 8
    assert not position.seats[0].unflipped


def test_A2_or_the_next_segment() -> None:
    """With what lies on it; a Relic at the front does not matter."""
    position = at("level=6 row=R01,T19 spirit=0/2(TS5@1) wukong= tang=")
    assert legal(position, "ability") == ["ability spirit"]
    position = position.apply("ability spirit")
    assert (field(position, "spirit"), position.seat) == ("1/2", 1)
    assert "TS5" in position.seats[1].discards


def test_A2_only_the_next_and_never_a_relic() -> None:
    """Not further on, not what has gone, not a Relic at the front."""
    position = at("row=T13,T14,R01 done=T01 wukong= tang=")
    for target in ("T14", "R01", "T01", "T02", "spirit"):
        assert refused(position, f"ability {target}") == "A2"
    relic = at("row=R01,T01 wukong= tang=")
    assert legal(relic, "ability") == []
    for target in ("R01", "T01"):
        assert refused(relic, f"ability {target}") == "A2"
    assert refused(at("level=5 row=T01 spirit=1/1 wukong= tang="), "ability spirit") == "A2"
    assert refused(at("level=5 row=- wukong= tang="), "ability T01") == "A2"


def test_A2_the_reveal_and_the_relic_follow() -> None:
    """T9 and T10 apply."""
    assert row(at("row=T20 deck=T01,T19,T02 wukong= tang=").apply("ability T20")) == "T01,T19"
    position = at("row=T20,R01,T19 wukong= tang=").apply("ability T20")
    assert row(position) == "T19"
    assert "R01" in position.seats[0].discards


# -- A3: Tang Sanzang's ability --------------------------------------------------------------------


def test_A3_each_other_player_clockwise_may_rotate_the_whole_hand() -> None:
    """Phase rotate; hold or rotate; then it is the seat after Tang's."""
    start = "seat=1 row=T01 bajie=BJ1,BJ2' tang=TS1 wukong=WK1 wujing=WJ1"
    position = at(start).apply("ability")
    assert (position.phase, position.seat, position.queue) == ("rotate", 2, (2, 3, 0))
    assert legal(position) == ["hold", "rotate"]
    position = run(position, "rotate", "hold", "rotate")
    assert [seat.hand for seat in position.seats] == [("BJ1'", "BJ2"), ("TS1",), ("WK1'",), ("WJ1",)]
    assert (position.phase, position.seat, position.queue) == ("turn", 2, ())


def test_A3_nothing_else_is_decided_meanwhile() -> None:
    """No rest, no play, no keep."""
    position = at("row=T01 tang=TS5 wukong=WK1").apply("ability")
    for move in ("rest", "play WK1>T01", "end", "keep", "take WK1", "ability T01", "signal T01"):
        assert refused(position, move) == "A3"


def test_A3_the_marker_is_removed_for_the_rest_of_the_game() -> None:
    """Wherever it lay; no signal any more, in no level."""
    for marker in ("-", "T01", "wukong.fire"):
        position = run(at(f"marker={marker} row=T01,T13 tang=TS5 wukong=WK1"), "ability", "hold", "rest")
        assert position.marker == "x"
        assert legal(position, "signal") == []
        assert refused(position, "signal T01") == "A5"
    later = at("marker=x row=T01 tang=u/TS5 wukong=").apply("play TS5>T01")
    assert (later.phase, later.marker) == ("deal", "x")


# -- A4: Bailoong Horse ----------------------------------------------------------------------------


def test_A4_takes_one_or_two_cards_back_each_in_either_orientation() -> None:
    """All ways, sorted as texts; the whole turn."""
    position = at("row=T01 bailoong=BH1/BH4,BH5,BH6,BH7,BH8 tang=")
    assert legal(position, "ability") == [
        *("ability +BH2", "ability +BH2 +BH3", "ability +BH2 +BH3'"),
        *("ability +BH2'", "ability +BH2' +BH3", "ability +BH2' +BH3'"),
        *("ability +BH3", "ability +BH3'"),
    ]
    after = position.apply("ability +BH2 +BH3'")
    assert (after.seats[0].hand, after.seats[0].discards) == (("BH1", "BH2", "BH3'"), ())
    assert (after.seat, after.seats[0].unflipped) == (1, False)


def test_A4_a_relic_has_no_orientation() -> None:
    """It comes back as it is, alone or with a card."""
    position = at("row=T01 bailoong=/BH1,BH3,BH4,BH5,BH6,BH7,BH8/R04 tang=")
    assert "ability +BH2' +R04" in legal(position)
    assert "ability +R04" in legal(position)
    assert refused(position, "ability +R04'") in ("A4", "C6")
    assert position.apply("ability +BH2' +R04").seats[0].hand == ("BH2'", "R04")


@pytest.mark.parametrize(
    "taken", ["+BH1", "+BH4", "+TS1", "+BH2 +TS1", "+BH3 +BH2", "+BH2 +BH2'", "+BH2 +BH2", "+R01"]
)
def test_A4_only_own_cards_of_the_pile_each_once_in_card_order(taken: str) -> None:
    """Not of the hand, the deck, another's pile, nor a Relic that isn't there."""
    position = at("row=T01 bailoong=BH1/BH4,BH5,BH6,BH7,BH8 tang=")
    assert refused(position, f"ability {taken}") == "A4"


def test_A4_one_or_two_and_no_more() -> None:
    """None is no ability, three has not the form of a move; with an empty pile there is none."""
    position = at("row=T01 bailoong= tang=")
    assert refused(position, "ability") == "A3"
    with pytest.raises(NotationError):
        position.apply("ability +BH1 +BH2 +BH3")
    assert legal(at("row=T01 bailoong=BH1,BH2,BH3,BH4,BH5,BH6,BH7,BH8 tang="), "ability") == []


# -- what the abilities share ----------------------------------------------------------------------

USES = {
    "A1": ("row=T01,T13 bajie={}BJ1,BJ2 wukong=/WK1,WK2", "ability -BJ1 wukong"),
    "A2": ("row=T01,T13 wukong={}WK1 tang=", "ability T01"),
    "A3": ("row=T01,T13 tang={}TS5 wukong=", "ability"),
    "A4": ("row=T01,T13 bailoong={}BH3 wukong=", "ability +BH1"),
}


@pytest.mark.parametrize("rule", USES)
def test_A1_A2_A3_A4_each_is_used_once_a_game(rule: str) -> None:
    """The sheet is flipped, told as such, and there is no second time, in later levels neither."""
    start, move = USES[rule]
    assert kinds(at(start.format("")), move)[0] == "AbilityUsed"
    assert not at(start.format("")).apply(move).seats[0].unflipped
    assert refused(at(start.format("u/")), move) == rule
    assert legal(at(start.format("u/")), "ability") == []


@pytest.mark.parametrize("rule", USES)
def test_A1_A2_A3_A4_using_it_is_the_whole_turn(rule: str) -> None:
    """Not after a play of the same turn; after a signal it may be."""
    start, move = USES[rule]
    played = next(legal_ for legal_ in legal(at(start.format("")), "play") if legal_.endswith(">T01"))
    position = at(start.format("").replace("row=T01", "row=T02,T01")).apply(played.replace("T01", "T02"))
    assert refused(position, move) == "T1"


@pytest.mark.parametrize("rule", USES)
def test_A1_A2_A3_A4_are_of_one_character_each(rule: str) -> None:
    """Wujing has none of them, nor has anybody another's."""
    _, move = USES[rule]
    position = at("row=T01,T13 wujing=WJ1 wukong= bajie= tang= bailoong=")
    assert legal(position, "ability") == []
    assert refused(position, move) == rule


def test_A1_A2_A4_whose_effect_is_whose_is_the_editions() -> None:
    """With effects swapped Bajie resolves the next and Wukong lets another draw; two may take cards back."""
    swapped = changed(
        {
            "characters.1.ability.effect": "discard-then-other-draws",
            "characters.2.ability.effect": "resolve-next",
            "characters.0.ability.effect": "recover-two",
        }
    )
    position = at("row=T01,T13 bajie=BJ1 wukong=WK1/WK2 tang=/TS2,TS3,TS4,TS5,TS6,TS7,TS8", swapped)
    assert legal(position, "ability") == ["ability T01"]
    position = run(position, "ability T01")
    assert legal(position, "ability") == ["ability -WK1 tang"]
    position = run(position, "ability -WK1 tang", "take TS2'")
    assert legal(position, "ability") == ["ability +TS1", "ability +TS1'"]
    assert legal(position, "signal") == []

"""The rules A1-A6: the characters' abilities, the marker and the storage."""

from __future__ import annotations

import pytest

from silkenweb.edition import Edition
from silkenweb.errors import NotationError
from silkenweb.game import Position
from tests.game.build import at, changed, events, field, kinds, legal, refused, row, run

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


# -- A5: the marker --------------------------------------------------------------------------------


def test_A5_on_any_visible_card_or_any_icon_of_a_sheet() -> None:
    """Threats and Relics of the row, and each icon that stands on any Equipment of a character present."""
    position = at("row=T01,R01,T13 deck=T02 tang= wujing=")
    assert legal(position, "signal") == [
        *("signal R01", "signal T01", "signal T13"),
        *("signal tang.combat", "signal tang.door", "signal tang.fire", "signal tang.web"),
        *("signal wujing.combat", "signal wujing.combat2", "signal wujing.door"),
        *("signal wujing.fire", "signal wujing.ranged", "signal wujing.web"),
    ]
    for place in ("T02", "T99", "wukong.fire", "tang.ranged", "tang.combat2"):
        assert refused(position, f"signal {place}") == "A5"
    with pytest.raises(NotationError):
        position.apply("signal spirit")


def test_A5_not_on_a_segment_and_not_back_to_the_sheet() -> None:
    """A level with a Spirit offers no more than the row and the sheets."""
    position = at("level=5 marker=T01 row=T01 tang= wukong=")
    places = {move.split(" ")[1] for move in legal(position, "signal")}
    assert places == {
        f"{key}.{icon}"
        for key, icon in [
            *(("tang", icon) for icon in ("combat", "door", "fire", "web")),
            *(("wukong", icon) for icon in ("combat", "combat2", "door", "fire", "ranged", "web")),
        ]
    }


def test_A5_once_a_turn_on_his_own_turn_before_his_option() -> None:
    """After it every option is still open; not twice, not after a play, not on another's turn."""
    position = at("row=T01,T13 tang=TS5,TS7 wukong=WK1")
    signalled = position.apply("signal T13")
    assert (signalled.seat, signalled.turn, signalled.marker) == (0, "s", "T13")
    options = set(legal(position)) - set(legal(position, "signal"))
    assert set(legal(signalled)) == options
    assert refused(signalled, "signal T01") == "A5"
    assert refused(position.apply("play TS5>T01"), "signal T13") == "A5"
    other = signalled.apply("rest")
    assert refused(other, "signal T01") == "A5"
    assert "signal tang.web" in legal(run(other, "rest"))


def test_A5_shown_through_the_turn() -> None:
    """`s`, with `p` after it; through the ability's phase too; gone with the turn."""
    position = at("row=T01,T13 tang=TS5,TS7 wukong=WK1").apply("signal T13")
    assert position.apply("play TS5>T01").turn == "ps"
    assert position.apply("ability").turn == "s"
    assert position.apply("rest").turn == "-"


def test_A5_never_where_it_lies_already() -> None:
    """On a card or an icon."""
    for place in ("T01", "wukong.fire"):
        position = at(f"marker={place} row=T01,T13 tang= wukong=")
        assert f"signal {place}" not in legal(position)
        assert refused(position, f"signal {place}") == "A5"


def test_A5_it_binds_nobody() -> None:
    """Wherever it lies, every other player's legal moves are the same."""
    start = "seat=1 marker={} row=T01,T13 tang= wukong=WK1,WK4,WK6'"
    found = {
        tuple(legal(at(start.format(place)))) for place in ("-", "T01", "T13", "wukong.fire", "tang.web")
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("row=T01,T13 tang=TS5 wukong=", ["play TS5>T01"]),
        ("row=T01,T13 tang=R01 wukong=", ["play R01>T01"]),
        ("row=T01,T13 wukong= tang=", ["ability T01"]),
        ("row=T01,T02,T13 wukong=WK2 tang=", ["play WK2>T01+T02"]),
        ("rests=1 row=T01,T13 wukong= tang=", ["rest"]),
    ],
)
def test_A5_it_stays_until_its_card_leaves_the_row(start: str, moves: list[str]) -> None:
    """However that goes; on another card it stays."""
    position = at(f"marker=T01 {start}")
    assert run(position, *moves).marker == "-"
    assert "MarkerReturned" in kinds(position, *moves)
    assert run(at(f"marker=T13 {start}"), *moves).marker == "T13"


def test_A5_it_may_come_back_in_the_turn_of_the_signal() -> None:
    """Tang signals the card that he resolves himself: `ps`, and the marker is on the sheet again."""
    position = run(at("row=T01,T13 tang=TS5 wukong="), "signal T01", "play TS5>T01")
    assert (position.turn, position.marker) == ("ps", "-")
    assert Position.parse(position.text) == position
    assert legal(position) == ["end"]


def test_A5_it_leaves_a_claimed_relic() -> None:
    """By T11 and by T10."""
    assert at("marker=R01 row=R01,T13 tang= wukong=").apply("claim R01").marker == "-"
    assert at("marker=R01 row=T01,R01,T13 tang=TS5 wukong=").apply("play TS5>T01").marker == "-"


def test_A5_gone_for_good_once_the_sheet_is_flipped() -> None:
    """A text with it on the table then is impossible, as is one with it removed before."""
    assert legal(at("row=T01,T13 tang=u/TS5 wukong="), "signal") == []
    for wrong in ("marker=T01 row=T01 tang=u/TS5 wukong=", "marker=x row=T01 tang=TS5 wukong="):
        with pytest.raises(NotationError, match="marker"):
            at(wrong)


# -- A6: the storage -------------------------------------------------------------------------------


def test_A6_stored_cards_are_played_by_anyone_as_if_from_hand() -> None:
    """By Wujing and by the others, on all that a card can be played on: far, in pairs, on segments."""
    wujing = at("row=T01,T19 wujing=///WJ4,WJ7 tang=")
    assert legal(wujing, "play") == ["play WJ7>T01"]
    tang = at("seat=1 level=5 row=T01,T02,T13 wujing=///WJ1,WJ5',WJ7 tang=TS5")
    assert legal(tang, "play") == [
        *(
            "play TS5>T01",
            "play WJ1>spirit",
            "play WJ5>T01",
            "play WJ5>T02",
            "play WJ7>T01",
            "play WJ7>T01+T02",
        ),
    ]
    after = tang.apply("play WJ7>T01+T02")
    assert (row(after), after.turn, after.seat) == ("T13", "pw", 1)


def test_A6_a_relic_may_lie_in_storage_and_is_played_by_anyone() -> None:
    """It goes to the Resolved pile, and the sheet is flipped."""
    position = at("seat=1 row=T19,T01 wujing=///R01,WJ5 tang=").apply("play R01>T19")
    assert position.done == ("R01", "T19")
    assert not position.seats[0].unflipped
    assert position.turn == "pw"


def test_A6_once_one_is_played_the_sheet_is_flipped_and_the_rest_goes_as_that_turn_ends() -> None:
    """Until then the same player may play more of it; then it lies in Wujing's Discard Pile."""
    position = at("seat=1 row=T01,T02,T19 wujing=///WJ3,WJ5,WJ8' tang=TS5").apply("play WJ3>T01")
    assert (field(position, "wujing").split("/")[0], position.seats[0].storage) == ("u", ("WJ5", "WJ8'"))
    assert "play WJ8>T02" in legal(position)
    ended = position.apply("end")
    assert ended.seats[0].storage == ()
    assert {"WJ3", "WJ5", "WJ8"} <= set(ended.seats[0].discards)
    assert kinds(position, "end") == ["TurnEnded", "StorageEmptied", "TurnBegan"]
    both = run(position, "play WJ8>T02", "end")
    assert (row(both), both.seats[0].storage) == ("T19", ())


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("row=T01,R01,T19 wujing=///WJ3,WJ5 tang=", ["play WJ3>T01"]),  # T10
        ("row=R01,T02,T19 wujing=///WJ1,WJ5' tang=", ["play WJ5>T02", "claim R01"]),  # T11
    ],
)
def test_A6_however_the_turn_ends(start: str, moves: list[str]) -> None:
    """By a claim too."""
    position = run(at(start), *moves)
    assert (position.seat, position.seats[0].storage) == (1, ())


def test_A6_cards_of_the_hand_alone_leave_the_storage_as_it_is() -> None:
    """Only a stored card flips the sheet."""
    position = run(at("row=T01,T19 wujing=WJ3///WJ5 tang="), "play WJ3>T01", "end")
    assert (position.seats[0].unflipped, position.seats[0].storage) == (True, ("WJ5",))


def test_A6_nothing_is_stored_again() -> None:
    """In no later level (S6)."""
    position = at("phase=keep level=2 row=T19 wujing=u/WJ1,WJ2,WJ3,WJ4 tang=")
    assert not any("^" in move for move in legal(position))
    with pytest.raises(NotationError, match="wujing"):
        at("row=T19 wujing=u/WJ1///WJ5 tang=")


def test_A6_a_stored_card_that_was_committed_stays_committed() -> None:
    """As the turn ends the others go; the committed one waits for its target or for T0."""
    position = run(at("row=T10,T19 wujing=///WJ3,WJ5 tang=TS5"), "play WJ3>T10", "end")
    assert row(position) == "T10(WJ3@0),T19"
    assert position.seats[0].storage == ()
    assert "WJ3" not in position.seats[0].discards
    finished = position.apply("play TS5>T10")
    assert row(finished) == "T19"
    assert "WJ3" in finished.seats[0].discards
    assert row(run(position, "rest")) == "T10,T19"


def test_A6_what_is_told() -> None:
    """Whose card it is, and that it came from storage."""
    position: Position = at("seat=1 row=T01,T19 wujing=///WJ3 tang=")
    played = events(position, "play WJ3>T01")[0]
    assert (getattr(played, "owner", None), getattr(played, "stored", None)) == (0, True)
    assert "storage" in played.sentence


def test_A6_the_storage_may_be_another_characters(wide: Edition) -> None:
    """The effect decides: here Bajie stores, and his cards are played by Tang."""
    data = wide.data
    data["characters"][2]["ability"]["effect"], data["characters"][3]["ability"]["effect"] = (
        "storage",
        "discard-then-other-draws",
    )
    edition = Edition.from_dict(data)
    position = at("row=T01,T19 tang= bajie=///BJ2,BJ1 wujing=", edition)
    position = run(position, "play BJ2>T01", "end")
    assert (position.seats[1].unflipped, position.seats[1].storage) == (False, ())

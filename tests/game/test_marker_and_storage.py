"""The rules A5 and A6: Tang Sanzang's marker, and Wujing's storage."""

from __future__ import annotations

import pytest

from silkenweb.edition import Edition
from silkenweb.errors import NotationError
from silkenweb.game import Position
from tests.game.short_positions import at, events, field, kinds, legal, refused, row, run

# -- A1: Bajie -------------------------------------------------------------------------------------

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

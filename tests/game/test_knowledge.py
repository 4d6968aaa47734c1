"""The rules K1-K4: who knows what, on single positions. (Properties of all views are in test_views.py.)"""

from __future__ import annotations

import pytest

from silkenweb.errors import SilkenwebError
from silkenweb.game import Position, View
from silkenweb.game.view import seen_events, seen_move
from tests.game.short_positions import at, run

TABLE = (
    "level=6 seat=1 start=1 blessings=2 rests=0 row=T10(WJ3@0),T19 deck=T01,T02,T03 done=R07,T20 spirit=1/2 "
    "marker=T19 wukong=R01,WK1,WK2'/WK3,R02/R03 tang=TS1'/TS2,TS3' wujing=WJ1/WJ2,WJ4'/-/R04,WJ5'"
)


def seat_text(view: View, name: str) -> str:
    """A seat's seven parts in the text of a view."""
    return dict(part.split("=", 1) for part in view.text.split(" "))[name]


# -- K1: open to all -------------------------------------------------------------------------------


def test_K1_a_view_shows_all_that_is_open() -> None:
    """The table as it lies, each seat's open parts, and what is hidden by its number."""
    view = at(TABLE).view(1)
    assert view.text == (
        "view=1 level=6 phase=turn seat=1 start=1 blessings=2 rests=0 turn=- row=T10(WJ3@0),T19 deck=?3 "
        "done=R07,T20 spirit=1/2 marker=T19 queue=- taking=- "
        "wukong=A/?3/?2/R03,WK4,WK5,WK6,WK7,WK8/-/-/R01,R02 "
        "tang=A/TS1'/?2/TS4,TS5,TS6,TS7,TS8/-/-/- "
        "wujing=A/?1/?2/WJ6,WJ7,WJ8/R04,WJ5'/-/-"
    )


def test_K1_in_the_words_of_position() -> None:
    """A View has the fields of a Position; sizes where cards are hidden."""
    position = at(TABLE)
    view = position.view(1)
    for name in (
        "phase",
        "level",
        "seat",
        "blessings",
        "rests",
        "turn",
        "row",
        "done",
        "spirit",
        "marker",
        "queue",
    ):
        assert getattr(view, name) == getattr(position, name)
    assert (view.start_seat, view.deck_count, view.over) == (position.start_seat, 3, False)
    wukong, tang, wujing = view.seats
    assert (wukong.hand, wukong.hand_count, wukong.deck_count) == (None, 3, 2)
    assert wukong.relics == ("R01", "R02")
    assert wukong.discards == position.seats[0].discards
    assert (tang.hand, tang.deck_count) == (("TS1'",), 2)
    assert wujing.storage == ("R04", "WJ5'")


def test_K1_whose_relics_are_whose_is_open_but_not_where_they_are() -> None:
    """Every claim was open. In hand or deck: the same view for the others."""
    hand = at("row=T19 wukong=R01,WK1/WK2,WK3 tang=TS1")
    deck = at("row=T19 wukong=WK1,WK2/WK3,R01 tang=TS1")
    assert hand.view(1) == deck.view(1)
    assert hand.view(1).seats[0].relics == ("R01",)
    assert hand.view(0) != deck.view(0)


def test_K1_all_moves_of_turns_are_open_that_a_resting_player_rotated_too() -> None:
    """Seen by the other seats as they are."""
    position = at("row=T01 wukong=WK1 tang=TS1 bajie=BJ1")
    for move in position.legal_moves():
        assert seen_move(move, 0, 1) == move
        happened = position.step(move).events
        assert seen_events(happened, 1) == happened
    rotating = at("row=T01,T13 tang=TS1 wukong=WK1 bajie=BJ1").apply("ability")
    happened = rotating.step("rotate").events
    assert seen_events(happened, 2) == happened


def test_K1_whose_decision_it_is_and_of_what_kind() -> None:
    """The drawer decides; the others see that a card is being taken, not which."""
    position = at("row=T01 bajie=BJ1,BJ2 wukong=/WK7,WK1 tang=").apply("ability -BJ1 wukong")
    view = position.view(2)
    assert (view.phase, view.seat, view.taking) == ("take", 1, "?")
    assert " taking=? " in view.text


# -- K2: known to one seat -------------------------------------------------------------------------


def test_K2_the_own_hand_with_its_orientations() -> None:
    """Nobody else sees a difference between two hands of the same size."""
    one, other = at("row=T19 wukong=WK1,WK2/WK3 tang="), at("row=T19 wukong=WK1',WK3/WK2 tang=")
    assert one.view(1) == other.view(1)
    assert hash(one.view(1)) == hash(other.view(1))
    assert one.view(1).text == other.view(1).text
    assert one.view(0) != other.view(0)
    assert one.view(0).seats[0].hand == ("WK1", "WK2")


def test_K2_the_own_discards_before_they_are_revealed() -> None:
    """The others see how many lie face down."""
    start = "phase=keep level=1 seat=0 row=T01,T02 wujing=WJ1,WJ2,WJ3/WJ4,WJ5,WJ6,WJ7,WJ8 tang=TS1,TS2,TS3"
    after = {move: at(start).apply(move) for move in ("keep -WJ1 -WJ2", "keep ~ -WJ1 ^WJ3", "keep ^WJ2 ^WJ3")}
    assert len({position.view(1) for position in after.values()}) == 1
    assert len({position.view(0) for position in after.values()}) == 3
    own, others = after["keep ~ -WJ1 ^WJ3"].view(0), after["keep ~ -WJ1 ^WJ3"].view(1)
    assert seat_text(own, "wujing") == "A/WJ2'/?5/-/-/-WJ1'^WJ3'/-"
    assert seat_text(others, "wujing") == "A/?1/?5/-/-/?2/-"
    assert (own.seats[0].chosen, others.seats[0].chosen) == (("-WJ1'", "^WJ3'"), None)
    assert others.seats[0].chosen_count == 2


def test_K2_how_many_lie_face_down_with_a_relic_in_storage_too() -> None:
    """The number is that of the cards, wherever the player's others lie."""
    start = "phase=keep level=1 row=T01,T02 wujing=WJ1,WJ2//-/R01,WJ3,WJ4,WJ5,WJ6,WJ7,WJ8 tang=TS1,TS2"
    view = at(start).apply("keep -WJ1 -WJ2").view(1)
    assert view.seats[0].chosen_count == 2
    assert seat_text(view, "wujing") == "A/-/-/-/R01,WJ3,WJ4,WJ5,WJ6,WJ7,WJ8/?2/-"


def test_K2_whether_a_player_rotated_in_keep_nobody_else_ever_learns() -> None:
    """Neither from the view, nor from the events, nor when the discards are revealed."""
    start = (
        "phase=keep row=T01,T02 wukong=WK1,WK2',WK3/WK4,WK5,WK6,WK7,WK8 tang=TS1,TS2,TS3/TS4,TS5,TS6,TS7,TS8"
    )
    told: list[object] = []
    for move in ("keep -WK1 -WK2", "keep ~ -WK1 -WK2"):
        position, first = at(start).step(move)
        position, second = position.step("keep -TS1 -TS2")
        told.append((seen_events(first, 1), seen_events(second, 1), position.view(1)))
    assert told[0] == told[1]
    assert at(start).step("keep -WK1 -WK2").events != at(start).step("keep ~ -WK1 -WK2").events


def test_K2_the_card_drawn_by_A1_and_its_orientation() -> None:
    """Only the drawer knows either, before and after taking it."""
    start = "row=T01 bajie=BJ1,BJ2 wukong=WK2/{} tang="
    seven = at(start.format("WK7,WK1")).apply("ability -BJ1 wukong")
    one = at(start.format("WK1',WK7")).apply("ability -BJ1 wukong")
    for seat in (0, 2):
        assert seven.view(seat) == one.view(seat)
        assert seven.apply("take WK7").view(seat) == one.apply("take WK1'").view(seat)
        drawn = [
            seen_events(position.step(move).events, seat)
            for position, move in ((seven, "take WK7'"), (one, "take WK1"))
        ]
        assert drawn[0] == drawn[1]
    assert seven.view(1).taking == "WK7"
    assert str(seen_move(seven.legal_moves()[0], 1, 0)) == "take ?"
    assert str(seen_move(seven.legal_moves()[0], 1, 1)) == "take WK7"


# -- K3: known to nobody ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_K3_the_order_and_orientation_of_every_equipment_deck(seat: int) -> None:
    """The own one's too."""
    one = at("row=T19 wukong=WK1/WK2,WK3',WK4 tang=TS1/TS2,TS3")
    other = at("row=T19 wukong=WK1/WK4',WK2,WK3 tang=TS1/TS3',TS2'")
    assert one.view(seat) == other.view(seat)
    assert one.view(seat).text == other.view(seat).text


@pytest.mark.parametrize("seat", [0, 1])
def test_K3_the_order_and_the_cards_of_the_threat_deck(seat: int) -> None:
    """Only how many there are."""
    views = [
        at(f"row=T19 deck={deck} wukong= tang=").view(seat) for deck in ("T01,T02", "T02,T01", "T24,R05")
    ]
    assert views[0] == views[1] == views[2]
    assert at("row=T19 deck=T01 wukong= tang=").view(seat) != views[0]


def test_K3_what_is_in_a_deck_can_be_reckoned_from_what_is_open() -> None:
    """A player's own deck is what is not in any open place of it: a different set is a different view."""
    one = at("row=T19 wukong=WK1/WK2,WK3 tang=")
    other = at("row=T19 wukong=WK1/WK2,WK4 tang=")
    assert one.view(0) != other.view(0)
    assert one.view(1) != other.view(1)  # by the Discard Pile


# -- K4: a view is made from a position alone ------------------------------------------------------


def test_K4_a_view_depends_on_the_position_alone() -> None:
    """Read from its text, or reached by another way, a position has the same views."""
    start = at("row=T01,T13,T19 wukong=WK1,WK6' tang=TS1")
    one = run(start, "play WK1>T01", "play WK6>T13", "end")
    for seat in (0, 1):
        assert one.view(seat) == Position.parse(one.text).view(seat)
    other = run(at("row=T13,T01,T19 wukong=WK1,WK6' tang=TS1"), "play WK6>T13", "play WK1>T01", "end")
    assert [one.view(seat) for seat in (0, 1)] == [other.view(seat) for seat in (0, 1)]


def test_K4_what_was_seen_on_the_way_is_in_the_events() -> None:
    """Which cards Bailoong took back openly: in the events, not in the view."""
    start = at("row=T19 bailoong= tang=")
    one, first = start.step("ability +BH1 +BH2'")
    assert one.view(1) == start.apply("ability +BH1' +BH2").view(1)
    assert first != start.step("ability +BH1' +BH2").events
    assert seen_events(first, 1) == first


def test_K4_views_of_different_seats_differ_and_there_is_none_of_a_seat_that_is_not_there() -> None:
    """Two players, seats 0 and 1."""
    position = at("row=T19 wukong= tang=")
    assert position.view(0) != position.view(1)
    for seat in (-1, 2):
        with pytest.raises(SilkenwebError, match="seat: expected a seat from 0 to 1"):
            position.view(seat)

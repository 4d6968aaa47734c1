"""The rules T6-T12: resolving, revealing, Relics, Rest."""

from __future__ import annotations

import pytest

from silkenweb.edition import Edition
from silkenweb.game import Position
from tests.game.short_positions import at, events, field, kinds, legal, refused, row, run

# -- T6: Combat x2 on two Threats ------------------------------------------------------------------


def test_T6_combat_x2_may_resolve_two_consecutive_single_combat_threats() -> None:
    """The leftmost card of the row and the one beside it; the card goes to its owner's pile."""
    position = at("row=T01,T02,T03 wukong=WK2,WK5 tang=")
    assert "play WK2>T01+T02" in legal(position)
    after = position.apply("play WK2>T01+T02")
    assert (row(after), after.done, after.seat) == ("T03", ("T01", "T02"), 0)
    assert "WK2" in after.seats[0].discards


def test_T6_it_may_still_be_played_on_one() -> None:
    """Instead: both ways are legal."""
    position = at("row=T01,T02 wukong=WK2 tang=")
    assert legal(position, "play") == ["play WK2>T01", "play WK2>T01+T02"]


@pytest.mark.parametrize("pair", ["T01,T29", "T29,T01", "T29,T30"])
def test_T6_flexible_threats_that_list_combat_count(pair: str) -> None:
    """Combat or Web is a single Combat Threat."""
    position = at(f"row={pair},T19 wukong=WK2 tang=")
    assert row(position.apply(f"play WK2>{pair.replace(',', '+')}")) == "T19"


@pytest.mark.parametrize("pair", ["T01,T10", "T10,T01", "T01,T13", "T01,T34", "T13,T01", "T19,T01"])
def test_T6_neither_combat_x2_nor_another_icon_is_single_combat(pair: str) -> None:
    """Both must ask for one Combat."""
    position = at(f"row={pair},T02 wukong=WK2 tang=")
    assert refused(position, f"play WK2>{pair.replace(',', '+')}") == "T6"


@pytest.mark.parametrize("cards", ["T02+T03", "T01+T03", "T02+T01", "T01+T01", "T01+T05", "T01+R01"])
def test_T6_only_the_leftmost_and_the_one_beside_it_in_that_order(cards: str) -> None:
    """Not further on, not across another card, not twice the same, not what isn't there."""
    position = at("row=T01,T02,T03,R01 wukong=WK2 tang=")
    assert refused(position, f"play WK2>{cards}") == "T6"


def test_T6_never_across_a_relic_or_another_card() -> None:
    """Consecutive means side by side."""
    assert refused(at("row=T01,R01,T02 wukong=WK2 tang="), "play WK2>T01+T02") == "T6"
    assert refused(at("row=T01,T13,T02 wukong=WK2 tang="), "play WK2>T01+T02") == "T6"


def test_T6_consecutive_as_the_row_now_lies() -> None:
    """Once a ranged card has resolved what lay between them, the two are side by side."""
    position = at("row=T01,T10(BH1@1),T02 wukong=WK2,WK4 bailoong=")
    assert refused(position, "play WK2>T01+T02") == "T6"
    after = position.apply("play WK4>T10")
    assert "play WK2>T01+T02" in legal(after)


def test_T6_never_segments() -> None:
    """Neither two segments nor one with a Threat; level 6 begins with a segment that asks for Combat."""
    position = at("level=6 row=T01,T02 wukong=WK2 tang=")
    assert "play WK2>spirit" in legal(position)
    assert refused(position, "play WK2>spirit+T01") == "T6"


def test_T6_only_a_card_that_shows_combat_x2_upright() -> None:
    """Not Combat, not ranged, not the other face, not a Relic."""
    position = at("row=T01,T02 wukong=R01,WK1,WK2',WK4 tang=")
    for card in ("WK1", "WK2", "WK4", "R01"):
        assert refused(position, f"play {card}>T01+T02") == "T6"


def test_T6_single_combat_that_locks_is_revealed_after_once_both_are_gone(wide: Edition) -> None:
    """T29 and T30 of the wide edition lock and list Combat: T9 applies after both."""
    position = at("row=T29,T30 deck=T01,R01,T19,T02 wukong=WK2 tang=", wide).apply("play WK2>T29+T30")
    assert (row(position), position.deck) == ("T01,R01,T19", ("T02",))


# -- T7: a Relic from the hand ---------------------------------------------------------------------


@pytest.mark.parametrize("target", ["T01", "T10", "T10(TS5@1)", "T13", "T19", "T24", "T29", "T32"])
def test_T7_a_relic_resolves_one_threat_whole(target: str) -> None:
    """Whatever it needs; it goes to the Resolved pile at once, committed cards to their owners."""
    card = target[:3]
    position = at(f"row={target},T14 wukong=R04 tang=").apply(f"play R04>{card}")
    assert row(position) == "T14"
    assert set(position.done) == {"R04", card}
    assert position.seats[0].hand == ()
    assert len(position.seats[1].discards) == 8


def test_T7_a_relic_resolves_one_segment_whole() -> None:
    """With what was committed to it; only the next one."""
    position = at("level=6 row=T19 spirit=0/2(TS5@1) wukong=R04,R05 tang=").apply("play R04>spirit")
    assert field(position, "spirit") == "1/2"
    assert position.done == ("R04",)
    assert "TS5" in position.seats[1].discards
    assert field(position.apply("play R05>spirit"), "spirit") == "2/2"


def test_T7_only_the_next_in_line() -> None:
    """A Relic has no range."""
    position = at("row=T13,T01,T02 wukong=R04 tang=")
    assert legal(position, "play") == ["play R04>T13"]
    assert refused(position, "play R04>T01") == "T7"


def test_T7_three_of_a_kind_are_resolved_by_one_relic(wide: Edition) -> None:
    """Three Combat, three of a segment."""
    position = at("level=2 row=T10,T19 wukong=R04,R05 tang=", wide)
    position = run(position, "play R04>T10", "play R05>spirit")
    assert (row(position), field(position, "spirit")) == ("T19", "1/1")


# -- T8: where the cards go ------------------------------------------------------------------------


def test_T8_a_resolved_targets_cards_go_to_their_owners_and_the_threat_to_the_resolved_pile() -> None:
    """Wujing's stored card that Tang plays goes to Wujing's pile; all lose their orientation."""
    position = at("row=T10(WK8'@0),T19 wukong= tang= wujing=///WJ8' seat=1").apply("play WJ8>T10")
    assert (row(position), position.done) == ("T19", ("T10",))
    assert "WK8" in position.seats[0].discards
    assert "WJ8" in position.seats[2].discards
    assert len(position.seats[1].discards) == 8


def test_T8_a_resolved_segment_stays_with_the_spirit() -> None:
    """It is counted there and adds nothing to the Resolved pile."""
    position = at("level=5 row=T19 wukong=WK6' tang=").apply("play WK6>spirit")
    assert (field(position, "spirit"), position.done) == ("1/1", ())
    assert "WK6" in position.seats[0].discards


# -- T9: the reveal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "shown", "left"),
    [
        ("T19,T01", "T19", "T01"),
        ("T01,R01,T24,T02", "T01,R01,T24", "T02"),
        ("T01,T02", "T01,T02", "-"),
        ("-", "-", "-"),
    ],
)
def test_T9_when_the_last_visible_lock_goes_cards_are_revealed_until_one_locks(
    deck: str, shown: str, left: str
) -> None:
    """To the right end, no minimum; or until the deck is empty."""
    position = at(f"row=T20,T13 deck={deck} wukong=WK3',WK6' tang=").apply("play WK3>T20")
    assert row(position) == ("T13" if shown == "-" else f"T13,{shown}")
    assert field(position, "deck") == left


def test_T9_nothing_is_revealed_while_another_lock_is_visible() -> None:
    """Nor when something else is resolved."""
    position = at("row=T20,T21,T13 deck=T01,T02 wukong=WK3',WK7' tang=")
    after = position.apply("play WK3>T20")
    assert (row(after), after.deck) == ("T21,T13", ("T01", "T02"))
    assert row(after.apply("play WK7>T21")) == "T13,T01,T02"
    other = at("row=T13,T20 deck=T01 wukong=WK6' tang=").apply("play WK6>T13")
    assert (row(other), other.deck) == ("T20", ("T01",))


def test_T9_it_is_at_once_before_anything_else() -> None:
    """Before the same player's next play, before the level counts as cleared, before T10."""
    position = at("row=T20 deck=T01,T19 wukong=WK1,WK3' tang=")
    assert kinds(position, "play WK3>T20") == ["Played", "Resolved", "Revealed"]
    after = position.apply("play WK3>T20")
    assert (after.phase, row(after)) == ("turn", "T01,T19")
    assert row(after.apply("play WK1>T01")) == "T19"


def test_T9_applies_to_a_relic_an_ability_and_a_ranged_card_too(wide: Edition) -> None:
    """Whatever resolves the last lock."""
    assert row(at("row=T20 deck=T01,T19 wukong=R01 tang=").apply("play R01>T20")) == "T01,T19"
    assert row(at("row=T20 deck=T01,T19 wukong= tang=").apply("ability T20")) == "T01,T19"
    far = at("row=T13,T29 deck=T01,T19 wukong=WK4 tang=", wide).apply("play WK4>T29")
    assert row(far) == "T13,T01,T19"


# -- T10: the Relic behind a resolved Threat -------------------------------------------------------


def test_T10_who_resolves_the_threat_to_the_left_of_a_relic_takes_it_and_the_turn_ends() -> None:
    """Into the own Discard Pile; only one of two in a row; nobody may decline."""
    position = at("row=T01,R01,R02,T02 wukong=WK1,WK3 tang=").apply("play WK1>T01")
    assert (row(position), position.seat, position.turn) == ("R02,T02", 1, "-")
    assert position.seats[0].discards[0] == "R01"
    assert position.done == ("T01",)


def test_T10_however_the_threat_is_resolved() -> None:
    """By a card of two, a pair, a Relic, an ability, a stored card."""
    for start, move, relic in [
        ("row=T10(TS5@1),R01,T19 wukong=WK1 tang=", "play WK1>T10", "R01"),
        ("row=T01,T02,R01,T19 wukong=WK2 tang=", "play WK2>T01+T02", "R01"),
        ("row=T20,R01,T19 wukong=R02 tang=", "play R02>T20", "R01"),
        ("row=T20,R01,T19 wukong= tang=", "ability T20", "R01"),
        ("row=T20,R01,T19 wukong= wujing=///WJ4", "play WJ4>T20", "R01"),
    ]:
        position = at(start).apply(move)
        assert (row(position), position.seat) == ("T19", 1)
        assert relic in position.seats[0].discards


def test_T10_a_relic_that_has_just_been_revealed_too() -> None:
    """T9 turns R01 up as the only card of the row: it is leftmost now and was not before."""
    position = at("row=T20 deck=R01,T01,T19 wukong=WK3' tang=")
    assert kinds(position, "play WK3>T20") == [
        *("Played", "Resolved", "Revealed", "RelicClaimed", "TurnBegan")
    ]
    after = position.apply("play WK3>T20")
    assert (row(after), after.seat) == ("T01,T19", 1)
    assert "R01" in after.seats[0].discards


def test_T10_not_a_relic_that_was_leftmost_before() -> None:
    """Ranged past it, or a segment: it stays, and the turn goes on."""
    position = at("row=R01,T01,R02,T19 wukong=WK4,WK1 tang=").apply("play WK4>T01")
    assert (row(position), position.seat) == ("R01,R02,T19", 0)
    segment = at("level=5 row=R01,T19 wukong=WK6' tang=").apply("play WK6>spirit")
    assert (row(segment), segment.seat) == ("R01,T19", 0)


def test_T10_not_a_relic_that_is_not_leftmost() -> None:
    """Resolving what lies before it further on gives nothing."""
    position = at("row=T13,T01,R01,T19 wukong=WK4,WK1 tang=").apply("play WK4>T01")
    assert (row(position), position.seat) == ("T13,R01,T19", 0)


def test_T10_a_segment_and_an_empty_row_give_nothing() -> None:
    """There is no card to the left."""
    position = at("level=7 row=- wukong=WK3',WK5' tang=").apply("play WK3>spirit")
    assert (position.phase, position.seat) == ("turn", 0)


def test_T10_the_relic_may_be_the_last_card_of_the_level() -> None:
    """Then the level is cleared by the claim; of the same player."""
    position = at("row=T01,R01 wukong= tang=TS5 seat=1 start=0").apply("play TS5>T01")
    assert (position.phase, position.start_seat, position.level) == ("deal", 1, 2)
    assert "R01" in position.seats[1].discards


# -- T11: claiming ---------------------------------------------------------------------------------


def test_T11_a_relic_with_no_threat_to_its_left_may_be_claimed() -> None:
    """It goes to the claimer's Discard Pile, counts as Play Cards (B3) and ends the turn."""
    position = at("seat=1 rests=1 row=R01,T19 wukong= tang=TS1").apply("claim R01")
    assert (row(position), position.seat, position.rests) == ("T19", 0, 0)
    assert position.seats[1].discards[0] == "R01"
    assert position.done == ()


def test_T11_only_the_leftmost_card_and_only_a_relic() -> None:
    """Not behind a Threat, nor behind another Relic, nor a Threat."""
    position = at("row=R01,R02,T19,R03 deck=R04 wukong= tang=")
    assert legal(position, "claim") == ["claim R01"]
    for relic in ("R02", "R03", "R04", "R05", "T19"):
        assert refused(position, f"claim {relic}") == "T11"
    assert refused(at("row=T19,R01 wukong= tang="), "claim T19") == "T11"


def test_T11_consecutive_relics_are_claimed_one_a_turn() -> None:
    """Each by whose turn it is."""
    position = run(at("row=R01,R02,R03,T19 wukong= tang="), "claim R01", "claim R02", "claim R03")
    held = [[card for card in seat.discards if card.startswith("R")] for seat in position.seats]
    assert held == [["R01", "R03"], ["R02"]]


def test_T11_a_claimed_relic_is_a_wild_card_of_that_players() -> None:
    """Shuffled with the rest, it comes back in the hand, without orientation, and plays on anything (T7)."""
    position = at("row=R01 wukong= tang=").apply("claim R01")
    assert position.phase == "deal"
    assert "R01" in position.seats[0].discards
    deal = {
        "level": 2,
        "threats": ["T19", "T01", "T02", "T03"],
        "decks": {
            "wukong": ["R01", *(f"WK{n}" for n in range(1, 9))],
            "tang": [f"TS{n}" for n in range(1, 9)],
        },
    }
    position = run(position.apply(deal), "keep ~ -WK1", "keep -TS1")
    assert "play R01>T19" in legal(position)


def test_T11_it_may_be_claimed_after_plays_of_the_same_turn() -> None:
    """Ranged first, then the claim, without an `end`."""
    position = at("row=R01,T01,T19 wukong=WK4 tang=").apply("play WK4>T01")
    assert legal(position) == ["claim R01", "end"]
    assert position.apply("claim R01").seat == 1


def test_T11_claiming_is_a_choice() -> None:
    """A player may leave it and rest, or play past it and end."""
    position = at("row=R01,T01,T19 wukong=WK4 tang=")
    assert row(position.apply("rest")) == "R01,T01,T19"
    assert row(run(position, "play WK4>T01", "end")) == "R01,T19"


# -- T12: Rest -------------------------------------------------------------------------------------


def test_T12_rest_rotates_the_whole_hand_or_not_and_ends_the_turn() -> None:
    """Every card of the hand, and only the hand: not deck nor storage."""
    position = at("row=T01 wujing=WJ1,WJ2'/WJ3,WJ4'//WJ5 tang=TS1")
    assert position.apply("rest").seats[0].hand == ("WJ1", "WJ2'")
    rotated = position.apply("rest ~")
    assert rotated.seats[0].hand == ("WJ1'", "WJ2")
    assert (rotated.seats[0].deck, rotated.seats[0].storage) == (("WJ3", "WJ4'"), ("WJ5",))
    assert (rotated.seats[1].hand, rotated.seat) == (("TS1",), 1)


@pytest.mark.parametrize("start", ["row=T01 wukong= tang=", "row=R01 rests=1 wukong=R02 tang="])
def test_T12_rest_is_always_allowed(start: str) -> None:
    """With an empty hand, and with nothing but Relics about; both ways of it."""
    assert legal(at(start), "rest") == ["rest", "rest ~"]


def test_T12_a_rest_is_told_with_whether_it_rotated() -> None:
    """To all (K1)."""
    position: Position = at("row=T01 wukong=WK1 tang=")
    for move, rotated in (("rest", False), ("rest ~", True)):
        rested = events(position, move)[0]
        assert rested.seen_by(1) == rested
        assert getattr(rested, "rotated", None) is rotated

"""The rules E1-E4: clearing a level, and the end."""

from __future__ import annotations

import pytest

from tests.game.short_positions import at, changed, deal_of, events, field, kinds, legal, refused, row

# -- E1: when a level is cleared -------------------------------------------------------------------


def test_E1_cleared_when_row_and_threat_deck_are_empty_and_all_segments_resolved() -> None:
    """Each of the three alone keeps the level going."""
    done = at("row=T01 wukong=WK1 tang=").apply("play WK1>T01")
    assert (done.phase, done.level) == ("deal", 2)
    deck = at("row=T19 deck=T01 wukong=WK3' tang=").apply("play WK3>T19")
    assert (deck.phase, row(deck)) == ("turn", "T01")
    spirit = at("level=5 row=T01 wukong=WK1 tang=").apply("play WK1>T01")
    assert (spirit.phase, row(spirit), field(spirit, "spirit")) == ("turn", "-", "0/1")
    threats = at("level=5 row=T01 wukong=WK6' tang=").apply("play WK6>spirit")
    assert (threats.phase, field(threats, "spirit")) == ("turn", "1/1")


@pytest.mark.parametrize(
    ("start", "move"),
    [
        ("row=T01 wukong=WK1 tang=", "play WK1>T01"),
        ("row=T01,T02 wukong=WK2 tang=", "play WK2>T01+T02"),
        ("row=T13 wukong=R01 tang=", "play R01>T13"),
        ("row=T13 wukong= tang=", "ability T13"),
        ("row=R01 wukong= tang=", "claim R01"),
        ("row=T01,R01 wukong=WK1 tang=", "play WK1>T01"),
        ("row=R01,T01 wukong=WK4 tang= seat=0 turn=-", "play WK4>T01"),
        ("rests=1 row=T01 wukong= tang=", "rest"),
        ("rests=1 row=R01 wukong= tang=", "rest"),
        ("level=5 row=- wukong=WK6' tang=", "play WK6>spirit"),
        ("level=5 row=- wukong=R01 tang=", "play R01>spirit"),
        ("level=5 row=- wukong= tang=", "ability spirit"),
    ],
)
def test_E1_is_checked_after_each_play_ability_claim_and_rest(start: str, move: str) -> None:
    """Whatever takes the last thing away clears the level at once; a Relic left in the row does not."""
    position = at(start).apply(move)
    assert position.phase == ("turn" if start.startswith("row=R01,T01") else "deal")


# -- E2: who starts the next one -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "move"),
    [
        ("row=T01 wukong= tang=TS5 bajie=", "play TS5>T01"),
        ("row=R01 wukong= tang= bajie=", "claim R01"),
        ("row=T10(WK1@0) wukong= tang=TS5 bajie=", "play TS5>T10"),
        ("row=T20 wukong= tang= wujing=///WJ4", "play WJ4>T20"),
        ("rests=2 row=T01 wukong= tang= bajie=", "rest"),
    ],
)
def test_E2_who_took_the_last_one_away_starts_the_next_level(start: str, move: str) -> None:
    """Seat 1 here, by resolving or claiming, or by the Rest that cost the Blessing which removed it."""
    position = at(f"seat=1 start=0 {start}").apply(move)
    assert (position.phase, position.level, position.start_seat, position.seat) == ("deal", 2, 1, None)
    deal = deal_of(position, "T19,T24,T01,T02,T03,T04")
    dealt = position.apply(deal)
    assert (dealt.seat, dealt.queue) == (1, (1, 2, 0))


# -- E3: everything is shuffled together -----------------------------------------------------------


def test_E3_resolved_threats_used_relics_and_removed_cards_return_to_the_reserve() -> None:
    """The next deal may name them; a Relic that is held may not be dealt."""
    position = at("level=2 row=T01 done=R01,R02,T02,T03 wukong=R03,WK1 tang=").apply("play WK1>T01")
    assert (position.done, row(position)) == ((), "-")
    position.apply(deal_of(position, "R01,R02,T01,T02,T03,T19"))
    with pytest.raises(ValueError, match="R03 is not in the Reserve"):
        position.apply(deal_of(position, "R03,R02,T01,T02,T03,T19"))


def test_E3_hand_deck_and_discard_lie_together_and_storage_stays() -> None:
    """Each player's own, without orientation; Wujing's storage as it was."""
    position = at("row=T01 wujing=WJ3,WJ4'/R02,WJ1'/R01/WJ5',WJ6 tang=TS1'/TS2'").apply("play WJ3>T01")
    assert field(position, "wujing") == "A/-/-/R01,R02,WJ1,WJ2,WJ3,WJ4,WJ7,WJ8/WJ5',WJ6/-"
    assert field(position, "tang") == "A/-/-/TS1,TS2,TS3,TS4,TS5,TS6,TS7,TS8/-/-"


def test_E3_the_marker_comes_back_to_the_sheet() -> None:
    """From an icon too; a removed one stays removed."""
    position = at("marker=wukong.fire row=T01 tang=TS5 wukong=")
    assert position.apply("play TS5>T01").marker == "-"
    assert kinds(position, "play TS5>T01") == ["Played", "Resolved", "LevelCleared", "MarkerReturned"]
    assert at("row=T01 tang=u/TS5 wukong=").apply("play TS5>T01").marker == "x"


def test_E3_storage_is_emptied_before_the_shuffle_where_a_stored_card_was_played() -> None:
    """A6 first: the rest of the storage is shuffled with the others."""
    position = at("row=T01 wujing=WJ4///WJ3,WJ5' tang=").apply("play WJ3>T01")
    assert field(position, "wujing") == "u/-/-/WJ1,WJ2,WJ3,WJ4,WJ5,WJ6,WJ7,WJ8/-/-"


def test_E3_sheets_and_blessings_stay_as_they_are() -> None:
    """A used ability is used for the game."""
    position = at("blessings=3 row=T01 wukong=u/WK1 tang=").apply("play WK1>T01")
    assert [seat.unflipped for seat in position.seats] == [False, True]
    assert position.blessings == 3


# -- E4: won ---------------------------------------------------------------------------------------

LAST = "level=7 spirit=3/3 row={} {}"


def test_E4_the_last_level_cleared_is_won() -> None:
    """Nobody decides, nothing is legal; start is who cleared; the cards stay where they were."""
    position = at(LAST.format("T01", "seat=1 start=0 done=T02 wukong=WK2/WK3 tang=TS5,TS6'")).apply(
        "play TS5>T01"
    )
    assert (position.phase, position.seat, position.start_seat, position.rests) == ("won", None, 1, 0)
    assert (position.over, position.turn, position.level) == (True, "-", 7)
    assert position.done == ("T01", "T02")
    assert position.seats[0].hand == ("WK2",)
    assert position.seats[0].deck == ("WK3",)
    assert position.seats[1].hand == ("TS6'",)
    assert legal(position) == []
    for move in ("rest", "end", "ability"):
        assert refused(position, move) == "E4"


def test_E4_the_score_counts_relics_in_hands_decks_discards_and_storage() -> None:
    """Not those in the Resolved pile or the Reserve."""
    seats = "wujing=R01,WJ3/R02,WJ1'/R03/R04,WJ5' tang=R05,TS1/R06"
    position = at(LAST.format("T01", f"done=R07 {seats}")).apply("play WJ3>T01")
    assert position.score == 6
    assert at(LAST.format("T01", "wukong=WK1 tang=")).score is None


@pytest.mark.parametrize(
    ("score", "title"),
    [
        (0, "Barely escaped the web"),
        (1, "Lucky pilgrims"),
        (2, "Lucky pilgrims"),
        (3, "Web-cutting survivors"),
        (4, "Web-cutting survivors"),
        (5, "Relic guardians"),
        (6, "Relic guardians"),
        (7, "Heroes of the Silken Web"),
        (8, "Heroes of the Silken Web"),
        (9, "Legends worthy of scripture"),
        (10, "Legends worthy of scripture"),
    ],
)
def test_E4_the_reputation_is_told_as_printed(score: int, title: str) -> None:
    """By the number of Relics."""
    relics = ",".join(f"R{number:02}" for number in range(1, score + 1))
    position = at(LAST.format("T01", f"wukong=WK1//{relics} tang="))
    won = events(position, "play WK1>T01")[-1]
    assert (type(won).__name__, getattr(won, "score", None)) == ("Won", score)
    assert getattr(won, "reputation", None) == title
    assert title in won.sentence


def test_E4_a_claim_or_a_blessing_may_win_too() -> None:
    """Whatever clears the last level."""
    assert at(LAST.format("R01", "wukong= tang=")).apply("claim R01").score == 1
    assert at(LAST.format("R01", "rests=1 wukong= tang=")).apply("rest").score == 0


def test_E4_which_level_is_the_last_is_the_editions() -> None:
    """An edition of one level is won with it."""
    one = changed({"levels": changed({}).data["levels"][:1]})
    position = at("row=T01 wukong=WK1 tang=", one).apply("play WK1>T01")
    assert position.phase == "won"

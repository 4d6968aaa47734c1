"""The rules S1-S8: how a level begins."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from silkenweb.edition import Edition
from silkenweb.errors import NotationError
from silkenweb.game import Position
from tests.game.short_positions import (
    at,
    changed,
    deal_of,
    events,
    field,
    kinds,
    legal,
    refused,
    row,
    run,
    top,
)

SENIORITY = ["tang", "wukong", "bajie", "wujing", "bailoong"]


# -- S1: who plays, who starts ---------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_S1_the_most_senior_character_present_starts_wherever_they_sit(players: int) -> None:
    """Tang Sanzang, Wukong, Bajie, Wujing, then Bailoong Horse: for every table of so many players."""
    for chosen in combinations(SENIORITY, players):
        for seating in permutations(chosen):
            position = Position.start(seating)
            assert seating[position.start_seat] == chosen[0]
            assert all(seat.unflipped for seat in position.seats)
            assert position.characters == seating


def test_S1_seniority_is_the_editions() -> None:
    """Where an edition ranks Bailoong Horse first, Bailoong Horse starts."""
    edition = changed({"characters.4.seniority": 0, "characters.0.seniority": 9})
    assert Position.start(["tang", "wukong", "bailoong"], edition).start_seat == 2


def test_S1_turns_go_clockwise_as_the_seats_are_listed() -> None:
    """After the last seat comes the first."""
    position = at("seat=1 row=T01 wukong= tang= bajie=")
    seen = [position.seat]
    for _ in range(2):
        position = position.apply("rest")
        seen.append(position.seat)
    assert seen == [1, 2, 0]


@pytest.mark.parametrize(
    "characters", [[], ["tang"], [*SENIORITY, "tang"], ["tang", "tang"], ["tang", "monkey"]]
)
def test_S1_two_to_five_players_have_different_characters_of_the_edition(characters: list[str]) -> None:
    """Everything else is no game, to start or to read."""
    with pytest.raises(NotationError, match="characters"):
        Position.start(characters)
    fields = (
        "level=1 phase=deal seat=- start=0 blessings=1 rests=0 turn=- row=- deck=- done=- spirit=- marker=-"
    )
    seats = " ".join(f"{key}=A/-/-/-/-/-" for key in characters)
    with pytest.raises(NotationError, match="characters"):
        Position.parse(f"{fields} queue=- taking=- {seats}".strip())


# -- S2: how many Threats --------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "seats"), [(1, 2), (3, 2), (2, 5), (7, 5), (7, 4)])
def test_S2_a_level_deals_its_number_times_the_players(level: int, seats: int) -> None:
    """Level L deals L x players cards: neither fewer nor more are a deal."""
    position = at(f"phase=deal level={level} " + " ".join(f"{name}=" for name in SENIORITY[:seats]))
    cards = [f"T{number:02}" for number in range(1, 36)] + ["R01", "R02"]
    number = level * seats
    after = position.apply(deal_of(position, ",".join(cards[:number])))
    assert len(after.row) + len(after.deck) == number
    for wrong in (number - 1, number + 1):
        with pytest.raises(ValueError, match=r"\(S2\)"):
            position.apply(deal_of(position, ",".join(cards[:wrong])))


@pytest.mark.parametrize("relics", ["wukong=-/-/R01 wujing=", "wukong= wujing=-/-/-/R01"])
def test_S2_the_reserve_is_every_threat_that_no_player_holds_as_a_relic(relics: str) -> None:
    """A Relic in a pile or in storage can't be dealt; one that nobody holds can."""
    position = at(f"phase=deal level=2 {relics}")
    assert row(position.apply(deal_of(position, "R02,T01,T02,T19"))) == "R02,T01,T02,T19"
    for threats in ("R01,T01,T02,T19", "T01,T01,T02,T19", "T01,T99,T02,T19", "T01,WK1,T02,T19"):
        with pytest.raises(ValueError, match=r"\(S2\)"):
            position.apply(deal_of(position, threats))


def test_S2_a_short_reserve_is_dealt_whole() -> None:
    """With four Threats and one Relic left, level 3 of two players deals five cards and not six."""
    threats = Edition.load().data["threats"]["cards"][:4]
    edition = changed({"threats.cards": threats, "relics.ids": ["R01", "R02"]})
    position = at("phase=deal level=3 wukong=-/-/R02 tang=", edition)
    assert row(position.apply(deal_of(position, "T01,T02,T03,T04,R01"))) == "T01,T02,T03,T04,R01"
    with pytest.raises(ValueError, match="S2"):
        position.apply(deal_of(position, "T01,T02,T03,T04"))


def test_S2_a_deal_must_come_first_and_of_that_level() -> None:
    """No move goes before it, no deal at another time, none of another level."""
    position = at("phase=deal level=2 wukong= tang=")
    for move in ("rest", "keep", "end"):
        assert refused(position, move) == "S2"
    deal = deal_of(position, "T01,T02,T19,T03")
    with pytest.raises(ValueError, match="S2"):
        position.apply(deal | {"level": 1})
    with pytest.raises(ValueError, match="S2"):
        position.apply(deal).apply(deal)


# -- S3: the reveal --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("threats", "shown"),
    [
        ("T19,T24,T01,T02,T03", 3),  # locked before the third: still three
        ("T01,T19,T02,T03,T04", 3),
        ("T01,T02,T19,T03,T04", 3),
        ("T01,T02,T03,T19,T04", 4),  # after the third one at a time, until a card locks
        ("T01,T02,T03,T04,T19", 5),
        ("T01,T02,T03,T04,T05", 5),  # or until none is left
        ("R01,R02,R03,T19,T01", 4),  # Relics count as visible cards
        ("R01,T19,R02,T01,T02", 3),
    ],
)
def test_S3_three_cards_at_least_then_until_one_locks(threats: str, shown: int) -> None:
    """The row is revealed to the right; what is left is the Threat Deck, face down and in order."""
    position = at("phase=deal wukong= tang= bajie= wujing= bailoong=")
    after = position.apply(deal_of(position, threats))
    cards = threats.split(",")
    assert [target.card for target in after.row] == cards[:shown]
    assert list(after.deck) == cards[shown:]


@pytest.mark.parametrize("threats", ["T01,T02", "T19,T02", "R01,R02"])
def test_S3_fewer_than_three_are_all_revealed(threats: str) -> None:
    """Level 1 of two players has two cards."""
    position = at("phase=deal wukong= tang=")
    after = position.apply(deal_of(position, threats))
    assert (row(after), after.deck) == (threats, ())


# -- S4: the draw ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "draw"), [(1, 3), (2, 4), (3, 5), (5, 7), (7, 8)])
def test_S4_each_player_draws_the_levels_number_from_the_top(level: int, draw: int) -> None:
    """The hand is the deck's top, as it lies, sorted; the rest stays in order."""
    position = at(f"phase=deal level={level} wukong= tang=")
    deck = "WK8',WK1,WK5',WK2',WK7,WK3,WK6,WK4'"
    threats = ",".join(f"T{number:02}" for number in range(1, 2 * level + 1))
    after = position.apply(deal_of(position, threats, wukong=deck)).seats[0]
    assert list(after.hand) == sorted(deck.split(",")[:draw])
    assert list(after.deck) == deck.split(",")[draw:]
    assert after.discards == ()


def test_S4_a_deck_with_fewer_cards_is_drawn_whole(wide: Edition) -> None:
    """Level 4 of the wide edition draws 12; storage keeps what it has."""
    position = at("phase=deal level=4 wukong=-/-/R01 wujing=-/-/-/WJ1',WJ2", wide)
    deal = deal_of(position, "T01,T02,T03,T04,T05,T06,T07,T08", wukong=top("R01,WK3'", position, 0))
    after = position.apply(deal)
    assert len(after.seats[0].hand) == 9
    assert len(after.seats[1].hand) == 6
    assert after.seats[1].storage == ("WJ1'", "WJ2")
    assert (after.seats[0].deck, after.seats[1].deck) == ((), ())


def test_S4_a_level_may_draw_nothing() -> None:
    """Then there is nothing to discard either, and only the empty hand to turn or not."""
    edition = changed({"levels.0.draw": 0})
    position = at("phase=deal wukong= tang=", edition)
    assert legal(position.apply(deal_of(position, "T01,T02"))) == ["keep", "keep ~"]


@pytest.mark.parametrize(
    "deck", ["WK1", "WK1,WK1,WK2,WK3,WK4,WK5,WK6,WK7", "TS1,WK2,WK3,WK4,WK5,WK6,WK7,WK8", "", "WK1,WK1'"]
)
def test_S4_a_deck_is_exactly_that_players_cards(deck: str) -> None:
    """None missing, none twice, none of another."""
    position = at("phase=deal wukong= tang=")
    with pytest.raises(ValueError, match=r"\(S4\)"):
        position.apply(deal_of(position, "T01,T02", wukong=deck))


def test_S4_every_player_is_dealt_a_deck_and_nobody_else() -> None:
    """A deck that is missing, or one of a character who isn't there, makes no deal."""
    position = at("phase=deal wukong= tang=")
    deal = deal_of(position, "T01,T02")
    without = {"wukong": deal["decks"]["wukong"]}
    for decks in (without, deal["decks"] | {"bajie": []}):
        with pytest.raises(ValueError, match=r"\(S4\)"):
            position.apply(deal | {"decks": decks})


def test_S4_a_card_drawn_outside_setup_enters_the_hand_as_its_drawer_chooses() -> None:
    """Wukong's top card lies rotated; he may take it either way. A Relic has but one."""
    position = at("row=T01 bajie=BJ1 wukong=WK2/WK7',WK1").apply("ability -BJ1 wukong")
    assert (position.phase, position.seat, position.taking) == ("take", 1, "WK7")
    assert legal(position) == ["take WK7", "take WK7'"]
    assert position.apply("take WK7").seats[1].hand == ("WK2", "WK7")
    assert position.apply("take WK7'").seats[1].hand == ("WK2", "WK7'")
    relic = at("row=T01 bajie=BJ1 wukong=WK2/R04,WK1").apply("ability -BJ1 wukong")
    assert legal(relic) == ["take R04"]


# -- S5: what to keep ------------------------------------------------------------------------------


def test_S5_each_player_rotates_or_not_and_discards_the_levels_number() -> None:
    """Level 1 discards two of three: each pair, with and without rotating."""
    position = at("phase=keep row=T01,T02 wukong=WK1,WK2',WK3/WK4,WK5,WK6,WK7,WK8 tang=TS1,TS2,TS3")
    pairs = ["-WK1 -WK2", "-WK1 -WK3", "-WK2 -WK3"]
    assert legal(position) == [f"keep {pair}" for pair in pairs] + [f"keep ~ {pair}" for pair in pairs]
    for wrong in ("keep", "keep ~", "keep -WK1", "keep -WK1 -WK2 -WK3"):
        assert refused(position, wrong) == "S5"


def test_S5_the_hand_is_rotated_first() -> None:
    """Kept and discarded cards show their other face then."""
    position = at("phase=keep row=T01,T02 wukong=WK1,WK2',WK3/WK4,WK5,WK6,WK7,WK8 tang=TS1,TS2,TS3")
    held, rotated = position.apply("keep -WK1 -WK2"), position.apply("keep ~ -WK1 -WK2")
    assert field(held, "wukong") == "A/WK3/WK4,WK5,WK6,WK7,WK8/-/-/-WK1-WK2'"
    assert field(rotated, "wukong") == "A/WK3'/WK4,WK5,WK6,WK7,WK8/-/-/-WK1'-WK2"


@pytest.mark.parametrize("hand", ["WK1", "WK1,WK2"])
def test_S5_a_hand_of_fewer_cards_is_discarded_whole(hand: str) -> None:
    """With one or two cards where two are asked for, all of them go."""
    position = at(f"phase=keep row=T01,T02 wukong={hand} tang=TS1,TS2,TS3")
    whole = " ".join(f"-{card}" for card in hand.split(","))
    assert legal(position) == [f"keep {whole}", f"keep ~ {whole}"]


def test_S5_choices_are_recorded_from_the_start_player_clockwise() -> None:
    """Seat 2 starts: 2, 0, 1 choose, then it is seat 2's turn."""
    position = at("phase=keep level=7 seat=2 row=T01 wukong=WK1 tang=TS1 bajie=BJ1")
    assert position.queue == (2, 0, 1)
    seen = []
    while position.phase == "keep":
        seen.append(position.seat)
        position = position.apply("keep")
    assert seen == [2, 0, 1]
    assert (position.phase, position.seat, position.start_seat) == ("turn", 2, 2)


def test_S5_choices_stay_hidden_until_all_have_chosen_then_all_are_revealed_together() -> None:
    """The piles stay empty until the last choice, then hold everybody's discards, without orientation."""
    start = at(
        "phase=keep row=T01,T02 wukong=WK1,WK2',WK3/WK4,WK5,WK6,WK7,WK8 tang=TS1,TS2,TS3/TS4,TS5,TS6,TS7,TS8"
    )
    one = start.apply("keep -WK1 -WK2")
    assert [seat.discards for seat in one.seats] == [(), ()]
    assert one.view(1).seats[0].chosen is None
    assert one.view(1).seats[0].chosen_count == 2
    both = one.apply("keep ~ -TS1 -TS2")
    assert [seat.discards for seat in both.seats] == [("WK1", "WK2"), ("TS1", "TS2")]
    assert [seat.chosen for seat in both.seats] == [(), ()]
    assert kinds(start, "keep -WK1 -WK2") == ["Kept"]
    assert kinds(one, "keep ~ -TS1 -TS2") == ["Kept", "DiscardsRevealed", "DiscardsRevealed", "TurnBegan"]


def test_S5_only_cards_of_the_own_hand_are_discarded() -> None:
    """Neither another's, nor one of the deck, nor one twice, nor out of order."""
    position = at("phase=keep row=T01,T02 wukong=WK1,WK2,WK3/WK4,WK5,WK6,WK7,WK8 tang=TS1,TS2,TS3")
    for move in ("keep -TS1 -TS2", "keep -TS1 -WK2", "keep -WK1 -WK4", "keep -WK1 -WK1", "keep -WK2 -WK1"):
        assert refused(position, move) == "S5"
    for move in ("rest", "hold", "ability", "end", "play WK1>T01", "signal T01", "take WK4"):
        assert refused(position, move) == "S5"


def test_S5_a_relic_can_be_discarded() -> None:
    """It goes to the Discard Pile like any other card."""
    position = at("phase=keep row=T01,T02 wukong=R01,WK1,WK2/WK3,WK4,WK5,WK6,WK7,WK8 tang=-")
    position = run(position, "keep ~ -R01 -WK1", "keep")
    assert position.seats[0].discards == ("R01", "WK1")


# -- S6: storage -----------------------------------------------------------------------------------

STORE = "phase=keep level=2 row=T01,T02 wujing={}WJ1,WJ2',WJ3,WJ4/WJ5,WJ6,WJ7,WJ8{} tang="


def test_S6_wujing_may_store_any_of_the_cards_that_he_discards() -> None:
    """Each discard goes to the pile or into storage; nobody else has the choice."""
    position = at("phase=keep row=T01,T02 wujing=WJ1,WJ2,WJ3/WJ4,WJ5,WJ6,WJ7,WJ8 tang=TS1,TS2,TS3")
    first = [move for move in legal(position) if "WJ1" in move and "WJ2" in move and "~" not in move]
    assert first == ["keep -WJ1 -WJ2", "keep -WJ1 ^WJ2", "keep ^WJ1 -WJ2", "keep ^WJ1 ^WJ2"]
    assert len(legal(position)) == 3 * 4 * 2
    assert refused(position, "keep ^WJ1 ^WJ2 ^WJ3") == "S5"
    other = position.apply("keep ^WJ1 ^WJ2")
    assert refused(other, "keep ^TS1 -TS2") == "S6"


def test_S6_stored_cards_lie_in_the_orientation_that_they_have_then() -> None:
    """After rotating; face down until all have chosen, then face up."""
    position = at(STORE.format("", ""))
    chosen = position.apply("keep ~ ^WJ2")
    assert field(chosen, "wujing") == "A/WJ1',WJ3',WJ4'/WJ5,WJ6,WJ7,WJ8/-/-/^WJ2"
    assert run(chosen, "keep").seats[0].storage == ("WJ2",)
    assert run(position, "keep ^WJ2", "keep").seats[0].storage == ("WJ2'",)


def test_S6_a_relic_can_be_stored() -> None:
    """It lies there without orientation."""
    position = at("phase=keep level=2 row=T01,T02 wujing=R01,WJ1,WJ2,WJ3 tang=")
    assert run(position, "keep ~ ^R01", "keep").seats[0].storage == ("R01",)


def test_S6_a_flipped_sheet_stores_nothing() -> None:
    """Once his sheet is flipped he only discards."""
    position = at(STORE.format("u/", ""))
    assert not any("^" in move for move in legal(position))
    assert refused(position, "keep ^WJ1") == "S6"


def test_S6_storage_lasts_across_levels() -> None:
    """What is stored stays when the level is cleared, through the next deal, and more may come to it."""
    position = at("row=T01 wujing=WJ3///WJ1',WJ2 tang=").apply("play WJ3>T01")
    assert (position.phase, position.seats[0].storage) == ("deal", ("WJ1'", "WJ2"))
    position = position.apply(
        deal_of(position, "T01,T02,T03,T04", wujing=top("WJ8,WJ7,WJ6,WJ5", position, 0))
    )
    assert position.seats[0].storage == ("WJ1'", "WJ2")
    position = run(position, "keep ^WJ7", legal(position.apply("keep ^WJ7"))[0])
    assert position.seats[0].storage == ("WJ1'", "WJ2", "WJ7")


# -- S7: the Spider Spirit -------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "segments"), [(1, 0), (4, 0), (5, 1), (6, 2), (7, 3)])
def test_S7_levels_5_to_7_have_a_spider_spirit_known_from_the_start(level: int, segments: int) -> None:
    """The texts show it from the deal on; it is told as the discards are revealed."""
    position = at(f"phase=deal level={level} wukong= tang=")
    assert field(position, "spirit") == (f"0/{segments}" if segments else "-")
    keep = at(f"phase=keep level={level} seat=1 start=1 row=T01 wukong= tang=").apply("keep")
    assert field(keep, "spirit") == (f"0/{segments}" if segments else "-")
    shown = [event for event in events(keep, "keep") if type(event).__name__ == "SpiritRevealed"]
    assert len(shown) == (1 if segments else 0)


def test_S7_segments_are_resolved_left_to_right() -> None:
    """Level 7: Door, then Web or Fire, then Combat x2. Only the next one can be played on."""
    position = at("level=7 row=T19 wukong=WK2,WK3',WK5',WK6' tang=")
    for resolved, (card, others) in enumerate((("WK3", "WK2 WK5 WK6"), ("WK5", "WK2"), ("WK2", "WK6")), 1):
        assert {refused(position, f"play {other}>spirit") for other in others.split()} == {"T3"}
        position = position.apply(f"play {card}>spirit")
        assert position.spirit is not None
        assert position.spirit.resolved == resolved
    assert refused(position, "play WK6>spirit") == "T3"


# -- S8: silence -----------------------------------------------------------------------------------


def test_S8_nothing_passes_between_players_but_legal_actions_and_what_is_open() -> None:
    """No move tells anything else: what another may see of a choice of cards is that it was made."""
    position = at("phase=keep row=T01,T02 wukong=WK1,WK2,WK3/WK4,WK5,WK6,WK7,WK8 tang=TS1,TS2,TS3")
    seen = {position.step(move).events[0].seen_by(1) for move in legal(position)}
    assert len(seen) == 1
    assert len({position.apply(move).view(1) for move in legal(position)}) == 1
    kinds_of_turn = {move.split(" ")[0] for move in legal(at("row=R01,T01 tang=TS5 wukong=WK1"))}
    assert kinds_of_turn == {"ability", "claim", "rest", "signal"}

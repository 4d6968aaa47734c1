"""The rules C1-C6: what the cards are."""

from __future__ import annotations

from itertools import product

import pytest

from silkenweb.edition import Edition, Equipment, Relic, Threat
from silkenweb.errors import EditionError, NotationError
from silkenweb.game import Position
from tests.game.short_positions import at, changed, deal_of, legal, refused, row, run

EDITION = Edition.load()
SHOWS = {  # one face for each icon, of one owner each
    "combat": "WK1",
    "combat2": "WK2",
    "ranged": "WK4",
    "web": "WK6'",
    "door": "WK7'",
    "fire": "WK5'",
}
ASKS = {"T01": "combat", "T10": "combat", "T13": "web", "T19": "door", "T24": "fire"}


# -- C1: how many cards there are ------------------------------------------------------------------


def test_C1_a_game_has_45_threats_ten_of_them_relics_and_eight_equipment_a_character() -> None:
    """The built-in edition has what is printed: 35 Threats, 10 Relics, 5 times 8 Equipment, 7 levels."""
    kinds = [type(card) for card in EDITION.cards.values()]
    assert (kinds.count(Threat), kinds.count(Relic), kinds.count(Equipment)) == (35, 10, 40)
    assert [len(character.cards) for character in EDITION.characters.values()] == [8] * 5
    assert [level.level for level in EDITION.levels] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(("players", "blessings"), [(2, 2), (3, 1), (4, 1), (5, 0)])
def test_C1_blessings_follow_the_number_of_players(players: int, blessings: int) -> None:
    """A team of 2, 3, 4, 5 begins with 2, 1, 1, 0 Blessings, or with what it is told."""
    characters = list(EDITION.characters)[:players]
    assert Position.start(characters).blessings == blessings
    assert Position.start(characters, blessings=7).blessings == 7


# -- C2: what a Threat asks for --------------------------------------------------------------------


@pytest.mark.parametrize(("target", "icon"), list(product(ASKS, SHOWS)))
def test_C2_a_threat_takes_cards_that_show_its_icon(target: str, icon: str) -> None:
    """Each icon matches itself; ranged and combat2 match combat too (C5)."""
    position = at(f"row={target} wukong={SHOWS[icon]} tang=")
    shown = "combat" if icon in ("ranged", "combat2") else icon
    move = f"play {SHOWS[icon].rstrip(chr(39))}>{target}"
    if shown == ASKS[target]:
        assert legal(position, "play") == [move]
    else:
        assert legal(position, "play") == []
        assert refused(position, move) == "T3"


def test_C2_a_single_threat_asks_for_one_icon_and_combat_x2_for_two() -> None:
    """One Combat resolves T01; T10 keeps the first Combat as committed and goes with the second."""
    position = at("row=T01,T10,T13 wukong=WK1,WK3,WK6 tang=")
    position = position.apply("play WK1>T01")
    assert row(position) == "T10,T13"
    position = position.apply("play WK3>T10")
    assert row(position) == "T10(WK3@0),T13"
    assert row(position.apply("play WK6>T10")) == "T13"


@pytest.mark.parametrize("card", ["WK1", "WK2", "WK4", "WK6'"])
def test_C2_any_one_icon_of_a_flexible_threat_resolves_it(card: str) -> None:
    """T29 asks for Combat or Web: any card that shows either resolves it alone."""
    position = at(f"row=T29,T13 wukong={card} tang=")
    assert row(position.apply(f"play {card.rstrip(chr(39))}>T29")) == "T13"


def test_C2_a_flexible_threat_takes_none_of_the_other_icons() -> None:
    """T34 asks for Web or Fire: Combat and Door do not match."""
    position = at("row=T34 wukong=WK1,WK2,WK3',WK4 tang=")
    assert legal(position, "play") == []


def test_C2_an_edition_may_ask_for_other_counts_of_one_icon(wide: Edition) -> None:
    """Of the wide edition T10 asks for three Combat, T16 for two Web and T23 for two Fire."""
    position = at("row=T10,T16 wukong=WK1,WK2,WK3,WK6' tang=TS1,TS3", wide)
    position = position.apply("play WK1>T10")
    assert row(position) == "T10(WK1@0),T16"
    assert row(position.apply("play WK3>T10")) == "T10(WK1@0+WK3@0),T16"
    position = position.apply("play WK2>T10")
    assert row(position) == "T16"
    position = run(position, "play WK6>T16", "end")
    assert row(position) == "T16(WK6'@0)"
    assert row(position.apply("play TS1>T16")) == "-"
    fire = at("row=T23,T01 wukong=WK1',WK4' tang=", wide)
    assert row(fire.apply("play WK1>T23")) == "T23(WK1'@0),T01"
    assert row(run(fire, "play WK1>T23", "play WK4>T23")) == "T01"


def test_C2_a_flexible_threat_or_segment_always_has_count_one() -> None:
    """An edition with a flexible card or segment that asks for two is refused, and told where."""
    with pytest.raises(EditionError, match=r"threats\.cards\[28\]\.count"):
        changed({"threats.cards.28.count": 2})
    with pytest.raises(EditionError, match=r"levels\[6\]\.segments\[1\]\.count"):
        changed({"levels.6.segments.1.count": 2})


# -- C3: what locks --------------------------------------------------------------------------------


def revealed(threats: str, edition: Edition | None = None) -> str:
    """The row that a first deal of five cards begins with, for five players."""
    position = Position.start(list(EDITION.characters), edition)
    return row(position.apply(deal_of(position, threats)))


@pytest.mark.parametrize("locks", ["T19", "T24", "T32"])
def test_C3_door_fire_and_door_or_fire_lock(locks: str) -> None:
    """The reveal stops at a card that asks for Door, for Fire, or for either."""
    assert revealed(f"T01,T13,{locks},T02,T03") == f"T01,T13,{locks}"


@pytest.mark.parametrize("open_", ["T01", "T10", "T13", "T29", "T34", "R01"])
def test_C3_no_other_card_locks(open_: str) -> None:
    """Combat, Web, Combat or Web, a Relic, and (in the built-in edition) Web or Fire let the reveal go on."""
    assert revealed(f"T02,T14,{open_},T15,T03") == f"T02,T14,{open_},T15,T03"


def test_C3_a_card_locks_where_it_says_so(wide: Edition) -> None:
    """Combat or Door locks in the wide edition; Combat may lock alone, and Door not, if a card says so."""
    assert revealed("T01,T02,T29,T03,T04", wide) == "T01,T02,T29"
    odd = changed({"threats.cards.0.locking": True, "threats.cards.18.locking": False})
    assert revealed("T13,T14,T01,T19,T02", odd) == "T13,T14,T01"
    assert revealed("T13,T14,T19,T15,T02", odd) == "T13,T14,T19,T15,T02"


# -- C4: two faces ---------------------------------------------------------------------------------


def test_C4_a_card_shows_one_of_two_faces_by_its_orientation() -> None:
    """WK3 is Combat upright and Door when rotated: each orientation plays on what its own face shows."""
    upright, rotated = at("row=T01 wukong=WK3 tang="), at("row=T19 wukong=WK3' tang=")
    assert legal(upright, "play") == ["play WK3>T01"]
    assert legal(rotated, "play") == ["play WK3>T19"]
    assert legal(at("row=T19 wukong=WK3 tang="), "play") == []
    assert legal(at("row=T01 wukong=WK3' tang="), "play") == []


def test_C4_rotating_a_hand_turns_every_card_but_relics() -> None:
    """Each card shows its other face then; a Relic has no orientation and stays as it is."""
    position = at("row=T19,T13 wukong=R01,WK3,WK6' tang=").apply("rest ~")
    assert position.seats[0].hand == ("R01", "WK3'", "WK6")


@pytest.mark.parametrize("seat", ["wukong=R01'", "wukong=-/R01'", "wukong=-/-/R01'", "wukong=-/-/WK1'"])
def test_C4_neither_a_relic_nor_a_card_in_a_discard_pile_has_an_orientation(seat: str) -> None:
    """A text that says otherwise is no position."""
    with pytest.raises(NotationError, match="wukong"):
        at(f"row=T19 {seat} tang=")


# -- C5: what pays for Combat ----------------------------------------------------------------------


def test_C5_ranged_and_combat2_satisfy_combat_on_cards_and_segments() -> None:
    """T01, T10 and the segment that asks for Combat take all three kinds of Combat."""
    for place in ("T01", "T10"):
        position = at(f"row={place} wukong=WK1,WK2,WK4 tang=")
        assert legal(position, "play") == [f"play {card}>{place}" for card in ("WK1", "WK2", "WK4")]
    spirit = at("level=6 row=T19 wukong=WK1,WK2,WK4 tang=")
    assert legal(spirit, "play") == [f"play {card}>spirit" for card in ("WK1", "WK2", "WK4")]


def test_C5_combat2_gives_two_icons_and_ranged_one() -> None:
    """Combat x2 resolves T10 and a segment of two alone; a ranged card stays as committed."""
    assert row(at("row=T10,T13 wukong=WK2 tang=").apply("play WK2>T10")) == "T13"
    assert row(at("row=T10,T13 wukong=WK4 tang=").apply("play WK4>T10")) == "T10(WK4@0),T13"
    spirit = at("level=6 row=T19 wukong=WK2 tang=").apply("play WK2>spirit").spirit
    assert spirit is not None
    assert spirit.resolved == 1


def test_C5_combat2_gives_no_two_of_another_icon(wide: Edition) -> None:
    """The other face of such a card pays one Web where two are asked for."""
    assert row(at("row=T16 wukong=WK2' tang=", wide).apply("play WK2>T16")) == "T16(WK2'@0)"


# -- C6: ids ---------------------------------------------------------------------------------------


def test_C6_ids_are_the_editions_and_relics_are_what_it_says() -> None:
    """A Relic may be called T1 and a Threat R1: what the edition says counts. Digits alone are an id too."""
    edition = changed(
        {
            "relics.ids.0": "T1",
            "threats.cards.0.id": "R1",
            "threats.cards.1.id": "7",
            "threats.cards.2.id": "t10",
        }
    )
    position = at("row=T1,R1,7,t10 wukong=WK1,WK2,WK4 tang=", edition)
    assert legal(position, "claim") == ["claim T1"]
    position = run(position, "claim T1", "rest")
    assert position.seats[0].discards[0] == "T1"
    assert legal(position, "play") == [
        "play WK1>R1",
        "play WK2>R1",
        "play WK2>R1+7",
        "play WK4>7",
        "play WK4>R1",
        "play WK4>t10",
    ]
    assert row(position.apply("play WK2>R1+7")) == "t10"


@pytest.mark.parametrize("card", ["WK", "WK1a", "W-1", "WK1'", "", "Ü1", "WK１"])
def test_C6_an_id_is_letters_and_digits_and_ends_in_a_digit(card: str) -> None:
    """Anything else would not be told apart in a text, and the edition is refused."""
    with pytest.raises(EditionError, match=r"equipment\.cards\[8\]\.id"):
        changed({"equipment.cards.8.id": card})


def test_C6_a_card_that_the_edition_lacks_is_in_no_move() -> None:
    """The rule named is C6; a card of nobody at the table is merely in no hand."""
    position = at("row=T01 wukong=WK1 tang=")
    for move in ("play WK9>T01", "play WK1>T99", "play T01>T01", "claim R99", "ability T99"):
        assert refused(position, move) == "C6"
    assert refused(position, "play BJ2>T01") == "T1"

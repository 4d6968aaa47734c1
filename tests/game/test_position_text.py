"""The section Position text of the rules: writing, reading, refusing."""

from __future__ import annotations

import pickle
import re

import pytest

from silkenweb.errors import NotationError
from silkenweb.game import Position
from silkenweb.game.areas import Committed, Seat, Spirit, Target
from silkenweb.text import Words
from silkenweb.text.refusals import reason
from tests.game.short_positions import at, changed, field, legal, run, text

EXAMPLE = (
    "level=1 phase=turn seat=1 start=1 blessings=5 rests=0 turn=pw row=T10(WJ3@1) deck=- done=T26 spirit=- "
    "marker=- queue=- taking=- wujing=u/WJ4'/WJ6,WJ5',WJ8,WJ2,WJ1'/-/WJ7/- "
    "wukong=A/WK7'/WK2',WK5',WK1',WK6,WK4/WK3,WK8/-/-"
)


def test_Position_text_the_example_of_the_rules_is_read_and_written() -> None:
    """And its fields are the position's, in the rules' words."""
    position = Position.parse(EXAMPLE)
    assert position.text == EXAMPLE
    assert (position.level, position.phase, position.seat, position.start_seat) == (1, "turn", 1, 1)
    assert (position.blessings, position.rests, position.turn, position.marker) == (5, 0, "pw", "-")
    assert position.row == (Target("T10", (Committed("WJ3", 1),)),)
    assert (position.deck, position.done, position.spirit) == ((), ("T26",), None)
    assert (position.queue, position.taking, position.characters) == ((), None, ("wujing", "wukong"))
    assert position.seats[0] == Seat(
        character="wujing",
        unflipped=False,
        hand=("WJ4'",),
        deck=("WJ6", "WJ5'", "WJ8", "WJ2", "WJ1'"),
        discards=(),
        storage=("WJ7",),
        chosen=(),
    )


PHASES = {
    "deal": "phase=deal level=2 start=1 wukong=-/-/R01 wujing=-/-/-/WJ3'",
    "keep": "phase=keep level=2 seat=1 start=0 row=T01,T02,T19 deck=T03 "
    "wujing=WJ1,WJ2,WJ4/WJ5,WJ6,WJ8//WJ3/^WJ7 wukong=WK1,WK2,WK3,WK4/WK5,WK6,WK7,WK8",
    "turn": "level=6 seat=1 rests=1 row=T10(WK1@0),R01 done=R02,T01 spirit=1/2 marker=T10 tang= wukong=WK2",
    "take": "phase=take seat=1 row=T01 taking=WK7 bajie=u/BJ1 wukong=WK1/WK2",
    "rotate": "phase=rotate seat=2 row=T01 turn=s tang=u/ wukong=WK1 bajie=",
    "won": "phase=won level=7 start=1 done=R01,T01 wukong=WK1/WK2'/R02 wujing=-/-/-/R03,WJ1'",
    "lost": "phase=lost row=T01,T19 deck=R01 done=T02 marker=T19 wukong=WK1/WK2' tang=",
}


@pytest.mark.parametrize("phase", PHASES)
def test_Position_text_each_phase_is_read_and_written(phase: str) -> None:
    """The seat is `-` where nobody decides, and there nothing is legal; elsewhere something is."""
    position = at(PHASES[phase])
    assert position.phase == phase
    assert Position.parse(position.text) == position
    assert (position.seat is None) == (phase in ("deal", "won", "lost"))
    assert bool(legal(position)) == (position.seat is not None)
    assert position.over == (phase in ("won", "lost"))


def test_Position_text_the_fields_stand_in_this_order_split_by_one_space() -> None:
    """Names and order are the contract."""
    names = [part.split("=")[0] for part in at("row=T01 wukong= tang=").text.split(" ")]
    assert " ".join(names) == (
        "level phase seat start blessings rests turn row deck done spirit marker queue taking wukong tang"
    )


def test_Position_text_turn_tells_play_signal_and_stored_card_in_this_order() -> None:
    """`p`, `s`, `w` as they apply."""
    position = at("row=T01,T02,T19 tang=TS5 wujing=///WJ3,WJ5")
    assert position.turn == "-"
    signalled = position.apply("signal T19")
    assert signalled.turn == "s"
    assert signalled.apply("play TS5>T01").turn == "ps"
    assert signalled.apply("play WJ3>T01").turn == "psw"
    assert position.apply("play WJ3>T01").turn == "pw"


def test_Position_text_lists_are_sorted_as_plain_strings() -> None:
    """Hand, pile, storage and Resolved pile; ids that sort otherwise than their numbers do too."""
    edition = changed(
        {
            "threats.cards.0.id": "T1",
            "threats.cards.1.id": "T2",
            "equipment.cards.8.id": "WK10",
            "equipment.cards.9.id": "wk2",
            "relics.ids.0": "9",
        }
    )
    position = at("row=T13 done=9,T1,T10,T2 wukong=WK8,wk2',WK10' tang=", edition)
    assert position.done == ("9", "T1", "T10", "T2")
    assert position.seats[0].hand == ("WK10'", "WK8", "wk2'")
    assert position.seats[0].discards == ("WK3", "WK4", "WK5", "WK6", "WK7")


def test_Position_text_chosen_cards_are_sorted_by_card_each_after_its_sign() -> None:
    """Written together."""
    position = at("phase=keep row=T01,T02 wujing=WJ1,WJ2,WJ3/WJ4,WJ5,WJ6,WJ7,WJ8 tang=TS1,TS2,TS3")
    assert field(position.apply("keep ~ ^WJ2 -WJ3"), "wujing").split("/")[5] == "^WJ2'-WJ3'"
    assert field(position.apply("keep -WJ1 ^WJ2"), "wujing").split("/")[5] == "-WJ1^WJ2"


def test_Position_text_the_spirit_and_the_row_carry_commitments_in_order() -> None:
    """The card as it lies, and the seat that committed it."""
    position = at("level=6 row=T10(WK8'@0),T11(BH1@1) spirit=0/2(WJ5'@1) wukong= bailoong= wujing=u/")
    assert position.row == (
        Target("T10", (Committed("WK8'", 0),)),
        Target("T11", (Committed("BH1", 1),)),
    )
    assert position.spirit == Spirit(0, 2, (Committed("WJ5'", 1),))


def test_Position_text_in_take_and_rotate_the_turn_belongs_to_bajie_or_tang() -> None:
    """And goes on to the seat after."""
    take = at("phase=take seat=0 row=T01 taking=WK7 wukong=WK1/WK2 bajie=u/BJ1 tang=")
    assert take.apply("take WK7").seat == 2
    rotate = at("phase=rotate seat=1 row=T01 turn=s wukong=WK1 bajie=BJ1 tang=u/")
    assert rotate.queue == (1,)
    assert rotate.apply("hold").seat == 0


def test_Position_text_a_position_is_its_text() -> None:
    """Equal, equally hashed, and pickled by it; another edition makes another position."""
    one, other = Position.parse(EXAMPLE), Position.parse(EXAMPLE)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Position.parse(EXAMPLE.replace("blessings=5", "blessings=4"))
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != Position.parse(EXAMPLE, changed({"version": 2}))
    assert one != EXAMPLE
    assert "level=1" in repr(one)


def test_Position_text_a_position_is_never_made_or_changed_by_hand() -> None:
    """It comes from start, parse, or another one; playing leaves the old one as it was."""
    with pytest.raises(TypeError):
        Position()
    position = Position.parse(EXAMPLE)
    run(position, "end")
    assert position.text == EXAMPLE


# -- what is no position ---------------------------------------------------------------------------

TURN = "row=T01,T19 deck=T02 done=T03 wukong=WK1/WK2 wujing=WJ1/WJ2/R01/WJ3"
KEEP = "phase=keep level=1 row=T01,T02 wujing=WJ1,WJ2,WJ3/WJ4,WJ5,WJ6,WJ7,WJ8 wukong=WK1,WK2,WK3"
IMPOSSIBLE = [
    # (short text of a possible position, what stands there, what comes instead, the place that is told)
    # a card twice
    (TURN, "row=T01,T19", "row=T01,T01", "row"),
    (TURN, "deck=T02", "deck=T01", "deck"),
    (TURN, "done=T03", "done=T19", "done"),
    (TURN, "done=T03", "done=R01", "wujing"),
    (TURN, "wukong=A/WK1/", "wukong=A/WK1,WK1/", "wukong"),
    (TURN, "wukong=A/WK1/", "wukong=A/WK1,WK1'/", "wukong"),
    (TURN, "wukong=A/WK1/WK2/", "wukong=A/WK1/WK1/", "wukong"),
    (TURN, "/WJ3/-", "/WJ1/-", "wujing"),
    (TURN, "row=T01,", "row=T10(WK1@0),", "wukong"),
    # a card nowhere
    (TURN, "wukong=A/WK1/", "wukong=A/-/", "wukong"),
    # an unknown card, or one that can't lie there
    (TURN, "row=T01", "row=T99", "row"),
    (TURN, "row=T01", "row=WK1", "row"),
    (TURN, "row=T01", "row=t01", "row"),
    (TURN, "deck=T02", "deck=X1", "deck"),
    (TURN, "done=T03", "done=T3", "done"),
    (TURN, "wukong=A/WK1/", "wukong=A/WK9/", "wukong"),
    (TURN, "wukong=A/WK1/", "wukong=A/TS1/", "wukong"),
    (TURN, "wukong=A/WK1/", "wukong=A/WK1''/", "wukong"),
    (TURN, "wukong=A/WK1/", "wukong=A/T05/", "wukong"),
    (TURN, "/WJ3/-", "/WJ3/WJ5", "wujing"),
    (TURN, "/WK2/WK3", "/WK2/WK3'", "wukong"),
    # a seat that isn't there
    (TURN, "seat=0", "seat=2", "seat"),
    (TURN, "seat=0", "seat=-", "seat"),
    (TURN, "seat=0", "seat=-1", "seat"),
    (TURN, "seat=0", "seat=00", "seat"),
    (TURN, "start=0", "start=5", "start"),
    (TURN, "row=T01", "row=T10(WJ4@2)", "row"),
    (KEEP, "queue=0,1", "queue=0,2", "queue"),
    # a phase that does not fit
    (TURN, "phase=turn", "phase=keep", "queue"),
    (TURN, "phase=turn", "phase=take", "taking"),
    (TURN, "phase=turn", "phase=rotate", "queue"),
    (TURN, "phase=turn", "phase=deal", "seat"),
    (TURN, "phase=turn", "phase=won", "seat"),
    (TURN, "phase=turn", "phase=lost", "seat"),
    (TURN, "phase=turn", "phase=play", "phase"),
    (KEEP, "phase=keep", "phase=turn", "queue"),
    (KEEP, "queue=0,1", "queue=-", "queue"),
    (KEEP, "queue=0,1", "queue=1,0", "queue"),
    (KEEP, "queue=0,1", "queue=0", "queue"),
    (KEEP, "queue=0,1", "queue=0,1,0", "queue"),
    (KEEP, "done=-", "done=T03", "row"),
    (PHASES["take"], "bajie=u/", "bajie=A/", "phase"),
    (PHASES["take"], "seat=1", "seat=0", "taking"),
    (PHASES["take"], "taking=WK7", "taking=-", "wukong"),
    (PHASES["take"], "taking=WK7", "taking=WK7'", "taking"),
    (PHASES["take"], "taking=WK7", "taking=BJ2", "taking"),
    (PHASES["take"], "rests=0", "rests=1", "rests"),
    (PHASES["rotate"], "queue=2", "queue=2,0", "queue"),
    (PHASES["rotate"], "seat=2", "seat=0", "queue"),
    (PHASES["won"], "row=-", "row=T02", "phase"),
    (PHASES["won"], "deck=-", "deck=T02", "phase"),
    (PHASES["won"], "level=7 phase=won", "level=6 phase=won", "spirit"),
    (PHASES["won"], "spirit=3/3", "spirit=2/3", "phase"),
    (PHASES["lost"], "blessings=0", "blessings=1", "phase"),
    (PHASES["lost"], "rests=2", "rests=1", "rests"),
    (PHASES["deal"], "row=-", "row=T01", "row"),
    (PHASES["deal"], "done=-", "done=T01", "row"),
    (PHASES["deal"], "wukong=A/-/", "wukong=A/R02/", "phase"),
    # numbers
    (TURN, "level=1", "level=0", "level"),
    (TURN, "level=1", "level=8", "level"),
    (TURN, "level=1", "level=01", "level"),
    (TURN, "level=1", "level=١", "level"),
    (TURN, "blessings=1", "blessings=-1", "blessings"),
    (TURN, "blessings=1", "blessings=1e3", "blessings"),
    (TURN, "blessings=1", f"blessings={'9' * 5000}", "blessings"),
    (TURN, "rests=0", "rests=2", "rests"),
    (TURN, "spirit=-", "spirit=0/1", "spirit"),
    ("level=6 row=T01 wukong= tang=", "spirit=0/2", "spirit=0/3", "spirit"),
    ("level=6 row=T01 wukong= tang=", "spirit=0/2", "spirit=3/2", "spirit"),
    ("level=6 row=T01 wukong= tang=", "spirit=0/2", "spirit=-", "spirit"),
    ("level=6 row=T01 wukong= tang=", "spirit=0/2", f"spirit={'1' * 5000}/2", "spirit"),
    ("level=6 row=T01 wukong=WK1 tang=", "spirit=0/2", "spirit=2/2(WK1@0)", "spirit"),
    # the turn
    (TURN, "turn=-", "turn=w", "turn"),
    (TURN, "turn=-", "turn=pw", "turn"),  # nobody's sheet was flipped for it
    (TURN, "turn=-", "turn=s", "turn"),
    (TURN, "turn=-", "turn=x", "turn"),
    (TURN, "turn=-", "turn=", "turn"),
    (TURN, "turn=-", "turn=pp", "position"),
    (TURN, "rests=0 turn=-", "rests=1 turn=p", "rests"),
    ("row=T01 tang= wukong=", "turn=-", "turn=s", "marker"),
    ("row=T01 tang= wukong=", "turn=-", "turn=sp", "position"),
    (KEEP, "turn=-", "turn=p", "turn"),
    # the marker
    (TURN, "marker=-", "marker=T01", "marker"),
    (TURN, "marker=-", "marker=x", "marker"),
    ("row=T01 tang= wukong=", "marker=-", "marker=T02", "marker"),
    ("row=T01 tang= wukong=", "marker=-", "marker=bajie.fire", "marker"),
    ("row=T01 tang= wukong=", "marker=-", "marker=tang.ranged", "marker"),
    ("row=T01 tang= wukong=", "marker=-", "marker=x", "marker"),
    ("row=T01 tang=u/ wukong=", "marker=x", "marker=-", "marker"),
    # commitments
    ("row=T10(WK1@0) wukong= tang=", "row=T10", "row=T01", "row"),
    ("row=T10(WK1@0) wukong= tang=", "row=T10", "row=T13", "row"),
    ("row=T10(WK1@0) wukong= tang=", "row=T10", "row=R01", "row"),
    (TURN, "row=T01", "row=T10()", "row"),
    (TURN, "row=T01", "row=T10(WK3)", "row"),
    (TURN, "row=T01", "row=T10(WK3@0", "row"),
    (TURN, "row=T01", "row=T10(R02@0)", "row"),
    (TURN, "row=T01", "row=T10(TS5@0)", "row"),
    # storage and discards face down
    (
        TURN,
        "wukong=A/WK1/WK2/WK3,WK4,WK5,WK6,WK7,WK8/-/-",
        "wukong=A/WK1/WK2/WK3,WK4,WK5,WK6,WK7/WK8/-",
        "wukong",
    ),
    (TURN, "wujing=A/", "wujing=u/", "wujing"),
    (TURN, "wukong=A/WK1/", "wukong=B/WK1/", "wukong"),
    (TURN, "wukong=A/WK1/", "wukong=A//", "wukong"),
    (TURN, "wukong=A/WK1/", "wukong=A/WK1/-/", "wukong"),
    (
        TURN,
        "wukong=A/WK1/WK2/WK3,WK4,WK5,WK6,WK7,WK8/-/-",
        "wukong=A/-/WK2/WK3,WK4,WK5,WK6,WK7,WK8/-/-WK1",
        "wukong",
    ),
    (
        KEEP,
        "wujing=A/WJ1,WJ2,WJ3/WJ4,WJ5,WJ6,WJ7,WJ8/-/-/-",
        "wujing=A/WJ3/WJ4,WJ5,WJ6,WJ7,WJ8/-/-/-WJ1-WJ2",
        "wujing",
    ),
    (KEEP, "/-/-/-", "/-/-/WJ1", "wujing"),
    # the form
    (TURN, "level=1 ", "", "field 1"),
    (TURN, "phase=turn ", "", "field 2"),
    (TURN, "start=0 blessings=1", "blessings=1 start=0", "field 4"),
    (TURN, "level=1 ", "level=1  ", "field 2"),
    (TURN, "taking=- ", "", "field 14"),
    (TURN, " wukong=", " monkey=", "characters"),
    (TURN, " wukong=", " wujing=", "characters"),
    (TURN, "done=T03", "done=", "done"),
    (TURN, "row=T01,T19", "row=T01,,T19", "row"),
    (TURN, "row=T01,T19", "row=T01,T19,", "row"),
    (TURN, "done=T03", "done=T04,T03", "position"),
    (TURN, "/WK3,WK4,", "/WK4,WK3,", "position"),
]


@pytest.mark.parametrize(("short", "old", "new", "where"), IMPOSSIBLE)
def test_Position_text_an_impossible_one_is_a_notation_error_that_says_where(
    short: str, old: str, new: str, where: str
) -> None:
    """A card twice, an unknown card, a seat that isn't there, a phase that does not fit, and the like."""
    possible = text(short)
    Position.parse(possible)
    assert possible.count(old) >= 1
    with pytest.raises(NotationError) as caught:
        Position.parse(possible.replace(old, new, 1))
    assert caught.value.where == where
    assert caught.value.reason
    assert re.search("[一-鿿]", reason(Words("zh-Hant"), caught.value))  # no language falls back to English
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("wrong", [None, 7, b"level=1", ["level=1"]])
def test_Position_text_is_a_text(wrong: object) -> None:
    """Anything else is refused likewise."""
    with pytest.raises(NotationError, match="position"):
        Position.parse(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong", ["", " ", "level", "level=1", "\n", "=" * 50, "x" * 30_000, EXAMPLE + "\n", " " + EXAMPLE]
)
def test_Position_text_anything_else_is_none(wrong: str) -> None:
    """Empty, cut off, padded, far too long."""
    with pytest.raises(NotationError):
        Position.parse(wrong)

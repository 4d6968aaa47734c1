"""The section Move text of the rules: what a move's text says, and which texts are none."""

from __future__ import annotations

import pytest

from silkenweb.errors import IllegalMove, NotationError
from silkenweb.game import Move
from tests.game.short_positions import at, changed, legal

FORMS = {  # each form of the rules, with what it says
    "keep": {"laid": (), "rotates": False},
    "keep ~": {"laid": (), "rotates": True},
    "keep -WK1 -WK3": {"laid": ("WK1", "WK3"), "discards": ("WK1", "WK3"), "stored": (), "rotates": False},
    "keep ~ -WJ1 ^WJ4": {"laid": ("WJ1", "WJ4"), "discards": ("WJ1",), "stored": ("WJ4",), "rotates": True},
    "play WK3>T12": {"card": "WK3", "targets": ("T12",)},
    "play WK3>T12+T13": {"card": "WK3", "targets": ("T12", "T13")},
    "play WK3>spirit": {"card": "WK3", "targets": ("spirit",)},
    "play R04>T12": {"card": "R04", "targets": ("T12",)},
    "end": {"card": None, "targets": ()},
    "claim R02": {"card": "R02"},
    "rest": {"rotates": False},
    "rest ~": {"rotates": True},
    "signal T12": {"place": "T12"},
    "signal wukong.fire": {"place": "wukong.fire"},
    "ability": {"targets": (), "card": None, "drawer": None, "taken": ()},
    "ability T12": {"targets": ("T12",)},
    "ability spirit": {"targets": ("spirit",)},
    "ability -BJ3 wukong": {"card": "BJ3", "drawer": "wukong", "targets": ()},
    "ability +BH3": {"taken": ("BH3",)},
    "ability +BH3 +BH5'": {"taken": ("BH3", "BH5'"), "card": None},
    "take WK7": {"card": "WK7"},
    "take WK7'": {"card": "WK7'"},
    "take R04": {"card": "R04"},
    "hold": {"rotates": False},
    "rotate": {"rotates": True},
}


@pytest.mark.parametrize("text", FORMS)
def test_Move_text_each_form_is_read_and_is_its_text(text: str) -> None:
    """A Move compares, sorts, hashes and prints as its text, and tells its parts."""
    move = Move.parse(text)
    assert move == text
    assert str(move) == text
    assert hash(move) == hash(text)
    assert repr(move) == f"Move({text!r})"
    assert move.kind == text.split(" ")[0]
    for name, value in FORMS[text].items():
        assert getattr(move, name) == value, name


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "keep ",
            "Keep",
            "keep~",
            "keep -WK1  -WK2",
            "keep WK1",
            "keep -WK1 ~",
            "keep +WK1",
            "keep -WK1'",
        ),
        *(
            "play",
            "play WK3",
            "play WK3'>T12",
            "play WK3>",
            "play WK3> T12",
            "play WK3>T12+",
            "play WK3>T12+T13+T14",
        ),
        *(
            "play WK3>T12+spirit",
            "play >T12",
            "play WK3>t",
            "play WK3->T12",
            "play WK3>T12 ",
            " play WK3>T12",
        ),
        *("end ", "end 1", "claim", "claim R", "rest~", "rest ~ ~", "rest rotate", "signal", "signal spirit"),
        *("signal wukong", "signal wukong.", "signal .fire", "signal Wukong.fire", "signal wukong.fire.x"),
        *("ability ", "ability -BJ3", "ability BJ3 wukong", "ability -BJ3 wukong ", "ability +BH1 +BH2 +BH3"),
        *(
            "ability +BH1 T12",
            "ability +BH1''",
            "take",
            "take WK7''",
            "take 'WK7",
            "hold ~",
            "rotate ~",
            "pass",
        ),
        *("rest\n", "play WK３>T12", "play WK1>T٣", "keep -" + "1" * 3000, "\x00", "rest\u200b"),
    ],
)
def test_Move_text_anything_else_is_a_notation_error(text: str) -> None:
    """To read and to play: it has no move's form, so no rule forbids it."""
    with pytest.raises(NotationError, match="move"):
        Move.parse(text)
    with pytest.raises(NotationError, match="move"):
        at("row=T01 wukong=WK1 tang=").apply(text)


@pytest.mark.parametrize("wrong", [None, 7, b"rest", ["rest"]])
def test_Move_text_is_a_text(wrong: object) -> None:
    """Anything else is refused likewise."""
    with pytest.raises(NotationError):
        Move.parse(wrong)  # type: ignore[arg-type]


def test_Move_text_legal_moves_are_sorted_as_strings_whatever_the_ids() -> None:
    """Ids that are the beginning of others, small letters, digits alone; `>` sorts behind digits."""
    edition = changed(
        {
            "threats.cards.0.id": "t1",
            "threats.cards.1.id": "T1",
            "threats.cards.2.id": "1",
            "equipment.cards.8.id": "W1",
            "equipment.cards.11.id": "w1",
            "equipment.cards.15.id": "W10",
            "relics.ids.0": "z1",
            "relics.ids.1": "0",
        }
    )
    # W1 is Combat, w1 and W10 Ranged
    position = at("level=6 row=t1,T1,1,0 wukong=W1,w1,W10,z1,WK2 tang=", edition)
    moves = legal(position)
    assert moves == sorted(moves)
    assert [move for move in moves if move.endswith(">t1")] == [
        *("play W10>t1", "play W1>t1", "play WK2>t1", "play w1>t1", "play z1>t1"),
    ]
    assert moves[:2] == ["ability spirit", "ability t1"]
    for move in moves:
        position.apply(move)


def test_Move_text_a_decision_is_one_move_text() -> None:
    """Whatever is legal has the form of a move; moves and their texts are taken alike."""
    position = at("row=T01,T13 tang=TS5,TS7 bajie=BJ1/BJ2")
    for move in position.legal_moves():
        assert Move.parse(str(move)) == move
        assert position.apply(move) == position.apply(str(move))


def test_Move_text_an_illegal_move_tells_move_rule_reason_and_what_is_legal() -> None:
    """The error names all four, and stays short."""
    position = at("row=T01,T13 tang=TS5,TS7 bajie=BJ1/BJ2")
    with pytest.raises(IllegalMove) as caught:
        position.apply("play TS7>T01")
    error = caught.value
    assert (error.move, error.rule, error.legal) == ("play TS7>T01", "T3", position.legal_moves())
    assert "T3" in str(error)
    assert error.reason in str(error)
    assert "ability" in str(error)
    assert len(str(error)) < 500

"""`set_up`: positions for lessons in few words."""

from __future__ import annotations

import pytest

from silkenweb.errors import NotationError, SilkenwebError
from silkenweb.teaching.lesson_position import set_up
from tests.game.short_positions import at


def test_named_cards_are_placed_and_the_others_go_to_the_discard_piles() -> None:
    """The same positions as the position text gives."""
    assert set_up("T10(WK8'@0) T19", tang="TS6 TS1", wukong="") == at(
        "row=T10(WK8'@0),T19 tang=TS6,TS1 wukong="
    )
    position = set_up("T13", deck="T01 T19", level=6, seat=1, blessings=0, rests=1, tang="", bajie="BJ2'")
    assert position == at("level=6 row=T13 deck=T01,T19 seat=1 blessings=0 rests=1 tang= bajie=BJ2'")
    stored = set_up("T13", storage={"wujing": "WJ4 WJ1'"}, decks={"tang": "TS3' TS1"}, wujing="", tang="TS2")
    assert stored == at("row=T13 wujing=///WJ1',WJ4 tang=TS2/TS3',TS1")
    assert set_up("T13", flipped=["tang"], marker="T13", tang="", bajie="").marker == "x"
    assert set_up("T13", spirit="1/2", level=6, tang="", bajie="").spirit.resolved == 1  # type: ignore[union-attr]


def test_what_cannot_be_is_refused() -> None:
    """A character that is none, a deck of somebody who does not sit there, a card twice, another's card."""
    for wrong in ({"wukog": ""}, {"wukong": "", "tang": "", "decks": {"bajie": "BJ1"}}, {"rows": "T01"}):
        with pytest.raises(SilkenwebError, match="is not at the table"):
            set_up("T01", **wrong)  # type: ignore[arg-type]
    for hand in ("WK1 WK1'", "BJ1", "WK9"):
        with pytest.raises(NotationError):
            set_up("T01", wukong=hand, bajie="")

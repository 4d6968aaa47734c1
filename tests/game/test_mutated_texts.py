"""Mutated position texts: refused with a NotationError, or a position that is its text and plays on."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.errors import NotationError
from silkenweb.game import Position
from silkenweb.text.refusals import in_english
from tests.game.invariants import check_moves
from tests.game.positions import recorded

NUMBERS = ["-", "0", "1", "2", "3", "5", "7", "8", "00", "-1", "99999999999"]
WORDS = ["deal", "keep", "turn", "take", "rotate", "won", "lost", "p", "s", "w", "psw", "x", "A", "u", ""]
SIGNS = list("-,/+@()^'=. 0123456789AuTRWKJ\n\0é")


def mutated(text: str, draw: st.DataObject) -> str:
    """One change: of a sign, a value, a card, a field."""

    def one_of(options: list[str]) -> str:
        return draw.draw(st.sampled_from(options))

    cards = list(re.finditer(r"[A-Z]+[0-9]+'?", text))
    fields = text.split(" ")
    match draw.draw(st.integers(0, 7)):
        case 0:  # a sign
            at = draw.draw(st.integers(0, len(text) - 1))
            return text[:at] + one_of(["", *SIGNS]) + text[at + draw.draw(st.integers(0, 2)) :]
        case 1:  # a value
            at = draw.draw(st.integers(0, len(fields) - 1))
            fields[at] = fields[at].split("=")[0] + "=" + one_of(NUMBERS + WORDS)
        case 2 if cards:  # a card becomes another one, of this text or any
            spot, other = (draw.draw(st.sampled_from(cards)) for _ in range(2))
            new = draw.draw(st.sampled_from([other[0], "", "R01", "T01", spot[0] + "'", spot[0].rstrip("'")]))
            return text[: spot.start()] + new + text[spot.end() :]
        case 3 if cards:  # two cards change places
            spot, other = sorted(
                (draw.draw(st.sampled_from(cards)) for _ in range(2)), key=lambda each: each.start()
            )
            if spot == other:
                return text
            return (
                text[: spot.start()]
                + other[0]
                + text[spot.end() : other.start()]
                + spot[0]
                + text[other.end() :]
            )
        case 4:  # a field of another position
            other_text = draw.draw(st.sampled_from(recorded())).split(" ")
            at = draw.draw(st.integers(0, min(len(fields), len(other_text)) - 1))
            fields[at] = other_text[at]
        case 5:  # a field twice, or not at all
            at = draw.draw(st.integers(0, len(fields) - 1))
            fields[at : at + 1] = [fields[at]] * draw.draw(st.sampled_from([0, 2]))
        case 6:  # two fields change places
            at, to = (draw.draw(st.integers(0, len(fields) - 1)) for _ in range(2))
            fields[at], fields[to] = fields[to], fields[at]
        case _:  # a part of a seat
            at = draw.draw(st.integers(min(14, len(fields) - 1), len(fields) - 1))
            parts = fields[at].split("/")
            parts[draw.draw(st.integers(0, len(parts) - 1))] = one_of(["-", "A", "u", *parts])
            fields[at] = "/".join(parts)
    return " ".join(fields)


@settings(max_examples=800)
@given(st.data())
def test_a_mutated_text_is_refused_or_plays_on(data: st.DataObject) -> None:
    """Read, it comes back as it was; and from it any game goes on without another exception."""
    text = data.draw(st.sampled_from(recorded()))
    for _ in range(data.draw(st.integers(1, 3))):
        text = mutated(text, data)
    try:
        position = Position.parse(text)
    except NotationError as error:
        told = error
    else:
        assert position.text == text
        play_on(position, random.Random(text))
        return
    assert told.where
    assert told.reason == in_english(told.code, told.parameters)
    assert len(str(told)) < 500


def play_on(position: Position, rng: random.Random) -> None:
    """Thirty decisions, looked at from every seat."""
    for _ in range(30):
        check_moves(position)
        assert Position.parse(position.text) == position
        for seat in range(len(position.seats)):
            assert position.view(seat).text
            assert len(position.view(seat).seats) == len(position.seats)
        if position.over:
            return
        if position.phase == "deal":
            position = position.apply(sw.deal(position, rng=rng))
        else:
            position = position.apply(rng.choice(position.legal_moves()))

"""Events and moves in words, which come from the catalogue of a language alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

import silkenweb as sw
from silkenweb.game import events as ev
from silkenweb.game.choice import move_words, rest_price
from silkenweb.game.view import seen_events
from silkenweb.replay import Node
from silkenweb.text import Words
from silkenweb.widgets.payload import NOBODY, sentences

TEAMS = (
    ("tang", "wukong", "bajie", "wujing", "bailoong"),
    ("wujing", "bajie"),
    ("tang", "bailoong", "wukong"),
)
KINDS = {kind for kind in vars(ev).values() if isinstance(kind, type) and issubclass(kind, ev.Event)}
KINDS -= {ev.Event, ev.Secret}
ENGLISH, CHINESE = Words("en"), Words("zh-Hant")
NAMES = re.compile(r"[A-Z]{1,2}\d{1,2}'?")  # of cards


@cache
def games() -> tuple[sw.Replay, ...]:
    """Games of bots that try everything and get far, and the samples."""
    made = [
        sw.play(list(team), bot, seed=f"words-{seed}", blessings=blessings)
        for team in TEAMS
        for bot, blessings in (("random", 40), ("convention", 5))
        for seed in range(2)
    ]
    return (*made, *(sw.sample(name) for name in sw.samples()))


def nodes() -> Iterator[Node]:
    for replay in games():
        yield from replay.nodes()


def test_the_games_of_this_test_hold_every_kind_of_event_and_move() -> None:
    assert {type(event) for node in nodes() for event in node.events} == KINDS
    assert {node.move.kind for node in nodes() if node.move is not None} == {
        "keep", "play", "end", "claim", "rest", "signal", "ability", "take", "hold", "rotate",
    }  # fmt: skip


@pytest.mark.parametrize("viewer", [None, NOBODY, 0, 1])
def test_in_english_every_event_is_told_as_the_rules_tell_it(viewer: int | None) -> None:
    for node in nodes():
        events = node.events if viewer is None else seen_events(node.events, viewer)
        assert sentences(ENGLISH, node, viewer) == [event.sentence for event in events]


PRICES = {"": "", "blessing": " (loses a Blessing)", "game": " (loses the game)"}


def test_a_rest_says_what_it_costs_unless_that_is_left_out() -> None:
    """Nothing else that a move does has a price."""
    for node in nodes():
        for move in node.position.legal_moves()[:60]:
            price = PRICES[rest_price(node.state)] if move.kind == "rest" else ""
            plain = move_words(ENGLISH, node.state, move, price=False)
            assert move_words(ENGLISH, node.state, move) == plain + price


def test_moves_name_each_card_as_it_will_lie() -> None:
    """A keep that rotates names the other faces; every kind of move has words of its own."""
    said: dict[str, str] = {}
    for node in nodes():
        for move in node.position.legal_moves()[:60]:
            said.setdefault(move.kind, move_words(ENGLISH, node.state, move))
            if move.kind == "keep" and not move.rotates and move.discards:
                turned = sw.Move(move.replace("keep", "keep ~"))
                one, other = (move_words(ENGLISH, node.state, each) for each in (move, turned))
                flipped = sorted(_turn(name) for name in NAMES.findall(one))
                assert sorted(NAMES.findall(other)) == flipped
    assert len(set(said.values())) == len(said) == 10


def _turn(card: str) -> str:
    """The other face of a card; a Relic has one."""
    if card.startswith("R"):
        return card
    return card[:-1] if card.endswith("'") else f"{card}'"


def test_chinese_names_the_same_cards_and_no_other_word_in_latin_letters() -> None:
    for node in nodes():
        for viewer in (None, 0):
            pairs = zip(sentences(CHINESE, node, viewer), sentences(ENGLISH, node, viewer), strict=True)
            for told, english in pairs:
                assert sorted(NAMES.findall(told)) == sorted(NAMES.findall(english))
                assert not re.search("[A-Za-z]", NAMES.sub("", told)), told


def test_chinese_moves_name_the_same_cards_and_no_other_word_in_latin_letters() -> None:
    for node in nodes():
        for move in node.position.legal_moves()[:20]:
            told, english = (move_words(words, node.state, move) for words in (CHINESE, ENGLISH))
            assert sorted(NAMES.findall(told)) == sorted(NAMES.findall(english))
            assert not re.search("[A-Za-z]", NAMES.sub("", told)), told

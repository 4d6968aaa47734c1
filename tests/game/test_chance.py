"""The section Chance of the rules: deals from a seed, and deals as given."""

from __future__ import annotations

import random
from collections import Counter
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.edition import Edition, Relic
from silkenweb.errors import IllegalMove, NotationError
from silkenweb.game import Deal, Position
from tests.game.invariants import check_cards, held_relics
from tests.game.short_positions import at, deal_of


def key(seed: str, level: int, card: str) -> int:
    """The number of a card, as the rules word it."""
    digest = blake2b(f"{seed}|{level}|{card}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def expected(position: Position, seed: str) -> dict[str, Any]:
    """The deal, by the words of the rules."""
    cards = position.edition.cards
    held = {card for seat in position.seats for card in (*seat.discards, *seat.storage)}
    reserve = [name for name, card in cards.items() if not hasattr(card, "owner") and name not in held]
    reserve.sort(key=lambda card: key(seed, position.level, card))
    decks = {}
    for seat in position.seats:
        pile = sorted(seat.discards, key=lambda card: key(seed, position.level, card))
        decks[seat.character] = [
            card + "'" if key(seed, position.level, card) % 2 and not isinstance(cards[card], Relic) else card
            for card in pile
        ]
    number = position.level * len(position.seats)
    return {"level": position.level, "threats": reserve[:number], "decks": decks}


POSITIONS = [
    "phase=deal wukong= tang=",
    "phase=deal level=3 wukong=-/-/R01,R05 wujing=-/-/R02/R03,WJ1',WJ2 bajie=",
    "phase=deal level=7 tang= wukong= bajie= wujing= bailoong=-/-/R10",
]


@pytest.mark.parametrize("short", POSITIONS)
@pytest.mark.parametrize("seed", ["class-7", "", "0", "Spinne 🕷 |1|", "x" * 1000])
def test_Chance_a_seed_deals_as_the_rules_word_it(short: str, seed: str) -> None:
    """Sorted by the 64-bit numbers of `seed|level|card`, odd ones rotated, Relics never, storage left out."""
    position = at(short)
    assert sw.deal(position, seed).to_dict() == expected(position, seed)
    position.apply(sw.deal(position, seed))


def test_Chance_two_branches_of_a_game_meet_the_same_luck() -> None:
    """A card's place depends on the seed, the level and itself: a Relic held only takes itself out."""
    free, held = at("phase=deal level=3 wukong= tang="), at("phase=deal level=3 wukong=-/-/R07 tang=")
    one, other = sw.deal(free, "s"), sw.deal(held, "s")
    assert one.decks["tang"] == other.decks["tang"]
    assert [card for card in other.decks["wukong"] if card != "R07"] == list(one.decks["wukong"])
    assert [card for card in other.threats if card in one.threats] == [
        card for card in one.threats if card != "R07"
    ]
    assert sw.deal(at("phase=deal level=2 wukong= tang="), "s").decks != one.decks


def test_Chance_a_deal_is_a_text_of_json_and_back() -> None:
    """`to_dict` and `from_dict` are inverse; a deal is applied as either."""
    position = at("phase=deal level=2 wukong= tang=")
    deal = sw.deal(position, "s")
    assert Deal.from_dict(deal.to_dict()) == deal
    assert hash(Deal.from_dict(deal.to_dict())) == hash(deal)
    assert position.apply(deal) == position.apply(deal.to_dict()) == position.step(deal).position


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"level": 1},
        {"level": "1", "threats": [], "decks": {}},
        {"level": 1, "threats": "T01", "decks": {}},
        {"level": 1, "threats": [1], "decks": {}},
        {"level": 1, "threats": ["T01"], "decks": {"tang": [None]}},
        {"level": True, "threats": ["T01"], "decks": []},
        [],
        None,
        7,
    ],
)
def test_Chance_what_has_not_the_shape_of_a_deal_is_a_notation_error(wrong: Any) -> None:
    """With the place in the error."""
    with pytest.raises(NotationError, match="deal"):
        at("phase=deal wukong= tang=").apply(wrong)


def test_Chance_a_given_deal_may_be_any_possible_one() -> None:
    """Exactly L x players cards of the Reserve, exactly each player's own cards, Relics without `'`."""
    position = at("phase=deal wukong=-/-/R01 tang=")
    good = deal_of(position, "T01,R02")
    assert position.apply(good).phase == "keep"
    relic = good | {"decks": good["decks"] | {"wukong": ["R01'", *good["decks"]["wukong"][1:]]}}
    for wrong in (relic, good | {"threats": ["T01", "R01"]}, good | {"threats": ["T01'", "R02"]}):
        with pytest.raises(IllegalMove):
            position.apply(wrong)


def test_Chance_only_where_a_deal_must_come() -> None:
    """A seed or a generator, not both; in phase deal."""
    position = at("phase=deal wukong= tang=")
    with pytest.raises(TypeError):
        sw.deal(position, "s", rng=random.Random(1))
    with pytest.raises(TypeError, match="seed: expected"):
        sw.deal(position, 7.0)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="seed"):
        sw.deal(position, "\ud800")
    with pytest.raises(IllegalMove, match="S2"):
        sw.deal(at("row=T01 wukong= tang="), "s")


def test_Chance_a_generator_deals_every_card_every_place_and_orientation_alike() -> None:
    """Over 4000 deals: each Threat, each top card, each orientation about as often as any other."""
    position, rng = at("phase=deal wukong=-/-/R01 tang="), random.Random(7)
    deals = [sw.deal(position, rng=rng) for _ in range(4000)]
    threats = Counter(card for deal in deals for card in deal.threats)
    assert len(threats) == 44
    assert all(120 <= number <= 250 for number in threats.values())  # 182 expected
    tops = Counter(deal.decks["wukong"][0] for deal in deals)
    assert tops["R01"] == pytest.approx(444, abs=90)
    assert len(tops) == 17
    assert all(number == pytest.approx(222, abs=70) for card, number in tops.items() if card != "R01")
    position.apply(deals[0])
    assert [sw.deal(position, rng=random.Random(3)) for _ in range(2)] == [
        sw.deal(position, rng=random.Random(3))
    ] * 2


def test_Chance_a_short_reserve_is_dealt_whole_by_seed_and_generator() -> None:
    """Fewer cards than L x players: all of them."""
    data = Edition.load().data
    data["threats"]["cards"] = data["threats"]["cards"][:3]
    position = at("phase=deal level=7 wukong= tang=", Edition.from_dict(data))
    for deal in (sw.deal(position, "s"), sw.deal(position, rng=random.Random(1))):
        assert len(deal.threats) == 13
        position.apply(deal)


CARDS = st.sampled_from(["T01", "R01", "WK1", "WK1'", "-"])
JUNK = CARDS | st.none() | st.integers() | st.booleans() | st.text(max_size=4)


@settings(max_examples=300)
@given(st.data())
def test_Chance_a_mutated_deal_is_refused_or_possible(data: st.DataObject) -> None:
    """Cards dropped, doubled, turned, swapped, or junk: an error of ours, or a position as ever."""
    position = at(data.draw(st.sampled_from(POSITIONS)))
    deal: Any = sw.deal(position, "s").to_dict()
    lists = [deal["threats"], *deal["decks"].values()]
    for _ in range(data.draw(st.integers(1, 3))):
        cards, others = (data.draw(st.sampled_from(lists)) for _ in range(2))
        at_, to = (data.draw(st.integers(0, max(0, len(each) - 1))) for each in (cards, others))
        match data.draw(st.integers(0, 5)):
            case 0:
                cards[at_ : at_ + 1] = []
            case 1:
                others[to:to] = cards[at_ : at_ + 1]
            case 2 if cards and others:
                cards[at_], others[to] = others[to], cards[at_]
            case 3 if cards and isinstance(cards[at_], str):
                cards[at_] = cards[at_].rstrip("'") if cards[at_].endswith("'") else cards[at_] + "'"
            case 4:
                cards[at_:at_] = [data.draw(JUNK)]
            case _:
                deal[data.draw(st.sampled_from(["level", "threats", "decks", "x"]))] = data.draw(JUNK)
    try:
        after = position.apply(deal)
    except (IllegalMove, NotationError):
        return
    check_cards(after, [*deal["threats"], *held_relics(position)])
    assert Position.parse(after.text) == after


DEAL = {"level": 1, "threats": ["T01"], "decks": {"tang": ["TS1"]}}


@pytest.mark.parametrize(
    ("change", "where", "message"),
    [
        ({"level": "2"}, "deal.level", "expected a whole number, got '2'"),
        ({"threats": "T01"}, "deal.threats", "expected a list of cards, got 'T01'"),
        ({"threats": ["T01", 7]}, "deal.threats[1]", "expected the text of a card, got 7"),
        ({"decks": []}, "deal.decks", "expected a dict of decks by character, got a list"),
        ({"decks": {"tang": [None]}}, "deal.decks.tang[0]", "expected the text of a card, got None"),
    ],
)
def test_a_misshapen_deal_is_refused_with_its_place(
    change: dict[str, object], where: str, message: str
) -> None:
    """The error says what was expected, what was found, and where."""
    with pytest.raises(NotationError) as caught:
        Deal.from_dict({**DEAL, **change})
    assert caught.value.where == where
    assert message in str(caught.value)


@pytest.mark.parametrize("key", sorted(DEAL))
def test_a_deal_without_a_key_is_refused_by_its_name(key: str) -> None:
    with pytest.raises(NotationError, match=f"expected the key '{key}'"):
        Deal.from_dict({name: value for name, value in DEAL.items() if name != key})

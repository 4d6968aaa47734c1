"""Views and events: a seat sees what the rules give it, and nothing else (K1-K4)."""

from __future__ import annotations

import random
import re

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.edition import Equipment
from silkenweb.errors import NotationError
from silkenweb.game import Move, Position
from silkenweb.game.events import Recovered
from silkenweb.game.view import seen_events
from tests.game.positions import before_a_deal, chosen, positions, recorded
from tests.game.short_positions import at
from tests.game.test_mutated_texts import mutated
from tests.twins import known, shuffled

SEEDS = st.integers(0, 1 << 32)
SIGHTS = settings(max_examples=150)


def seats(position: Position) -> range:
    """All seats of a table."""
    return range(len(position.seats))


# -- views -----------------------------------------------------------------------------------------


@SIGHTS
@given(positions(), SEEDS)
def test_what_a_seat_cannot_know_makes_no_difference_to_its_view(position: Position, seed: int) -> None:
    """Shuffled all ways, the view is equal, with the same hash, the same text, the same seats."""
    rng = random.Random(seed)
    for viewer in seats(position):
        view = position.view(viewer)
        other = shuffled(position, viewer, rng).view(viewer)
        assert view == other
        assert hash(view) == hash(other)
        assert view.text == other.text
        assert view.seats == other.seats
        assert (view.taking, view.deck_count, view.row) == (other.taking, other.deck_count, other.row)
        assert msgspec.json.encode(view.seats) == msgspec.json.encode(other.seats)


@SIGHTS
@given(st.data())
def test_two_views_are_equal_exactly_if_the_seat_cannot_tell_the_positions_apart(data: st.DataObject) -> None:
    """A changed open thing, or one of the seat's own, makes a different view; a hidden one does not."""
    text = before = data.draw(st.sampled_from(recorded()))
    for _ in range(data.draw(st.integers(1, 2))):
        text = mutated(text, data)
    try:
        other = Position.parse(text)
    except NotationError:
        assume(False)
        return
    position = Position.parse(before)
    for viewer in range(min(len(position.seats), len(other.seats))):
        same = known(position, viewer) == known(other, viewer)
        assert (position.view(viewer) == other.view(viewer)) == same
        assert (position.view(viewer).text == other.view(viewer).text) == same


TABLE = (
    "level=6 seat=1 start=1 blessings=2 rests=1 row=T10(WK1@0),R05,T19 deck=T01,T02 done=R07,T20 spirit=1/2 "
    "marker=T19 wukong=R01,WK2'/WK3,R02,WK4'/R03 tang=TS1',TS2/TS3,TS4' wujing=WJ1/WJ2,WJ3'//R04,WJ5'"
)
OPEN = [
    ("level=6", "level=7", "spirit=1/2", "spirit=1/3"),
    ("seat=1", "seat=0"),
    ("start=1", "start=2"),
    ("blessings=2", "blessings=3"),
    ("rests=1", "rests=2"),
    ("rests=1", "rests=0 turn=p"),
    ("rests=1", "rests=1 turn=s"),
    ("R05,T19", "R06,T19"),
    ("R05,T19", "T19,R05"),
    ("WK1@0", "WK1@2"),
    ("WK1@0", "WK8'@0"),
    ("deck=T01,T02", "deck=T01"),
    ("done=R07,T20", "done=R07,T21"),
    ("done=R07,T20", "done=T20"),
    ("spirit=1/2", "spirit=0/2"),
    ("spirit=1/2", "spirit=0/2(WK6@0)"),
    ("marker=T19", "marker=R05"),
    ("marker=T19", "marker=wukong.fire"),
    ("marker=T19", "marker=-"),
    ("wukong=", "wukong=u/"),
    ("R01,WK2'/WK3,R02,WK4'/R03", "R01,WK2',WK3/R02,WK4'/R03"),  # how many in hand and deck
    ("R01,WK2'/WK3,R02,WK4'/R03", "R01,WK2'/WK3,R02,WK5'/R03"),  # what lies in the Discard Pile
    ("R01,WK2'/WK3,R02,WK4'/R03", "R01,WK2'/WK3,R03,WK4'/R02"),  # which Relic lies in it
    ("R04,WJ5'", "R04,WJ5"),
    ("R04,WJ5'", "R04,WJ6"),
    ("R04,WJ5'", "R08,WJ5'"),
]
OWN = [  # of seat 1
    ("TS1',TS2/TS3,TS4'", "TS1,TS2/TS3,TS4'"),
    ("TS1',TS2/TS3,TS4'", "TS1',TS3/TS2,TS4'"),
]
HIDDEN = [  # from seat 1
    ("deck=T01,T02", "deck=T24,R09"),
    ("TS1',TS2/TS3,TS4'", "TS1',TS2/TS4,TS3"),
    ("R01,WK2'/WK3,R02,WK4'/", "R02,WK4/WK3',R01,WK2/"),
    ("WJ1/WJ2,WJ3'/", "WJ3/WJ2',WJ1'/"),
]


def both(*changes: str) -> tuple[Position, Position]:
    """The table, and it with something changed; a card that has lost its place lies in its owner's pile."""
    text = TABLE
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert text.count(old) == 1
        text = text.replace(old, new)
    return at(TABLE), at(text)


@pytest.mark.parametrize("changes", OPEN)
def test_a_changed_open_thing_makes_every_view_differ(changes: tuple[str, ...]) -> None:
    """K1, item by item."""
    before, after = both(*changes)
    for viewer in seats(before):
        assert before.view(viewer) != after.view(viewer)
        assert before.view(viewer).text != after.view(viewer).text


@pytest.mark.parametrize("change", OWN)
def test_a_changed_own_thing_makes_only_the_own_view_differ(change: tuple[str, str]) -> None:
    """K2."""
    before, after = both(*change)
    assert [before.view(viewer) == after.view(viewer) for viewer in seats(before)] == [True, False, True]


@pytest.mark.parametrize("change", HIDDEN)
def test_a_changed_hidden_thing_makes_no_difference(change: tuple[str, str]) -> None:
    """K2 and K3."""
    before, after = both(*change)
    assert before != after
    assert before.view(1) == after.view(1)


# -- events ----------------------------------------------------------------------------------------


def hidden_cards(position: Position, viewer: int) -> set[str]:
    """The Equipment in places that the seat can't look into, and the cards of the Threat Deck."""
    found = set(position.deck)
    for seat, area in enumerate(position.seats):
        found |= {card.rstrip("'") for card in area.deck}
        if seat != viewer:
            found |= {card.strip("-^'") for card in (*area.hand, *area.chosen)}
            found |= {position.taking} if position.taking and position.seat == seat else set()
    relics = {card for card in found if not isinstance(position.edition.cards[card], Equipment)}
    return {card for card in found - (relics - set(position.deck)) if not card.isdigit()}


@SIGHTS
@given(positions(), SEEDS)
def test_no_event_names_a_card_that_its_seer_cannot_see(position: Position, seed: int) -> None:
    """Neither the sentence nor the JSON: whatever is hidden from the seat afterwards is in none of them.

    But for what Bailoong takes back openly (A4), and whose Relics are whose.
    """
    rng = random.Random(seed)
    for _ in range(6):
        if position.over:
            return
        deals = position.phase == "deal"
        what = sw.deal(position, rng=rng) if deals else chosen(position, rng.randrange(1 << 16))
        position, told = position.step(what)
        for viewer in seats(position):
            hidden = hidden_cards(position, viewer)
            for event in seen_events(told, viewer):
                words = re.findall(r"[A-Za-z0-9]+", msgspec.json.encode(event).decode())
                assert isinstance(event, Recovered) or not hidden & set(words)


def shown(position: Position, viewer: int, move: Move) -> tuple[set[str], set[str]]:
    """The hidden cards that this step shows to the viewer: as they lie, or only which they are."""
    named = set(re.findall(r"(?<![a-z.])[A-Za-z0-9]*[0-9]", move))
    if move.drawer:  # a discard is a card of the pile; a drawer sees what it draws, not how it lay
        drawer = position.characters.index(move.drawer)
        return set(), named | ({position.seats[drawer].deck[0].rstrip("'")} if drawer == viewer else set())
    if move.kind == "keep" and len(position.queue) == 1:  # all that lies face down is turned up
        laid = [card for area in position.seats for card in area.chosen]
        laid += ["^" + card for card in move.stored] + ["-" + card for card in move.discards]
        stored, discards = ({card[1:].rstrip("'") for card in laid if card[0] == sign} for sign in "^-")
        return stored, discards
    if move.kind in ("keep", "take") and position.seat != viewer:
        return set(), set()
    return named, set()


@SIGHTS
@given(positions(), SEEDS)
def test_what_a_seat_cannot_know_makes_no_difference_to_what_it_sees_happen(
    position: Position, seed: int
) -> None:
    """With all shuffled that this step leaves hidden, the events it sees are equal, and the view after it.

    Another's keep or take may be any other one. And a seat's own legal moves follow from its view.
    """
    rng = random.Random(seed)
    assume(position.seat is not None)
    for viewer in seats(position):
        move = others_move = Move(chosen(position, rng.randrange(1 << 16)))
        fixed, loose = shown(position, viewer, move)
        other = shuffled(position, viewer, rng, fixed, loose, threats=False)
        if position.seat == viewer:
            assert position.legal_moves() == other.legal_moves()
        elif move.kind in ("keep", "take") and not (fixed or loose):
            others_move = rng.choice([each for each in other.legal_moves() if each.kind == move.kind])
        after, told = position.step(move)
        others_after, others_told = other.step(others_move)
        assert seen_events(told, viewer) == seen_events(others_told, viewer)
        assert after.view(viewer) == others_after.view(viewer)


@SIGHTS
@given(before_a_deal(), SEEDS)
def test_a_deal_shows_a_seat_the_row_and_its_own_hand(position: Position, seed: int) -> None:
    """Two deals that differ in the Threat Deck, in others' cards and in all decks are told to it alike."""
    rng = random.Random(seed)
    deal = sw.deal(position, rng=rng)
    dealt, told = position.step(deal)
    for viewer in seats(position):
        other = shuffled(dealt, viewer, rng)
        decks = {}
        for seat, area in enumerate(other.seats):
            hand = list(area.hand)
            if seat != viewer:
                rng.shuffle(hand)
            decks[area.character] = [*hand, *area.deck]
        threats = [*(target.card for target in other.row), *other.deck]
        again, told_again = position.step({"level": deal.level, "threats": threats, "decks": decks})
        assert again == other
        assert seen_events(told, viewer) == seen_events(told_again, viewer)


@given(positions(), SEEDS)
@settings(max_examples=100)
def test_a_seat_sees_its_own_part_of_an_event_and_events_are_records(position: Position, seed: int) -> None:
    """Frozen, hashable, JSON both ways; who made the move sees it whole."""
    rng = random.Random(seed)
    assume(not position.over and position.phase != "deal")
    seat = position.seat
    assert seat is not None
    for event in position.step(chosen(position, rng.randrange(1 << 16))).events:
        if getattr(event, "seat", None) == seat:
            assert event.seen_by(seat) == event
        kind = type(event)
        assert msgspec.json.decode(msgspec.json.encode(event), type=kind) == event
        assert hash(event) == hash(msgspec.structs.replace(event))
        with pytest.raises(AttributeError):
            event.sentence = ""

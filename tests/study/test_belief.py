"""What a seat can know, compared with a full enumeration by texts and with the events of games."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from random import Random

import pytest

import silkenweb as sw
from silkenweb import Position
from silkenweb.edition import Equipment
from silkenweb.errors import SilkenwebError
from silkenweb.game.tables import bits
from silkenweb.study.belief import EXACT, Belief, belief

TARGETS = [key for key, card in sw.Edition.load().cards.items() if not isinstance(card, Equipment)]
SMALL = (
    "level=7 phase={phase} seat={seat} start=0 blessings=0 rests=0 turn=- row=T10 deck={deck} "
    "done={done} spirit=3/3 marker=- queue=- taking={taking} "
    "wukong=A/WK2'/{wdeck}/WK3,WK4,WK5,WK6,WK7,WK8/-/- "
    "bajie={bajie}/{hand}/{bdeck}/BJ3,BJ4,BJ5,BJ6,BJ7,BJ8/-/-"
)


def small(**parts: str) -> Position:
    """Two players with few hidden cards; the Threat Deck holds one of three cards."""
    words = {"phase": "turn", "seat": "0", "taking": "-", "bajie": "A", "deck": "T02", "wdeck": "WK1"}
    words |= {"hand": "BJ1", "bdeck": "BJ2',R03"} | parts
    unseen = {"T01", "T02", "R05", "T10", "R03"}
    done = sorted(set(TARGETS) - unseen)
    return Position.parse(SMALL.format(done=",".join(done), **words))


def worlds_by_text(position: Position, viewer: int) -> set[str]:
    """Every position with the same View, found by writing all candidate texts."""
    view = position.view(viewer)
    away = {target.card for target in position.row} | set(position.done)
    away |= {card for seat in position.seats for card in (*seat.hand, *seat.deck, *seat.discards)}
    unseen = [card for card in TARGETS if card not in away]
    decks = list(permutations(unseen, len(position.deck)))
    ways = []
    for number, seat in enumerate(position.seats):
        hidden = [card.rstrip("'") for card in seat.deck]
        hand = len(seat.hand)
        if number != viewer:
            hidden += [card.rstrip("'") for card in seat.hand]
        texts = set()
        for order in permutations(hidden):
            for turned in product(("", "'"), repeat=len(order)):
                faces = [c + t if c[0] != "R" else c for c, t in zip(order, turned, strict=True)]
                mine = list(seat.hand) if number == viewer else sorted(faces[:hand])
                deck = faces if number == viewer else faces[hand:]
                texts.add(f"{','.join(mine) or '-'}/{','.join(deck) or '-'}")
        ways.append(texts)
    found = set()
    for deck in decks:
        for chosen in product(*ways):
            words = position.text.split(" ")
            words[8] = f"deck={','.join(deck) or '-'}"
            for number, text in enumerate(chosen):
                key, _, rest = words[14 + number].partition("=")
                parts = rest.split("/")
                words[14 + number] = f"{key}={parts[0]}/{text}/{'/'.join(parts[3:])}"
            made = Position.parse(" ".join(words))
            assert made.view(viewer) == view
            found.add(made.text)
    return found


@pytest.mark.parametrize("viewer", [0, 1])
def test_all_worlds_are_those_that_texts_can_tell(viewer: int) -> None:
    """`all_worlds` yields exactly the positions with this View, each once; `count` is their number."""
    position = small()
    known = belief(position.view(viewer))
    mine = Counter(world.text for world, _ in known.all_worlds())
    assert set(mine) == worlds_by_text(position, viewer)
    assert max(mine.values()) == 1
    assert known.count == len(mine)


@pytest.mark.parametrize("viewer", [0, 1])
def test_worlds_are_drawn_uniformly(viewer: int) -> None:
    """All drawn worlds are equally frequent (chi-squared, fixed seeds)."""
    known = belief(small().view(viewer))
    total = known.count
    draws = 30 * total
    found = Counter(world.text for world, _ in zip(known.worlds("u"), range(draws), strict=False))
    assert len(found) == total
    chi = sum((count - 30) ** 2 / 30 for count in found.values())
    assert abs(chi - total) < 4.5 * (2 * total) ** 0.5


def test_exact_chances_are_those_of_the_worlds() -> None:
    """Counting over all worlds gives the results of the formulas, and sampling comes close."""
    known = belief(small().view(0))
    assert known.count <= EXACT

    def share(what: object) -> float:
        estimate = known.chance(what)  # type: ignore[arg-type]
        assert estimate.error == 0
        return estimate.value

    for card in ("BJ1", "BJ1'", "BJ2", "R03"):
        assert known.holds(1, card) == pytest.approx(share(lambda w, c=card: c in w.seats[1].hand))
    for card in ("BJ1", "BJ2", "R03"):
        inside = share(lambda w, c=card: any(text.rstrip("'") == c for text in w.seats[1].deck))
        assert known.in_deck(1, card) == pytest.approx(inside)
    for card, chance in known.threats.items():
        assert chance == pytest.approx(share(lambda w, c=card: c in w.deck))
    edition = sw.Edition.load()
    for icon, chance in known.next_asks().items():
        asked = share(lambda w, i=icon: i in (getattr(edition.cards[w.deck[0]], "icons", ()) or ("relic",)))
        assert chance == pytest.approx(asked)
    row = small().row[0].card
    tables = small().state.tables
    match = tables.match[1][tables.target_of[row]] & ~tables.relic_mask
    serving = share(lambda w: bool(w.state.hands[1] & match))
    assert known.serves(1, row) == pytest.approx(serving)
    assert known.hands[1].some["relic"] == pytest.approx(share(lambda w: "R03" in w.seats[1].hand))
    assert known.holds(0, "WK2'") == 1.0
    assert known.holds(0, "WK2") == 0.0


def test_a_card_being_drawn_stands_for_both_its_sides() -> None:
    """A1: a player who sees another one draw counts by deals: a Relic on top is as likely as any
    other card.
    """
    position = small(phase="take", taking="R03", bajie="u", bdeck="BJ2'")
    known = belief(position.view(1))
    relic = known.chance(lambda w: w.taking == "R03")
    assert (relic.value, relic.error) == (pytest.approx(1 / 3), 0)
    assert {world.taking for world, _ in known.all_worlds()} == {"WK1", "WK2", "R03"}
    drawn = zip(known.worlds("t"), range(3000), strict=False)
    assert sum(world.taking == "R03" for world, _ in drawn) / 3000 == pytest.approx(1 / 3, abs=0.04)


def test_known_cards_stay_in_hand() -> None:
    """A4: cards that were recovered openly are in every world, rotated with the hand, until they
    are played.
    """
    start = Position.start(["bailoong", "wukong"], blessings=2)
    met = 0
    for seed in range(40):
        replay = sw.play(start.characters, "convention", seed=f"k{seed}")
        for node in replay.main_line():
            if node.move is None or not node.move.startswith("ability +"):
                continue
            for after in node.line():
                if after.deal is not None or after.position.over:
                    break
                known = belief(after.view(1), after.seen(1))
                cards = known.hands[0].known if 0 in known.hands else ()
                assert set(cards) <= set(after.position.seats[0].hand)
                world = next(known.worlds("x"))
                assert set(cards) <= set(world.seats[0].hand)
                assert world.view(1) == after.view(1)
                met += bool(cards)
    assert met


@pytest.mark.parametrize(
    "characters",
    [["wukong", "bajie", "wujing"], ["tang", "bailoong"], ["wujing", "tang", "bailoong", "bajie", "wukong"]],
)
@pytest.mark.parametrize("by", [None, "convention"])
def test_worlds_of_games_agree_with_every_view(characters: list[str], by: str | None) -> None:
    """For every viewer and phase, a world has the same View and is a possible position, and the true one can
    be drawn.
    """
    replay = sw.play(characters, "random", seed="views", blessings=6)
    rng = Random("views")
    for node in replay.main_line()[::3]:
        for seat in range(len(characters)):
            known = belief(node.view(seat), node.seen(seat), by=by)
            world = Position._of(known.draw(rng))
            assert world.view(seat) == node.view(seat)
            assert Position.parse(world.text) == world
            assert known.count >= 1


def test_rests_are_read_by_the_convention() -> None:
    """With `by`, no world has a card in a hand whose Rest said it is absent, if that is possible."""
    replay = sw.play(["tang", "bajie", "wukong"], "convention", seed="told")
    less = 0
    for node in replay.main_line():
        if node.position.phase != "turn":
            continue
        seat = node.position.seat
        assert seat is not None
        told, plain = Belief(node.view(seat), node.seen(seat), "convention"), belief(node.view(seat))
        less += told.count < plain.count
        for other in range(3):
            if other != seat:
                absent = told._draws[other].absent
                assert not told.draw(Random(1)).hands[other] & absent
                assert not any(told._holds(other, face) for face in bits(absent))
    assert less


def test_weights_change_the_odds() -> None:
    """`weigh` changes the probabilities of worlds; a function that excludes all of them is refused."""
    known = belief(small().view(0))
    relic = known.chance(
        lambda w: "R03" in w.seats[1].hand, weigh=lambda w: 2.0 if "R03" in w.seats[1].hand else 1.0
    )
    assert relic.value == pytest.approx(1 / 2)
    with pytest.raises(SilkenwebError):
        known.chance(lambda w: True, weigh=lambda w: 0.0)
    with pytest.raises(SilkenwebError):
        belief(small().view(0), by="random")


def test_standard_errors_are_honest() -> None:
    """Of 100 estimates, about 68 are within one standard error."""
    position = Position.start(["tang", "bajie", "wukong"])
    position = position.apply(sw.deal(position, "errors"))
    while position.phase == "keep":
        position = position.apply(position.legal_moves()[0])
    known = belief(position.view(0))
    exact = known.holds(2, "WK3", "WK5'")
    assert known.count > EXACT
    within = 0
    for number in range(100):
        estimate = known.chance(
            lambda w: bool({"WK3", "WK5'"} & set(w.seats[2].hand)), worlds=200, seed=str(number)
        )
        within += abs(estimate.value - exact) <= estimate.error
    assert 55 <= within <= 80

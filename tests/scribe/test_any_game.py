"""Any game can be entered from its facts, in any order and with any of them left out."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.scribe import Scribe
from tests.game.random_editions import editions
from tests.replay.replay_files import CHARACTERS, played
from tests.scribe.game_facts import Item, agrees, in_some_order, tell, weaker, whole

SEATINGS = st.lists(st.sampled_from(CHARACTERS), min_size=2, max_size=4, unique=True).map(tuple)
SEEDS = st.integers(0, 10**6)


def _scribe(replay: sw.Replay, seed: str = "scribe") -> Scribe:
    return Scribe(replay.characters, blessings=replay.blessings, edition=replay.edition, seed=seed)


def _game(seed: int, characters: tuple[str, ...], moves: int) -> sw.Replay:
    return played(str(seed), moves, characters=characters, seeded=False)


def _tell(scribe: Scribe, items: list[Item]) -> None:
    """All of it; games with too few facts for the search are skipped."""
    try:
        tell(scribe, items)
    except sw.FactRefused as error:
        assume(error.rule)
        raise


@settings(max_examples=4)
@given(SEEDS, SEATINGS, st.integers(1, 16))
def test_where_everything_is_told_the_game_is_the_same(
    seed: int, characters: tuple[str, ...], moves: int
) -> None:
    """At each node the cards are where they were, except for the order of the drawn cards."""
    replay = _game(seed, characters, moves)
    told, others = whole(replay)
    rng = Random(seed)
    others = [item for item in others if item.kind != "hand" or rng.random() < 0.1]
    scribe = _scribe(replay)
    items = in_some_order(told, others, rng)
    tell(scribe, items)
    again = scribe.replay
    for one, other in zip(again.main_line(), replay.main_line(), strict=False):
        assert one.position.text == other.position.text
    # If some keeps are missing, either there is none or the others are guessed.
    assert abs(len(again.main_line()) - len(replay.main_line())) < len(characters)


@settings(max_examples=4)
@given(SEEDS, SEATINGS, st.integers(1, 16), st.sampled_from([0.2, 0.6, 0.95]))
def test_with_parts_left_out_the_result_agrees_with_what_was_told(
    seed: int, characters: tuple[str, ...], moves: int, share: float
) -> None:
    """It is never refused, the result agrees with the facts, and its file loads and can be continued."""
    rng = Random(seed)
    replay = _game(seed, characters, moves)
    told, others = whole(replay)
    shown = ("row", "reveal")  # public facts are mostly given
    others = [
        weaker(item, rng) if item.kind not in shown and rng.random() < 0.5 else item
        for item in others
        if "^" in item.text
        or rng.random() < (0.97 if item.kind in shown else share * (0.1 if item.kind == "hand" else 1))
    ]
    scribe = _scribe(replay)
    items = in_some_order(told, others, rng)
    _tell(scribe, items)
    agrees(scribe.replay, items)
    text = scribe.replay.dumps()
    assert Scribe.resume(sw.Replay.loads(text, replay.edition)).replay.dumps() == text


@settings(max_examples=4)
@given(editions(), SEEDS)
def test_in_any_edition(edition: sw.Edition, seed: int) -> None:
    """An edition with other numbers of cards, other abilities, and levels without Threats."""
    rng = Random(seed)
    characters = tuple(rng.sample(list(edition.characters), rng.randint(2, 3)))
    replay = played(str(seed), 14, characters=characters, seeded=False, edition=edition)
    told, others = whole(replay)
    others = [item for item in others if item.kind in ("row", "reveal", "keep") or rng.random() < 0.1]
    scribe = _scribe(replay)
    items = in_some_order(told, [item for item in others if item.text not in ("row", "reveal")], rng)
    _tell(scribe, items)
    agrees(scribe.replay, items)


@settings(max_examples=4)
@given(SEEDS, SEATINGS, st.integers(1, 14))
def test_the_order_of_telling_makes_no_difference(seed: int, characters: tuple[str, ...], moves: int) -> None:
    replay = played(str(seed), moves, characters=characters, seeded=False)
    told, others = whole(replay)
    rng = Random(seed)
    others = [item for item in others if "^" in item.text or rng.random() < 0.3]
    first, second = _scribe(replay), _scribe(replay)
    tell(first, in_some_order(told, others, rng))
    rng.shuffle(others)
    others.sort(key=lambda item: "^" not in item.text)
    tell(second, in_some_order(told, others, rng))
    assert first.position.text == second.position.text

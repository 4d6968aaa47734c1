"""Bot specifications: bad ones are refused with a clear message, and a file may not ask for too much."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.bots import registry
from silkenweb.bots.registry import MOST, check_rollouts, check_seat
from silkenweb.study.review import Parameters
from silkenweb.study.review.evaluation import LEAST_ERROR, MAX_WORLDS

BAD = [
    ("search:samples=1.5", "expected samples to be a whole number from 1, got 1.5"),
    ("search:samples=0", "expected samples to be a whole number from 1, got 0"),
    ("search:samples=true", "expected samples to be a whole number from 1, got True"),
    ("search:samples=many", "expected samples to be a whole number from 1, got 'many'"),
    ("search:samples=" + "9" * 5000, "expected samples to be a whole number from 1, got inf"),
    ("search:time=-1", "expected time to be a number from 0, got -1"),
    ("search:time=nan", "expected time to be a number from 0, got nan"),
    ("search:time=inf", "expected time to be a number from 0, got inf"),
    ("search:trust=x", "expected trust to be a number from 0, got 'x'"),
    ("search:worlds=3", "unknown parameter 'worlds'; expected one of samples, time, trust"),
    ("convention:x=1", "unknown parameter 'x'; expected one of without"),
    ("convention:without=1", "expected without to name agreements, got 1"),
    ("convention:without=luck", "there is no agreement 'luck'; there are places"),
    ("greedy:x=1", "unknown parameter 'x'; this bot has none"),
    ("greedy:x", "parameters are written name=value"),
    ("nobody", "there is no bot 'nobody'; there are"),
]


@pytest.mark.parametrize(("spec", "words"), BAD)
def test_a_bad_specification_is_refused_in_words(spec: Any, words: str) -> None:
    """The message is the same wherever a bot is named in Python."""
    calls = [
        lambda: sw.bots.make(spec, "seed"),
        lambda: sw.play(["wukong", "bajie"], [spec, "random"], seed="a"),
        lambda: sw.simulate(players=2, bots=[spec, "random"], games=1, progress=False),
        lambda: sw.review(sw.sample("two-lost-late"), bot=spec),
        lambda: check_seat(spec),
        lambda: check_rollouts(spec),
    ]
    for call in calls:
        with pytest.raises(sw.SilkenwebError) as caught:
            call()
        assert words in str(caught.value) or "expected the name of a bot, got 'search:sam" in str(
            caught.value
        )
        assert len(str(caught.value)) < 400


def test_what_is_no_text_is_no_specification() -> None:
    for call in (lambda: sw.bots.make(5, "seed"), lambda: check_seat(5), lambda: check_seat(["greedy"])):  # type: ignore[arg-type]
        with pytest.raises(sw.SilkenwebError, match="expected the name of a bot"):
            call()


def test_a_bot_of_your_own_may_take_any_parameter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its signature says which parameters it takes; its own error messages are passed on."""

    class Picky(sw.bots.RandomBot):
        def __init__(self, rng: Random, **parameters: object) -> None:
            super().__init__(rng)
            if parameters.get("mood") == "bad":
                raise TypeError("not today")

    monkeypatch.setitem(registry._makers, "picky", Picky)
    assert sw.bots.make("picky:anything=1", "seed")
    with pytest.raises(sw.SilkenwebError, match=r"bot 'picky:mood=bad': not today"):
        sw.bots.make("picky:mood=bad", "seed")
    assert check_seat("picky:anything=1000000") == "picky:anything=1000000"


@pytest.mark.parametrize(("key", "most"), MOST["search"].items())
def test_a_file_may_ask_for_so_much_and_no_more(key: str, most: float) -> None:
    """In Python, larger values are allowed."""
    assert check_seat(f"search:{key}={most}".replace("1000.0", "1000"))
    more = f"search:{key}={int(most) + 1}"
    assert sw.bots.make(more, "seed")
    with pytest.raises(sw.SilkenwebError, match=f"expected {key} to be at most {most:g} in a file"):
        check_seat(more)
    with pytest.raises(sw.SilkenwebError, match=r"expected one of convention, greedy, random to play on"):
        check_rollouts("search")


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
SPECS = st.sampled_from(
    ["convention", "greedy", "search", "search:samples=999999", *(str(s) for s, _ in BAD)]
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "bot": SPECS | JSON,
            "worlds": st.integers(-9, 10**5) | JSON,
            "error": st.floats(0, 1) | JSON,
            "seed": JSON,
            "full": st.booleans() | JSON,
            "reading": st.sampled_from([None, "convention"]) | JSON,
        },
    )
    | JSON
)
def test_parameters_from_a_file_are_within_bounds_or_refused_in_words(kept: Any) -> None:
    """This holds for any JSON value."""
    try:
        found = Parameters.of_file(kept)
    except sw.SilkenwebError as error:
        assert 0 < len(str(error)) < 1000  # noqa: PT017
        return
    assert found.bot.partition(":")[0] in ("convention", "greedy", "random")
    assert 8 <= found.worlds <= MAX_WORLDS
    assert LEAST_ERROR <= found.error < 1
    assert found.reading in (None, "convention")
    assert len(found.seed) <= 200

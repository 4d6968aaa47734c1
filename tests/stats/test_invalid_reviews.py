"""Reviews in a file are checked when they are read: none makes a frame, a chart or the player fail."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.text import Words
from silkenweb.widgets.review_payload import Reviews
from tests.replay.replay_files import same_tree

REVIEWED = sw.sample("reviewed-two-lost-late").dumps()
JUNK: list[Any] = [
    None,
    True,
    0,
    -1,
    7,
    10**30,
    0.5,
    -1.5,
    1e300,
    "x",
    "zz",
    "best",
    "lucky",
    [],
    {},
    [0.5, 0.1],
]
JUNK += [[1e300, 0], [0.5, -1], [None, 1], [[0.5]], {"bot": 1}, "\u202e\x1b[31m", "=HYPERLINK()", "y" * 5000]


def draw_all(frame: pl.DataFrame) -> None:
    """Every chart of reviews; an empty one says that there is nothing to draw."""
    for chart in (sw.charts.value, sw.charts.losses, sw.charts.deals, sw.charts.players):
        try:
            chart(frame).to_json()
        except sw.SilkenwebError:
            continue


def spoilt(**changes: Any) -> sw.Replay:
    """The reviewed game with invalid contents in the review of node 40."""
    data = json.loads(REVIEWED)
    data["line"][39]["review"] |= changes
    return sw.Replay.loads(json.dumps(data))


@pytest.mark.parametrize(
    "changes",
    [
        {"grade": "x"},
        {"label": "zz"},
        {"worlds": 10**30},
        {"with": 5},
        {"with": {}},
        {"with": {"worlds": 9, "error": 0.1, "seed": "a"}},
        {"with": {"bot": 1}},
        {"clears": 2},
    ],
)
def test_an_invalid_review_is_left_out_of_frames_and_reported(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    """With a warning, or in `faults` with its file and node; the file keeps it unchanged."""
    replay = spoilt(**changes)
    whole = sw.frames.reviews(sw.Replay.loads(REVIEWED))
    with pytest.warns(UserWarning, match="An invalid review is left out: node 40, review: not valid: "):
        frame = sw.frames.reviews(replay)
    assert frame.equals(whole.filter(pl.col("path") != "40"))
    draw_all(frame)
    replay.save(tmp_path / "game.json")
    faults: list[sw.ReplayError] = []
    assert sw.frames.reviews([tmp_path / "game.json"], faults=faults).height == whole.height - 1
    assert [(fault.kind, fault.node, fault.file) for fault in faults] == [
        ("review", "40", str(tmp_path / "game.json"))
    ]
    assert same_tree(sw.Replay.load(tmp_path / "game.json"), replay)


def test_a_review_of_another_analysis_is_kept_and_not_reported() -> None:
    replay = spoilt(by="somebody else", grade={"x": [1]})
    faults: list[sw.ReplayError] = []
    frame = sw.frames.reviews(replay, faults=faults)
    assert faults == []
    assert "40" not in set(frame["path"])
    assert sw.Replay.loads(replay.dumps()).node("40").review == replay.node("40").review


def mutate(random: Random, review: Any) -> None:
    """A review with one value changed."""
    keys = list(review) if isinstance(review, dict) else list(range(len(review)))
    if not keys:
        return
    key = random.choice(keys)
    if isinstance(review[key], dict | list) and random.random() < 0.5:
        mutate(random, review[key])
    else:
        review[key] = random.choice(JUNK)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_no_review_in_a_file_makes_frames_charts_or_the_player_fail(seed: int) -> None:
    """Some reviews are damaged in any place; the invalid ones are reported, the others shown."""
    random = Random(seed)
    data = json.loads(REVIEWED)
    reviews = [node["review"] for node in data["line"] if "review" in node]
    for review in random.sample(reviews, 12):
        for _ in range(random.choice((1, 1, 2))):
            mutate(random, review)
        review["by"] = "silkenweb-review/1"
    replay = sw.Replay.loads(json.dumps(data))
    faults: list[sw.ReplayError] = []
    frame = sw.frames.reviews(replay, faults=faults)
    assert frame.height + len(faults) == len(reviews)
    draw_all(frame)
    nodes = [replay.root, *replay.main_line()]
    told = Reviews(Words("en")).told(replay, nodes, None, nodes.index)
    json.dumps(told, allow_nan=False)
    assert len(told["nodes"]) == frame.height
    assert told["invalid"] == len(faults)
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)

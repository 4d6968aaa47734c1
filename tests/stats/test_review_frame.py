"""The frame of reviews, and its charts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import vl_convert

import silkenweb as sw
from silkenweb.study.review import Finding
from silkenweb.study.review.grades import kept

CHARTS: dict[str, Callable[..., Any]] = {
    "value": sw.charts.value,
    "losses": sw.charts.losses,
    "deals": sw.charts.deals,
    "players": sw.charts.players,
    "calibration": sw.charts.calibration,
}


@pytest.fixture(scope="module")
def replay() -> sw.Replay:
    """A short lost game, with an alternative, both reviewed."""
    made = sw.play(["wukong", "bajie"], "random", seed="s3")
    node = next(
        node for node in made.main_line()[4:] if node.move and len(node.parent.position.legal_moves()) > 2
    )
    other = next(move for move in node.parent.position.legal_moves() if move != node.move)
    node.parent.branch(other)
    sw.review(made, worlds=24, error=0.5, branches=True)
    return made


@pytest.fixture(scope="module")
def reviews(replay: sw.Replay) -> pl.DataFrame:
    return sw.frames.reviews(replay, branches=True)


def frame_of(name: str, reviews: pl.DataFrame) -> pl.DataFrame:
    return sw.frames.forecasts() if name == "calibration" else reviews


def test_a_row_for_each_reviewed_node(replay: sw.Replay, reviews: pl.DataFrame) -> None:
    """With everything that the review stored; deals have luck and no loss, decisions a loss and no luck."""
    played = reviews.filter(pl.col("line").is_null())
    assert played["path"].to_list() == [node.path for node in replay.main_line()]
    for row, node in zip(played.rows(named=True), replay.main_line(), strict=True):
        found = Finding.of_review(node.review)
        assert found is not None
        assert (row["value"], row["value_error"], row["open"]) == (*found.value, found.open.value)
        assert (row["grade"], row["label"], row["best"]) == (found.grade, found.label, found.best)
        assert (row["levels"], row["worlds"], row["bot"]) == (found.levels, found.worlds, "convention")
        assert (row["luck"] is None) == (node.deal is None)
        assert (row["loss"] is None) == (found.loss is None)
        assert (row["level"], row["turn"], row["seat"]) == (node.level, node.turn, node.seat)
    (line,) = reviews.filter(pl.col("line").is_not_null())["line"].unique()
    other = reviews.filter(pl.col("line") == line)
    assert [replay.node(path).path for path in other["path"]] == other["path"].to_list()
    assert other["step"][0] == int(line.split("/")[0])


def test_reviews_join_the_decisions(replay: sw.Replay, reviews: pl.DataFrame) -> None:
    """By game, line and path, to the same move."""
    decisions = sw.frames.decisions(replay, branches=True)
    both = reviews.join(decisions, on=["run", "game", "line", "path"], how="inner", nulls_equal=True)
    assert both.height == reviews.height
    assert both.filter(pl.col("move").ne_missing(pl.col("move_right"))).is_empty()
    assert both.filter(pl.col("step") != pl.col("step_right")).is_empty()


def test_folders_are_read_lazily(replay: sw.Replay, tmp_path: Path) -> None:
    """Games without a review have no rows, puzzles are skipped, and a run raises an error."""
    replay.save(tmp_path / "a.json")
    sw.play(["wukong", "bajie"], "random", seed="s4").save(tmp_path / "b.json")
    (tmp_path / "c.puzzle.json").write_text("{}")
    replay.file = None
    found = sw.frames.reviews(tmp_path)
    assert isinstance(found, pl.LazyFrame)
    assert found.collect().height == len(replay.main_line())
    assert found.head(3).collect().height == 3
    assert sw.frames.reviews([]).is_empty()
    assert sw.frames.describe("reviews")["column"].to_list() == found.collect_schema().names()
    run = sw.simulate(players=2, bots="random", games=2, progress=False)
    with pytest.raises(sw.SilkenwebError, match="review some of its games"):
        sw.frames.reviews(run)


@pytest.mark.parametrize("name", CHARTS)
def test_every_chart_says_what_it_shows(name: str, reviews: pl.DataFrame) -> None:
    """It draws, with a title, the number of games, a sentence and tooltips; also in the dark look."""
    frame = frame_of(name, reviews)
    before = frame.clone()
    chart = CHARTS[name](frame)
    spec = chart.to_dict()
    picture = vl_convert.vegalite_to_svg(spec)
    told = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    assert chart.title.text in told
    assert not [text for text in told if re.search(r"\b(NaN|null|undefined|Infinity)\b", text)]
    assert re.fullmatch(r"[A-Z][^\n]{30,500}\.", spec["description"])
    assert "tooltip" in json.dumps(spec)
    dark = CHARTS[name](frame.lazy(), dark=True)
    assert dark.description == spec["description"]
    assert dark.to_dict()["config"]["background"] != spec["config"]["background"]
    assert frame.equals(before)


@pytest.mark.parametrize("name", ["value", "losses"])
def test_a_click_selects_the_node(name: str, reviews: pl.DataFrame) -> None:
    """As on a trajectory, so that a player can be linked."""
    (param,) = CHARTS[name](reviews).to_dict()["params"]
    assert param["name"] == sw.charts.POINT
    assert param["select"]["fields"] == ["path"]
    called: list[str] = []
    shown = sw.charts.on_click(CHARTS[name](reviews), called.append)
    point = shown.selections.node
    shown._vl_selections = {"node": {"value": {"path": ["7"]}, "store": [{}]}}
    assert point is not None
    assert called == ["7"]


def test_a_late_collapse_hides_no_small_loss(reviews: pl.DataFrame) -> None:
    """On the scale of odds, 95% to 90% takes as much room as 50% to 32%, however low the value falls."""
    steps = reviews.filter(pl.col("line").is_null()).head(4)
    values = pl.DataFrame({"value": [0.95, 0.9, 0.5, 0.0], "value_error": [0.0] * 4})
    chart = sw.charts.value(steps.with_columns(values["value"], values["value_error"])).to_dict()
    rows = next(rows for rows in chart["datasets"].values() if rows and "visible" in rows[0])
    first, second, third, last = (row["y"] for row in rows)
    assert (first - second) / (first - last) > 0.08
    assert first - second == pytest.approx(0.747, abs=0.01)
    assert third == pytest.approx(0)


def test_luck_is_drawn_from_a_line_at_zero(reviews: pl.DataFrame) -> None:
    """Its sign is what matters."""
    spec = sw.charts.deals(reviews).to_dict()
    lines = [
        layer for layer in spec["layer"] if layer["mark"]["type"] == "rule" and "y2" not in layer["encoding"]
    ]
    assert [spec["datasets"][line["data"]["name"]] for line in lines] == [[{"y": 0.0}]]


def test_what_cannot_be_drawn_is_told(reviews: pl.DataFrame) -> None:
    """No rows, or two games for a chart of one."""
    for name in CHARTS:
        with pytest.raises(sw.SilkenwebError, match="nothing to draw"):
            CHARTS[name](frame_of(name, reviews).clear())
    two = pl.concat([reviews, reviews.with_columns(game=pl.lit(1, pl.Int32))])
    with pytest.raises(sw.SilkenwebError, match="expected one game, got 2"):
        sw.charts.value(two)
    assert "2 games" in sw.charts.players(two).title.subtitle[0]


def test_forecasts_are_those_kept() -> None:
    """One row per tenth, with an interval around the rate."""
    frame = sw.frames.forecasts()
    assert frame["forecasts"].sum() == kept().games == 2000
    assert frame.filter((pl.col("low") > pl.col("rate")) | (pl.col("high") < pl.col("rate"))).is_empty()

"""Charts: each draws offline, of one game and of many, light and dark; it says what it shows, and shows what
is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import altair as alt
import polars as pl
import pytest
import vl_convert

import silkenweb as sw
from silkenweb.stats.charts.look import percent
from silkenweb.stats.charts.showing import draw_ours
from silkenweb.stats.frames import Frames
from silkenweb.stats.schema import TABLES

Draw = Callable[..., Any]

DRAWN: dict[str, tuple[str, Draw]] = {
    "trajectory": ("decisions", sw.charts.trajectory),
    "all measures": ("decisions", partial(sw.charts.trajectory, what=tuple(sw.charts.MEASURES))),
    "survival": ("levels", sw.charts.survival),
    "survival by players": ("levels", partial(sw.charts.survival, by="players")),
    "win rate by players": ("games", sw.charts.win_rate),
    "win rate by bot": ("games", partial(sw.charts.win_rate, by="players", colour="team")),
    "win rate by characters": ("games", partial(sw.charts.win_rate, by="character_set")),
    "characters": ("games", sw.charts.characters),
    "convergence": ("games", sw.charts.convergence),
    "convergence by players": ("games", partial(sw.charts.convergence, by="players")),
    "card uses": ("cards", sw.charts.card_uses),
    "icons": ("levels", sw.charts.icons),
    "length": ("levels", sw.charts.level_length),
    "length in turns": ("levels", partial(sw.charts.level_length, what="turns")),
    "scores": ("games", sw.charts.scores),
    "blessings": ("levels", sw.charts.blessings),
    "blessings by run": ("levels", partial(sw.charts.blessings, by="run")),
}


@pytest.fixture(scope="module")
def many() -> Frames:
    """Games of two to five players by two bots."""
    given: dict[str, Any] = {"players": (2, 3, 4, 5), "seed": "charts", "tables": TABLES, "progress": False}
    runs = [sw.simulate(**given, bots="greedy", games=48), sw.simulate(**given, bots="random", games=40)]
    return Frames(*(pl.concat([run.table(table).lazy().collect() for run in runs]) for table in TABLES))


@pytest.fixture(scope="module")
def one(root: Any) -> Frames:
    """One game that was won, without branches."""
    return sw.frames.read(root / "replays" / "four-nine-relics.json")


@pytest.fixture(scope="module")
def branched(root: Any) -> pl.DataFrame:
    """The decisions of a game with alternatives."""
    replay = sw.Replay.load(root / "replays" / "lesson-what-silence-costs.json")
    return sw.frames.read(replay, branches=True).decisions


def svg(chart: Any) -> str:
    """The picture, made on this machine."""
    return vl_convert.vegalite_to_svg(chart.to_dict())


def texts(picture: str) -> list[str]:
    """What can be read in it."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture)


def encodings(spec: Any) -> list[dict[str, Any]]:
    """All encodings in a chart."""
    if isinstance(spec, list):
        return [each for inner in spec for each in encodings(inner)]
    if not isinstance(spec, dict):
        return []
    here = [spec["encoding"]] if "encoding" in spec else []
    return here + [each for key, inner in spec.items() if key != "datasets" for each in encodings(inner)]


def bare(chart: Any) -> Any:
    """A chart without the names that Altair makes up for views, so that two of the same kind are equal."""
    return json.loads(re.sub(r'"(view|param)_\w+', r'"\1', json.dumps(chart.to_dict(), sort_keys=True)))


def check_picture(chart: Any) -> None:
    """It has its title, and nothing in it that is no number."""
    told = texts(svg(chart))
    assert chart.title.text in told
    assert not [text for text in told if re.search(r"\b(NaN|null|undefined|Infinity)\b", text)]


@pytest.fixture(scope="module")
def light(many: Frames) -> Callable[[str], Any]:
    """Each chart of many games, made once."""

    @cache
    def made(name: str) -> Any:
        table, draw = DRAWN[name]
        return draw(getattr(many, table))

    return made


@pytest.mark.parametrize("name", DRAWN)
def test_every_chart_draws(name: str, light: Callable[[str], Any]) -> None:
    """Of many games."""
    check_picture(light(name))


@pytest.mark.parametrize("name", DRAWN)
def test_every_chart_draws_one_game(name: str, one: Frames) -> None:
    """There are quantiles, rates and stacks of a single one; those that look otherwise are drawn."""
    table, draw = DRAWN[name]
    chart = draw(getattr(one, table))
    if name in ("trajectory", "convergence", "scores"):
        check_picture(chart)


@pytest.mark.parametrize("name", DRAWN)
def test_every_chart_says_what_it_shows(name: str, many: Frames, light: Callable[[str], Any]) -> None:
    """What was counted, a sentence, tooltips; in the dark the same on another surface."""
    spec = light(name).to_dict()
    assert re.fullmatch(r"[A-Z][^\n]{30,400}\.", spec["description"])
    assert any(re.search(r"\d (game|level|use)s?\b|deal", line) for line in spec["title"]["subtitle"])
    assert any("tooltip" in each for each in encodings(spec))
    assert max(len(rows) for rows in spec["datasets"].values()) <= 5000  # what Altair takes
    table, draw = DRAWN[name]
    dark = draw(getattr(many, table), dark=True)
    assert dark.description == spec["description"]
    assert dark.config["background"] != spec["config"]["background"]
    assert dark.config["axis"]["labelColor"] != spec["config"]["axis"]["labelColor"]


@pytest.mark.parametrize("name", ["survival", "scores", "card uses", "trajectory"])
def test_lazy_frames_do_too(name: str, many: Frames, light: Callable[[str], Any]) -> None:
    """And no chart changes its frame."""
    table, draw = DRAWN[name]
    before = getattr(many, table).clone()
    assert bare(draw(getattr(many, table).lazy())) == bare(light(name))
    assert before.equals(getattr(many, table))


def test_pictures_ask_no_server(many: Frames) -> None:
    """No address but that of the format's own names."""
    found = set(re.findall(r"https?://[^\"' <]+", svg(sw.charts.survival(many.levels))))
    assert found <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_shown_in_a_notebook_without_a_server(many: Frames) -> None:
    """Pictures; or a widget that carries all it needs."""
    before = alt.renderers.active
    try:
        sw.charts.offline()
        bundle = alt.renderers.get()(sw.charts.survival(many.levels).to_dict())
        assert "<svg" in (bundle[0] if isinstance(bundle, tuple) else bundle)["image/svg+xml"]
        sw.charts.offline(interactive=True)
        assert alt.renderers.active == "jupyter"
    finally:
        alt.renderers.enable(before)


def named(bundle: dict[str, str]) -> dict[str, str]:
    """What a notebook gets of a chart, without the name that Altair draws at random for its place."""
    return {kind: re.sub("altair-viz-[0-9a-f]+", "", text) for kind, text in bundle.items()}


def test_ours_are_shown_without_a_server_and_others_as_before(many: Frames) -> None:
    """A picture of each of ours, alone or together; an Altair chart of the reader's is left to Altair. What
    the reader chose for all charts is kept.
    """
    theirs = alt.Chart(many.levels.head(1)).mark_point()
    before = alt.renderers.active
    try:
        alt.renderers.enable("default")
        untouched = named(theirs._repr_mimebundle_())
        draw_ours()
        for ours in (sw.charts.survival(many.levels), sw.charts.together(sw.charts.survival(many.levels))):
            assert set(ours._repr_mimebundle_()) == {"image/svg+xml"}
        assert named(theirs._repr_mimebundle_()) == untouched
        alt.renderers.enable("html")
        draw_ours()
        assert alt.renderers.active == "html"
    finally:
        alt.renderers.enable(before)


def test_what_is_reconstructed_is_told(many: Frames) -> None:
    """Beside figures that rest on it; not where a level is printed."""
    assert "levels 2 to 7 are reconstructed, not printed" in sw.charts.survival(many.levels).title.subtitle[1]
    first = many.levels.filter(pl.col("level") == 1)
    assert len(sw.charts.survival(first).title.subtitle) == 1
    assert "Icons of 40 of the 40 cards" in sw.charts.card_uses(many.cards).title.subtitle[1]
    assert "mostly reconstructed" in sw.charts.win_rate(many.games).title.subtitle[1]


def test_rates_are_those_of_the_frames(many: Frames) -> None:
    """Drawn as they are reckoned, and told so in words."""
    rates = sw.frames.win_rates(many.games, "players")
    chart = sw.charts.win_rate(many.games)
    (rows,) = chart.to_dict()["datasets"].values()
    assert [(row["rate"], row["low"], row["high"]) for row in rows] == rates.select(
        "rate", "low", "high"
    ).rows()
    for players, games, rate in rates.select("players", "games", "rate").rows():
        assert f"{players} players {percent(rate)} of {games}" in chart.description


def test_branches_leave_their_line_where_they_do(branched: pl.DataFrame) -> None:
    """Each alternative begins at the state before it; it is dashed, and the game as played is not touched."""
    chart = sw.charts.trajectory(branched, ("row",)).to_dict()
    rows = [row for each in chart["datasets"].values() for row in each if row.get("line")]
    rows = [row for row in rows if float(row["step"]).is_integer()]
    for line in {row["line"] for row in rows}:
        first = min((row for row in rows if row["line"] == line), key=lambda row: row["step"])
        parent = line.rpartition("/")[0].rpartition("/")[0]
        where = pl.col("line").is_null() if not parent else pl.col("line") == parent
        before = branched.filter(where & (pl.col("step") == int(first["step"])))
        assert before["row"].to_list() == [first["row"]]
    assert [each for each in encodings(chart) if each.get("strokeDash")]


def test_a_click_on_a_point_selects_its_node(branched: pl.DataFrame) -> None:
    """One selection for all panels, by the path that the replay knows."""
    (param,) = sw.charts.trajectory(branched).to_dict()["params"]
    assert param["name"] == sw.charts.POINT
    assert param["select"]["fields"] == ["path"]
    assert len(param["views"]) == 5


def test_several_charts_as_one(many: Frames) -> None:
    """With both sentences."""
    both = sw.charts.together(sw.charts.survival(many.levels), sw.charts.scores(many.games))
    assert {"How far games get", "Scores and reputation"} <= set(texts(svg(both)))
    assert both.description.count(".") >= 2


def test_nothing_to_draw_is_told_of(many: Frames) -> None:
    """Also what can't be drawn."""
    for name, (table, draw) in DRAWN.items():
        with pytest.raises(sw.SilkenwebError, match="nothing to draw"):
            draw(getattr(many, table).clear()), name
    with pytest.raises(sw.SilkenwebError, match="no game that was won"):
        sw.charts.scores(many.games.filter(pl.col("team") == "random"))
    with pytest.raises(sw.SilkenwebError, match="one or more of row, deck"):
        sw.charts.trajectory(many.decisions, ("cards",))
    with pytest.raises(sw.SilkenwebError, match="one of decisions, turns"):
        sw.charts.level_length(many.levels, "hours")
    with pytest.raises(sw.SilkenwebError, match="can't be told apart"):
        sw.charts.convergence(many.games, "character_set")


@pytest.mark.parametrize("wrong", ["a replay", "another frame"])
def test_what_is_no_frame_of_the_chart_s_is_told_of(wrong: str, many: Frames) -> None:
    """A replay, or the frame of another chart: what would be right is said, and no traceback of polars."""
    given: Any = sw.sample("three-won") if wrong == "a replay" else many.games
    with pytest.raises(sw.SilkenwebError, match=r"sw\.frames"):
        sw.charts.trajectory(given)

"""Charts: each draws offline, one game or many, light and dark, and describes its contents correctly."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import altair as alt
import narwhals as nw
import polars as pl
import polars.selectors as cs
import pytest
import vl_convert

import silkenweb as sw
from silkenweb.stats.charts.look import percent
from silkenweb.stats.columns import TABLES
from silkenweb.stats.frames import Frames

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
    """The picture, drawn on this machine."""
    return vl_convert.vegalite_to_svg(chart.to_dict())


def texts(picture: str) -> list[str]:
    """The texts in a picture."""
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
    """A chart without the view names that Altair invents, so that two of the same kind are equal."""
    return json.loads(re.sub(r'"(view|param)_\w+', r'"\1', json.dumps(chart.to_dict(), sort_keys=True)))


def check_picture(chart: Any) -> None:
    """Check that the picture has its title and contains no invalid number."""
    told = texts(svg(chart))
    assert chart.title.text in told
    assert not [text for text in told if re.search(r"\b(NaN|null|undefined|Infinity)\b", text)]


@pytest.fixture(scope="module")
def light(many: Frames) -> Callable[[str], Any]:
    """A light chart of each kind for many games, made once."""

    @cache
    def made(name: str) -> Any:
        table, draw = DRAWN[name]
        return draw(getattr(many, table))

    return made


@pytest.mark.parametrize("name", DRAWN)
def test_every_chart_draws(name: str, light: Callable[[str], Any]) -> None:
    """With many games."""
    check_picture(light(name))


@pytest.mark.parametrize("name", DRAWN)
def test_every_chart_draws_one_game(name: str, one: Frames) -> None:
    """Quantiles, rates and stacks also exist for a single game; charts that look different are drawn."""
    table, draw = DRAWN[name]
    chart = draw(getattr(one, table))
    if name in ("trajectory", "convergence", "scores"):
        check_picture(chart)


@pytest.mark.parametrize("name", ["trajectory", "all measures", "length", "scores"])
def test_counts_have_no_decimals(name: str, one: Frames, light: Callable[[str], Any]) -> None:
    """However few there are: an axis from 0 to 1 says 0 and 1, not 0.0 and 0.5."""
    table, draw = DRAWN[name]
    for chart in (light(name), draw(getattr(one, table))):
        assert not [text for text in texts(svg(chart)) if re.fullmatch(r"\d+\.\d+", text)]


@pytest.mark.parametrize("name", DRAWN)
def test_every_chart_says_what_it_shows(name: str, many: Frames, light: Callable[[str], Any]) -> None:
    """The number of games, a sentence, tooltips; the dark chart differs only in its surface."""
    spec = light(name).to_dict()
    assert re.fullmatch(r"[A-Z][^\n]{30,400}\.", spec["description"])
    assert any(re.search(r"\d (game|level|use)s?\b|deal", line) for line in spec["title"]["subtitle"])
    assert any("tooltip" in each for each in encodings(spec))
    assert max(len(rows) for rows in spec["datasets"].values()) <= 5000  # what Altair takes
    table, draw = DRAWN[name]
    dark = draw(getattr(many, table), dark=True).to_dict()
    assert dark["description"] == spec["description"]
    assert dark["config"]["background"] != spec["config"]["background"]
    assert dark["config"]["axis"]["labelColor"] != spec["config"]["axis"]["labelColor"]


@pytest.mark.parametrize("name", ["survival", "scores", "card uses", "trajectory"])
def test_lazy_frames_do_too(name: str, many: Frames, light: Callable[[str], Any]) -> None:
    """And no chart changes its frame."""
    table, draw = DRAWN[name]
    before = getattr(many, table).clone()
    assert bare(draw(getattr(many, table).lazy())) == bare(light(name))
    assert before.equals(getattr(many, table))


def test_pictures_ask_no_server(many: Frames) -> None:
    """They contain no address except the names of the format itself."""
    found = set(re.findall(r"https?://[^\"' <]+", svg(sw.charts.survival(many.levels))))
    assert found <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


@pytest.fixture
def as_before() -> Iterator[None]:
    """Restore Altair's settings afterwards."""
    renderer, theme = alt.renderers.active, alt.theme.active
    yield
    alt.renderers.enable(renderer)
    alt.theme.enable(theme)


@pytest.mark.usefixtures("as_before")
def test_offline_shows_all_charts_in_one_look_without_a_server(many: Frames) -> None:
    """As pictures, including the reader's own charts, or as widgets. A theme that was chosen earlier
    stays.
    """
    theirs = alt.Chart(many.levels.head(1)).mark_point()
    sw.charts.offline()
    assert set(theirs._repr_mimebundle_()) == {"image/svg+xml", "text/plain"}
    assert theirs.to_dict()["config"] == light_config(many)
    sw.charts.offline(interactive=True)
    assert alt.renderers.active == "jupyter"
    alt.theme.enable("latimes")
    sw.charts.offline()
    assert alt.theme.active == "latimes"


@pytest.mark.usefixtures("as_before")
def test_offline_leaves_the_theme_alone_where_that_is_asked() -> None:
    sw.charts.offline(theme=False)
    assert (alt.renderers.active, alt.theme.active) == ("silkenweb", "default")


def light_config(many: Frames) -> dict[str, Any]:
    """The configuration of the light look."""
    return sw.charts.survival(many.levels, dark=False).to_dict()["config"]


IMPORTED = """
import altair as alt
plain = alt.Chart(alt.Data(values=[{"a": 1}])).mark_bar().encode(x="a:Q")
before = alt.renderers.active, alt.theme.active, plain.to_dict(), list(alt.Chart.__subclasses__())
import silkenweb as sw
replay = sw.sample("lesson-what-silence-costs")
chart = sw.charts.trajectory(sw.frames.decisions(replay))
bundle = chart._repr_mimebundle_()
sw.Player(replay).link(chart)
assert before[:3] == (alt.renderers.active, alt.theme.active, plain.to_dict())
assert not alt.JupyterChart._is_offline
assert type(alt.Chart.from_dict(plain.to_dict())) is alt.Chart
print(*bundle)
"""


def test_a_plain_script_keeps_altair_as_it_was() -> None:
    """Importing, drawing, showing and linking a chart change no renderer, theme or other chart."""
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["image/svg+xml", "text/plain"], "")


@pytest.mark.usefixtures("as_before")
def test_a_renderer_that_was_chosen_is_used(many: Frames) -> None:
    """`alt.renderers.enable("html")`."""
    alt.renderers.enable("html")
    assert set(sw.charts.survival(many.levels)._repr_mimebundle_()) == {"text/html"}


def joined(many: Frames, dark: bool | None = None) -> dict[str, Any]:
    """A chart joined in each of Altair's ways."""
    one, other = sw.charts.survival(many.levels, dark=dark), sw.charts.scores(many.games, dark=dark)
    split = sw.charts.survival(many.levels, "players", dark=dark)
    return {
        "beside": one | other,
        "below": one & other,
        "rows": (one | other) & split,
        "over": one + sw.charts.survival(many.levels, dark=dark),
        "facet": split.facet("series:N", columns=2),
        "together": sw.charts.together(one, other, dark=dark),
        "of panels": sw.charts.card_uses(many.cards, dark=dark) | one,
        "with theirs": one | alt.Chart(many.games).mark_bar().encode(x="players:O", y="count()"),
    }


def test_charts_can_be_joined(many: Frames) -> None:
    """With `|`, `&`, `+` and `facet`, in the look of the first one; each can be drawn."""
    for dark in (None, True):
        config = sw.charts.survival(many.levels, dark=dark).to_dict()["config"]
        for name, chart in joined(many, dark).items():
            assert chart.to_dict()["config"] == config, name
            assert texts(svg(chart)), name


def test_altair_joins_them_too(many: Frames) -> None:
    """`alt.hconcat`, `vconcat`, `concat` and `layer` accept them like any other chart."""
    one, other = sw.charts.survival(many.levels), sw.charts.survival(many.levels)
    for join in (alt.hconcat, alt.vconcat, alt.concat, alt.layer):
        assert texts(svg(join(one, other)))


def test_a_click_still_selects_where_charts_are_joined(branched: pl.DataFrame, many: Frames) -> None:
    """The selection of a trajectory belongs to the whole chart, in the same views."""
    alone = sw.charts.trajectory(branched)
    (param,) = (alone & sw.charts.survival(many.levels)).to_dict()["params"]
    assert (param["name"], len(param["views"])) == (sw.charts.POINT, 5)


def test_charts_can_be_configured(many: Frames) -> None:
    """The reader's configuration takes precedence over the look; the chart itself is not changed."""
    chart = sw.charts.survival(many.levels)
    mine = chart.configure_axis(grid=False).configure_view(stroke="red").properties(title="Mine")
    config = mine.to_dict()["config"]
    assert (config["axis"]["grid"], config["view"]["stroke"]) == (False, "red")
    assert config["axis"]["labelColor"] == light_config(many)["axis"]["labelColor"]
    assert "grid" not in chart.to_dict()["config"]["axis"]
    assert (
        sw.charts.survival(many.levels, dark=True)
        .configure_axis(grid=False)
        .copy()
        .to_dict()["config"]["background"]
        == dark_config(many)["background"]
    )


def dark_config(many: Frames) -> dict[str, Any]:
    """The configuration of the dark look."""
    return sw.charts.survival(many.levels, dark=True).to_dict()["config"]


@pytest.mark.usefixtures("as_before")
def test_a_theme_that_is_enabled_is_used(many: Frames) -> None:
    """Any theme; on a dark one the ink is pale. `dark` still fixes the look."""
    own = light_config(many)
    for name in ("latimes", "opaque"):
        alt.theme.enable(name)
        assert sw.charts.survival(many.levels).to_dict().get("config") == alt.theme.get()().get("config")
        assert sw.charts.survival(many.levels, dark=False).to_dict()["config"] == own
    pale = sw.charts.trajectory(many.decisions.filter(game=0, run=many.decisions["run"][0]), dark=True)
    for name in ("dark", "silkenweb-dark"):
        alt.theme.enable(name)
        drawn = sw.charts.trajectory(many.decisions.filter(game=0, run=many.decisions["run"][0]))
        assert colours(drawn) == colours(pale)
    assert drawn.to_dict()["config"] == dark_config(many)
    assert alt.Chart(many.games).mark_bar().to_dict()["config"] == dark_config(many)


def colours(chart: Any) -> set[str]:
    """All colours that a chart names."""
    return set(re.findall(r"#[0-9a-f]{6}", json.dumps({**chart.to_dict(), "config": None})))


def test_pictures_turn_dark_with_the_reader_s_screen(many: Frames, light: Callable[[str], Any]) -> None:
    """Each has the dark chart's colours in a style sheet; with a fixed `dark=` it has only its own
    colours.
    """
    for name in DRAWN:
        table, draw = DRAWN[name]
        both = light(name)._repr_mimebundle_()["image/svg+xml"]
        sheet, body = re.fullmatch(
            r"(?s).*?<style>@media \(prefers-color-scheme:dark\)\{(.*)\}</style>(.*)", both
        ).groups()
        rules = dict(re.findall(r"\.([\w-]+)\{([^}]*)\}", sheet))
        used = {each for names in re.findall(r'class="([^"]*)"', body) for each in names.split()}
        assert set(rules) == {each for each in used if each.startswith("sw-")}, name
        dark = draw(getattr(many, table), dark=True)._repr_mimebundle_()["image/svg+xml"]
        assert "<style>" not in dark
        assert turned(both, rules) == list(map(colours_of, elements(dark))), name
    fixed = sw.charts.survival(many.levels, dark=False)._repr_mimebundle_()["image/svg+xml"]
    assert "<style>" not in fixed


def elements(picture: str) -> list[str]:
    """The tags of a picture, except the style sheet."""
    return re.findall(r"<(?!style)[a-z][^<>]*>", picture, re.IGNORECASE)


def colours_of(tag: str) -> dict[str, str]:
    """The colours in a tag's attributes, as `#rrggbb` if possible."""
    found = re.findall(r'(fill|stroke|stop-color)="(#\w+|rgb[^"]*)"', tag)
    return {what: as_hex(colour) for what, colour in found}


def as_hex(colour: str) -> str:
    numbers = re.fullmatch(r"rgb\((\d+), *(\d+), *(\d+)\)", colour)
    return "#" + bytes(map(int, numbers.groups())).hex() if numbers else colour


def turned(picture: str, rules: dict[str, str]) -> list[dict[str, str]]:
    """The colours of each tag after the rules apply."""
    made = []
    for tag in elements(picture):
        names = re.search(r'class="([^"]*)"', tag)
        own = colours_of(tag)
        for name in names[1].split() if names else ():
            if name in rules:
                what, _, colour = rules[name].partition(":")
                own[what] = as_hex(colour)
        made.append(own)
    return made


def test_the_same_chart_is_the_same_picture(many: Frames) -> None:
    """Drawn again, it is identical, so that saved notebooks can be compared."""
    for draw, table in ((sw.charts.characters, many.games), (sw.charts.card_uses, many.cards)):
        assert draw(table)._repr_mimebundle_() == draw(table)._repr_mimebundle_()


def test_pictures_can_stand_in_one_page(many: Frames) -> None:
    """Gradients and clips of different charts have different names, and each used name is defined."""
    games = many.games.filter(players=2), many.games.filter(players=3)
    pictures = [sw.charts.characters(each)._repr_mimebundle_()["image/svg+xml"] for each in games]
    ids = [set(re.findall(r' id="([^"]*)"', each)) for each in pictures]
    assert ids[0]
    assert ids[0].isdisjoint(ids[1])
    for names, each in zip(ids, pictures, strict=True):
        assert set(re.findall(r"url\(#([^)]*)\)", each)) <= names


@pytest.mark.parametrize("kind", ["pandas", "pyarrow", "narwhals"])
def test_frames_of_other_libraries_do_too(kind: str, many: Frames, light: Callable[[str], Any]) -> None:
    """pandas and PyArrow, and columns whose categories have become text."""
    if kind != "narwhals":
        pytest.importorskip(kind)
    for name in ("survival", "card uses", "characters", "scores", "win rate by characters", "length"):
        table, draw = DRAWN[name]
        assert bare(draw(foreign(getattr(many, table), kind))) == bare(light(name)), name


def foreign(frame: pl.DataFrame, kind: str) -> Any:
    """The frame as another library represents it."""
    if kind == "pandas":
        return frame.to_pandas()
    if kind == "pyarrow":
        return frame.to_arrow()
    lists = (
        cs.by_dtype(pl.List(frame.schema["characters"].inner))
        if "characters" in frame.columns
        else cs.by_name()
    )
    return nw.from_native(frame.with_columns(cs.enum().cast(pl.String), lists.cast(pl.List(pl.String))))


def test_a_column_of_another_type_is_named(many: Frames) -> None:
    """With the expected type."""
    wrong = many.games.with_columns(won=pl.lit("perhaps"))
    with pytest.raises(sw.SilkenwebError, match=r"won should be Boolean.*String"):
        sw.charts.win_rate(wrong)


def test_what_is_reconstructed_is_told(many: Frames) -> None:
    """The note is beside figures that depend on it; printed levels have none."""
    assert "levels 2 to 7 are reconstructed, not printed" in sw.charts.survival(many.levels).title.subtitle[1]
    first = many.levels.filter(pl.col("level") == 1)
    assert len(sw.charts.survival(first).title.subtitle) == 1
    assert "Icons of 40 of the 40 cards" in sw.charts.card_uses(many.cards).title.subtitle[1]
    assert "mostly reconstructed" in sw.charts.win_rate(many.games).title.subtitle[1]


def test_rates_are_those_of_the_frames(many: Frames) -> None:
    """They are drawn as computed, and stated in words."""
    rates = sw.frames.win_rates(many.games, "players")
    chart = sw.charts.win_rate(many.games)
    (rows,) = chart.to_dict()["datasets"].values()
    assert [(row["rate"], row["low"], row["high"]) for row in rows] == rates.select(
        "rate", "low", "high"
    ).rows()
    for players, games, rate in rates.select("players", "games", "rate").rows():
        assert f"{players} players {percent(rate)} of {games}" in chart.description


def test_branches_leave_their_line_where_they_do(branched: pl.DataFrame) -> None:
    """Each alternative begins at the state before it and is dashed; the recorded game is unchanged."""
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
    """All panels share one selection, by the path of the node in the replay."""
    (param,) = sw.charts.trajectory(branched).to_dict()["params"]
    assert param["name"] == sw.charts.POINT
    assert param["select"]["fields"] == ["path"]
    assert len(param["views"]) == 5


def test_several_charts_as_one(many: Frames) -> None:
    """With the descriptions of both."""
    both = sw.charts.together(sw.charts.survival(many.levels), sw.charts.scores(many.games))
    assert {"How far games get", "Scores and reputation"} <= set(texts(svg(both)))
    assert both.description.count(".") >= 2


def test_nothing_to_draw_is_told_of(many: Frames) -> None:
    """This includes values that can't be drawn."""
    for name, (table, draw) in DRAWN.items():
        with pytest.raises(sw.SilkenwebError, match="nothing to draw"):
            draw(getattr(many, table).clear()), name
    with pytest.raises(sw.SilkenwebError, match="no game that was won"):
        sw.charts.scores(many.games.filter(pl.col("team") == "random"))
    with pytest.raises(sw.SilkenwebError, match="one or more of row, deck"):
        sw.charts.trajectory(many.decisions, ("cards",))
    with pytest.raises(sw.SilkenwebError, match="one of decisions, turns"):
        sw.charts.level_length(many.levels, "hours")
    with pytest.raises(sw.SilkenwebError, match="too many curves to distinguish"):
        sw.charts.convergence(many.games, "character_set")


@pytest.mark.parametrize("wrong", ["a replay", "another frame"])
def test_what_is_no_frame_of_the_chart_s_is_told_of(wrong: str, many: Frames) -> None:
    """For a replay, or for the frame of another chart, the error names the right frame, without a traceback
    of polars.
    """
    given: Any = sw.sample("three-won") if wrong == "a replay" else many.games
    with pytest.raises(sw.SilkenwebError, match=r"sw\.frames"):
        sw.charts.trajectory(given)

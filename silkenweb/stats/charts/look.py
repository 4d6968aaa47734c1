"""The shared parts of all charts: colours, titles, tooltips, text alternatives, and typed input frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias, TypeVar

import altair as alt
import narwhals.stable.v2 as nw
import polars as pl
from narwhals.typing import IntoFrame

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.colours import RAMP, SERIES, THEME
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.errors import SilkenwebError
from silkenweb.stats.charts import themes
from silkenweb.stats.charts.themes import themed
from silkenweb.stats.columns import ALL, dtypes

Frame: TypeAlias = pl.DataFrame | pl.LazyFrame | IntoFrame
"""A frame of polars, or of another library that narwhals supports."""

Chart: TypeAlias = alt.Chart | alt.LayerChart | alt.VConcatChart | alt.HConcatChart | alt.ConcatChart
C = TypeVar("C", bound=Chart)

SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""Shapes that accompany the colours of SERIES."""

TYPES: Final[dict[str, Any]] = {name: dtype for table in ALL for name, dtype in dtypes(table).items()}
"""The type of each column. A name has the same meaning in all tables."""

WIDTH: Final = 560
"""The width of a single chart, in pixels."""


class Look:
    """The colours of one theme: dark, light, or (None) those that match the enabled Altair theme."""

    def __init__(self, dark: bool | None) -> None:
        self.requested = None if dark is None else arguments.flag("dark", dark)
        self.dark = themes.dark_now() if self.requested is None else self.requested
        dark = self.dark
        take = {name: pair[dark] for name, pair in THEME.items()}
        self.surface, self.panel, self.card = take["surface"], take["panel"], take["card"]
        self.ink, self.muted, self.accent = take["ink"], take["muted"], take["accent"]
        self.thread, self.edge = take["thread"], take["edge"]
        self.series = [pair[dark] for pair in SERIES]
        self.ramp = [pair[dark] for pair in RAMP]
        self.icons = {icon.key: icon.dark if dark else icon.light for icon in (*ICONS.values(), RELIC)}

    def colour(self, values: Sequence[Any], title: str, **more: Any) -> alt.Color:
        """Return a colour of SERIES for each value of the column `series`."""
        scale = alt.Scale(domain=list(values), range=self.series_colours(len(values)))
        return alt.Color("series:N", title=title, scale=scale, **more)

    def shape(self, values: Sequence[Any], title: str) -> alt.Shape:
        """Return a shape for each value of the column `series`."""
        shapes = [SHAPES[place % len(SHAPES)] for place in range(len(values))]
        return alt.Shape("series:N", title=title, scale=alt.Scale(domain=list(values), range=shapes))

    def heading(self, text: str, **more: Any) -> alt.TitleParams:
        """Return the title of one of several panels."""
        plain = {"font": themes.SANS, "fontSize": 13, "color": self.ink, "anchor": "start", "frame": "group"}
        return alt.TitleParams(text, **{**plain, "offset": 5, **more})

    def series_colours(self, count: int) -> list[str]:
        """Return `count` colours of SERIES, repeated if there are not enough."""
        return [self.series[place % len(self.series)] for place in range(count)]

    def finish(self, chart: C, title: str, subtitle: Sequence[str], sentence: str) -> C:
        """Return the chart with its title, subtitle, text alternative, and this look."""
        heading = alt.TitleParams(text=title, subtitle=[line for line in subtitle if line])
        named: C = themed(chart.properties(title=heading, description=sentence), self.requested)
        return named


def layered(*layers: alt.Chart) -> alt.LayerChart:
    """Return overlaid charts, the first at the back."""
    chart = alt.layer(*layers)
    assert isinstance(chart, alt.LayerChart)  # not a facet chart, because no layer has facets
    return chart


def select_columns(frame: Frame, *columns: str) -> pl.DataFrame:
    """Return these columns of a frame, collected, with the types of `frames.dtypes`.

    Raises SilkenwebError for anything except a frame, for a frame without these columns, and for values of
    another type.
    """
    try:
        given = nw.from_native(frame)
    except TypeError:
        raise SilkenwebError(
            "expected a frame (sw.frames.decisions(replay), run.games, or one of pandas or PyArrow), got "
            f"{type(frame).__name__}"
        ) from None
    for column in columns:
        arguments.text("by", column, "the name of a column")
    there = given.collect_schema().names()
    if lacking := [column for column in dict.fromkeys(columns) if column not in there]:
        raise SilkenwebError(
            f"this chart needs another frame: {', '.join(lacking)} is not among the columns of this "
            "one (sw.frames has games, levels, decisions and cards)"
        )
    wanted = given.lazy().select(*dict.fromkeys(columns)).collect(backend="polars").to_polars()
    return wanted.with_columns(_typed(wanted[column]) for column in wanted.columns if column in TYPES)


def _typed(values: pl.Series) -> pl.Series:
    """Return a column with the type of the tables, whatever type the library of its frame gave it.

    Characters are an Enum of the edition they were played with, or else of the built-in one.
    """
    wanted = TYPES[values.name]
    many = isinstance(wanted, pl.List)
    inner = wanted.inner if many else wanted
    found: Any = values.dtype.inner if isinstance(values.dtype, pl.List) else values.dtype
    if found == inner or isinstance(found, pl.Enum):
        return values
    if values.name in ("character", "characters"):
        texts = values.cast(pl.List(pl.String) if many else pl.String)
        known = list(Edition.load().characters)
        others = set(texts.explode() if many else texts) - {None, *known}
        own = pl.Enum([*known, *sorted(others)])
        return texts.cast(pl.List(own) if many else own)
    try:
        return values.cast(pl.String).cast(inner) if isinstance(inner, pl.Enum) else values.cast(wanted)
    except pl.exceptions.PolarsError:
        raise SilkenwebError(
            f"the column {values.name} should be {wanted}, but not all of its values can be (it is "
            f"{values.dtype})"
        ) from None


def require_rows(frame: pl.DataFrame, what: str) -> pl.DataFrame:
    """Return the frame. Raises SilkenwebError if it has no rows."""
    if frame.is_empty():
        raise SilkenwebError(f"there is nothing to draw: the frame has no {what}")
    return frame


def categories(frame: pl.DataFrame, column: str) -> list[str]:
    """Return the possible values of an Enum column (or a list of Enums), in their order."""
    dtype: Any = frame.schema[column]
    inner: Any = dtype.inner if isinstance(dtype, pl.List) else dtype
    return list(inner.categories)


def percent(rate: float) -> str:
    """Return a rate as a rounded percentage."""
    return f"{100 * rate:.1f}%" if 0 < rate < 0.1 or 0.9 < rate < 1 else f"{100 * rate:.0f}%"


def quantity(number: int, what: str) -> str:
    """Return a number with its noun: `1 game`, `2,000 games`."""
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def character_name(key: str) -> str:
    """Return a character's name, if the built-in edition has it.

    For several keys joined by +, the first words of their names.
    """
    known = Edition.load().characters
    names = [known[each].name if each in known else each for each in key.split("+")]
    return names[0] if len(names) == 1 else ", ".join(name.split()[0] for name in names)


def tooltip(column: str, title: str | None = None, form: str | None = None) -> alt.Tooltip:
    """Return one line of a tooltip."""
    return alt.Tooltip(column, title=title or column.partition(":")[0], format=form or alt.Undefined)


def edition_note(names: pl.Series) -> str:
    """Return a note on the card data of games, which says that the built-in one is mostly reconstructed."""
    found = sorted(names.unique().to_list())
    if found == ["reconstructed"]:
        return "Built-in card data, mostly reconstructed: the print is not legible in the rulebook's preview"
    return f"Card data: {', '.join(found)}"

"""The tables' columns as polars types, and frames made of columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import polars as pl

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.argument import EditionLike, edition_of
from silkenweb.stats.schema import ALL, ENUMS

_PLAIN: Final[dict[str, pl.DataType]] = {
    "text": pl.String(),
    "texts": pl.List(pl.String()),
    "flag": pl.Boolean(),
    "small": pl.Int16(),
    "count": pl.Int32(),
    "real": pl.Float64(),
    **{name: pl.Enum(values) for name, values in ENUMS.items()},
}


def dtypes(table: str, edition: EditionLike | None = None) -> dict[str, pl.DataType]:
    """The columns of a table with their types. Characters are an Enum of the edition's, in its order."""
    arguments.choice("table", table, ALL)
    characters = pl.Enum(list(edition_of(edition).characters))
    types = {**_PLAIN, "character": characters, "characters": pl.List(characters)}
    return {column.name: types[column.type] for column in ALL[table]}


def to_frame(table: str, columns: Mapping[str, list[Any]], edition: Edition | None = None) -> pl.DataFrame:
    """A frame of columns as `Rows.columns` gives them."""
    return pl.DataFrame(dict(columns), schema=dtypes(table, edition))


def empty(table: str, edition: Edition | None = None) -> pl.DataFrame:
    """A frame without rows."""
    return pl.DataFrame(schema=dtypes(table, edition))


def describe(table: str) -> pl.DataFrame:
    """The columns of a table: name, type, unit and meaning, a row each."""
    types = dtypes(table)
    rows = [(each.name, _told(types[each.name]), each.unit, each.meaning) for each in ALL[table]]
    return pl.DataFrame(rows, schema=["column", "type", "unit", "meaning"], orient="row")


def _told(dtype: pl.DataType) -> str:
    if isinstance(dtype, pl.List):
        inner = dtype.inner
        return f"List({_told(inner() if isinstance(inner, type) else inner)})"
    return "Enum" if isinstance(dtype, pl.Enum) else str(dtype)

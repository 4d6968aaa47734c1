"""What the course says of sources, icons and statistics agrees with the data."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

import silkenweb as sw
from silkenweb.edition.icons import ICONS
from silkenweb.teaching import class_report, predictions
from tests.teaching.notebooks import FOLDER, numbered, read
from tests.test_readme import points

NUMBERS = {5: "five", 6: "six", 7: "seven"}


def words_of(number: str) -> str:
    """All texts of a notebook."""
    (notebook,) = (path for path in numbered() if path.name.startswith(number))
    return "\n".join(cell["source"] for cell in read(notebook)["cells"] if cell["cell_type"] == "markdown")


@pytest.mark.parametrize("name", ["Bajie", "Wukong", "Tang Sanzang", "Bailoong Horse"])
def test_an_ability_bears_the_mark_of_its_source(name: str) -> None:
    """In notebook 02: the one of the edition, beside what of the ability is printed."""
    edition = sw.Edition.load()
    key = next(key for key, character in edition.characters.items() if character.name == name)
    (said,) = re.findall(rf"\*\*A\d\*\* {name} (`[^*]*)", words_of("02"))
    marks = set(re.findall(r"`(printed|ruling|reconstructed)`", said))
    assert marks - {"printed"} == {edition.provenance(f"{key}.ability").source} - {"printed"}


def test_icons_are_counted_alike() -> None:
    """In the notebooks on beliefs and on missing cards."""
    number = NUMBERS[len(ICONS)]
    assert f"{number} kinds of icon" in words_of("03")
    assert f", {number} icons," in words_of("08")


def test_overlapping_intervals_are_not_taken_for_no_difference(tmp_path: Path) -> None:
    """In the notebooks on statistics and reviews, in the guide, and above a class report."""
    assert "Whether two intervals overlap is no test" in words_of("05")
    assert "Intervals may overlap although the difference is clear" in words_of("07")
    guide = " ".join((FOLDER / "teaching_guide.md").read_text("utf-8").split())
    assert "whether two intervals overlap is not a test" in guide
    sw.sample("two-lost-early").save(tmp_path / "game.json")
    report = " ".join(class_report(tmp_path).to_html().split())
    assert "Whether two intervals overlap is not a test" in report
    everything = [guide, report, *(words_of(path.name[:2]) for path in numbered())]
    assert not [text for text in everything if re.search(r"because (the|their) intervals overlap", text)]


def test_the_bias_of_forecasts_below_90_percent_is_stated() -> None:
    """In the answer of notebook 07: the mean of all forecasts would hide it."""
    low = sw.frames.forecasts().filter(pl.col("mean") < 0.9)
    assert f"Below 90% they are {points(low):.1f} points too high" in predictions.known()["07.g"].why

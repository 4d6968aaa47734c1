"""The examples of README, CONTRIBUTING and the teaching guide are run in order, in the project's folder."""

from __future__ import annotations

import doctest
import re
import runpy
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from nbformat import v4

import silkenweb as sw
from silkenweb.bots import registry

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(text: str) -> str:
    """The Python blocks of a Markdown text that show a session (>>>), each on its own line numbers."""
    kept = [""] * (text.count("\n") + 1)
    for block in BLOCK.finditer(text):
        if ">>>" in block[1]:
            first = text.count("\n", 0, block.start(1))
            lines = block[1].splitlines()
            kept[first : first + len(lines)] = lines
    return "\n".join(kept) + "\n"


def run(text: str, name: str) -> tuple[int, str]:
    """The number of examples run, and the report of those that failed."""
    test = doctest.DocTestParser().get_doctest(examples(text), {}, name, name, 0)
    report: list[str] = []
    tried = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append).attempted
    return tried, "".join(report)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "notebooks/teaching_guide.md"])
def test_the_examples_hold(name: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example prints what the text shows.

    A bot that an example registers is removed afterwards, and answers to exercises are saved elsewhere.
    """
    monkeypatch.chdir(root)
    monkeypatch.setenv("SILKENWEB_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr(registry, "_makers", dict(registry._makers))
    tried, report = run((root / name).read_text(encoding="utf-8"), name)
    assert not report, report
    assert tried


def test_each_notebook_has_its_link(root: Path) -> None:
    """README's table is as `python3 binder/links.py` writes it."""
    links = runpy.run_path(str(root / "binder" / "links.py"))
    readme = (root / "README.md").read_text("utf-8")
    assert links["table"](links["repository"](readme)) in readme


def test_a_wrong_example_is_told_with_its_line() -> None:
    """Other languages and blocks without a prompt are not run; names are shared between blocks."""
    shell, plain, one, two = "sh\n>>> 1", "python\n1 / 0", "python\n>>> a = 1", "python\n>>> a + 1\n3"
    text = "".join(f"```{block}\n```\nwords\n" for block in (shell, plain, one, two))
    tried, report = run(text, "it.md")
    assert tried == 2
    assert 'File "it.md", line 14' in report
    assert "Expected:\n    3\nGot:\n    2" in report


# -- numbers and commands in the text ------------------------------------------------------------------

WORDS = {28: "Twenty-eight", 29: "Twenty-nine", 30: "Thirty", 31: "Thirty-one", 32: "Thirty-two"}


def test_the_number_of_puzzles_is_true(root: Path) -> None:
    """In README, in the puzzles' own README, and in the changelog."""
    number = WORDS[len(sw.puzzles())]
    readme = " ".join((root / "README.md").read_text("utf-8").split())
    assert f"{number} puzzles come with the package" in readme
    assert f"{number} decisions" in (root / "replays" / "puzzles" / "README.md").read_text("utf-8")
    assert f"{number.lower()} come with the package" in (root / "CHANGELOG.md").read_text("utf-8")


def test_the_bias_of_forecasts_is_true(root: Path) -> None:
    """By how many points they are too high, which tenths miss the diagonal, and over how many games."""
    frame = sw.frames.forecasts()
    below = frame.filter(pl.col("mean") < 0.9)
    missed = frame.filter((pl.col("low") > pl.col("mean")) | (pl.col("high") < pl.col("mean")))
    tenths = [int(10 * mean) for mean in missed["mean"]]
    where = " and ".join(f"{10 * tenth}-{10 * tenth + 10}%" for tenth in tenths)
    assert (missed["rate"] < missed["mean"]).all()
    text = " ".join((root / "README.md").read_text("utf-8").split())
    assert f"results of {frame['forecasts'].sum():,} games" in text
    assert f"they are {points(frame):.1f} points too high on average" in text
    assert f"and {points(below):.1f} points too high if they are below 90%" in text
    assert f"the 95% intervals miss it at {where}, where fewer games were won" in text


def points(frame: pl.DataFrame) -> float:
    """By how many points the forecasts of a frame are too high."""
    off = (frame["mean"] - frame["rate"]) * frame["forecasts"]
    return 100 * off.sum() / frame["forecasts"].sum()


def test_what_run_py_promises_is_what_it_does(root: Path) -> None:
    """Its docstring and README name the existing tasks."""
    tasks = runpy.run_path(str(root / "run.py"))["TASKS"]
    told = (root / "run.py").read_text("utf-8").split('"""')[1]
    assert re.findall(r"^    python3 run\.py (\w+)", told, re.MULTILINE) == list(tasks)
    named = re.findall(r"run\.py (\w+)", (root / "README.md").read_text("utf-8"))
    assert {"lab", "test", "bench"} <= set(named) <= set(tasks)
    assert tasks["bench"][1][0][-2:] == ["-m", "bench"]


def test_the_command_for_a_page_without_a_network_works(root: Path, tmp_path: Path) -> None:
    """The command in README, on a notebook with a player and a linked chart: each is a picture in the
    page.
    """
    text = (root / "README.md").read_text("utf-8")
    prefer, command = re.findall(r"^(PREFER=.*|jupyter nbconvert .*)$", text, re.MULTILINE)
    words = command.replace("$PREFER", prefer.partition("=")[2]).split()
    replay = sw.sample("lesson-what-silence-costs")
    player = sw.Player(replay, autosave=False)
    shown = [player, player.link(sw.charts.trajectory(sw.frames.decisions(replay), ("row",)))]
    outputs = [v4.new_output("execute_result", data=bundle(each)) for each in shown]
    cells = [v4.new_code_cell("player", outputs=[each]) for each in outputs]
    (tmp_path / "game.ipynb").write_text(v4.writes(v4.new_notebook(cells=cells)), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", *words[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "game.html").read_text("utf-8")
    pictures = re.findall(r'<img[^>]* src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert len(pictures) == 2
    assert "How the game went" in b64decode(pictures[1]).decode()
    assert "vnd.jupyter.widget-view" not in page


def bundle(widget: Any) -> dict[str, Any]:
    """What a notebook stores of a widget."""
    made = widget._repr_mimebundle_()
    data: dict[str, Any] = made[0] if isinstance(made, tuple) else made
    return data

"""`silkenweb class report`: printed in the terminal, or written as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from silkenweb.cli import run
from silkenweb.teaching import class_report
from tests.cli.conftest import Silkenweb
from tests.teaching import classes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return classes.write(tmp_path_factory.mktemp("class") / "7b")


def columns(text: str) -> int:
    """The widest line, in columns of the terminal."""
    from rich.cells import cell_len

    return max(map(cell_len, text.splitlines()))


@pytest.mark.parametrize("width", [60, 80, 120])
def test_games_moments_progress_and_bad_files_are_told(
    folder: Path, width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In any width, on standard output; the command succeeds even if some files are invalid."""
    monkeypatch.setenv("COLUMNS", str(width))
    assert run(["class", "report", str(folder)]) == 0
    told, fault = capsys.readouterr()
    assert columns(told) <= width
    plain = " ".join(told.split())
    for words in (
        "six games in 7b", "do not grade anyone by them", "lost at level 6", "won, 1 Relic", "2.2% (2.0",
        "not reviewed", "Node 88, level 6. Bailoong Horse: ability +BH2: given what was known, rest wins",
        "Luck of the deals: level 1 +2%", "five files not in the report", "illegal.json: node 7", "Ana",
    ):  # fmt: skip
        assert words in plain
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert fault == ""


def test_the_page_is_written(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To a file, whose name is printed, or alone to standard output."""
    out = tmp_path / "report.html"
    assert run(["class", "report", str(folder), "-o", str(out)]) == 0
    assert out.read_text("utf-8") == class_report(folder).to_html()
    assert capsys.readouterr().out.rstrip().endswith(f"Saved      {out}")


def test_the_page_alone_goes_to_standard_output(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """With `-o -` there is no other output."""
    assert run(["class", "report", str(folder), "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.decode() == class_report(folder).to_html()


def test_faults_are_told_and_no_traceback(folder: Path, tmp_path: Path, silkenweb: Silkenweb) -> None:
    """A missing folder, a folder without games, an output that can't be written."""
    (tmp_path / "empty").mkdir()
    for words, told in (
        ([tmp_path / "nowhere"], "there is no such folder"),
        ([tmp_path / "empty"], "this folder contains no game to report"),
        ([folder, "-o", tmp_path / "nowhere" / "report.html"], "there is no such folder"),
    ):
        done = silkenweb("class", "report", *words)
        assert (done.returncode, done.stdout) == (1, "")
        assert told in done.stderr
        assert "Traceback" not in done.stderr


def test_help_lists_the_group(silkenweb: Silkenweb) -> None:
    """Quickly, and each command has an example."""
    assert "class " in silkenweb("--help").stdout
    assert "silkenweb class report games/ -o report.html" in silkenweb("class", "report", "--help").stdout


def test_the_key_and_the_sheets_are_pages(silkenweb: Silkenweb, tmp_path: Path) -> None:
    """They are written to the given file; for an unknown theme the error lists the themes."""
    assert silkenweb("class", "key", "-o", str(tmp_path / "key.html")).returncode == 0
    assert "Answer key" in (tmp_path / "key.html").read_text("utf-8")
    done = silkenweb("class", "sheets", "locking", "-o", "-", "--language", "zh-Hant")
    assert done.returncode == 0
    assert "練習題" in done.stdout
    refused = silkenweb("class", "sheets", "doors", "-o", "-")
    assert refused.returncode != 0
    assert "'locking'" in refused.stderr

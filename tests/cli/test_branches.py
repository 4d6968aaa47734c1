"""The branches file of a game: commands for readers include it, and `validate --deep` checks it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import silkenweb as sw
from silkenweb.replay.samples import folder
from tests.cli.conftest import Silkenweb

NAME = "lesson-what-silence-costs"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A recorded game, and a branches file with one node and a comment."""
    path = Path(shutil.copy(folder() / f"{NAME}.json", tmp_path / "game.json"))
    replay = sw.Replay.load(path)
    replay.node("8").branch("rest ~").comment = "a thought of the reader's"
    replay.node("3").comment = "an idea"
    replay.save(tmp_path / "game.branches.json")
    return path


INCLUDED = "Included   game.branches.json: one node added, one note changed"


def test_the_exported_page_includes_what_readers_added(game: Path, silkenweb: Silkenweb) -> None:
    """The page is the one of the player's replay, and the command says what it included."""
    result = silkenweb("export", game)
    assert result.returncode == 0
    assert INCLUDED in result.stdout
    text = game.with_suffix(".html").read_text("utf-8")
    assert "a thought of the reader" in text
    assert "an idea" in text
    sw.export_html(sw.Replay.load(game.with_name("game.branches.json")), game.with_name("player.html"))
    assert text == game.with_name("player.html").read_text("utf-8")


def test_the_message_of_an_export_through_a_lens_tells_only_what_is_in_the_page(
    game: Path, silkenweb: Silkenweb
) -> None:
    """A seat's page has no notes unless requested, and not every node."""
    told = silkenweb("export", game, "--lens", "seat:0").stdout
    assert "Included   game.branches.json: as far as the lens shows it\n" in told
    replay = sw.Replay.load(game)
    replay.node("3").comment = "only a note"
    replay.save(game.with_name("game.branches.json"))
    assert "Included" not in silkenweb("export", game, "--lens", "seat:0").stdout
    assert "Included" not in silkenweb("export", game, "--no-notes").stdout
    assert ": one note changed" in silkenweb("export", game).stdout


def test_the_exported_page_leaves_them_out_if_asked(game: Path, silkenweb: Silkenweb) -> None:
    """No message mentions them, and an invalid branches file does no harm."""
    game.with_name("game.branches.json").write_text("{")
    result = silkenweb("export", game, "--no-branches")
    assert result.returncode == 0
    assert "Included" not in result.stdout + result.stderr
    assert "a thought of the reader" not in game.with_suffix(".html").read_text("utf-8")
    result = silkenweb("export", game)
    assert result.returncode != 0
    assert "game.branches.json: not JSON" in result.stdout + result.stderr
    assert "--no-branches leaves this file out" in result.stdout + result.stderr


def test_a_page_on_standard_output_has_no_message_in_it(game: Path, silkenweb: Silkenweb) -> None:
    """The message goes to standard error."""
    result = silkenweb("export", game, "-o", "-")
    assert result.stdout.startswith("<!doctype html>")
    assert "Included" not in result.stdout
    assert INCLUDED in result.stderr


def test_show_and_log_include_them(game: Path, silkenweb: Silkenweb) -> None:
    """The command finds the paths that a player shows; the message goes to standard error."""
    result = silkenweb("show", game, "--at", "9/1/1")
    assert "a thought of the reader" in result.stdout
    assert INCLUDED in result.stderr
    assert silkenweb("show", game, "--at", "9/1/1", "--no-branches").returncode != 0
    assert "an idea" in silkenweb("log", game).stdout
    assert "an idea" not in silkenweb("log", game, "--no-branches").stdout


def test_validate_deep_checks_the_branches_file_too(game: Path, silkenweb: Silkenweb) -> None:
    """Without the option it is not read; with it, the command reports what a player would merge."""
    branches = game.with_name("game.branches.json")
    assert branches.name not in silkenweb("validate", game).stdout
    result = silkenweb("validate", "--deep", game)
    assert result.returncode == 0
    assert f"{branches}: would be merged: one node added, one note changed" in result.stdout + result.stderr
    branches.write_text(branches.read_text()[:-100])
    assert silkenweb("validate", game).returncode == 0
    result = silkenweb("validate", "--deep", game)
    assert result.returncode == 1
    assert "not JSON" in result.stdout + result.stderr
    assert "1 of 2 files are invalid" in result.stdout + result.stderr
    sw.sample("two-won").save(branches)
    result = silkenweb("validate", "--deep", game)
    assert result.returncode == 1
    assert (
        f"{branches}: cannot be merged: this is another game: the characters differ"
        in result.stdout + result.stderr
    )


def test_validate_deep_reports_deletions(game: Path, silkenweb: Silkenweb) -> None:
    """Opening the game deletes the same nodes."""
    from silkenweb.widgets.autosave import autosave_of

    game.with_name("game.branches.json").unlink()
    replay = sw.Replay.load(game)
    autosave = autosave_of(replay, True)
    replay.node("7/1/1").delete()
    replay.node("7").comment = None
    assert autosave is not None
    autosave.save()
    result = silkenweb("validate", "--deep", game)
    assert "seven nodes deleted, one note changed" in result.stdout + result.stderr

"""The output and the exit code of each command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import silkenweb as sw
from silkenweb.cli import display_commands, run
from silkenweb.cli.root import silkenweb
from silkenweb.replay import Replay, replay_schema
from tests.cli.conftest import Silkenweb


def commands(group: click.Group = silkenweb, start: str = "") -> list[str]:
    """All commands, including groups."""
    found = []
    for name, command in group.commands.items():
        found.append(f"{start}{name}")
        if isinstance(command, click.Group):
            found += commands(command, f"{start}{name} ")
    return found


def said(capsys: pytest.CaptureFixture[str], *words: str | Path, code: int = 0) -> str:
    """The output of a command, which must exit with `code` and, if that is 0, without errors."""
    assert run([str(word) for word in words]) == code
    output, errors = capsys.readouterr()
    assert bool(errors) == bool(code), errors
    return errors if code else output


@pytest.mark.parametrize("command", commands())
def test_help_has_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It begins with the command itself."""
    told = said(capsys, *command.split(), "--help")
    assert f"  silkenweb {command}" in told.split("Examples:")[1]


def test_without_a_command_the_help_is_shown() -> None:
    """It lists all commands."""
    done = subprocess.run([sys.executable, "-m", "silkenweb"], capture_output=True, text=True)
    told = done.stdout + done.stderr
    assert done.returncode == 2
    assert "Traceback" not in told
    assert all(command.split()[0] in told for command in commands())


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """One line."""
    assert said(capsys, "--version") == f"silkenweb {sw.__version__}\n"


# -- play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_is_played_validated_and_shown(players: int, tmp_path: Path, silkenweb: Silkenweb) -> None:
    """As a person would, each command in a separate process."""
    for words in (
        ["play", "--players", str(players), "-o", "a.json"],
        ["validate", "a.json"],
        ["show", "a.json"],
    ):
        done = silkenweb(*words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout
    assert len(Replay.load(tmp_path / "a.json").characters) == players


def test_the_same_seed_gives_the_same_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Byte for byte, except for the date."""
    wanted = [
        "play",
        "--characters",
        "wukong,bajie",
        "--bots",
        "greedy,random",
        "--seed",
        "x",
        "--blessings",
        "4",
    ]
    for name in ("a.json", "b.json"):
        told = said(capsys, *wanted, "-o", tmp_path / name)
        assert "Wukong" in told
        assert "\nSeed       x\n" in told
    first, second = (Replay.load(tmp_path / name) for name in ("a.json", "b.json"))
    assert [node.move for node in first.nodes()] == [node.move for node in second.nodes()]
    assert (first.seed, first.blessings, first.characters) == ("x", 4, ("wukong", "bajie"))


def test_a_seed_is_made_up_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    """No file is written without -o."""
    told = [
        re.search(r"^Seed +(\w+)$", said(capsys, "play", "--players", "2"), re.MULTILINE) for _ in range(2)
    ]
    assert told[0] is not None
    assert told[1] is not None
    assert told[0][1] != told[1][1]


def test_a_replay_may_go_to_standard_output(silkenweb: Silkenweb) -> None:
    """Then the summary goes to standard error."""
    done = silkenweb("play", "--players", "2", "-o", "-")
    assert Replay.loads(done.stdout).characters == ("tang", "wukong")
    assert done.stderr.startswith("Players")


@pytest.mark.parametrize(
    "words",
    [
        ["--players", "6"],
        ["--players", "3", "--characters", "wukong,bajie"],
        ["--characters", "wukong"],
        ["--characters", "wukong,wukong"],
        ["--characters", "wukong,nobody"],
        ["--bots", "nobody"],
        ["--bots", "greedy,greedy,greedy"],
        ["--bots", "greedy:depth=3"],
        ["--blessings", "-1"],
        ["--blessings", "99999999999999999999999"],
        ["--seed", "\udc80"],
        ["--nothing"],
        ["too", "much"],
    ],
)
def test_what_cannot_be_played_is_a_wrong_command_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The error is a sentence that says where to find help."""
    assert "Usage: silkenweb play" in said(capsys, "play", *words, code=2)


# -- show and log --------------------------------------------------------------------------------------


def test_show_draws_the_end_unless_told(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last node of the line."""
    last = len(Replay.load(game).main_line())
    assert said(capsys, "show", game) == said(capsys, "show", game, "--at", str(last))


def test_show_tells_what_the_file_says(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Comment, glyph, alternatives with their paths, and the legal moves."""
    told = said(capsys, "show", game, "--at", "6")
    assert "Comment ?!" in told
    assert "second line" in told
    assert re.search(r"^Then +7 +rest$", told, re.MULTILINE)
    assert re.search(r"^ +7/1/1 +ability -BJ8 wujing +Better", told, re.MULTILINE)
    assert re.search(r"^ +7/2/1 +rest ~$", told, re.MULTILINE)
    assert "5 legal moves" in told


def test_show_at_an_alternative(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It shows the move that was made there."""
    told = said(capsys, "show", game, "--at", "7/2/1")
    assert "Node 7/2/1, after rest ~" in told
    assert re.search(r"^Instead +7 +rest$", told, re.MULTILINE)


def test_all_legal_moves_are_listed_on_request(
    game: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There can be hundreds."""
    monkeypatch.setattr(display_commands, "MOST_MOVES", 2)
    assert "  and 3 more: --all lists them\n" in said(capsys, "show", game, "--at", "6")
    everything = said(capsys, "show", game, "--at", "6", "--all")
    assert all(move in everything for move in Replay.load(game).node("6").position.legal_moves())


def test_a_seat_is_told_what_it_knows(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No comments, and no moves that reveal another's hand."""
    bajie = said(capsys, "show", game, "--at", "6", "--seat", "bajie")
    assert bajie == said(capsys, "show", game, "--at", "6", "--seat", "1")
    assert "legal moves" in bajie
    assert "second line" not in bajie
    assert "Better" not in bajie
    wukong = said(capsys, "show", game, "--at", "6", "--seat", "wukong")
    assert "legal moves" not in wukong
    assert "BJ8" not in wukong
    assert "after keep ?" in said(capsys, "show", game, "--at", "3", "--seat", "wukong")


def test_no_card_of_another_is_shown_to_a_seat_anywhere(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every card in a drawing is named in the seat's view."""
    replay = Replay.load(game)
    for node in replay.main_line()[:60]:
        for seat in range(3):
            known = replay.node(node.path).view(seat).text
            told = said(capsys, "show", game, "--at", node.path, "--seat", str(seat))
            table = told.split("\n\n", 1)[1].split("\nInstead", 1)[0].split("\nThen", 1)[0]
            cards = set(re.findall(r"\b(?:WK|BJ|WJ|T|R)\d+\b", table.split("legal move", 1)[0]))
            assert cards <= set(re.findall(r"\w+", known)), (node.path, seat)


def test_log_tells_levels_turns_and_paths(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One sentence per line if the output is not a terminal."""
    told = said(capsys, "log", game)
    assert re.search(r"^Level 1\n    1     Level 1 is dealt: ", told, re.MULTILINE)
    assert re.search(r"^Turn 1: Wukong\n    5     Wukong plays WK2", told, re.MULTILINE)
    assert "    6 ?!  Wukong plays no more cards this turn.\n          | First line" in told
    assert "          instead, 7/1/1: ability -BJ8 wujing (one node)\n" in told
    every = [event.sentence for node in Replay.load(game).main_line() for event in node.events]
    assert all(sentence in told or sentence.startswith("It is") for sentence in every)


def test_log_as_a_seat_saw_it(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It leaves out cards that others drew and discarded face down, and all comments."""
    told = said(capsys, "log", game, "--seat", "wukong")
    assert "Bajie draws three cards." in told
    assert "Bajie has chosen what to keep." in told
    assert "Wukong draws WK1" in told
    assert "First line" not in told
    assert "instead" not in told


def test_an_unfinished_game_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Including one that has not begun."""
    replay = Replay.start(["wukong", "bajie"], seed="x")
    replay.save(tmp_path / "empty.json")
    assert "unfinished at level 1" in said(capsys, "log", tmp_path / "empty.json")
    assert "Level 1 is to be dealt" in said(capsys, "show", tmp_path / "empty.json")
    replay.record()
    replay.save(tmp_path / "begun.json")
    assert "unfinished at level 1" in said(capsys, "log", tmp_path / "begun.json")


@pytest.mark.parametrize("path", ["9999", "7/9/1", "x", "", "-1", "7/1", "1" * 5000])
def test_a_path_that_leads_nowhere(path: str, game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error is a sentence."""
    assert said(capsys, "show", game, f"--at={path}", code=1).startswith("silkenweb: ")


@pytest.mark.parametrize("seat", ["3", "-1", "tang", "", "1.0"])
@pytest.mark.parametrize("command", ["show", "log"])
def test_a_seat_that_is_not_there(
    command: str, seat: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The error lists the seats."""
    assert "0 (wukong), 1 (bajie), 2 (wujing)" in said(capsys, command, game, f"--seat={seat}", code=2)


# -- validate and schema -------------------------------------------------------------------------------


def test_all_files_are_told_of(game: Path, tmp_path: Path, silkenweb: Silkenweb) -> None:
    """An invalid file does not stop the command from reading the others."""
    broken = tmp_path / "broken.json"
    broken.write_text(
        game.read_text("utf-8").replace('"move": "rest"', '"move": "claim R01"', 1), encoding="utf-8"
    )
    done = silkenweb("validate", broken, game, tmp_path / "missing.json")
    assert done.returncode == 1
    assert done.stdout.startswith(f"{game}: valid; ")
    first, *_, missing, summary = done.stderr.splitlines()
    assert "broken.json, node 7 (level 1, turn 2, bajie" in first
    assert "missing.json" in missing
    assert summary == "2 of 3 files are invalid"


def test_a_schema_beside_the_games_is_passed_over(game: Path, tmp_path: Path, silkenweb: Silkenweb) -> None:
    """So that you can name all files of a folder at once."""
    schema = tmp_path / "replay.schema.json"
    schema.write_text(silkenweb("schema").stdout, encoding="utf-8")
    done = silkenweb("validate", schema, game)
    assert (done.returncode, done.stderr) == (0, "")
    assert "skipped" in done.stdout


def test_the_kept_schema_is_what_the_command_prints(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`silkenweb schema > replays/replay.schema.json` writes it again."""
    assert said(capsys, "schema") == (root / "replays/replay.schema.json").read_text("utf-8")


def test_the_schema_is_that_of_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON."""
    assert json.loads(said(capsys, "schema")) == replay_schema()


# -- edition -------------------------------------------------------------------------------------------


def test_the_built_in_edition_has_no_faults(capsys: pytest.CaptureFixture[str]) -> None:
    """And there are no differences from print."""
    told = "reconstructed: it can be played; as printed in all that is legible\n"
    assert said(capsys, "edition", "check", "reconstructed") == told


def test_errors_are_told_from_what_differs(tmp_path: Path, root: Path, silkenweb: Silkenweb) -> None:
    """Only errors make the command fail."""
    data = json.loads((root / "silkenweb/edition/reconstructed.json").read_text("utf-8"))
    data["levels"][0]["draw"] = 4
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(data))
    done = silkenweb("edition", "check", mine, COLUMNS="200")
    assert done.returncode == 0
    assert "  differs  levels[0].draw: found 4, expected 3, as printed\n" in done.stdout
    assert "  error" not in done.stdout
    data["threats"]["cards"][9]["count"] = "\x1b[31m"
    mine.write_text(json.dumps(data))
    done = silkenweb("edition", "check", mine, COLUMNS="200")
    assert done.returncode == 1
    assert "  error    threats.cards[9].count: found " in done.stdout
    assert "\x1b" not in done.stdout


def test_every_card_stands_behind_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    """In the built-in edition, Relics are printed and Threats are not."""
    told = said(capsys, "edition", "show")
    assert "\n35 Threats\n  reconstructed T01 Combat" in told
    assert "\n10 Relics\n  printed       R01" in told
    assert "\n  ruling        seniority: 4\n" in told
    assert "\n7 levels\n  printed       level 1: draw 3, discard 2\n  reconstructed level 2: " in told


def test_cards_of_one_section_are_parted_by_source(
    tmp_path: Path, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user's printed values are listed separately from the others."""
    data = json.loads((root / "silkenweb/edition/reconstructed.json").read_text("utf-8"))
    data["threats"]["cards"][1]["source"] = "printed"
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(data))
    assert "\n35 Threats\n  printed       T02 Combat\n  reconstructed T01 Combat" in said(
        capsys, "edition", "show", mine
    )


# -- files that are none -------------------------------------------------------------------------------

BAD = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)),
    "text": b"not JSON",
    "list": b"[]",
    "deep": b"[" * 100_000,
    "other": b'{"format": "else"}',
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("command", ["show", "log", "validate", "edition show"])
def test_a_bad_file_is_told_without_a_traceback(
    command: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the file."""
    content = BAD[kind]
    path = tmp_path / f"{kind}.json"
    if content is not None:
        path.write_bytes(content)
    assert f"{kind}.json" in said(capsys, *command.split(), path, code=1)


@pytest.mark.parametrize("command", ["show", "log", "validate", "edition show"])
def test_a_folder_is_no_file(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It names the folder."""
    assert str(tmp_path) in said(capsys, *command.split(), tmp_path, code=1)


def test_an_edition_that_is_not_the_game_s(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unreadable file, or the wrong edition."""
    assert "mine.json" in said(capsys, "show", game, "--edition", tmp_path / "mine.json", code=1)


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command refuses before it plays the game."""
    assert "no/folder" in said(capsys, "play", "-o", tmp_path / "no/folder/a.json", code=1)


# -- files and arguments that cannot be used -----------------------------------------------------------


def test_validate_gives_the_true_reason_for_a_file_that_is_not_json(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same as for `show`, also for a branches file."""
    copy, branches = tmp_path / "game.json", tmp_path / "game.branches.json"
    copy.write_bytes(game.read_bytes())
    branches.write_bytes(b"\xef\xbb\xbf" + game.read_bytes())
    reason = f"{branches}, line 1, column 1: not JSON: it begins with a byte order mark.\n"
    assert said(capsys, "validate", branches, code=1) == reason
    assert run(["validate", "--deep", str(copy)]) == 1
    assert reason in capsys.readouterr().err
    told = said(capsys, "show", copy, code=1)
    assert "not JSON: it begins with a byte order mark (line 1, column 1)" in told


@pytest.mark.parametrize("options", [[], ["--deep"]])
@pytest.mark.parametrize("name", ["", "/"])
def test_validate_refuses_a_path_without_a_name(
    options: list[str], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "the file can't be read" in said(capsys, "validate", *options, name, code=1)


def test_simulate_refuses_too_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, "simulate", "--quiet", "--games", "9" * 20, code=2)
    assert "is not in the range 0<=x<=1000000000" in told


@pytest.mark.parametrize(
    "command",
    [
        ["show", "FILE"],
        ["log", "FILE"],
        ["export", "FILE"],
        ["review", "FILE"],
        ["edition", "show", "FILE"],
        ["show", "GAME", "--edition", "FILE"],
        ["class", "report", "FILE"],
        ["puzzles", "GAME", "-o", "MISSING"],
    ],
)
def test_a_file_name_is_shown_escaped(
    command: list[str], game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No part of the name begins a new line or is an escape sequence."""
    file = tmp_path / "a\n\x1b[31mb.json"
    file.write_text("{")
    words = {"FILE": file, "GAME": game, "MISSING": file.with_name("c\nd") / "e"}
    told = said(capsys, *(words.get(word, word) for word in command), code=1)
    assert told.count("\n") == 1
    assert told[:-1].isprintable()


def test_class_report_refuses_a_folder_as_its_output_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr("silkenweb.cli.class_commands.class_report")
    assert "this is a folder; name a file" in said(capsys, "class", "report", ".", "-o", tmp_path, code=1)


def test_a_file_in_place_of_a_folder_is_named_as_such(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "this is a file; name a folder" in said(capsys, "class", "report", game, code=1)
    told = said(capsys, "lab", "--folder", game, code=1)
    assert "this is a file; --folder expects a folder" in told


def test_an_edition_without_a_name_is_refused(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["edition", "show", ""], ["show", game, "--edition", ""]):
        assert "got no name" in said(capsys, *words, code=1)

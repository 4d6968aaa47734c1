"""Quiet endings, colours only in a terminal, and harmless hostile texts."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from silkenweb.replay import Replay
from tests.cli.conftest import Silkenweb

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes as POSIX has them")


def start(*words: str | Path, output: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """The command, running."""
    return subprocess.Popen(
        [sys.executable, "-m", "silkenweb", *map(str, words)], stdout=output, stderr=subprocess.PIPE
    )


@posix
@pytest.mark.parametrize("command", ["log", "show", "validate", "--help", "schema", "edition show"])
def test_a_closed_pipe_ends_it_quietly(command: str, game: Path) -> None:
    """As with `| head`: nothing is printed, and the exit code is a signal's or 0."""
    files = [game] if command in ("log", "show", "validate") else []
    reading, writing = os.pipe()
    os.close(reading)
    process = start(*command.split(), *files, output=writing)
    os.close(writing)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode in (0, -signal.SIGPIPE)


@posix
def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    """130 is the exit code that a shell gives after Ctrl-C."""
    run = tmp_path / "run"
    process = start("simulate", "--bots", "random", "--games", "1000000", "--quiet", "-o", run)
    deadline = time.monotonic() + 60
    while not list(run.glob("games/*.parquet")):  # wait until it plays
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (output, errors.strip()) == (b"", b"")
    assert process.returncode == 130


@pytest.mark.parametrize("command", ["show", "log"])
def test_no_colour_where_there_is_no_terminal(command: str, game: Path, silkenweb: Silkenweb) -> None:
    """The output is only text."""
    told = silkenweb(command, game).stdout
    assert "\x1b" not in told
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", told)


def test_colour_where_there_is_one(game: Path, silkenweb: Silkenweb) -> None:
    """Not if NO_COLOR is set; the text is the same."""
    plain = silkenweb("show", game, "--at", "5").stdout
    colour = silkenweb("show", game, "--at", "5", FORCE_COLOR="1", TERM="xterm-256color").stdout
    assert "\x1b[1;38;" in colour
    assert re.sub(r"\x1b\[[0-9;]*m", "", colour) == plain
    without = silkenweb(
        "show", game, "--at", "5", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color"
    ).stdout
    assert "\x1b[1;38;" not in without


@pytest.mark.parametrize("command", [["show", "--at", "6"], ["show", "--at", "7/1/1"], ["log"]])
def test_hostile_texts_are_shown_as_they_are(command: list[str], game: Path, silkenweb: Silkenweb) -> None:
    """Escape sequences as escapes, markup as text, even if colours are on."""
    told = silkenweb(*command, game, FORCE_COLOR="1", TERM="xterm-256color", COLUMNS="200").stdout
    text = re.sub(r"\x1b\[[0-9;]*m", "", told)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert r"Game of Eva\x1b[2J\x1b]0;owned\x07 [red]Rot[/red]\u202eabc" in text


def test_a_hostile_file_name(tmp_path: Path, silkenweb: Silkenweb) -> None:
    """Also in an error."""
    path = tmp_path / "a\x1b[31mb\u202e.json"
    path.write_text("{}", encoding="utf-8")
    for command in (["validate"], ["show"], ["edition", "check"], ["edition", "show"]):
        done = silkenweb(*command, path)
        assert done.returncode == 1
        assert "\x1b" not in done.stdout + done.stderr
        assert "\u202e" not in done.stdout + done.stderr


def test_a_wrong_word_is_shown_harmlessly(silkenweb: Silkenweb) -> None:
    """Somebody may have pasted the command line."""
    done = silkenweb("sh\x1b[31mow")
    assert done.returncode == 2
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("width", ["60", "80", "120"])
def test_lines_have_the_terminal_s_width(width: str, game: Path, silkenweb: Silkenweb) -> None:
    """The width of COLUMNS, if it is set."""
    lines = silkenweb("show", game, "--at", "154", COLUMNS=width).stdout.splitlines()
    assert int(width) * 0.8 < max(map(len, lines)) <= int(width)


def test_a_terminal_that_knows_only_ascii(game: Path, silkenweb: Silkenweb) -> None:
    """Cards use only ASCII signs; names in other scripts are escaped."""
    done = silkenweb("show", game, "--at", "6", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "+--------+" in done.stdout
    assert done.stdout.isascii()


def test_a_replay_is_utf8_wherever_it_goes(silkenweb: Silkenweb) -> None:
    """Also through a pipe that claims to be ASCII."""
    done = silkenweb("play", "--seed", "李😀", "-o", "-", PYTHONIOENCODING="ascii")
    assert Replay.loads(done.stdout).seed == "李😀"
    assert "Seed" in done.stderr


@posix
def test_an_output_may_be_a_device(game: Path) -> None:
    """`-o /dev/stdout` writes the page into a pipe, and then prints its size."""
    output, errors = start("export", game, "-o", "/dev/stdout").communicate(timeout=60)
    assert errors == b""
    assert output.startswith(b"<!")
    assert b"Saved      /dev/stdout" in output

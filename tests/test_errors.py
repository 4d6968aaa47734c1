"""Any foreign text that an error quotes can be printed, and is short."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb import teaching
from silkenweb.errors import quote
from silkenweb.study.review import Parameters

LONGEST = 2_000
PIECES = st.sampled_from(
    [
        "\ud800",
        "\udfff",
        "\0",
        "\x1b[31m",
        "\u202e",
        "\u2066",
        "\u2028",
        "\r",
        "\n",
        "'",
        '"',
        "{",
        "é龙🐉",
        "rest",
    ]
)
TEXTS = (
    st.lists(PIECES | st.text(st.characters(), max_size=5), min_size=1, max_size=8).map("".join)
    | PIECES.map(lambda piece: piece * 20_000)
    | PIECES.map(lambda piece: "x" * 20_000 + piece)
)

REPLAY = sw.sample("two-lost-late")
NODE = REPLAY.node("9")
PUZZLE = sw.puzzles()[0]
EDITION = sw.Edition.load()


def replay_with(text: str) -> None:
    """A file with this text in many places; its JSON escapes lone surrogates."""
    import json

    data = json.loads(REPLAY.dumps())
    data["line"][3][text] = text
    data["line"][4]["move"] = text
    data["edition"]["name"] = text
    sw.Replay.loads(json.dumps(data))


def edition_with(text: str) -> None:
    data = EDITION.data
    data[text] = text
    data["name"] = text
    sw.Edition.from_dict(data)


def puzzle_with(text: str, tmp: Path = Path("nowhere")) -> None:
    import json

    from silkenweb.study.puzzles.puzzle import dumps, loads

    data = json.loads(dumps(PUZZLE))
    data["seen"][0]["event"] = text
    loads(sw.Puzzle, json.dumps(data).encode())


CALLS: dict[str, Callable[[str], Any]] = {
    "comment": lambda text: setattr(NODE, "comment", text),
    "glyph": lambda text: setattr(NODE, "glyph", text),
    "review": lambda text: NODE.replay.annotate(NODE, "review", {text: text}),
    "annotate": lambda text: NODE.replay.annotate(NODE, text, text),
    "branch": lambda text: NODE.branch(text),
    "node": lambda text: REPLAY.node(text),
    "find": lambda text: REPLAY.find(text),
    "sample": sw.sample,
    "puzzles": sw.puzzles,
    "Edition.load": sw.Edition.load,
    "Edition.from_dict": edition_with,
    "Edition.shows": EDITION.shows,
    "Edition.provenance": EDITION.provenance,
    "Replay.load": sw.Replay.load,
    "Replay.loads": sw.Replay.loads,
    "Replay.loads a file": replay_with,
    "Replay.start": lambda text: sw.Replay.start([text, "wukong"]),
    "Puzzle.load": sw.Puzzle.load,
    "Puzzle.load a file": puzzle_with,
    "Puzzle.check": PUZZLE.check,
    "Scribe.load": sw.Scribe.load,
    "Move.parse": sw.Move.parse,
    "Position.parse": sw.Position.parse,
    "Position.apply": lambda text: NODE.position.apply(text),
    "deal": lambda text: sw.deal(REPLAY.root.position, text),
    "bots.make": lambda text: sw.bots.make(text, "seed"),
    "bots.register": lambda text: sw.bots.register(text + "!", sw.bots.RandomBot),
    "Parameters": lambda text: Parameters.of_file({"bot": text, "reading": text}),
    "frames.games": sw.frames.games,
    "frames.describe": sw.frames.describe,
    "exercise": teaching.exercise,
    "class_report": teaching.class_report,
    "Player": lambda text: sw.Player(REPLAY, lens=text),
}


@pytest.mark.parametrize("name", CALLS)
@settings(max_examples=25, deadline=None)
@given(text=TEXTS)
def test_an_error_can_be_printed_and_is_short(name: str, text: str) -> None:
    """It contains no lone surrogate, control character or mark that reverses the writing."""
    try:
        CALLS[name](text)
    except sw.SilkenwebError as error:
        told = str(error)
        told.encode("utf-8")
        assert 0 < len(told) < (LONGEST if name != "Edition.from_dict" else 20_000)
        assert not [
            sign for sign in told if sign != "\n" and unicodedata.category(sign) in ("Cc", "Cs", "Zl")
        ]
        assert "\u202e" not in told
        assert "\u2066" not in told


def test_what_is_quoted_is_told_from_what_is_around_it() -> None:
    """On one line, cut at the end, for any value."""
    assert quote("two\nlines") == r"'two\nlines'"
    assert quote("\ud800\u202e") == r"'\ud800\u202e'"
    assert quote("x" * 20_000) == "'" + "x" * 78 + "…"
    assert len(quote("\0" * 20_000, 30)) == 30
    assert quote(10**5000) == "a number of more than 60 digits"

    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    assert quote(Broken()) == "a Broken"

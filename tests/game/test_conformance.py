"""Whole games, string for string: 48 of the built-in edition, 16 of a made-up one with other numbers.

A line of `conformance/*.jsonl.gz` is a game with every position, every legal move and every deal; see
`conformance/README.md`.
"""

from __future__ import annotations

import json
from gzip import decompress
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.edition import Edition
from silkenweb.game import Position

HERE = Path(__file__).parent / "conformance"


def games(name: str) -> list[Any]:
    """The games of a file, each a test of its own."""
    lines = decompress((HERE / name).read_bytes()).decode().splitlines()
    return [pytest.param(line, id=json.loads(line)["id"]) for line in lines]


def check(game: dict[str, Any], edition: Edition) -> None:
    """Play a recorded game: every text as recorded, the reached and the parsed position alike all the way."""
    position = Position.start(game["characters"], edition, game["blessings"])
    for step in game["steps"]:
        assert position.text == step["position"]
        parsed = Position.parse(step["position"], edition)
        assert parsed == position
        assert parsed.text == step["position"]
        assert list(position.legal_moves()) == step.get("legal", [])
        assert parsed.legal_moves() == position.legal_moves()
        if "deal" in step:
            assert sw.deal(position, game["seed"]).to_dict() == step["deal"]
        what = step.get("deal") or step["move"]
        after, told = position.step(what)
        assert parsed.step(what) == (after, told)
        assert told
        assert position.apply(what) == after
        assert position.text == step["position"]
        position = after
    assert position.text == game["end"]
    assert position.over
    assert position.legal_moves() == ()


@pytest.mark.parametrize("line", games("games.jsonl.gz"))
def test_a_game_of_the_built_in_edition(line: str) -> None:
    """Position before, all legal moves, position after; deals from the seed and as given."""
    check(json.loads(line), Edition.load())


@pytest.mark.parametrize("line", games("games-wide.jsonl.gz"))
def test_a_game_of_the_wide_edition(line: str, wide: Edition) -> None:
    """Targets of several icons, flexible locks, four levels with segments from the second on."""
    game = json.loads(line)
    assert game["edition"] == wide.name
    check(game, wide)

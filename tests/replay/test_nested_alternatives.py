"""Nested alternatives: all lines from a position begin differently."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from tests.replay.replay_files import REST, Data, branched, data_of, fault, played, rested, same_tree, text_of

GAMES = [branched(played(f"nested {number}", 40, blessings=9), f"nested {number}", 8) for number in range(4)]


def with_alternatives(*lines: list[Data]) -> Data:
    """Return the JSON of a game whose first Rest has these alternatives."""
    data = data_of(rested())
    assert data["line"][REST] == {"move": "rest"}
    data["line"][REST]["alternatives"] = list(lines)
    return data


def nested(move: str, inner: str) -> list[Data]:
    """Return a line of one move with an alternative."""
    return [{"move": move, "alternatives": [[{"move": inner}]]}]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([nested("rest ~", "rest")], id="the node that has the alternatives"),
        pytest.param([nested("rest ~", "rest ~")], id="its own head"),
        pytest.param([nested("rest ~", "signal x"), [{"move": "rest ~"}]], id="a sibling's head"),
    ],
)
def test_a_nested_alternative_that_begins_like_another_line_from_its_position_is_a_fault(
    lines: list[list[Data]],
) -> None:
    """The position matters, not the level of nesting."""
    data = with_alternatives(*lines)
    inner = lines[0][0]["alternatives"][0][0]
    if inner["move"] == "signal x":
        inner["move"] = other_move()
        lines[1][0]["move"] = other_move()
    error = fault(data)
    assert error.kind == "alternatives"
    assert "begins in the same way" in error.reason


def other_move() -> str:
    """Return a legal alternative to the first Rest that is not a Rest."""
    legal = rested().node(str(REST)).position.legal_moves()
    return next(str(move) for move in legal if not move.startswith("rest"))


def test_different_nested_alternatives_of_a_head_are_read_and_written_beside_it() -> None:
    replay = sw.Replay.loads(text_of(with_alternatives(nested("rest ~", other_move()))))
    assert [child.move for child in replay.node(str(REST)).children] == ["rest", "rest ~", other_move()]
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)


def test_what_is_salvaged_has_the_first_of_the_lines_that_begin_alike(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = with_alternatives(nested("rest ~", "rest"), [{"move": other_move()}])
    path.write_text(text_of(data), encoding="utf-8")
    replay, faults = sw.Replay.salvage(path)
    assert [fault.kind for fault in faults] == ["alternatives"]
    assert [child.move for child in replay.node(str(REST)).children] == ["rest", "rest ~", other_move()]
    assert same_tree(sw.Replay.loads(replay.dumps()), replay)


def test_a_line_that_is_left_out_for_its_check_leaves_room_for_one_that_begins_alike(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    lines = [[{"move": "rest ~", "check": "0" * 16}], [{"move": "rest ~", "comment": "this one"}]]
    path.write_text(text_of(with_alternatives(*lines)), encoding="utf-8")
    replay, faults = sw.Replay.salvage(path)
    assert [fault.kind for fault in faults] == ["check"]
    assert [child.comment for child in replay.node(str(REST)).children] == [None, "this one"]


def renest(random: Random, items: list[Any], depth: int) -> None:
    """Nest alternatives deeper, or insert copies of a line where they are not allowed."""
    for item in list(items):
        lines = item.get("alternatives", [])
        for line in lines:
            renest(random, line, depth + 1)
        if lines and random.random() < 0.5 and len(lines) > 1:
            lines[0][0].setdefault("alternatives", []).append(lines.pop())
        if lines and random.random() < 0.3:
            head = random.choice(lines)[0]
            source = random.choice([item, head, *(line[0] for line in lines)])
            copy = {key: value for key, value in source.items() if key != "alternatives"}
            head.setdefault("alternatives", []).append([json.loads(json.dumps(copy))])


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**9))
def test_whatever_is_read_strictly_or_salvaged_is_written_and_read_again_as_the_same_tree(seed: int) -> None:
    """Alternatives nested at every level, some of them equal to a sibling or to their own head."""
    random = Random(seed)
    data = data_of(random.choice(GAMES))
    renest(random, data["line"], 0)
    raw = text_of(data).encode()
    try:
        strict = sw.Replay.loads(raw)
    except sw.ReplayError as error:
        assert error.kind == "alternatives"  # noqa: PT017
    else:
        assert same_tree(sw.Replay.loads(strict.dumps()), strict)
    salvaged = leniently(raw)
    again = sw.Replay.loads(salvaged.dumps())
    assert same_tree(again, salvaged)
    for node in salvaged.nodes():
        assert len({child.move or child.deal for child in node.children}) == len(node.children)


def leniently(raw: bytes) -> sw.Replay:
    """Return the valid part of a file with these bytes."""
    from silkenweb.replay import reader

    return sw.Replay(*reader.read(raw, "", None, []))

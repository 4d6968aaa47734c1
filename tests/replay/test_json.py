"""Invalid or unsafe JSON is refused, with its place."""

from __future__ import annotations

import json
import sys

import pytest

import silkenweb as sw
from tests.replay.replay_files import fault, played

TEXT = played(moves=5).dumps()
HEAD = '"blessings": 6'


def put(text: str) -> str:
    """Insert `text` before the Blessings of the file."""
    assert HEAD in TEXT
    return TEXT.replace(HEAD, f"{text}, {HEAD}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expecting value"),
        ("{", "expecting property name"),
        (TEXT[:-3], "expecting ',' delimiter"),
        (TEXT + "x", "extra data"),
        ("\ufeff" + TEXT, "byte order mark"),
        (put('"x_a": NaN'), "NaN is not a number"),
        (put('"x_a": -Infinity'), "-Infinity is not a number"),
        (put('"x_a": "\\ud800"'), "lone surrogate"),
        (put('"x_a": "\\udc00\\ud800"'), "lone surrogate"),
        (put('"x_a": 1e999'), "out of range"),
        (put('"x_a": ' + "1" * 5000), "out of range"),
        (put("'x_a': 1"), "expecting property name"),
        (put('"x_a": 01'), "expecting ',' delimiter"),
        (put('"x_a": "\n"'), "invalid control character"),
        (put('"x_a": [1,]'), ""),
    ],
)
def test_what_is_not_json_is_refused_with_line_and_column(text: str, reason: str) -> None:
    error = fault(text)
    assert error.kind == "json"
    assert reason in error.reason
    assert "line " in error.key
    assert "column " in error.key


def test_the_place_counts_characters_in_the_line() -> None:
    """The column is the one that an editor shows, whatever comes before it."""
    assert fault('{\n "é🐉": NaN}').key == "line 2, column 8"
    assert fault('{"a": 1,\n "b": 1e999}').key == "line 2, column 7"
    assert fault('{"a": "NaN",\n "b": -Infinity}').key == "line 2, column 7"


@pytest.mark.parametrize(
    "raw", [b"\xff\xfe{\x00", TEXT.encode("utf-16"), TEXT.encode().replace(b"wukong", b"wuk\xe9ng")]
)
def test_what_is_not_utf_8_is_refused(raw: bytes) -> None:
    assert "is not UTF-8" in fault(raw).reason


def test_a_surrogate_in_a_python_text_is_refused() -> None:
    assert fault(put('"x_a": "\ud800"')).kind == "json"


@pytest.mark.parametrize(
    ("text", "key", "node"),
    [
        (put(HEAD), "blessings", ""),
        (put('"x_a": 1, "x_a": 1'), "x_a", ""),
        (put('"x_a": [{"b": {"c": 1, "c": 2}}]'), "x_a[0].b.c", ""),
        (TEXT.replace('{"move"', '{"move": "rest", "move"', 1), "move", "2"),
        (TEXT.replace('"level": 1', '"level": 1, "level": 1', 1), "deal.level", "1"),
        (TEXT.replace('"comment"', '"x"').replace('"phase"', '"phase": "won", "phase"'), "result.phase", ""),
    ],
)
def test_a_key_given_twice_is_refused_at_any_depth(text: str, key: str, node: str) -> None:
    """Even if a colon in a text makes the number of colons differ from that of keys."""
    for each in (text, text.replace(HEAD, f'{HEAD}, "x_colons": ":::"')):
        error = fault(each)
        assert (error.kind, error.key, error.node) == ("key", key, node)
        assert "twice" in error.reason


@pytest.mark.parametrize("signs", ["[]", ['{"a":', "}"]])
@pytest.mark.parametrize("deep", [65, 500, 2_000, 1_000_000])
def test_deep_nesting_is_refused_and_never_a_recursion_error(signs: tuple[str, str], deep: int) -> None:
    middle = "1" if len(signs[0]) > 1 else ""
    inner = signs[0] * deep + middle + signs[1] * deep
    for text in (inner, put(f'"x_a": {inner}'), put(f'"players": {inner}'), inner[: deep * len(signs[0])]):
        assert fault(text).kind in ("bound", "shape", "json", "key")


def test_nesting_about_as_deep_as_python_recurses_is_refused() -> None:
    """At any stage of reading, with or without a repeated key inside."""
    for deep in range(800, 1020):
        for key in ('"x_a"', HEAD + ', "x_a"'):
            assert fault(put(f"{key}: {'[' * deep}{']' * deep}")).kind in ("bound", "key")


def test_nesting_up_to_the_bound_loads() -> None:
    replay = sw.Replay.loads(put(f'"x_a": {"[" * 64}{"]" * 64}'))
    assert json.dumps(replay.extra["x_a"]) == "[" * 64 + "]" * 64


@pytest.mark.parametrize("value", ["[]", "1", "null", '"a"', "true", "[{}]", "-1.5e3"])
def test_json_that_is_no_object_is_no_replay(value: str) -> None:
    error = fault(value)
    assert (error.kind, error.expected) == ("shape", "an object")


def test_what_is_no_text_at_all_is_refused() -> None:
    assert fault_of_type(None).kind == "file"
    assert fault_of_type({}).kind == "file"


def fault_of_type(value: object) -> sw.ReplayError:
    with pytest.raises(sw.ReplayError) as caught:
        sw.Replay.loads(value)  # type: ignore[arg-type]
    return caught.value


def test_the_recursion_limit_is_left_alone() -> None:
    before = sys.getrecursionlimit()
    fault("[" * 10_000)
    assert sys.getrecursionlimit() == before


@pytest.mark.parametrize("name", ["x_\ud800", "x_\udfff\ud800"])
def test_a_surrogate_in_the_name_of_a_note_is_refused(name: str) -> None:
    """As in its value: no file can hold it, and the replay can still be saved."""
    replay = played("a", 3)
    before = replay.dumps()
    with pytest.raises(sw.ReplayError, match="not a JSON value"):
        replay.annotate(replay.end, name, 1)
    with pytest.raises(sw.ReplayError, match="not a JSON value"):
        replay.annotate(replay.end, "x_a", [{name: 1}])
    with pytest.raises(sw.ReplayError, match="not a JSON value"):
        replay.meta = {name: 1}
    with pytest.raises(sw.ReplayError, match="not a JSON value"):
        replay.meta = {"x_a": {name: 1}}
    assert replay.dumps() == before

"""A file beyond the bounds of the format is refused with a clear error, before it uses memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import silkenweb as sw
from silkenweb.replay import json_text, line_reader, schema
from tests.replay.replay_files import data_of, fault, nested, played, text_of

MIB = 1 << 20


def filled(unit: str) -> str:
    """Return a file with 16 MiB of a repeated value in a user's own key."""
    head = '{"format":"silkenweb-replay","version":1,"x_a":['
    return head + (unit + ",") * ((16 * MIB - len(head) - 9) // (len(unit) + 1)) + "0]}"


@pytest.mark.parametrize("extra", [1, MIB])
def test_a_file_larger_than_16_mib_is_refused_at_once(extra: int, tmp_path: Path) -> None:
    text = played("a", 3).dumps()
    text += " " * (16 * MIB - len(text))
    assert sw.Replay.loads(text).count == 3
    assert fault(text + " " * extra).kind == "bound"
    path = tmp_path / "a.json"
    path.write_text(text + " " * extra, encoding="utf-8")
    with pytest.raises(sw.ReplayError, match="too large"):
        sw.Replay.load(path)


VALUES = [
    "{}",
    "[]",
    "0",
    "1.5",
    '""',
    '"aa"',
    '{"a":0}',
    '{"a":{}}',
    "[[]]",
    '{"":[0]}',
    "1e5",
    "null",
    '":"',
]
SIGNS = ["[", "{", '"', "\\", '"\\', '{"a":', "[1,", "-", "1", "\t", '"\\u']


MEASURED = """
import json, pathlib, time
import silkenweb as sw
from tests.replay.test_format_bounds import MIB, SIGNS, VALUES, filled
try:
    import resource
    size_of = pathlib.Path("/proc/self/statm")
    size_of.read_text()
except (ImportError, OSError):
    resource = None
found = []
for text in [*map(filled, VALUES), *(sign * (16 * MIB // len(sign)) for sign in SIGNS)]:
    if resource:
        size = int(size_of.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + 200 * MIB, -1))
    began = time.process_time()
    try:
        sw.Replay.loads(text)
    except sw.ReplayError as error:
        found.append((text[48:60], error.kind, time.process_time() - began))
    if resource:
        resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
print(json.dumps(found))
"""


def test_sixteen_mib_of_anything_are_refused_at_no_great_cost(root: Path) -> None:
    """Each takes a few seconds, and at most 200 MiB beyond the text if the system can enforce that."""
    done = subprocess.run([sys.executable, "-c", MEASURED], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == len(VALUES) + len(SIGNS)
    assert {kind for _, kind, _ in found[: len(VALUES)]} == {"bound"}
    assert {kind for _, kind, _ in found} == {"bound", "json"}
    assert max(seconds for _, _, seconds in found) < 5, found


def test_200000_nodes_load_and_one_more_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is at the first node beyond the limit."""
    assert schema.MAX_NODES == 200_000
    monkeypatch.setattr(line_reader, "MAX_NODES", 60)
    data = data_of(played("b", 400, blessings=40))
    del data["line"][60:]
    data["result"] = {"phase": "open", "level": data["result"]["level"], "score": None}
    error = fault({**data, "line": [*data["line"], {"move": "rest"}]})
    assert (error.kind, error.node, error.found) == ("bound", "61", "more than 60")
    data["line"][20]["alternatives"] = [[{"move": "rest"}]]
    error = fault(data)
    assert (error.kind, error.node) == ("bound", "21/1/1")


def test_a_replay_full_of_nodes_takes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    from silkenweb.replay import edits

    replay = played("c", 30, blessings=40)
    monkeypatch.setattr(edits, "MAX_NODES", replay.count + 1)
    node = next(
        node
        for node in replay.main_line()
        if "rest ~" in node.position.legal_moves() and node is not replay.end
    )
    moves = [
        move for move in node.position.legal_moves() if move not in {child.move for child in node.children}
    ]
    made = node.branch(moves[0])
    legal = replay.end.position.legal_moves()
    for grow in (
        lambda: made.branch(made.position.legal_moves()[0]),
        lambda: node.branch(moves[1]),
        lambda: replay.record(legal[0] if legal else None),
    ):
        with pytest.raises(sw.ReplayError) as caught:
            grow()
        assert caught.value.kind == "bound"


def test_names_and_comments_end_where_they_are_bound_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lengths are counted in code points, not in bytes."""
    data = data_of(played("d", 5))
    data["players"][0]["name"] = "🐉" * 200
    data["line"][2]["comment"] = "🐉" * 20_000
    assert data_of(sw.Replay.loads(text_of(data))) == data
    for change in (
        lambda: data["players"][0].update(name="🐉" * 201),
        lambda: data["line"][2].update(comment="🐉" * 20_001),
    ):
        change()
        error = fault(data)
        assert error.kind == "bound"
        data["players"][0]["name"] = ""


def test_the_bounds_of_json_are_wide_enough_for_any_replay() -> None:
    """A replay with the maximum number of nodes, or of deals that fit in a file, is below them."""
    data = data_of(played("e", 1))
    deal = data["line"][0]
    per_byte = json.dumps(deal).count(",") / len(json.dumps(deal, separators=(",", ":")))
    assert per_byte * schema.MAX_BYTES < json_text.MAX_VALUES
    assert 3 * schema.MAX_NODES <= json_text.MAX_OBJECTS
    assert 5 * schema.MAX_NODES <= json_text.MAX_LISTS


def test_a_file_has_alternatives_64_deep_and_no_deeper() -> None:
    """Each is nested in the one before; the error names the node with the alternative that is too deep."""
    heads = nested(schema.MAX_DEPTH)
    data = data_of(heads[0].replay)
    assert sw.Replay.loads(text_of(data)).node(heads[-1].path).path == heads[-1].path
    line = data["line"]
    for index, _, number in triples(heads[-1].path):
        line = line[index - 1]["alternatives"][0]
        deepest = line[number - 1]
    deepest["alternatives"] = [[{"move": "rest"}]]
    error = fault(data)
    assert (error.kind, error.node) == ("bound", heads[-1].path)


def triples(path: str) -> list[tuple[int, int, int]]:
    """Split a path into steps: a node of a line, one of its alternatives, a node of that."""
    numbers = list(map(int, path.split("/")))
    return [(numbers[k], numbers[k + 1], numbers[k + 2]) for k in range(0, len(numbers) - 2, 2)]

"""Thousands of mutated replays: each gives a ReplayError or a valid replay, quickly; never anything else.

The mutations come from seeded generators, so failures are reproducible; `FUZZ=20000` makes more.
"""

from __future__ import annotations

import json
import os
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.replay import line_reader
from tests.replay.replay_files import CHARACTERS, branched, played, same_tree

COUNT = int(os.environ.get("FUZZ", "5000"))
SLOWEST = 1.0  # seconds
MOST = 200 << 20  # bytes

JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 2**31, 2**63, 2**64, 10**30, 10**4000, 1.5, -0.0, 1e308, 1e-320),
    *("", "rest", "x", "\0", "é🐉", "WK1", "WK1'", "T01", "R01", "spirit", "tang", "9" * 5000, "x" * 30_000),
    *([], {}, [[]], [{}], {"move": "rest"}, [{"move": "rest"}], [[{"move": "rest"}]], {"": ""}, {"x_": []}),
]


def sources() -> list[str]:
    """Replays of two to five players with and without a seed; without and with alternatives and comments."""
    found = []
    for number in range(10):
        random = Random(number)
        characters = tuple(random.sample(CHARACTERS, 2 + number % 4))
        replay = played(
            f"fuzz {number}", 25 + 6 * number, characters=characters, seeded=bool(number % 3), blessings=9
        )
        plain = replay.dumps()
        found += [plain, branched(replay, f"fuzz {number}", 3 + number).dumps()]
    return found


SOURCES = sources()


# -- changes of bytes ----------------------------------------------------------------------------------


def flip(random: Random, raw: bytearray) -> None:
    """Change some bytes."""
    for _ in range(random.choice((1, 1, 2, 5))):
        raw[random.randrange(len(raw))] = random.choice((random.randrange(256), *b'"{}[],:\\0x\n-'))


def cut(random: Random, raw: bytearray) -> None:
    """Remove a section."""
    start = random.randrange(len(raw))
    del raw[start : start + random.choice((1, 1, 2, 10, 100, len(raw)))]


def double(random: Random, raw: bytearray) -> None:
    """Duplicate a section, perhaps elsewhere."""
    start = random.randrange(len(raw))
    part = raw[start : start + random.choice((1, 2, 10, 100))]
    place = random.choice((start, random.randrange(len(raw))))
    raw[place:place] = part


def insert(random: Random, raw: bytearray) -> None:
    """Insert something that is not JSON, or not valid at its place."""
    place = random.randrange(len(raw))
    raw[place:place] = random.choice(
        (
            b"\xef\xbb\xbf",
            b"\\ud800",
            b"NaN",
            b"-Infinity",
            b"\x00",
            b"\xff",
            b"[" * 300,
            b'{"a":' * 300,
            b"1" * 5000,
            b"1e999",
            b"//",
            b'"',
        )
    )


BYTES = [flip, cut, double, insert]


# -- changes of JSON -----------------------------------------------------------------------------------


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Return each (container, key) of a tree of lists and objects."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    for key in keys:
        yield value, key
        if isinstance(value[key], dict | list):
            yield from spots(value[key])


def replace(random: Random, data: Any) -> None:
    """Replace a value by another of any type."""
    where, key = random.choice(list(spots(data)))
    where[key] = random.choice(JUNK)


def drop(random: Random, data: Any) -> None:
    """Remove a field or an element."""
    where, key = random.choice(list(spots(data)))
    del where[key]


def add(random: Random, data: Any) -> None:
    """Add a field or an element."""
    where, key = random.choice(list(spots(data)))
    if isinstance(where, dict):
        names = ["x_a", "luck", "check", "comment", "alternatives", "deal", "move", "review", "name", "é"]
        where[random.choice(names)] = random.choice(JUNK)
    else:
        where.insert(key, random.choice([where[key], *JUNK]))


def swap(random: Random, data: Any) -> None:
    """Swap two values: cards, moves or complete nodes."""
    where, key = random.choice(list(spots(data)))
    others = [spot for spot in spots(data) if type(spot[0][spot[1]]) is type(where[key])]
    other, place = random.choice(others)
    where[key], other[place] = json.loads(json.dumps([other[place], where[key]]))


def copy(random: Random, data: Any) -> None:
    """Copy a value to another place: a card twice, a node in another line."""
    where, key = random.choice(list(spots(data)))
    others = [spot for spot in spots(data) if type(spot[0][spot[1]]) is type(where[key])]
    other, place = random.choice(others)
    where[key] = json.loads(json.dumps(other[place]))


def nest(random: Random, data: Any) -> None:
    """Nest a value deeply in lists or objects."""
    where, key = random.choice(list(spots(data)))
    value = where[key]
    for _ in range(random.choice((1, 5, 63, 64, 65, 200))):
        value = [value] if random.random() < 0.5 else {random.choice(("x_a", "move", "a")): value}
    where[key] = value


def retext(random: Random, data: Any) -> None:
    """Change a text in one place."""
    texts = [spot for spot in spots(data) if isinstance(spot[0][spot[1]], str) and spot[0][spot[1]]]
    where, key = random.choice(texts)
    place = random.randrange(len(where[key]))
    where[key] = where[key][:place] + random.choice("019 '~-^+>.,AaTWR\0é") + where[key][place + 1 :]


VALUES = [replace, drop, add, swap, copy, nest, retext]


def mutated(seed: int) -> bytes:
    """Return a replay with one to four changes, of bytes or of values."""
    random = Random(seed)
    text = random.choice(SOURCES)
    if random.random() < 0.6:
        data = json.loads(text)
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            random.choice(VALUES)(random, data)
            if not (isinstance(data, dict) and data):
                break
        return json.dumps(data, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    raw = bytearray(text.encode())
    for _ in range(random.choice((1, 1, 1, 3))):
        if raw:
            random.choice(BYTES)(random, raw)
    return bytes(raw)


def tried(read: Callable[[], sw.Replay]) -> sw.Replay | None:
    """Return the replay, or None for a ReplayError; other errors and slow reading fail the test."""
    replay, told = None, "loaded"
    began = time.process_time()
    try:
        replay = read()
    except sw.ReplayError as error:
        told = str(error)
    assert time.process_time() - began < SLOWEST
    assert 0 < len(told) < 3_000
    return replay


@pytest.mark.parametrize("part", range(10))
def test_a_mutated_replay_is_refused_or_valid(part: int) -> None:
    """A replay that loads round-trips, and every move in it is legal."""
    good = 0
    for number in range(part, COUNT, 10):
        raw = mutated(number)
        replay = tried(lambda raw=raw: sw.Replay.loads(raw))  # type: ignore[misc]
        if replay is None:
            continue
        good += 1
        text = replay.dumps()
        again = sw.Replay.loads(text)
        assert again.dumps() == text
        if number % 5 == 0:
            assert same_tree(again, replay)
            for node in replay.nodes():
                if node.move is not None and node.parent is not None:
                    assert node.move in node.parent.position.legal_moves()
    assert 0 < good < COUNT / 10 / 2


def outcome(raw: bytes) -> str:
    """Return the result as a text: the file, or the error."""
    try:
        return sw.Replay.loads(raw).dumps()
    except sw.ReplayError as error:
        return f"{error.kind}: {error}"


@pytest.mark.parametrize("part", range(2))
def test_the_short_way_through_a_file_takes_nothing_that_the_careful_one_would_not(
    part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both ways to read a file give the same result."""
    raws = [text.encode() for text in SOURCES] + [mutated(number) for number in range(part, COUNT // 2, 2)]
    shortly = [outcome(raw) for raw in raws]
    monkeypatch.setattr(line_reader, "decode_plain", lambda raw: None)
    assert shortly == [outcome(raw) for raw in raws]


@pytest.mark.parametrize("part", range(2))
def test_a_mutated_replay_is_salvaged_or_refused(part: int, tmp_path: Path) -> None:
    """A salvaged replay is valid; without faults it equals the loaded one."""
    path = tmp_path / "game.json"
    some = 0
    for number in range(part, COUNT // 4, 2):
        path.write_bytes(mutated(number))
        faults: list[sw.ReplayError] = []

        def read() -> sw.Replay:
            replay, found = sw.Replay.salvage(path)
            faults.extend(found)  # noqa: B023
            return replay

        replay = tried(read)
        if replay is not None:
            some += 1
            assert sw.Replay.loads(replay.dumps()).dumps() == replay.dumps()
            assert (tried(lambda: sw.Replay.load(path)) is None) == bool(faults)
    assert some > COUNT / 8 / 4


def test_a_mutated_replay_takes_little_memory() -> None:
    """Reading takes at most 200 MiB, whether or not it succeeds."""
    tracemalloc.start()
    try:
        for number in range(COUNT, COUNT + COUNT // 10):
            tried(lambda: sw.Replay.loads(mutated(number)))  # noqa: B023
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < MOST

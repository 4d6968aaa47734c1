"""Mutated editions: each gives a list of faults or loads, never another exception."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silkenweb.edition import Edition, Provenance, check
from silkenweb.errors import EditionError

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(
        [10**40, -1, 0, 1, 2, 61, "combat", "ranged", "T01", "WK1", "tang", "printed", "storage"]
    )
    | st.floats()
    | st.text(alphabet=st.characters(), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)


def _spots(value: Any) -> list[tuple[Any, Any]]:
    """Each (container, key) of a tree of lists and dicts."""
    keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
    below = [spot for key in keys if isinstance(value[key], dict | list) for spot in _spots(value[key])]
    return [(value, key) for key in keys] + below


def _mutate(draw: st.DrawFn, data: Any) -> None:
    spots = _spots(data)
    if not spots:
        return
    where, key = draw(st.sampled_from(spots))
    match draw(st.sampled_from(["replace", "delete", "double", "add", "swap"])):
        case "replace":
            where[key] = draw(JUNK)
        case "delete":
            del where[key]
        case "double" if isinstance(where, list):
            where.insert(key, where[key])
        case "add" if isinstance(where, dict):
            where[draw(st.text(max_size=6))] = draw(JUNK)
        case _:
            other, place = draw(st.sampled_from(spots))
            where[key], other[place] = json.loads(json.dumps([other[place], where[key]]))


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """The built-in edition, changed in one to four places."""
    data = Edition.load().data
    for _ in range(draw(st.integers(1, 4))):
        _mutate(draw, data)
    return data


@given(mutated())
def test_a_mutated_edition_has_faults_or_loads(data: Any) -> None:
    """It loads if and only if `check` finds no error; then it round-trips and knows its sources."""
    errors = [fault for fault in check(data) if fault.severity == "error"]
    if errors:
        with pytest.raises(EditionError) as caught:
            Edition.from_dict(data)
        assert str(errors[0]) in str(caught.value)
        return
    edition = Edition.from_dict(data)
    assert Edition.from_dict(edition.data) == edition
    for card in edition.cards:
        assert isinstance(edition.provenance(card), Provenance)


@given(JUNK)
def test_any_json_has_faults(data: Any) -> None:
    assert any(fault.severity == "error" for fault in check(data))


@given(st.integers(0, 1 << 30), st.binary(min_size=1, max_size=3))
def test_a_file_with_bytes_changed_has_faults_or_loads(tmp_path_factory: Any, at: int, new: bytes) -> None:
    """Whatever the file contains, the only exception is an EditionError."""
    raw = bytearray(json.dumps(Edition.load().data).encode())
    at %= len(raw)
    raw[at : at + len(new)] = new
    path = tmp_path_factory.getbasetemp() / "changed.json"
    path.write_bytes(raw)
    errors = [fault for fault in check(path) if fault.severity == "error"]
    if errors:
        with pytest.raises(EditionError):
            Edition.load(path)
    else:
        Edition.load(path)

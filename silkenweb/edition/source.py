"""Bounded and strict reading of the JSON of editions, with the place of each fault."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from silkenweb import files
from silkenweb.edition.inspection import MISSING, Inspection, inside
from silkenweb.errors import shorten

BUILT_IN: Final = ("reconstructed",)
"""The names of the built-in editions."""

MOST_BYTES: Final = 1 << 20
MOST_DEEP: Final = 32

# A string (an unclosed one extends to the end, which keeps this linear), or one bracket.
_BRACKETS: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def built_in(name: str | Path) -> Path | None:
    """Return the file of the built-in edition with this name, or None. A Path is never a name."""
    return Path(__file__).with_name(f"{name}.json") if name in BUILT_IN else None


def from_file(path: Path, inspection: Inspection) -> Any:
    """Return the JSON of a file; if it can't be read, add a fault and return MISSING."""
    try:
        raw = files.read(path, MOST_BYTES)
    except OSError as error:
        expected = f"a JSON file, or the name of a built-in edition ({', '.join(BUILT_IN)})"
        inspection.add("file", f"nothing that can be read ({error.strerror})", expected)
        return MISSING
    try:
        return _from_text(raw.decode("utf-8"), inspection)
    except UnicodeDecodeError as error:
        found = f"byte {raw[error.start]:#04x} at {error.start}, which is not UTF-8"
        inspection.add("file", found, "JSON in UTF-8")
        return MISSING


def from_object(data: Any, inspection: Inspection) -> Any:
    """Return a copy of `data` after a round trip through JSON, or add a fault and return MISSING."""
    try:
        text = json.dumps(dict(data) if isinstance(data, Mapping) else data, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        inspection.add(
            "file", f"a value that JSON cannot represent ({shorten(str(error))})", "the JSON of an edition"
        )
        return MISSING
    return _from_text(text, inspection)


def _from_text(text: str, inspection: Inspection) -> Any:
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        inspection.add("file", f"more than {MOST_BYTES} bytes", "a file of at most 1 MiB")
        return MISSING
    if _depth(text) > MOST_DEEP:
        inspection.add("file", f"lists and objects more than {MOST_DEEP} deep", "the JSON of an edition")
        return MISSING
    doubled: list[tuple[dict[str, Any], str]] = []

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) < len(pairs):
            times = Counter(key for key, _ in pairs)
            doubled.extend((made, key) for key in made if times[key] > 1)
        return made

    try:
        data = json.loads(text, object_pairs_hook=keep)
    except json.JSONDecodeError as error:
        found = f"no JSON at line {error.lineno}, column {error.colno} ({error.msg})"
        inspection.add("file", found, "the JSON of an edition")
        return MISSING
    except ValueError as error:
        # A whole number of thousands of digits.
        inspection.add("file", f"an unreadable value ({shorten(str(error))})", "the JSON of an edition")
        return MISSING
    _look_through(data, doubled, inspection)
    return data


def _depth(text: str) -> int:
    """Return the nesting depth of lists and objects, without recursion and before parsing."""
    now = deepest = 0
    for match in _BRACKETS.finditer(text):
        if match[0] in "[{":
            now += 1
            deepest = max(deepest, now)
        elif match[0] in "]}":
            now -= 1
    return deepest


def _look_through(data: Any, doubled: list[tuple[dict[str, Any], str]], inspection: Inspection) -> None:
    """Add faults for values that Python reads but JSON forbids: duplicate keys, NaN, lone surrogates."""
    twice: dict[int, list[str]] = {}
    for owner, key in doubled:
        twice.setdefault(id(owner), []).append(key)
    for place, value in _walk(data):
        if isinstance(value, float) and not math.isfinite(value):
            inspection.wrong(place or "file", value, "a number that JSON allows")
        elif isinstance(value, str) and not _encodes(value):
            inspection.wrong(place or "file", value, "a text without lone surrogates")
        elif isinstance(value, dict):
            for key in twice.get(id(value), ()):
                inspection.add(inside(place, key), "the same key twice", "each key once")
            for key in value:
                if not _encodes(key):
                    inspection.add(inside(place, key), "a key with a lone surrogate", "a key in Unicode")


def _walk(data: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value and its place, outermost first. MOST_DEEP bounds the recursion."""
    yield place, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _walk(value, inside(place, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _walk(value, f"{place}[{index}]")


def _encodes(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True

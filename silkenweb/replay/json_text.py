"""Reading JSON from untrusted bytes: bounds are checked before memory is used, and the syntax is strict.

A byte order mark, NaN, a lone surrogate or a number out of range is an error. The value of a repeated key
becomes a `Doubled`, which fails every check of a shape.
"""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any, Final, NoReturn

import msgspec

from silkenweb.errors import ReplayError
from silkenweb.replay.schema import MAX_BYTES, Doubled

# The largest replays within the bounds of the format need fewer of each.
MAX_OBJECTS: Final = 600_000
MAX_LISTS: Final = 1_000_000
MAX_VALUES: Final = 2_500_000
LIMITS: Final = ((b"{", MAX_OBJECTS, "objects"), (b"[", MAX_LISTS, "lists"), (b",", MAX_VALUES, "values"))
PIECE: Final = 1 << 16

_LONE = re.compile(
    r"(?<!\\)(?:\\\\)*"
    r"(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)
_NUMBERS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|(NaN|-?Infinity|-?[0-9][-+.0-9eE]*)', re.DOTALL)
_BRACKETS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


def decode(raw: bytes, file: str) -> Any:
    """Return the JSON of a file. Raises ReplayError, of kind json or bound, if it can't be read."""
    try:
        data = msgspec.json.decode(raw)
        return data if raw.count(b":") == pairs(data) else _without_doubled_keys(raw, data)
    except RecursionError:
        raise _bound("lists and objects nested too deep", file) from None
    except (msgspec.DecodeError, ValueError) as error:
        _explain(raw, file, str(error))


def _bound(reason: str, file: str, found: str = "", expected: str = "") -> ReplayError:
    return ReplayError(reason, kind="bound", file=file, found=found, expected=expected)


def check_bounds(raw: bytes, file: str) -> None:
    """Raise ReplayError if a file is too large for a replay, or would take too much memory."""
    if len(raw) > MAX_BYTES:
        raise _bound("the file is too large", file, "more than 16 MiB", f"at most {MAX_BYTES:,} bytes")
    if len(raw) <= MAX_OBJECTS or all(raw.count(sign) <= most for sign, most, _ in LIMITS):
        return
    for (_, most, name), count in zip(LIMITS, _outside(raw, *(sign for sign, _, _ in LIMITS)), strict=True):
        if count > most:
            raise _bound(f"too many {name}", file, f"{count:,}", f"at most {most:,}")


def _outside(raw: bytes, *signs: bytes) -> list[int]:
    """Count each character outside strings, piece by piece: a list of all strings would need much memory."""
    plain = raw.replace(b"\\\\", b"").replace(b'\\"', b"")  # what is left has quotes only around strings
    counts = [0] * len(signs)
    inside = 0
    for start in range(0, len(plain), PIECE):
        parts = plain[start : start + PIECE].split(b'"')
        for place, sign in enumerate(signs):
            counts[place] += sum([part.count(sign) for part in parts[inside::2]])
        inside ^= (len(parts) - 1) & 1
    return counts


def pairs(data: Any) -> int:
    """Count the keys of all objects, with a fast path for nodes, which are the bulk of a file."""
    total = 0
    stack = [data]
    while stack:
        value = stack.pop()
        if type(value) is dict:
            total += len(value)
            value = value.values()
        elif type(value) is not list:
            continue
        for inner in value:
            if type(inner) is dict and len(inner) == 1:
                total += 1
                stack += [each for each in inner.values() if type(each) is dict or type(each) is list]
            elif type(inner) is dict or type(inner) is list:
                stack.append(inner)
    return total


def _without_doubled_keys(raw: bytes, data: Any) -> Any:
    """Replace the values of repeated keys. Each key has one colon outside strings."""
    if _outside(raw, b":") == [pairs(data)]:
        return data

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, value in pairs:
            made[key] = Doubled() if key in made else value
        return made

    return json.loads(raw, object_pairs_hook=keep)


def _explain(raw: bytes, file: str, message: str) -> NoReturn:
    """Raise the reason and place of a syntax error; Python's own reader knows the place better."""
    offset, reason = find_fault(raw)
    before = raw[:offset]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    reason = f"not JSON: {reason or message}"
    raise ReplayError(reason, kind="json", file=file, key=f"line {line}, column {column}")


def find_fault(raw: bytes) -> tuple[int, str]:
    """Return the byte offset and the reason of the first syntax error."""
    if raw.startswith(b"\xef\xbb\xbf"):
        return 0, "it begins with a byte order mark"
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start, f"byte {raw[error.start]:#04x} is not UTF-8"
    place, reason = _find_in_text(text)
    return len(text[:place].encode()), reason


def _find_in_text(text: str) -> tuple[int, str]:
    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} is not a number in JSON")

    try:
        json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        return error.pos, error.msg.lower()
    except RecursionError:
        return 0, "lists and objects nested too deep"
    except ValueError:
        pass
    lone = _LONE.search(text)
    if lone is not None:
        return lone.start(), "a lone surrogate"
    return _find_number(text)


def _find_number(text: str) -> tuple[int, str]:
    """Find the first number that is not valid in JSON, or is out of range."""
    for match in _NUMBERS.finditer(text):
        number = match[1]
        if number and not number[-1].isdigit():
            return match.start(1), f"{number} is not a number in JSON"
        if number and (len(number) > 300 or isinf(float(number))):
            return match.start(1), "a number that is out of range"
    return 0, "a number that is out of range"


def salvaged(raw: bytes) -> bytes:
    """Return the part of damaged JSON before the damage, with its open lists and objects closed."""
    end, _ = find_fault(raw)
    stack: list[bytes] = []
    good, still_open = 0, b""
    for match in _BRACKETS.finditer(raw, 0, end):
        sign = match[0]
        if sign in (b"{", b"["):
            stack.append(b"}" if sign == b"{" else b"]")
        elif sign in (b"}", b"]"):
            if not stack or stack.pop() != sign:
                break
            good, still_open = match.end(), b"".join(reversed(stack))
    return raw[:good] + still_open

"""The shape of a replay file, which defines the checks of reading, the order of writing, and the JSON Schema.

The fields of an object are listed in the order in which they are written. Every object may have keys of the
user's own, which begin with `x_`; any other unlisted key is a fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from silkenweb.errors import ReplayError, escaped, quote, shorten

FORMAT: Final = "silkenweb-replay"
VERSION: Final = 1
MAX_BYTES: Final = 16 << 20
MAX_NODES: Final = 200_000
MAX_DEPTH: Final = 64
"""Maximum nesting of alternatives; the recorded line has depth 0."""
MAX_COMMENT: Final = 20_000
"""Counted in code points, as all lengths of texts."""
MAX_NAME: Final = 200
MAX_NESTING: Final = 64
"""Maximum nesting of lists and objects in free-form values: `x_` keys and `review`."""

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
ANNOTATIONS: Final = ("comment", "glyph", "check", "review", "luck")
OWN: Final = "x_"

_CHECK = re.compile(r"[0-9a-f]{16}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


class Problem(NamedTuple):
    """A fault in the shape of a value: a ReplayError without its place in the tree.

    `kind` is "shape", "key" (unknown, missing or repeated) or "bound"; `keys` is its path within the value
    that was checked.
    """

    kind: str
    keys: tuple[str | int, ...]
    reason: str
    found: str
    expected: str


class Doubled:
    """The value of a key that occurs twice in an object, which JSON leaves undefined."""


class Kind:
    """A kind of value: a description, a JSON Schema, and a test."""

    def __init__(self, words: str, schema: dict[str, Any], fits: Callable[[Any], bool]) -> None:
        self.words = words
        self.schema = {"description": words, **schema}
        self.fits = fits

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield the problems of a value; none if it fits."""
        if isinstance(value, Doubled):
            yield Problem("key", (), "the same key twice", "the key twice", "each key once")
        elif not self.fits(value):
            kind = "bound" if self._too_long(value) else "shape"
            reason = "too long" if kind == "bound" else "wrong type or value"
            found = f"{len(value):,} characters" if kind == "bound" else shown(value)
            yield Problem(kind, (), reason, found, self.words)

    def _too_long(self, value: Any) -> bool:
        return isinstance(value, str) and len(value) > self.schema.get("maxLength", len(value))


class Items(Kind):
    """A list of values of one kind."""

    def __init__(self, words: str, each: Kind) -> None:
        super().__init__(words, {"type": "array", "items": each.schema}, self._fits)
        self.each = each

    def _fits(self, value: Any) -> bool:
        if type(value) is not list:
            return False
        if self.each is TEXT:  # frequent, in deals
            return _TEXTS.issuperset(map(type, value))
        return all(map(self.each.fits, value))

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield the problems of the list and of its values."""
        if type(value) is not list:
            yield from super().problems(value)
            return
        for index, item in enumerate(value):
            yield from within(index, self.each.problems(item))


class Field(NamedTuple):
    """A key of an object."""

    name: str
    kind: Kind
    needed: bool = False


class Shape(Kind):
    """An object with these fields; `others` is the kind of the values of other keys, None to forbid them."""

    def __init__(self, words: str, *fields: Field, others: Kind | None = None) -> None:
        self.fields = {field.name: field for field in fields}
        self._fitting = {field.name: field.kind.fits for field in fields}
        self.needed = frozenset(field.name for field in fields if field.needed)
        self.others = others
        schema = {
            "type": "object",
            "properties": {field.name: field.kind.schema for field in fields},
            "required": [field.name for field in fields if field.needed],
            "patternProperties": {f"^{OWN}": True},
            "additionalProperties": False if others is None else others.schema,
        }
        super().__init__(words, schema, self._fits)

    def _fits(self, value: Any) -> bool:
        if type(value) is not dict or not self.needed <= value.keys():
            return False
        known = self._fitting
        for key, inner in value.items():
            if key in known:
                if not known[key](inner):
                    return False
                continue
            kind = self._kind(key)
            if kind is None or not kind.fits(inner):
                return False
        return True

    def _kind(self, key: str) -> Kind | None:
        if key in self.fields:
            return self.fields[key].kind
        return USERS if key.startswith(OWN) else self.others

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield the problems of the object, its keys and their values."""
        if type(value) is not dict:
            yield from super().problems(value)
            return
        for key, inner in value.items():
            kind = self._kind(key)
            if kind is not None:
                yield from within(key, kind.problems(inner))
            else:
                known = ", ".join(self.fields)
                yield Problem("key", (key,), "unknown key", shown(key), f"one of {known}, or x_…")
        for key in self.fields:
            if key in self.needed and key not in value:
                yield Problem("key", (key,), "missing key", "nothing", self.fields[key].kind.words)


class Open(Kind):
    """Any JSON with limited nesting and without repeated keys."""

    def __init__(self) -> None:
        super().__init__("any JSON", {}, lambda value: next(self.problems(value), None) is None)

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield repeated keys, and nesting that is too deep."""
        layer: list[tuple[tuple[str | int, ...], Any]] = [((), value)] if isinstance(value, _INNER) else []
        for _ in range(MAX_NESTING + 1):
            if not layer:
                return
            for keys, each in layer:
                if isinstance(each, Doubled):
                    yield Problem("key", keys, "the same key twice", "the key twice", "each key once")
            layer = [((*keys, key), inner) for keys, each in layer for key, inner in _inside(each)]
        reason = f"nested more than {MAX_NESTING} deep"
        yield Problem("bound", (), reason, "more", f"at most {MAX_NESTING} lists and objects in each other")


_INNER = (dict, list, Doubled)


def _inside(value: Any) -> Iterator[tuple[str | int, Any]]:
    """Return the inner values that may be nested or repeated, with their keys."""
    items = value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    return ((key, inner) for key, inner in items if isinstance(inner, _INNER))


def within(key: str | int, problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield the problems of an inner value as problems of the value that contains it."""
    for problem in problems:
        yield problem._replace(keys=(key, *problem.keys))


def as_error(problem: Problem, *, key: str = "", **place: Any) -> ReplayError:
    """Return a problem as an error with its place; `key` is the place of the value that was checked."""
    for each in problem.keys:
        key += f"[{each}]" if isinstance(each, int) else f".{each}" if key else each
    return ReplayError(
        problem.reason,
        kind=problem.kind,
        key=shorten(key),
        found=problem.found,
        expected=problem.expected,
        **place,
    )


def shown(value: Any) -> str:
    """Return a value as JSON, shortened for a message."""
    if isinstance(value, dict | list):
        return f"a list of {len(value)}" if isinstance(value, list) else f"an object with {len(value)} keys"
    if type(value) is int:
        return quote(value)  # however many digits it has
    return shorten(escaped(json.dumps(value, ensure_ascii=False, default=str)))


# -- kinds of values -------------------------------------------------------------------------------


def _text(words: str, most: int | None = None) -> Kind:
    limit = {} if most is None else {"maxLength": most}
    return Kind(
        words,
        {"type": "string", **limit},
        lambda value: type(value) is str and (most is None or len(value) <= most),
    )


def _matching(words: str, pattern: re.Pattern[str]) -> Kind:
    return Kind(
        words,
        {"type": "string", "pattern": f"^{pattern.pattern}$"},
        lambda value: type(value) is str and pattern.fullmatch(value) is not None,
    )


def _one_of(*values: str | int) -> Kind:
    words = "one of " + ", ".join(map(shown, values)) if len(values) > 1 else shown(values[0])
    return Kind(
        words,
        {"enum": list(values)},
        lambda value: any(type(value) is type(each) and value == each for each in values),
    )


def _number(words: str, least: int, null: bool = False) -> Kind:
    schema = {"type": ["integer", "null"] if null else "integer", "minimum": least}
    return Kind(
        words,
        schema,
        lambda value: (type(value) is int and value >= least) or (null and value is None),
    )


USERS = Open()
_TEXTS = frozenset([str])
TEXT = _text("a text")
COMMENT = _text(f"a text of at most {MAX_COMMENT:,} characters", MAX_COMMENT)
NAME = _text(f"a text of at most {MAX_NAME} characters", MAX_NAME)
GLYPH = Kind("one of " + " ".join(GLYPHS), {"enum": list(GLYPHS)}, lambda v: type(v) is str and v in GLYPHS)
CHECK = _matching("16 hex digits", _CHECK)
REVIEW = Shape("the result of an analysis", Field("by", TEXT, True), others=USERS)
CARDS = Items("a list of cards", TEXT)
DEAL = Shape(
    "a deal",
    Field("level", _number("a level, from 1", 1), True),
    Field("threats", CARDS, True),
    Field("decks", Shape("each character's cards", others=CARDS), True),
)
# Reading checks lines and alternatives node by node; here they are only lists.
_LINE = Kind("a list of nodes", {"$ref": "#/$defs/line"}, lambda value: type(value) is list)
_ALTERNATIVES = Kind(
    "a list of lines, none empty",
    {"type": "array", "items": {"allOf": [{"$ref": "#/$defs/line"}, {"minItems": 1}]}},
    lambda value: type(value) is list,
)
NODE = Shape(
    "a node",
    Field("move", TEXT),
    Field("deal", DEAL),
    Field("comment", COMMENT),
    Field("glyph", GLYPH),
    Field("check", CHECK),
    Field("review", REVIEW),
    Field("luck", TEXT),
    Field("alternatives", _ALTERNATIVES),
)
EDITION = Shape(
    "the edition",
    Field("name", TEXT, True),
    Field("version", Kind("a whole number", {"type": "integer"}, lambda value: type(value) is int), True),
    Field("sha256", _matching("64 hex digits", _DIGEST), True),
)
PLAYER = Shape("a player", Field("character", TEXT, True), Field("name", NAME))
RESULT = Shape(
    "the result",
    Field("phase", _one_of("won", "lost", "open"), True),
    Field("level", _number("a level, from 1", 1), True),
    Field("score", _number("the number of Relics, or null", 0, null=True), True),
    Field("check", CHECK),
)
META = Shape(
    "information about the game",
    Field("recorded", TEXT),
    Field("by", TEXT),
    Field("title", TEXT),
    Field("tags", Items("a list of texts", TEXT)),
)
FILE = Shape(
    "a replay",
    Field("format", _one_of(FORMAT), True),
    Field("version", _one_of(VERSION), True),
    Field("edition", EDITION, True),
    Field("players", Items("a list of players", PLAYER), True),
    Field("blessings", _number("a number of Blessings, 0 or more", 0), True),
    Field("seed", TEXT),
    Field("line", _LINE, True),
    Field("result", RESULT, True),
    Field("meta", META),
)


def check_head(head: dict[str, Any]) -> None:
    """Raise the first fault in the shape of a replay's file, except for its line."""
    check_json(head, "", "")
    for problem in FILE.problems(head):
        raise as_error(problem)


def check_json(value: Any, node: str, key: str) -> None:
    """Raise ReplayError if a value would not round-trip through a file."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        same = msgspec.json.decode(text) == value
    except (TypeError, ValueError, RecursionError, msgspec.DecodeError):
        same = False
    if not same:
        raise ReplayError("not a JSON value", kind="shape", node=node, key=key, found=shown(value))


def replay_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a replay file. It cannot say whether a game follows the rules."""
    node = {**NODE.schema, "oneOf": [{"required": ["move"]}, {"required": ["deal"]}]}
    players = {**FILE.schema["properties"]["players"], "minItems": 2, "maxItems": 5}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A replay of Escape from the Silken Web, version 1",
        **FILE.schema,
        "properties": {**FILE.schema["properties"], "players": players},
        "$defs": {"line": {"type": "array", "items": {"$ref": "#/$defs/node"}}, "node": node},
    }

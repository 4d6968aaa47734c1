"""The puzzle file, version 1: one decision as its seat sees it, and the answer.

It holds the View's text and the level's events as that seat saw them, never a position, a deal, a seed or a
digest of them: nothing from which hidden cards could be told. Reading is strict; writing is canonical.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from silkenweb import files
from silkenweb.edition import Edition
from silkenweb.errors import NotationError, ReplayError, SilkenwebError, quote, shorten
from silkenweb.game import Event, View
from silkenweb.game import events as ev
from silkenweb.game.view_parsing import parse_view
from silkenweb.replay.jsontext import decode
from silkenweb.replay.reading import edition_for
from silkenweb.replay.schema import EDITION, TEXT, USERS, Field, Items, Kind, Shape, as_error
from silkenweb.replay.writing import to_json
from silkenweb.study.belief import Belief
from silkenweb.study.puzzles.puzzle import Cost, Puzzle

P = TypeVar("P", bound=Puzzle)

FORMAT: Final = "silkenweb-puzzle"
VERSION: Final = 1
SUFFIX: Final = ".puzzle.json"
MAX_BYTES: Final = 1 << 20
MAX_EVENTS: Final = 5_000
MAX_COSTS: Final = 1_000
MAX_WORDS: Final = 5_000

LONG: Final = 300
"""Characters of a reason that may have a text of the file in it."""

EVENTS: Final = tuple(
    kind
    for kind in vars(ev).values()
    if isinstance(kind, type) and issubclass(kind, Event) and kind not in (ev.Event, ev.Secret)
)


def _is(value: Any) -> Kind:
    return Kind(quote(value), {"enum": [value]}, lambda each: type(each) is type(value) and each == value)


def _number(words: str, most: float) -> Kind:
    return Kind(
        words,
        {"type": "number", "minimum": 0, "maximum": most},
        lambda each: type(each) in (int, float) and 0 <= each <= most,
    )


def _some(words: str, each: Kind, least: int, most: int) -> Kind:
    inner = Items(words, each)
    schema = {**inner.schema, "minItems": least, "maxItems": most}
    return Kind(words, schema, lambda value: inner.fits(value) and least <= len(value) <= most)


_WORDS = Kind(
    f"a text of at most {MAX_WORDS:,} characters",
    {"type": "string", "maxLength": MAX_WORDS},
    lambda value: type(value) is str and len(value) <= MAX_WORDS,
)
_CHANCE = _number("a number from 0 to 1", 1)
_EVENT = Shape("an event", Field("event", TEXT, True), others=USERS)
_COST = Shape(
    "a legal move and what it costs",
    Field("move", TEXT, True),
    Field("loss", _CHANCE, True),
    Field("error", _CHANCE, True),
)
PUZZLE: Final = Shape(
    "a puzzle",
    Field("format", _is(FORMAT), True),
    Field("version", _is(VERSION), True),
    Field("edition", EDITION, True),
    Field("title", _WORDS, True),
    Field("view", TEXT, True),
    Field("seen", _some(f"a list of at most {MAX_EVENTS:,} events", _EVENT, 0, MAX_EVENTS), True),
    Field("answers", _some("a list of one or more moves", TEXT, 1, MAX_COSTS), True),
    Field("tolerance", _CHANCE, True),
    Field("costs", _some("a list of all legal moves", _COST, 1, MAX_COSTS), True),
    Field("hints", _some("a list of one to nine texts", _WORDS, 1, 9), True),
    Field("explanation", _WORDS, True),
    Field("found", Shape("where it is from", others=USERS), True),
)


def puzzle_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a puzzle file's shape."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of Escape from the Silken Web, version 1",
        **PUZZLE.schema,
    }


# -- writing -----------------------------------------------------------------------------------------------


def dumps(puzzle: Puzzle) -> str:
    """The text of a puzzle's file: keys in the order of the shape, an event and a move a line."""
    edition = puzzle.view.edition
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "edition": {"name": edition.name, "version": edition.version, "sha256": edition.sha256},
        "title": puzzle.title,
        "view": puzzle.view.text,
        "seen": [msgspec.to_builtins(event) for event in puzzle.seen],
        "answers": list(puzzle.answers),
        "tolerance": puzzle.tolerance,
        "costs": [cost._asdict() for cost in puzzle.costs],
        "hints": list(puzzle.hints),
        "explanation": puzzle.explanation,
        "found": dict(puzzle.found),
    }
    lines = [
        f"  {to_json(key)}: {_listed(value) if key in _LONG else to_json(value)}"
        for key, value in data.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


_LONG = ("seen", "costs", "hints")


def _listed(values: list[Any]) -> str:
    return "[\n" + ",\n".join(f"    {to_json(value)}" for value in values) + "\n  ]" if values else "[]"


def write(path: str | os.PathLike[str], text: str) -> None:
    """Write a file as a whole or not at all."""
    try:
        files.write(path, text.encode())
    except OSError as error:
        raise SilkenwebError(f"{path}: the puzzle can't be written ({error.strerror})") from error


# -- reading -----------------------------------------------------------------------------------------------


def load(kind: type[P], path: str | os.PathLike[str], edition: Edition | None = None) -> P:
    """See `Puzzle.load`."""
    name = os.fspath(path)
    try:
        raw = files.read(path, MAX_BYTES)
    except OSError as error:
        raise ReplayError(f"can't be read: {error.strerror}", kind="file", file=name) from error
    return loads(kind, raw, edition, name)


def loads(kind: type[P], raw: bytes, edition: Edition | None = None, file: str = "puzzle") -> P:
    """As `load`, from the file's bytes."""
    if len(raw) > MAX_BYTES:
        raise ReplayError(
            "the file is too large", kind="bound", file=file, expected=f"at most {MAX_BYTES:,} bytes"
        )
    data = decode(raw, file)
    for problem in PUZZLE.problems(data):
        raise as_error(problem, file=file)
    found = edition_for(data["edition"], edition, file)
    try:
        view = parse_view(data["view"], found)
    except NotationError as error:
        raise ReplayError(shorten(str(error), LONG), kind="shape", file=file, key="view") from error
    puzzle = kind(
        view=view,
        seen=_events(data["seen"], view, file),
        title=data["title"],
        answers=tuple(data["answers"]),
        tolerance=float(data["tolerance"]),
        costs=tuple(Cost(each["move"], float(each["loss"]), float(each["error"])) for each in data["costs"]),
        hints=tuple(data["hints"]),
        explanation=data["explanation"],
        found=data["found"],
        name=Path(file).name.removesuffix(SUFFIX),
    )
    _check(puzzle, file)
    return puzzle


def _events(data: list[Mapping[str, Any]], view: View, file: str) -> tuple[Event, ...]:
    """The events; a ReplayError where one is none, or is not as this seat saw it."""
    kinds: Any = reduce(or_, EVENTS)
    made = []
    for number, each in enumerate(data):
        key = f"seen[{number}]"
        try:
            event: Event = msgspec.convert(each, kinds)
        except msgspec.ValidationError as error:
            raise ReplayError(
                f"no event: {quote(str(error), LONG)}", kind="shape", file=file, key=key
            ) from error
        if msgspec.json.decode(msgspec.json.encode(event)) != each:
            raise ReplayError("an event with unknown or missing keys", kind="key", file=file, key=key)
        if event.seen_by(view.viewer) != event:
            raise ReplayError("an event that this seat did not see so", kind="shape", file=file, key=key)
        made.append(event)
    return tuple(made)


def _check(puzzle: Puzzle, file: str) -> None:
    """That somebody decides, and that costs and answers are of the legal moves."""
    view = puzzle.view
    if view.seat != view.viewer:
        raise ReplayError("in this view another seat decides", kind="shape", file=file, key="view")
    try:
        if not Belief(view, puzzle.seen).count:
            raise SilkenwebError("no world agrees with view and events")
        legal = [str(move) for move in puzzle.legal]
    except (SilkenwebError, LookupError, ArithmeticError) as error:
        raise ReplayError(
            "view and events don't fit each other", kind="shape", file=file, key="seen"
        ) from error
    moves = [cost.move for cost in puzzle.costs]
    if moves != legal:
        wrong = sorted(set(moves) ^ set(legal)) or ["their order"]
        raise ReplayError(
            "not the legal moves of this view, sorted", kind="illegal", file=file, key="costs",
            found=", ".join(shorten(each) for each in wrong[:5]), legal=legal,
        )  # fmt: skip
    for number, answer in enumerate(puzzle.answers):
        if answer not in moves:
            key = f"answers[{number}]"
            raise ReplayError("an answer that is not legal", kind="illegal", file=file, key=key, legal=legal)

"""A puzzle, its file, and the puzzles that come with the package."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from html import escape
from operator import or_
from pathlib import Path
from types import EllipsisType
from typing import Any, Final, Literal, NamedTuple, Self, TypeVar

import msgspec

from silkenweb import arguments, files
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike, edition_or_none
from silkenweb.errors import IllegalMove, NotationError, ReplayError, SilkenwebError, quote, shorten
from silkenweb.game import Event, Move, Position, View
from silkenweb.game import events as ev
from silkenweb.game.areas import Committed, SeatView
from silkenweb.game.choice import move_words
from silkenweb.game.view import parse_view
from silkenweb.replay.json_text import decode
from silkenweb.replay.reader import edition_for
from silkenweb.replay.samples import folder
from silkenweb.replay.schema import EDITION, TEXT, USERS, Field, Items, Kind, Shape, as_error
from silkenweb.replay.writer import to_json
from silkenweb.study.belief import Belief
from silkenweb.study.html import bullets, paragraph, table
from silkenweb.study.puzzles.explanation import in_100
from silkenweb.study.review.evaluation import Mean
from silkenweb.text import english
from silkenweb.text.names import Naming


def situation(view: View) -> Iterator[str]:
    """Yield the table, the seat's own hand, and what the others have."""
    words, naming = english(), view.tables.naming(english())
    yield words(
        "puzzle.team",
        who=naming.who(view.viewer),
        blessings=view.blessings,
        rests=view.rests,
        players=len(view.characters),
        cards=naming.counted(view.deck_count, "card"),
    )
    row = [_with(naming, naming.card(each.card), each.committed) for each in view.row]
    cards = words("list.comma").join(row)
    yield words("puzzle.row", cards=cards) if row else words("puzzle.row.empty")
    if view.spirit is not None:
        segments = view.edition.levels[view.level - 1].segments[view.spirit.resolved :]
        left = words("puzzle.segments.then").join(naming.needs(each.icons, each.count) for each in segments)
        state = words("picture.spirit.left", segments=left) if left else words("picture.spirit.done")
        yield words("picture.spirit", told=_with(naming, state, view.spirit.committed))
    if view.marker not in ("-", "x"):
        yield words("puzzle.marker", place=view.marker)
    for seat, area in enumerate(view.seats):
        hidden = area.hand is None
        hand = naming.counted(area.hand_count, "hidden") if hidden else naming.cards(area.hand or ())
        more = words("puzzle.semicolon").join(_area(naming, area))
        yield words("puzzle.seat", who=naming.who(seat), hand=hand, more=more)


def _area(naming: Naming, area: SeatView) -> Iterator[str]:
    words = naming.words
    comma = words("list.comma")
    yield words("puzzle.seat.deck", count=area.deck_count)
    if area.storage:
        yield words("puzzle.seat.stored", cards=comma.join(map(naming.card, area.storage)))
    if area.discards:
        yield words("puzzle.seat.discards", cards=comma.join(area.discards))
    if area.relics:
        yield words("puzzle.seat.relics", relics=comma.join(area.relics))
    yield words("puzzle.seat.unused" if area.unflipped else "puzzle.seat.used")


def _with(naming: Naming, said: str, slips: tuple[Committed, ...]) -> str:
    if not slips:
        return said
    words = naming.words
    by = [words("puzzle.slip", card=naming.card(slip.card), who=naming.who(slip.seat)) for slip in slips]
    return words("puzzle.with", said=said, slips=naming.listed(by))


State = Literal["untried", "right", "not yet"]


class Cost(NamedTuple):
    """What a legal move costs against the best one, in chances to win, and its standard error."""

    move: str
    loss: float
    error: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of `Puzzle.check`: `state` is "untried", "right" or "not yet"."""

    state: State
    text: str

    def __repr__(self) -> str:
        return f"{self.state}: {self.text}"

    def _repr_html_(self) -> str:
        return f"<p><b>{escape(self.state)}</b>: {escape(self.text)}</p>"


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A decision with one clearly best choice, by what the deciding seat knows.

    `view` and `seen` are everything known about the position: what the seat sees, and the level's events as
    it saw them. `answers` are the right moves, `costs` what each legal move costs. `found` says where it is
    from and how it was evaluated. `Puzzle.load` reads one, `sw.puzzles()` returns those that come with the
    package; `sw.svg(puzzle.view)` is its picture.
    """

    view: View
    seen: tuple[Event, ...]
    title: str
    answers: tuple[str, ...]
    tolerance: float
    costs: tuple[Cost, ...]
    hints: tuple[str, ...]
    explanation: str
    found: Mapping[str, Any]
    name: str = field(default="", kw_only=True)
    """The name of its file without the suffix; empty if it was not read from a file."""

    @classmethod
    def load(cls, path: str | os.PathLike[str], edition: EditionLike | None = None) -> Self:
        """Return the puzzle in a file, fully validated.

        Raises ReplayError (what, where, and what is expected), NotationError for a view that no seat can
        have, SilkenwebError if answers are not legal. `edition` is needed for one that is not built in.
        """
        return load(cls, arguments.path("path", path), edition_or_none(edition))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the file; the same puzzle always gives the same text."""
        write(arguments.path("path", path), dumps(self))

    @cached_property
    def _world(self) -> Position:
        """Some world that agrees with what the seat knows; all of them have the same legal moves."""
        return next(Belief(self.view, self.seen).worlds("any"))

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves to choose from, sorted."""
        return self._world.legal_moves()

    @property
    def who(self) -> str:
        """The character that decides."""
        return self.view.tables.names[self.view.viewer]

    @property
    def level(self) -> int:
        """The level, from 1."""
        level: int = self.view.level
        return level

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.view.characters)

    def words(self, move: str) -> str:
        """Return a legal move in words: "Play WK3 (Combat) on T12 (Combat)"."""
        move = arguments.choice("move", move, self.legal)
        return move_words(english(), self._world.state, Move(move), price=False)

    def check(self, move: str | EllipsisType | None = None) -> Verdict:
        """Check whether a move is one of the right ones; if not, say what it costs.

        None (or ...) means not yet tried.
        """
        if move is None or move is ...:
            return Verdict("untried", english()("puzzle.check.untried"))
        try:
            self._world.apply(Move.parse(str(move)))
        except (IllegalMove, NotationError) as error:
            return Verdict("not yet", str(error))
        cost = next(each for each in self.costs if each.move == str(Move.parse(str(move))))
        if cost.move in self.answers:
            others = [answer for answer in self.answers if answer != cost.move]
            said, also = self.words(cost.move), english()("list.comma").join(others)
            return Verdict("right", english()("puzzle.check.good", move=said, others=also) if also else said)
        loss = in_100(Mean(cost.loss, cost.error))
        return Verdict("not yet", english()("puzzle.check.cost", move=self.words(cost.move), cost=loss))

    def hint(self, number: int = 1) -> str:
        """Return the first, second, ... hint, each saying more. Raises SilkenwebError if there is none."""
        return self.hints[arguments.whole("number", number, 1, len(self.hints)) - 1]

    def __repr__(self) -> str:
        name = f" {self.name}" if self.name else ""
        return f"<Puzzle{name}: {self.title} {len(self.legal)} moves to choose from>"

    def _repr_html_(self) -> str:
        """Return the question with the open cards, the seat's own hand and the moves in words.

        The answer is not included.
        """
        rows = [(str(move), self.words(move)) for move in self.legal]
        return (
            f"<div>{paragraph(self.title, strong=True)}{bullets(situation(self.view))}"
            f"{table(('move', 'what it is'), rows)}"
            f"{paragraph('puzzle.check(move), puzzle.hint(1), sw.svg(puzzle.view)')}</div>"
        )


P = TypeVar("P", bound=Puzzle)

FORMAT: Final = "silkenweb-puzzle"
VERSION: Final = 1
SUFFIX: Final = ".puzzle.json"
MAX_BYTES: Final = 1 << 20
MAX_EVENTS: Final = 5_000
MAX_COSTS: Final = 1_000
MAX_WORDS: Final = 5_000

LONG: Final = 300
"""The most characters of a reason that may quote text from the file."""

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
    """Return the JSON Schema (2020-12) of a puzzle file's shape."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of Escape from the Silken Web, version 1",
        **PUZZLE.schema,
    }


# -- writing -----------------------------------------------------------------------------------------------


def dumps(puzzle: Puzzle) -> str:
    """Return the text of a puzzle's file.

    Its keys are in the order of the shape, with one line per event and move.
    """
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
    """Write a file completely or not at all."""
    try:
        files.write(path, text.encode())
    except OSError as error:
        raise SilkenwebError(f"{path}: cannot write the puzzle ({error.strerror})") from error


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
    """Do the same as `load`, from the file's bytes."""
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
    """Return the events. Raises ReplayError for one that is not valid, or not as this seat saw it."""
    kinds: Any = reduce(or_, EVENTS)
    made = []
    for number, each in enumerate(data):
        key = f"seen[{number}]"
        try:
            event: Event = msgspec.convert(each, kinds)
        except msgspec.ValidationError as error:
            raise ReplayError(
                f"not a valid event: {quote(str(error), LONG)}", kind="shape", file=file, key=key
            ) from error
        if msgspec.json.decode(msgspec.json.encode(event)) != each:
            raise ReplayError("an event with unknown or missing keys", kind="key", file=file, key=key)
        if event.seen_by(view.viewer) != event:
            raise ReplayError(
                "an event that this seat did not see in this form", kind="shape", file=file, key=key
            )
        made.append(event)
    return tuple(made)


def _check(puzzle: Puzzle, file: str) -> None:
    """Check that the viewer decides, and that costs and answers are legal moves."""
    view = puzzle.view
    if view.seat != view.viewer:
        raise ReplayError("in this view, another seat decides", kind="shape", file=file, key="view")
    try:
        if not Belief(view, puzzle.seen).count:
            raise SilkenwebError("no world agrees with view and events")
        legal = [str(move) for move in puzzle.legal]
    except (SilkenwebError, LookupError, ArithmeticError) as error:
        raise ReplayError(
            "the view and the events contradict each other", kind="shape", file=file, key="seen"
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


MOST_PLAYERS = 5


def puzzles(
    name: str | None = None, *, players: int | None = None, level: int | None = None
) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with the package, sorted by name.

    Without arguments these are all of them; with `players` or `level`, those for that number of players or
    that level; with `name`, the one puzzle. Raises SilkenwebError if no puzzle has that name.

    >>> puzzles(players=2)[0].players
    2
    """
    if players is not None:
        players = arguments.whole("players", players, 2, MOST_PLAYERS)
    if level is not None:
        level = arguments.whole("level", level, 1)
    paths = sorted((folder() / "puzzles").glob(f"*{SUFFIX}"))
    names = [path.name.removesuffix(SUFFIX) for path in paths]
    if name is not None:
        arguments.text("name", name, "the name of a puzzle")
        if name not in names:
            known = ", ".join(names) or "none"
            raise SilkenwebError(f"there is no puzzle {quote(name)}; there are {known}")
    wanted = [path for path, each in zip(paths, names, strict=True) if name in (None, each)]
    found = (Puzzle.load(path) for path in wanted)
    return tuple(each for each in found if players in (None, each.players) and level in (None, each.level))

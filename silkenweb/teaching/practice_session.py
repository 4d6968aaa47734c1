"""Practice: one rule per theme, in small positions that are solved by playing.

>>> import silkenweb as sw
>>> practice = sw.practice("pairs")
>>> practice.play("play WK2>T01+T02").solved
True
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, overload

from silkenweb import arguments
from silkenweb.errors import IllegalMove, NotationError
from silkenweb.game import Move, Position
from silkenweb.game.areas import Committed
from silkenweb.game.choice import move_words
from silkenweb.teaching import markup
from silkenweb.teaching.practice_position import (
    Line,
    PracticePosition,
    of_theme,
    themes,
)
from silkenweb.teaching.progress_file import Saved, read_saved, record_practice
from silkenweb.text import Words
from silkenweb.text.names import Naming
from silkenweb.text.refusals import refusal
from silkenweb.widgets.picture import svg
from silkenweb.widgets.session import OK, Kind, Message, Request, Requests, text

if TYPE_CHECKING:
    from silkenweb.teaching.practice_widget import PracticeWidget


class Practice:
    """One practice position at a time of a theme. It displays itself at the end of a cell.

    `theme`: its name. `feedback`: what the last move, hint or reset said. A move that is not allowed, or
    after which the goal is out of reach, is not made; `feedback` then gives the reason.
    """

    def __init__(self, theme: str, number: int | None = None, *, language: str | None = None) -> None:
        self.words = Words(language)
        self.theme = theme
        self.positions = of_theme(theme)
        if number is None:
            number = next((each.number for each in self.positions if not _is_solved(each)), 1)
        self._number = arguments.whole("number", number, 1, len(self.positions))
        self._hinted = False
        self._widget: PracticeWidget | None = None
        self.note = ""
        self._begin()

    def _begin(self) -> None:
        self._line: Line = (self.current.start, 0)
        self.feedback = self.tone = ""
        self.moves: tuple[Move, ...] = ()

    @property
    def current(self) -> PracticePosition:
        """The position that is being practised."""
        return self.positions[self._number - 1]

    @property
    def position(self) -> Position:
        """The table after the moves so far."""
        return self._line[0]

    @property
    def solved(self) -> bool:
        """Whether the goal is reached; in a guided level, whether this decision is made."""
        return self.current.is_solved(self._line) or len(self.moves) == self.current.decisions

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves to choose from; none once the position is solved."""
        return () if self.solved else self.position.legal_moves()

    # -- playing -----------------------------------------------------------------------------------

    def play(self, move: str) -> Practice:
        """Play a move, and the partner's answer. A wrong move is not made: `feedback` says why."""
        if self.solved:
            return self._said("", self.words("practice.over"))
        try:
            after = self.current.apply(self._line, move)
        except (IllegalMove, NotationError) as error:
            self._record(mistakes=1)
            return self._said("wrong", refusal(self.words, error))
        if not self.current.is_reachable(after):
            reason = self._reason(move, after)
            self._record(mistakes=1)
            return self._said("wrong", self.words("practice.wrong", reason=reason))
        self._line = after
        self.moves = (*self.moves, Move.parse(move))
        if not self.solved:
            return self._said("good", self.words("practice.good"))
        self._record(solved=True)
        done = f"lesson.{self.current.name}.done"
        lesson = self.words(done if self.words.has(done) else f"lesson.{self.theme}.rule")
        said = self.words("list.sentences").join([self.words("practice.solved"), lesson])
        return self._said("solved", said)

    def hint(self) -> Practice:
        """Show the hint."""
        if not self._hinted and not self.solved:
            self._record(hints=1)
        self._hinted = True
        return self._said("hint", self.words("practice.hint.said", hint=self._text("hint")))

    def reset(self) -> Practice:
        """Begin the position again."""
        self._begin()
        return self._said("", "")

    def next(self) -> Practice:
        """Go to the next position of the theme; after the last one, to the first."""
        self._number = self._number % len(self.positions) + 1
        self._hinted = False
        self._begin()
        return self._said("", "")

    def _said(self, tone: str, feedback: str) -> Practice:
        self.tone, self.feedback = tone, feedback
        if self._widget is not None:
            self._widget.state = self._state()
        return self

    def _record(self, *, solved: bool = False, mistakes: int = 0, hints: int = 0) -> None:
        self.note = record_practice(self.current.name, solved=solved, mistakes=mistakes, hints=hints)

    def _reason(self, move: str, after: Line) -> str:
        """Return why the goal is out of reach after a move."""
        tried = (*map(str, self.moves), str(Move.parse(move)))
        if tried == self.current.trap:
            return self._text("why")
        position, turns = after
        if position.phase == "lost":
            return self.words("practice.wrong.game")
        if position.blessings < self.position.blessings:
            return self.words("practice.wrong.blessing")
        if Move.parse(move).kind in ("end", "rest") and turns >= self.current.turns:
            return self.words("practice.wrong.ended")
        return self.words("practice.wrong.turns")

    def _text(self, part: str) -> str:
        return self.words(f"lesson.{self.current.name}.{part}")

    # -- what it shows -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The theme's title."""
        return self.words("practice.title", theme=self.words(f"lesson.{self.theme}"))

    @property
    def task(self) -> str:
        """What is to be done."""
        return self._text("task")

    def choices(self) -> list[tuple[str, str]]:
        """Return the moves to choose from, each as move text and in words."""
        return [(str(move), move_words(self.words, self.position.state, move)) for move in self.legal]

    def head(self) -> list[str]:
        """Return what is above the table: title, number, task, and the partner."""
        words, count = self.words, len(self.positions)
        number = words("practice.number", number=self._number, count=count)
        said = [f"{self.title} · {number}"]
        said.append(words("practice.goal", task=self.task))
        position = self.current.start
        others = [seat for seat in range(len(position.characters)) if seat not in self.current.seats]
        if others:
            naming = self._naming()
            said.append(words("practice.partner", who=naming.listed(map(naming.who, others))))
        return said

    def table(self) -> list[str]:
        """Return the table in words: Blessings, the row, the Spider Spirit, the hands."""
        naming, position = self._naming(), self.position
        return [_row(naming, position), *self.notes(), *_hands(naming, position)]

    def notes(self) -> list[str]:
        """Return what is neither in the row nor in a hand: Blessings, Rests, Spider Spirit, marker."""
        return list(_notes(self._naming(), self.position, self.current.turns - self._line[1]))

    def progress(self) -> str:
        """Return how many positions of the theme are solved."""
        solved = sum(map(_is_solved, self.positions))
        return self.words("practice.progress", solved=solved, count=len(self.positions))

    def _naming(self) -> Naming:
        return Naming(self.words, self.position.edition, self.position.characters)

    def _state(self) -> dict[str, Any]:
        """Return all that the widget shows."""
        position = self.position
        title, task, *partner = self.head()
        return {
            "title": title,
            "task": task,
            "partner": " ".join(partner),
            "notes": self.notes(),
            "table": self.table(),
            "progress": self.progress(),
            "row": [
                {"card": target.card, "committed": [each.card for each in target.committed]}
                for target in position.row
            ],
            "deck": len(position.deck),
            "seats": [
                {
                    "name": self.words.character(position.edition, area.character),
                    "moves": seat == position.seat,
                    "hand": list(area.hand),
                    "storage": list(area.storage),
                }
                for seat, area in enumerate(position.seats)
            ],
            "moves": [{"text": text, "words": words} for text, words in self.choices()],
            "feedback": self.feedback,
            "tone": self.tone,
            "solved": self.solved,
        }

    @property
    def widget(self) -> PracticeWidget:
        """The widget that shows this practice."""
        if self._widget is None:
            from silkenweb.teaching.practice_widget import PracticeWidget

            self._widget = PracticeWidget(PracticeRequests(self), self.position.edition, self._state())
        return self._widget

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, with a text and a picture for places that show no widgets."""
        bundle = self.widget._repr_mimebundle_(**kwargs)
        data, *more = bundle if isinstance(bundle, tuple) else (bundle or {},)
        data = {**data, "text/plain": repr(self), "text/html": self._repr_html_()}
        return (data, *more) if more else data

    def _display_(self) -> PracticeWidget:
        """Return the widget for marimo, which would otherwise show the HTML."""
        return self.widget

    def __repr__(self) -> str:
        lines = [*self.head(), "", *self.table(), ""]
        if choices := self.choices():
            moves = [f"  {move:22} {said}" for move, said in choices]
            lines += [self.words("practice.moves"), *moves, ""]
        if self.feedback:
            lines.append(self.feedback)
        elif choices:
            lines.append(self.words("practice.type", move=choices[0][0]))
        return "\n".join([*lines, *([self.note] if self.note else [])])

    def _repr_html_(self) -> str:
        title, *said = self.head()
        body = "".join(markup.markdown(line) for line in said)
        body += markup.image(svg(self.position, language=self.words.language))
        body += markup.markdown(self.feedback or self.words("practice.type", move=self._example()))
        return markup.section("practice", title, "", body + markup.small(self.note), self.words.language)

    def _example(self) -> str:
        return str(self.legal[0]) if self.legal else "rest"


class PracticeRequests(Requests):
    """The requests of one practice position: play a move, get a hint, start again, or take the next one."""

    def __init__(self, practice: Practice) -> None:
        self._practice = practice

    @property
    def words(self) -> Words:
        """The language of the practice."""
        return self._practice.words

    def _play(self, request: Request) -> Message:
        self._practice.play(request["move"])
        return OK

    def _hint(self, _request: Request) -> Message:
        self._practice.hint()
        return OK

    def _reset(self, _request: Request) -> Message:
        self._practice.reset()
        return OK

    def _next(self, _request: Request) -> Message:
        self._practice.next()
        return OK

    KINDS: ClassVar = {
        "play": Kind(_play, move=text(500)),
        "hint": Kind(_hint),
        "reset": Kind(_reset),
        "next": Kind(_next),
    }


def _is_solved(position: PracticePosition) -> bool:
    tally = read_saved()[0].practice.get(position.name)
    return tally is not None and tally.solved


def _row(naming: Naming, position: Position) -> str:
    words = naming.words
    row = [_with(naming, naming.card(target.card), target.committed) for target in position.row]
    said = words("practice.row", cards=words("list.comma").join(row)) if row else words("practice.row.empty")
    hidden = [words.count("practice.deck", len(position.deck))] if position.deck else []
    return words("list.notes").join([said, *hidden])


def _notes(naming: Naming, position: Position, turns_left: int) -> Iterator[str]:
    words = naming.words
    yield words(
        "practice.team",
        blessings=position.blessings,
        rests=position.rests,
        players=len(position.characters),
        turns=words.count("practice.turns", turns_left),
    )
    if position.spirit is not None:
        count = len(position.edition.levels[position.level - 1].segments)
        left = [naming.segment(position.level, number) for number in range(position.spirit.resolved, count)]
        segments = words("list.then").join(left) if left else words("practice.spirit.done")
        yield words("practice.spirit", segments=_with(naming, segments, position.spirit.committed))
    if position.marker not in ("-", "x"):
        character, dot, icon = position.marker.partition(".")
        place = naming.sheet_icon(character, icon) if dot else naming.card(position.marker)
        yield words("practice.marker", place=place)


def _hands(naming: Naming, position: Position) -> Iterator[str]:
    words = naming.words
    for seat, area in enumerate(position.seats):
        cards = naming.cards(area.hand)
        if area.storage:
            cards = words("practice.stored", cards=cards, stored=naming.cards(area.storage))
        key = "practice.seat.moves" if seat == position.seat else "practice.seat"
        yield words(key, who=naming.who(seat), cards=cards)


def _with(naming: Naming, target: str, committed: tuple[Committed, ...]) -> str:
    if not committed:
        return target
    return naming.words(
        "practice.row.target", card=target, cards=naming.cards(each.card for each in committed)
    )


class PracticeThemes:
    """The themes of practice with the reader's progress, which displays itself at the end of a cell."""

    def __init__(self, *, language: str | None = None) -> None:
        self.words = Words(language)

    def __iter__(self) -> Iterator[str]:
        return iter(themes())

    def __len__(self) -> int:
        return len(themes())

    def rows(self) -> list[tuple[str, str, str]]:
        """Return name, title and progress of each theme."""
        saved: Saved = read_saved()[0]
        rows = []
        for name, positions in themes().items():
            tallies = [saved.practice.get(each.name) for each in positions]
            solved = sum(tally is not None and tally.solved for tally in tallies)
            progress = self.words("practice.progress", solved=solved, count=len(positions))
            rows.append((name, self.words(f"lesson.{name}"), progress))
        return rows

    def __repr__(self) -> str:
        return "\n".join(f"{name:12} {title:24} {progress}" for name, title, progress in self.rows())

    def _repr_html_(self) -> str:
        items = "\n".join(f'- `sw.practice("{name}")` {title}: {said}' for name, title, said in self.rows())
        title = self.words("practice.themes")
        return markup.section("practice", title, "", markup.markdown(items), self.words.language)


@overload
def practice(theme: None = None, number: None = None, *, language: str | None = None) -> PracticeThemes: ...
@overload
def practice(theme: str, number: int | None = None, *, language: str | None = None) -> Practice: ...


def practice(theme: str | None = None, number: int | None = None, *, language: str | None = None) -> Any:
    """Return a practice position of a theme, to be solved by playing; without a theme, the list of themes.

    `number` counts from 1; by default it is the first position of the theme that the reader has not solved.
    `language`: as for `sw.Player`. Raises SilkenwebError for an unknown theme or language.
    """
    if theme is None:
        return PracticeThemes(language=language)
    return Practice(arguments.text("theme", theme, "the name of a theme"), number, language=language)

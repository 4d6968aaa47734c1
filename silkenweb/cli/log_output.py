"""`log`: a recorded game in sentences, by level and turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from silkenweb.cli.inputs import find_seat, load_with_branches
from silkenweb.cli.summary import outcome, title
from silkenweb.cli.table_text import BOLD, DIM, behind, wrap
from silkenweb.cli.terminal import console, look_of, plain_lines, say
from silkenweb.game.events import Event, TurnBegan
from silkenweb.game.narration import counted
from silkenweb.game.view import seen_events
from silkenweb.replay import Node, Replay
from silkenweb.replay.assumed import assumed, guessed_in
from silkenweb.study.review.grades import BLUNDER, INACCURACY, LUCKY, MISTAKE
from silkenweb.widgets.review_payload import of_node

LABEL = 10  # columns of a node's path and glyph
UNLIMITED = 1_000_000
GUESSED = "(assumed)"


def log(file: str, seat: str | None, edition: str | None, branches: bool) -> None:
    """Tell the game of a file, everything open or as a seat saw it."""
    replay = load_with_branches(file, edition, branches)
    viewer = find_seat(seat, replay.characters)
    out = console()
    # One sentence a line where nobody sees lines: `silkenweb log game.json | grep Relic`.
    say(out, tell(replay, viewer, look_of(out).width if out.is_terminal else UNLIMITED))


def tell(replay: Replay, viewer: int | None, width: int) -> Iterator[Text]:
    """The game as lines of at most `width` columns."""
    yield from title(replay, width)
    if viewer is not None:
        name = replay.edition.characters[replay.characters[viewer]].name
        said = f"As {name} (seat {viewer}) saw it; comments and alternatives are left out."
        yield from wrap(Text(said, DIM), width)
    if any(assumed(node) for node in replay.main_line() if node.deal is not None):
        said = f"A game from a real table; what nobody saw is assumed, where it is told marked {GUESSED}."
        yield from wrap(Text(said, DIM), width)
    telling = _Telling(replay, viewer, width)
    for number, node in enumerate(replay.main_line(), start=1):
        yield from telling.node(node, number)
    if replay.outcome.phase == "open":
        yield Text()
        yield Text(f"The game was {outcome(replay)}.", BOLD)


class _Telling:
    def __init__(self, replay: Replay, viewer: int | None, width: int) -> None:
        self.names = [replay.edition.characters[key].name for key in replay.characters]
        self.viewer = viewer
        self.inside = width - LABEL
        self.turn = 0

    def node(self, node: Node, number: int) -> Iterator[Text]:
        """What happened, what is noted about it, and then the turn that begins."""
        if node.deal is not None:
            self.turn = 0
            yield Text()
            yield Text(f"Level {node.level}", BOLD)
        events = node.events if self.viewer is None else seen_events(node.events, self.viewer)
        turns = [place for place, event in enumerate(events) if isinstance(event, TurnBegan)]
        begins = turns[0] if turns else len(events)
        yield from self._events(events[:begins], self._label(node, number))
        if self.viewer in (None, node.seat) and (guessed := guessed_in(node)):
            yield from behind("", wrap(Text(f"{GUESSED} {guessed}", DIM), self.inside), LABEL)
        if self.viewer is None:
            yield from self._notes(node, number)
        yield from self._events(events[begins:], Text())

    def _label(self, node: Node, number: int) -> Text:
        glyph = node.glyph if self.viewer is None else None
        return Text.assemble(f"{number:>5} ", (glyph or "", BOLD))

    def _events(self, events: Sequence[Event], label: Text) -> Iterator[Text]:
        for event in events:
            if isinstance(event, TurnBegan):
                self.turn += 1
                yield Text()
                yield Text(f"Turn {self.turn}: {self.names[event.seat]}", BOLD)
            else:
                yield from behind(label, wrap(Text(event.sentence), self.inside), LABEL)
                label = Text()

    def _notes(self, node: Node, number: int) -> Iterator[Text]:
        """The comment, what a review found wrong, and where each alternative leads."""
        for line in plain_lines(node.comment) if node.comment else ():
            yield from behind("", wrap(Text(f"| {line}", DIM), self.inside), LABEL)
        if said := _review(node):
            yield from behind("", wrap(Text(said, DIM), self.inside), LABEL)
        for place, head in enumerate(node.alternatives, start=1):
            long = sum(1 for _ in head.line())
            what = head.move or f"another deal of level {head.level}"
            said = f"instead, {number}/{place}/1: {what} ({counted(long, 'node')})"
            yield from behind("", wrap(Text(said, DIM), self.inside), LABEL)


def _review(node: Node) -> str:
    """What a review found wrong with a decision; nothing where it found nothing."""
    finding = of_node(node, node.review)
    if finding is None or finding.loss is None or finding.grade not in (INACCURACY, MISTAKE, BLUNDER):
        return ""
    lucky = f", {LUCKY}" if finding.label == LUCKY else ""
    lost = f"{100 * finding.loss.value:.1f}% ± {100 * finding.loss.error:.1f}"
    said = f"review: {finding.grade}{lucky}, {lost} of wins lost by what could be known"
    return f"{said}; better: {finding.best}"

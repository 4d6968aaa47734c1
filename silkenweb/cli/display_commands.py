"""The commands that print a recorded game: `show` draws the table at a node, `log` lists all events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import click
from rich.text import Text

from silkenweb.cli.game_file import find_seat, load_with_branches, outcome, title
from silkenweb.cli.root import BRANCHES, EDITION, FILE, SEAT, example, silkenweb
from silkenweb.cli.table_text import BOLD, DIM, behind, draw, in_columns, shorten, wrap
from silkenweb.cli.terminal import Look, console, look_of, plain_lines, say
from silkenweb.game.events import Event, TurnBegan
from silkenweb.game.view import seen_events, seen_move
from silkenweb.replay import Node, Replay
from silkenweb.replay.assumed import assumed, guessed_in, sight_of
from silkenweb.study.review.grades import BLUNDER, INACCURACY, LUCKY, MISTAKE
from silkenweb.text.names import counted

LABEL = 14  # columns of the words at the left of a table
MOST_MOVES = 48
SHORT_COMMENT = 48  # columns of a comment after a move
PATH_LABEL = 10  # columns of a node's path and glyph
UNLIMITED = 1_000_000
GUESSED = "(assumed)"


# -- show ----------------------------------------------------------------------------------------------


@silkenweb.command(
    epilog=example(
        "silkenweb show game.json",
        "silkenweb show game.json --at 12          (after the 12th node of the line)",
        "silkenweb show game.json --at 12/1/3      (in the first alternative to it)",
        "silkenweb show game.json --at 12 --seat bajie",
    )
)
@FILE
@click.option(
    "--at",
    "path",
    metavar="PATH",
    help="The node to show, numbered as in `silkenweb log`. Default: the last one.",
)
@SEAT
@EDITION
@click.option("--all", "everything", is_flag=True, help="List all legal moves, however many.")
@BRANCHES
def show(
    file: str, path: str | None, seat: str | None, edition: str | None, everything: bool, branches: bool
) -> None:
    """Draw the table at a node of a recorded game.

    It also lists the legal moves, the next node, its comment and its alternatives.
    """
    from silkenweb.widgets.payload import find

    replay = load_with_branches(file, edition, branches)
    viewer = find_seat(seat, replay.characters)
    node = replay.end if path is None else find(replay, path, viewer)
    out = console()
    say(out, draw_node(replay, node, viewer, look_of(out), everything))


def draw_node(
    replay: Replay, node: Node, viewer: int | None, look: Look, everything: bool = False
) -> list[Text]:
    """Return a node as lines of at most the look's width."""
    page = _Page(replay, node, viewer, look)
    names = tuple(player.name for player in replay.players)
    lines = [*title(replay, look.width), *page.place(), Text()]
    lines += draw(sight_of(node, viewer, names), look)
    return [*lines, *page.notes(), *page.moves(everything)]


class _Page:
    """The table at a node, with its notes and moves."""

    def __init__(self, replay: Replay, node: Node, viewer: int | None, look: Look) -> None:
        self.replay, self.node, self.viewer, self.look = replay, node, viewer, look
        self.inside = look.width - LABEL

    def place(self) -> list[Text]:
        """Return the place in the tree, and the seat that the table is drawn for."""
        said = f"Node {self.node.path}"
        if self.node.recorded:
            said += f" of {len(self.replay.main_line())}"
        if self.node.parent is None:
            said += ", before the first deal"
        else:
            said += f", after {self._what(self.node)}"
        if self.viewer is not None:
            key = self.replay.characters[self.viewer]
            said += f"; as {self.replay.edition.characters[key].name} (seat {self.viewer}) knows it"
        return wrap(Text(said, DIM), self.look.width)

    def notes(self) -> list[Text]:
        """Return the comment and glyph of the node, other variations there, and what follows in the file."""
        lines = self._comment()
        lines += self._nodes("Instead", self._siblings())
        lines += self._nodes("Then", self.node.children)
        return [Text(), *lines] if lines else []

    def moves(self, everything: bool) -> list[Text]:
        """Return the legal moves.

        For a seat, those of other players are left out: they reveal hidden cards.
        """
        position = self.node.position
        if position.seat is None or self.viewer not in (None, position.seat):
            return []
        legal = [Text(move) for move in position.legal_moves()]
        shown = legal if everything else legal[:MOST_MOVES]
        lines = [Text(), Text(f"{len(legal)} legal moves" if len(legal) > 1 else "One legal move", BOLD)]
        lines += behind("", in_columns(shown, self.look.width - 2), 2)
        if len(shown) < len(legal):
            lines.append(Text(f"  and {len(legal) - len(shown)} more: --all lists them", DIM))
        return lines

    # -- the parts ---------------------------------------------------------------------------------

    def _hidden(self, node: Node) -> bool:
        """Return whether the viewer may not know what was, or could have been, decided there."""
        return self.viewer is not None and node.seat not in (None, self.viewer)

    def _what(self, node: Node) -> str:
        if node.move is None:
            return f"the deal of level {node.level}"
        if self.viewer is None or node.seat is None:
            return node.move
        return seen_move(node.move, node.seat, self.viewer)

    def _siblings(self) -> tuple[Node, ...]:
        parent = self.node.parent
        return () if parent is None else tuple(node for node in parent.children if node is not self.node)

    def _comment(self) -> list[Text]:
        glyph, comment = self.node.glyph, self.node.comment
        if not glyph and not comment:
            return []
        if self.viewer is not None:
            return behind(
                "Comment",
                wrap(Text("not shown: it may reveal more than this seat knows", DIM), self.inside),
                LABEL,
            )
        paragraphs = plain_lines(comment or "")
        said = [line for text in paragraphs for line in wrap(Text(text), self.inside) or [Text()]]
        return behind(f"Comment {glyph or ''}", said, LABEL)

    def _nodes(self, label: str, nodes: Iterable[Node]) -> list[Text]:
        """Return nodes by path and move, without those that reveal what another player holds."""
        shown = [node for node in nodes if not self._hidden(node)]
        paths = [node.path for node in shown]
        widest = max(map(len, paths), default=0)
        lines = []
        for node, path in zip(shown, paths, strict=True):
            lines += behind(Text(path, BOLD), wrap(self._line(node), self.inside - widest - 2), widest + 2)
        return behind(label, lines, LABEL) if lines else []

    def _line(self, node: Node) -> Text:
        line = Text(self._what(node))
        if self.viewer is None:
            line.append(f" {node.glyph}" if node.glyph else "")
            first = (node.comment or "").strip().split("\n", 1)[0]
            line.append(f"  {shorten(first, SHORT_COMMENT)}" if first else "", DIM)
        return line


# -- log -----------------------------------------------------------------------------------------------


@silkenweb.command(
    epilog=example(
        "silkenweb log game.json", "silkenweb log game.json --seat 1", "silkenweb log game.json | grep Relic"
    )
)
@FILE
@SEAT
@EDITION
@BRANCHES
def log(file: str, seat: str | None, edition: str | None, branches: bool) -> None:
    """Print a game log.

    The log is ordered by level and turn. Each decision has the number that `silkenweb show --at` takes.
    """
    replay = load_with_branches(file, edition, branches)
    viewer = find_seat(seat, replay.characters)
    out = console()
    # One sentence per line if the output is piped: `silkenweb log game.json | grep Relic`.
    say(out, log_lines(replay, viewer, look_of(out).width if out.is_terminal else UNLIMITED))


def log_lines(replay: Replay, viewer: int | None, width: int) -> Iterator[Text]:
    """Return the game in sentences, as lines of at most `width` columns."""
    yield from title(replay, width)
    if viewer is not None:
        name = replay.edition.characters[replay.characters[viewer]].name
        said = f"As {name} (seat {viewer}) saw it, without comments and variations."
        yield from wrap(Text(said, DIM), width)
    if any(assumed(node) for node in replay.main_line() if node.deal is not None):
        said = f"A game from a real table. Facts that nobody saw are assumed, and marked {GUESSED}."
        yield from wrap(Text(said, DIM), width)
    lines = _Log(replay, viewer, width)
    for number, node in enumerate(replay.main_line(), start=1):
        yield from lines.node(node, number)
    if replay.outcome.phase == "open":
        yield Text()
        yield Text(f"The game was {outcome(replay)}.", BOLD)


class _Log:
    """The recorded line in sentences, node by node."""

    def __init__(self, replay: Replay, viewer: int | None, width: int) -> None:
        self.names = [replay.edition.characters[key].name for key in replay.characters]
        self.viewer = viewer
        self.inside = width - PATH_LABEL
        self.turn = 0

    def node(self, node: Node, number: int) -> Iterator[Text]:
        """Add the events of a node, the notes on it, and then the turn that begins."""
        if node.deal is not None:
            self.turn = 0
            yield Text()
            yield Text(f"Level {node.level}", BOLD)
        events = node.events if self.viewer is None else seen_events(node.events, self.viewer)
        turns = [place for place, event in enumerate(events) if isinstance(event, TurnBegan)]
        begins = turns[0] if turns else len(events)
        yield from self._events(events[:begins], self._label(node, number))
        if self.viewer in (None, node.seat) and (guessed := guessed_in(node)):
            yield from behind("", wrap(Text(f"{GUESSED} {guessed}", DIM), self.inside), PATH_LABEL)
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
                yield from behind(label, wrap(Text(event.sentence), self.inside), PATH_LABEL)
                label = Text()

    def _notes(self, node: Node, number: int) -> Iterator[Text]:
        """Return the comment, the mistake that a review found, and the first move of each variation."""
        for line in plain_lines(node.comment) if node.comment else ():
            yield from behind("", wrap(Text(f"| {line}", DIM), self.inside), PATH_LABEL)
        if said := _review(node):
            yield from behind("", wrap(Text(said, DIM), self.inside), PATH_LABEL)
        for place, head in enumerate(node.alternatives, start=1):
            long = sum(1 for _ in head.line())
            what = head.move or f"another deal of level {head.level}"
            said = f"instead, {number}/{place}/1: {what} ({counted(long, 'node')})"
            yield from behind("", wrap(Text(said, DIM), self.inside), PATH_LABEL)


def _review(node: Node) -> str:
    """Return the mistake that a review found in a decision; "" if it found none."""
    from silkenweb.widgets.review_payload import of_node

    finding = of_node(node, node.review)
    if finding is None or finding.loss is None or finding.grade not in (INACCURACY, MISTAKE, BLUNDER):
        return ""
    lucky = f", {LUCKY}" if finding.label == LUCKY else ""
    lost = f"{100 * finding.loss.value:.1f}% ± {100 * finding.loss.error:.1f}"
    said = f"review: {finding.grade}{lucky}, {lost} of wins lost, given what was known"
    return f"{said}; better: {finding.best}"

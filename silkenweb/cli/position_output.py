"""`show`: the table at a node, and around it what the file says there and what could be done."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from silkenweb.cli.inputs import find_seat, load_with_branches
from silkenweb.cli.summary import title
from silkenweb.cli.table_text import BOLD, DIM, behind, draw, in_columns, shorten, wrap
from silkenweb.cli.terminal import Look, console, look_of, plain_lines, say
from silkenweb.game.view import seen_move
from silkenweb.replay import Node, Replay
from silkenweb.replay.assumed import sight_of
from silkenweb.widgets.payload import find

LABEL = 14  # columns of the words at the left
MOST_MOVES = 48
SHORT_COMMENT = 48  # columns of a comment that stands behind a move


def show(
    file: str, path: str | None, seat: str | None, edition: str | None, everything: bool, branches: bool
) -> None:
    """Draw the table at a node of a file, everything open or as a seat sees it."""
    replay = load_with_branches(file, edition, branches)
    viewer = find_seat(seat, replay.characters)
    node = replay.end if path is None else find(replay, path, viewer)
    out = console()
    say(out, draw_node(replay, node, viewer, look_of(out), everything))


def draw_node(
    replay: Replay, node: Node, viewer: int | None, look: Look, everything: bool = False
) -> list[Text]:
    """A node as lines of at most the look's width."""
    drawing = _Drawing(replay, node, viewer, look)
    names = tuple(player.name for player in replay.players)
    lines = [*title(replay, look.width), *drawing.place(), Text()]
    lines += draw(sight_of(node, viewer, names), look)
    return [*lines, *drawing.notes(), *drawing.moves(everything)]


class _Drawing:
    def __init__(self, replay: Replay, node: Node, viewer: int | None, look: Look) -> None:
        self.replay, self.node, self.viewer, self.look = replay, node, viewer, look
        self.inside = look.width - LABEL

    def place(self) -> list[Text]:
        """Where in the tree this is, and through whose eyes it is seen."""
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
        """Comment and glyph of the node, what else could have been done there, and how the file goes on."""
        lines = self._comment()
        lines += self._nodes("Instead", self._siblings())
        lines += self._nodes("Then", self.node.children)
        return [Text(), *lines] if lines else []

    def moves(self, everything: bool) -> list[Text]:
        """The legal moves. What another may do tells what that player holds, so it is left out for a seat."""
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
        """Whether the seat that looks on may not know what was, or could have been, decided there."""
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
                wrap(Text("not shown: it may tell more than this seat knows", DIM), self.inside),
                LABEL,
            )
        paragraphs = plain_lines(comment or "")
        said = [line for text in paragraphs for line in wrap(Text(text), self.inside) or [Text()]]
        return behind(f"Comment {glyph or ''}", said, LABEL)

    def _nodes(self, label: str, nodes: Iterable[Node]) -> list[Text]:
        """Nodes by path and move. Those of another player's decision tell what that player holds."""
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

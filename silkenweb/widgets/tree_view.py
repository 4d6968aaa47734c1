"""The tree of a replay as one browser has it: the numbers of nodes, and the data sent through the lens."""

from __future__ import annotations

from typing import Any

from silkenweb.errors import quote
from silkenweb.replay import Node, Replay
from silkenweb.text import Words
from silkenweb.text.refusals import refused
from silkenweb.widgets import payload
from silkenweb.widgets.review_payload import NOTHING, Found, Reviews

Message = dict[str, Any]


class _Numbers:
    """The numbers of the nodes that one lens has shown, in the order in which it first showed them."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}

    def of(self, node: Node) -> int:
        """Return the number of a node; a new node gets the next one."""
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return number


class TreeView:
    """The tree of a replay as one browser has it.

    Each viewer has its own numbers: those of a seat are the same as if its nodes were the only ones. A node
    keeps its number, even while it is undone.
    """

    def __init__(self, replay: Replay, lens: payload.Lens, words: Words) -> None:
        self.replay = replay
        self._words = words
        self._numbers: dict[int | None, _Numbers] = {}
        self._sent: dict[Node, Message] = {}
        self._shown: set[Node] = set()
        self._order: list[Node] = []
        self._reviews = Reviews(words)
        self._written: dict[tuple[Node, str], tuple[int | None, str]] = {}
        self.look_through(lens)

    def look_through(self, lens: payload.Lens) -> None:
        """Change the lens: nodes get the numbers of that lens, and everything must be sent again."""
        self.lens = lens
        self._sent.clear()
        self._order = list(payload.shown(self.replay, lens.viewer))
        self._shown = set(self._order)
        numbers = self._numbers.setdefault(lens.viewer, _Numbers())
        for node in self._order:
            numbers.of(node)

    def number(self, node: Node) -> int:
        """Return the number of a node that the lens shows."""
        return self._numbers[self.lens.viewer].of(node)

    def numbered(self, number: int) -> Node | None:
        """Return the node with this number, whether it is shown now or not; None if there is none."""
        nodes = self._numbers[self.lens.viewer].nodes
        return nodes[number] if 0 <= number < len(nodes) else None

    def at(self, number: Any) -> Node:
        """Return the node with this number. Raises SilkenwebError if no node that is shown has it."""
        node = self.numbered(number) if isinstance(number, int) else None
        if node is None or node not in self._shown:
            raise refused("node.none", found=quote(number))
        return node

    def shows(self, node: Node) -> bool:
        """Return whether the browser has this node."""
        return node in self._shown

    def nearest(self, node: Node | None) -> int:
        """Return the number of the node or, if it is not shown, of the last node before it that is."""
        while node is not None and node not in self._shown:
            node = node.parent
        return self.number(node or self.replay.root)

    # -- what is sent ------------------------------------------------------------------------------

    def line(self) -> list[Message]:
        """Return the nodes of the recorded line, starting with the root."""
        nodes = [self.replay.root, *self.replay.main_line()]
        return [self._message(node, str(place)) for place, node in enumerate(nodes)]

    def branches(self) -> list[Message]:
        """Return all other nodes that the lens shows."""
        sent = []
        paths: dict[Node, str] = {}
        for node in payload.shown(self.replay, self.lens.viewer):
            path = paths[node] = _path_after(node, paths)
            if not node.recorded:
                by = "reader" if node in self.replay._added else "file"
                sent.append({**self._message(node, path), "by": by})
        self._order = list(paths)
        self._shown = set(paths)
        return sent

    def _message(self, node: Node, path: str) -> Message:
        number = self.number(node)
        sent = self._sent.get(node)
        if sent is None:
            sent = self._sent[node] = payload.node(node, self.lens, self._words)
        parent = None if node.parent is None else self.number(node.parent)
        return {"id": number, "parent": parent, "path": path, **sent}

    def notes(self) -> dict[str, dict[str, str]]:
        """Return comments and glyphs by node; for a seat's lens, only those that were written through it."""
        found = {}
        for node in sorted(self._shown, key=self.number):
            notes = {
                key: text for key, text in payload.notes(node).items() if self._may_show(node, key, text)
            }
            if notes:
                found[str(self.number(node))] = notes
        return found

    def reviews(self, found: Found = NOTHING) -> Message:
        """Return the review results of the nodes that are shown, as far as the lens may know them.

        `found` has the findings of a running review.
        """
        return self._reviews.told(self.replay, self._order, self.lens.viewer, self.number, found)

    def _may_show(self, node: Node, key: str, text: str) -> bool:
        viewer = self.lens.viewer
        return viewer is None or self._written.get((node, key)) == (viewer, text)

    def write(self, node: Node, key: str, text: str) -> None:
        """Set a comment or glyph. Raises SilkenwebError if the node has one that the lens hides."""
        there = payload.notes(node).get(key)
        if there is not None and not self._may_show(node, key, there):
            raise refused(f"hidden.{key}")
        setattr(node, key, text)
        self._written[node, key] = (self.lens.viewer, text)


def _path_after(node: Node, paths: dict[Node, str]) -> str:
    """Return `node.path`, using the path of its parent, which is faster for a whole tree."""
    parent = node.parent
    if parent is None:
        return "0"
    before, slash, number = paths[parent].rpartition("/")
    line = f"{before}{slash}{int(number) + 1}"
    return line if parent.next is node else f"{line}/{parent.children.index(node)}/1"

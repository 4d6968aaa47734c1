"""The player: a replay to step through, look at through a seat's eyes, and branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from silkenweb import bots
from silkenweb.bots.continuing import go_on
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.widgets import assets, payload

Message = dict[str, Any]


class Player(anywidget.AnyWidget):
    """Step through a replay, branch it, and write notes; `player.replay` holds what was done.

    `at`: the node shown first, as a path or a Node. `lens`: `all`, `seat:N` or `infer:N`, what the browser
    gets to know; `lenses`: those that may be chosen there, by default all. `save_to`: the file that the
    button "Save" writes.

    Raises SilkenwebError for an unknown lens or a replay of more than 20,000 nodes.
    """

    _esm = assets.player_esm()
    _css = assets.css()
    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    line: traitlets.List[Message] = traitlets.List().tag(sync=True)
    branches: traitlets.List[Message] = traitlets.List().tag(sync=True)
    notes: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    cursor = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        replay: Replay,
        *,
        at: str | Node = "0",
        lens: str = payload.ALL,
        lenses: list[str] | None = None,
        save_to: str | Path | None = None,
    ) -> None:
        payload.check_size(replay.count + 1)
        self.replay = replay
        self.save_to = None if save_to is None else Path(save_to)
        self._nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}
        self._shown: dict[int, dict[str, Any]] = {}
        self._own_notes: set[tuple[int, str]] = set()
        self._lenses = lenses or payload.lens_names(len(replay.characters))
        self._lens = payload.Lens(lens, len(replay.characters))
        for node in replay.nodes():
            self._number(node)
        self._in_file = len(self._nodes)
        super().__init__()
        self._send_game()
        self.show(at)
        self.on_msg(self._receive)

    def __repr__(self) -> str:
        return f"<Player of {self.replay!r}>"

    # -- from Python -------------------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The node that is shown."""
        return self._nodes[self.cursor]

    def show(self, node: str | Node) -> None:
        """Show a node, given as a path or as itself."""
        found = self.replay.find(node) if isinstance(node, str) else node
        if found not in self._numbers:
            self.refresh()
        self.cursor = self._number(found)

    def refresh(self) -> None:
        """Send branches and notes again; needed after the replay was edited in Python."""
        self.branches = list(self._branches())
        self.notes = dict(self._notes())

    # -- what the browser gets ---------------------------------------------------------------------

    def _send_game(self) -> None:
        self._shown.clear()
        with self.hold_sync():
            self.game = payload.game(
                self.replay, self._lens, lenses=self._lenses, kernel=True, bots=bots.names()
            )
            line = [self.replay.root, *self.replay.main_line()]
            self.line = [self._node(node, str(place)) for place, node in enumerate(line)]
            self.refresh()

    def _number(self, node: Node) -> int:
        """The node's number: its own as long as the widget lives, even while it is undone."""
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return number

    def _node(self, node: Node, path: str) -> dict[str, Any]:
        number = self._number(node)
        shown = self._shown.get(number)
        if shown is None:
            shown = self._shown[number] = payload.node(node, self._lens)
        parent = None if node.parent is None else self._number(node.parent)
        return {"id": number, "parent": parent, "path": path, **shown}

    def _branches(self) -> Iterator[dict[str, Any]]:
        for node in self.replay.nodes():
            if not node.recorded:
                by = "file" if self._number(node) < self._in_file else "reader"
                yield {**self._node(node, node.path), "by": by}

    def _notes(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Comments and glyphs by node; through a seat's lens only those written here."""
        for node in self.replay.nodes():
            number = self._number(node)
            told = {
                key: text
                for key, text in payload.notes(node).items()
                if self._lens.viewer is None or (number, key) in self._own_notes
            }
            if told:
                yield str(number), told

    # -- what the browser asks for -----------------------------------------------------------------

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        """Answer one request; its number goes back with the answer, so that none is lost."""
        seq = message.get("seq") if isinstance(message, dict) else None
        try:
            answer = self._answer(message)
        except (SilkenwebError, OSError) as error:
            answer = {"kind": "error", "reason": str(error)}
        self.send({**answer, "seq": seq})

    def _answer(self, message: Any) -> Message:
        handler = _HANDLERS.get(message.get("kind")) if isinstance(message, dict) else None
        if handler is None:
            raise SilkenwebError(f"the player knows no request {message!r:.80}")
        number = message.get("node", self.cursor)
        if not isinstance(number, int) or not 0 <= number < len(self._nodes):
            raise SilkenwebError(f"there is no node {number!r:.40}")
        return handler(self, self._nodes[number], message)

    def _changed(self, node: Node | None, words: str = "") -> Message:
        self.refresh()
        number = None if node is None else self._number(node)
        return {"kind": "ok", "node": number, "words": words}

    def _legal(self, node: Node, _message: Message) -> Message:
        return {"kind": "legal", "node": self._number(node), "moves": payload.legal(node, self._lens)}

    def _may_decide(self, node: Node) -> None:
        seat = node.position.seat
        if self._lens.viewer not in (None, seat) and seat is not None:
            raise SilkenwebError(f"through this lens you decide for seat {self._lens.viewer} only")

    def _move(self, node: Node, message: Message) -> Message:
        self._may_decide(node)
        return self._changed(node.branch(_text(message, "move")))

    def _deal(self, node: Node, _message: Message) -> Message:
        return self._changed(node.branch())

    def _bots(self, node: Node, message: Message) -> Message:
        with self.replay.one_step():
            reached = [node, *go_on(node, _text(message, "bot"), _text(message, "until"))]
        return self._changed(reached[-1])

    def _delete(self, node: Node, _message: Message) -> Message:
        parent = node.parent
        node.delete()
        return self._changed(parent, "The branch is deleted; undo brings it back.")

    def _promote(self, node: Node, _message: Message) -> Message:
        return self._changed(node.promote(), "The branch comes first now.")

    def _comment(self, node: Node, message: Message) -> Message:
        node.comment = _text(message, "text")
        self._own_notes.add((self._number(node), "comment"))
        return self._changed(node)

    def _glyph(self, node: Node, message: Message) -> Message:
        node.glyph = _text(message, "glyph")
        self._own_notes.add((self._number(node), "glyph"))
        return self._changed(node)

    def _undo(self, _node: Node, _message: Message) -> Message:
        done = self.replay.undo()
        return self._changed(None, "Undone." if done else "There is nothing to undo.")

    def _redo(self, _node: Node, _message: Message) -> Message:
        done = self.replay.redo()
        return self._changed(None, "Done again." if done else "There is nothing to do again.")

    def _save(self, _node: Node, _message: Message) -> Message:
        if self.save_to is None:
            raise SilkenwebError('no file is named: make the player with save_to="my.json"')
        self.replay.save(self.save_to)
        return {"kind": "ok", "node": None, "words": f"Saved as {self.save_to}."}

    def _change_lens(self, _node: Node, message: Message) -> Message:
        lens = _text(message, "lens")
        if lens not in self._lenses:
            raise SilkenwebError(f"this player offers {', '.join(self._lenses)}")
        self._lens = payload.Lens(lens, len(self.replay.characters))
        self._send_game()
        return {"kind": "lens", "lens": lens}


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise SilkenwebError(f"the request lacks {key!r}")
    return value


_HANDLERS: dict[Any, Callable[[Player, Node, Message], Message]] = {
    "legal": Player._legal,
    "move": Player._move,
    "deal": Player._deal,
    "bots": Player._bots,
    "delete": Player._delete,
    "promote": Player._promote,
    "comment": Player._comment,
    "glyph": Player._glyph,
    "undo": Player._undo,
    "redo": Player._redo,
    "save": Player._save,
    "lens": Player._change_lens,
}

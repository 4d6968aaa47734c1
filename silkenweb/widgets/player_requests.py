"""What the browser asks of a player: legal moves, changes of the tree, notes, bots, reviews, another lens.

Every request has a number (`seq`), which goes back with the answer, so that none is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from silkenweb.bots.continuation import Continuation
from silkenweb.errors import SilkenwebError, escaped, quote, shorten
from silkenweb.replay import Node, Replay, edits
from silkenweb.replay.history import Step
from silkenweb.study.review import ReviewTask
from silkenweb.study.review.evaluation import SECONDS
from silkenweb.text import Words
from silkenweb.text.refusals import refusal, refused
from silkenweb.widgets import payload, review_run
from silkenweb.widgets.bot_run import Run
from silkenweb.widgets.review_payload import NOTHING, Found
from silkenweb.widgets.tree_view import Showing
from silkenweb.widgets.words.edit_labels import edit_words

Message = dict[str, Any]


class PlayerHost(Protocol):
    """The player, as far as its requests need it."""

    words: Words
    replay: Replay
    showing: Showing
    cursor: Any  # a trait

    def send(self, content: Message) -> None:
        """Send a message to the browser."""

    def refresh(self) -> None:
        """Send what has changed in the replay."""

    def refresh_soon(self) -> None:
        """Do so once the running request has ended."""

    def save(self) -> str:
        """Save the replay and say where."""

    def look_through(self, lens: str) -> None:
        """Change the lens."""


class Requests:
    """Answers the browser for one player. Through a seat's lens no answer says what that seat can't know."""

    def __init__(self, player: PlayerHost) -> None:
        self._player = player
        self._words = player.words
        self._showing = player.showing
        self._replay = player.replay
        self._made: WeakKeyDictionary[Step, int | None] = WeakKeyDictionary()
        self._run: Run | None = None
        self._task: asyncio.Task[None] | None = None
        self._review_run: review_run.ReviewRun | None = None
        self._review_task: asyncio.Task[None] | None = None

    def receive(self, message: Any) -> None:
        """Answer one request, now or, where bots go on, when they are done."""
        seq = message.get("seq") if isinstance(message, dict) else None
        try:
            answer = self._answer(message)
        except Exception as error:
            answer = self._refusal(error)
        if answer is not None:
            self._player.send({**answer, "seq": seq})

    def stop(self) -> None:
        """Let bots that go on stop."""
        if self._run is not None:
            self._run.stop()

    def stop_review(self) -> None:
        """Let a review stop after the node it is at."""
        if self._review_run is not None:
            self._review_run.stop()

    @property
    def reviewed(self) -> Found:
        """What a review under way has found until now."""
        return NOTHING if self._review_run is None else self._review_run.work.shown

    def _refusal(self, error: Exception) -> Message:
        if isinstance(error, SilkenwebError | OSError):
            return {"kind": "error", "reason": refusal(self._words, error)}
        # A fault of the program: said rather than swallowed, but what it says may name hidden cards.
        told = (
            shorten(escaped(repr(error)), 300) if self._showing.lens.viewer is None else type(error).__name__
        )
        return {"kind": "error", "reason": self._words("reply.failed", error=told)}

    def _answer(self, message: Any) -> Message | None:
        kind = message.get("kind") if isinstance(message, dict) else None
        handler = _HANDLERS.get(kind) if isinstance(kind, str) else None
        if handler is None:
            raise refused("request", found=quote(message))
        last = self._replay.history.last
        answer = handler(self, self._showing.at(message.get("node", self._player.cursor)), message)
        if handler not in (Requests._undo, Requests._redo) and self._replay.history.last is not last:
            self._made_here([self._replay.history.last])
        return answer

    def _made_here(self, steps: Iterable[Step | None]) -> None:
        """Remember through which lens these were made; only through that one may they be named."""
        for step in steps:
            if step is not None:
                self._made[step] = self._showing.lens.viewer
        self._player.refresh()

    def words_of(self, step: Step | None) -> str:
        """What a step did, as far as the lens may know; empty if there is none."""
        viewer = self._showing.lens.viewer
        if step is None:
            return ""
        if viewer is not None and self._made.get(step) != viewer:
            return self._words("edit.hidden")
        return edit_words(self._words, step.label, viewer)

    def _changed(self, node: Node | None, words: str = "") -> Message:
        self._player.refresh()
        number = None if node is None else self._showing.nearest(node)
        return {"kind": "ok", "node": number, "words": words}

    # -- moves -------------------------------------------------------------------------------------

    def _legal(self, node: Node, _message: Message) -> Message:
        closed = self._closed(node)
        why = "" if closed is None else refusal(self._words, closed)
        moves = [] if node is self._replay.end else payload.legal(node, self._showing.lens, self._words)
        return {"kind": "legal", "node": self._showing.number(node), "moves": moves, "why": why}

    def _move(self, node: Node, message: Message) -> Message:
        viewer, seat = self._showing.lens.viewer, node.position.seat
        if viewer not in (None, seat) and seat is not None:
            raise refused("lens.seat", seat=viewer)
        self._check_room(node)
        return self._changed(node.branch(_text(message, "move")))

    def _deal(self, node: Node, _message: Message) -> Message:
        if node.position.seat is not None:  # the rules' own refusal would list what is legal
            raise refused("deal.none")
        self._check_room(node)
        return self._changed(node.branch())

    def _closed(self, node: Node) -> SilkenwebError | None:
        """Return why no move can be tried after this node; None if one can.

        The player offers and accepts moves by this function.
        """
        if node.position.over:
            return None
        if node is self._replay.end:
            return refused("end")
        try:
            payload.check_size(self._replay.count + 2)
            edits.check_room(self._replay, node)
        except SilkenwebError as error:
            return error
        return None

    def _check_room(self, node: Node) -> None:
        closed = self._closed(node)
        if closed is not None:
            raise closed

    # -- bots --------------------------------------------------------------------------------------

    def _bots(self, node: Node, message: Message) -> Message | None:
        if self._task is not None and not self._task.done():
            raise refused("bots.already")
        self._check_room(node)
        seq = message.get("seq")

        def tell(node: Node, words: str) -> None:
            self._player.refresh_soon()
            if not payload.may_show(node, self._showing.lens.viewer):
                return  # the lens was changed meanwhile
            progress = {"kind": "progress", "seq": seq, "node": self._showing.number(node), "words": words}
            self._player.send(progress)

        continuation = Continuation(node, _text(message, "bot"), _text(message, "until"))
        self._run = Run(continuation, self._showing.lens.viewer, tell, self._words)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            words = self._run.all_at_once()
            return self._changed(self._run.node, words)
        self._task = loop.create_task(self._go_on(self._run, seq))
        return None

    async def _go_on(self, run: Run, seq: Any) -> None:
        try:
            words = await run.step_by_step()
            self._made_here(run.steps)
            answer = self._changed(run.node, words)
        except Exception as error:
            self._player.refresh()
            answer = self._refusal(error)
        self._player.send({**answer, "seq": seq})

    def _stop(self, _node: Node, _message: Message) -> Message:
        self.stop()
        return {"kind": "ok", "node": None, "words": ""}

    # -- the review --------------------------------------------------------------------------------

    def _review(self, _node: Node, message: Message) -> Message | None:
        if self._review_run is not None:
            raise refused("review.already")
        seq = message.get("seq")
        by, note = review_run.parameters(self._replay.main_line(), self._words)
        work = ReviewTask(self._replay, by, branches=message.get("branches") is True, seconds=SECONDS)

        sent: list[Message] = []

        def tell(_done: int) -> None:
            self._player.refresh_soon()
            progress = self._progress(work)
            # A seat is not told when a node that it may not see is done.
            if self._showing.lens.viewer is None or sent != [progress]:
                sent[:] = [progress]
                self._player.send({"kind": "progress", "seq": seq, **progress})

        self._review_run = review_run.ReviewRun(work, tell)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            try:
                self._review_run.all_at_once()
            finally:
                self._review_run = None
            return self._reviewed(work, note)
        self._review_task = loop.create_task(self._review_on(self._review_run, seq, note))
        return None

    async def _review_on(self, run: review_run.ReviewRun, seq: Any, note: str) -> None:
        try:
            await run.step_by_step()
            self._review_run = None
            answer = self._reviewed(run.work, note)
        except Exception as error:
            self._review_run = None
            self._player.refresh()
            answer = self._refusal(error)
        self._player.send({**answer, "seq": seq})

    def _reviewed(self, work: ReviewTask, note: str) -> Message:
        self._player.refresh()
        return {"kind": "reviewed", **self._progress(work), "over": work.over, "note": note}

    def _progress(self, work: ReviewTask) -> Message:
        """How far a review is, counted in nodes that the lens shows."""
        return {"done": self._counted(work.nodes[: work.done]), "total": self._counted(work.nodes)}

    def _counted(self, nodes: Sequence[Node]) -> int:
        viewer = self._showing.lens.viewer
        return sum(payload.may_show(node, viewer) for node in nodes)

    def _stop_review(self, _node: Node, _message: Message) -> Message:
        self.stop_review()
        return {"kind": "ok", "node": None, "words": ""}

    def _better(self, _node: Node, _message: Message) -> Message:
        heads = review_run.better_lines(self._replay, self._showing.lens.viewer, self._words)
        self._player.refresh()
        return {"kind": "ok", "node": None, "count": sum(map(self._showing.shows, heads))}

    def _weigh(self, node: Node, message: Message) -> Message:
        if self._showing.lens.viewer not in (None, node.seat):
            raise refused("review.lens")
        viewer = self._showing.lens.viewer
        found = review_run.weighed(node, _text(message, "move"), self._words, viewer)
        return {"kind": "weighed", **found}

    # -- branches and notes ------------------------------------------------------------------------

    def _delete(self, node: Node, _message: Message) -> Message:
        parent = node.parent
        node.delete()
        return self._changed(parent, self._words("reply.deleted"))

    def _promote(self, node: Node, _message: Message) -> Message:
        last = self._replay.history.last
        node.promote()
        first = self._replay.history.last is last
        return self._changed(node, self._words("reply.promoted.first" if first else "reply.promoted"))

    def _comment(self, node: Node, message: Message) -> Message:
        self._showing.write(node, "comment", _text(message, "text"))
        return self._changed(node)

    def _glyph(self, node: Node, message: Message) -> Message:
        self._showing.write(node, "glyph", _text(message, "glyph"))
        return self._changed(node)

    def _undo(self, _node: Node, _message: Message) -> Message:
        what = self.words_of(self._replay.history.last)
        done = self._replay.undo()
        words = self._words("reply.undone.what", what=what) if done else self._words("reply.undone.nothing")
        return self._changed(None, words)

    def _redo(self, _node: Node, _message: Message) -> Message:
        what = self.words_of(self._replay.history.next)
        done = self._replay.redo()
        words = self._words("reply.redone.what", what=what) if done else self._words("reply.redone.nothing")
        return self._changed(None, words)

    def _save(self, _node: Node, _message: Message) -> Message:
        return {"kind": "ok", "node": None, "words": self._player.save()}

    def _lens(self, _node: Node, message: Message) -> Message:
        lens = _text(message, "lens")
        self.stop()
        self._player.look_through(lens)
        return {"kind": "lens", "lens": lens}


def _text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise refused("request.lacks", found=quote(key))
    return value


_HANDLERS: dict[Any, Callable[[Requests, Node, Message], Message | None]] = {
    "legal": Requests._legal,
    "move": Requests._move,
    "deal": Requests._deal,
    "bots": Requests._bots,
    "stop": Requests._stop,
    "review": Requests._review,
    "stop review": Requests._stop_review,
    "better": Requests._better,
    "weigh": Requests._weigh,
    "delete": Requests._delete,
    "promote": Requests._promote,
    "comment": Requests._comment,
    "glyph": Requests._glyph,
    "undo": Requests._undo,
    "redo": Requests._redo,
    "save": Requests._save,
    "lens": Requests._lens,
}

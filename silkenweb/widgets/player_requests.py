"""The requests of a player's browser: legal moves, edits, notes, bots, reviews, another lens."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Protocol
from weakref import WeakKeyDictionary

from silkenweb.bots.continuation import Continuation
from silkenweb.errors import SilkenwebError
from silkenweb.game.choice import move_words
from silkenweb.replay import Node, Replay, edits
from silkenweb.replay.history import Label, Step
from silkenweb.replay.schema import MAX_COMMENT
from silkenweb.study.review import ReviewTask
from silkenweb.study.review.evaluation import SECONDS
from silkenweb.text import Words
from silkenweb.text.refusals import refusal, refused
from silkenweb.widgets import payload, review_run
from silkenweb.widgets.bot_run import BotRun
from silkenweb.widgets.review_payload import NOTHING, Found
from silkenweb.widgets.session import FLAG, NODE, OK, Answer, Kind, Message, Request, Requests, text
from silkenweb.widgets.tree_view import TreeView

MOVE = text(500)
NAME = text(200)


class PlayerHost(Protocol):
    """The player, as far as its requests need it."""

    words: Words
    replay: Replay
    showing: TreeView
    cursor: Any  # a trait

    def refresh(self) -> None:
        """Send what has changed in the replay."""

    def refresh_later(self) -> None:
        """Call `refresh` when the current request has ended."""

    def save(self) -> str:
        """Save the replay and say where."""

    def look_through(self, lens: str) -> None:
        """Change the lens."""


class PlayerRequests(Requests):
    """The requests of one player. Through a seat's lens no answer reveals what that seat can't know."""

    def __init__(self, player: PlayerHost) -> None:
        self._player = player
        self._words = player.words
        self._tree_view = player.showing
        self._replay = player.replay
        self._made: WeakKeyDictionary[Step, int | None] = WeakKeyDictionary()
        self._bot_run: BotRun | None = None
        self._review_run: review_run.ReviewRun | None = None

    @property
    def words(self) -> Words:
        """The language of the player."""
        return self._words

    @property
    def discloses(self) -> bool:
        """Whether everything is visible, so that errors may be quoted."""
        return self._viewer is None

    @property
    def _viewer(self) -> int | None:
        return self._tree_view.lens.viewer

    def perform(self, request: Request) -> Answer:
        """Answer a request, and remember through which lens it changed the replay."""
        last = self._replay.history.last
        answer = super().perform(request)
        if request.kind not in ("undo", "redo") and self._replay.history.last is not last:
            self._made_here([self._replay.history.last], self._viewer)
        return answer

    def stop(self) -> None:
        """Stop the bots."""
        if self._bot_run is not None:
            self._bot_run.stop()

    def stop_review(self) -> None:
        """Stop the review after the current node."""
        if self._review_run is not None:
            self._review_run.stop()

    @property
    def reviewed(self) -> Found:
        """The findings of the running review so far."""
        return NOTHING if self._review_run is None else self._review_run.work.shown

    def _made_here(self, steps: Iterable[Step | None], viewer: int | None) -> None:
        """Remember through which lens these steps were made; only that lens may name them."""
        for step in steps:
            if step is not None:
                self._made[step] = viewer
        self._player.refresh()

    def words_of(self, step: Step | None) -> str:
        """Return what a step did, as far as the lens may know; empty if there is none."""
        viewer = self._viewer
        if step is None:
            return ""
        if viewer is not None and self._made.get(step) != viewer:
            return self._words("edit.hidden")
        return edit_words(self._words, step.label, viewer)

    def _node(self, request: Request) -> Node:
        """Return the node of a request. Raises SilkenwebError if it is not shown."""
        number = request["node"]
        return self._tree_view.at(self._player.cursor if number is None else number)

    def _changed(self, node: Node | None, words: str = "") -> Message:
        self._player.refresh()
        number = None if node is None else self._tree_view.nearest(node)
        return {"kind": "ok", "node": number, "words": words}

    # -- moves -------------------------------------------------------------------------------------

    def _legal(self, request: Request) -> Message:
        node = self._node(request)
        closed = self._closed(node)
        why = "" if closed is None else refusal(self._words, closed)
        moves = [] if node is self._replay.end else payload.legal(node, self._tree_view.lens, self._words)
        return {"kind": "legal", "node": self._tree_view.number(node), "moves": moves, "why": why}

    def _move(self, request: Request) -> Message:
        node = self._node(request)
        seat = node.position.seat
        if self._viewer not in (None, seat) and seat is not None:
            raise refused("lens.seat", seat=self._viewer)
        self._check_room(node)
        return self._changed(node.branch(request["move"]))

    def _deal(self, request: Request) -> Message:
        node = self._node(request)
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

    def _bots(self, request: Request) -> Answer:
        node = self._node(request)
        if self._bot_run is not None:
            raise refused("bots.already")
        self._check_room(node)
        viewer = self._viewer

        def report(node: Node, words: str) -> None:
            self._player.refresh_later()
            if payload.may_show(node, self._viewer):  # the lens may have changed meanwhile
                request.progress({"node": self._tree_view.number(node), "words": words})

        run = BotRun(Continuation(node, request["bot"], request["until"]), viewer, report, self._words)
        if not _loop_runs():
            words = run.all_at_once()
            return self._changed(run.node, words)
        self._bot_run = run
        return self._bots_finished(run, viewer)

    async def _bots_finished(self, run: BotRun, viewer: int | None) -> Message:
        try:
            words = await run.step_by_step()
        finally:
            self._bot_run = None
            self._made_here(run.steps, viewer)
        return self._changed(run.node, words)

    def _stop(self, _request: Request) -> Message:
        self.stop()
        return OK

    # -- the review --------------------------------------------------------------------------------

    def _review(self, request: Request) -> Answer:
        if self._review_run is not None:
            raise refused("review.already")
        by, note = review_run.parameters(self._replay.main_line(), self._words)
        work = ReviewTask(self._replay, by, branches=request["branches"] is True, seconds=SECONDS)
        sent: list[Message] = []

        def report(_done: int) -> None:
            self._player.refresh_later()
            progress = self._progress(work)
            # A seat does not learn when a node is done that it may not see.
            if self._viewer is None or sent != [progress]:
                sent[:] = [progress]
                request.progress(progress)

        run = self._review_run = review_run.ReviewRun(work, report)
        if _loop_runs():
            return self._review_finished(run, note)
        try:
            run.all_at_once()
        finally:
            self._review_run = None
        return self._reviewed(work, note)

    async def _review_finished(self, run: review_run.ReviewRun, note: str) -> Message:
        try:
            await run.step_by_step()
        finally:
            self._review_run = None
            self._player.refresh()
        return self._reviewed(run.work, note)

    def _reviewed(self, work: ReviewTask, note: str) -> Message:
        self._player.refresh()
        return {"kind": "reviewed", **self._progress(work), "over": work.over, "note": note}

    def _progress(self, work: ReviewTask) -> Message:
        """Return the progress of a review, counted in nodes that the lens shows."""
        return {"done": self._counted(work.nodes[: work.done]), "total": self._counted(work.nodes)}

    def _counted(self, nodes: Sequence[Node]) -> int:
        return sum(payload.may_show(node, self._viewer) for node in nodes)

    def _stop_review(self, _request: Request) -> Message:
        self.stop_review()
        return OK

    def _better(self, _request: Request) -> Message:
        heads = review_run.better_lines(self._replay, self._viewer, self._words)
        self._player.refresh()
        return {"kind": "ok", "node": None, "count": sum(map(self._tree_view.shows, heads))}

    def _weigh(self, request: Request) -> Message:
        node = self._node(request)
        if self._viewer not in (None, node.seat):
            raise refused("review.lens")
        found = review_run.weighed(node, request["move"], self._words, self._viewer)
        return {"kind": "weighed", **found}

    # -- branches and notes ------------------------------------------------------------------------

    def _delete(self, request: Request) -> Message:
        node = self._node(request)
        parent = node.parent
        node.delete()
        return self._changed(parent, self._words("reply.deleted"))

    def _promote(self, request: Request) -> Message:
        node = self._node(request)
        last = self._replay.history.last
        node.promote()
        first = self._replay.history.last is last
        return self._changed(node, self._words("reply.promoted.first" if first else "reply.promoted"))

    def _comment(self, request: Request) -> Message:
        node = self._node(request)
        self._tree_view.write(node, "comment", request["text"])
        return self._changed(node)

    def _glyph(self, request: Request) -> Message:
        node = self._node(request)
        self._tree_view.write(node, "glyph", request["glyph"])
        return self._changed(node)

    def _undo(self, _request: Request) -> Message:
        what = self.words_of(self._replay.history.last)
        done = self._replay.undo()
        words = self._words("reply.undone.what", what=what) if done else self._words("reply.undone.nothing")
        return self._changed(None, words)

    def _redo(self, _request: Request) -> Message:
        what = self.words_of(self._replay.history.next)
        done = self._replay.redo()
        words = self._words("reply.redone.what", what=what) if done else self._words("reply.redone.nothing")
        return self._changed(None, words)

    def _save(self, _request: Request) -> Message:
        return {"kind": "ok", "node": None, "words": self._player.save()}

    def _lens(self, request: Request) -> Message:
        lens, node = request["lens"], request["node"]
        self.stop()
        if node is not None:  # the place of the reader, which may still be on its way as a trait
            self._player.cursor = self._player.showing.number(self._player.showing.at(node))
        self._player.look_through(lens)
        return {"kind": "lens", "lens": lens}

    KINDS: ClassVar = {
        "legal": Kind(_legal, node=NODE),
        "move": Kind(_move, node=NODE, move=MOVE),
        "deal": Kind(_deal, node=NODE),
        "bots": Kind(_bots, node=NODE, bot=NAME, until=NAME),
        "stop": Kind(_stop),
        "review": Kind(_review, branches=FLAG),
        "stop review": Kind(_stop_review),
        "better": Kind(_better),
        "weigh": Kind(_weigh, node=NODE, move=MOVE),
        "delete": Kind(_delete, node=NODE),
        "promote": Kind(_promote, node=NODE),
        "comment": Kind(_comment, node=NODE, text=text(MAX_COMMENT)),
        "glyph": Kind(_glyph, node=NODE, glyph=text(10)),
        "undo": Kind(_undo),
        "redo": Kind(_redo),
        "save": Kind(_save),
        "lens": Kind(_lens, lens=NAME, node=NODE),
    }


def _loop_runs() -> bool:
    """Return whether an event loop is running, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def edit_words(words: Words, label: Label, viewer: int | None) -> str:
    """Return what a step did: "add Rest", "comment on Rest".

    Through a seat's lens another player's decision is not named.
    """
    if label.code in ("several", "bots"):
        return words.count(f"edit.{label.code}", label.count)
    if not isinstance(label.node, Node):
        return words(f"edit.{label.code}")
    return words(f"edit.{label.code}", move=_decision(words, label.node, viewer))


def _decision(words: Words, node: Node, viewer: int | None) -> str:
    """Return the move or deal of a node; the node may have been deleted."""
    if node.deal is not None:
        return words("edit.deal", level=node.deal.level)
    assert node.parent is not None
    assert node.move is not None
    if viewer in (None, node.seat):
        return move_words(words, node.parent.state, node.move)
    assert node.seat is not None
    return words("edit.other", who=node.parent.state.tables.naming(words).who(node.seat))

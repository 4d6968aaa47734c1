"""Undo and redo. Every edit goes through a History, which can undo it, describe it, and notify listeners."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakMethod


class Edit(NamedTuple):
    """One change, with functions that do and undo it.

    `place` identifies what it changes; `old` and `new` are the values there before and after.
    """

    do: Callable[[], None]
    undo: Callable[[], None]
    place: Hashable
    old: Any
    new: Any


@dataclass(frozen=True)
class Label:
    """A description of a step, from which user interfaces make their own text.

    `code`: add, delete, promote, comment, glyph, review, own, meta, adopt, link, bots, better or several.
    `node`: the node that was added, deleted or annotated, if there is only one. `count`: the number of
    changes or moves, if there are several.
    """

    code: str
    node: Hashable | None = None
    count: int = 1


class Step:
    """Edits that are undone and redone together. `label` describes them."""

    def __init__(self, edits: list[Edit], label: Label | None = None) -> None:
        self.edits = edits
        self._label = label
        self.inner: list[Label] = []
        """The labels of the parts of the step that have one."""

    @property
    def label(self) -> Label:
        """The description of the step: its own label, or that of its only part."""
        if self._label is not None:
            return self._label
        return self.inner[0] if len(self.inner) == 1 else Label("several", count=len(self.inner))

    @label.setter
    def label(self, label: Label) -> None:
        self._label = label

    @property
    def changes(self) -> bool:
        """Whether the step changes anything."""
        first: dict[Hashable, Any] = {}
        last: dict[Hashable, Any] = {}
        for edit in self.edits:
            first.setdefault(edit.place, edit.old)
            last[edit.place] = edit.new
        return first != last

    def undo(self, length: int = 0) -> None:
        """Undo all edits except the first `length`, starting with the last."""
        for edit in reversed(self.edits[length:]):
            edit.undo()


class History:
    """The steps that can be undone and redone. A new step clears the steps that could be redone."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._open: Step | None = None
        self._listeners: list[WeakMethod[Callable[[], None]]] = []

    def listen(self, act: Callable[[], None]) -> None:
        """Call a bound method after each step, undo and redo, for as long as its object exists."""
        self._listeners.append(WeakMethod(act))

    def notify(self) -> None:
        """Notify the listeners."""
        living = [(listener, listener()) for listener in self._listeners]
        self._listeners = [listener for listener, act in living if act is not None]
        for _, act in living:
            if act is not None:
                act()

    def do(self, edit: Edit, label: Label | None = None) -> None:
        """Do an edit and record it, as a separate step or as part of the open step."""
        with self.step(label) as step:
            edit.do()
            step.edits.append(edit)

    @contextmanager
    def step(self, label: Label | None = None, undoable: bool = True) -> Iterator[Step]:
        """Combine all edits made in the `with` block into one step.

        An exception undoes them. Edits that change nothing in total make no step. With `undoable=False` the
        edits are not the reader's: they can't be undone, and steps that were undone before can still be
        redone.
        """
        step = outer = self._open
        if step is None:
            step = self._open = Step([], label)
        length, parts = len(step.edits), len(step.inner)
        try:
            yield step
        except BaseException:
            step.undo(length)
            del step.edits[length:]
            raise
        finally:
            self._open = outer
        if outer is not None:
            if label is not None and len(step.edits) > length:
                step.inner[parts:] = [label]
        elif step.changes:
            if undoable:
                self._done.append(step)
                self._undone.clear()
            self.notify()

    @property
    def length(self) -> int:
        """The number of steps that can be undone."""
        return len(self._done)

    @property
    def undone(self) -> int:
        """The number of steps that can be redone."""
        return len(self._undone)

    @property
    def last(self) -> Step | None:
        """The step that `undo` would undo; None if there is none."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Step | None:
        """The step that `redo` would redo; None if there is none."""
        return self._undone[-1] if self._undone else None

    def join(self, steps: Collection[Step], label: Label) -> list[Step]:
        """Combine adjacent steps among these into one each, and give each result this label."""
        done: list[Step] = []
        made: list[Step] = []
        joined = None
        for step in self._done:
            if step not in steps:
                done.append(step)
                joined = None
            elif joined is None:
                joined = Step(list(step.edits), label)
                done.append(joined)
                made.append(joined)
            else:
                joined.edits += step.edits
        self._done = done
        return made

    def forget(self) -> None:
        """Forget all steps, so that earlier edits can no longer be undone."""
        self._done.clear()
        self._undone.clear()

    def undo(self) -> bool:
        """Undo the last step. Return False if there is none."""
        if not self._done:
            return False
        step = self._done.pop()
        step.undo()
        self._undone.append(step)
        self.notify()
        return True

    def redo(self) -> bool:
        """Redo the step that was last undone. Return False if there is none."""
        if not self._undone:
            return False
        step = self._undone.pop()
        for edit in step.edits:
            edit.do()
        self._done.append(step)
        self.notify()
        return True

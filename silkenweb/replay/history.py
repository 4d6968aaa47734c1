"""Undo and redo: every edit goes through a History, which can take it back, say what it was, and notify
listeners.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from weakref import WeakMethod


class Edit(NamedTuple):
    """How to do one thing, and how to take it back.

    `place` is what it changes; `old` and `new` are the values there, which tell whether anything changed.
    """

    do: Callable[[], None]
    undo: Callable[[], None]
    place: Hashable
    old: Any
    new: Any


@dataclass(frozen=True)
class Label:
    """What a step did; the words are up to those who show it.

    `code`: add, delete, promote, comment, glyph, review, own, meta, adopt, link, bots, better or several.
    `node`: the node that was added, deleted or written on, if it is one. `count`: how many changes or moves,
    if it is several.
    """

    code: str
    node: Hashable | None = None
    count: int = 1


class Step:
    """Edits that are undone and redone together. `label` says what they do."""

    def __init__(self, edits: list[Edit], label: Label | None = None) -> None:
        self.edits = edits
        self._label = label
        self.inner: list[Label] = []
        """The labels of the parts of the step that have one."""

    @property
    def label(self) -> Label:
        """What the step does: the label that it was given, or that of its only part."""
        if self._label is not None:
            return self._label
        return self.inner[0] if len(self.inner) == 1 else Label("several", count=len(self.inner))

    @label.setter
    def label(self, label: Label) -> None:
        self._label = label

    @property
    def changes(self) -> bool:
        """Whether anything is different after the step."""
        first: dict[Hashable, Any] = {}
        last: dict[Hashable, Any] = {}
        for edit in self.edits:
            first.setdefault(edit.place, edit.old)
            last[edit.place] = edit.new
        return first != last

    def take_back(self, length: int = 0) -> None:
        """Undo all edits but the first `length`, the last one first."""
        for edit in reversed(self.edits[length:]):
            edit.undo()


class History:
    """What was done, in steps of one or more edits. A new step drops what could have been redone."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._open: Step | None = None
        self._listeners: list[WeakMethod[Callable[[], None]]] = []

    def listen(self, act: Callable[[], None]) -> None:
        """Call this method of an object after each step, undo and redo, as long as the object lives."""
        self._listeners.append(WeakMethod(act))

    def tell(self) -> None:
        """Notify the listeners."""
        living = [(listener, listener()) for listener in self._listeners]
        self._listeners = [listener for listener, act in living if act is not None]
        for _, act in living:
            if act is not None:
                act()

    def do(self, edit: Edit, label: Label | None = None) -> None:
        """Do an edit and remember it, as a step of its own or as part of the open step."""
        with self.step(label) as step:
            edit.do()
            step.edits.append(edit)

    @contextmanager
    def step(self, label: Label | None = None, undoable: bool = True) -> Iterator[Step]:
        """Undo and redo all edits within together. An exception takes them back; if they change nothing in
        the end, there is no step.

        With `undoable=False` they are not the reader's: they can't be undone, and what was undone before
        them can still be redone.
        """
        step = outer = self._open
        if step is None:
            step = self._open = Step([], label)
        length, parts = len(step.edits), len(step.inner)
        try:
            yield step
        except BaseException:
            step.take_back(length)
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
            self.tell()

    @property
    def length(self) -> int:
        """How many steps can be undone."""
        return len(self._done)

    @property
    def undone(self) -> int:
        """How many steps can be done again."""
        return len(self._undone)

    @property
    def last(self) -> Step | None:
        """The step that undo would take back; None if there is none."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Step | None:
        """The step that redo would do again; None if there is none."""
        return self._undone[-1] if self._undone else None

    def join(self, steps: Collection[Step], label: Label) -> list[Step]:
        """Make one step of these, or several if other steps came between them, each with this label."""
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
        """Drop all steps: what was done until now can't be undone any more."""
        self._done.clear()
        self._undone.clear()

    def undo(self) -> bool:
        """Take the last step back; False if there is none."""
        if not self._done:
            return False
        step = self._done.pop()
        step.take_back()
        self._undone.append(step)
        self.tell()
        return True

    def redo(self) -> bool:
        """Do again what was last undone; False if there is nothing."""
        if not self._undone:
            return False
        step = self._undone.pop()
        for edit in step.edits:
            edit.do()
        self._done.append(step)
        self.tell()
        return True

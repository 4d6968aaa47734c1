"""Undo and redo: every edit is done through a History, which keeps how to take it back and tells who
listens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from weakref import WeakMethod


class Edit(NamedTuple):
    """How to do one thing, and how to take it back."""

    do: Callable[[], None]
    undo: Callable[[], None]


class History:
    """What was done, in steps of one or more edits; a new step forgets what was undone before it."""

    def __init__(self) -> None:
        self._done: list[list[Edit]] = []
        self._undone: list[list[Edit]] = []
        self._open: list[Edit] | None = None
        self._listeners: list[WeakMethod[Callable[[], None]]] = []

    def listen(self, act: Callable[[], None]) -> None:
        """Call this method of an object after each step, undo and redo, as long as the object lives."""
        self._listeners.append(WeakMethod(act))

    def tell(self) -> None:
        """Something has changed: call those who listen."""
        living = [(listener, listener()) for listener in self._listeners]
        self._listeners = [listener for listener, act in living if act is not None]
        for _, act in living:
            if act is not None:
                act()

    def do(self, edit: Edit) -> None:
        """Do an edit and remember it, as a step of its own or of the step that is open."""
        with self.step() as edits:
            edit.do()
            edits.append(edit)

    @contextmanager
    def step(self, undoable: bool = True) -> Iterator[list[Edit]]:
        """All edits within are undone and redone together; an exception takes them back.

        With `undoable=False` they are not the reader's: they can't be undone, and what was undone before
        them can still be redone.
        """
        if self._open is not None:
            yield self._open
            return
        edits = self._open = []
        try:
            yield edits
        except BaseException:
            for edit in reversed(edits):
                edit.undo()
            edits.clear()
            raise
        finally:
            self._open = None
            if edits and undoable:
                self._done.append(edits)
                self._undone.clear()
        if edits:
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
    def last(self) -> object:
        """The step that undo would take back, to be told by `is` from any other; None where there is none."""
        return self._done[-1] if self._done else None

    def join(self, length: int) -> None:
        """Make one step of all but the first `length`."""
        joined = [edit for edits in self._done[length:] for edit in edits]
        if joined:
            self._done[length:] = [joined]

    def forget(self) -> None:
        """What was done until now can't be undone any more."""
        self._done.clear()
        self._undone.clear()

    def undo(self) -> bool:
        """Take the last step back; False where there is none."""
        if not self._done:
            return False
        edits = self._done.pop()
        for edit in reversed(edits):
            edit.undo()
        self._undone.append(edits)
        self.tell()
        return True

    def redo(self) -> bool:
        """Do again what was last undone; False where there is nothing."""
        if not self._undone:
            return False
        edits = self._undone.pop()
        for edit in edits:
            edit.do()
        self._done.append(edits)
        self.tell()
        return True

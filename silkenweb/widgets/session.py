"""Requests of a front end and their answers: one dispatcher for the player, the table and the Scribe.

A request is a dict with its `kind`, the parameters of that kind, and `seq`, which each message about it
repeats, so that the front end knows which request it belongs to. Nothing here knows how messages travel: the
transport calls `Session.receive`, and the session calls the function `send` that it was given. Jupyter's comm
is one transport (see comm.py).
"""

from __future__ import annotations

import asyncio
import inspect
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from silkenweb.errors import FactRefused, SilkenwebError, escaped, quote, shorten
from silkenweb.text import Words
from silkenweb.text.refusals import reason, refusal, refused

Message = dict[str, Any]
MOST_SEQ: Final = 100
"""The maximum length of the text that identifies a request."""
OK: Final[Message] = {"kind": "ok", "node": None, "words": ""}
"""The answer to a request that was carried out and has no other result."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a request: the types it may have, and the maximum number of its characters or items.

    An optional parameter is None if it is missing. `items` describes the items of a list.
    """

    types: tuple[type, ...]
    most: int = 0
    optional: bool = False
    items: Parameter | None = None

    def check(self, name: str, value: object) -> None:
        """Raise SilkenwebError if this is not a valid value; `name` is the name of the parameter."""
        if value is None:
            if not self.optional:
                raise refused("request.lacks", found=quote(name))
            return
        if not isinstance(value, self.types) or (isinstance(value, bool) and bool not in self.types):
            raise refused("request.value", name=name, found=quote(value))
        if isinstance(value, str | list | dict) and len(value) > self.most:
            raise refused("request.long", name=name, most=f"{self.most:,}", found=f"{len(value):,}")
        if isinstance(value, list) and self.items is not None:
            for item in value:
                self.items.check(name, item)


def text(most: int, *, optional: bool = False) -> Parameter:
    """Return a parameter that is a text of at most `most` characters."""
    return Parameter((str,), most, optional)


def texts(most: int, length: int) -> Parameter:
    """Return a parameter that is a list of at most `most` texts of at most `length` characters each."""
    return Parameter((list,), most, items=text(length))


def form(most: int, *, optional: bool = False) -> Parameter:
    """Return a parameter that is an object with at most `most` fields, which its handler checks."""
    return Parameter((dict,), most, optional)


WHOLE: Final = Parameter((int,))
NUMBER: Final = Parameter((int, float))
FLAG: Final = Parameter((bool,), optional=True)
NODE: Final = Parameter((int,), optional=True)
"""The number of a node; if it is missing, the node that is shown."""


class Request:
    """A valid request: `request["move"]` is the value of a parameter, None for a missing optional one."""

    def __init__(self, session: Session, kind: str, seq: str | int | None, values: Message) -> None:
        self.kind = kind
        self._session = session
        self._seq = seq
        self._values = values

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def progress(self, message: Message) -> None:
        """Send news about a request that has not been answered yet."""
        self._session.reply(self._seq, {"kind": "progress", **message})


Answer = Message | Coroutine[Any, Any, Message]
"""What a handler returns: the answer, or a coroutine that returns it later."""


class Kind:
    """A kind of request: the handler that answers it, and its parameters."""

    def __init__(self, handler: Callable[[Any, Request], Answer], **parameters: Parameter) -> None:
        self.handler = handler
        self.parameters = parameters


class Requests(ABC):
    """The kinds of requests of one widget, with their handlers."""

    KINDS: ClassVar[Mapping[str, Kind]]

    @property
    @abstractmethod
    def words(self) -> Words:
        """The language of the answers."""

    @property
    def discloses(self) -> bool:
        """Whether an unexpected error may be quoted; its text may name hidden cards."""
        return False

    def perform(self, request: Request) -> Answer:
        """Answer a request by the handler of its kind."""
        return self.KINDS[request.kind].handler(self, request)

    def details(self, error: Exception) -> Message:
        """Return what the answer to a refused request contains besides the reason."""
        return {}


class Session:
    """Answers requests, each by exactly one answer, which may come later; `send` takes each message.

    An unknown kind, a value of the wrong type and a text that is too long are refused here, so handlers get
    only valid requests.
    """

    def __init__(self, requests: Requests, send: Callable[[Message], None]) -> None:
        self._requests = requests
        self._send = send
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, message: object) -> None:
        """Answer one message, now or, if its handler takes longer, when the handler has finished."""
        seq = _seq(message)
        try:
            answer = self._requests.perform(self._read(message, seq))
        except Exception as error:
            answer = self._refusal(error)
        if not inspect.isawaitable(answer):
            self.reply(seq, answer)
            return
        task = asyncio.get_running_loop().create_task(self._finish(seq, answer))
        self._tasks.add(task)  # the loop itself keeps only a weak reference
        task.add_done_callback(self._tasks.discard)

    def reply(self, seq: str | int | None, message: Message) -> None:
        """Send a message about a request."""
        self._send({**message, "seq": seq})

    async def _finish(self, seq: str | int | None, answer: Awaitable[Message]) -> None:
        try:
            message = await answer
        except Exception as error:
            message = self._refusal(error)
        self.reply(seq, message)

    def _read(self, message: object, seq: str | int | None) -> Request:
        """Return the request in a message. Raises SilkenwebError if it is not valid."""
        name = message.get("kind") if isinstance(message, dict) else None
        kind = self._requests.KINDS.get(name) if isinstance(name, str) else None
        if kind is None or not isinstance(message, dict):
            raise refused("request", found=quote(message))
        values = {}
        for parameter, expected in kind.parameters.items():
            values[parameter] = message.get(parameter)
            expected.check(parameter, values[parameter])
        return Request(self, str(name), seq, values)

    def _refusal(self, error: Exception) -> Message:
        words = self._requests.words
        return {
            "kind": "error",
            "reason": _reason(words, error, self._requests.discloses),
            **self._requests.details(error),
        }


def _reason(words: Words, error: Exception, discloses: bool) -> str:
    """Return why a request was refused. An error of the program is reported too, not swallowed."""
    if isinstance(error, FactRefused):
        return reason(words, error)
    if isinstance(error, SilkenwebError | OSError):
        return refusal(words, error)
    found = shorten(escaped(repr(error)), 300) if discloses else type(error).__name__
    return words("reply.failed", error=found)


def _seq(message: object) -> str | int | None:
    """Return what identifies a request; None if there is nothing valid."""
    found = message.get("seq") if isinstance(message, dict) else None
    if isinstance(found, str):
        return found if len(found) <= MOST_SEQ else None
    return found if isinstance(found, int) and not isinstance(found, bool) else None

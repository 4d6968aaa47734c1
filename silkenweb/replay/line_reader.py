"""Reading the line of a replay and its alternatives: each move and deal is applied, each check compared.

`read_plain` is a fast path for files that hold only a recorded line of legal moves, deals and correct checks.
`TreeReader` handles everything else, node by node: alternatives, notes and faults. It accepts every file that
the fast path accepts. It raises the first fault or, given a list, collects all faults in it and leaves out
the parts of the tree that they affect.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from silkenweb.errors import NotationError, ReplayError, shorten
from silkenweb.game import Deal
from silkenweb.game.deal import apply_deal, deal_from_seed
from silkenweb.game.legality import legal_moves
from silkenweb.game.state import DEAL, Illegal, State
from silkenweb.game.transition import apply
from silkenweb.replay.json_text import pairs
from silkenweb.replay.luck import luck_fault
from silkenweb.replay.schema import MAX_DEPTH, MAX_NODES, NODE, OWN, as_error, shown
from silkenweb.replay.tree import Node, Root, check_of, turns_begun

MAX_FAULTS: Final = 1_000
"""Maximum number of faults to list. Reading then stops: a file with more is not a damaged replay."""

LONG: Final = 300
"""Maximum length, in characters, of a reason that may quote the file."""

ESSENTIAL: Final = ("move", "deal", "check", "luck")
"""Keys without which a node cannot be read: a fault in one ends the line before that node. Other keys are
left out."""


class PlainDeal(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A deal. Its level is checked later, since msgspec would accept 1.0 as a whole number."""

    level: Any
    threats: tuple[str, ...]
    decks: dict[str, tuple[str, ...]]


class PlainNode(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A node without notes, except for a check."""

    move: str | UnsetType = UNSET
    deal: PlainDeal | UnsetType = UNSET
    check: str | UnsetType = UNSET


class PlainFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of plain nodes. Everything except the line is checked as in any other file."""

    format: Any
    version: Any
    edition: Any
    players: Any
    blessings: Any
    line: list[PlainNode]
    result: Any
    seed: Any = UNSET
    meta: Any = UNSET


_decode = msgspec.json.Decoder(PlainFile).decode


class NotPlain(Exception):
    """Raised if the line is not plain, or has a fault."""


def decode_plain(raw: bytes) -> tuple[dict[str, Any], list[PlainNode]] | None:
    """Return the file without its line, and the line; None if only `TreeReader` can read it."""
    try:
        file = _decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    head = {
        name: value for name in PlainFile.__struct_fields__ if (value := getattr(file, name)) is not UNSET
    }
    line: list[PlainNode] = head.pop("line")
    return None if len(line) > MAX_NODES or _pairs(head, line) != raw.count(b":") else (head, line)


def _pairs(head: dict[str, Any], line: list[PlainNode]) -> int:
    """Count the keys. There are as many as colons, unless a key is repeated or a text contains a colon."""
    rich = [item for item in line if item.deal is not UNSET or item.check is not UNSET]
    count = 1 + pairs(head) + len(line) - len(rich)
    for item in rich:
        count += sum(value is not UNSET for value in (item.move, item.deal, item.check))
        count += 3 + len(item.deal.decks) if isinstance(item.deal, PlainDeal) else 0
    return count


def read_plain(root: Root, line: list[PlainNode]) -> Node | None:
    """Add the nodes of the line after the root and verify each of them.

    Return the last node, or None if only `TreeReader` can read the line.
    """
    node: Node = root
    state = root.state.copy()
    try:
        for item in line:
            text = item.move
            if text is UNSET:
                node = _read_plain_deal(node, state, item)
                state = node.state.copy()
            else:
                apply(state, text, None, True)
                node._next = Node(node, text, True)
                node = node._next
                if item.check is not UNSET or item.deal is not UNSET:
                    _check_plain(node, state, item)
    except (NotPlain, Illegal, NotationError):
        root._next = None
        return None
    node._state = state
    return node


def _read_plain_deal(node: Node, state: State, item: PlainNode) -> Node:
    data = item.deal
    if not isinstance(data, PlainDeal) or type(data.level) is not int:
        raise NotPlain
    deal = Deal(data.level, data.threats, data.decks)
    state = apply_deal(state, deal)
    made = node._next = Node(node, deal, True, None, state)
    if item.check is not UNSET:
        _check_plain(made, state, item)
    return made


def _check_plain(node: Node, state: State, item: PlainNode) -> None:
    if (item.deal is not UNSET and item.move is not UNSET) or item.check != check_of(state):
        raise NotPlain
    node._notes = {"check": item.check}


class Job(NamedTuple):
    """A line still to be read: the node and position that it starts from, and its nodes as in the file.

    `prefix` + the number of a node is its path. `luck` is the seed of the deals, if it is not the replay's
    seed. `taken` is the set of first moves and deals of the other lines from the same position. Alternatives
    to the first node of a line start from that position too, and share the set.
    """

    parent: Node
    state: State
    items: list[Any]
    prefix: str = ""
    depth: int = 0
    luck: str | None = None
    taken: set[str | Deal] | None = None


class Stop(Exception):
    """Raised to stop reading after too many faults."""


class Cut(Exception):
    """Raised to end the line before the current node, after its fault was reported."""


class TreeReader:
    """Reads lines into a tree of nodes. `count` is the number of nodes read."""

    def __init__(self, file: str, seed: str | None, faults: list[ReplayError] | None) -> None:
        self.file = file
        self.seed = seed
        self.faults = faults
        self.count = 0
        self.jobs: list[Job] = []

    def read(self, job: Job) -> None:
        """Read a line and, recursively, its alternatives."""
        self.jobs.append(job)
        try:
            while self.jobs:
                _LineReader(self, self.jobs.pop()).read()
        except Stop:
            pass

    def fault(self, error: ReplayError) -> None:
        """Raise the error, or list it if faults are allowed."""
        if self.faults is None:
            raise error
        self.faults.append(error)
        if len(self.faults) >= MAX_FAULTS:
            self.faults.append(ReplayError("too many faults; reading stopped", kind="bound", file=self.file))
            raise Stop


class _LineReader:
    """Reads one line, keeping its current node and position."""

    def __init__(self, reader: TreeReader, job: Job) -> None:
        self.reader = reader
        self.job = job
        self.node = job.parent
        self.state = job.state.copy()  # a copy, since moves change it in place
        self.luck = job.luck
        self.dealt = False
        self.number = 0

    def read(self) -> None:
        job, reader = self.job, self.reader
        room = MAX_NODES - reader.count
        items = job.items
        try:
            if len(items) > room:
                self.number = room + 1
                items = items[:room]
                self._fault("bound", "too many nodes", f"more than {MAX_NODES:,}", f"at most {MAX_NODES:,}")
            self._read_items(items)
        except Cut:
            reader.count += self.number - 1
        else:
            reader.count += len(items)

    def _read_items(self, items: list[Any]) -> None:
        recorded = not self.job.depth
        node, state = self.node, self.state
        for number, item in enumerate(items, 1):
            if type(item) is dict and len(item) == 1 and "move" in item and (number > 1 or recorded):
                # Nearly all nodes have only a move, so this path is short.
                text = item["move"]
                try:
                    apply(state, text, None, True)
                except (Illegal, NotationError, TypeError) as error:
                    self.number, self.node = number, node
                    self._check_shape(item)
                    self._refused(text, error)
                    raise Cut from None
                made = node._next = Node(node, text, recorded)
                node = made
            else:
                self.number, self.node, self.state = number, node, state
                self._read_item(item)
                node, state = self.node, self.state
        node._state = state

    # -- a node --------------------------------------------------------------------------------------

    def _read_item(self, item: Any) -> None:
        item = self._check_shape(item)
        before = self.state.copy() if "alternatives" in item else self.state
        parent, luck = self.node, self.luck
        what, state = self._deal(item) if "deal" in item else self._move(item)
        job = self.job
        taken = job.taken if self.number == 1 and job.taken is not None else set()
        if what in taken:
            self._fault(
                "alternatives", "another line from this position begins in the same way", _action_text(what)
            )
            raise Cut
        self._compare_check(item, state)
        taken.add(what)
        notes = {key: item[key] for key in item if key not in ("move", "deal", "alternatives")}
        if isinstance(what, Deal):
            notes |= _own_of_deal(item["deal"])
        made = Node(
            parent, what, not job.depth, notes or None, state.copy() if isinstance(what, Deal) else None
        )
        if parent._next is None:
            parent._next = made
        else:
            parent._others += (made,)
        if "alternatives" in item:
            self._queue(item["alternatives"], before, luck, taken)
        self.node, self.state = made, state

    def _check_shape(self, item: Any) -> dict[str, Any]:
        """Return the node's object. If faults are allowed, leave out its invalid optional keys."""
        if NODE.fits(item) and ("move" in item) != ("deal" in item):
            fitting: dict[str, Any] = item
            return fitting
        spoilt = False
        good = item
        for problem in NODE.problems(item):
            self.reader.fault(as_error(problem, **self._place()))
            key = problem.keys[0] if problem.keys else "move"
            spoilt = spoilt or key in ESSENTIAL
            good = {each: item[each] for each in good if each != key} if not spoilt else good
        if spoilt:
            raise Cut
        if ("move" in good) == ("deal" in good):
            found = "both" if "move" in good else "neither"
            self._fault("shape", "a node has exactly one move or one deal", found, "either a move or a deal")
            raise Cut
        assert isinstance(good, dict)
        return good

    def _move(self, item: dict[str, Any]) -> tuple[str, State]:
        text: str = item["move"]
        if "luck" in item:
            self._fault(
                "luck", "a move can't have a luck", shown(item["luck"]), "luck on a deal of an alternative"
            )
            raise Cut
        try:
            return text, apply(self.state, text, None, True)
        except (Illegal, NotationError) as error:
            self._refused(text, error)
            raise Cut from None

    def _deal(self, item: dict[str, Any]) -> tuple[Deal, State]:
        data = item["deal"]
        decks = {key: tuple(cards) for key, cards in data["decks"].items() if not key.startswith(OWN)}
        deal = Deal(data["level"], tuple(data["threats"]), decks)
        try:
            state = apply_deal(self.state, deal)
        except Illegal as error:
            self._fault(
                "deal",
                f"impossible deal: {shorten(error.reason, LONG)}",
                rule=error.rule,
                expected=self._what_comes(),
            )
            raise Cut from None
        self._compare_luck(item.get("luck"), deal)
        self.dealt = True
        return deal, state

    def _what_comes(self) -> str:
        if self.state.phase == DEAL:
            return f"a deal of level {self.state.level}, each player's deck exactly that player's cards"
        return "a move" if self.state.seat >= 0 else "no more nodes: the game is over"

    def _compare_luck(self, luck: str | None, deal: Deal) -> None:
        if not self.job.depth:
            if luck is not None:
                expected = "luck on a deal of an alternative"
                self._fault("luck", "a deal of the recorded line can't have a luck", shown(luck), expected)
                raise Cut
            return
        fault = luck_fault(self.reader.seed, self.luck, luck, self.number == 1, self.dealt)
        if fault:
            self._fault("luck", fault, "nothing" if luck is None else shown(luck))
            raise Cut
        self.luck = luck if luck is not None else self.luck
        seed = self.luck if self.luck is not None else self.reader.seed
        assert seed is not None
        if deal_from_seed(self.state, seed) != deal:
            reason = "the deal of an alternative does not match its seed"
            self._fault("luck", reason, "other cards or another order", f"the deal that {shown(seed)} gives")
            raise Cut

    def _compare_check(self, item: dict[str, Any], state: State) -> None:
        if "check" in item:
            mine = check_of(state)
            if item["check"] != mine:
                self._fault("check", "the check does not match", shown(item["check"]), shown(mine))
                raise Cut

    def _queue(
        self, alternatives: list[Any], before: State, luck: str | None, taken: set[str | Deal]
    ) -> None:
        """Queue the alternatives to this node, which start from the position and luck before it."""
        job = self.job
        if job.depth >= MAX_DEPTH and alternatives:
            self._fault("bound", "alternatives nested too deeply", expected=f"at most {MAX_DEPTH}")
            return
        jobs = []
        for index, items in enumerate(alternatives, 1):
            if type(items) is not list or not items:
                found = "an empty list" if items == [] else shown(items)
                self._fault(
                    "alternatives", f"alternative {index} is not a line", found, "a list of one or more nodes"
                )
                continue
            prefix = f"{job.prefix}{self.number}/{index}/"
            jobs.append(Job(self.node, before, items, prefix, job.depth + 1, luck, taken))
        self.reader.jobs += reversed(jobs)

    # -- faults --------------------------------------------------------------------------------------

    def _place(self) -> dict[str, Any]:
        """Return the current place in the file and in the game, as arguments of ReplayError."""
        state, path = self.node.state, f"{self.job.prefix}{self.number}"
        place = {"file": self.reader.file, "node": path, "level": state.level}
        if state.seat < 0:
            return place
        turn = turns_begun(self.node) or None
        return place | {"turn": turn, "seat": state.seat, "character": state.tables.characters[state.seat]}

    def _fault(self, kind: str, reason: str, found: str = "", expected: str = "", rule: str = "") -> None:
        self.reader.fault(
            ReplayError(reason, kind=kind, found=found, expected=expected, rule=rule, **self._place())
        )

    def _refused(self, text: str, error: Exception) -> None:
        """Report an illegal or malformed move, with the legal ones."""
        reason, rule = getattr(error, "reason", str(error)), getattr(error, "rule", "")
        self.reader.fault(
            ReplayError(
                f"illegal move: {shorten(reason, LONG)}",
                kind="illegal",
                rule=rule,
                found=shown(text),
                legal=legal_moves(self.node.state),
                **self._place(),
            )
        )


def _action_text(what: str | Deal) -> str:
    return shorten(what) if isinstance(what, str) else f"the same deal of level {what.level}"


def _own_of_deal(data: dict[str, Any]) -> dict[str, Any]:
    """Return the user's own keys within a deal, so that writing can restore them."""
    own = {key: data[key] for key in data if key.startswith(OWN)}
    inner = {key: data["decks"][key] for key in data["decks"] if key.startswith(OWN)}
    own |= {"decks": inner} if inner else {}
    return {"deal": own} if own else {}

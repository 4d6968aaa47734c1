"""Rows from replays and from their reviews: the recorded game, and its alternatives if requested."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, SilkenwebError, quote, shorten
from silkenweb.game.deal import apply_deal
from silkenweb.game.state import LOST, WON, State
from silkenweb.game.transition import apply
from silkenweb.replay import Node, Replay
from silkenweb.stats.columns import REVIEWS
from silkenweb.stats.consequences import find_consequences
from silkenweb.stats.rows import Follower, GameInfo, LineCounts, Row, Rows, deal_row, decision_row
from silkenweb.study.review import Finding, Mean, invalid_reviews


class _Alternative(NamedTuple):
    """An alternative: its first node, and the state before it."""

    head: Node
    line: str
    before: State
    place: LineCounts


def add_replay(replay: Replay, about: GameInfo, rows: Rows, branches: bool = False) -> None:
    """Add the rows of a replay; with `branches`, also the decisions of all alternatives."""
    state = replay.root.state
    follower = Follower(state, about, rows)
    wanted = branches and "decisions" in rows.of
    forks: list[_Alternative] = []
    node = replay.root.next
    while node is not None:
        if wanted:
            forks += _forks(node, str(follower.place.step + 1), state, follower.place)
        deal = node.deal
        if deal is not None:
            state = apply_deal(state, deal)
            follower.deal(deal, state)
        else:
            assert node.move is not None
            state = apply(state, node.move)
            follower.move(node.move, state)
        node = node.next
    follower.close()
    while forks:
        forks += _branch(forks.pop(0), follower, rows)


def _forks(node: Node, path: str, before: State, place: LineCounts) -> list[_Alternative]:
    return [
        _Alternative(head, f"{path}/{number}", before, place)
        for number, head in enumerate(node.alternatives, 1)
    ]


def _branch(fork: _Alternative, follower: Follower, rows: Rows) -> list[_Alternative]:
    """Add the line of an alternative, and return the alternatives to its nodes."""
    forks: list[_Alternative] = []
    state, place = fork.before, fork.place
    for number, node in enumerate(fork.head.line(), 1):
        path = f"{fork.line}/{number}"
        if number > 1:
            forks += _forks(node, path, state, place)
        deal = node.deal
        if deal is not None:
            place, after = place.after_deal(), apply_deal(state, deal)
            row = deal_row(follower.key, fork.line, path, place, state, after)
        else:
            assert node.move is not None
            after = apply(state, node.move)
            did = find_consequences(state, node.move, after)
            turn, place = place.turn, place.after(did)
            row = decision_row(follower.key, fork.line, path, place, turn, state, node.move, did, after)
        rows.of["decisions"].append(row)
        state = after
    return forks


PathLike: TypeAlias = "str | os.PathLike[str]"
Replays: TypeAlias = "Replay | PathLike | Iterable[Replay | PathLike]"
"""A replay or its file, a folder of such files, or several of any of these."""

OTHERS = (".schema.json", ".puzzle.json")
"""The endings of files that are not replays."""

IN_MEMORY = "replays"
"""The name of the run for replays in memory."""


def replay_files(path: PathLike) -> list[Path]:
    """Return the replay files of a path: the file itself, or all `*.json` in a folder, recursively, sorted.

    JSON Schemas (`*.schema.json`), puzzles (`*.puzzle.json`) and hidden files are left out.
    """
    place = Path(path)
    if not os.path.exists(place):  # unlike place.exists(), accepts any text
        raise SilkenwebError(f"{shorten(str(place), 200)}: there is no such file or folder")
    if not place.is_dir():
        return [place]
    found = (each for each in place.rglob("*.json") if not each.name.endswith(OTHERS))
    return sorted(each for each in found if not any(p.startswith(".") for p in each.relative_to(place).parts))


class ReplayReader:
    """Reads replays with an edition, with or without branches; adds errors to `faults` or raises them."""

    def __init__(
        self, edition: Edition | None = None, branches: bool = False, faults: list[ReplayError] | None = None
    ) -> None:
        self.edition = edition
        self.branches = branches
        self.faults = faults

    def each(self, source: Replays) -> Iterator[tuple[GameInfo, Replay]]:
        """Yield the replays of a source, each with its data."""
        many: Iterable[Replay | PathLike]
        many = [source] if isinstance(source, Replay | str | os.PathLike) else source
        number = 0
        for one in many:
            if isinstance(one, Replay):
                yield _about(one, IN_MEMORY, number, None), one
                number += 1
                continue
            for path in replay_files(one):
                replay = self._load(path)
                if replay is not None:
                    yield _about(replay, os.fspath(one), number, os.fspath(path)), replay
                number += 1

    def _load(self, path: Path) -> Replay | None:
        try:
            return Replay.load(path, self.edition)
        except ReplayError as error:
            if self.faults is None:
                raise
            self.faults.append(error)
            return None

    def rows(self, source: Replays, tables: Sequence[str], batch: int) -> Iterator[tuple[Edition, Rows]]:
        """Yield the rows of the tables in batches of replays; at least one batch, even if it is empty.

        Raises SilkenwebError if the editions of the replays have different characters.
        """
        rows, count = Rows(tables), 0
        edition = self.edition
        for about, replay in self.each(source):
            edition = common_edition(edition, replay.edition)
            add_replay(replay, about, rows, self.branches)
            count += 1
            if count % batch == 0:
                yield edition, rows
                rows = Rows(tables)
        if not count or count % batch:
            yield edition or Edition.load(), rows


def common_edition(known: Edition | None, new: Edition) -> Edition:
    """Return the edition of a frame. Raises SilkenwebError if the editions have different characters."""
    if known is not None and list(known.characters) != list(new.characters):
        names = f"{quote(known.name)} and {quote(new.name)}"
        raise SilkenwebError(f"expected editions with the same characters in one frame, got {names}")
    return known or new


def _about(replay: Replay, run: str, number: int, file: str | None) -> GameInfo:
    names = tuple(player.name for player in replay.players)
    return GameInfo(run, number, file, replay.seed, names)


Columns = dict[str, list[Any]]


def read_reviews(how: ReplayReader, source: Replays, batch: int) -> Iterator[tuple[Edition, Columns]]:
    """Yield the columns of `reviews` in batches of replays; at least one batch, even if it is empty."""
    rows: list[Row] = []
    edition, count = how.edition, 0
    for about, replay in how.each(source):
        edition = common_edition(edition, replay.edition)
        _report_invalid(how, replay, about)
        rows += _rows(replay, about, how.branches)
        count += 1
        if count % batch == 0:
            yield edition, _columns(rows)
            rows = []
    if not count or count % batch:
        yield edition or Edition.load(), _columns(rows)


def _report_invalid(how: ReplayReader, replay: Replay, about: GameInfo) -> None:
    """Add invalid reviews to the faults, or warn about them; they are left out."""
    invalid = invalid_reviews(replay, about.file or "")
    if invalid and how.faults is not None:
        how.faults += invalid
    elif invalid:
        more = f" {len(invalid) - 1} more are left out too." if len(invalid) > 1 else ""
        warnings.warn(f"An invalid review is left out: {invalid[0]}{more}", stacklevel=2)


def _columns(rows: list[Row]) -> Columns:
    values = map(list, zip(*rows, strict=True)) if rows else ([] for _ in REVIEWS)
    return dict(zip([column.name for column in REVIEWS], values, strict=True))


def _rows(replay: Replay, about: GameInfo, branches: bool) -> Iterator[Row]:
    phase = replay.end.state.phase
    result = phase if phase in (WON, LOST) else "open"
    head = (about.run, about.game, about.file, len(replay.characters), result)
    for step, node in enumerate(replay.main_line(), 1):
        yield from _row(node, None, step, head)
    if branches:
        for node in replay.nodes():
            for first in node.alternatives:
                line = first.path.rpartition("/")[0]
                for step, each in enumerate(first.line(), _step(first)):
                    yield from _row(each, line, step, head)


def _step(node: Node) -> int:
    """Return the number of deals and decisions up to and including this one."""
    count = 0
    while node.parent is not None:
        node, count = node.parent, count + 1
    return count


def _row(node: Node, line: str | None, step: int, head: Row) -> Iterator[Row]:
    """Yield the row of a node with a valid review, or nothing."""
    found = Finding.of_review(node.review)
    if found is None or node.review is None:
        return
    kind = "deal" if node.move is None else node.move.kind
    seat = node.seat
    who = None if seat is None else node.replay.characters[seat]
    move = None if node.move is None else str(node.move)
    deal = node.move is None
    used = node.review.get("with")
    bot = used.get("bot") if isinstance(used, dict) else None
    bot = bot if isinstance(bot, str) else None
    yield (
        *head, line, node.path, step, node.level, node.turn, seat, who, kind, move,
        *found.value, *found.open, found.clears, found.levels, found.levels_error,
        None if deal else found.forced, *_pair(found.loss), *_pair(found.hindsight),
        found.best, found.best_open, None if found.lead is None else found.lead.value,
        None if deal else found.close, found.grade, found.label, *_pair(found.luck),
        found.lost_level, found.worlds, bot,
    )  # fmt: skip


def _pair(mean: Mean | None) -> tuple[float | None, float | None]:
    return (None, None) if mean is None else (mean.value, mean.error)

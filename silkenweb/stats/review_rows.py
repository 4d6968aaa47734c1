"""From reviewed replays to rows: what the review kept on each node."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from silkenweb.edition import Edition
from silkenweb.game.state import LOST, WON
from silkenweb.replay import Node, Replay
from silkenweb.stats.columns import REVIEWS
from silkenweb.stats.rows import About, Row
from silkenweb.stats.sources import Read, Replays, same_characters
from silkenweb.study.review import Finding, Mean, invalid_reviews

Columns = dict[str, list[Any]]


def read_reviews(how: Read, source: Replays, batch: int) -> Iterator[tuple[Edition, Columns]]:
    """The columns of `reviews`, those of so many replays at a time; at least once, with none if there are
    none.
    """
    rows: list[Row] = []
    edition, count = how.edition, 0
    for about, replay in how.each(source):
        edition = same_characters(edition, replay.edition)
        _report_invalid(how, replay, about)
        rows += _rows(replay, about, how.branches)
        count += 1
        if count % batch == 0:
            yield edition, _columns(rows)
            rows = []
    if not count or count % batch:
        yield edition or Edition.load(), _columns(rows)


def _report_invalid(how: Read, replay: Replay, about: About) -> None:
    """List the reviews that are left out because they are not valid, or warn of them."""
    invalid = invalid_reviews(replay, about.file or "")
    if invalid and how.faults is not None:
        how.faults += invalid
    elif invalid:
        more = f" So are {len(invalid) - 1} more." if len(invalid) > 1 else ""
        warnings.warn(f"A review is left out: {invalid[0]}{more}", stacklevel=2)


def _columns(rows: list[Row]) -> Columns:
    values = map(list, zip(*rows, strict=True)) if rows else ([] for _ in REVIEWS)
    return dict(zip([column.name for column in REVIEWS], values, strict=True))


def _rows(replay: Replay, about: About, branches: bool) -> Iterator[Row]:
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
    """How many deals and decisions were made up to and with this one."""
    count = 0
    while node.parent is not None:
        node, count = node.parent, count + 1
    return count


def _row(node: Node, line: str | None, step: int, head: Row) -> Iterator[Row]:
    """The row of a node that this package's review was kept on; of another none."""
    found = Finding.of_review(node.review)
    if found is None or node.review is None:
        return
    kind = "deal" if node.move is None else node.move.kind
    seat = node.seat
    who = None if seat is None else node.replay.characters[seat]
    move = None if node.move is None else str(node.move)
    deal = node.move is None
    bot = node.review["with"]["bot"] if "with" in node.review else None
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

"""Review results as plain dicts for the browser.

With all cards visible, all of them. Through a seat's lens, only results that depend on what that seat knew:
for its own decisions the informed values and losses, and for a deal the chances that it expected as start
player. It gets neither what others could have done, which reveals their cards, nor anything that depends on
hidden cards.

A review may come from a file, so it is checked as it is read (`Finding.of_review`). Of its moves, only those
are sent that were legal there, and the grade is computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import hypot
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from silkenweb.errors import SilkenwebError
from silkenweb.game import Move
from silkenweb.game.choice import move_words
from silkenweb.replay import Node, Replay
from silkenweb.study.review import Finding, LineReport, Mean, Summary, thresholds
from silkenweb.study.review.decision import acceptable
from silkenweb.study.review.findings import FirstFinding, for_seats
from silkenweb.study.review.grades import BEST, BLUNDER, BRILLIANT, GOOD, MISTAKE, MISTAKEN, graded
from silkenweb.text import Words

Message = dict[str, Any]
Found = Mapping[Node, Finding]

MOVES: Final = 8
"""The maximum number of other moves whose values are sent."""

NOTHING: Found = MappingProxyType({})


class Reviews:
    """Makes the messages about reviews, with moves in the words of a language.

    The message about a node is cached until something changes there.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self._kept: dict[Node, tuple[object, int | None, Finding | None, Message]] = {}

    def told(
        self,
        replay: Replay,
        nodes: Iterable[Node],
        viewer: int | None,
        number: Callable[[Node], int],
        found: Found = NOTHING,
    ) -> Message:
        """Return what reviews found at `nodes`, which come after their parents; `number` names them.

        `found` has what a review in progress found and has not yet stored on the nodes. A node whose review
        is still to come may have first values: `value`, `clears` and, if everything is open, `open`, marked
        by `provisional`. No sum, summary or count includes them.

        `summary` of the result describes the recorded line; None if nothing of it is reviewed. Its fields:

        - `result`: `won` (None for an unfinished game), `level`, `score`, and `why` (for a lost game "rests":
          all players rested in a row with no Blessing to lose; otherwise None).
        - `moments`: at most three, the greatest change first, each with `node`, `kind` ("loss" of a decision,
          "luck" of a deal), `seat` of the decision (None for a deal), and `change` of the chance to win with
          its standard error. Through a seat's lens, only losses in its own decisions.
        - `deals`: `node`, `level` and `luck` of each deal; None through a seat's lens.
        - `players`: `seat`, `decisions`, `total` (the sum of the informed losses) and `mistakes` (including
          blunders); through a seat's lens only that seat.
        """
        heads: dict[Node, Node] = {}
        lines: dict[Node, list[tuple[Node, Finding]]] = {}
        counts = {True: [0, 0], False: [0, 0]}
        sent: dict[str, Message] = {}
        invalid = 0
        for node in nodes:
            parent = node.parent
            if parent is None:
                continue
            heads[node] = heads[parent] if parent in heads and parent.next is node else node
            count = counts[node.recorded]
            count[1] += 1
            source = found.get(node, node.review)
            if source is None:
                continue
            known, finding, message = self._of(node, source, viewer)
            first = isinstance(source, FirstFinding)
            count[0] += known and not first
            invalid += not isinstance(source, Finding) and not known and bool(Finding.fault_of(source))
            if finding is not None:
                sent[str(number(node))] = message
                if not first:
                    lines.setdefault(heads[node], []).append((node, finding))
        return {
            "nodes": sent,
            "lines": [
                _line(LineReport(tuple(entries), None), len(replay.characters), viewer, number)
                for entries in lines.values()
            ],
            "summary": next(
                (
                    _overview(replay, LineReport(tuple(entries), None), viewer, number)
                    for entries in lines.values()
                    if entries[0][0].recorded
                ),
                None,
            ),
            "game": counts[True],
            "branches": counts[False],
            "invalid": invalid,
            "grades": _grades(),
        }

    def _of(self, node: Node, source: Any, viewer: int | None) -> tuple[bool, Finding | None, Message]:
        """Return the review of a node, as far as the viewer may know it, and its message."""
        kept = self._kept.get(node)
        if kept is None or kept[0] is not source or kept[1] != viewer:
            finding = of_node(node, source, viewer)
            message = {} if finding is None else _message(node, finding, viewer, self._words)
            kept = self._kept[node] = source, viewer, finding, message
        return kept[2] is not None or _ours(source, viewer), kept[2], kept[3]


def _ours(source: Finding | Mapping[str, Any], viewer: int | None) -> bool:
    """Return whether this is a review of this analysis and, for a seat, one that it may know."""
    if isinstance(source, Finding):
        return True
    return Finding.of_review(source) is not None and (viewer is None or for_seats(source))


def of_node(
    node: Node, source: Finding | Mapping[str, Any] | None, viewer: int | None = None
) -> Finding | None:
    """Return the finding of a node, with a new grade and without anything impossible.

    Returns None if there is none, or none that the seat `viewer` may know.
    """
    finding = source if isinstance(source, Finding) else Finding.of_review(source)
    if finding is None or node.parent is None:
        return None
    if viewer is not None and isinstance(source, Mapping) and not for_seats(source):
        return None
    decider = node.seat if node.deal is None else node.position.seat
    if viewer not in (None, decider):
        return None
    legal = {text for text in _moves_in(finding) if _legal(node, text)}
    kept = replace(
        finding,
        level=node.level,
        seat=node.seat,
        value=_bounded(finding.value),
        open=_bounded(finding.open),
        loss=None if finding.loss is None else _bounded(finding.loss, -1.0),
        hindsight=None if finding.hindsight is None else _bounded(finding.hindsight, -1.0),
        lead=None if finding.lead is None else _bounded(finding.lead, -1.0),
        luck=None if finding.luck is None else _bounded(finding.luck, -1.0),
        best=finding.best if finding.best in legal else None,
        best_open=finding.best_open if finding.best_open in legal else None,
        moves=tuple((move, _bounded(value)) for move, value in finding.moves if move in legal)[:MOVES],
        grade=None,
        label=None,
    )
    made = graded(kept, thresholds())
    return made if viewer is None else _known(made)


def _moves_in(finding: Finding) -> set[str]:
    named = {finding.best, finding.best_open, *(move for move, _ in finding.moves[:MOVES])}
    return {text for text in named if text is not None}


def _legal(node: Node, text: str) -> bool:
    assert node.parent is not None
    if node.move is None:
        return False
    try:
        node.parent.position.apply(text)
    except SilkenwebError:
        return False
    return True


def _known(finding: Finding) -> Finding:
    """Return a finding without anything that depends on hidden cards.

    Of the labels, only those remain that depend on the informed loss alone: unlucky and lucky reveal others'
    cards, and so would their absence.
    """
    wrong = MISTAKEN if finding.grade in (MISTAKE, BLUNDER) else None
    return replace(
        finding,
        open=finding.value,
        hindsight=None,
        best_open=None,
        luck=None,
        lost_level=False,
        label=BRILLIANT if finding.label == BRILLIANT else wrong,
    )


# -- one node ----------------------------------------------------------------------------------------


def _message(node: Node, finding: Finding, viewer: int | None, words: Words) -> Message:
    sent: Message = {"value": _chance(finding.value), "clears": _share(finding.clears)}
    if finding.levels is not None and finding.levels_error is not None:
        sent["levels"] = [round(finding.levels, 2), round(finding.levels_error, 2)]
    if isinstance(finding, FirstFinding):
        sent["provisional"] = True
    elif node.deal is None:
        sent |= _decision(node, finding, words)
    if viewer is None:
        sent |= _laid_open(node, finding, words)
    return sent


def _decision(node: Node, finding: Finding, words: Words) -> Message:
    if finding.forced or finding.loss is None:
        return {"forced": True}
    better = finding.best is not None
    return {
        "loss": _difference(finding.loss),
        "before": _chance(Mean(finding.value.value + max(0.0, finding.loss.value), finding.value.error)),
        "grade": finding.grade,
        "label": finding.label,
        "close": finding.close,
        "lead": None if better or finding.lead is None else _difference(finding.lead),
        "moves": _weighed(node, finding, words),
    }


def _weighed(node: Node, finding: Finding, words: Words) -> list[Message]:
    """Return the moves whose values are known, the best first; each with its loss against the best one.

    The loss of the move played was measured in new worlds; the losses of the others are relative to it.
    """
    assert finding.loss is not None
    played = str(node.move)
    top = finding.value.value + max(0.0, finding.loss.value)
    values = {played: (finding.value, finding.loss)}
    for move, value in finding.moves:
        error = value.error if finding.best is None else hypot(value.error, finding.loss.error)
        values.setdefault(move, (value, Mean(max(0.0, top - value.value), error)))
    best = finding.best or played
    value = values[best][0] if best in values else Mean(top, finding.loss.error)
    values[best] = (value, Mean(0.0, 0.0))
    order = sorted(values, key=lambda move: (move != best, values[move][1].value, move))
    return [
        {
            **_named(node, move, words),
            "value": _chance(values[move][0]),
            "loss": _difference(values[move][1]),
            "right": _right(finding, values[move][1], move == played),
        }
        for move in order
    ]


def _right(finding: Finding, loss: Mean, played: bool) -> bool:
    """Return whether a move is as good as the best within the tolerance.

    The grade decides for the move played.
    """
    return finding.grade in (BEST, GOOD) if played else acceptable(loss, thresholds())


def _laid_open(node: Node, finding: Finding, words: Words) -> Message:
    """Return the part of a finding that depends on hidden cards."""
    sent: Message = {"open": _chance(finding.open)}
    if node.deal is not None and finding.luck is not None:
        sent["luck"] = _difference(finding.luck)
    if node.deal is None and finding.hindsight is not None and not finding.forced:
        sent["hindsight"] = _difference(finding.hindsight)
        if finding.best_open is not None:
            sent["bestOpen"] = _named(node, finding.best_open, words)
    if finding.lost_level:
        sent["lost"] = True
    return sent


def _named(node: Node, text: str, words: Words) -> Message:
    assert node.parent is not None
    return {"move": text, "words": move_words(words, node.parent.state, Move(text))}


def _chance(mean: Mean) -> list[float]:
    return [_share(mean.value), _share(mean.error)]


def _difference(mean: Mean) -> list[float]:
    return [round(_within(mean.value, 1.0, -1.0), 4), _share(mean.error)]


def _within(value: float, most: float, least: float = 0.0) -> float:
    return min(most, max(least, value))


def _bounded(mean: Mean, least: float = 0.0) -> Mean:
    return Mean(_within(mean.value, 1.0, least), _within(mean.error, 1.0))


def _share(value: float) -> float:
    return round(_within(value, 1.0), 4)


# -- a line ------------------------------------------------------------------------------------------


def _line(line: LineReport, players: int, viewer: int | None, number: Callable[[Node], int]) -> Message:
    seats = [None, *range(players)] if viewer is None else [viewer]
    sent: Message = {
        "head": number(line.head),
        "recorded": line.recorded,
        "summaries": [_summary(line.summary(seat), number, viewer) for seat in seats],
    }
    if viewer is None:
        lucks = [finding.luck for _, finding in line.luck if finding.luck is not None]
        if lucks:
            total = Mean(sum(luck.value for luck in lucks), hypot(*(luck.error for luck in lucks)))
            sent["luck"] = [round(total.value, 4), round(total.error, 4)]
        sent["lost"] = next((number(node) for node, finding in line.entries if finding.lost_level), None)
    return sent


def _overview(replay: Replay, line: LineReport, viewer: int | None, number: Callable[[Node], int]) -> Message:
    """Return the summary of the recorded line; `Reviews.told` describes its fields."""
    phase, level, score = replay.outcome
    deals = [
        {"node": number(node), "level": node.level, "luck": _difference(finding.luck)}
        for node, finding in line.luck
        if finding.luck is not None
    ]
    return {
        "result": {
            "won": {"won": True, "lost": False}.get(phase),
            "level": level,
            "score": score,
            "why": "rests" if phase == "lost" else None,
        },
        "moments": [
            {
                "node": number(node),
                "kind": "luck" if node.deal is not None else "loss",
                "seat": node.seat if node.deal is None else None,
                "change": _difference(change),
            }
            for node, change in line.key_moments
        ],
        "deals": deals if viewer is None else None,
        "players": [
            _player(line.summary(seat))
            for seat in (range(len(replay.characters)) if viewer is None else (viewer,))
        ],
    }


def _player(summary: Summary) -> Message:
    grades = summary.grades
    return {
        "seat": summary.seat,
        "decisions": summary.decisions,
        "total": round(summary.total, 4),
        "mistakes": grades.get(MISTAKE, 0) + grades.get(BLUNDER, 0),
    }


def _summary(summary: Summary, number: Callable[[Node], int], viewer: int | None) -> Message:
    low, high = summary.interval
    luck = {} if viewer is not None else {"luck": [round(part, 4) for part in summary.luck]}
    return {
        **luck,
        "seat": summary.seat,
        "decisions": summary.decisions,
        "forced": summary.forced,
        # More digits than are shown: a figure that is rounded twice can differ from that of the report.
        "loss": [round(_within(summary.loss.value, 1.0, -1.0), 6), _share(summary.loss.error)],
        "interval": [round(low, 6), round(high, 6)],
        "grades": summary.grades,
        "labels": summary.labels,
        "worst": [number(node) for node in summary.worst],
        "best": [number(node) for node in summary.best],
    }


def _grades() -> Message:
    by = thresholds()
    return {"inaccuracy": by.inaccuracy, "mistake": by.mistake, "blunder": by.blunder}

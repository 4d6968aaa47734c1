"""One more move weighed at a decision that was reviewed: for who tries it again."""

from __future__ import annotations

from typing import NamedTuple

from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node
from silkenweb.study.review.comparison import Mean, Race
from silkenweb.study.review.decision import knowledge, world_rng
from silkenweb.study.review.evaluation import Judge, Parameters
from silkenweb.study.review.grades import OUT_OF_DOUBT, Thresholds, thresholds


class Weight(NamedTuple):
    """What a move is worth: the chance to win after it, and what it loses against the move it was set
    against, both by what the seat knew. `right`: as good within the tolerance.
    """

    value: Mean
    loss: Mean
    right: bool


def weigh(
    node: Node, move: str, against: str, parameters: Parameters | None = None, seconds: float | None = None
) -> Weight:
    """Set a move against another, in worlds that agree with what the seat knew that decided at `node`.

    Raises IllegalMove for a move that was not legal there, and SilkenwebError where nobody decided, or if it
    takes longer than `seconds`.
    """
    if node.parent is None or node.seat is None:
        raise SilkenwebError(f"nobody decided at node {node.path}")
    before, seat = node.parent, node.seat
    position = before.position
    position.apply(move)  # which refuses what is not legal
    parameters = parameters or Parameters()
    judge = Judge(node.replay.root.state.tables, parameters, seconds)
    view = position.view(seat)
    _, told, worlds = knowledge(judge, view, before.seen(seat), position.legal_moves())
    rng = world_rng(parameters, view)
    found = Race(judge, lambda: worlds.draw(rng), told, [against, move], move).run(parameters.worlds)
    return Weight(found.value, found.loss, tolerated(found.loss, thresholds()))


def tolerated(loss: Mean, by: Thresholds) -> bool:
    """Whether a loss is so small, or stands out so little, that the move is as good as the best. A wide error
    does not excuse what would be a blunder: then too little was looked at to say so.
    """
    close = loss.value <= OUT_OF_DOUBT * loss.error and loss.value < by.blunder
    return loss.value < by.inaccuracy or close

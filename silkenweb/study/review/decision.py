"""The review of one node: given what the seat knew, and with all cards visible.

Also trials of other moves there.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from silkenweb.bots.knowledge import Inferences, Observation, inferences_from
from silkenweb.bots.rollout import candidates
from silkenweb.bots.worlds import Worlds
from silkenweb.errors import SilkenwebError
from silkenweb.game import Event, Move, View
from silkenweb.game.state import LOST, WON, State
from silkenweb.game.transition import apply
from silkenweb.replay import Node
from silkenweb.study.belief import belief
from silkenweb.study.chances import known_cards
from silkenweb.study.review.evaluation import Comparison, Evaluator, Mean, Outcome, Parameters, mean
from silkenweb.study.review.findings import Finding, FirstFinding
from silkenweb.study.review.grades import OUT_OF_DOUBT, Thresholds, thresholds

HABITS = 24  # the most rollouts with all cards visible
FIRST_HABITS = 8
SHOWN = 4  # how many other moves are stored with their values
FEW = 4  # the most legal moves for which to check whether all have the same effect
FIRST_WORLDS = 8  # rollouts for the first value of a node
CLOSE = 2.0  # standard errors within which a loss is too close to call


def review_node(evaluator: Evaluator, node: Node) -> Finding:
    """Return the finding of a node, without its grade."""
    if node.deal is not None:
        return _deal(evaluator, node)
    return _decision(evaluator, node)


def first_finding(evaluator: Evaluator, node: Node) -> FirstFinding:
    """Return first values of a node from a few rollouts, with errors that allow for how few they are.

    The values are unbiased. Rollouts that agree by chance do not make an error small: it is at least that of
    a share estimated after adding two wins and two losses (Agresti and Coull).
    """
    assert node.parent is not None
    deal = node.deal is not None
    before = node if deal else node.parent
    seat = node.state.seat if deal else node.seat
    assert seat is not None
    _, inferences, worlds = _knowledge(evaluator, before, seat)
    rng = world_rng(evaluator.parameters, before.view(seat))
    agreed = evaluator.policy.agreed

    def outcome(world: State, number: int) -> Outcome:
        known = inferences.copy()
        if node.move is None:
            return evaluator.run(world, known, number)
        known.record_move(world, str(node.move), agreed)
        return evaluator.run(apply(world, str(node.move)), known, number)

    numbers = range(FIRST_WORLDS)
    informed = [outcome(worlds.draw(rng), number) for number in numbers]
    opened = _first_mean([outcome(before.state, number).value for number in numbers])
    over = node.state.phase in (WON, LOST)
    if over:
        opened = Mean(opened.value, 0.0)
    return FirstFinding(
        level=before.state.level,
        seat=node.seat,
        value=opened if over else _first_mean([each.value for each in informed]),
        open=opened,
        clears=sum(each.cleared for each in informed) / FIRST_WORLDS,
        worlds=FIRST_WORLDS,
    )


def _first_mean(values: Sequence[float]) -> Mean:
    found, count = mean(values), len(values)
    share = (sum(values) + 2) / (count + 4)
    return Mean(found.value, max(found.error, sqrt(share * (1 - share) / count)))


def forced(node: Node) -> bool:
    """Return whether there was no choice.

    There was one legal move, or all have the same effect for all the seat knew.
    """
    assert node.parent is not None
    assert node.seat is not None
    position, seat = node.parent.position, node.seat
    moves = position.legal_moves()
    if len(moves) > FEW:
        return False
    if len(moves) == 1:
        return True
    world = next(belief(position.view(seat), node.parent.seen(seat)).worlds("forced")).state
    return len({apply(world, move).key() for move in moves}) == 1


# -- decisions ---------------------------------------------------------------------------------------


def _decision(evaluator: Evaluator, node: Node) -> Finding:
    assert node.parent is not None
    assert node.move is not None
    assert node.seat is not None
    before, seat, played = node.parent, node.seat, str(node.move)
    observation, inferences, worlds = _knowledge(evaluator, before, seat)
    only = forced(node)
    moves = [played] if only else _candidates(evaluator, observation)
    rng = world_rng(evaluator.parameters, before.view(seat))
    informed = Comparison(evaluator, lambda: worlds.draw(rng), inferences, moves, played).run(
        evaluator.parameters.worlds
    )
    opened = Comparison(evaluator, lambda: before.state, inferences, moves, played).run(HABITS, FIRST_HABITS)
    over = node.state.phase in (WON, LOST)
    close = informed.loss.value <= CLOSE * informed.loss.error
    return Finding(
        level=before.state.level,
        seat=seat,
        value=opened.value if over else informed.value,
        open=opened.value,
        clears=informed.clears,
        levels=informed.levels.value,
        levels_error=informed.levels.error,
        worlds=informed.worlds,
        forced=only,
        loss=None if only else informed.loss,
        hindsight=None if only else opened.loss,
        best=informed.best if informed.best != played else None,
        best_open=opened.best if opened.best != played else None,
        lead=None if only else informed.lead,
        close=not only and informed.best != played and close,
        moves=informed.others[:SHOWN],
    )


def informed_value(evaluator: Evaluator, node: Node) -> Mean:
    """Return the value after a decision by what its seat knew, without examining other moves."""
    assert node.parent is not None
    assert node.seat is not None
    before, seat, played = node.parent, node.seat, str(node.move)
    _, inferences, worlds = _knowledge(evaluator, before, seat)
    rng = world_rng(evaluator.parameters, before.view(seat))
    comparison = Comparison(evaluator, lambda: worlds.draw(rng), inferences, [played], played)
    return comparison.run(evaluator.parameters.worlds).value


def _candidates(evaluator: Evaluator, observation: Observation) -> list[str]:
    return [
        str(move) for move in candidates(evaluator.policy, observation, evaluator.policy.decide(observation))
    ]


def _knowledge(evaluator: Evaluator, node: Node, seat: int) -> tuple[Observation, Inferences, Worlds]:
    """Return what a seat that decides after this node knows."""
    return knowledge(evaluator, node.view(seat), node.seen(seat), node.position.legal_moves())


def knowledge(
    evaluator: Evaluator, view: View, seen: Sequence[Event], legal: Sequence[Move]
) -> tuple[Observation, Inferences, Worlds]:
    """Return what a seat that is about to decide knows.

    It follows from the seat's view and the level's events as it saw them.
    """
    seat = view.viewer
    inferences = (
        inferences_from(view, seen, evaluator.policy.agreed)
        if evaluator.parameters.reading
        else Inferences(evaluator.tables)
    )
    observation = Observation.of_view(view, inferences, legal)
    faces = evaluator.tables.face_of
    known = {
        other: sum(faces[other][card] for card in cards)
        for other, cards in known_cards(view, seen).items()
        if other != seat
    }
    counts = [area.deck_count for area in view.seats]
    return observation, inferences, Worlds(observation, counts, view.deck_count, evaluator.policy, known)


# -- deals -------------------------------------------------------------------------------------------


def _deal(evaluator: Evaluator, node: Node) -> Finding:
    assert node.parent is not None
    state = node.state
    _, inferences, worlds = _knowledge(evaluator, node, state.seat)
    rng = world_rng(evaluator.parameters, node.view(state.seat))
    parameters = evaluator.parameters
    values: list[float] = []
    levels: list[float] = []
    cleared = 0
    while len(values) < parameters.worlds:
        outcome = evaluator.run(worlds.draw(rng), inferences.copy(), len(values))
        values.append(outcome.value)
        levels.append(outcome.levels)
        cleared += outcome.cleared
        if (
            len(values) % FIRST_HABITS == 0
            and len(values) > FIRST_HABITS
            and mean(values).error <= parameters.error
        ):
            break
    visible = mean([evaluator.run(state, inferences.copy(), number).value for number in range(HABITS)])
    count = len(values)
    return Finding(
        level=state.level,
        value=mean(values),
        open=visible,
        clears=cleared / count,
        levels=mean(levels).value,
        levels_error=mean(levels).error,
        worlds=count,
        luck=Mean(visible.value - evaluator.worth(node.parent.state), visible.error),
    )


def world_rng(parameters: Parameters, view: View) -> Random:
    """Return the generator of the worlds in which the moves of a decision are compared.

    It is seeded by what the deciding seat can see and by nothing hidden from it. All alternatives to a move
    get the same worlds, in any order and in any line.
    """
    return Random(f"{parameters.seed}|worlds|{view.text}")


class Trial(NamedTuple):
    """The value of a move that a reader tries.

    The chance to win after it, and its loss against the move it was compared with, both by what the seat
    knew. `right`: as good within the tolerance.
    """

    value: Mean
    loss: Mean
    right: bool


def try_move(
    node: Node, move: str, against: str, parameters: Parameters | None = None, seconds: float | None = None
) -> Trial:
    """Compare a move with another, in worlds that agree with what the seat that decided at `node` knew.

    Raises IllegalMove for a move that was not legal there, and SilkenwebError if nobody decided, or if it
    takes longer than `seconds`.
    """
    if node.parent is None or node.seat is None:
        raise SilkenwebError(f"nobody decided at node {node.path}")
    before, seat = node.parent, node.seat
    position = before.position
    position.apply(move)  # raises IllegalMove
    parameters = parameters or Parameters()
    evaluator = Evaluator(node.replay.root.state.tables, parameters, seconds)
    view = position.view(seat)
    _, inferences, worlds = knowledge(evaluator, view, before.seen(seat), position.legal_moves())
    rng = world_rng(parameters, view)
    comparison = Comparison(evaluator, lambda: worlds.draw(rng), inferences, [against, move], move)
    found = comparison.run(parameters.worlds)
    return Trial(found.value, found.loss, acceptable(found.loss, thresholds()))


def acceptable(loss: Mean, by: Thresholds) -> bool:
    """Return whether a loss is so small, or so little above its error, that the move is as good as the best.

    A wide error does not excuse a possible blunder: then there were too few worlds to say so.
    """
    close = loss.value <= OUT_OF_DOUBT * loss.error and loss.value < by.blunder
    return loss.value < by.inaccuracy or close

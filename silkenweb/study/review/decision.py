"""The review of one node: what it was worth by what the seat knew, and with the cards as they lay."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from silkenweb.bots.candidates import candidates
from silkenweb.bots.convention import told_by
from silkenweb.bots.knowledge import Look, Told
from silkenweb.bots.worlds import Worlds
from silkenweb.game import Event, Move, View
from silkenweb.game.state import LOST, WON
from silkenweb.game.transition import apply
from silkenweb.replay import Node
from silkenweb.study.belief import belief
from silkenweb.study.chances import known_cards
from silkenweb.study.review.comparison import Mean, Race, mean
from silkenweb.study.review.evaluation import Judge, Parameters
from silkenweb.study.review.findings import Finding

HABITS = 24  # playouts with the cards as they lay, at most
FIRST_HABITS = 8
SHOWN = 4  # other moves whose values are kept
FEW = 4  # legal moves, up to which it is looked whether they all come to the same
CLOSE = 2.0  # standard errors within which a loss is too close to call


def review_node(judge: Judge, node: Node) -> Finding:
    """What is to be said of a node, but for its grade."""
    if node.deal is not None:
        return _deal(judge, node)
    return _decision(judge, node)


def forced(node: Node) -> bool:
    """Whether there was nothing to decide: the seat had one legal move, or all of them come to the same for
    all that it could know.
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


def _decision(judge: Judge, node: Node) -> Finding:
    assert node.parent is not None
    assert node.move is not None
    assert node.seat is not None
    before, seat, played = node.parent, node.seat, str(node.move)
    look, told, worlds = _knowledge(judge, before, seat)
    only = forced(node)
    moves = [played] if only else _candidates(judge, look)
    rng = world_rng(judge.parameters, before.view(seat))
    informed = Race(judge, lambda: worlds.draw(rng), told, moves, played).run(judge.parameters.worlds)
    opened = Race(judge, lambda: before.state, told, moves, played).run(HABITS, FIRST_HABITS)
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


def known_value(judge: Judge, node: Node) -> Mean:
    """The value after a decision by what its seat knew, nothing else looked at."""
    assert node.parent is not None
    assert node.seat is not None
    before, seat, played = node.parent, node.seat, str(node.move)
    _, told, worlds = _knowledge(judge, before, seat)
    rng = world_rng(judge.parameters, before.view(seat))
    race = Race(judge, lambda: worlds.draw(rng), told, [played], played)
    return race.run(judge.parameters.worlds).value


def _candidates(judge: Judge, look: Look) -> list[str]:
    return [str(move) for move in candidates(judge.policy, look, judge.policy.decide(look))]


def _knowledge(judge: Judge, node: Node, seat: int) -> tuple[Look, Told, Worlds]:
    """What a seat that decides after this node knows."""
    return knowledge(judge, node.view(seat), node.seen(seat), node.position.legal_moves())


def knowledge(
    judge: Judge, view: View, seen: Sequence[Event], legal: Sequence[Move]
) -> tuple[Look, Told, Worlds]:
    """What a seat that is to decide knows, from its view and the level's events as it saw them."""
    seat = view.viewer
    told = told_by(view, seen, judge.policy.agreed) if judge.parameters.reading else Told(judge.tables)
    look = Look.of_view(view, told, legal)
    faces = judge.tables.face_of
    known = {
        other: sum(faces[other][card] for card in cards)
        for other, cards in known_cards(view, seen).items()
        if other != seat
    }
    counts = [area.deck_count for area in view.seats]
    return look, told, Worlds(look, counts, view.deck_count, judge.policy, known)


# -- deals -------------------------------------------------------------------------------------------


def _deal(judge: Judge, node: Node) -> Finding:
    assert node.parent is not None
    state = node.state
    _, told, worlds = _knowledge(judge, node, state.seat)
    rng = world_rng(judge.parameters, node.view(state.seat))
    parameters = judge.parameters
    values: list[float] = []
    levels: list[float] = []
    cleared = 0
    while len(values) < parameters.worlds:
        outcome = judge.run(worlds.draw(rng), told.copy(), len(values))
        values.append(outcome.value)
        levels.append(outcome.levels)
        cleared += outcome.cleared
        if (
            len(values) % FIRST_HABITS == 0
            and len(values) > FIRST_HABITS
            and mean(values).error <= parameters.error
        ):
            break
    lay = mean([judge.run(state, told.copy(), number).value for number in range(HABITS)])
    count = len(values)
    return Finding(
        level=state.level,
        value=mean(values),
        open=lay,
        clears=cleared / count,
        levels=mean(levels).value,
        levels_error=mean(levels).error,
        worlds=count,
        luck=Mean(lay.value - judge.worth(node.parent.state), lay.error),
    )


def world_rng(parameters: Parameters, view: View) -> Random:
    """The generator of the worlds in which the moves of a decision are compared, seeded by what the deciding
    seat can see and by nothing hidden from it. All alternatives to a move get the same worlds, in any order
    and in any line.
    """
    return Random(f"{parameters.seed}|worlds|{view.text}")

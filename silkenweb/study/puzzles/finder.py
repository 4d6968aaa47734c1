"""The search for puzzles in games.

A puzzle is a decision with one clearly best choice, by what the seat knew, that not everyone finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from silkenweb import arguments
from silkenweb.bots.registry import maker
from silkenweb.errors import shorten
from silkenweb.game import Event, Move, View
from silkenweb.replay import Node, Replay
from silkenweb.replay.schema import MAX_NAME
from silkenweb.study.belief import Belief
from silkenweb.study.puzzles.answers import (
    FIRST,
    LEAD,
    MOST,
    TOLERANCE,
    Answers,
    MoveRollouts,
    MoveSampler,
    answers,
)
from silkenweb.study.puzzles.explanation import SAME, Case, explanation, hints
from silkenweb.study.puzzles.puzzle import Cost, Puzzle
from silkenweb.study.review.decision import forced
from silkenweb.study.review.evaluation import Evaluator, Parameters
from silkenweb.study.review.findings import Finding
from silkenweb.text import english

BOTS = ("greedy", "convention")
"""A puzzle must be one that the player or one of these bots got wrong."""

LEAST = 3  # the fewest legal moves that make a puzzle interesting
SHARE = 0.4  # the largest share of legal moves that may be right
RIGHT = 3  # the most moves that may be right
WORLDS_QUICK = 20  # worlds of a quick comparison
QUICK = (LEAD / 4, LEAD / 2)  # required differences after one quick comparison, and after two
WORLDS = 240
DIGITS = 3


def find_puzzles(
    replays: Iterable[Replay],
    *,
    worlds: int = WORLDS,
    seed: str | int | None = "puzzles",
    progress: bool = True,
) -> Iterator[Puzzle]:
    """Find the puzzles in the main lines of games, one after the other.

    A puzzle is a decision whose best choices (those within TOLERANCE of the best, at most RIGHT) lead all
    others significantly and by at least LEAD, by what that seat could know; and which the player or one of
    two bots got wrong. It is not about moving the marker. Values are chances to win if everyone plays on as
    the bot `convention` does, estimated by rollouts in `worlds` worlds. If a game was reviewed, its findings
    select which decisions to examine.

    Everything depends only on the games, `worlds` and `seed`. Raises SilkenwebError for fewer than 48
    worlds.
    """
    found = arguments.instance("replays", replays, Iterable, "a list of Replays")
    parameters = Parameters(worlds=arguments.whole("worlds", worlds, 2 * FIRST), seed=arguments.seed(seed))
    return _puzzles(found, parameters, arguments.flag("progress", progress))


def _puzzles(replays: Iterable[Replay], parameters: Parameters, progress: bool) -> Iterator[Puzzle]:
    for replay in replays:
        arguments.instance("replays", replay, Replay, "a list of Replays")
        evaluator = Evaluator(replay.root.state.tables, parameters)
        for node in _with_bar(replay.main_line(), replay, progress):
            puzzle = puzzle_at(evaluator, node)
            if puzzle is not None:
                yield puzzle


class Scene(NamedTuple):
    """A decision that may make a puzzle.

    It has what the seat saw, its legal moves, and what the player and the bots chose.
    """

    node: Node
    view: View
    seen: Sequence[Event]
    legal: Sequence[Move]
    bots: dict[str, str]

    @property
    def chosen(self) -> list[str]:
        """What the player and the bots chose."""
        return list(dict.fromkeys([str(self.node.move), *self.bots.values()]))


def puzzle_at(evaluator: Evaluator, node: Node) -> Puzzle | None:
    """Return the puzzle that the decision of a node makes; None if it makes none."""
    scene = promising(evaluator, node)
    return None if scene is None else puzzle_of(evaluator, scene)


def promising(evaluator: Evaluator, node: Node) -> Scene | None:
    """Return the decision of a node if it may be worth a closer look."""
    if node.move is None or forced(node):
        return None
    before, seat = node.parent, node.seat
    assert before is not None
    assert seat is not None
    view, seen, legal = before.view(seat), before.seen(seat), before.position.legal_moves()
    if not LEAST <= len(legal) <= MOST:
        return None
    bots = {bot: str(maker(bot)(Random(bot)).choose(view, legal, seen)) for bot in BOTS}
    scene = Scene(node, view, seen, legal, bots)
    return scene if _matters(evaluator, scene) else None


def puzzle_of(evaluator: Evaluator, scene: Scene) -> Puzzle | None:
    """Examine a decision closely, and return the puzzle or None."""
    sampler = MoveSampler(evaluator, scene.view, scene.seen, scene.legal)
    right = answers(sampler, evaluator.parameters.worlds)
    if right is None or len(right.accepted) > min(RIGHT, SHARE * len(scene.legal)):
        return None
    if all(move in right.accepted for move in scene.chosen):
        return None
    if any(Move(move).kind == "signal" for move in (right.rival, *right.accepted)):
        return None  # the marker's meaning depends on agreements, and the turn goes on after it
    return _puzzle(evaluator, scene, sampler, right)


def _matters(evaluator: Evaluator, scene: Scene) -> bool:
    """Return whether much depends on the choice.

    This is decided by an existing review, or else by a quick comparison of what the player and the bots
    chose.
    """
    finding = Finding.of_review(scene.node.review)
    if finding is not None and finding.loss is not None:
        return finding.loss.value > LEAD / 2 or (finding.lead is not None and finding.lead.value > LEAD / 2)
    moves = scene.chosen
    if len(moves) < 2:
        return False
    sampler = MoveSampler(evaluator, scene.view, scene.seen, scene.legal)
    for least in QUICK:
        sampler.sample(moves, WORLDS_QUICK)
        values = [sampler.found.value(move).value for move in moves]
        if max(values) - min(values) < least:
            return False
    return True


def _puzzle(evaluator: Evaluator, scene: Scene, sampler: MoveSampler, right: Answers) -> Puzzle:
    view, seen = scene.view, scene.seen
    known = Belief(view, seen)
    worlds = tuple(world for world, _ in zip(known.worlds("puzzle"), range(SAME), strict=False))
    case = Case(view, known, worlds, sampler.found, right, scene.bots, str(scene.node.move))
    return Puzzle(
        view=view,
        seen=tuple(seen),
        title=_title(view),
        answers=right.accepted,
        tolerance=TOLERANCE,
        costs=_costs(sampler.found, right),
        hints=hints(case),
        explanation=explanation(case),
        found=_found(evaluator, scene.node, scene.bots, sampler.found.value(right.best).value),
    )


def _title(view: View) -> str:
    who = view.tables.naming(english()).who(view.viewer)
    return english()("puzzle.title", level=view.level, players=len(view.characters), who=who)


def _costs(found: MoveRollouts, right: Answers) -> tuple[Cost, ...]:
    """Return what each legal move costs against the best one; one of several best moves may cost a little."""
    made = []
    for move in sorted(found.after):
        loss = found.better(right.best, move)
        made.append(Cost(move, round(max(0.0, loss.value), DIGITS), round(loss.error, DIGITS)))
    return tuple(made)


def _found(evaluator: Evaluator, node: Node, bots: dict[str, str], value: float) -> dict[str, Any]:
    """Return where the puzzle is from.

    It has no seed and no digest of a position, which would reveal hidden cards.
    """
    replay = node.replay
    name = replay.file.name if replay.file else replay.meta.get("title")
    made: dict[str, Any] = {"game": shorten(str(name), MAX_NAME)} if name else {}
    return {
        **made,
        "node": node.path,
        "played": str(node.move),
        "bots": bots,
        "value": round(value, DIGITS),
        "with": msgspec.to_builtins(evaluator.parameters),
    }


def _with_bar(nodes: Sequence[Node], replay: Replay, progress: bool) -> Iterable[Node]:
    if not progress:
        return nodes
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return nodes
    name = replay.file.name if replay.file else "Puzzles"
    bar: Iterable[Node] = tqdm(nodes, desc=name, unit="node", disable=None, delay=1)
    return bar

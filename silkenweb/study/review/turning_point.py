"""The moment when the current level could no longer be cleared at all, with all cards visible."""

from __future__ import annotations

from dataclasses import dataclass

from silkenweb.game.state import DEAL, LOST, WON
from silkenweb.replay import Node
from silkenweb.study.solver import solve_level


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What the level solver says about a line that ends during a level.

    `last`: the last node after which the level could still be cleared, None if it never could. `node`: the
    node after which it no longer could: a decision, or the deal. `exact`: there is no undecided node between
    the two. Both are None if nothing was decided; `node` is None if the level could be cleared until the
    end.
    """

    level: int
    last: Node | None
    node: Node | None
    exact: bool


def find_turning_point(end: Node, budget: int, seconds: float | None = None) -> TurningPoint | None:
    """Find the turning point of the level in which a line ends; None if that level was cleared.

    A lost level stays lost, so only a few nodes need to be solved.
    """
    nodes = _last_level(end)
    if end.state.phase in (DEAL, WON):
        return None
    after, before = len(nodes), -1  # not clearable after nodes[after]; clearable after nodes[before]
    if nodes[-1].state.phase == LOST:
        after = len(nodes) - 1
    unknown: set[int] = set()
    while todo := [k for k in range(before + 1, after) if k not in unknown]:
        middle = (before + after) // 2
        here = min(todo, key=lambda k: abs(k - middle))
        clearable = solve_level(nodes[here].position, budget=budget, seconds=seconds).clearable
        if clearable is None:
            unknown.add(here)
        elif clearable:
            before = here
        else:
            after = here
    return TurningPoint(
        level=nodes[0].level,
        last=nodes[before] if before >= 0 else None,
        node=nodes[after] if after < len(nodes) else None,
        exact=after - before == 1,
    )


def _last_level(end: Node) -> list[Node]:
    """Return the nodes since the last deal before `end`.

    They include those before an alternative branched off.
    """
    nodes = [end]
    while nodes[-1].deal is None and nodes[-1].parent is not None:
        nodes.append(nodes[-1].parent)
    return nodes[::-1]

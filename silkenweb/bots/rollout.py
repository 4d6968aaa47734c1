"""Playing on in the engine's own records, everybody by one policy: for thinking ahead and for fitting,
not for a game.

Each seat decides from a Look, so it uses no more than it would see; but the State itself holds everything.
"""

from __future__ import annotations

from silkenweb.bots.knowledge import Look, Told
from silkenweb.bots.policy import Policy
from silkenweb.game.state import DEAL, LOST, WON, State
from silkenweb.game.transition import apply

ENDS = (DEAL, WON, LOST)
TOO_LONG = 2_000  # moves; no level of a game by a policy comes near


def finish_level(state: State, policy: Policy, told: Told) -> State:
    """The State in which the level (or the game) has ended. `told` is changed under way."""
    decide, agreed = policy.decide, policy.agreed
    for _ in range(TOO_LONG):
        if state.phase in ENDS:
            return state
        move = decide(Look.of_world(state, state.seat, told))
        told.moved(state, move, agreed)
        state = apply(state, move)
    raise AssertionError("a policy never ends a level")

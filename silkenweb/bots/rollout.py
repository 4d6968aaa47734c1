"""Rollouts: the moves worth trying at a decision, and the rest of a level played by one policy at all seats.

They work on the engine's own records and serve search, reviews and fitting, not real games. Each seat
decides from an Observation, so it uses only what it would see, although the State holds everything.
"""

from __future__ import annotations

from collections.abc import Iterator

from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import Inferences, Observation
from silkenweb.game.state import DEAL, KEEP, LOST, TURN, WON, State
from silkenweb.game.tables import SPIRIT
from silkenweb.game.transition import apply

ENDS = (DEAL, WON, LOST)
TOO_LONG = 2_000  # moves; no level played by a policy comes near


def finish_level(state: State, policy: Policy, inferences: Inferences) -> State:
    """Play on until the level or the game has ended, and return that State. Changes `inferences`."""
    decide, agreed = policy.decide, policy.agreed
    for _ in range(TOO_LONG):
        if state.phase in ENDS:
            return state
        move = decide(Observation.of_world(state, state.seat, inferences))
        inferences.record_move(state, move, agreed)
        state = apply(state, move)
    raise AssertionError("a policy never ends a level")


KEEPS = 8  # how many keeps are worth trying


def candidates(policy: Policy, observation: Observation, usual: str) -> list[str]:
    """Return the moves worth trying, `usual` (the policy's choice) first."""
    phase = observation.state.phase
    moves: list[str] = list(observation.legal)
    if phase == KEEP:
        moves = sorted(moves, key=policy.hand_value.keep_value(observation, policy.agreed), reverse=True)[
            :KEEPS
        ]
    elif phase == TURN:
        moves = [*_plays(policy, observation), *_others(policy, observation)]
    return [usual, *(move for move in moves if move != usual)]


def _others(policy: Policy, observation: Observation) -> Iterator[str]:
    """Yield claims, Rests and the end of the turn.

    Of the ability, yield its best use on a card and on a segment.
    """
    abilities = False
    for move in map(str, observation.legal):
        if move.startswith("ability"):
            abilities = True
        if move == "ability spirit" or not move.startswith(("play", "signal", "ability")):
            yield move
    row = observation.state.row
    if abilities and not (row and policy.tables.is_relic[row[0]]):
        front = row[0] if row else SPIRIT
        best = [move for _, move in policy.abilities(observation, front, 1.0)]
        yield from (move for move in best if move != "ability spirit")


def _plays(policy: Policy, observation: Observation) -> Iterator[str]:
    """Yield plays; of Relics and of distant Ranged Combat, only the cheapest for each target."""
    tables, faces = policy.tables, policy.tables.face_of[observation.seat]
    places = {
        face: place for place, face in enumerate(policy.hand_value.cheapest(observation, observation.hand))
    }
    near = (tables.targets[observation.state.row[0]] if observation.state.row else "", "spirit")
    taken = set()

    def price(move: str) -> int:
        first = faces.get(move[5:].split(">")[0], 0)
        return places.get(first, places.get(first << 1, len(places)))

    plays = [str(move) for move in observation.legal if move.startswith("play")]
    for move in sorted(plays, key=price):
        card, target = move[5:].split(">")
        kind = card
        if card in tables.relics:
            kind = "relic"
        elif target.split("+")[0] not in near:
            kind = "far"
        if (kind, target) not in taken:
            taken.add((kind, target))
            yield move

"""How likely the other players would have acted as they did in a world, for `Belief.chance`.

What a hand holds now, and everything that was seen to leave or join it, determine what it held before each
of its player's turns in this level. Unseen changes stop this (a card drawn by A1, the orientation of a card
discarded by A1, the cards discarded in `keep`): earlier turns then say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from silkenweb import arguments
from silkenweb.bots.convention import Policy
from silkenweb.bots.knowledge import Inferences, Observation, inferences_from
from silkenweb.bots.registry import maker, parse
from silkenweb.game.legality import legal_moves
from silkenweb.game.position import Position
from silkenweb.game.state import KEEP, TAKE, TURN, State, put
from silkenweb.game.view import View
from silkenweb.replay import Node

Choose = Callable[[State, int, Node], str]


class _Past(NamedTuple):
    """A decision of another seat: where it was made, and what was seen of its hand."""

    before: Node
    seat: int
    move: str
    counts: bool  # whether it says something about the hand
    left: int  # faces that were seen to leave the hand
    joined: int
    rotated: bool
    unseen: bool  # whether the hand changed in a way that nobody saw


def acted(
    node: Node, viewer: int | str, bot: str = "convention", *, slip: float = 0.1
) -> Callable[[Position], float]:
    """Return a function of worlds: the likelihood of what the other seats chose in this level.

    The worlds are those after `node` as `viewer` sees it; the choices are those made in turns. It assumes
    that the others play like `bot`, apart from a slip now and then (any other move, each equally likely).

    A bot whose choice is partly random is asked once. Raises SilkenwebError for an unknown bot or a slip
    that is not between 0 and 1.
    """
    arguments.instance("node", node, Node, "a Node")
    viewer = arguments.seat(viewer, node.replay.characters, "viewer")
    slip = arguments.number("slip", slip, 0, 1, open_ends=True)
    bot = arguments.text("bot", bot, "the name of a bot")
    past = _past(node, viewer)
    choose = _chooser(node, viewer, bot)

    def weigh(world: Position) -> float:
        hands = list(world.state.hands)
        silent: set[int] = set()
        odds = 1.0
        for each in past:
            seat = each.seat
            if each.unseen or each.joined & ~hands[seat]:
                silent.add(seat)
            if seat in silent:
                continue
            hand = hands[seat] & ~each.joined | each.left
            hands[seat] = world.state.tables.rotated(seat, hand) if each.rotated else hand
            if each.counts:
                state = each.before.state.copy()
                state.hands = put(state.hands, seat, hands[seat])
                same = choose(state, seat, each.before) == each.move
                odds *= 1 - slip if same else slip / max(1, len(legal_moves(state)) - 1)
        return odds

    return weigh


def _past(node: Node, viewer: int) -> list[_Past]:
    """Return what other seats decided in this level, the last decision first."""
    past = []
    while node.parent is not None and node.deal is None:
        before, seat = node.parent, node.seat
        assert seat is not None
        if seat != viewer:
            past.append(_decision(before, node, seat))
        node = before
    return past


def _decision(before: Node, node: Node, seat: int) -> _Past:
    move, phase = str(node.move), before.state.phase
    old, new = before.state.hands[seat], node.state.hands[seat]
    same_level = node.state.level == before.state.level
    left = joined = 0
    if move.startswith("play"):
        # All hands are empty between levels, so the move says what left the hand.
        left = old & ~new if same_level else _played(before.state, seat, move)
    elif move.startswith("ability +"):
        joined = new & ~old if same_level else 0
    return _Past(
        before=before,
        seat=seat,
        move=move,
        counts=phase == TURN,
        left=left,
        joined=joined,
        rotated=move in ("rest ~", "rotate"),
        unseen=phase in (KEEP, TAKE) or move.startswith("ability -"),
    )


def _played(state: State, seat: int, move: str) -> int:
    card = move[5:].split(">")[0]
    first = state.tables.face_of[seat].get(card, 0)
    return state.hands[seat] & (first | first << 1 if first & state.tables.upright_mask[seat] else first)


def _chooser(node: Node, viewer: int, bot: str) -> Choose:
    """Return a function that asks the bot. The bot sees only the level's events that the viewer saw."""
    tables = node.state.tables
    if bot == "convention":
        policy = Policy(tables)
        inferences: dict[int, Inferences] = {}

        def by_policy(state: State, seat: int, before: Node) -> str:
            if id(before) not in inferences:
                inferences[id(before)] = inferences_from(
                    before.view(viewer), before.seen(viewer), policy.agreed
                )
            return policy.decide(Observation.of_world(state, seat, inferences[id(before)]))

        return by_policy
    name, options = parse(bot)
    made = maker(name)

    def by_bot(state: State, seat: int, before: Node) -> str:
        seen = before.seen(viewer)
        player = made(Random(f"acted|{before.path}|{seat}"), **options)
        return str(player.choose(View(state, seat), legal_moves(state), seen))

    return by_bot

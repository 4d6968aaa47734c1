"""Worlds weighted by what others chose."""

from __future__ import annotations

import pytest

import silkenweb as sw
from silkenweb.errors import SilkenwebError
from silkenweb.study.belief import belief
from silkenweb.study.likelihood import acted

CHARACTERS = ["bajie", "bailoong", "tang", "wujing"]


def test_the_true_world_is_as_likely_as_can_be() -> None:
    """In a game by a bot, all actions of the others agree with their true hands.

    So earlier hands are reconstructed correctly through rotations, plays, recoveries and storage.
    """
    replay = sw.play(CHARACTERS, "convention", seed="acting", blessings=4)
    decisions = 0
    for node in replay.main_line()[::5]:
        for viewer in range(len(CHARACTERS)):
            odds = acted(node, viewer, slip=0.5)(node.position)
            half = [0.5**k for k in range(200)]
            assert odds in half
            decisions = max(decisions, half.index(odds))
    assert decisions > 10


def test_who_would_have_played_does_not_rest() -> None:
    """After a Rest, hands that could have served the target next in line are less likely, by the slip."""
    replay = sw.play(["tang", "bajie", "wukong"], "convention", seed="told")
    for node in replay.main_line():
        before = node.parent
        if node.move != "rest" or before is None or node.seat is None or node.position.phase != "turn":
            continue
        viewer, rester = node.position.seat, node.seat
        assert viewer is not None
        target = before.position.row[0].card if before.position.row else "spirit"
        known = belief(node.view(viewer), node.seen(viewer))
        plain = known.serves(rester, target) if target != "spirit" else 0.0
        if not plain:
            continue
        match = before.state.tables.match[rester][before.state.row[0]] & ~before.state.tables.relic_mask
        told = known.chance(
            lambda world, seat=rester, faces=match: bool(world.state.hands[seat] & faces),
            worlds=400,
            weigh=acted(node, viewer, slip=0.05),
        )
        assert told.value < plain
        return
    pytest.fail("nobody rested")


def test_any_bot_can_be_what_others_play_like() -> None:
    """The choice of a registered bot with the world's hands is compared with the actual choice."""
    replay = sw.play(CHARACTERS, "greedy", seed="acting", blessings=4)
    node = [node for node in replay.main_line() if node.position.phase == "turn"][20]
    assert acted(node, 0, "greedy", slip=0.1)(node.position) > acted(node, 0, "random", slip=0.1)(
        node.position
    )


def test_a_slip_is_a_chance() -> None:
    """A slip must be between 0 and 1."""
    replay = sw.play(["tang", "bajie"], "random", seed="x")
    for slip in (0.0, 1.0, 2.0):
        with pytest.raises(SilkenwebError):
            acted(replay.end, 0, slip=slip)
    with pytest.raises(SilkenwebError):
        acted(replay.end, 0, "nobody")

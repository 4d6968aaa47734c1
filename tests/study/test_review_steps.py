"""A review one step at a time, and trials of other moves at a decision."""

from __future__ import annotations

import pytest

import silkenweb as sw
from silkenweb import IllegalMove, Node, Replay
from silkenweb.errors import SilkenwebError
from silkenweb.study.review import Mean, Parameters, ReviewTask, thresholds
from silkenweb.study.review.decision import Trial, acceptable, try_move

QUICK = Parameters(worlds=16, error=0.9)


def lost_game() -> Replay:
    """A short game of two players who chose at random."""
    return sw.play(["wukong", "bajie"], "random", seed="s3")


def choice(replay: Replay) -> Node:
    """A decision of the first level with several moves."""
    return next(
        node
        for node in replay.main_line()
        if node.parent
        and node.parent.position.phase == "turn"
        and len(node.parent.position.legal_moves()) > 4
    )


def test_step_by_step_it_comes_to_what_review_says() -> None:
    """Nothing is stored on the nodes before `keep`; then everything is, as one edit."""
    replay = lost_game()
    before = replay.dumps()
    work = ReviewTask(replay, QUICK)
    assert work.nodes == replay.main_line()
    for number in range(1, len(work.nodes) + 1):
        assert not work.over
        work.step()
        assert work.done == len(work.found) == number
    work.step()
    assert work.over
    assert replay.dumps() == before
    work.keep()
    whole = sw.review(lost_game(), worlds=16, error=0.9)
    assert [f for _, f in work.report().main.entries] == [f for _, f in whole.main.entries]
    assert work.report().complete
    assert replay.undo()
    assert replay.dumps() == before


def test_what_was_deleted_meanwhile_is_left_out() -> None:
    """A reader may delete an alternative while it is being reviewed."""
    replay = lost_game()
    node = choice(replay)
    assert node.parent is not None
    branch = node.parent.branch("rest" if node.move != "rest" else "rest ~")
    work = ReviewTask(replay, QUICK, branches=True, solver=0)
    assert work.nodes[-1] is branch
    for _ in range(4):
        work.step()
    while not work.over:
        work.step()
    branch.delete()
    work.keep()
    assert branch.review is None
    assert all(node.review is not None for node in replay.main_line())


def test_the_best_move_is_right_and_a_bad_one_is_not() -> None:
    """In the recorded blunder of the reviewed game; compared with itself, a move loses nothing."""
    node = sw.sample("reviewed-two-lost-late").node("40")
    right = try_move(node, "rest ~", "rest ~")
    assert right.loss == (0.0, 0.0)
    assert right.right
    wrong = try_move(node, str(node.move), "rest ~")
    assert wrong.loss.value > 0.1
    assert not wrong.right
    assert 0 <= wrong.value.value < right.value.value <= 1
    assert try_move(node, str(node.move), "rest ~") == wrong


def test_the_tolerance() -> None:
    """Small losses and insignificant ones are accepted; a wide error excuses no blunder."""
    by = thresholds()
    assert acceptable(Mean(by.inaccuracy / 2, 0.0), by)
    assert acceptable(Mean(by.mistake, by.mistake), by)
    assert not acceptable(Mean(by.mistake, by.mistake / 3), by)
    assert not acceptable(Mean(by.blunder, by.blunder), by)


def test_only_what_was_legal_there_is_weighed() -> None:
    """The error names the rule, as at the table; if nobody decided there is nothing to compare."""
    replay = lost_game()
    with pytest.raises(IllegalMove):
        try_move(choice(replay), "claim R01", "rest")
    with pytest.raises(SilkenwebError, match="nobody decided"):
        try_move(replay.node("1"), "rest", "rest")
    assert isinstance(try_move(choice(replay), "rest", "rest ~", QUICK), Trial)

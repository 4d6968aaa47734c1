"""Links: a place in a replay, with its variation, as a short text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.replay.link import is_link
from silkenweb.replay.tree import Node

NAMES = ("lesson-what-silence-costs", "three-no-seed")


def test_a_link_tells_where_the_line_is_left_and_what_is_tried_instead() -> None:
    """Spaces become `_`; the last four digits are from the position's digest."""
    node = sw.sample("lesson-what-silence-costs").node("7/1/3")
    assert node.link.startswith("6,play_WK6>T11,end,play_BJ8>T11@")
    assert sw.sample("lesson-what-silence-costs").node("6").link.startswith("6@")


@pytest.mark.parametrize("name", NAMES)
def test_every_node_is_found_again_by_its_link_in_a_copy_without_branches(name: str) -> None:
    """Including links across deals that are added automatically, and across a deal with its own luck."""
    replay, copy = sw.sample(name), sw.sample(name)
    for node in copy.root.children[0].line():
        for other in node.alternatives:
            other.delete()
    for node in replay.nodes():
        found = copy.find(node.link)
        assert found.position.text == node.position.text
        assert found.recorded == node.recorded
        assert found.link == node.link


def test_following_a_link_is_one_edit() -> None:
    """Undo removes the whole variation."""
    replay = sw.sample("lesson-what-silence-costs")
    count = replay.count
    node: Node = replay.node("7")
    for move in ("play BJ8>T11", "end", "rest"):
        node = node.branch(move)
    link = node.link
    copy = sw.sample("lesson-what-silence-costs")
    copy.find(link)
    assert copy.count == count + 3
    copy.undo()
    assert copy.count == count


def test_a_link_to_another_game_is_refused_and_adds_nothing() -> None:
    """Whether its moves are illegal there or only the digest differs."""
    replay = sw.sample("lesson-what-silence-costs")
    text = replay.dumps()
    with pytest.raises(sw.ReplayError, match="another game"):
        replay.find("7,rest_~@0000")
    with pytest.raises(sw.IllegalMove):
        replay.find("7,play_WK1>T01@0000")
    with pytest.raises(sw.ReplayError, match="node"):
        replay.find("4000@0000")
    assert replay.dumps() == text


@given(st.text(alphabet="0123456789,@_=abcdefdealrest~>%", max_size=40))
def test_a_text_that_is_no_link_is_an_error_of_the_package(text: str) -> None:
    """Never another exception."""
    replay = sw.sample("lesson-what-silence-costs")
    try:
        replay.find(text)
    except sw.SilkenwebError:
        return
    assert is_link(text) or replay.node(text)

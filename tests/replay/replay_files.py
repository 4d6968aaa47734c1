"""Helpers that build replays, their JSON, and JSON with a single fault."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import silkenweb as sw

CHARACTERS = ("tang", "wukong", "bajie", "wujing", "bailoong")
Data = dict[str, Any]


def played(
    seed: str = "a",
    moves: int = 60,
    *,
    characters: tuple[str, ...] = ("wukong", "bajie"),
    seeded: bool = True,
    blessings: int = 6,
    edition: sw.Edition | None = None,
) -> sw.Replay:
    """Play a game at random, dealt from `seed`; `seeded`: whether the replay has the seed."""
    random = Random(seed)
    replay = sw.Replay.start(characters, seed=seed if seeded else None, blessings=blessings, edition=edition)
    for _ in range(moves):
        position = replay.end.position
        if position.over:
            break
        legal = position.legal_moves()
        replay.record(random.choice(legal) if legal else sw.deal(position, seed))
    return replay


def branched(replay: sw.Replay, seed: str, branches: int = 12) -> sw.Replay:
    """Add random alternatives, some of them nested, comments and glyphs to a replay."""
    random = Random(seed)
    nodes = [node for node in replay.nodes() if node is not replay.end]
    for _ in range(branches):
        node = random.choice(nodes)
        for _ in range(random.randint(1, 4)):
            legal = node.position.legal_moves()
            if legal:
                node = node.branch(random.choice(legal))
            elif node.position.phase == "deal":
                node = node.branch(luck=f"luck {random.random()}" if node.children else None)
            if node is replay.end or node.position.over:
                break
            if not node.recorded:
                nodes.append(node)
        if random.random() < 0.4 and node.parent is not None:
            node.comment = random.choice(["Why?", 'a "quoted"\nline: é 龙 🐉', "\u2028"])
        if random.random() < 0.4 and node.parent is not None:
            node.glyph = random.choice(["!!", "!", "!?", "?!", "?", "??"])
    return replay


def data_of(replay: sw.Replay) -> Data:
    """Return the JSON of its file."""
    data: Data = json.loads(replay.dumps())
    return data


def text_of(data: Any) -> str:
    """Return JSON in an unusual layout, so that reading does not depend on the usual one."""
    return json.dumps(data, indent=1)


def fault(data: Any, edition: sw.Edition | None = None) -> sw.ReplayError:
    """Return the error that reading this JSON (or text) raises."""
    with pytest.raises(sw.ReplayError) as caught:
        sw.Replay.loads(data if isinstance(data, str | bytes) else text_of(data), edition)
    return caught.value


def fault_of(change: Callable[[Data], object], replay: sw.Replay | None = None) -> sw.ReplayError:
    """Return the error of a replay whose JSON was changed."""
    data = data_of(replay or played())
    change(data)
    return fault(data)


def same_tree(one: sw.Replay, other: sw.Replay) -> bool:
    """Return whether two replays have the same nodes."""
    return [_told(node) for node in one.nodes()] == [_told(node) for node in other.nodes()]


def _told(node: sw.Node) -> tuple[object, ...]:
    notes = (node.comment, node.glyph, node.luck, node.check, node.review, node.extra)
    return (node.path, node.move, node.deal, node.recorded, node.position.text, *notes)


def rested(rests: int = 4, blessings: int = 9) -> sw.Replay:
    """Play a game of four players who keep the first cards and then only rest."""
    replay = sw.Replay.start(["wukong", "bajie", "wujing", "bailoong"], seed="class-7", blessings=blessings)
    replay.record()
    for _ in range(4):
        replay.record(replay.end.position.legal_moves()[0])
    for _ in range(rests):
        replay.record("rest")
    return replay


REST = 5  # the node after which the first rest comes


def two_ways(node: sw.Node) -> tuple[sw.Node, sw.Node]:
    """Add two moves after a node, or after the deal that follows it; the second begins an alternative."""
    while node.position.phase == "deal":
        assert node.next is not None
        node = node.next
    moves = node.position.legal_moves()
    one, other = ("rest", "rest ~") if "rest" in moves else moves[:2]
    return node.branch(one), node.branch(other)


def nested(deep: int) -> list[sw.Node]:
    """Return the first nodes of alternatives, each nested in the one before."""
    found = [rested(1, 2000).node(str(REST)).branch("rest ~")]
    while len(found) < deep:
        found.append(two_ways(found[-1])[1])
    return found

"""What happened at a node, in sentences of any language."""

from __future__ import annotations

from silkenweb.game.view import seen_events
from silkenweb.replay import Node
from silkenweb.text import Words, sentence

NOBODY = -1
"""The viewer who sees only what all see."""


def sentences(words: Words, node: Node, viewer: int | None = None) -> list[str]:
    """Return what happened as a node was decided or dealt, one sentence per event.

    As the seat `viewer` saw it, as all saw it (NOBODY), or with everything open (None).
    """
    if node.parent is None:
        return []
    events = node.events if viewer is None else seen_events(node.events, viewer)
    scene = node.parent.state.scene(words)
    return [sentence(event, scene) for event in events]

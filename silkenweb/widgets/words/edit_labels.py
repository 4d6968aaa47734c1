"""What an edit of a tree did, in words of any language, for Undo and Redo."""

from __future__ import annotations

from silkenweb.replay import Node
from silkenweb.replay.history import Label
from silkenweb.text import Words
from silkenweb.widgets.words.choices import move_words


def edit_words(words: Words, label: Label, viewer: int | None) -> str:
    """What a step did: "add Rest", "comment on Rest". Through a seat's lens another player's decision is not
    named.
    """
    if label.code in ("several", "bots"):
        return words.count(f"edit.{label.code}", label.count)
    if not isinstance(label.node, Node):
        return words(f"edit.{label.code}")
    return words(f"edit.{label.code}", move=_decision(words, label.node, viewer))


def _decision(words: Words, node: Node, viewer: int | None) -> str:
    """The move or deal of a node; the node may have been deleted."""
    if node.deal is not None:
        return words("edit.deal", level=node.deal.level)
    assert node.parent is not None
    assert node.move is not None
    if viewer in (None, node.seat):
        return move_words(words, node.parent.state, node.move)
    assert node.seat is not None
    return words("edit.other", who=node.parent.state.tables.naming(words).who(node.seat))

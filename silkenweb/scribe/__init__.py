"""Entering a game that was played with real cards: unseen cards are filled in and marked as assumed."""

from silkenweb.scribe.editor import Scribe
from silkenweb.scribe.facts import Fact
from silkenweb.scribe.reconstruction import Share

__all__ = ["Fact", "Scribe", "Share"]

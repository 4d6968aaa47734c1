"""Putting in a game that was played with the real cards: what nobody saw is filled in, and marked."""

from silkenweb.scribe.editor import Scribe
from silkenweb.scribe.facts import Fact
from silkenweb.scribe.reconstruction import Share

__all__ = ["Fact", "Scribe", "Share"]

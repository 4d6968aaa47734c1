"""Putting in a game that was played with the real cards: what nobody saw is filled in, and marked."""

from silkenweb.replay.scribe.facts import Fact
from silkenweb.replay.scribe.scribe import Scribe
from silkenweb.replay.scribe.share import Share

__all__ = ["Fact", "Scribe", "Share"]

"""The Action Abilities that the engine knows; an edition chooses one for each character (A1-A6)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class Effect:
    """What an Action Ability does, in words. One that is `single` belongs to at most one character."""

    key: str
    words: str
    single: bool


# A position text has room for one marker, for one stored card played, and for one card being taken: the
# effects that need these are single.
EFFECTS: Final = MappingProxyType(
    {
        effect.key: effect
        for effect in (
            Effect(
                "others-may-rotate",
                "Each other player, clockwise, may rotate their whole hand. "
                "Until then, the marker may point at a Threat Card or at an icon of a character.",
                True,
            ),
            Effect("resolve-next", "Resolve the next Threat Card or the next segment without cards.", False),
            Effect(
                "discard-then-other-draws",
                "Discard a card from hand. Another player draws a card and chooses its orientation.",
                True,
            ),
            Effect(
                "storage",
                "Cards discarded as a level begins may be stored, open to all; anyone may play them. "
                "After the first turn in which one was played, the rest is discarded and no more is stored.",
                True,
            ),
            Effect(
                "recover-two",
                "Take one or two cards from your Discard Pile, each in either orientation.",
                False,
            ),
        )
    }
)
"""All effects, by key."""

"""Whose decision it is, in a sentence of any language."""

from __future__ import annotations

from typing import Protocol

from silkenweb.edition import Edition
from silkenweb.text.names import Naming


class Turn(Protocol):
    """The facts that say who decides what; `silkenweb.game.perspective.Sight` has them."""

    @property
    def edition(self) -> Edition:
        """The card data."""

    @property
    def phase(self) -> str:
        """deal, keep, turn, take, rotate, won or lost."""

    @property
    def level(self) -> int:
        """The level, from 1."""

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if nobody does."""

    @property
    def start(self) -> int:
        """The seat that starts the level."""

    @property
    def queue(self) -> tuple[int, ...]:
        """The seats that are still to decide in keep and rotate, the deciding one first."""

    @property
    def turn(self) -> str:
        """What has happened in the turn: `p` if a card was played."""

    @property
    def taking(self) -> str | None:
        """The card that was drawn, if it may be seen."""

    @property
    def score(self) -> int:
        """The Relics that the team holds."""


def decision(facts: Turn, naming: Naming) -> str:
    """Return a sentence on who decides what, in the language of the names."""
    words = naming.words
    if facts.seat is None:
        return words("picture.sentence", said=ending(facts, naming))
    who = naming.who(facts.seat)
    if facts.phase == "take":
        return words("picture.decides.take", who=who, card=facts.taking or words("picture.take.card"))
    if facts.phase == "turn":
        return words("picture.decides.again" if "p" in facts.turn else "picture.decides.turn", who=who)
    said = words(f"picture.decides.{facts.phase}", who=who)
    if len(facts.queue) < 2:
        return said
    return words("picture.decides.after", said=said, after=naming.listed(map(naming.who, facts.queue[1:])))


def ending(facts: Turn, naming: Naming) -> str:
    """Return a clause on a position in which nobody decides: a deal must come, or the game is over."""
    words = naming.words
    titles = (rank.title for rank in facts.edition.reputation if rank.least <= facts.score <= rank.most)
    title = words.of_edition(next(titles, ""))
    return words(
        "picture.won.title" if facts.phase == "won" and title else f"picture.{facts.phase}",
        level=facts.level,
        who=naming.who(facts.start),
        relics=naming.counted(facts.score, "relic"),
        title=title,
    )

"""Random starts of any level, like those of real games: the data for measuring the solver."""

from __future__ import annotations

from random import Random

from silkenweb import Edition, Position, deal
from silkenweb.edition import Relic


def level_start(edition: Edition, level: int, players: int, number: int) -> Position:
    """The first keep of a level, always the same for the same numbers.

    Characters are drawn. Each ability has already been used with chance (level - 1) / 8, some Blessings have
    been lost, and the players hold up to level - 1 Relics in their piles.
    """
    rng = Random(f"{level}|{players}|{number}")
    characters = rng.sample(list(edition.characters), players)
    position = Position.start(characters, edition, blessings=rng.randint(0, edition.blessings[players]))
    if level > 1:
        position = _later(position, level, rng)
    return position.apply(deal(position, seed=f"start-{number}"))


def _later(position: Position, level: int, rng: Random) -> Position:
    edition = position.edition
    relics = [key for key, card in edition.cards.items() if isinstance(card, Relic)]
    held = rng.sample(relics, rng.randint(0, min(len(relics), level - 1)))
    segments = len(edition.levels[level - 1].segments)
    words = position.text.split(" ")
    fields = dict(word.split("=", 1) for word in words)
    fields["level"] = str(level)
    fields["spirit"] = f"0/{segments}" if segments else "-"
    for seat, character in enumerate(position.characters):
        parts = fields[character].split("/")
        if rng.random() < (level - 1) / 8:
            parts[0] = "u"
            if edition.characters[character].effect == "others-may-rotate":
                fields["marker"] = "x"
        parts[3] = ",".join(sorted([*parts[3].split(","), *held[seat :: position.state.tables.players]]))
        fields[character] = "/".join(parts)
    return Position.parse(" ".join(f"{key}={value}" for key, value in fields.items()), edition)

"""Who played and how it ended, in words, for all commands that tell of a game."""

from __future__ import annotations

from rich.text import Text

from silkenweb.cli.table_text import BOLD, DIM, shorten, wrap
from silkenweb.cli.terminal import plain
from silkenweb.edition import Threat
from silkenweb.game.narration import counted, listed
from silkenweb.replay import Replay

TITLE, NAME = 200, 30  # columns


def title(replay: Replay, width: int) -> list[Text]:
    """The game's title, if it has one, who played, and what of the cards is not printed."""
    told = replay.meta.get("title")
    lines = wrap(Text(shorten(told, TITLE), BOLD), width) if told else []
    lines += wrap(Text(players(replay), DIM), width)
    unprinted = reconstructed(replay)
    if unprinted:
        said = f"Reconstructed, in whole or in part: {listed(unprinted)} (silkenweb edition show tells)."
        lines += wrap(Text(said, DIM), width)
    return lines


def reconstructed(replay: Replay) -> list[str]:
    """What among the cards of this game is this project's own choice, in whole or in part."""
    edition = replay.edition
    equipment = [card for key in replay.characters for card in edition.characters[key].cards]
    threats = [key for key, card in edition.cards.items() if isinstance(card, Threat)]
    levels = [f"levels.{level.level}" for level in edition.levels]
    abilities = [f"{key}.ability" for key in replay.characters]
    groups = {"Equipment": equipment, "Threats": threats, "levels": levels, "abilities": abilities}
    return [
        name
        for name, values in groups.items()
        if any(edition.provenance(value).reconstructed for value in values)
    ]


def players(replay: Replay) -> str:
    """The characters with the people's names, clockwise."""
    characters = replay.edition.characters
    said = []
    for player in replay.players:
        person = f" ({shorten(player.name, NAME)})" if player.name else ""
        said.append(f"{characters[player.character].name}{person}")
    return plain(", ".join(said))


def outcome(replay: Replay) -> str:
    """How the game ended: `won with three Relics`."""
    phase, level, score = replay.outcome
    if phase == "won":
        return f"won with {counted(score or 0, 'Relic')}"
    return f"lost at level {level}" if phase == "lost" else f"broken off at level {level}"

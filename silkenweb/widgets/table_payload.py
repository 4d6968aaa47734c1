"""What a table sends to the browser: the choices of the setup, and of a game what the seat in view may know.

Of the game only the current level is sent, as a bot gets it too: positions as Views, moves and events as the
seat saw them. The seed is never sent, and cards that were dealt unseen only once the game is over.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from silkenweb import bots
from silkenweb.bots.registry import maker
from silkenweb.edition import Edition
from silkenweb.errors import shorten
from silkenweb.game import events as ev
from silkenweb.replay import Node
from silkenweb.text import LANGUAGES, Words, table
from silkenweb.widgets import payload
from silkenweb.widgets.payload import NOBODY, sentences
from silkenweb.widgets.table_game import Sitting
from silkenweb.widgets.table_setup import LONGEST, PACES, Seating

Message = dict[str, Any]
MOST_SAID = 12
"""The maximum number of sentences on the cover screen; the last ones are shown."""
MOST_ABOUT = 160
"""At most this many characters of a bot's docstring are shown."""


def level_nodes(node: Node) -> list[Node]:
    """Return the nodes of this level up to `node`, preceded by the node after which it was dealt."""
    nodes: list[Node] = []
    at: Node | None = node
    while at is not None:
        nodes.append(at)
        if at.deal is not None:
            if at.parent is not None:
                nodes.append(at.parent)
            break
        at = at.parent
    return nodes[::-1]


class Numbers:
    """Unique numbers for nodes: a node that replaces one that was taken back gets a new number.

    `told` caches what each seat was sent about a node, which does not change.
    """

    def __init__(self) -> None:
        self._numbers: dict[Node, int] = {}
        self.told: dict[tuple[Node, int], Message] = {}

    def of(self, node: Node) -> int:
        """Return the number of a node."""
        return self._numbers.setdefault(node, len(self._numbers))


def line(sitting: Sitting, viewer: int, numbers: Numbers, words: Words) -> list[Message]:
    """Return the nodes of this level as the seat `viewer` saw them."""
    lens = payload.Lens(f"seat:{viewer}", len(sitting.seating.characters))
    told: list[Message] = []
    for node in level_nodes(sitting.node):
        number, before = numbers.of(node), told[-1]["id"] if told else None
        sent = numbers.told.get((node, viewer))
        if sent is None:
            sent = numbers.told[node, viewer] = payload.node(node, lens, words)
        told.append({"id": number, "parent": before, "path": str(number), **sent})
    return told


def game(sitting: Sitting, viewer: int, words: Words) -> Message:
    """Return what stays the same during a game."""
    lens = payload.Lens(f"seat:{viewer}", len(sitting.seating.characters))
    sent = payload.game(sitting.replay, lens, words, lenses=[], kernel=True)
    for place, bot in zip(sent["seats"], sitting.seating.bots, strict=True):
        if bot is not None:
            place["player"] = place["player"] or words("sit.bot", bot=bot)
            place["bot"] = bot
            place["about"] = about_bot(bot, words)
    return {**sent, "title": None}


def about_bot(bot: str, words: Words) -> str:
    """Return a sentence about how a bot plays.

    For a bot that a user has registered, it is the first line of its docstring.
    """
    name = bot.partition(":")[0]
    if words.has(f"bot.{name}"):
        return words(f"bot.{name}")
    told = (inspect.getdoc(maker(name)) or "").strip().partition("\n")[0]
    return shorten(told, MOST_ABOUT) if told else words("bot.other")


def final(sitting: Sitting, words: Words) -> Message:
    """Return what is open once the game is over: the position with all hands, and what each player did."""
    nodes = sitting.replay.main_line()
    end = sitting.node.position
    return {
        "text": end.text,
        "words": " ".join(sentences(words, sitting.node, None)[-1:]),
        "won": end.phase == "won",
        "cleared": end.level if end.phase == "won" else end.level - 1,
        "levels": len(end.edition.levels),
        "decisions": sum(node.move is not None for node in nodes),
        "blessings": sum(isinstance(event, ev.BlessingLost) for node in nodes for event in node.events),
        "seats": [statistics(nodes, seat) for seat in range(len(sitting.seating.characters))],
    }


def statistics(nodes: Sequence[Node], seat: int) -> Message:
    """Count what a player has done in a game."""
    own = [event for node in nodes for event in node.events if getattr(event, "seat", None) == seat]
    return {
        "played": sum(isinstance(event, ev.Played) for event in own),
        "resolved": sum(len(event.targets) for event in own if isinstance(event, ev.Resolved)),
        "relics": sum(isinstance(event, ev.RelicClaimed) for event in own),
        "rests": sum(isinstance(event, ev.Rested) for event in own),
        "ability": any(isinstance(event, ev.AbilityUsed) for event in own),
    }


def who(sitting: Sitting, seat: int, words: Words) -> str:
    """Return a player and the character, "Ana (Wukong)", or the character alone."""
    character = words.character(sitting.replay.edition, sitting.seating.characters[seat])
    name = sitting.seating.names[seat]
    return words("sit.who", name=name, character=character) if name else character


def said_openly(nodes: Iterable[Node], words: Words) -> list[str]:
    """Return sentences about what everybody at the table saw of these nodes."""
    return [said for node in nodes for said in sentences(words, node, NOBODY)][-MOST_SAID:]


def setup(
    editions: Mapping[str, Edition], draft: Message, words: Words, take_back: bool, kept: str,
    unfinished: Sequence[Message],
) -> Message:  # fmt: skip
    """Return the choices of the setup, what is filled in already, and the games that can be continued."""
    return {
        "editions": [_edition(key, edition, words) for key, edition in editions.items()],
        "bots": list(bots.names()),
        "about": {bot: about_bot(bot, words) for bot in bots.names()},
        "paces": [{"words": words(f"sit.pace.{number}"), "pace": pace} for number, pace in _paces()],
        "languages": [{"key": key, "name": table(key)["language.name"]} for key in LANGUAGES],
        "language": words.language,
        "take_back": take_back,
        "kept": kept,
        "unfinished": list(unfinished),
        "draft": draft,
    }


def paces(words: Words, pace: float) -> list[Message]:
    """Return the paces to choose from during a game, including the current one."""
    found = [{"words": words(f"sit.pace.{number}"), "pace": each} for number, each in _paces()]
    if pace not in PACES.values() and pace <= LONGEST:
        found.append({"words": words("sit.pace.seconds", seconds=f"{pace:g}"), "pace": pace})
    return found


def _paces() -> Iterable[tuple[int, float]]:
    return enumerate(PACES.values())


def _edition(key: str, edition: Edition, words: Words) -> Message:
    characters = [{"key": each, "name": words.character(edition, each)} for each in edition.characters]
    blessings = {str(players): count for players, count in edition.blessings.items()}
    return {
        "key": key,
        "title": words.of_edition(edition.title),
        "characters": characters,
        "blessings": blessings,
    }


def draft_of(seating: Seating, edition: str, seed: str = "") -> Message:
    """Return the setup filled in like another game."""
    rows = zip(seating.characters, seating.bots, seating.names, strict=True)
    return {
        "edition": edition,
        "seats": [{"character": key, "bot": bot, "name": name or ""} for key, bot, name in rows],
        "blessings": seating.blessings,
        "seed": seed,
        "pace": seating.pace,
        "auto_end": seating.auto_end,
    }

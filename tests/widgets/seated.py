"""A table as the browser meets it, for tests: requests by hand, players who click at random, twin games."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

import silkenweb as sw
from silkenweb.edition import Relic
from silkenweb.widgets.table import Table

Message = dict[str, Any]
ALL = ("tang", "wukong", "bajie", "wujing", "bailoong")
TRAITS = ("game", "line", "branches", "notes", "keeping", "cursor", "stage", "setup")


class Seated:
    """Asks a table as its page does.

    `traffic` holds all messages that it sent, in order: states of traits as Jupyter gets them, and answers.
    `lookers`: for each message the seat that looked as it was sent, or None.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sent: list[Message] = []
        self.traffic: list[str] = []
        self.lookers: list[int | None] = []
        table.send = lambda content, buffers=None: self.sent.append(content)
        table.send_state = self._state
        self._state(set(TRAITS))

    def _state(self, key: str | set[str] | None = None) -> None:
        names = TRAITS if key is None else {key} if isinstance(key, str) else key
        self._add({name: getattr(self.table, name) for name in sorted(names)})

    def _add(self, message: Message) -> None:
        self.traffic.append(json.dumps(message, ensure_ascii=False))
        self.lookers.append(self.table.viewer)

    def ask(self, kind: str, **message: Any) -> Message:
        """One request; its answer."""
        self.table._receive(self.table, {"kind": kind, "seq": len(self.sent), **message}, [])
        self._add(self.sent[-1])
        return self.sent[-1]

    def must(self, kind: str, **message: Any) -> Message:
        """One request that is not refused."""
        answer = self.ask(kind, **message)
        assert answer["kind"] != "error", answer
        return answer

    @property
    def stage(self) -> Message:
        """What is shown."""
        return dict(self.table.stage)

    def legal(self) -> list[str]:
        """The moves that are offered."""
        return [move["text"] for move in self.must("legal")["moves"]]

    def act(self, random: Random) -> bool:
        """One thing that a person can do now: be ready, deal, or decide at random. False at the end."""
        stage = self.stage
        if stage["name"] == "cover":
            self.must("ready", seat=stage["seat"])
        elif stage["over"]:
            return False
        elif stage["mine"]:
            self.must("move", move=busy(self.legal(), random))
        else:
            self.must("deal")
        return True


def sat(characters: tuple[str, ...] = ALL[1:4], **options: Any) -> Seated:
    """A table with a game that is yet to be dealt."""
    return Seated(Table(list(characters), **{"seed": "class-7", "pace": 0, **options}))


def busy(moves: list[str], random: Random) -> str:
    """A move at random, the rarer kinds more often, and Rests seldom."""
    rare = [move for move in moves if "^" in move or move.startswith(("claim", "signal"))]
    rare += [move for move in moves if move.startswith("ability") and random.random() < 0.1]
    others = [move for move in moves if not move.startswith(("rest", "signal", "ability"))]
    return random.choice((rare if rare and random.random() < 0.4 else others) or moves)


def play_to_the_end(seated: Seated, random: Random, most: int = 2000) -> None:
    """People click at random until the game is over."""
    for _ in range(most):
        if not seated.act(random):
            return
    raise AssertionError("the game does not end")


def scripted(replay: sw.Replay) -> list[str]:
    """The decisions of a recorded line."""
    return [str(node.move) for node in replay.main_line() if node.move is not None]


def twin(replay: sw.Replay, viewer: int, random: Random) -> sw.Replay:
    """A game that went the same for `viewer` so far, with all that it can't know dealt otherwise.

    The last deal is changed: other seats' cards that are hidden now change places, decks are shuffled and
    turned, the face-down Threats are others. What was decided with hidden cards follows them.
    """
    line = replay.main_line()
    dealt = max(number for number, node in enumerate(line) if node.deal is not None)
    deal = line[dealt].deal
    assert deal is not None
    end = replay.end.position
    data = deal.to_dict()
    renamed: dict[str, str] = {}
    named = _named_openly(line[dealt:])
    for seat, key in enumerate(replay.characters):
        places, names = _mixed(data["decks"][key], _hidden(end, seat, viewer) - named, replay, random)
        data["decks"][key] = places
        if seat != viewer:
            renamed |= names
    data["threats"] = _threats(data["threats"], end, random)
    made = sw.Replay.start(
        replay.characters, seed=replay.seed, blessings=replay.blessings, meta=replay.meta,
        names=[player.name for player in replay.players],
    )  # fmt: skip
    for number, node in enumerate(line):
        if number < dealt or node.move is None:
            made.record(data if number == dealt else node.deal if node.move is None else str(node.move))
        else:
            secret = node.seat != viewer and node.move.kind in ("keep", "take")
            made.record(_renamed(str(node.move), renamed) if secret else str(node.move))
    return made


def _hidden(position: sw.Position, seat: int, viewer: int) -> set[str]:
    """Cards of a seat's area that the viewer does not see now."""
    area = position.seats[seat]
    hidden = {card.rstrip("'") for card in area.deck}
    if seat != viewer:
        hidden |= {card.rstrip("'") for card in area.hand}
        hidden |= {card.strip("-^'") for card in area.chosen}
        if position.seat == seat and position.taking is not None:
            hidden.add(position.taking.rstrip("'"))
    return hidden


def _named_openly(nodes: Sequence[sw.Node]) -> set[str]:
    """Cards that moves of turns named: those that A4 took back are in a hand again, where all know them."""
    moves = [
        str(node.move) for node in nodes if node.move is not None and node.move.kind in ("play", "ability")
    ]
    return {card for move in moves for card in re.findall(r"[A-Z]+[0-9]+", move)}


def _mixed(
    deck: list[str], hidden: set[str], replay: sw.Replay, random: Random
) -> tuple[list[str], dict[str, str]]:
    """The deck as dealt with its hidden cards in other places, turned at random; who stands for whom."""
    cards = replay.edition.cards
    spots = [spot for spot, card in enumerate(deck) if card.rstrip("'") in hidden]
    mixed = random.sample([deck[spot].rstrip("'") for spot in spots], len(spots))
    made, renamed = list(deck), {}
    for spot, card in zip(spots, mixed, strict=True):
        renamed[deck[spot].rstrip("'")] = card
        made[spot] = card if isinstance(cards[card], Relic) else card + random.choice(["", "'"])
    return made, renamed


def _threats(threats: list[str], position: sw.Position, random: Random) -> list[str]:
    """The same Threats up to what was turned up, below them any that nobody sees."""
    down = len(position.deck)
    if not down:
        return threats
    cards = position.edition.cards
    seen = {*threats[: len(threats) - down], *position.done}
    seen |= {card.strip("-^'") for area in position.seats for card in (*area.hand, *area.deck, *area.chosen)}
    seen |= {card.strip("'") for area in position.seats for card in (*area.discards, *area.storage)}
    unseen = [card for card in cards if card[0] in "TR" and card[1:].isdigit() and card not in seen]
    return [*threats[: len(threats) - down], *random.sample(unseen, down)]


def _renamed(move: str, names: dict[str, str]) -> str:
    """A secret move with its cards in their places, sorted as the notation wants."""
    head, *parts = move.split(" ")
    if head == "take":
        bare = parts[0].rstrip("'")
        name = names.get(bare, bare)
        return f"take {name}" if name.startswith("R") else f"take {name}{parts[0][len(bare) :]}"
    rotates = ["~"] if "~" in parts else []
    picks = [part[0] + names.get(part[1:], part[1:]) for part in parts if part != "~"]
    return " ".join([head, *rotates, *sorted(picks, key=lambda pick: pick[1:])])

"""Games for the browser tests as the front end's payload, played by a seeded random player."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import silkenweb as sw
from silkenweb.game.choice import move_words
from silkenweb.text import Words

Node = dict[str, Any]
Payload = dict[str, Any]
COMMENTS = ("Only Wukong can.", "Waiting costs a Rest, and the next Rest costs the game.", "<b>plain</b>")


def cards_of(edition: sw.Edition) -> dict[str, Any]:
    """Every card as the front end wants it."""
    data = edition.data
    cards = {}
    for kind, section in (("equipment", data["equipment"]), ("threat", data["threats"])):
        cards |= {
            card["id"]: {**card, "kind": kind, "source": section["source"]} for card in section["cards"]
        }
    relics = data["relics"]
    return cards | {relic: {"kind": "relic", "source": relics["source"]} for relic in relics["ids"]}


def game_of(characters: list[str], edition: sw.Edition, **more: Any) -> dict[str, Any]:
    """The static part of the payload."""
    players = ("Ana", None, "Bo", None, "Chidi")
    names = [edition.characters[key].name for key in characters]
    seats = [
        {"character": key, "name": name, "player": player}
        for key, name, player in zip(characters, names, players, strict=False)
    ]
    game = {
        "seats": seats,
        "cards": cards_of(edition),
        "levels": edition.data["levels"],
        "edition": {"name": "reconstructed", "title": edition.title},
        "title": "A narrow escape",
        "lenses": ["all", "seat:0", "infer:0"],
        "lens": "all",
        "kernel": True,
        "bots": ["random", "greedy"],
    }
    return game | more


class Grower:
    """Grows a tree of nodes with running ids, keeping the position behind each."""

    def __init__(self, start: sw.Position, seed: str) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.positions: dict[int, sw.Position] = {}
        self.nodes: list[Node] = []
        self.add(None, "0", start, move=None, say=[])

    def add(self, parent: int | None, path: str, position: sw.Position, **fields: Any) -> int:
        """A node whose position is known."""
        node = {"id": len(self.nodes), "parent": parent, "path": path, "text": position.text, **fields}
        self.nodes.append(node)
        self.positions[node["id"]] = position
        return int(node["id"])

    def grow(self, parent: int, path: str, **fields: Any) -> int | None:
        """A node after `parent`: the level's deal, or a move at random that resting seldom beats."""
        position = self.positions[parent]
        if position.over:
            return None
        if position.phase == "deal":
            step = position.step(sw.deal(position, seed=self.seed))
            fields |= {"move": None, "deal": True}
        else:
            taken = {node["move"] for node in self.nodes if node["parent"] == parent}
            moves = [str(move) for move in position.legal_moves() if str(move) not in taken]
            if not moves:
                return None
            move = self.random.choice([move for move in moves if move.startswith(("play", "claim"))] or moves)
            step = position.step(move)
            fields |= {"move": move}
        return self.add(parent, path, step.position, say=[event.sentence for event in step.events], **fields)


@cache
def grown(
    characters: tuple[str, ...], seed: str, blessings: int, length: int = 400, branches: int = 0
) -> tuple[Grower, list[Node], list[Node]]:
    """A recorded line and its branches, each of a few nodes."""
    grower = Grower(sw.Position.start(list(characters), blessings=blessings), seed)
    last: int | None = 0
    while last is not None and len(grower.nodes) <= length:
        last = grower.grow(last, str(len(grower.nodes)))
    line = list(grower.nodes)
    for node in range(5, len(line), max(1, len(line) // 7)):
        line[node]["comment"] = COMMENTS[node % 3]
        line[node]["glyph"] = ("!", "?", "!?")[node % 3]
    for k in range(branches):
        place = 3 + k * max(1, (len(line) - 5) // max(1, branches))
        by = "reader" if k % 2 else "file"
        at = grower.grow(place - 1, f"{place}/1", by=by)
        for more in range(4):
            at = None if at is None else grower.grow(at, f"{place}/1/{more + 2}", by=by)
    return grower, line, grower.nodes[len(line) :]


def state(
    characters: tuple[str, ...] = ("wukong", "bajie", "wujing"), seed: str = "class-7", blessings: int = 12,
    length: int = 400, branches: int = 3, **game: Any,
) -> Payload:  # fmt: skip
    """All traits of the model, as Python would set them."""
    _, line, others = grown(characters, seed, blessings, length, branches)
    static = game_of(list(characters), sw.Edition.load(), **game)
    return {"game": static, "line": line, "branches": others, "notes": {}, "cursor": 0}


def full_hands(payload: Payload) -> int:
    """A node of the line at which a turn begins with cards in every hand, and cards face down."""
    for node in payload["line"]:
        position = sw.Position.parse(node["text"])
        if position.phase == "turn" and position.deck and all(len(seat.hand) > 2 for seat in position.seats):
            return int(node["id"])
    raise LookupError("no such node")


def told(position: sw.Position) -> list[dict[str, str]]:
    """The legal moves of a position with words."""
    words = Words("en")
    return [
        {"text": str(move), "words": move_words(words, position.state, move)}
        for move in position.legal_moves()
    ]


def legal_of(payload_key: tuple[Any, ...], nodes: list[int] | None = None) -> dict[str, list[dict[str, str]]]:
    """The legal moves of nodes, by id as text, as the answers of Python give them."""
    grower, _, _ = grown(*payload_key)
    wanted = range(len(grower.nodes)) if nodes is None else nodes
    return {str(i): told(grower.positions[i]) for i in wanted}

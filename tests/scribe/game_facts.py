"""Convert a recorded game to facts that players could give, complete or with parts left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import silkenweb as sw
from silkenweb.game.tables import Tables
from silkenweb.scribe import Fact, Scribe
from silkenweb.scribe.facts import ANY, read_fact


@dataclass(frozen=True)
class Item:
    """The text of a fact, its level, and the number of moves before it."""

    text: str
    level: int
    after: int

    @property
    def kind(self) -> str:
        return self.text.split()[0]


def whole(replay: sw.Replay) -> tuple[list[Item], list[Item]]:
    """The moves of a game in order, and all other facts about it."""
    moves: list[Item] = []
    others: list[Item] = []
    line = replay.main_line()
    for place, node in enumerate(line):
        level, made = node.level, len(moves)
        kind = node.move.kind if node.move is not None else "deal"
        who = replay.characters[node.seat] if node.seat is not None else ""
        if kind == "deal":
            others += _dealt(node, made)
        elif kind == "keep":
            others.append(Item(_kept(node, who), level, made))
        elif kind == "take":
            assert node.move is not None
            others.append(Item(f"took {who} {node.move.card}", level, made))
        else:
            moves.append(Item(str(node.move), level, made))
            for event in node.events:
                if hasattr(event, "cards") and type(event).__name__ == "Revealed":
                    others.append(Item(f"reveal {' '.join(event.cards)}", level, made + 1))
        more = place + 1 < len(line) and line[place + 1].move is not None
        waits = more and str(line[place + 1].move).startswith("take")
        if node.position.phase in ("turn", "rotate", "won", "lost") and not waits:
            others += _lying(node, len(moves))
    return moves, others


def _dealt(node: sw.Node, made: int) -> Iterator[Item]:
    position, level = node.position, node.level
    yield Item(f"row {' '.join(target.card for target in position.row)}", level, made)
    yield Item(f"threats {' '.join(position.deck)}".strip(), level, made)
    for seat in position.seats:
        yield Item(f"dealt {seat.character} {' '.join(seat.hand)}".strip(), level, made)
        yield Item(f"deck {seat.character} {' '.join(seat.deck)}".strip(), level, made)


def _kept(node: sw.Node, who: str) -> str:
    """Return the keep with its rotation, and with the sides of stored cards."""
    move = node.move
    assert move is not None
    assert node.seat is not None
    assert node.parent is not None
    hand = {card.rstrip("'"): card for card in node.parent.position.seats[node.seat].hand}
    relics = node.state.tables.relics
    turned = {
        card: card if card in relics else card + "'" * ((hand[card] != card) ^ move.rotates)
        for card in move.stored
    }
    parts = [f"-{card}" for card in move.discards] + [f"^{turned[card]}" for card in move.stored]
    return " ".join(["keep", who, "~" if move.rotates else "=", *parts])


def _lying(node: sw.Node, made: int) -> Iterator[Item]:
    position = node.position
    level = position.level
    for seat in position.seats:
        yield Item(f"hand {seat.character} only {' '.join(seat.hand)}".strip(), level, made)
        yield Item(f"deck {seat.character} {' '.join(seat.deck)}".strip(), level, made)
    yield Item(f"threats {' '.join(position.deck)}".strip(), level, made)


def weaker(item: Item, rng: Random) -> Item:
    """Return a less precise version of the fact."""
    words = item.text.split()
    if item.kind in ("row", "reveal", "threats"):
        words = [words[0], *(ANY if rng.random() < 0.3 else word for word in words[1:])]
    elif item.kind == "keep":
        words = words[:2] + [word for word in words[2:] if word[0] == "^" or rng.random() < 0.6]
        words = [word.rstrip("'") + "?" if word[0] == "^" and rng.random() < 0.3 else word for word in words]
    elif item.kind in ("hand", "dealt", "took"):
        if item.kind == "hand" and rng.random() < 0.7:
            words = [*words[:2], *(word for word in words[3:] if rng.random() < 0.6)]
        first = 3 if words[2:3] == ["only"] else 2
        words[first:] = [
            word.rstrip("'") + "?" if rng.random() < 0.4 and not word.startswith("R") else word
            for word in words[first:]
        ]
    return replace(item, text=" ".join(words))


def in_some_order(moves: list[Item], others: list[Item], rng: Random) -> list[Item]:
    """Return the moves in order, with each other fact at a random time after its own moment."""
    timed = [(float(place) + 0.5, move) for place, move in enumerate(moves)]
    for item in others:
        late = rng.random() < 0.4 and "^" not in item.text  # stored cards must be given
        timed.append((rng.uniform(item.after, len(moves)) if late else float(item.after), item))
    return [item for _, item in sorted(timed, key=lambda pair: pair[0])]


def tell(scribe: Scribe, items: list[Item]) -> None:
    for item in items:
        scribe.tell(item.text, level=item.level, after=item.after)


def agrees(replay: sw.Replay, told: list[Item]) -> None:
    """Fail if a replay contradicts a fact about it."""
    moves, others = whole(replay)
    tables = replay.root.state.tables
    assert [move.text for move in moves] == [item.text for item in told if item in moves or is_move(item)]
    facts: dict[tuple[object, ...], Fact] = {}
    for item in others:
        fact = read_fact(tables, item.text, item.level, item.after)
        facts[_place(fact)] = fact
    for item in told:
        if not is_move(item):
            fact = read_fact(tables, item.text, item.level, item.after)
            assert _place(fact) in facts, (item, "nothing of the kind happened")
            assert _holds(tables, fact, facts[_place(fact)]), (item, facts[_place(fact)])


def is_move(item: Item) -> bool:
    return item.kind not in ("row", "reveal", "threats", "keep", "dealt", "hand", "deck", "took")


def _place(fact: Fact) -> tuple[object, ...]:
    timeless = fact.kind in ("row", "keep", "dealt", "took")
    return fact.kind, fact.level, -1 if timeless else fact.after, fact.seat


def _holds(tables: Tables, told: Fact, true: Fact) -> bool:
    """Return whether a fact is part of the truth."""
    if told.kind in ("row", "reveal", "threats"):
        pairs = zip(told.cards, true.cards, strict=True)
        return all(one[0] in (ANY, other[0]) for one, other in pairs)
    if told.rotated is not None and told.rotated != true.rotated:
        return False
    if told.kind == "deck" and [card for card, _ in told.cards] != [card for card, _ in true.cards]:
        return False
    if told.kind == "hand" and told.whole and len(told.cards) != len(true.cards):
        return False
    lay, stored = dict(true.cards), dict(true.stored)
    return all(card in lay and set(lay[card]) <= set(sides) for card, sides in told.cards) and all(
        card in stored and set(stored[card]) <= set(sides) for card, sides in told.stored
    )

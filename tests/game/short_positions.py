"""Terse ways to a position: only what a test is about is written, the rest follows.

`at("row=T10,T19 wukong=WK2,WK5' bajie=")` is a turn of seat 0 at level 1; every card that is not named lies
in its owner's Discard Pile. A seat's parts after the hand may be left out, and `A/` before it:
`wujing=u/hand/deck/pile/storage/chosen`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from silkenweb.edition import Edition
from silkenweb.errors import IllegalMove
from silkenweb.game import Event, Move, Position

FIELDS = (
    *("level", "phase", "seat", "start", "blessings", "rests", "turn"),
    *("row", "deck", "done", "spirit", "marker", "queue", "taking"),
)
NOBODY = ("deal", "won", "lost")

MARKER, DRAWS = "others-may-rotate", "discard-then-other-draws"


def text(short: str, edition: Edition | None = None) -> str:
    """The whole position text of a short one."""
    edition = edition or Edition.load()
    given = dict(word.split("=", 1) for word in short.split())
    names = [name for name in given if name not in FIELDS]
    fields = _defaults(given, names, edition) | {name: given[name] for name in given if name in FIELDS}
    named = set(re.findall(r"[A-Za-z0-9]*[0-9]", " ".join(given.values())))
    seats = [f"{name}={_seat(name, given[name], named, edition)}" for name in names]
    return " ".join([*(f"{name}={fields[name]}" for name in FIELDS), *seats])


def _defaults(given: dict[str, str], names: list[str], edition: Edition) -> dict[str, str]:
    phase, level = given.get("phase", "turn"), int(given.get("level", 1))
    seat = given.get("seat", "-" if phase in NOBODY else "0")
    segments = len(edition.levels[level - 1].segments)
    flipped = [name for name in names if given[name].startswith("u/")]
    holder = next((name for name in names if edition.characters[name].effect == MARKER), "")
    start = given.get("start", seat if phase == "keep" else "0")
    last = int(start) if phase == "keep" else names.index(holder) if holder else 0
    asked = (last - int(seat)) % len(names) or len(names) if phase in ("keep", "rotate") else 0
    queue = [str((int(seat) + step) % len(names)) for step in range(asked)]
    return {
        "level": str(level),
        "phase": phase,
        "seat": seat,
        "start": start,
        "blessings": "0" if phase == "lost" else "1",
        "rests": str(len(names)) if phase == "lost" else "0",
        "turn": "-",
        "row": "-",
        "deck": "-",
        "done": "-",
        "spirit": f"{segments if phase == 'won' else 0}/{segments}" if segments else "-",
        "marker": "x" if holder in flipped else "-",
        "queue": ",".join(queue) or "-",
        "taking": "-",
    }


def _seat(name: str, short: str, named: set[str], edition: Edition) -> str:
    sheet, parts = "A", short.split("/")
    if parts[0] in ("A", "u"):
        sheet, *parts = parts
    parts = [part or "-" for part in parts] + ["-"] * 5
    hand, deck, pile, storage, chosen = parts[:5]
    rest = [card for card in edition.characters[name].cards if card not in named]
    pile = ",".join(part for part in (*rest, pile) if part != "-") or "-"
    return "/".join((sheet, _in_order(hand), deck, _in_order(pile), _in_order(storage), chosen))


def _in_order(cards: str) -> str:
    return ",".join(sorted(cards.split(",")))


def at(short: str, edition: Edition | None = None) -> Position:
    """The position of a short text, through the parser."""
    return Position.parse(text(short, edition), edition)


def run(position: Position, *moves: str) -> Position:
    """The position after these moves."""
    for move in moves:
        position = position.apply(move)
    return position


def legal(position: Position, kind: str = "") -> list[str]:
    """The legal moves that begin so."""
    return [str(move) for move in position.legal_moves() if move.startswith(kind)]


def refused(position: Position, move: str) -> str:
    """The id of the rule that forbids a move; it is not listed as legal, and the position stays as it was."""
    before = position.text
    with pytest.raises(IllegalMove) as caught:
        position.apply(move)
    assert caught.value.move == move
    assert caught.value.reason
    assert caught.value.legal == position.legal_moves()
    assert Move(move) not in caught.value.legal
    assert position.text == before
    return caught.value.rule


def events(position: Position, *moves: str) -> list[Event]:
    """What happens in these moves."""
    found: list[Event] = []
    for move in moves:
        position, new = position.step(move)
        found += new
    return found


def kinds(position: Position, *moves: str) -> list[str]:
    """The names of the events of these moves."""
    return [type(event).__name__ for event in events(position, *moves)]


def row(position: Position) -> str:
    """The field `row`."""
    return field(position, "row")


def field(position: Position, name: str) -> str:
    """One field of the position text, a seat's six parts included."""
    return dict(part.split("=", 1) for part in position.text.split(" "))[name]


def changed(changes: dict[str, Any]) -> Edition:
    """The built-in edition with these values set: a place is keys and indices, split by dots."""
    data = Edition.load().data
    for place, value in changes.items():
        *steps, last = place.split(".")
        spot: Any = data
        for step in steps:
            spot = spot[int(step)] if isinstance(spot, list) else spot[step]
        spot[int(last) if isinstance(spot, list) else last] = value
    return Edition.from_dict(data)


def deal_of(position: Position, threats: str, **decks: str) -> dict[str, Any]:
    """A deal at this position: the threats in order, each deck top first (else as the pile lies)."""
    piles = {seat.character: seat.discards for seat in position.seats}
    named = {name: tuple(deck.split(",")) if deck else () for name, deck in decks.items()}
    cards = {name: list(named.get(name, pile)) for name, pile in piles.items()}
    return {"level": position.level, "threats": threats.split(","), "decks": cards}


def top(first: str, position: Position, seat: int) -> str:
    """A deck that begins with these cards, the seat's others after them."""
    named = {card.rstrip("'") for card in first.split(",")}
    return ",".join([first, *(card for card in position.seats[seat].discards if card not in named)])

"""Positions for lessons, of which only the relevant parts are given."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import Position

MARKER = "others-may-rotate"
CARD = re.compile(r"[A-Za-z0-9]*[0-9]")


def set_up(
    row: str = "",
    *,
    deck: str = "",
    level: int = 1,
    seat: int = 0,
    blessings: int = 1,
    rests: int = 0,
    spirit: str = "",
    marker: str = "-",
    decks: Mapping[str, str] | None = None,
    storage: Mapping[str, str] | None = None,
    flipped: Sequence[str] = (),
    edition: Edition | None = None,
    **hands: str,
) -> Position:
    """Return a position in which it is the turn of `seat`, with these cards on the table.

    >>> position = lay("T10(BJ2@1) T19", deck="T01", wukong="WK2 WK3'", bajie="")
    >>> [target.card for target in position.row], position.seats[0].hand, position.seats[1].hand
    (['T10', 'T19'], ('WK2', "WK3'"), ())

    Cards are separated by spaces. `row` and `deck` are the Threat Row (with commitments, as in a position
    text) and the Threat Deck, next card first; `spirit` is as in a position text (by default no segment is
    resolved). `decks` and `storage` give Equipment Decks (top first) and storage by character, and `flipped`
    lists the characters whose sheet is flipped. The keywords `hands` name the characters in seat order. All
    their other cards are in their Discard Piles. Raises SilkenwebError for a character who is not at the
    table, and NotationError for an impossible position.
    """
    edition = edition or Edition.load()
    decks, storage = dict(decks or {}), dict(storage or {})
    for name in (*hands, *decks, *storage, *flipped):
        if name not in edition.characters or name not in hands:
            raise SilkenwebError(
                f"{quote(name)} is not at the table; give a hand (even an empty one: wukong='') to one of "
                f"{', '.join(edition.characters)}"
            )
    named = set(CARD.findall(" ".join((row, spirit, *hands.values(), *decks.values(), *storage.values()))))
    segments = len(edition.levels[level - 1].segments) if 0 < level <= len(edition.levels) else 0
    if any(edition.characters[name].effect == MARKER for name in flipped):
        marker = "x"
    fields = [
        f"level={level} phase=turn seat={seat} start=0 blessings={blessings} rests={rests} turn=-",
        f"row={_listed(row)} deck={_listed(deck)} done=-",
        f"spirit={spirit or (f'0/{segments}' if segments else '-')} marker={marker} queue=- taking=-",
    ]
    for name, hand in hands.items():
        pile = [card for card in edition.characters[name].cards if card not in named]
        parts = [
            "u" if name in flipped else "A",
            _listed(" ".join(sorted(hand.split()))),
            _listed(decks.get(name, "")),
            _listed(" ".join(sorted(pile))),
            _listed(" ".join(sorted(storage.get(name, "").split()))),
            "-",
        ]
        fields.append(f"{name}={'/'.join(parts)}")
    return Position.parse(" ".join(fields), edition)


def _listed(cards: str) -> str:
    return ",".join(cards.split()) or "-"

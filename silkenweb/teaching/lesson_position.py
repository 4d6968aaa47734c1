"""Lay a position out for a lesson: only what it is about is named, the rest follows."""

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
    """A turn of `seat`, with these cards on the table; cards are named with spaces between.

    >>> position = lay("T10(BJ2@1) T19", deck="T01", wukong="WK2 WK3'", bajie="")
    >>> [target.card for target in position.row], position.seats[0].hand, position.seats[1].hand
    (['T10', 'T19'], ('WK2', "WK3'"), ())

    `row` and `deck` are the Threat Row (with what is committed, as in a position text) and the Threat Deck,
    next first; `spirit` is as in a position text (by default no segment is resolved), `decks` and `storage`
    name Equipment Decks (top first) and storage by character, `flipped` the characters whose sheet is
    flipped. The characters that `hands` names sit in that order. Every card of theirs that is not named lies
    in their Discard Pile. Raises SilkenwebError for a character that does not sit here, NotationError for a
    position that can't be.
    """
    edition = edition or Edition.load()
    decks, storage = dict(decks or {}), dict(storage or {})
    for name in (*hands, *decks, *storage, *flipped):
        if name not in edition.characters or name not in hands:
            raise SilkenwebError(
                f"{quote(name)} does not sit here; a hand (it can be empty: wukong='') seats one of "
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

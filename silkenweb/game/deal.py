"""The one chance event of a level: the order of the Threat Cards and of each Equipment Deck.

RULES.md, "Chance": a seed (a text) gives the same deal in any language; a deal can also be given as it was
at a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from random import Random
from types import MappingProxyType
from typing import Any, Self

import msgspec
from msgspec.structs import force_setattr

from silkenweb import arguments
from silkenweb.errors import NotationError, quote, shorten
from silkenweb.game.effects import Log
from silkenweb.game.state import DEAL, KEEP, Illegal, State
from silkenweb.game.tables import Tables

AT_LEAST_REVEALED = 3  # S3


class Deal(msgspec.Struct, frozen=True):
    """The deal of one level: `threats` in reveal order, `decks` top first, with orientations.

    >>> Deal.from_dict({"level": 1, "threats": ["T01"], "decks": {"tang": ["TS1'"]}}).decks["tang"]
    ("TS1'",)
    """

    level: int
    threats: tuple[str, ...]
    decks: Mapping[str, tuple[str, ...]]

    def __post_init__(self) -> None:
        if type(self.level) is not int:
            force_setattr(self, "level", arguments.whole("level", self.level, 1))
        if not isinstance(self.decks, Mapping):
            raise arguments.wrong("decks", "a dict of decks by character", self.decks)
        decks = {seat: _cards("decks", cards) for seat, cards in self.decks.items()}
        force_setattr(self, "threats", _cards("threats", self.threats))
        force_setattr(self, "decks", MappingProxyType(decks))

    def __reduce__(self) -> tuple[Any, ...]:
        return Deal, (self.level, self.threats, dict(self.decks))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return a deal from the JSON of a replay. Raises NotationError if its shape is wrong."""
        if not isinstance(data, Mapping):
            raise arguments.unreadable("data", "the dict of a deal, with level, threats and decks", data)
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError:
            raise _misshapen(data) from None

    def to_dict(self) -> dict[str, Any]:
        """Return the deal as the JSON of a replay."""
        decks = {character: list(cards) for character, cards in self.decks.items()}
        return {"level": self.level, "threats": list(self.threats), "decks": decks}

    def __hash__(self) -> int:
        return hash((self.level, self.threats))


def _misshapen(data: Mapping[str, Any]) -> NotationError:
    """Return the error for the first part of a deal's dict that has the wrong form."""
    for field in ("level", "threats", "decks"):
        if field not in data:
            return NotationError(f"expected the key {quote(field)}, got none", where="deal")
    if type(data["level"]) is not int:
        return arguments.unreadable("deal.level", "a whole number", data["level"])
    decks = data["decks"]
    if not isinstance(decks, Mapping):
        return arguments.unreadable("deal.decks", "a dict of decks by character", decks)
    lists = {"threats": data["threats"], **{f"decks.{shorten(str(seat))}": decks[seat] for seat in decks}}
    for where, cards in lists.items():
        if not isinstance(cards, list | tuple):
            return arguments.unreadable(f"deal.{where}", "a list of cards", cards)
        for place, card in enumerate(cards):
            if type(card) is not str:
                return arguments.unreadable(f"deal.{where}[{place}]", "the text of a card", card)
    return arguments.unreadable("deal", "a dict with level, threats and decks", data)


def _cards(name: str, cards: Iterable[str]) -> tuple[str, ...]:
    return cards if type(cards) is tuple else arguments.texts(name, cards, "a list of cards")


def deal_from_seed(state: State, seed: str) -> Deal:
    """Return the deal that RULES.md gives for a seed at this position, which must be in phase deal."""
    tables = state.tables
    prefix = f"{seed}|{state.level}|".encode()
    # The numbers are big-endian, so their bytes sort as they do, and the last byte tells odd from even.
    encoded, ids = tables.of.encoded, tables.targets
    reserve = sorted(
        [(blake2b(prefix + encoded[t], digest_size=8).digest(), ids[t]) for t in state.reserve()]
    )
    decks = {}
    for seat, character in enumerate(tables.characters):
        turned = tables.kits[seat].turned
        pile = tables.cards(seat, state.discards[seat])
        keyed = sorted([(blake2b(prefix + card.encode(), digest_size=8).digest(), card) for card in pile])
        decks[character] = tuple([turned[card] if key[-1] & 1 else card for key, card in keyed])
    return Deal(state.level, tuple([card for _, card in reserve[: _dealt(state)]]), decks)


def deal_at_random(state: State, rng: Random) -> Deal:
    """Return a deal from a generator, for playouts: every order and orientation is equally likely."""
    tables, random = state.tables, rng.random
    reserve = state.reserve()
    threats = rng.sample(reserve, min(_dealt(state), len(reserve)))
    decks = {}
    for seat, character in enumerate(tables.characters):
        turned = tables.kits[seat].turned
        keyed = sorted([(random(), card) for card in tables.cards(seat, state.discards[seat])])
        turn = rng.getrandbits(len(keyed) + 1)
        decks[character] = tuple(
            [turned[card] if turn >> place & 1 else card for place, (_, card) in enumerate(keyed)]
        )
    return Deal(state.level, tuple([tables.targets[target] for target in threats]), decks)


def _dealt(state: State) -> int:
    """Return how many Threat Cards a level deals, at most those in the Reserve (S2)."""
    return state.level * state.tables.players


def apply_deal(state: State, deal: Deal, log: Log = None) -> State:
    """Return the position after a deal, in which the start player decides what to keep (S2-S5)."""
    if state.phase != DEAL:
        raise Illegal("S2", "deal.phase", phase=state.phase)
    if deal.level != state.level:
        raise Illegal("S2", "deal.level", level=state.level, found=deal.level)
    threats = _check_threats(state, deal.threats)
    decks = _check_decks(state, deal.decks)
    new = state.copy()
    tables = state.tables
    if log is not None:
        log.dealt(state, len(threats))
    count = _revealed(tables, threats)
    new.row, new.deck = threats[:count], threats[count:]
    draw = tables.edition.levels[state.level - 1].draw
    new.hands = tuple([sum(deck[:draw]) for deck in decks])
    new.decks = tuple([deck[draw:] for deck in decks])
    new.discards = (0,) * tables.players
    new.phase = KEEP
    seats = tuple(range(tables.players))
    new.queue = seats[state.start :] + seats[: state.start]
    new.seat = new.start
    if log is not None:
        log.revealed(new.row)
        for seat in seats:
            log.drew(seat, new.hands[seat])
    return new


def _revealed(tables: Tables, threats: tuple[int, ...]) -> int:
    """Return how many cards the row begins with (S3)."""
    locking = tables.locking
    for count, target in enumerate(threats, 1):
        if locking[target]:
            return min(max(count, AT_LEAST_REVEALED), len(threats))
    return len(threats)


def _check_threats(state: State, cards: Sequence[str]) -> tuple[int, ...]:
    targets = state.tables.target_of
    try:
        threats = tuple([targets[card] for card in cards])
    except KeyError as error:
        raise Illegal("S2", "threat.unknown", card=error.args[0]) from None
    if len(set(threats)) != len(threats):
        raise Illegal("S2", "deal.twice")
    held = state.relics_between_levels()
    if held:
        relic_of = state.tables.relic_of_target
        for card, target in zip(cards, threats, strict=True):
            if relic_of.get(target, 0) & held:
                raise Illegal("S2", "deal.held", card=card)
    wanted = min(_dealt(state), len(targets) - held.bit_count())
    if len(threats) != wanted:
        raise Illegal("S2", "deal.count", level=state.level, wanted=wanted, found=len(threats))
    return threats


def _check_decks(state: State, decks: Mapping[str, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
    tables = state.tables
    if decks.keys() != tables.seats_by_name.keys():
        raise Illegal("S4", "deal.decks", wanted=", ".join(tables.characters), found=", ".join(decks))
    return tuple([_check_deck(state, seat, decks[key]) for seat, key in enumerate(tables.characters)])


def _check_deck(state: State, seat: int, cards: Sequence[str]) -> tuple[int, ...]:
    tables = state.tables
    faces_of, pile = tables.face_of[seat], state.discards[seat]
    try:
        faces = tuple([faces_of[card] for card in cards])
    except KeyError as error:
        raise Illegal("S4", "deal.card", card=error.args[0], who=tables.who[seat]) from None
    # As many cards as there should be can only give a mask of as many bits if no face is among them twice.
    mask = tables.kits[seat].without_orientation(sum(faces))
    if mask != pile or len(faces) != pile.bit_count():
        raise _wrong_deck(tables, seat, pile, tables.without_orientation(seat, sum(set(faces))))
    return faces


def _wrong_deck(tables: Tables, seat: int, pile: int, mask: int) -> Illegal:
    missing, extra = tables.cards(seat, pile & ~mask), tables.cards(seat, mask & ~pile)
    code = "deal.missing" if missing else "deal.extra" if extra else "deal.repeated"
    return Illegal("S4", code, who=tables.who[seat], cards=", ".join(missing or extra))

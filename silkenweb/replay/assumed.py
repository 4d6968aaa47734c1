"""The assumed parts of a position: cards that nobody saw, and that a Scribe filled in.

They are marked in the file as `x_assumed` (see scribe/reconstruction.py). Anyone may write such a key, so
values with another shape are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from silkenweb.game.perspective import Players, Sight, sight
from silkenweb.game.state import KEEP
from silkenweb.replay.tree import Node

KEY: Final = "x_assumed"
NOTHING: Final[frozenset[str]] = frozenset()


class Assumed(NamedTuple):
    """The assumed parts of a position, as cards without `'`.

    `threats`: assumed cards of the Threat Row and the Threat Deck. By character, `places`: cards whose place
    is assumed; `sides`: cards whose orientation is assumed.
    """

    threats: frozenset[str]
    places: dict[str, frozenset[str]]
    sides: dict[str, frozenset[str]]

    def of(self, character: str, card: str, sided: bool = True) -> bool:
        """Return whether a card of a character is assumed; `sided`: whether its side is shown too."""
        bare = card.rstrip("'")
        return bare in self.places.get(character, NOTHING) or (
            sided and bare in self.sides.get(character, NOTHING)
        )

    def __bool__(self) -> bool:
        return bool(self.threats or any(self.places.values()) or any(self.sides.values()))


def noted(deal: Node) -> Assumed:
    """Return what the notes of a deal mark as assumed, regardless of what the level revealed later."""
    marks = _record(deal.extra.get(KEY))
    decks = {key: _record(own) for key, own in _record(marks.get("decks")).items()}
    return Assumed(
        _texts(marks.get("threats")),
        {key: _texts(own.get("places")) for key, own in decks.items()},
        {key: _texts(own.get("sides")) for key, own in decks.items()},
    )


def assumed(node: Node) -> Assumed | None:
    """Return what is assumed in the position after a node.

    Returns None if nothing is, as in every game that was not entered from a real table.
    """
    level = node._level()
    if not level or level[0].deal is None:
        return None
    marks = _record(level[0].extra.get(KEY))
    decks = _record(marks.get("decks"))
    threats = _texts(marks.get("threats"))
    if not threats and not decks:
        return None
    opened = {card for each in level[1:] for card in _opened(each)}
    waiting = node.state.phase == KEEP
    places, sides = {}, {}
    for seat, character in enumerate(node.state.tables.characters):
        own = _record(decks.get(character))
        places[character] = _texts(own.get("places")) - opened
        guessed = _texts(own.get("sides"))
        if waiting and seat in node.state.queue and own.get("rotated") is True:
            tables = node.state.tables
            guessed |= set(tables.cards(seat, tables.without_orientation(seat, node.state.hands[seat])))
        sides[character] = guessed - opened
        taken = [each for each in level if each.seat == seat and each.move and each.move.kind == "take"]
        for each in taken:
            _retake(each, places, sides, character)
    found = Assumed(threats, places, sides)
    return found or None


def guessed_in(node: Node) -> str:
    """Return what is assumed about a decision, in words; "" if nothing is."""
    if node.move is None:
        return ""
    marks = _record(node.extra.get(KEY))
    laid = _texts(marks.get("laid")) & {card.rstrip("'") for card in node.move.laid}
    said = [f"that {', '.join(sorted(laid))} {'were' if len(laid) > 1 else 'was'} discarded"] if laid else []
    if marks.get("rotated") is True:
        said.append(f"that the hand was {'' if node.move.rotates else 'not '}rotated")
    if marks.get("card") is True:
        said.append("which card was drawn")
    if marks.get("side") is True:
        said.append("which way up it was taken")
    return ", ".join(said)


def sight_of(node: Node, viewer: int | None = None, players: Players = ()) -> Sight:
    """Return what a viewer sees of the position after a node, marking the assumed cards among those shown."""
    seen = sight(node.position, viewer, players)
    marks = assumed(node)
    if marks is None:
        return seen
    named = set(marks.threats)
    for area in seen.areas:
        who, piled = area.character, set(area.seen.discards)
        for card in (*marks.places.get(who, ()), *marks.sides.get(who, ())):
            if marks.of(who, card, sided=card not in piled):
                named.add(card)
    return replace(seen, assumed=seen.shown_cards & named)


def _retake(
    node: Node, places: dict[str, frozenset[str]], sides: dict[str, frozenset[str]], who: str
) -> None:
    """Apply the assumptions of a draw (A1), whose player chose the orientation of the card."""
    assert node.move is not None
    marks, card = _record(node.extra.get(KEY)), {str(node.move.card).rstrip("'")}
    if marks.get("card") is not True:
        places[who] -= card
    if marks.get("side") is not True:
        sides[who] -= card


def _opened(node: Node) -> Iterator[str]:
    """Yield the cards that a move revealed, so that their place is no longer assumed."""
    move = node.move
    if move is None or move.kind not in ("play", "ability"):
        return
    if move.card:
        yield move.card
    for card in move.taken:
        yield card.rstrip("'")


def _record(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _texts(value: Any) -> frozenset[str]:
    return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else NOTHING

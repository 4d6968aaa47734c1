"""What holds of every position, by its public face: no card lost or doubled, moves in order, texts."""

from __future__ import annotations

from collections.abc import Iterator

from silkenweb.edition import Relic
from silkenweb.game import Position


def committed(position: Position) -> list[str]:
    """The cards on Threats and on the Spider Spirit."""
    targets = [*position.row, *([position.spirit] if position.spirit else [])]
    return [each.card for target in targets for each in target.committed]


def belongings(position: Position, seat: int) -> Iterator[str]:
    """All cards in a player's area, without orientation."""
    area = position.seats[seat]
    for place in (area.hand, area.deck, area.discards, area.storage):
        yield from (card.rstrip("'") for card in place)
    yield from (card[1:].rstrip("'") for card in area.chosen)
    if position.taking and position.seat == seat:
        yield position.taking


def held_relics(position: Position) -> list[str]:
    """Every Relic that a player holds."""
    cards = position.edition.cards
    found = [card for seat in range(len(position.seats)) for card in belongings(position, seat)]
    return [card for card in found if isinstance(cards[card], Relic)]


def threats(position: Position) -> list[str]:
    """Where each Threat and Relic of this level is: row, deck, Resolved pile, or held."""
    row = [target.card for target in position.row]
    return sorted([*row, *position.deck, *position.done, *held_relics(position)])


def check_cards(position: Position, dealt: list[str]) -> None:
    """Each player's Equipment once, in own places or committed; each Threat of the level once."""
    away = {card.rstrip("'") for card in committed(position)}
    for seat, character in enumerate(position.characters):
        own = position.edition.characters[character].cards
        mine = [card for card in belongings(position, seat) if card in own]
        assert sorted(mine + [card for card in away if card in own]) == sorted(own)
        others = [card for card in belongings(position, seat) if card not in own]
        assert all(isinstance(position.edition.cards[card], Relic) for card in others)
    assert len(committed(position)) == len(away)
    if position.phase == "deal":
        assert (position.row, position.deck, position.done) == ((), (), ())
        assert len(set(held_relics(position))) == len(held_relics(position))
    else:
        assert threats(position) == sorted(dealt)


def check_moves(position: Position) -> None:
    """Sorted, none twice, and some as long as somebody decides."""
    moves = position.legal_moves()
    assert list(moves) == sorted(set(moves))
    assert bool(moves) == (position.seat is not None)
    assert (position.seat is None) == (position.phase in ("deal", "won", "lost"))


def check_text(position: Position) -> None:
    """Read back, the position is the same, with the same moves and views."""
    parsed = Position.parse(position.text, position.edition)
    assert parsed == position
    assert parsed.text == position.text
    assert parsed.legal_moves() == position.legal_moves()
    for seat in range(len(position.seats)):
        assert parsed.view(seat) == position.view(seat)
        assert parsed.view(seat).text == position.view(seat).text

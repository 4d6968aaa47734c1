"""Small positions of all kinds, from a number: few cards in hand, few Threats left."""

from __future__ import annotations

from random import Random

from silkenweb import Edition, Position
from silkenweb.edition import Equipment, Relic


def small_position(edition: Edition, number: int) -> Position:
    """A position within a level, always the same for the same number."""
    rng = Random(number)
    characters = rng.sample(list(edition.characters), rng.randint(2, min(4, len(edition.characters))))
    players = len(characters)
    level = rng.randint(1, len(edition.levels))
    segments = edition.levels[level - 1].segments
    threats = [key for key, card in edition.cards.items() if not isinstance(card, Equipment | Relic)]
    relics = [key for key, card in edition.cards.items() if isinstance(card, Relic)]
    rng.shuffle(relics)
    held = [relics.pop() for _ in range(rng.choice([0, 0, 1, 2]))]
    reserve = sorted(set(threats + relics))
    rng.shuffle(reserve)
    dealt = reserve[: min(level * players, len(reserve))]
    alive = dealt[: rng.randint(0 if segments else 1, min(5, len(dealt)))]
    resolved = rng.randint(max(0, len(segments) - 2), len(segments)) if segments else 0
    if not alive and resolved == len(segments):
        resolved -= 1
    row = _revealed(edition, alive)
    seat = rng.randrange(players)
    blessings = rng.choice([0, 0, 1, 2])
    words = [f"level={level} phase=turn seat={seat} start={rng.randrange(players)} blessings={blessings}"]
    words.append(f"rests={rng.randrange(players)} turn=-")
    words.append(
        f"row={_list(alive[:row])} deck={_list(alive[row:])} done={_list(sorted(dealt[len(alive) :]))}"
    )
    words.append(f"spirit={f'{resolved}/{len(segments)}' if segments else '-'}")
    areas = {key: _area(edition, key, level, rng, held) for key in characters}
    flipped = "tang" in areas and areas["tang"].startswith("u")
    words.append(f"marker={'x' if flipped else '-'} queue=- taking=-")
    words += [f"{key}={area}" for key, area in areas.items()]
    return Position.parse(" ".join(words), edition)


def _revealed(edition: Edition, alive: list[str]) -> int:
    """As many as T9 leaves face up."""
    locks = [n for n, key in enumerate(alive, 1) if getattr(edition.cards[key], "locking", False)]
    return locks[0] if locks else len(alive)


def _area(edition: Edition, character: str, level: int, rng: Random, held: list[str]) -> str:
    cards = list(edition.characters[character].cards)
    rng.shuffle(cards)
    mine = [held.pop()] if held and rng.random() < 0.5 else []
    sheet = rng.choice("Au")
    size = rng.choice([0, 1, 1, 2, 2, 3])
    hand, cards = [*mine, *(_lying(card, rng) for card in cards[:size])], cards[size:]
    stored = 0
    if edition.characters[character].effect == "storage" and sheet == "A":
        stored = rng.choice([0, 1, 2])
    store, cards = [_lying(card, rng) for card in cards[:stored]], cards[stored:]
    most = max(0, len(cards) - rng.randint(0, 4))
    deck, pile = [_lying(card, rng) for card in cards[:most]], cards[most:]
    return "/".join([sheet, _list(sorted(hand)), _list(deck), _list(sorted(pile)), _list(sorted(store)), "-"])


def _lying(card: str, rng: Random) -> str:
    return card + rng.choice(["", "'"])


def _list(cards: list[str]) -> str:
    return ",".join(cards) or "-"

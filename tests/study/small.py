"""Small positions of all kinds, each made from a number: few cards in hand, few Threats left."""

from __future__ import annotations

from random import Random

from silkenweb import Edition, Position, deal
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
    marked = next((key for key in areas if edition.characters[key].effect == "others-may-rotate"), None)
    flipped = marked is not None and areas[marked].startswith("u")
    words.append(f"marker={'x' if flipped else '-'} queue=- taking=-")
    words += [f"{key}={area}" for key, area in areas.items()]
    return Position.parse(" ".join(words), edition)


def walked_position(edition: Edition, number: int) -> Position:
    """A small position after a few legal moves: within turns, with committed cards, open storages,
    abilities.
    """
    rng = Random(number)
    position = small_position(edition, number)
    for _ in range(rng.randint(0, 5)):
        moves = [move for move in position.legal_moves() if not move.startswith("signal")]
        kinds = sorted({move.kind for move in moves})
        kind = rng.choice(kinds)
        after = position.apply(rng.choice([move for move in moves if move.kind == kind]))
        if after.phase in ("deal", "won", "lost"):
            break
        position = after
    return position


def twin_edition() -> Edition:
    """Two characters who resolve the next target, and two who recover cards."""
    data = Edition.load().data
    twins = {"tang": "resolve-next", "bajie": "recover-two"}
    for character in data["characters"]:
        effect = character["ability"]["effect"]
        character["ability"]["effect"] = twins.get(character["key"], effect)
    return Edition.from_dict(data)


def tiny_edition() -> Edition:
    """Four cards per character and small hands, so that keeps can be searched completely."""
    data = Edition.load().data
    rng = Random(0)
    owners: dict[str, int] = {}
    kept = []
    cards = data["equipment"]["cards"]
    rng.shuffle(cards)
    for card in cards:
        owners[card["owner"]] = owners.get(card["owner"], 0) + 1
        if owners[card["owner"]] <= 4:
            kept.append(card)
    data["equipment"]["cards"] = sorted(kept, key=lambda card: str(card["id"]))
    for level, (draw, discard) in zip(data["levels"], [(2, 1), (3, 1), (3, 2)], strict=False):
        level["draw"], level["discard"] = draw, discard
    return Edition.from_dict(data)


def keep_position(edition: Edition, number: int) -> Position:
    """A keep phase of two or three players, some of whom may have chosen."""
    rng = Random(number)
    characters = rng.sample(list(edition.characters), rng.choice([2, 2, 3]))
    if rng.random() < 0.6 and "wujing" not in characters:
        characters[0] = "wujing"
    start = Position.start(characters, edition, blessings=rng.choice([0, 0, 1]))
    level = rng.choice([1, 1, 2, 3])
    position = Position.parse(start.text.replace("level=1", f"level={level}"), edition)
    position = position.apply(deal(position, rng=rng))
    for _ in range(rng.randint(0, len(characters) - 1)):
        position = position.apply(rng.choice(position.legal_moves()))
    return position


def _revealed(edition: Edition, alive: list[str]) -> int:
    """As many cards as T9 leaves face up."""
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

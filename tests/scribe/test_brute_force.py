"""The search finds a completion if and only if trying all deals and keeps of a small game does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.scribe import Scribe

CHARACTERS = ("wukong", "bajie")


@cache
def little() -> sw.Edition:
    """An edition with three cards per character, two drawn and one kept, four Threats and one level."""
    data = sw.Edition.load().data
    count: dict[str, int] = {}
    kept = []
    for card in data["equipment"]["cards"]:
        count[card["owner"]] = count.get(card["owner"], 0) + 1
        if count[card["owner"]] <= 3:
            kept.append(card)
    data["equipment"]["cards"] = kept
    asked = [("combat", 1, False), ("combat", 2, False), ("fire", 1, True), ("door", 1, True)]
    data["threats"]["cards"] = [
        {"id": f"T{n}", "icons": [icon], "count": often, "locking": locks}
        for n, (icon, often, locks) in enumerate(asked)
    ]
    data["relics"]["ids"] = []
    data["levels"] = [{**data["levels"][0], "draw": 2, "discard": 1, "segments": []}]
    data["edition"] = "little"
    return sw.Edition.from_dict(data)


def lies(seat: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every deal of a seat's deck with every keep; the order of the drawn cards does not matter."""
    cards = little().characters[CHARACTERS[seat]].cards
    for first in permutations(cards):
        if first[0] > first[1]:
            continue
        for turned in product(("", "'"), repeat=3):
            deck = tuple(card + sign for card, sign in zip(first, turned, strict=True))
            for rotated, laid in product((" ", " ~ "), first[:2]):
                yield deck, f"keep{rotated}-{laid}"


def holds(positions: list[sw.Position], fact: str, after: int, keeps: list[str]) -> bool:
    """Return whether a fact is true; `positions`: as dealt, at the start, and after each move."""
    kind, *words = fact.split()
    if kind == "row":
        return words == [target.card for target in positions[0].row]
    seat = CHARACTERS.index(words[0])
    now = positions[after + 1].seats[seat]
    if kind == "keep":
        told = keeps[seat].split()
        return all(("~" not in told) if word == "=" else word in told for word in words[1:])
    if kind == "deck":
        return words[1:] == list(now.deck)
    return all(set(_ways(word)) & set(now.hand) for word in words[1:])


def _ways(card: str) -> tuple[str, ...]:
    """Return the sides of a card that a fact allows."""
    bare = card.rstrip("?")
    return (bare, bare + "'") if card.endswith("?") else (card,)


def some_game(facts: list[tuple[str, int]], moves: list[str]) -> bool:
    """Return whether any game has these moves and facts."""
    start = sw.Position.start(CHARACTERS, little(), blessings=1)
    by_seat = [[(fact, after) for fact, after in facts if key in fact.split()] for key in CHARACTERS]
    rows = [(fact, after) for fact, after in facts if fact.startswith("row")]
    free = [[way for way in lies(seat) if _may(seat, way, by_seat[seat])] for seat in (0, 1)]
    for threats in permutations(["T0", "T1", "T2", "T3"], 2):
        for chosen in product(*free):
            decks = {key: deck for key, (deck, _) in zip(CHARACTERS, chosen, strict=True)}
            keeps = [keep for _, keep in chosen]
            dealt = start.apply(sw.Deal(1, threats, decks))
            if not all(holds([dealt], fact, 0, keeps) for fact, _ in rows):
                break
            positions = [dealt, dealt.apply(keeps[0]).apply(keeps[1])]
            try:
                for move in moves:
                    positions.append(positions[-1].apply(move))
            except sw.IllegalMove:
                continue
            if all(holds(positions, fact, after, keeps) for fact, after in facts):
                return True
    return False


def _may(seat: int, way: tuple[tuple[str, ...], str], facts: list[tuple[str, int]]) -> bool:
    """Return whether a seat's deal and keep agree with the facts up to the first move."""
    ways = [next(lies(0)), next(lies(1))]
    ways[seat] = way
    decks = {key: deck for key, (deck, _) in zip(CHARACTERS, ways, strict=True)}
    keeps = [keep for _, keep in ways]
    dealt = sw.Position.start(CHARACTERS, little(), blessings=1).apply(sw.Deal(1, ("T0", "T1"), decks))
    positions = [dealt, dealt.apply(keeps[0]).apply(keeps[1])]
    early = [fact for fact, after in facts if after == 0 or not fact.startswith(("hand", "deck"))]
    return all(holds(positions, fact, 0, keeps) for fact in early)


def drawn_facts(rng: Random) -> tuple[list[str], list[tuple[str, int]]]:
    """Return a few random moves and facts, most of them possible."""
    rows = ["T0 T2", "T0 T1", "T2 T0", "T1 T3"]
    row = rng.choice(rows)
    cards = [little().characters[key].cards for key in CHARACTERS]
    moves = []
    for turn in range(rng.randint(0, 3)):
        seat = turn % 2
        played = f"play {rng.choice(cards[seat])}>{rng.choice(row.split())}"
        moves.append(rng.choice(["rest", "rest ~", "rest", played]))
        if moves[-1].startswith("play"):
            break
    facts = [(f"row {row}", 0)] if rng.random() < 0.95 else []
    for _ in range(rng.randint(0, 4)):
        seat = rng.randrange(2)
        key, card = CHARACTERS[seat], rng.choice(cards[seat])
        sided = card + rng.choice(["", "'", "?"])
        text = rng.choice([f"hand {key} {sided}", f"keep {key} -{card}", f"keep {key} ~", f"keep {key} =",
                           f"deck {key} {card + rng.choice(['', chr(39)])}"])  # fmt: skip
        facts.append((text, rng.randint(0, len(moves))))
    return moves, facts


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_a_completion_is_found_where_there_is_one(number: int) -> None:
    moves, facts = drawn_facts(Random(number))
    scribe = Scribe(CHARACTERS, edition=little(), blessings=1)
    assert _told(scribe, moves, facts) == some_game(facts, moves)


def _told(scribe: Scribe, moves: list[str], facts: list[tuple[str, int]]) -> bool:
    """Return whether all facts were accepted; a refusal names a rule."""
    try:
        for place in range(len(moves) + 1):
            for text, after in facts:
                if after == place:
                    scribe.tell(text, level=1, after=after)
            if place < len(moves):
                scribe.tell(moves[place], level=1)
    except sw.FactRefused as error:
        if not error.rule:
            raise
        return False
    return True

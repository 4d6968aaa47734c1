"""Positions of all kinds: of the recorded games, and of random editions after random play."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from gzip import decompress
from pathlib import Path

from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.game import Position
from tests.game.random_editions import editions

GAMES = Path(__file__).parent / "conformance/games.jsonl.gz"
RARE = re.compile(r"phase=(take|rotate)|turn=\w*[sw]|@|\^[A-Z]")


@cache
def recorded() -> list[str]:
    """Some positions of every recorded game of the built-in edition, the rarer kinds more often."""
    found = []
    for line in decompress(GAMES.read_bytes()).decode().splitlines():
        game = json.loads(line)
        texts = [step["position"] for step in game["steps"]]
        found += [*texts[:: max(1, len(texts) // 8)], game["end"]]
        found += [text for text in texts if RARE.search(text)][::3]
    return found


def chosen(position: Position, pick: int) -> str:
    """A legal move by a number: first its kind, then which, so that rare kinds come too."""
    kinds = sorted({move.kind for move in position.legal_moves()})
    moves = [move for move in position.legal_moves() if move.kind == kinds[pick % len(kinds)]]
    return moves[pick // len(kinds) % len(moves)]


@st.composite
def played(draw: st.DrawFn) -> Position:
    """A position of a random edition, after up to sixty decisions."""
    edition = draw(editions())
    seating = draw(st.permutations(list(edition.characters)))
    position = Position.start(seating[: draw(st.integers(2, 5))], edition, draw(st.integers(0, 4)))
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    for _ in range(draw(st.integers(0, 60))):
        if position.over:
            break
        if position.phase == "deal":
            position = position.apply(sw.deal(position, rng=rng))
        else:
            position = position.apply(chosen(position, rng.randrange(1 << 16)))
    return position


def positions() -> st.SearchStrategy[Position]:
    """Of both kinds."""
    return st.sampled_from(recorded()).map(Position.parse) | played()


def before_a_deal() -> st.SearchStrategy[Position]:
    """Where a deal must come: between levels, and as games of random editions begin."""
    between = [text for text in recorded() if " phase=deal " in text]
    begun = editions().map(lambda edition: Position.start(list(edition.characters)[1:], edition))
    return st.sampled_from(between).map(Position.parse) | begun

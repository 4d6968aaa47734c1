"""Random editions: other numbers, mixes, ids, effects; each playable, none like another."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from silkenweb.edition import Edition

ICONS = ("combat", "combat2", "ranged", "web", "door", "fire")
ASKED = ("combat", "web", "door", "fire")
EFFECTS = ("others-may-rotate", "resolve-next", "discard-then-other-draws", "storage", "recover-two")
MANY = ("resolve-next", "recover-two")  # any number of characters may have these

# How the cards of a kind are called: the order of such ids is not that of their numbers.
STYLES = ("{prefix}{n}", "{prefix}{n:02}", "{low}{n}", "{n}{prefix}0", "{prefix}{n}x{n}", "{mixed}{n}")


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """The knobs are drawn one by one, so that a failing edition shrinks; the mixes come from a seed."""
    rng = random.Random(draw(st.integers(0, 2**32), label="mix"))
    data = Edition.load().data
    data["edition"] = "random"
    names = _Names(rng, draw(st.sampled_from(["styled", "digits"])))
    data["characters"] = _characters(rng, data["characters"], draw(st.booleans(), label="effects swapped"))
    equipment = draw(st.integers(1, 9), label="equipment")
    data["equipment"]["cards"] = [
        {"id": names.new(each["prefix"]), "owner": each["key"], "faces": rng.choices(ICONS, k=2)}
        for each in data["characters"]
        for _ in range(max(0, equipment + rng.randint(-1, 1)))
    ]
    threats = draw(st.integers(1, 40), label="threats")
    data["threats"]["cards"] = [_threat(rng, names.new("T")) for _ in range(threats)]
    relics = draw(st.integers(0, 12), label="relics")
    data["relics"]["ids"] = [names.new("R") for _ in range(relics)]
    data["levels"] = [_level(rng, n) for n in range(1, draw(st.integers(1, 5), label="levels") + 1)]
    data["blessings"]["by_players"] = {str(players): rng.randint(0, 3) for players in range(2, 6)}
    return Edition.from_dict(data)


class _Names:
    """Ids that no other card has."""

    def __init__(self, rng: random.Random, way: str) -> None:
        self.rng = rng
        self.way = way
        self.used: set[str] = set()

    def new(self, prefix: str) -> str:
        while True:
            name = self._one(prefix)
            if name not in self.used:
                self.used.add(name)
                return name

    def _one(self, prefix: str) -> str:
        number = self.rng.choice([self.rng.randint(0, 12), self.rng.randint(0, 999)])
        if self.way == "digits":
            return str(number)
        low, mixed = prefix.lower(), "".join(self.rng.choice([c, c.lower()]) for c in prefix)
        return self.rng.choice(STYLES).format(prefix=prefix, low=low, mixed=mixed, n=number)


def _characters(rng: random.Random, characters: list[dict[str, Any]], swapped: bool) -> list[dict[str, Any]]:
    if swapped:
        effects = list(EFFECTS)
        effects[rng.randrange(5)] = rng.choice(MANY)
        effects = [effect for n, effect in enumerate(effects) if effect in MANY or effect not in effects[:n]]
        effects += [rng.choice(MANY) for _ in range(5 - len(effects))]
        rng.shuffle(effects)
        for each, effect in zip(characters, effects, strict=True):
            each["ability"]["effect"] = effect
        ranks = rng.sample(range(20), 5)
        for each, rank in zip(characters, ranks, strict=True):
            each["seniority"] = rank
    return characters


def _asks(rng: random.Random) -> dict[str, Any]:
    if rng.random() < 0.3:
        return {"icons": rng.sample(ASKED, rng.randint(2, 4)), "count": 1}
    return {"icons": [rng.choice(ASKED)], "count": rng.choice([1, 1, 1, 2, 2, 3, 4])}


def _threat(rng: random.Random, name: str) -> dict[str, Any]:
    return {"id": name, **_asks(rng), "locking": rng.random() < 0.3}


def _level(rng: random.Random, number: int) -> dict[str, Any]:
    """Few discards of large hands, or there would be thousands of ways to keep."""
    draw = rng.choice([0, 1, 2, 3, 4, 6, 9, 20])
    return {
        "level": number,
        "draw": draw,
        "discard": rng.choice([0, 1, 1, 2, 3] if draw < 9 else [0, 1, 1, 2]),
        "segments": [_asks(rng) for _ in range(rng.choice([0, 0, 1, 2, 3]))],
        "source": "reconstructed",
    }

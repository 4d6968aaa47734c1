"""Moves that have the form of one and may be illegal: all kinds with any names, near misses of legal ones."""

from __future__ import annotations

import random
import re

from silkenweb.edition import Equipment
from silkenweb.game import Position

NAME = re.compile(r"(?<![a-z.])[A-Za-z0-9]*[0-9]")


def pool(position: Position, rng: random.Random, number: int) -> list[str]:
    """Well-formed move texts, about half of them made from scratch."""
    names = _Names(position, rng)
    legal = position.legal_moves()
    made = [names.fresh() for _ in range(number)]
    return made + [_near(str(rng.choice(legal)), names, rng) for _ in range(number if legal else 0)]


def _near(move: str, names: _Names, rng: random.Random) -> str:
    """One thing about it changed."""
    found = list(NAME.finditer(move))
    way = rng.randrange(7)
    if way < 3 and found:
        spot = rng.choice(found)
        new = names.card() if way == 0 else names.target() if way == 1 else rng.choice(found)[0]
        return move[: spot.start()] + new + move[spot.end() :]
    kind = move.split(" ")[0]
    if way == 3 and kind in ("keep", "rest"):
        return move.replace(" ~", "") if " ~" in move else move.replace(kind, f"{kind} ~", 1)
    if way == 4 and kind == "keep":
        return move.replace("-", "^", 1) if "-" in move else move.replace("^", "-", 1)
    if way == 5 and kind == "keep":
        return move.rsplit(" ", 1)[0] if " -" in move or " ^" in move else f"{move} -{names.card()}"
    if way == 6 and kind == "play" and ">spirit" not in move:
        return move.split("+")[0] if "+" in move else f"{move}+{names.target()}"
    return move


class _Names:
    """The names that a move of this table can have in it; what lies on the table more often."""

    def __init__(self, position: Position, rng: random.Random) -> None:
        self.rng = rng
        cards = position.edition.cards
        self.characters = [*position.characters, *position.edition.characters]
        self.all_targets = [card for card, kind in cards.items() if not isinstance(kind, Equipment)]
        self.row = [target.card for target in position.row] or self.all_targets
        near = [card.rstrip("'") for area in position.seats for card in (*area.hand, *area.storage)]
        self.near = near or list(cards)
        self.cards = list(cards)

    def card(self) -> str:
        return self.rng.choice(self.near if self.rng.random() < 0.7 else self.cards)

    def target(self) -> str:
        return self.rng.choice(self.row if self.rng.random() < 0.8 else self.all_targets)

    def character(self) -> str:
        return self.rng.choice(self.characters)

    def turned(self, card: str) -> str:
        return card + self.rng.choice(["", "'"])

    def fresh(self) -> str:
        rng, card, target = self.rng, self.card, self.target
        laid = "".join(f" {rng.choice('--^')}{card()}" for _ in range(rng.randrange(4)))
        places = [target(), "spirit", f"{target()}+{target()}", "+".join(self.row[:2])]
        abilities = ["", f" {target()}", " spirit", f" -{card()} {self.character()}"]
        abilities += [f" +{self.turned(card())}", f" +{self.turned(card())} +{self.turned(card())}"]
        spot = rng.choice([target(), f"{self.character()}.{rng.choice(['combat', 'ranged', 'web', 'fire'])}"])
        return rng.choice(
            [
                f"keep{rng.choice(['', ' ~'])}{laid}",
                *(f"play {card()}>{place}" for place in places),
                *("end", "rest", "rest ~", "hold", "rotate"),
                f"claim {target()}",
                f"signal {spot}",
                f"ability{rng.choice(abilities)}",
                f"take {self.turned(card())}",
            ]
        )

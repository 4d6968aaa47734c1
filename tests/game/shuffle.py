"""What a seat can't know, shuffled; and what it can, told in a second way.

Both are made from the position's text and public fields alone, not from the code of views.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from silkenweb.edition import Equipment, Relic
from silkenweb.game import Position


def shuffled(
    position: Position,
    viewer: int,
    rng: random.Random,
    fixed: Collection[str] = (),
    loose: Collection[str] = (),
    threats: bool = True,
) -> Position:
    """Another position that `viewer` can't tell from this one.

    Other seats' hands, decks and cards laid away are mixed, all decks reordered, all turned at random, the
    Threat Deck drawn anew from what nobody sees. `fixed` cards stay as they are, `loose` ones where they are,
    but may turn; `threats=False` leaves the Threat Deck alone.
    """
    fields = dict(part.split("=", 1) for part in position.text.split(" "))
    if threats:
        fields["deck"] = ",".join(rng.sample(unseen(position), len(position.deck))) or "-"
    for seat, name in enumerate(position.characters):
        mix = _Mix(position, seat, rng, {*fixed, *loose}, set(fixed))
        if seat == viewer:
            mix.deck_only()
        else:
            mix.all()
            if position.phase == "take" and position.seat == seat:
                fields["taking"] = mix.places["taking"][0]
        fields[name] = mix.text()
    return Position.parse(" ".join(f"{name}={value}" for name, value in fields.items()), position.edition)


def unseen(position: Position) -> list[str]:
    """The Threats and Relics that lie in no open place and in nobody's area."""
    cards = position.edition.cards
    areas = [card.strip("-^'") for area in position.seats for card in (*area.hand, *area.deck, *area.chosen)]
    areas += [card for area in position.seats for card in (*area.discards, *area.storage)]
    seen = {*areas, *position.done, *(target.card for target in position.row), position.taking}
    return [card for card, kind in cards.items() if not isinstance(kind, Equipment) and card not in seen]


class _Mix:
    """One seat's hidden places, whose cards change places with one another."""

    def __init__(
        self, position: Position, seat: int, rng: random.Random, stay: set[str], keep: set[str]
    ) -> None:
        self.position, self.rng, self.stay, self.keep = position, rng, stay, keep
        self.area = area = position.seats[seat]
        taking = [position.taking] if position.taking and position.seat == seat else []
        self.signs = [card[0] for card in area.chosen]
        self.places = {
            "hand": list(area.hand),
            "deck": list(area.deck),
            "chosen": [card[1:] for card in area.chosen],
            "taking": taking,
        }
        sheet = position.edition.characters[area.character]
        self.stores = sheet.effect == "storage" and area.unflipped

    def deck_only(self) -> None:
        self._mix(["deck"])

    def all(self) -> None:
        self._mix(list(self.places))
        self.signs = [
            self.rng.choice("-^") if self.stores and card.rstrip("'") not in self.stay else sign
            for card, sign in zip(self.places["chosen"], self.signs, strict=True)
        ]
        self.places["taking"] = [card.rstrip("'") for card in self.places["taking"]]

    def _mix(self, names: list[str]) -> None:
        spots = [(name, n) for name in names for n in range(len(self.places[name]))]
        free = [spot for spot in spots if self._at(spot).rstrip("'") not in self.stay]
        cards = [self._at(spot) for spot in free]
        self.rng.shuffle(cards)
        for (name, n), card in zip(free, cards, strict=True):
            self.places[name][n] = card
        for name, n in spots:
            card = self.places[name][n].rstrip("'")
            if card not in self.keep:
                relic = isinstance(self.position.edition.cards[card], Relic)
                self.places[name][n] = card if relic else card + self.rng.choice(["", "'"])

    def _at(self, spot: tuple[str, int]) -> str:
        return self.places[spot[0]][spot[1]]

    def text(self) -> str:
        area, places = self.area, self.places
        chosen = sorted(zip(places["chosen"], self.signs, strict=True))
        lists = [sorted(places["hand"]), places["deck"], area.discards, area.storage]
        parts = ["A" if area.unflipped else "u", *(",".join(cards) or "-" for cards in lists)]
        return "/".join((*parts, "".join(sign + card for card, sign in chosen) or "-"))


def known(position: Position, viewer: int) -> tuple[object, ...]:
    """What K1 and K2 give this seat: equal for two positions exactly if it can't tell them apart."""
    fields = dict(part.split("=", 1) for part in position.text.split(" "))
    fields["deck"] = str(len(position.deck))
    if position.seat != viewer:
        fields["taking"] = str(position.taking is not None)
    found: list[object] = []
    for seat, name in enumerate(position.characters):
        sheet, hand, _, pile, storage, chosen = fields.pop(name).split("/")
        area, own = position.seats[seat], seat == viewer
        hidden = [*area.deck, *(() if own else (*area.hand, *(card[1:] for card in area.chosen)))]
        if not own and position.seat == seat and position.taking:
            hidden.append(position.taking)
        relics = sorted(card for card in hidden if card in position.edition.cards and _relic(position, card))
        sizes = [len(area.hand), len(area.deck), len(area.chosen)]
        found.append((sheet, pile, storage, sizes, relics, (hand, chosen) if own else None, name))
    return (viewer, sorted(fields.items()), found)


def _relic(position: Position, card: str) -> bool:
    return isinstance(position.edition.cards[card], Relic)

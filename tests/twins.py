"""Twin worlds: equal for one seat, different in everything that it cannot know.

Positions (`shuffled`) and whole games (`twin`) are made from texts and public fields alone, not with the
code of views. `known` computes the same knowledge in a second way. Every test that compares worlds uses
these.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence
from random import Random

import silkenweb as sw
from silkenweb.edition import Equipment, Relic
from silkenweb.game import Position

# -- positions -------------------------------------------------------------------------------------------


def shuffled(
    position: Position,
    viewer: int,
    rng: random.Random,
    fixed: Collection[str] = (),
    loose: Collection[str] = (),
    threats: bool = True,
) -> Position:
    """Another position that `viewer` can't distinguish from this one.

    Other seats' hidden cards change places, all decks are reordered, all hidden cards are randomly rotated,
    and the Threat Deck is drawn again from the unseen cards. `fixed` cards stay as they are; `loose` ones
    keep their place but may be rotated; `threats=False` leaves the Threat Deck alone.
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
    """The Threats and Relics that are neither face up nor in a player's area."""
    cards = position.edition.cards
    areas = [card.strip("-^'") for area in position.seats for card in (*area.hand, *area.deck, *area.chosen)]
    areas += [card for area in position.seats for card in (*area.discards, *area.storage)]
    seen = {*areas, *position.done, *(target.card for target in position.row), position.taking}
    return [card for card, kind in cards.items() if not isinstance(kind, Equipment) and card not in seen]


class _Mix:
    """One seat's hidden places, whose cards are exchanged."""

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
    """What K1 and K2 reveal to this seat: equal for two positions if and only if it can't distinguish
    them.
    """
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


# -- games -----------------------------------------------------------------------------------------------


def twin(replay: sw.Replay, viewer: int, random: Random) -> sw.Replay:
    """A game that went the same for `viewer` so far, with everything that it can't know changed.

    The last deal is changed: other seats' cards that are hidden now change places, decks are shuffled and
    rotated, and the face-down Threats are others. Decisions with hidden cards change accordingly.
    """
    line = replay.main_line()
    dealt = max(number for number, node in enumerate(line) if node.deal is not None)
    deal = line[dealt].deal
    assert deal is not None
    end = replay.end.position
    data = deal.to_dict()
    renamed: dict[str, str] = {}
    named = _named_openly(line[dealt:])
    for seat, key in enumerate(replay.characters):
        places, names = _mixed(data["decks"][key], _hidden(end, seat, viewer) - named, replay, random)
        data["decks"][key] = places
        if seat != viewer:
            renamed |= names
    data["threats"] = _threats(data["threats"], end, random)
    made = sw.Replay.start(
        replay.characters, seed=replay.seed, blessings=replay.blessings, meta=replay.meta,
        names=[player.name for player in replay.players],
    )  # fmt: skip
    for number, node in enumerate(line):
        if number < dealt or node.move is None:
            made.record(data if number == dealt else node.deal if node.move is None else str(node.move))
        else:
            secret = node.seat != viewer and node.move.kind in ("keep", "take")
            made.record(_renamed(str(node.move), renamed) if secret else str(node.move))
    return made


def _hidden(position: sw.Position, seat: int, viewer: int) -> set[str]:
    """Cards of a seat's area that the viewer does not see now."""
    area = position.seats[seat]
    hidden = {card.rstrip("'") for card in area.deck}
    if seat != viewer:
        hidden |= {card.rstrip("'") for card in area.hand}
        hidden |= {card.strip("-^'") for card in area.chosen}
        if position.seat == seat and position.taking is not None:
            hidden.add(position.taking.rstrip("'"))
    return hidden


def _named_openly(nodes: Sequence[sw.Node]) -> set[str]:
    """Cards that moves of turns named, except those that A4 recovered, which are in a hand where all know
    them.
    """
    moves = [
        str(node.move) for node in nodes if node.move is not None and node.move.kind in ("play", "ability")
    ]
    return {card for move in moves for card in re.findall(r"[A-Z]+[0-9]+", move)}


def _mixed(
    deck: list[str], hidden: set[str], replay: sw.Replay, random: Random
) -> tuple[list[str], dict[str, str]]:
    """The deck as dealt, with its hidden cards in other places, randomly rotated; and which card replaces
    which.
    """
    cards = replay.edition.cards
    spots = [spot for spot, card in enumerate(deck) if card.rstrip("'") in hidden]
    mixed = random.sample([deck[spot].rstrip("'") for spot in spots], len(spots))
    made, renamed = list(deck), {}
    for spot, card in zip(spots, mixed, strict=True):
        renamed[deck[spot].rstrip("'")] = card
        made[spot] = card if isinstance(cards[card], Relic) else card + random.choice(["", "'"])
    return made, renamed


def _threats(threats: list[str], position: sw.Position, random: Random) -> list[str]:
    """The same Threats as far as they were revealed, followed by any unseen ones."""
    down = len(position.deck)
    if not down:
        return threats
    cards = position.edition.cards
    seen = {*threats[: len(threats) - down], *position.done}
    seen |= {card.strip("-^'") for area in position.seats for card in (*area.hand, *area.deck, *area.chosen)}
    seen |= {card.strip("'") for area in position.seats for card in (*area.discards, *area.storage)}
    unseen = [card for card in cards if card[0] in "TR" and card[1:].isdigit() and card not in seen]
    return [*threats[: len(threats) - down], *random.sample(unseen, down)]


def _renamed(move: str, names: dict[str, str]) -> str:
    """A secret move with the new cards in its places, sorted as the notation requires."""
    head, *parts = move.split(" ")
    if head == "take":
        bare = parts[0].rstrip("'")
        name = names.get(bare, bare)
        return f"take {name}" if name.startswith("R") else f"take {name}{parts[0][len(bare) :]}"
    rotates = ["~"] if "~" in parts else []
    picks = [part[0] + names.get(part[1:], part[1:]) for part in parts if part != "~"]
    return " ".join([head, *rotates, *sorted(picks, key=lambda pick: pick[1:])])


# -- what left -------------------------------------------------------------------------------------------


def difference(one: str, other: str) -> str:
    """The first difference between two texts, with its context; "" if they are equal."""
    if one == other:
        return ""
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    around = slice(max(0, at - 60), at + 60)
    return f"at {at}: {one[around]!r} and {other[around]!r}"

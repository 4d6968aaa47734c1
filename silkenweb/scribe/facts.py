"""Facts about a game at a real table, each with its place in the game.

A fact is a line of text. Most are moves, in the notation of replays. The others say where cards were: an
Equipment Card is `WK3` (its first face upright), `WK3'` (its second) or `WK3?` (nobody remembers), a Threat
Card is its id, or `?` if nobody remembers it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from silkenweb.errors import SilkenwebError, quote
from silkenweb.game import Move
from silkenweb.game.state import Illegal
from silkenweb.game.tables import Tables
from silkenweb.replay.game_record import Replay
from silkenweb.text.catalogue import Choices
from silkenweb.text.refusals import unreadable

MOVES: Final = ("play", "end", "claim", "rest", "signal", "ability", "hold", "rotate")
"""Kinds of moves that are facts. `keep` and `took` facts describe the other moves, `keep` and `take`."""

KINDS: Final = ("row", "reveal", "threats", "keep", "dealt", "hand", "deck", "took", *MOVES)

_SHOWING = re.compile(r"(?P<move>play \S+) showing (?P<icon>[a-z0-9]+)")
_EITHER = {"rest ?": ("rest", "rest ~"), "rotate ?": ("hold", "rotate"), "hold ?": ("hold", "rotate")}
ANY: Final = "?"

Lying = tuple[str, tuple[int, ...]]
"""A card and the sides that may be up: (0,), (1,) or both."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a game.

    `level`: the level that it is about; `after`: the number of moves of the game made before it. `seat`: the
    seat that it is about. `moves`: the possible texts of the move; `showing`: the icon of the played card.
    `whole`: whether `cards` are all the cards there. `rotated`: whether the hand was rotated in keep.
    """

    text: str
    kind: str
    level: int
    after: int
    seat: int = -1
    cards: tuple[Lying, ...] = ()
    stored: tuple[Lying, ...] = ()
    moves: tuple[str, ...] = ()
    showing: str = ""
    whole: bool = False
    rotated: bool | None = None

    @property
    def is_move(self) -> bool:
        """Whether the fact is a move of a turn."""
        return bool(self.moves)

    @property
    def placed(self) -> str:
        """The fact with its level, for messages."""
        return f"level {self.level}: {self.text}"


def read_fact(tables: Tables, text: str, level: int, after: int) -> Fact:
    """Parse a fact. Raises NotationError if the text is not a fact, or names an unknown card or seat."""
    if not isinstance(text, str) or len(text) > 2_000:
        raise unreadable("fact.text", "fact")
    words = text.split()
    kind = words[0] if words else ""
    if kind not in KINDS:
        raise unreadable("fact.kind", "fact", text, kinds=", ".join(KINDS))
    if kind in MOVES:
        return _read_move(tables, " ".join(words), level, after)
    if kind in ("row", "reveal", "threats"):
        cards = tuple(_threat(tables, word) for word in words[1:])
        _check_once([card for card, _ in cards if card != ANY], text)
        if not cards and kind != "threats":
            raise unreadable("fact.cards", "fact", text)
        return Fact(" ".join(words), kind, level, after, cards=cards, whole=True)
    if len(words) < 2 or words[1] not in tables.seats_by_name:
        known = ", ".join(tables.characters)
        raise unreadable("fact.character", "fact", text, kind=kind, known=known)
    seat = tables.seats_by_name[words[1]]
    if kind == "keep":
        return _read_keep(tables, words, seat, level, after)
    whole = kind in ("dealt", "deck") or words[2:3] == ["only"]
    cards = tuple(_lying(tables, seat, word) for word in words[3 if words[2:3] == ["only"] else 2 :])
    _check_once([card for card, _ in cards], text)
    if kind == "took" and len(cards) != 1:
        raise unreadable("fact.drawn", "fact", text)
    return Fact(" ".join(words), kind, level, after, seat, cards, whole=whole)


def _read_move(tables: Tables, text: str, level: int, after: int) -> Fact:
    showing = ""
    found = _SHOWING.fullmatch(text)
    if found is not None:
        text, showing = found["move"], found["icon"]
        icons = {kit.icon(face) for kit in tables.kits for face in kit.text_of if face > kit.relic_mask}
        if showing not in icons:
            raise unreadable("fact.icon", "fact", showing, icons=", ".join(sorted(icons)))
    moves = _EITHER.get(text) or (str(Move.parse(text)),)
    told = f"{text} showing {showing}" if showing else text
    return Fact(told, text.split()[0], level, after, moves=moves, showing=showing)


def _read_keep(tables: Tables, words: list[str], seat: int, level: int, after: int) -> Fact:
    """Parse a keep: in `keep wukong ~ -WK4 ^WK5'`, `~` is rotated, `=` not rotated, neither is unknown."""
    rotated: bool | None = None
    laid: list[Lying] = []
    stored: list[Lying] = []
    for word in words[2:]:
        if word in ("~", "="):
            rotated = word == "~"
        elif word[0] == "-":
            card, _ = _lying(tables, seat, word[1:])
            laid.append((card, (0, 1)))
        elif word[0] == "^":
            stored.append(_lying(tables, seat, word[1:]))
        else:
            raise unreadable("fact.keep", "fact", word)
    _check_once([card for card, _ in [*laid, *stored]], " ".join(words))
    return Fact(
        " ".join(words), "keep", level, after, seat, tuple(laid), tuple(stored), rotated=rotated
    )  # fmt: skip


def _threat(tables: Tables, word: str) -> Lying:
    if word != ANY and word not in tables.target_of:
        raise unreadable("fact.threat", "fact", word)
    return word, ()


def _lying(tables: Tables, seat: int, word: str) -> Lying:
    card = word.rstrip("?")
    faces = tables.face_of[seat]
    if card not in faces or len(word) - len(card) > 1:
        raise unreadable("fact.card", "fact", word, who=tables.who[seat])
    bare = card.rstrip("'")
    if word.endswith("?") or faces[bare] <= tables.relic_mask:  # a Relic has no sides
        return bare, (0, 1)
    return bare, (int(card != bare),)


def _check_once(cards: list[str], text: str) -> None:
    if len(set(cards)) != len(cards):
        raise unreadable("fact.twice", "fact", text)


FACTS: Final = "x_scribe"
"""The key of the facts in the head of a replay file."""

MOST_FACTS: Final = 5_000


def as_data(seed: str, told: Sequence[Sequence[Fact]]) -> dict[str, Any]:
    """Return the JSON of the facts, in the groups in which they were added."""
    return {
        "seed": seed,
        "facts": [[[fact.level, fact.after, fact.text] for fact in group] for group in told],
    }


def facts_in(replay: Replay) -> tuple[str, list[list[tuple[int, int, str]]]]:
    """Return the seed and the facts of a file, whose format is not trusted."""
    data = replay.extra.get(FACTS)
    seed = data.get("seed") if isinstance(data, dict) else None
    groups = data.get("facts") if isinstance(data, dict) else None
    if not isinstance(seed, str) or not isinstance(groups, list):
        raise SilkenwebError("no Scribe wrote this replay: it contains no facts about the game")
    told: list[list[tuple[int, int, str]]] = []
    for group in groups:
        for fact in group if isinstance(group, list) else [None]:
            if not isinstance(fact, list) or list(map(type, fact)) != [int, int, str] or min(fact[:2]) < 0:
                raise SilkenwebError(
                    f"{FACTS}: a fact is a level, a number of moves and a text, not {quote(fact)}"
                )
        told.append([(level, after, text) for level, after, text in group])
    if sum(map(len, told)) > MOST_FACTS:
        raise SilkenwebError(f"{FACTS}: more than {MOST_FACTS:,} facts")
    return seed, told


Sides = tuple[int, ...]


class FactIndex:
    """An index of the facts about a game: `moves` in order, and all `others`."""

    def __init__(self, tables: Tables, facts: Sequence[Fact]) -> None:
        self.tables = tables
        self.moves = [fact for fact in facts if fact.is_move]
        self.others = [fact for fact in facts if not fact.is_move]
        self._at: dict[tuple[int, int], list[Fact]] = {}
        for fact in self.others:
            if fact.kind in ("hand", "deck", "threats"):
                self._at.setdefault((fact.level, fact.after), []).append(fact)
        words = {word.strip("-+^") for fact in self.moves for word in fact.moves[0].replace(">", " ").split()}
        words |= {card for fact in facts for card, _ in (*fact.cards, *fact.stored)}
        self.relics = frozenset(tables.relics) & words
        """The Relics that any fact names."""

    def of_level(self, level: int, *kinds: str) -> list[Fact]:
        """Return the facts of these kinds about a level."""
        return [fact for fact in self.others if fact.level == level and fact.kind in kinds]

    def at(self, level: int, moves: int) -> Sequence[Fact]:
        """Return the facts about hands and decks at this moment of a level."""
        return self._at.get((level, moves), ())

    def revealed(self, level: int, move: int) -> list[Fact]:
        """Return the facts about the Threats that a move revealed; `move` is its number, from 1."""
        return [fact for fact in self.of_level(level, "reveal") if fact.after == move]

    def taken(self, level: int, seat: int) -> tuple[dict[str, Sides], int]:
        """Return the card that a seat drew in a level (A1), if known, and the number of facts about it."""
        told = [fact.cards[0] for fact in self.of_level(level, "took") if fact.seat == seat]
        return merged(told, "A1"), len(told)

    def stored(self, level: int, seat: int) -> dict[str, Sides]:
        """Return what a seat stored in the keep of a level (S6)."""
        keeps = [fact for fact in self.of_level(level, "keep") if fact.seat == seat]
        by_card: dict[str, Sides] = {}
        for fact in keeps:
            for card, sides in fact.stored:
                by_card[card] = common(by_card.get(card, (0, 1)), sides, card, "S6")
        return by_card

    def later(self, level: int, moves: int) -> set[int]:
        """Return the Threats that facts place in the deck, or reveal, after a number of moves."""
        return {
            self.tables.target_of[card]
            for fact in self.of_level(level, "reveal", "threats")
            if fact.after > moves or (fact.kind == "threats" and fact.after == moves)
            for card, _ in fact.cards
            if card != ANY
        }

    def named(self, level: int, moves: int) -> list[int]:
        """Return the Threats that the moves of a level name after a number of moves, in that order."""
        found: dict[int, None] = {}
        for fact in self.moves[moves:]:
            if fact.level != level:
                break
            move = Move(fact.moves[0])
            for name in [*move.targets, move.card if move.kind == "claim" else move.place]:
                if name in self.tables.target_of:
                    found[self.tables.target_of[name]] = None
        return list(found)

    def lying(self, facts: Sequence[Fact], count: int, rule: str) -> list[int | None]:
        """Return the next `count` Threat Cards of the deck by these facts; None for unknown ones."""
        lying: list[int | None] = [None] * count
        for fact in facts:
            if len(fact.cards) > count:
                raise Illegal(rule, "fact.turned", count=count, found=len(fact.cards))
            for place, (card, _) in enumerate(fact.cards):
                if card != ANY:
                    lying[place] = self.agree(lying[place], self.tables.target_of[card], rule)
        return lying

    def agree(self, one: int | None, other: int | None, rule: str) -> int | None:
        """Combine two facts about the same place of the Threat Deck."""
        if one is None or other is None or one == other:
            return other if one is None else one
        first, second = self.tables.targets[one], self.tables.targets[other]
        raise Illegal(rule, "fact.other", first=first, second=second)


def merged(told: Sequence[tuple[str, Sides]], rule: str) -> dict[str, Sides]:
    """Combine several facts about one card."""
    found: dict[str, Sides] = {}
    for card, sides in told:
        if found and card not in found:
            raise Illegal(rule, "fact.drawn.other", first=next(iter(found)), second=card)
        found[card] = common(found.get(card, (0, 1)), sides, card, rule)
    return found


def common(one: Sides, other: Sides, card: str, rule: str) -> Sides:
    """Return the sides that both allow."""
    both = tuple(side for side in one if side in other)
    if not both:
        raise Illegal(rule, "fact.side", card=card)
    return both


def same_length(facts: Sequence[Fact], rule: str) -> int | None:
    """Return the number of cards that these facts give; None if there are no facts."""
    lengths = {len(fact.cards) for fact in facts}
    if len(lengths) > 1:
        raise Illegal(rule, "fact.lengths", counts=Choices(tuple(map(str, sorted(lengths)))))
    return lengths.pop() if lengths else None

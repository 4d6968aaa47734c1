"""What somebody tells of a game at a real table: one fact at a time, each with its place in the game.

A fact is a line of text. Most are moves, in the notation of replays. The others say what lay where; a card
in them is `WK3` (its first face upright), `WK3'` (its second) or `WK3?` (nobody remembers), a Threat Card
its id, or `?` where one lay that nobody remembers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from silkenweb.errors import NotationError
from silkenweb.game import Move
from silkenweb.game.tables import Tables

MOVES: Final = ("play", "end", "claim", "rest", "signal", "ability", "hold", "rotate")
"""Kinds of moves that are facts of their own; `keep` and `take` are told by the facts of the same name."""

KINDS: Final = ("row", "reveal", "threats", "keep", "dealt", "hand", "deck", "took", *MOVES)

_SHOWING = re.compile(r"(?P<move>play \S+) showing (?P<icon>[a-z0-9]+)")
_EITHER = {"rest ?": ("rest", "rest ~"), "rotate ?": ("hold", "rotate"), "hold ?": ("hold", "rotate")}
ANY: Final = "?"

Lying = tuple[str, tuple[int, ...]]
"""A card and the sides that may be up: (0,), (1,) or both."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that was told.

    `level`: of which level it speaks; `after`: how many moves of the game had been made by then. `seat`: of
    whom it speaks. `moves`: the texts of which one was the move; `showing`: the icon that the played card
    showed. `whole`: whether `cards` are all that lay there. `rotated`: whether the hand was turned in keep.
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
        """Whether it is a move of a turn."""
        return bool(self.moves)

    @property
    def placed(self) -> str:
        """The fact with its level, for people."""
        return f"level {self.level}: {self.text}"


def read_fact(tables: Tables, text: str, level: int, after: int) -> Fact:
    """The fact of a text; a NotationError where it has no fact's form, or names what there is not."""
    if not isinstance(text, str) or len(text) > 2_000:
        raise NotationError("a fact is a text of at most 2,000 characters", where="fact")
    words = text.split()
    kind = words[0] if words else ""
    if kind not in KINDS:
        raise NotationError(f"a fact begins with one of {', '.join(KINDS)}", where="fact", text=text)
    if kind in MOVES:
        return _read_move(tables, " ".join(words), level, after)
    if kind in ("row", "reveal", "threats"):
        cards = tuple(_threat(tables, word) for word in words[1:])
        _check_once([card for card, _ in cards if card != ANY], text)
        if not cards and kind != "threats":
            raise NotationError("at least one card is turned up", where="fact", text=text)
        return Fact(" ".join(words), kind, level, after, cards=cards, whole=True)
    if len(words) < 2 or words[1] not in tables.seats_by_name:
        known = ", ".join(tables.characters)
        raise NotationError(f"after '{kind}' stands one of {known}", where="fact", text=text)
    seat = tables.seats_by_name[words[1]]
    if kind == "keep":
        return _read_keep(tables, words, seat, level, after)
    whole = kind in ("dealt", "deck") or words[2:3] == ["only"]
    cards = tuple(_lying(tables, seat, word) for word in words[3 if words[2:3] == ["only"] else 2 :])
    _check_once([card for card, _ in cards], text)
    if kind == "took" and len(cards) != 1:
        raise NotationError("one card is drawn", where="fact", text=text)
    return Fact(" ".join(words), kind, level, after, seat, cards, whole=whole)


def _read_move(tables: Tables, text: str, level: int, after: int) -> Fact:
    showing = ""
    found = _SHOWING.fullmatch(text)
    if found is not None:
        text, showing = found["move"], found["icon"]
        icons = {kit.icon(face) for kit in tables.kits for face in kit.text_of if face > kit.relic_mask}
        if showing not in icons:
            raise NotationError(f"an icon is one of {', '.join(sorted(icons))}", where="fact", text=showing)
    moves = _EITHER.get(text) or (str(Move.parse(text)),)
    told = f"{text} showing {showing}" if showing else text
    return Fact(told, text.split()[0], level, after, moves=moves, showing=showing)


def _read_keep(tables: Tables, words: list[str], seat: int, level: int, after: int) -> Fact:
    """`keep wukong ~ -WK4 ^WK5'`: `~` turned, `=` not turned, neither where nobody knows."""
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
            raise NotationError(
                "a keep is told with ~ or =, and with cards after - (discarded) or ^ (stored)",
                where="fact",
                text=word,
            )
    _check_once([card for card, _ in [*laid, *stored]], " ".join(words))
    return Fact(
        " ".join(words), "keep", level, after, seat, tuple(laid), tuple(stored), rotated=rotated
    )  # fmt: skip


def _threat(tables: Tables, word: str) -> Lying:
    if word != ANY and word not in tables.target_of:
        raise NotationError("the edition has no such Threat Card", where="fact", text=word)
    return word, ()


def _lying(tables: Tables, seat: int, word: str) -> Lying:
    card = word.rstrip("?")
    faces = tables.face_of[seat]
    if card not in faces or len(word) - len(card) > 1:
        who = tables.names[seat]
        raise NotationError(f"{who} has no such card", where="fact", text=word)
    bare = card.rstrip("'")
    if word.endswith("?") or faces[bare] <= tables.relic_mask:  # a Relic has no sides
        return bare, (0, 1)
    return bare, (int(card != bare),)


def _check_once(cards: list[str], text: str) -> None:
    if len(set(cards)) != len(cards):
        raise NotationError("a card stands there twice", where="fact", text=text)

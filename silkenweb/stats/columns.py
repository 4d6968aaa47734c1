"""The columns of all tables: their names, types, units and meanings, and the frames made from them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import polars as pl

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike, edition_of
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.edition.provenance import SOURCES
from silkenweb.game.state import PHASES
from silkenweb.study.review import GRADES, LABELS

TARGET_ICONS: Final = ("combat", "web", "door", "fire")
"""The icons that Threats and segments require, in the order of the columns."""

KINDS: Final = (
    "deal", "keep", "play", "end", "claim", "rest", "signal", "ability", "take", "hold", "rotate"
)  # fmt: skip
"""Kinds of moves (the first words of move texts), and deals."""

USES: Final = (
    "played", "wasted", "discarded", "given", "unused", "stored", "undrawn",
    "paid", "by relic", "by ability", "claimed", "removed", "left",
)  # fmt: skip
"""The possible uses of a card in a level. For a card of a player: played: it helped to resolve a target;
wasted: it was committed and the target was not resolved with it; discarded: at the start of the level (S5);
given: discarded for Bajie's ability (A1); unused: still in a hand, or discarded from storage; stored: in
storage to the end (S6); undrawn: in the Equipment Deck to the end. For a card of the row: paid, by relic, by
ability: how it was resolved; claimed: a Relic that was taken; removed: by the loss of a Blessing (B1); left:
in the row or the Threat Deck when the game was lost.
"""

ENUMS: Final[dict[str, tuple[str, ...]]] = {
    "icon": (*ICONS, RELIC.key),
    "kind": KINDS,
    "phase": PHASES,
    "result": ("won", "lost", "open"),
    "end": ("cleared", "lost", "open"),
    "source": SOURCES,
    "card": ("equipment", "threat", "relic"),
    "use": USES,
    "grade": GRADES,
    "label": LABELS,
}
"""The values of each enumerated type. The values of the type `character` come from the edition."""

KEYS: Final = ("run", "game")
"""The columns that identify the game of a row in every table: join on them (and on `level`)."""


class Column(NamedTuple):
    """A column of a table.

    `type` is text, flag, small (16 bits), count (32 bits), real, texts or characters (lists), character, or
    a key of ENUMS. `unit` is what a number counts.
    """

    name: str
    type: str
    unit: str
    meaning: str


_RUN = Column("run", "text", "", "the run, folder or list of replays that contains the game")
_GAME = Column("game", "count", "", "the number of the game in its run, from 0")
_LEVEL = Column("level", "small", "", "the level, from 1")


def _did(where: str) -> tuple[Column, ...]:
    """Return the columns of counts for a game or a level."""
    return (
        Column("decisions", "count", "decisions", f"made in the {where}, including keeps"),
        Column("turns", "count", "turns", f"begun in the {where}"),
        Column("plays", "count", "cards", f"played in the {where}"),
        Column("rests", "count", "Rests", f"taken in the {where}"),
        Column("abilities", "small", "abilities", f"used in the {where} (A1-A4)"),
        Column("relics_claimed", "small", "Relics", f"claimed in the {where}"),
        Column("relics_played", "small", "Relics", f"played in the {where} (T7)"),
        Column("blessings_lost", "small", "Blessings", f"lost in the {where}"),
    )


GAMES: Final = (
    _RUN,
    _GAME,
    Column("file", "text", "", "the replay's file; null for a simulated game or a replay in memory"),
    Column("seed", "text", "", "the source of the deals and the bots' randomness; null if the game has none"),
    Column("edition", "text", "", "the name of the card data"),
    Column("players", "small", "players", "at the table"),
    Column("characters", "characters", "", "in seat order, clockwise"),
    Column("character_set", "text", "", "the characters in the order of the edition, joined by +"),
    Column("names", "texts", "", "the bot or the replay's player of each seat; may be null"),
    Column("team", "text", "", "the names in one text: one name if all are the same; null without names"),
    Column("blessings_start", "small", "Blessings", "that the team began with"),
    Column("blessings_left", "small", "Blessings", "at the end"),
    Column("result", "result", "", "won, lost, or open for an unfinished game"),
    Column("won", "flag", "", "whether it was won; null if unfinished"),
    Column("level", "small", "", "the level reached"),
    Column("levels_cleared", "small", "levels", "cleared"),
    Column("score", "small", "Relics", "held at the end of a won game, else null (E4)"),
    Column("reputation", "text", "", "the title for the score, else null"),
    *_did("game"),
)  # fmt: skip

LEVELS: Final = (
    _RUN,
    _GAME,
    _LEVEL,
    Column("players", "small", "players", "at the table"),
    Column("source", "source", "", "where the level's numbers (draw, discard, segments) come from"),
    Column("end", "end", "", "cleared, lost, or open for a game that is unfinished here"),
    Column("cleared", "flag", "", "whether it was cleared; null if unfinished"),
    Column("start_seat", "small", "", "the seat of the start player, from 0"),
    *_did("level"),
    Column("blessings_start", "small", "Blessings", "as the level began"),
    Column("relics_start", "small", "Relics", "held by the players as the level began"),
    Column("threats", "small", "cards", "dealt to the row and the Threat Deck, including Relics (S2)"),
    Column("relics_dealt", "small", "Relics", "among the cards dealt"),
    Column("segments", "small", "segments", "of the Spider Spirit"),
    Column("row_start", "small", "cards", "in the row as the level began"),
    Column("row_longest", "small", "cards", "in the row at its longest"),
    *(
        Column(f"need_{icon}", "small", "icons", f"of {icon} required, with no alternative")
        for icon in TARGET_ICONS
    ),
    *(
        Column(f"may_{icon}", "small", "cards", f"flexible Threats and segments that list {icon}")
        for icon in TARGET_ICONS
    ),
    *(
        Column(f"held_{icon}", "small", "icons", f"of {icon} upright in hands and storages after S5")
        for icon in TARGET_ICONS
    ),
    *(
        Column(f"turned_{icon}", "small", "icons", f"of {icon} that these hands would show after a rotation")
        for icon in TARGET_ICONS
    ),
    Column("held_relic", "small", "Relics", "in hands and storages after S5; held and turned are null "
        "before it"),
)  # fmt: skip

DECISIONS: Final = (
    _RUN,
    _GAME,
    Column("line", "text", "", "null for the recorded line, else the variation, e.g. 12/1"),
    Column("path", "text", "", "of the node, for `replay.node(path)`"),
    Column("step", "count", "deals and decisions", "made so far, including this one"),
    _LEVEL,
    Column("turn", "small", "", "of the level, from 1; 0 before the first (deal, keep)"),
    Column("phase", "phase", "", "before the decision"),
    Column("seat", "small", "", "that decided, from 0; null for a deal"),
    Column("character", "character", "", "that decided; null for a deal"),
    Column("kind", "kind", "", "of move (the first word of its text); or deal"),
    Column("move", "text", "", "the move's text; null for a deal"),
    Column("card", "text", "", "the card played, or claimed by a move (T11); else null"),
    Column("face", "icon", "", "the upright icon of the card played, relic for a Relic"),
    Column("target", "text", "", "the Threat played on or resolved (A2), or spirit; else null"),
    Column("second", "text", "", "the second Threat of a Combat x2 card (T6), else null"),
    Column("rotated", "flag", "", "whether the hand was rotated; null if it could not be"),
    Column("resolved", "small", "targets", "resolved by the decision"),
    Column("claimed", "small", "Relics", "claimed by a move or automatically (T10)"),
    Column("blessings", "small", "Blessings", "left afterwards"),
    Column("rests", "small", "Rests", "in a row, afterwards"),
    Column("row", "small", "cards", "in the row afterwards"),
    Column("locks", "small", "cards", "locking cards in the row, afterwards"),
    Column("deck", "small", "cards", "in the Threat Deck afterwards"),
    Column("segments", "small", "segments", "of the Spider Spirit left afterwards"),
    Column("committed", "small", "cards", "committed to targets afterwards"),
    Column("hands", "small", "cards", "in all hands afterwards"),
    Column("equipment", "small", "cards", "in all Equipment Decks afterwards"),
    Column("relics", "small", "Relics", "held by the players afterwards"),
)  # fmt: skip

CARDS: Final = (
    _RUN,
    _GAME,
    _LEVEL,
    Column("seat", "small", "", "that owns the card, from 0; null for a card of the row"),
    Column("character", "character", "", "that owns the card; null for a card of the row"),
    Column("card", "text", "", "the card"),
    Column("type", "card", "", "equipment, threat or relic"),
    Column("source", "source", "", "where the card's values come from"),
    Column("use", "use", "", "how it was used; see USES"),
    Column("turn", "small", "", "of the level in which that happened; null if the card was never used"),
    Column("by", "small", "", "the seat that did it, from 0; null if nobody did"),
    Column("face", "icon", "", "the icon that it was played with, relic for a Relic; else null"),
    Column("asked", "icon", "", "the icon that it paid for; null for a Relic, or if it was not played"),
    Column("target", "text", "", "the first target that it was played on, or spirit; else null"),
)  # fmt: skip

_CHANCE, _LOSS = "chance to win", "chance to win lost"
_KNOWN = "given what the deciding seat could know"

REVIEWS: Final = (
    _RUN,
    _GAME,
    Column("file", "text", "", "the replay's file; null for a replay in memory"),
    Column("players", "small", "players", "at the table"),
    Column("result", "result", "", "won, lost, or open for an unfinished game"),
    Column("line", "text", "", "null for the recorded line, else the variation, e.g. 12/1"),
    Column("path", "text", "", "of the node, for `replay.node(path)`"),
    Column("step", "count", "deals and decisions", "made so far, including this one"),
    _LEVEL,
    Column("turn", "small", "", "of the level, from 1; 0 before the first (deal, keep)"),
    Column("seat", "small", "", "that decided, from 0; null for a deal"),
    Column("character", "character", "", "that decided; null for a deal"),
    Column("kind", "kind", "", "of move (the first word of its text); or deal"),
    Column("move", "text", "", "the move's text; null for a deal"),
    Column("value", "real", _CHANCE, f"after it, {_KNOWN}; after a deal, what the start player knows"),
    Column("value_error", "real", _CHANCE, "the standard error of value"),
    Column("open", "real", _CHANCE, "after it, with all cards visible"),
    Column("open_error", "real", _CHANCE, "the standard error of open"),
    Column("clears", "real", "chance", "that this level is cleared"),
    Column("levels", "real", "levels", "expected in total; null in reviews of older versions"),
    Column("levels_error", "real", "levels", "the standard error of levels, without that of the fitted "
        "model"),
    Column("forced", "flag", "", "whether there was only one choice; null for a deal"),
    Column("loss", "real", _LOSS, f"compared with the best move, {_KNOWN}; null for forced moves and deals"),
    Column("loss_error", "real", _LOSS, "the standard error of loss"),
    Column("hindsight", "real", _LOSS, "compared with the best move with all cards visible; null as loss is"),
    Column("hindsight_error", "real", _LOSS, "the standard error of hindsight"),
    Column("best", "text", "", f"the best move, {_KNOWN}; null if it was played"),
    Column("best_open", "text", "", "the best move with all cards visible; null if it was played"),
    Column("lead", "real", _CHANCE, "of the best move over the next best, if it was played; else null"),
    Column("close", "flag", "", "whether the loss is too close to call"),
    Column("grade", "grade", "", "by the informed loss alone; null for forced moves and deals"),
    Column("label", "label", "", "mistake, unlucky, lucky or brilliant; else null"),
    Column("luck", "real", _CHANCE, "of a deal: after it, minus the expected chance; null for a decision"),
    Column("luck_error", "real", _CHANCE, "the standard error of luck"),
    Column("lost_level", "flag", "", "whether the level was permanently lost here, with all cards visible"),
    Column("worlds", "count", "worlds", "from which value was estimated"),
    Column("bot", "text", "", "the rollout bot"),
)  # fmt: skip

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": GAMES,
    "levels": LEVELS,
    "decisions": DECISIONS,
    "cards": CARDS,
}
"""games: one row per game. levels: one row per level dealt. decisions: one row per deal and decision. cards:
one row per use of a card in a level, and one per unused card.
"""

ALL: Final[dict[str, tuple[Column, ...]]] = {**TABLES, "reviews": REVIEWS}
"""These and reviews: one row per reviewed deal and decision. A simulated run has no reviews."""


_PLAIN: Final[dict[str, pl.DataType]] = {
    "text": pl.String(),
    "texts": pl.List(pl.String()),
    "flag": pl.Boolean(),
    "small": pl.Int16(),
    "count": pl.Int32(),
    "real": pl.Float64(),
    **{name: pl.Enum(values) for name, values in ENUMS.items()},
}


def dtypes(table: str, edition: EditionLike | None = None) -> dict[str, pl.DataType]:
    """Return the columns of a table with their types. Characters are an Enum in the order of the edition."""
    arguments.choice("table", table, ALL)
    characters = pl.Enum(list(edition_of(edition).characters))
    types = {**_PLAIN, "character": characters, "characters": pl.List(characters)}
    return {column.name: types[column.type] for column in ALL[table]}


def to_frame(table: str, columns: Mapping[str, list[Any]], edition: Edition | None = None) -> pl.DataFrame:
    """Return a frame of the columns that `Rows.columns` returns."""
    return pl.DataFrame(dict(columns), schema=dtypes(table, edition))


def empty(table: str, edition: Edition | None = None) -> pl.DataFrame:
    """Return a frame without rows."""
    return pl.DataFrame(schema=dtypes(table, edition))


def describe(table: str) -> pl.DataFrame:
    """Return the columns of a table, one row each: name, type, unit and meaning."""
    types = dtypes(table)
    rows = [(each.name, _type_name(types[each.name]), each.unit, each.meaning) for each in ALL[table]]
    return pl.DataFrame(rows, schema=["column", "type", "unit", "meaning"], orient="row")


def _type_name(dtype: pl.DataType) -> str:
    if isinstance(dtype, pl.List):
        inner = dtype.inner
        return f"List({_type_name(inner() if isinstance(inner, type) else inner)})"
    return "Enum" if isinstance(dtype, pl.Enum) else str(dtype)

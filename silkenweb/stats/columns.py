"""The tables that games become, column by column: one place says what there is, of what type, in what unit.

This module needs no polars, so that the processes which play need none either; `frames` makes polars types of
the types named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import polars as pl

from silkenweb import arguments
from silkenweb.edition import Edition
from silkenweb.edition.edition_argument import EditionLike, edition_of
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.edition.provenance import SOURCES
from silkenweb.game.state import PHASES
from silkenweb.study.review import GRADES, LABELS

TARGET_ICONS: Final = ("combat", "web", "door", "fire")
"""What Threats and segments ask for, in the order of the columns."""

KINDS: Final = (
    "deal", "keep", "play", "end", "claim", "rest", "signal", "ability", "take", "hold", "rotate"
)  # fmt: skip
"""Kinds of moves, as the move texts begin; and deals."""

USES: Final = (
    "played", "wasted", "discarded", "given", "unused", "stored", "undrawn",
    "paid", "by relic", "by ability", "claimed", "removed", "left",
)  # fmt: skip
"""What can become of a card in a level. Of a card that a player holds: played: it helped to resolve
something; wasted: it was committed and never came to anything; discarded: laid away at the start of the level
(S5); given: discarded for Bajie's ability (A1); unused: in a hand, or in a storage that was emptied, to the
end; stored: kept in storage to the end (S6); undrawn: in the Equipment Deck to the end. Of a card in the row:
paid, by relic, by ability: how it was resolved; claimed: a Relic taken; removed: by the loss of a Blessing
(B1); left: in row or Threat Deck when the game was lost.
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
"""The values of each type that has few. The type `character` has those of the edition."""

KEYS: Final = ("run", "game")
"""The columns that say which game a row is of, in every table: join on them (and on `level`)."""


class Column(NamedTuple):
    """A column. `type` is text, flag, small (16 bits), count (32 bits), real, texts or characters (lists),
    character, or a key of ENUMS. `unit` says what a number counts.
    """

    name: str
    type: str
    unit: str
    meaning: str


_RUN = Column("run", "text", "", "the run, or the folder or list of replays, that the game is from")
_GAME = Column("game", "count", "", "the number of the game in its run, from 0")
_LEVEL = Column("level", "small", "", "the level, from 1")


def _did(where: str) -> tuple[Column, ...]:
    """How much was done, in a game or a level."""
    return (
        Column("decisions", "count", "decisions", f"made in the {where}, choices of what to keep among them"),
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
    Column("seed", "text", "", "what deals and bots' chance come from; null where the game has none"),
    Column("edition", "text", "", "the name of the card data"),
    Column("players", "small", "players", "at the table"),
    Column("characters", "characters", "", "in seat order, clockwise"),
    Column("character_set", "text", "", "the characters in the order of the edition, joined by +"),
    Column("names", "texts", "", "who played each seat: the bot, or a replay's player; may be null"),
    Column("team", "text", "", "the names in one text: one name where all are the same; null without names"),
    Column("blessings_start", "small", "Blessings", "that the team began with"),
    Column("blessings_left", "small", "Blessings", "at the end"),
    Column("result", "result", "", "won, lost, or open for a game that was broken off"),
    Column("won", "flag", "", "whether it was won; null where it is open"),
    Column("level", "small", "", "the level that was reached"),
    Column("levels_cleared", "small", "levels", "cleared"),
    Column("score", "small", "Relics", "held at the end of a game that was won, else null (E4)"),
    Column("reputation", "text", "", "the title for the score, else null"),
    *_did("game"),
)  # fmt: skip

LEVELS: Final = (
    _RUN,
    _GAME,
    _LEVEL,
    Column("players", "small", "players", "at the table"),
    Column("source", "source", "", "where the level's numbers (draw, discard, segments) come from"),
    Column("end", "end", "", "cleared, lost, or open for a game that was broken off here"),
    Column("cleared", "flag", "", "whether it was cleared; null where it is open"),
    Column("start_seat", "small", "", "the seat that began, from 0"),
    *_did("level"),
    Column("blessings_start", "small", "Blessings", "as the level began"),
    Column("relics_start", "small", "Relics", "held by the players as the level began"),
    Column("threats", "small", "cards", "dealt into row and Threat Deck, Relics among them (S2)"),
    Column("relics_dealt", "small", "Relics", "among the cards dealt"),
    Column("segments", "small", "segments", "of the Spider Spirit"),
    Column("row_start", "small", "cards", "in the row as the level began"),
    Column("row_longest", "small", "cards", "in the row when it was longest"),
    *(
        Column(f"need_{icon}", "small", "icons", f"of {icon} asked for where no other will do")
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
        Column(f"turned_{icon}", "small", "icons", f"of {icon} that these hands would show turned round")
        for icon in TARGET_ICONS
    ),
    Column("held_relic", "small", "Relics", "in hands and storages after S5; these are null before it"),
)  # fmt: skip

DECISIONS: Final = (
    _RUN,
    _GAME,
    Column("line", "text", "", "null for the game as played, else the alternative, e.g. 12/1"),
    Column("path", "text", "", "of the node, for `replay.node(path)`"),
    Column("step", "count", "deals and decisions", "made up to and with this one"),
    _LEVEL,
    Column("turn", "small", "", "of the level, from 1; 0 before the first (deal, keep)"),
    Column("phase", "phase", "", "before the decision"),
    Column("seat", "small", "", "who decided, from 0; null for a deal"),
    Column("character", "character", "", "who decided; null for a deal"),
    Column("kind", "kind", "", "of move, as its text begins; or deal"),
    Column("move", "text", "", "the move's text; null for a deal"),
    Column("card", "text", "", "the card played, or claimed by choice (T11); else null"),
    Column("face", "icon", "", "the upright icon of the card played, relic for a Relic"),
    Column("target", "text", "", "the Threat that was played on or resolved (A2), or spirit; else null"),
    Column("second", "text", "", "the second Threat of a Combat x2 card (T6), else null"),
    Column("rotated", "flag", "", "whether the hand was rotated; null where it could not be"),
    Column("resolved", "small", "targets", "resolved by the decision"),
    Column("claimed", "small", "Relics", "claimed, by choice or at once (T10)"),
    Column("blessings", "small", "Blessings", "left afterwards"),
    Column("rests", "small", "Rests", "in a row, afterwards"),
    Column("row", "small", "cards", "in the row afterwards"),
    Column("locks", "small", "cards", "of the row that lock it, afterwards"),
    Column("deck", "small", "cards", "in the Threat Deck afterwards"),
    Column("segments", "small", "segments", "of the Spider Spirit that are left afterwards"),
    Column("committed", "small", "cards", "lying on targets afterwards"),
    Column("hands", "small", "cards", "in all hands afterwards"),
    Column("equipment", "small", "cards", "in all Equipment Decks afterwards"),
    Column("relics", "small", "Relics", "held by the players afterwards"),
)  # fmt: skip

CARDS: Final = (
    _RUN,
    _GAME,
    _LEVEL,
    Column("seat", "small", "", "whose card it is, from 0; null for a card of the row"),
    Column("character", "character", "", "whose card it is; null for a card of the row"),
    Column("card", "text", "", "the card"),
    Column("type", "card", "", "equipment, threat or relic"),
    Column("source", "source", "", "where what stands on the card comes from"),
    Column("use", "use", "", "what became of it; see USES"),
    Column("turn", "small", "", "of the level in which that was settled; null where it lay there to the end"),
    Column("by", "small", "", "the seat that did it, from 0; null where nobody did"),
    Column("face", "icon", "", "the icon that it was played with, relic for a Relic; else null"),
    Column("asked", "icon", "", "the icon that it paid for; null for a Relic and where it was not played"),
    Column("target", "text", "", "the first target it was played on, or spirit; else null"),
)  # fmt: skip

_CHANCE, _LOSS = "chance to win", "chance to win lost"
_KNOWN = "by what the seat that decided could know"

REVIEWS: Final = (
    _RUN,
    _GAME,
    Column("file", "text", "", "the replay's file; null for a replay in memory"),
    Column("players", "small", "players", "at the table"),
    Column("result", "result", "", "won, lost, or open for a game that was broken off"),
    Column("line", "text", "", "null for the game as played, else the alternative, e.g. 12/1"),
    Column("path", "text", "", "of the node, for `replay.node(path)`"),
    Column("step", "count", "deals and decisions", "made up to and with this one"),
    _LEVEL,
    Column("turn", "small", "", "of the level, from 1; 0 before the first (deal, keep)"),
    Column("seat", "small", "", "who decided, from 0; null for a deal"),
    Column("character", "character", "", "who decided; null for a deal"),
    Column("kind", "kind", "", "of move, as its text begins; or deal"),
    Column("move", "text", "", "the move's text; null for a deal"),
    Column("value", "real", _CHANCE, f"after it, {_KNOWN}; after a deal, by what the start player knows"),
    Column("value_error", "real", _CHANCE, "the standard error of value"),
    Column("open", "real", _CHANCE, "after it, with the cards as they lay"),
    Column("open_error", "real", _CHANCE, "the standard error of open"),
    Column("clears", "real", "chance", "that this level is cleared"),
    Column("levels", "real", "levels", "cleared in all, expected; null in reviews made before it was told"),
    Column("levels_error", "real", "levels", "the standard error of levels, but for the fitted model's own"),
    Column("forced", "flag", "", "whether there was nothing to decide; null for a deal"),
    Column("loss", "real", _LOSS, f"against the best move {_KNOWN}; null for a forced move and a deal"),
    Column("loss_error", "real", _LOSS, "the standard error of loss"),
    Column("hindsight", "real", _LOSS, "against the best move with the cards as they lay; null as loss is"),
    Column("hindsight_error", "real", _LOSS, "the standard error of hindsight"),
    Column("best", "text", "", f"the best move {_KNOWN}; null where that was played"),
    Column("best_open", "text", "", "the best move with the cards as they lay; null where that was played"),
    Column("lead", "real", _CHANCE, "of a best move, before the next; null for another"),
    Column("close", "flag", "", "whether the loss is too close to call"),
    Column("grade", "grade", "", "by the informed loss alone; null for a forced move and a deal"),
    Column("label", "label", "", "what made it so: mistake, unlucky, lucky, brilliant; else null"),
    Column("luck", "real", _CHANCE, "of a deal: after it, less what was expected; null for a decision"),
    Column("luck_error", "real", _CHANCE, "the standard error of luck"),
    Column("lost_level", "flag", "", "whether here the level stopped being clearable, with everything open"),
    Column("worlds", "count", "worlds", "that value was made of"),
    Column("bot", "text", "", "who played on in the playouts"),
)  # fmt: skip

TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "games": GAMES,
    "levels": LEVELS,
    "decisions": DECISIONS,
    "cards": CARDS,
}
"""games: a row a game. levels: a row a level that was dealt. decisions: a row a deal and decision. cards: a
row for each use of a card in a level, and one for each card that was not used.
"""

ALL: Final[dict[str, tuple[Column, ...]]] = {**TABLES, "reviews": REVIEWS}
"""With reviews: a row a deal and decision that was reviewed. No simulated run keeps it."""


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
    """The columns of a table with their types. Characters are an Enum of the edition's, in its order."""
    arguments.choice("table", table, ALL)
    characters = pl.Enum(list(edition_of(edition).characters))
    types = {**_PLAIN, "character": characters, "characters": pl.List(characters)}
    return {column.name: types[column.type] for column in ALL[table]}


def to_frame(table: str, columns: Mapping[str, list[Any]], edition: Edition | None = None) -> pl.DataFrame:
    """A frame of columns as `Rows.columns` gives them."""
    return pl.DataFrame(dict(columns), schema=dtypes(table, edition))


def empty(table: str, edition: Edition | None = None) -> pl.DataFrame:
    """A frame without rows."""
    return pl.DataFrame(schema=dtypes(table, edition))


def describe(table: str) -> pl.DataFrame:
    """The columns of a table: name, type, unit and meaning, a row each."""
    types = dtypes(table)
    rows = [(each.name, _type_name(types[each.name]), each.unit, each.meaning) for each in ALL[table]]
    return pl.DataFrame(rows, schema=["column", "type", "unit", "meaning"], orient="row")


def _type_name(dtype: pl.DataType) -> str:
    if isinstance(dtype, pl.List):
        inner = dtype.inner
        return f"List({_type_name(inner() if isinstance(inner, type) else inner)})"
    return "Enum" if isinstance(dtype, pl.Enum) else str(dtype)

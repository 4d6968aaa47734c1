"""Rows of the four tables, written while following a game step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from silkenweb.edition import Edition
from silkenweb.edition.icons import ICONS, RELIC
from silkenweb.game import Deal
from silkenweb.game.state import DEAL, LOST, TURN, WON, State
from silkenweb.game.tables import SPIRIT, Tables, equipment_for, targets_for
from silkenweb.stats.columns import TABLES, TARGET_ICONS
from silkenweb.stats.consequences import CardUses, Consequences, find_consequences

Counts = tuple[int, ...]
"""One number for each of TARGET_ICONS."""


def level_requirements(tables: Tables, level: int, threats: tuple[int, ...]) -> tuple[Counts, Counts]:
    """Return for each icon how many are required with no alternative, and how many flexible targets list it.

    It counts the cards dealt and the level's segments.
    """
    asks = [_asks(tables.edition)[target] for target in threats]
    asks += [(segment.icons, segment.count) for segment in tables.segments[level]]
    need = tuple(sum(count for icons, count in asks if icons == (icon,)) for icon in TARGET_ICONS)
    may = tuple(sum(len(icons) > 1 and icon in icons for icons, _ in asks) for icon in TARGET_ICONS)
    return need, may


@lru_cache(maxsize=16)
def _asks(edition: Edition) -> tuple[tuple[tuple[str, ...], int], ...]:
    targets = targets_for(edition)
    return tuple(zip(targets.icons, targets.need, strict=True))


def held_icons(state: State) -> tuple[Counts, Counts, int]:
    """Return for each icon how many are held upright, and how many would be after a rotation.

    Cards in hands and storages count; a rotation changes only the hands. Also returns the number of Relics
    held. Combat x2 counts twice (C5).
    """
    tables = state.tables
    upright, turned, relics = [0] * len(TARGET_ICONS), [0] * len(TARGET_ICONS), 0
    for seat, character in enumerate(tables.characters):
        masks = _masks(tables.edition, character)
        hand, store = state.hands[seat], state.stores[seat]
        relics += ((hand | store) & tables.relic_mask).bit_count()
        other = tables.rotated(seat, hand)
        for place, (once, twice) in enumerate(masks):
            upright[place] += ((hand | store) & once).bit_count() + ((hand | store) & twice).bit_count()
            turned[place] += (other & once).bit_count() + (other & twice).bit_count()
    return tuple(upright), tuple(turned), relics


@lru_cache(maxsize=128)
def _masks(edition: Edition, character: str) -> tuple[tuple[int, int], ...]:
    """Return for each of TARGET_ICONS the faces that provide it, and those that provide two."""
    kit = equipment_for(edition, character)
    both = []
    for icon in TARGET_ICONS:
        pays = {face.key for face in ICONS.values() if face.pays == icon}
        twice = {key for key in pays if ICONS[key].worth > 1}
        both.append((kit.showing(pays), kit.showing(twice)))
    return tuple(both)


Row = tuple[Any, ...]


class Rows:
    """The rows of the requested tables."""

    def __init__(self, tables: Sequence[str]) -> None:
        self.of: dict[str, list[Row]] = {table: [] for table in tables}

    def columns(self) -> dict[str, dict[str, list[Any]]]:
        """Return the rows as columns, which polars needs and which are fastest to send to another process."""
        return {
            table: dict(
                zip(
                    [column.name for column in TABLES[table]],
                    map(list, zip(*rows, strict=True)) if rows else ([] for _ in TABLES[table]),
                    strict=True,
                )
            )
            for table, rows in self.of.items()
        }


class GameInfo(NamedTuple):
    """Data about a game other than its moves."""

    run: str
    game: int
    file: str | None = None
    seed: str | None = None
    names: tuple[str | None, ...] = ()

    @property
    def team(self) -> str | None:
        """The names in one text, or None without names."""
        if not any(self.names):
            return None
        return (
            str(self.names[0]) if len(set(self.names)) == 1 else ", ".join(name or "?" for name in self.names)
        )


class LineCounts(NamedTuple):
    """Running counts of a line: deals and decisions, turns of the level, Relics held."""

    step: int = 0
    turn: int = 0
    relics: int = 0

    def after_deal(self) -> LineCounts:
        """Return the counts after a deal."""
        return LineCounts(self.step + 1, 0, self.relics)

    def after(self, did: Consequences) -> LineCounts:
        """Return the counts after a decision."""
        relics = self.relics + len(did.claimed) - (did.use == "by relic")
        return LineCounts(self.step + 1, self.turn + did.turn_began, relics)


class Tally:
    """Counts of a level; those of a game are their sums."""

    __slots__ = ("abilities", "claimed", "decisions", "lost", "plays", "relics_played", "rests", "turns")

    def __init__(self) -> None:
        self.decisions = self.turns = self.plays = self.rests = 0
        self.abilities = self.claimed = self.relics_played = self.lost = 0

    def count(self, did: Consequences) -> None:
        """Add a decision."""
        self.decisions += 1
        self.turns += did.turn_began
        self.plays += did.kind == "play"
        self.rests += did.kind == "rest"
        self.abilities += did.kind == "ability"
        self.claimed += len(did.claimed)
        self.relics_played += did.use == "by relic"
        self.lost += did.blessing_lost

    def row(self) -> Row:
        """Return the counts in the order of the columns."""
        return (
            self.decisions,
            self.turns,
            self.plays,
            self.rests,
            self.abilities,
            self.claimed,
            self.relics_played,
            self.lost,
        )


class LevelRecord:
    """A level in progress."""

    def __init__(self, before: State, deal: Deal, after: State) -> None:
        tables = before.tables
        self.tally = Tally()
        self.start = before
        self.relics = before.held_relics().bit_count()
        self.row_start = self.row_longest = len(after.row)
        self.threats = after.row + after.deck
        self.need, self.may = level_requirements(tables, deal.level, self.threats)
        self.held: tuple[Counts | tuple[None, ...], Counts | tuple[None, ...], int | None]
        self.held = ((None,) * len(self.need), (None,) * len(self.need), None)

    def ended(self, key: Row, end: str) -> Row:
        """Return the row of the level."""
        start, tables = self.start, self.start.tables
        source = tables.edition.provenance(f"levels.{start.level}").source
        relics = sum(tables.is_relic[target] for target in self.threats)
        return (
            *key, start.level, tables.players, source, end, None if end == "open" else end == "cleared",
            start.start, *self.tally.row(), start.blessings, self.relics, len(self.threats), relics,
            len(tables.segments[start.level]), self.row_start, self.row_longest,
            *self.need, *self.may, *self.held[0], *self.held[1], self.held[2],
        )  # fmt: skip


class Follower:
    """Follows one game from its start and adds its rows: pass it each step, then call `close`."""

    def __init__(self, start: State, about: GameInfo, rows: Rows) -> None:
        self.start = self.state = start
        self.about = about
        self.key: Row = (about.run, about.game)
        self.rows = rows.of
        self.place = LineCounts()
        self.uses = CardUses(start.tables, self.key, self.rows["cards"]) if "cards" in self.rows else None
        self.level: LevelRecord | None = None
        self.tallies: list[Tally] = []
        self.cleared = 0

    def deal(self, deal: Deal, after: State) -> None:
        """Add a deal, which led to `after`."""
        self.place = self.place.after_deal()
        self.level = LevelRecord(self.state, deal, after)
        self.tallies.append(self.level.tally)
        if "decisions" in self.rows:
            self.rows["decisions"].append(
                deal_row(self.key, None, str(self.place.step), self.place, self.state, after)
            )
        if self.uses is not None:
            self.uses.dealt(deal)
        self.state = after

    def move(self, text: str, after: State) -> None:
        """Add a decision, which led to `after`."""
        before, level = self.state, self.level
        assert level is not None
        did = find_consequences(before, text, after)
        turn = self.place.turn
        self.place = self.place.after(did)
        level.tally.count(did)
        if len(after.row) > level.row_longest:
            level.row_longest = len(after.row)
        if did.kind == "keep" and after.phase == TURN:
            level.held = held_icons(after)
        if "decisions" in self.rows:
            path = str(self.place.step)
            self.rows["decisions"].append(
                decision_row(self.key, None, path, self.place, turn, before, text, did, after)
            )
        if self.uses is not None:
            self.uses.step(before, did, after, turn)
        self.state = after
        if after.phase in (DEAL, WON, LOST):
            self._end_level("lost" if after.phase == LOST else "cleared")

    def _end_level(self, end: str) -> None:
        assert self.level is not None
        self.cleared += end == "cleared"
        if "levels" in self.rows:
            self.rows["levels"].append(self.level.ended(self.key, end))
        self.level = None

    def close(self) -> None:
        """End the game, finished or not."""
        if self.level is not None:
            self._end_level("open")
        if "games" in self.rows:
            self.rows["games"].append(self._game())

    def _game(self) -> Row:
        state, about = self.state, self.about
        tables, edition = state.tables, state.tables.edition
        result = state.phase if state.phase in (WON, LOST) else "open"
        score = self.place.relics if result == WON else None
        reached = [] if score is None else [r for r in edition.reputation if r.least <= score <= r.most]
        totals = [sum(numbers) for numbers in zip(*(tally.row() for tally in self.tallies), strict=True)]
        return (
            about.run, about.game, about.file, about.seed, edition.name, tables.players,
            list(tables.characters), character_set(tables),
            list(about.names or [None] * tables.players), about.team,
            self.start.blessings, state.blessings, result, None if result == "open" else result == WON,
            state.level, self.cleared, score, reached[0].title if reached else None,
            *(totals or Tally().row()),
        )  # fmt: skip


def character_set(tables: Tables) -> str:
    """Return the characters in the order of the edition: one text for all seatings."""
    return "+".join(key for key in tables.edition.characters if key in tables.characters)


def deal_row(key: Row, line: str | None, path: str, place: LineCounts, before: State, after: State) -> Row:
    """Return the row of a deal in `decisions`; `place` has the counts after it."""
    return (
        *key, line, path, place.step, before.level, 0, before.phase, None, None, "deal",
        None, None, None, None, None, None, 0, 0, *_table(after, place),
    )  # fmt: skip


def decision_row(
    key: Row, line: str | None, path: str, place: LineCounts, turn: int,
    before: State, text: str, did: Consequences, after: State,
) -> Row:  # fmt: skip
    """Return the row of a decision made in `turn`; `place` has the counts after it."""
    tables = before.tables
    card = face = None
    if did.kind == "play" and did.card is not None:
        owner, mask = did.card
        card = tables.kits[owner].bare_of[mask]
        face = RELIC.key if mask <= tables.relic_mask else tables.kits[owner].icon(mask)
    elif did.kind == "claim":
        card = tables.targets[did.action[1]]
    aims = [
        None if not aim else "spirit" if aim[0] == SPIRIT else tables.targets[aim[0]]
        for aim in (did.targets[:1], did.targets[1:])
    ]
    return (
        *key, line, path, place.step, before.level, turn, before.phase,
        before.seat, tables.characters[before.seat], did.kind, text, card, face, *aims, did.rotated,
        len(did.resolved), len(did.claimed), *_table(after, place),
    )  # fmt: skip


def _table(state: State, place: LineCounts) -> Row:
    """Return the numbers that describe the table."""
    tables = state.tables
    locking = tables.locking
    return (
        state.blessings,
        state.rests,
        len(state.row),
        sum([locking[target] for target in state.row]),
        len(state.deck),
        len(tables.segments[state.level]) - state.segments,
        len(state.commits),
        sum([hand.bit_count() for hand in state.hands]),
        sum(map(len, state.decks)),
        place.relics,
    )

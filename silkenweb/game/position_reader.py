"""Reading a position text, and checking that its parts go together.

Each field alone may be right, and all of them together impossible. Every refusal is a NotationError with a
code: `text.*` for a field, `fit.*` for fields that contradict each other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from silkenweb.edition import Edition
from silkenweb.errors import NotationError, quote
from silkenweb.game.notation import FLAG_LETTERS, position_text
from silkenweb.game.state import (
    DEAL,
    KEEP,
    LOST,
    PHASES,
    PLAYED,
    ROTATE,
    SIGNALLED,
    STORED,
    TAKE,
    TURN,
    WON,
    Commitment,
    State,
    in_order,
    start_state,
)
from silkenweb.game.tables import ON_SHEET, REMOVED, SPIRIT, STORAGE, Tables, tables_for
from silkenweb.text.refusals import unreadable

Fit = tuple[bool, str, str] | tuple[bool, str, str, int]
"""Whether something is true; the field that is wrong otherwise; the code of the reason; its `{count}`."""


def check_fit(state: State) -> None:
    """Raise a NotationError for the first part that does not match the rest."""
    for fits in (_phase_fits, _deal_fits, _end_fits, _turn_fits, _marker_fits, _card_fits, _chosen_fits):
        for true, where, code, *count in fits(state):
            if not true:
                raise unreadable(code, where, phase=state.phase, count=count[0] if count else 0)


def _phase_fits(state: State) -> list[Fit]:
    tables, phase, queue = state.tables, state.phase, state.queue
    players = tables.players
    turning = phase in (KEEP, ROTATE)
    last = state.start if phase == KEEP else tables.marker_seat
    ends = (last - 1) % players
    expected = tuple((ends - step) % players for step in reversed(range(len(queue))))
    drawing = tables.drawing_seat
    return [
        (bool(queue) == turning, "queue", "fit.phase"),
        (not queue or queue[0] == state.seat, "queue", "fit.queue.first"),
        (not turning or len(queue) <= players, "queue", "fit.queue.twice"),
        (not turning or queue == expected, "queue", "fit.queue.order"),
        (phase != ROTATE or tables.marker_seat not in (-1, *queue), "queue", "fit.queue.rotate"),
        (phase != ROTATE or _flipped(state, tables.marker_seat), "phase", "fit.sheet"),
        (bool(state.taking) == (phase == TAKE), "taking", "fit.phase"),
        (phase != TAKE or drawing not in (-1, state.seat), "seat", "fit.draw"),
        (phase != TAKE or _flipped(state, drawing), "phase", "fit.sheet"),
    ]


def _flipped(state: State, seat: int) -> bool:
    return seat >= 0 and not state.sheets >> seat & 1


def _deal_fits(state: State) -> list[Fit]:
    before = state.phase in (DEAL, KEEP)
    lies = state.done or (state.phase == DEAL and (state.row or state.deck))
    in_hand = any(state.hands) or any(state.decks) or any(state.chosen) or any(state.storing)
    return [
        (not (before and lies), "row", "fit.row.early"),
        (not (before and state.segments), "spirit", "fit.spirit.early"),
        (state.phase != DEAL or not in_hand, "phase", "fit.deal"),
    ]


def _end_fits(state: State) -> list[Fit]:
    won, levels = state.phase == WON, len(state.tables.edition.levels)
    return [
        (not won or not (state.row or state.deck), "phase", "fit.won.row"),
        (not won or state.all_segments_done(), "phase", "fit.won.segment"),
        (not won or state.level == levels, "phase", "fit.won.level"),
        (state.phase != LOST or not state.blessings, "phase", "fit.lost"),
    ]


def _turn_fits(state: State) -> list[Fit]:
    tables, phase, flags = state.tables, state.phase, state.flags
    quiet, played = phase != TURN, bool(flags & PLAYED)
    rests = tables.players if phase == LOST else 0 if quiet else state.rests
    storing = tables.effects.index(STORAGE) if STORAGE in tables.effects else -1
    return [
        (state.rests == rests, "rests", "fit.rests", rests),
        (phase == LOST or state.rests < tables.players, "rests", "fit.rests.most"),
        (not (flags and phase in (DEAL, KEEP, WON, LOST)), "turn", "fit.turn.none"),
        (not flags & STORED or played, "turn", "fit.turn.stored"),
        (not flags & STORED or _flipped(state, storing), "turn", "fit.turn.sheet"),
        (not (quiet and played), "turn", "fit.turn.ability"),
        (not (played and state.rests), "rests", "fit.rests.play"),
    ]


def _marker_fits(state: State) -> list[Fit]:
    tables, phase, place = state.tables, state.phase, state.marker
    holder = tables.marker_seat
    mine = state.seat if phase == TURN else holder if phase == ROTATE else tables.drawing_seat
    signalled = bool(state.flags & SIGNALLED)
    played = bool(state.flags & PLAYED)  # the marker's card may have left the row since (A5)
    away = place not in (ON_SHEET, REMOVED)
    return [
        (not signalled or mine == holder >= 0, "turn", "fit.signal"),
        (
            (place == REMOVED) == _flipped(state, holder),
            "marker",
            "fit.marker.sheet",
        ),
        (not signalled or place != ON_SHEET or played, "marker", "fit.marker.signal"),
        (not (away and phase in (DEAL, KEEP, WON)), "marker", "fit.marker.early"),
    ]


def _card_fits(state: State) -> list[Fit]:
    tables = state.tables
    fits: list[Fit] = []
    for seat, name in enumerate(tables.characters):
        store = state.stores[seat] | state.storing[seat]
        keeps = tables.effects[seat] == STORAGE
        over = bool(state.flags & STORED)  # the turn in which a flipped sheet may still have some (A6)
        fits += [
            (not store or keeps, name, "fit.storage"),
            (not (store and _flipped(state, seat)) or over, name, "fit.storage.flipped"),
        ]
    for target in {commit[0] for commit in state.commits}:
        fits += _commit_fits(state, target)
    if state.phase in (KEEP, DEAL, WON):
        fits.append((not state.commits, "row", "fit.commit.phase"))
    return fits


def _commit_fits(state: State, target: int) -> list[Fit]:
    tables = state.tables
    on = [commit for commit in state.commits if commit[0] == target]
    if target == SPIRIT:
        segments = tables.segment_match
        match = [segments[owner][state.level][state.segments] for _, owner, _, _ in on]
        need, combat = tables.segments[state.level][state.segments].count, state.segment_combat()
    else:
        match = [tables.match[owner][target] for _, owner, _, _ in on]
        need, combat = tables.need[target], tables.combat[target]
    where = "spirit" if target == SPIRIT else "row"
    fit = all(face & of for (_, _, face, _), of in zip(on, match, strict=True))
    relic = any(face <= tables.relic_mask for _, _, face, _ in on)
    paid = sum(tables.worth(owner, face, combat) for _, owner, face, _ in on)
    return [
        (fit and not relic, where, "fit.commit"),
        (paid < need, where, "fit.commit.paid"),
    ]


def _chosen_fits(state: State) -> list[Fit]:
    """S5: a player who has chosen discards the level's number of cards, or the whole hand if it has fewer."""
    tables = state.tables
    fits: list[Fit] = []
    discard = tables.edition.levels[state.level - 1].discard
    for seat, name in enumerate(tables.characters):
        laid = (state.chosen[seat] | state.storing[seat]).bit_count()
        if state.phase != KEEP:
            fits.append((not laid, name, "fit.chosen.phase"))
        elif seat in state.queue:
            fits.append((not laid, name, "fit.chosen.early"))
        else:
            count = min(discard, laid + state.hands[seat].bit_count())
            fits.append((laid == count, name, "fit.chosen.count", count))
    return fits


FIELDS = [
    "level",
    "phase",
    "seat",
    "start",
    "blessings",
    "rests",
    "turn",
    "row",
    "deck",
    "done",
    "spirit",
    "marker",
    "queue",
    "taking",
]
MAX_TEXT = 20_000  # characters; the longest possible text of the largest edition is shorter
MAX_BLESSINGS = 10**6
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
_TARGET = re.compile(r"([A-Za-z0-9]+)(?:\((.*)\))?", re.ASCII)
_COMMIT = re.compile(r"([A-Za-z0-9]+'?)@([0-9])", re.ASCII)
_SPIRIT = re.compile(r"([0-9]{1,3})/([0-9]{1,3})(?:\((.*)\))?", re.ASCII)
_CHOSEN = re.compile(r"([-^])([A-Za-z0-9]+'?)", re.ASCII)


def parse_position(text: str, edition: Edition) -> State:
    """Return the State of a position text. Raises NotationError for an invalid or impossible one."""
    if len(text) > MAX_TEXT:
        raise unreadable("text.long", "position", most=MAX_TEXT)
    parts = [part.partition("=") for part in text.split(" ")]
    names = [name for name, _, _ in parts]
    if names[: len(FIELDS)] != FIELDS:
        wrong = next((k for k, name in enumerate(FIELDS) if names[k : k + 1] != [name]), 0)
        found = parts[wrong][0] if wrong < len(parts) else "nothing"
        raise unreadable("text.field", f"field {wrong + 1}", found, name=quote(FIELDS[wrong]))
    tables = tables_for(edition, tuple(names[len(FIELDS) :]))
    values = {name: value for name, _, value in parts}
    state = _Reader(tables, values).read()
    if position_text(state) != text:
        raise differs("text.form", "text.form.part", "position", text, position_text(state))
    return state


def differs(code: str, part: str, where: str, text: str, right: str) -> NotationError:
    """Return the error for a text that should be `right`; `part` is the code if a single part differs."""
    for found, expected in zip(text.split(" "), right.split(" "), strict=False):
        if found != expected:
            return unreadable(part, where, found=quote(found), expected=quote(expected))
    return unreadable(code, where)


class _Reader:
    """Reads the fields of one text and remembers every card that it has met."""

    def __init__(self, tables: Tables, values: dict[str, str]) -> None:
        self.tables = tables
        self.values = values
        self.met: dict[str, str] = {}

    def read(self) -> State:
        state = start_state(self.tables, self._number("blessings", 0, MAX_BLESSINGS))
        levels = len(self.tables.edition.levels)
        state.level = self._number("level", 1, levels)
        state.phase = self._one_of("phase", PHASES)
        nobody = state.phase in (DEAL, WON, LOST)
        state.seat = self._nobody("seat") if nobody else self._number("seat", 0, self.tables.players - 1)
        state.start = self._number("start", 0, self.tables.players - 1)
        state.rests = self._number("rests", 0, self.tables.players)
        state.flags = self._flags()
        commits: list[Commitment] = []
        state.row = self._row(commits)
        state.deck = tuple(self._target(card, "deck") for card in self._list("deck"))
        state.done = sum(1 << self._target(card, "done") for card in self._list("done"))
        state.segments = self._spirit(state.level, commits)
        state.commits = in_order(commits)
        for seat in range(self.tables.players):
            self._seat(state, seat)
        state.taking = self._taking(state.seat)
        state.queue = tuple(self._queue_seat(part) for part in self._list("queue"))
        state.marker = self._marker()
        self._check_complete()
        check_fit(state)
        return state

    # -- single values -----------------------------------------------------------------------------

    def _wrong(
        self, where: str, code: str, text: str | None = None, /, **parameters: object
    ) -> NotationError:
        return unreadable(code, where, self.values.get(where, "") if text is None else text, **parameters)

    def _number(self, name: str, least: int, most: int) -> int:
        value = self.values[name]
        if not _NUMBER.fullmatch(value) or not least <= int(value) <= most:
            raise self._wrong(name, "text.number", least=least, most=most)
        return int(value)

    def _one_of(self, name: str, choices: Sequence[str]) -> str:
        value = self.values[name]
        if value not in choices:
            raise self._wrong(name, "text.choice", choices=", ".join(choices))
        return choices[choices.index(value)]

    def _nobody(self, name: str) -> int:
        if self.values[name] != "-":
            raise self._wrong(name, "text.nobody", phase=self.values["phase"])
        return -1

    def _flags(self) -> int:
        value = self.values["turn"]
        flags = sum(flag for flag, letter in FLAG_LETTERS if letter in value)
        if value != "-" and (not value or value.strip("psw")):
            raise self._wrong("turn", "text.flags", letters="p, s, w")
        return flags

    def _list(self, name: str) -> list[str]:
        value = self.values[name]
        if not value:
            raise self._wrong(name, "text.empty")
        return [] if value == "-" else value.split(",")

    # -- cards -------------------------------------------------------------------------------------

    def _meet(self, card: str, where: str) -> None:
        if card in self.met:
            raise self._wrong(where, "text.again", card, place=self.met[card])
        self.met[card] = where

    def _target(self, card: str, where: str) -> int:
        target = self.tables.target_of.get(card)
        if target is None:
            raise self._wrong(where, "text.threat", card)
        self._meet(card, where)
        return target

    def _face(self, seat: int, text: str, where: str) -> int:
        face = self.tables.face_of[seat].get(text)
        if face is None:
            raise self._wrong(where, "text.owner", text, character=self.tables.characters[seat])
        self._meet(text.rstrip("'"), where)
        return face

    def _row(self, commits: list[Commitment]) -> tuple[int, ...]:
        row = []
        for part in self._list("row"):
            found = _TARGET.fullmatch(part)
            if not found:
                raise self._wrong("row", "text.row", part)
            target = self._target(found[1], "row")
            row.append(target)
            self._commits(target, found[2], "row", commits)
        return tuple(row)

    def _spirit(self, level: int, commits: list[Commitment]) -> int:
        segments, value = self.tables.segments[level], self.values["spirit"]
        found = _SPIRIT.fullmatch(value)
        if not segments:
            if value != "-":
                raise self._wrong("spirit", "text.spirit.none", level=level)
            return 0
        if not found or int(found[2]) != len(segments) or int(found[1]) > len(segments):
            raise self._wrong("spirit", "text.spirit", count=len(segments))
        if found[3] is not None and int(found[1]) == len(segments):
            raise self._wrong("spirit", "text.spirit.done")
        self._commits(SPIRIT, found[3], "spirit", commits)
        return int(found[1])

    def _commits(self, target: int, text: str | None, where: str, commits: list[Commitment]) -> None:
        for part in [] if text is None else text.split("+"):
            found = _COMMIT.fullmatch(part)
            if not found or int(found[2]) >= self.tables.players:
                raise self._wrong(where, "text.commit", part, form="CARD@SEAT")
            owner = self.tables.owner_of.get(found[1].rstrip("'"))
            if owner is None:
                raise self._wrong(where, "text.commit.owner", part)
            commits.append((target, owner, self._face(owner, found[1], where), int(found[2])))

    def _seat(self, state: State, seat: int) -> None:
        name = self.tables.characters[seat]
        parts = self.values[name].split("/")
        if len(parts) != 6 or parts[0] not in ("A", "u"):
            raise self._wrong(name, "text.seat", unflipped="A", flipped="u")
        if parts[0] == "u":
            state.sheets &= ~(1 << seat)
        hand, deck, pile, store = (self._faces(seat, part, name) for part in parts[1:5])
        up = self.tables.upright_mask[seat] | self.tables.relic_mask
        if sum(pile) & ~up:
            raise self._wrong(name, "text.pile", parts[3])
        chosen, storing = self._chosen(seat, parts[5], name)
        put_all(state, seat, sum(hand), deck, sum(pile), sum(store), chosen, storing)

    def _faces(self, seat: int, part: str, where: str) -> tuple[int, ...]:
        if not part:
            raise self._wrong(where, "text.empty")
        return () if part == "-" else tuple(self._face(seat, text, where) for text in part.split(","))

    def _chosen(self, seat: int, part: str, where: str) -> tuple[int, int]:
        if part == "-":
            return 0, 0
        found = _CHOSEN.findall(part)
        if "".join(sign + card for sign, card in found) != part or not found:
            raise self._wrong(where, "text.chosen", part, discarded="-CARD", stored="^CARD")
        faces = {"-": 0, "^": 0}
        for sign, card in found:
            faces[sign] |= self._face(seat, card, where)
        return faces["-"], faces["^"]

    # -- what depends on the rest ------------------------------------------------------------------

    def _taking(self, seat: int) -> int:
        value = self.values["taking"]
        if value == "-":
            return 0
        if seat < 0:
            raise self._wrong("taking", "text.taking.nobody")
        face = self._face(seat, value, "taking")
        if not face & (self.tables.upright_mask[seat] | self.tables.relic_mask):
            raise self._wrong("taking", "text.taking")
        return face

    def _queue_seat(self, part: str) -> int:
        if not _NUMBER.fullmatch(part) or int(part) >= self.tables.players:
            raise self._wrong("queue", "text.queue", part)
        return int(part)

    def _marker(self) -> int:
        value = self.values["marker"]
        if value == "-":
            return ON_SHEET
        if self.tables.marker_seat < 0:
            raise self._wrong("marker", "text.marker.none")
        if value == "x":
            return REMOVED
        place = self.tables.marker_of.get(value)
        on_row = {found[1] for part in self._list("row") if (found := _TARGET.fullmatch(part))}
        if place is None or (value in self.tables.target_of and value not in on_row):
            raise self._wrong("marker", "text.marker", removed="x")
        return place

    def _check_complete(self) -> None:
        for seat, cards in enumerate(self.tables.equipment):
            missing = [card for card in cards if card not in self.met]
            if missing:
                raise self._wrong(self.tables.characters[seat], "text.missing", cards=", ".join(missing))


def put_all(
    state: State,
    seat: int,
    hand: int,
    deck: tuple[int, ...],
    pile: int,
    store: int,
    chosen: int,
    storing: int,
) -> None:
    """Set all of one seat's places."""
    for name, mask in (("hands", hand), ("discards", pile), ("stores", store), ("chosen", chosen)):
        masks = getattr(state, name)
        setattr(state, name, (*masks[:seat], mask, *masks[seat + 1 :]))
    state.storing = (*state.storing[:seat], storing, *state.storing[seat + 1 :])
    state.decks = (*state.decks[:seat], deck, *state.decks[seat + 1 :])

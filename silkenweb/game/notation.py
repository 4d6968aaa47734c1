"""Positions as texts (RULES.md, "Position text"); `position_reader.py` reads them."""

from __future__ import annotations

from collections.abc import Iterable

from silkenweb.game.state import PLAYED, SIGNALLED, STORED, Commitment, State
from silkenweb.game.tables import ON_SHEET, REMOVED, SPIRIT, Tables, bits

FLAG_LETTERS = ((PLAYED, "p"), (SIGNALLED, "s"), (STORED, "w"))
NONE = "-"


def position_text(state: State) -> str:
    """Return the position text of a State."""
    tables = state.tables
    ids = tables.targets
    deck = [ids[target] for target in state.deck]
    done = [ids[bit.bit_length() - 1] for bit in bits(state.done)] if state.done else ()
    taking = tables.text_of[state.seat][state.taking] if state.taking else NONE
    seats = " ".join([f"{key}={seat_text(state, seat)}" for seat, key in enumerate(tables.characters)])
    table = f"{table_fields(state)} deck={','.join(deck) or NONE} done={','.join(done) or NONE}"
    return f"{table} {open_fields(state)} taking={taking} {seats}"


def table_fields(state: State) -> str:
    """Return the fields from `level` to `row`."""
    ids = state.tables.targets
    if state.commits:
        row = [_with_commits(state, target) for target in state.row]
    else:
        row = [ids[target] for target in state.row]
    return (
        f"level={state.level} phase={state.phase} seat={state.seat if state.seat >= 0 else NONE}"
        f" start={state.start} blessings={state.blessings} rests={state.rests} turn={flags_text(state.flags)}"
        f" row={','.join(row) or NONE}"
    )


def open_fields(state: State) -> str:
    """Return the fields `spirit`, `marker` and `queue`."""
    queue = ",".join(map(str, state.queue)) or NONE
    return f"spirit={spirit_text(state)} marker={marker_text(state.tables, state.marker)} queue={queue}"


def seat_text(state: State, seat: int) -> str:
    """Return the six parts of a seat."""
    kit = state.tables.kits[seat]
    texts, text_of = kit.texts, kit.text_of
    hand, deck, pile, store = state.hands[seat], state.decks[seat], state.discards[seat], state.stores[seat]
    chosen = state.chosen[seat] or state.storing[seat]
    return (
        f"{'A' if state.sheets >> seat & 1 else 'u'}"
        f"/{','.join(texts(hand)) if hand else NONE}"
        f"/{','.join([text_of[face] for face in deck]) if deck else NONE}"
        f"/{','.join(texts(pile)) if pile else NONE}"
        f"/{','.join(texts(store)) if store else NONE}"
        f"/{chosen_text(state, seat) if chosen else NONE}"
    )


def listed(texts: Iterable[str]) -> str:
    """Return texts joined by commas; `-` for none."""
    return ",".join(texts) or NONE


def flags_text(flags: int) -> str:
    """Return the field `turn`."""
    return "".join([letter for flag, letter in FLAG_LETTERS if flags & flag]) or NONE if flags else NONE


def commits_text(tables: Tables, commits: Iterable[Commitment]) -> str:
    """Return the committed cards of one target, `(CARD@SEAT+CARD@SEAT)`; "" for none."""
    found = "+".join(f"{tables.text_of[owner][face]}@{by}" for _, owner, face, by in commits)
    return f"({found})" if found else ""


def _with_commits(state: State, target: int) -> str:
    on = [commit for commit in state.commits if commit[0] == target]
    return state.tables.targets[target] + commits_text(state.tables, on)


def spirit_text(state: State) -> str:
    """Return the field `spirit`."""
    segments = state.tables.segments[state.level]
    if not segments:
        return "-"
    on = [commit for commit in state.commits if commit[0] == SPIRIT]
    return f"{state.segments}/{len(segments)}{commits_text(state.tables, on)}"


def marker_text(tables: Tables, marker: int) -> str:
    """Return the field `marker`."""
    if marker in (ON_SHEET, REMOVED):
        return "-" if marker == ON_SHEET else "x"
    count = len(tables.targets)
    return tables.targets[marker] if marker < count else tables.sheet_icons[marker - count]


def chosen_text(state: State, seat: int) -> str:
    """Return the face-down discards, each after `-` or `^`, sorted by card; `-` for none."""
    tables = state.tables
    marked = [(text, "-") for text in tables.cards(seat, state.chosen[seat])]
    marked += [(text, "^") for text in tables.cards(seat, state.storing[seat])]
    return "".join(sign + text for text, sign in sorted(marked)) or "-"

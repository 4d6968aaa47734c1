"""Writing positions as texts (RULES.md, "Position text"). Reading them is in parsing.py."""

from __future__ import annotations

from collections.abc import Iterable

from silkenweb.game.state import PLAYED, SIGNALLED, STORED, Commitment, State
from silkenweb.game.tables import ON_SHEET, REMOVED, SPIRIT, Tables, bits

FLAG_LETTERS = ((PLAYED, "p"), (SIGNALLED, "s"), (STORED, "w"))


def position_text(state: State) -> str:
    """The position text of a State."""
    tables = state.tables
    parts = [*table_fields(state), f"deck={listed(target_texts(tables, state.deck))}"]
    parts += [f"done={listed(tables.targets[n] for n in _indices(state.done))}", *open_fields(state)]
    parts.append(f"taking={tables.text_of[state.seat][state.taking] if state.taking else '-'}")
    parts += [f"{key}={seat_text(state, seat)}" for seat, key in enumerate(tables.characters)]
    return " ".join(parts)


def table_fields(state: State) -> list[str]:
    """The fields from `level` to `row`."""
    return [
        f"level={state.level}",
        f"phase={state.phase}",
        f"seat={state.seat if state.seat >= 0 else '-'}",
        f"start={state.start}",
        f"blessings={state.blessings}",
        f"rests={state.rests}",
        f"turn={flags_text(state.flags)}",
        f"row={listed(_with_commits(state, target) for target in state.row)}",
    ]


def open_fields(state: State) -> list[str]:
    """`spirit`, `marker` and `queue`."""
    return [
        f"spirit={spirit_text(state)}",
        f"marker={marker_text(state.tables, state.marker)}",
        f"queue={listed(map(str, state.queue))}",
    ]


def seat_text(state: State, seat: int) -> str:
    """A seat's six parts."""
    tables = state.tables
    return "/".join(
        (
            "A" if state.sheets >> seat & 1 else "u",
            listed(tables.cards(seat, state.hands[seat])),
            listed(tables.text_of[seat][face] for face in state.decks[seat]),
            listed(tables.cards(seat, state.discards[seat])),
            listed(tables.cards(seat, state.stores[seat])),
            chosen_text(state, seat),
        )
    )


def listed(texts: Iterable[str]) -> str:
    """Texts by commas, `-` for none."""
    return ",".join(texts) or "-"


def target_texts(tables: Tables, targets: Iterable[int]) -> Iterable[str]:
    """The ids of targets, in their order."""
    return (tables.targets[target] for target in targets)


def flags_text(flags: int) -> str:
    """The field `turn`."""
    return "".join(letter for flag, letter in FLAG_LETTERS if flags & flag) or "-"


def commits_text(tables: Tables, commits: Iterable[Commitment]) -> str:
    """The committed cards of one target, `(CARD@SEAT+CARD@SEAT)`, or nothing."""
    found = "+".join(f"{tables.text_of[owner][face]}@{by}" for _, owner, face, by in commits)
    return f"({found})" if found else ""


def _with_commits(state: State, target: int) -> str:
    on = [commit for commit in state.commits if commit[0] == target]
    return state.tables.targets[target] + commits_text(state.tables, on)


def spirit_text(state: State) -> str:
    """The field `spirit`."""
    segments = state.tables.segments[state.level]
    if not segments:
        return "-"
    on = [commit for commit in state.commits if commit[0] == SPIRIT]
    return f"{state.segments}/{len(segments)}{commits_text(state.tables, on)}"


def marker_text(tables: Tables, marker: int) -> str:
    """The field `marker`."""
    if marker in (ON_SHEET, REMOVED):
        return "-" if marker == ON_SHEET else "x"
    count = len(tables.targets)
    return tables.targets[marker] if marker < count else tables.sheet_icons[marker - count]


def chosen_text(state: State, seat: int) -> str:
    """The discards not yet revealed, each after `-` or `^`, sorted by card; a lone `-` for none."""
    tables = state.tables
    marked = [(text, "-") for text in tables.cards(seat, state.chosen[seat])]
    marked += [(text, "^") for text in tables.cards(seat, state.storing[seat])]
    return "".join(sign + text for text, sign in sorted(marked)) or "-"


def _indices(mask: int) -> Iterable[int]:
    return (bit.bit_length() - 1 for bit in bits(mask))

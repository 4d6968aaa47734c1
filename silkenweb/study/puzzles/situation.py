"""What a seat sees, in a few lines."""

from __future__ import annotations

from collections.abc import Iterator

from silkenweb.edition.icons import asked
from silkenweb.game import View
from silkenweb.game.narration import card_words, counted, listed
from silkenweb.game.records import Committed


def situation(view: View) -> Iterator[str]:
    """The table, the own hand, what the others have."""
    names, tables = view.tables.names, view.tables
    yield (
        f"{names[view.viewer]} decides. Blessings: {view.blessings}; Rests in a row: {view.rests} of"
        f" {len(names)}; Threat Deck: {counted(view.deck_count, 'card')}."
    )
    row = [card_words(tables, each.card) + _with(view, each.committed) for each in view.row]
    yield f"The row from the left: {', '.join(row)}." if row else "The row is empty."
    if view.spirit is not None:
        segments = view.edition.levels[view.level - 1].segments[view.spirit.resolved :]
        left = [asked(segment.icons, segment.count) for segment in segments]
        told = f"still {', then '.join(left)}" if left else "all resolved"
        yield f"Spider Spirit: {told}{_with(view, view.spirit.committed)}."
    if view.marker not in ("-", "x"):
        yield f"The marker is on {view.marker}."
    for seat, area in enumerate(view.seats):
        cards = [card_words(tables, card) for card in area.hand or ()]
        hand = listed(cards) if area.hand is not None else counted(area.hand_count, "hidden card")
        more = [f"deck {area.deck_count}"]
        more += (
            [f"stored {', '.join(card_words(tables, card) for card in area.storage)}"] if area.storage else []
        )
        more += [f"discarded {', '.join(area.discards)}"] if area.discards else []
        more += [f"hidden Relics {', '.join(area.relics)}"] if area.relics else []
        more += ["the ability unused" if area.unflipped else "the ability used"]
        yield f"{names[seat]}: {hand} in hand; {'; '.join(more)}."


def _with(view: View, slips: tuple[Committed, ...]) -> str:
    said = [f"{card_words(view.tables, slip.card)} by {view.tables.names[slip.seat]}" for slip in slips]
    return f" with {listed(said)}" if said else ""

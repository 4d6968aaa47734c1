"""The players' areas, one below the other: cards in hand with both faces, piles, what is hidden as backs."""

from __future__ import annotations

from rich.text import Text

from silkenweb.cli.cards import BOLD, DIM, held
from silkenweb.cli.layout import behind, in_columns, shorten, wrap
from silkenweb.cli.output import Look
from silkenweb.game.sight import Area, Sight

LABEL = 15  # columns of the words at the left
NAME = 30  # columns of a person's name


def draw_seats(sight: Sight, look: Look) -> list[Text]:
    """All areas in seat order; the cards of all hands stand in the same columns."""
    shown = [_held(sight, card) for area in sight.areas for card in _with_faces(area)]
    drawing = _Drawing(sight, look, max([0, *(card.cell_len for card in shown)]))
    return [line for seat in range(len(sight.areas)) for line in (Text(), *drawing.seat(seat))]


def _with_faces(area: Area) -> tuple[str, ...]:
    """The cards of an area whose faces matter, as far as they can be seen."""
    seen = area.seen
    return (*(seen.hand or ()), *seen.storage, *(card[1:] for card in seen.chosen or ()))


def _held(sight: Sight, card: str) -> Text:
    """A card, with a question mark where it is only assumed to lie there so."""
    shown = held(sight.edition, card)
    return shown.append(" ?", BOLD) if card.rstrip("'") in sight.assumed else shown


class _Drawing:
    def __init__(self, sight: Sight, look: Look, widest: int) -> None:
        self.sight, self.look, self.widest = sight, look, widest
        self.width = look.width - LABEL

    def seat(self, seat: int) -> list[Text]:
        area = self.sight.areas[seat]
        seen = area.seen
        lines = [*self._head(seat, area), *self._faces("hand", seen.hand, seen.hand_count)]
        if seen.storage:
            lines += self._faces("storage", seen.storage, len(seen.storage))
        lines += self._laid_away(area)
        lines += self._pile("deck", area.deck, seen.deck_count)
        lines += self._pile("discards", seen.discards, len(seen.discards))
        if seen.relics:
            said = Text(f"{' '.join(seen.relics)}, among the cards not seen here", DIM)
            lines += behind("  Relics", wrap(said, self.width), LABEL)
        return lines

    def _head(self, seat: int, area: Area) -> list[Text]:
        decides = seat == self.sight.seat
        line = Text.assemble((self.sight.name(seat), BOLD))
        if area.player:
            line.append(f" ({shorten(area.player, NAME)})")
        said = [f"seat {seat}", "ability left" if area.seen.unflipped else "ability used"]
        if self.sight.viewer == seat:
            said.append("the viewer")
        if decides:
            said.append("decides")
        line.append(f"  {', '.join(said)}", DIM)
        sign = self.look.sign("► ", "> ") if decides else ""
        return behind(sign, wrap(line, self.look.width - 2), 2)

    def _laid_away(self, area: Area) -> list[Text]:
        """What is chosen in the phase keep and not yet turned up (S5, S6)."""
        chosen = area.seen.chosen
        if chosen is None:
            return self._faces("laid away", None, area.seen.chosen_count) if area.seen.chosen_count else []
        lines = []
        for sign, label in (("-", "laid away"), ("^", "to store")):
            cards = tuple(card[1:] for card in chosen if card[0] == sign)
            lines += self._faces(label, cards, len(cards)) if cards else []
        return lines

    def _faces(self, label: str, cards: tuple[str, ...] | None, count: int) -> list[Text]:
        if not cards:
            return self._pile(label, cards, count)
        shown = [_held(self.sight, card) for card in cards]
        return behind(f"  {label} {count}", in_columns(shown, self.width, self.widest), LABEL)

    def _pile(self, label: str, cards: tuple[str, ...] | None, count: int) -> list[Text]:
        """Cards by their ids, or so many backs."""
        if cards is not None:
            cards = tuple(card + "?" * (card.rstrip("'") in self.sight.assumed) for card in cards)
        names = cards if cards is not None else (self.look.sign("▒▒", "??"),) * count
        said = Text(" ".join(names) or "-", DIM)
        return behind(f"  {label} {count}", wrap(said, self.width), LABEL)
